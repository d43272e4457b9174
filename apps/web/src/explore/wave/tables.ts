/** The two tiles of a side in words: for each chunk of a row who fetches it and where it lies. */
import { elementOffset, laneRanges } from '@ldscope/core';
import type { DataTable } from '@ldscope/render';
import { ROWS, type WaveModel, type WaveSide } from './model.ts';

/** More chunks to a row make a table that nobody reads. */
const MOST_CHUNKS = 16;

export function tileTable({ parameters }: WaveModel, side: WaveSide): DataTable | undefined {
  const { columns, unit, gather } = parameters;
  const step = Math.max(unit, gather);
  const chunks = columns / step;
  if (chunks > MOST_CHUNKS) return undefined;
  const { banks } = side.read.rule;
  const bySlot = new Map(
    side.slots.map((slot) => [slot.row * columns + slot.column, slot] as const),
  );
  return {
    caption: `Tile, ${side.name}: lanes that fetch each chunk of ${step} elements, and its first bank`,
    columns: [
      { title: 'row', numeric: true },
      { title: 'wave' },
      { title: 'gather' },
      ...Array.from({ length: chunks }, (_, chunk) => ({ title: `from ${chunk * step}` })),
    ],
    rows: Array.from({ length: ROWS }, (_, row) => {
      const own = Array.from({ length: columns / gather }, (_, i) =>
        bySlot.get(row * columns + i * gather),
      ).filter((slot) => slot !== undefined);
      const each = (values: readonly number[]): string => [...new Set(values)].join(', ');
      return [
        String(row),
        each(own.map(({ wave }) => wave)),
        each(own.map(({ instance }) => instance)),
        ...Array.from({ length: chunks }, (_, chunk) => {
          const lanes = own
            .filter(({ column }) => Math.floor(column / step) === chunk)
            .map(({ lane }) => lane);
          const word = Math.floor(elementOffset(side.layout, row, chunk * step) / 4);
          return `${laneRanges(lanes)}; bank ${word % banks}`;
        }),
      ];
    }),
  };
}
