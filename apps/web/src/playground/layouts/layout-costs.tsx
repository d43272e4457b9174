/** The cost of each instruction under the layout that is tried on, beside its present cost. */
import { termsFor } from '@ldscope/render';
import { sum } from '@ldscope/core';
import type { TriedCost } from '@ldscope/engine';
import type { JSX } from 'preact';
import { grouped } from '../../controls/words.ts';
import { Scrolled, TableHead } from '../../picture/data-table.tsx';
import { pickSite } from '../actions.ts';
import { buffer } from '../focus.ts';
import { told } from '../sites/instruction-columns.tsx';
import { site } from '../state.ts';
import { triedCosts } from './tried.ts';

export function LayoutCosts(): JSX.Element | null {
  const costs = triedCosts.value;
  const { suggested } = buffer.value ?? {};
  if (costs?.tried === undefined || costs.now === undefined || suggested === undefined) return null;
  const { targets, now, tried } = costs;
  const several = targets.length > 1;
  return (
    <Scrolled label="Cost of the layout" class="layout-costs">
      <table class="data-table">
        {targets.map(({ machine, model }, t) => {
          const { cycles } = termsFor(machine);
          const totals = [totalOf(now, t), totalOf(tried, t)] as const;
          return (
            <>
              {t === 0 ? (
                <>
                  <caption>
                    {several ? '' : `${machine.name}, ${model.title}: `}
                    {cycles} of one workgroup, as it is and under the layout
                  </caption>
                  <TableHead
                    columns={[
                      { title: 'place' },
                      { title: 'instruction' },
                      { title: 'ways', numeric: true },
                      { title: cycles, numeric: true },
                      { title: 'conflict', numeric: true },
                    ]}
                  />
                </>
              ) : undefined}
              <tbody key={machine.name}>
                {several ? (
                  <tr>
                    <th scope="rowgroup" colSpan={5}>
                      {machine.name}
                    </th>
                  </tr>
                ) : undefined}
                {tried.accesses.map(({ name, counts }, a) => {
                  const [was, is] = [now.accesses[a]?.counts[t], counts[t]];
                  if (was === undefined || is === undefined) return undefined;
                  return (
                    <tr key={a} class={name === site.value?.id ? 'chosen' : ''}>
                      <td>
                        <button type="button" class="place" onClick={() => pickSite(name)}>
                          {name}
                        </button>
                      </td>
                      <td>{suggested.accesses[a]?.op}</td>
                      <Change was={was.ways} is={is.ways} bad={1} />
                      <Change was={was.cycles} is={is.cycles} bad={Infinity} />
                      <Change was={was.conflicts} is={is.conflicts} bad={0} />
                    </tr>
                  );
                })}
                <tr class="total">
                  <td>total</td>
                  <td />
                  <td />
                  <Change was={totals[0].cycles} is={totals[1].cycles} bad={Infinity} />
                  <Change was={totals[0].conflicts} is={totals[1].conflicts} bad={0} />
                </tr>
              </tbody>
            </>
          );
        })}
      </table>
    </Scrolled>
  );
}

const totalOf = (
  { accesses }: TriedCost,
  t: number,
): { readonly cycles: number; readonly conflicts: number } => ({
  cycles: sum(accesses.map(({ counts }) => counts[t]?.cycles ?? 0)),
  conflicts: sum(accesses.map(({ counts }) => counts[t]?.conflicts ?? 0)),
});

interface ChangeProps {
  readonly was: number;
  readonly is: number;
  /** Values above it are a cost. */
  readonly bad: number;
}

function Change({ was, is, bad }: ChangeProps): JSX.Element {
  return (
    <td class="numeric">
      <span class="soft">{grouped(was)} → </span>
      {told(grouped(is), is > bad)}
    </td>
  );
}
