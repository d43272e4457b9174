/** Cache lines by lanes: what a wave fetches of global memory, and what of it is useful. */
import { globalLinesPicture, globalLinesTable } from '@ldscope/render';
import { useComputed } from '@preact/signals';
import type { JSX } from 'preact';
import { TableHead } from '../../picture/data-table.tsx';
import { View } from '../../picture/view.tsx';
import { pick, pickSite, point } from '../actions.ts';
import { reveal } from '../editor-pane.tsx';
import { globalExplanation, globalSite, report, selection } from '../state.ts';
import { count, percent } from '../words.ts';
import { Empty } from './empty.tsx';

export function GlobalView(): JSX.Element {
  const at = globalSite.value;
  const picture = useComputed(() => {
    const shown = globalExplanation.value;
    return shown && globalLinesPicture(shown, { selection: selection.value });
  });
  const shown = globalExplanation.value;
  const global = report.value?.global;
  if (
    at === undefined ||
    shown === undefined ||
    picture.value === undefined ||
    global === undefined
  ) {
    return <Empty>Nothing of global memory was analysed for this kernel.</Empty>;
  }
  return (
    <div class="view-body">
      <div class="view-head">
        <h2>
          {shown.instruction.name} <span class="soft">at {at.id}</span>
        </h2>
      </div>
      <View
        picture={picture.value}
        table={() => globalLinesTable(shown)}
        name="global-lines"
        onPoint={point}
        onPick={pick}
      />
      {at.assumedPitch === true ? (
        <p class="soft">
          The row pitch is assumed: rows of the matrix begin at a line and share none.
        </p>
      ) : undefined}
      <ul class="reasons">
        {shown.reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
      <div class="view-scroll" tabIndex={0} role="region" aria-label="Accesses of global memory">
        <table class="data-table">
          <TableHead
            columns={[
              { title: 'place' },
              { title: 'instruction' },
              { title: 'buffer' },
              { title: 'lines', numeric: true },
              { title: 'ideal', numeric: true },
              { title: 'useful', numeric: true },
            ]}
          />
          <tbody>
            {global.sites.map((one) => (
              <tr
                key={one.id}
                class={one.id === at.id ? 'chosen' : ''}
                onClick={() => {
                  pickSite(one.id);
                  if (one.location.line !== undefined) reveal(one.location.line);
                }}
              >
                <td>
                  <button type="button" class="place" aria-pressed={one.id === at.id}>
                    {one.id}
                  </button>
                </td>
                <td>
                  {one.op} <span class="soft">{one.direction}</span>
                </td>
                <td>{one.buffer}</td>
                <td class="numeric">{count(one.transactions)}</td>
                <td class="numeric">{count(one.idealTransactions)}</td>
                <td class={`numeric ${one.efficiency < 1 ? 'bad' : ''}`}>
                  {percent(one.efficiency, 1)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
