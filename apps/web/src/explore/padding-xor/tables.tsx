/** All paddings as a chart, all XORs as a table; a click sets one. */
import { grouped } from '../../controls/words.ts';
import { type BarChart, termsFor } from '@ldscope/render';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { Bars } from '../../picture/chart.tsx';
import { Scrolled } from '../../picture/data-table.tsx';
import * as show from '../parts/show.tsx';
import { choices, type PaddingParameters } from './controls.ts';
import type { CountedAccess, CountedSide, Counts, PaddingModel } from './model.ts';
import { conflictsOf, type PadPoint, type XorPoint } from './sweep.ts';

interface PadChartProps {
  readonly points: readonly PadPoint[];
  readonly padBytes: number;
  readonly cycles: string;
  readonly onPick: (padBytes: number) => void;
}

export function PadChart({ points, padBytes, cycles, onPick }: PadChartProps): JSX.Element {
  const chart = useMemo(
    (): BarChart => ({
      title: 'Conflicts by padding',
      description: `Conflict ${cycles} of the tile for each padding in words. A star marks paddings that cut the widest vectors into several instructions, because rows are not aligned for them.`,
      value: { title: `conflict ${cycles}` },
      series: [
        { title: 'stored along rows', look: 'memory' },
        { title: 'read down columns', look: 'conflict' },
      ],
      groups: points.map(({ padBytes: bytes, row, column, whole }) => ({
        label: bytes === padBytes ? `[${bytes}${whole ? '' : '*'}]` : `${bytes}${whole ? '' : '*'}`,
        values: [row, column],
      })),
      standing: true,
      width: 1040,
      plotHeight: 190,
    }),
    [points, padBytes, cycles],
  );
  return show.all([
    <Bars
      chart={chart}
      name="paddings"
      onPick={({ index }) => {
        const point = index === undefined ? undefined : points[index];
        if (point !== undefined) onPick(point.padBytes);
      }}
    />,
    show.prose(
      `Bytes of padding, and conflict ${cycles} of the whole tile. A star: vectors are cut, because rows are not aligned for them. In brackets: the padding that is set. Click a bar to set another.`,
      'px-note',
    ),
  ]);
}

interface XorTableProps {
  readonly cycles: string;
  readonly points: readonly XorPoint[];
  readonly parameters: PaddingParameters;
  readonly onPick: (part: Pick<PaddingParameters, 'unitBytes' | 'keys'>) => void;
}

export function XorTable({ points, parameters, cycles, onPick }: XorTableProps): JSX.Element {
  const keys = choices.keys.slice(1);
  return (
    <Scrolled label="Conflicts by XOR">
      <table class="data-table px-xors">
        <caption>
          Conflict {cycles} by XOR unit and number of keys. A star: vectors are cut into units. A
          dash: units would leave their row.
        </caption>
        <thead>
          <tr>
            <th scope="col">unit</th>
            {keys.map((key) => (
              <th key={key} scope="col" class="numeric">
                {key} keys
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {choices.unitBytes.map((unitBytes) => (
            <tr key={unitBytes}>
              <th scope="row">{unitBytes} B</th>
              {keys.map((key) => {
                const legal = points.find(
                  (point) => point.unitBytes === unitBytes && point.keys === key,
                )?.legal;
                const text =
                  legal === undefined
                    ? '-'
                    : `${grouped(conflictsOf(legal))}${legal.whole ? '' : '*'}`;
                const chosen = unitBytes === parameters.unitBytes && key === parameters.keys;
                return (
                  <td key={key} class="numeric">
                    {legal === undefined ? (
                      text
                    ) : (
                      <button
                        type="button"
                        class="button quiet"
                        aria-pressed={chosen}
                        aria-label={`${text} conflict ${cycles} with units of ${unitBytes} B and ${key} keys`}
                        onClick={() => onPick({ unitBytes, keys: key })}
                      >
                        {text}
                      </button>
                    )}
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
