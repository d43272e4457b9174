/** The three layouts in numbers, a column each. */
import { termsFor } from '@ldscope/render';
import type { JSX } from 'preact';
import { Scrolled } from '../../picture/data-table.tsx';
import { grouped } from '../../controls/words.ts';
import type { CountedAccess, CountedSide, Counts, PaddingModel } from './model.ts';

interface Line {
  readonly name: string;
  /** Belongs to the line above. */
  readonly part?: boolean;
  readonly of: (counts: Counts, side: CountedSide) => string;
  readonly tone?: (counts: Counts) => boolean;
}

function linesFor({ machine, parameters }: PaddingModel): readonly Line[] {
  const { cycles, sharedMemory, workgroup, unit } = termsFor(machine);
  const access = (name: string, key: 'row' | 'column'): readonly Line[] => {
    const of = (counts: Counts): CountedAccess => counts[key];
    return [
      { name: `${name}: instructions`, of: (c) => `${of(c).pieces.text}` },
      { name: 'executed', part: true, of: (c) => grouped(of(c).cost.instructions) },
      { name: cycles, part: true, of: (c) => grouped(of(c).cost.cycles) },
      {
        name: 'conflicts among them',
        part: true,
        of: (c) => grouped(of(c).cost.conflicts),
        tone: (c) => of(c).cost.conflicts > 0,
      },
    ];
  };
  return [
    ...access('Stored along rows', 'row'),
    ...access('Read down columns', 'column'),
    {
      name: `${sharedMemory}, bytes${parameters.copies === 1 ? '' : ` of ${parameters.copies} tiles`}`,
      of: (c) => grouped(c.ldsBytes),
    },
    {
      name: `${workgroup}s per ${unit}`,
      of: (c) => (c.workgroups === undefined ? 'none: too large' : String(c.workgroups)),
    },
  ];
}

export function Comparison({ model }: { readonly model: PaddingModel }): JSX.Element {
  const { sides, machine } = model;
  return (
    <Scrolled label="The three layouts in numbers">
      <table class="data-table px-table">
        <caption>
          Counted for 256 threads and the whole tile on {machine.name}, by simulation of every
          instruction
        </caption>
        <thead>
          <tr>
            <td />
            {sides.map(({ name, title }) => (
              <th key={name} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {linesFor(model).map(({ name, part, of, tone }, i) => (
            <tr key={i}>
              <th scope="row" {...(part === true ? { class: 'px-part' } : {})}>
                {name}
              </th>
              {sides.map((side) => {
                const { counts } = side;
                if (counts === undefined)
                  return <td key={side.name}>{i === 0 ? 'not legal' : '-'}</td>;
                const bad = tone?.(counts);
                return (
                  <td
                    key={side.name}
                    {...(bad === undefined ? {} : { class: bad ? 'px-bad' : 'px-good' })}
                  >
                    {of(counts, side)}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolled>
  );
}
