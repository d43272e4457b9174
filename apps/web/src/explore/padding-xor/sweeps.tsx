/** All paddings as a chart, all XORs as a table; a click sets one. */
import type { BarChart } from '@ldscope/render';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { Bars } from '../../picture/chart.tsx';
import { Scrolled } from '../../picture/data-table.tsx';
import { grouped } from '../parts/words.ts';
import { Prose } from '../parts/linked.tsx';
import { choices, type PaddingParameters } from './controls.ts';
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
  return (
    <>
      <Bars
        chart={chart}
        name="paddings"
        onPick={({ index }) => {
          const point = index === undefined ? undefined : points[index];
          if (point !== undefined) onPick(point.padBytes);
        }}
      />
      <Prose
        class="px-note"
        text={`Bytes of padding, and conflict ${cycles} of the whole tile. A star: vectors are cut, because rows are not aligned for them. In brackets: the padding that is set. Click a bar to set another.`}
      />
    </>
  );
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
