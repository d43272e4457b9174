/** The two tiles of a side in words: for each chunk of a row which lane fetches it and where it is stored. */
import { elementOffset, laneRanges } from '@ldscope/core';
import type { DataTable } from '@ldscope/render';
import { type Column, tableOf } from '../../picture/table-of.ts';
import type { GatherSlot, WaveModel, WaveSide } from './model.ts';

/** A table with more chunks per row is not readable. */
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
  const slotsOf = (row: number) =>
    Array.from({ length: columns / gather }, (_, i) =>
      bySlot.get(row * columns + i * gather),
    ).filter((slot) => slot !== undefined);
  const each = (values: readonly number[]): string => [...new Set(values)].join(', ');
  return tableOf(
    `Tile, ${side.name}: lanes that fetch each chunk of ${step} elements, and its first bank`,
    Array.from({ length: parameters.rows }, (_, row) => slotsOf(row)),
    [
      ['row', (_, row) => row],
      ['wave', (own) => each(own.map(({ wave }) => wave))],
      ['gather', (own) => each(own.map(({ instance }) => instance))],
      ...Array.from({ length: chunks }, (_, chunk): Column<readonly GatherSlot[]> => [
        `from ${chunk * step}`,
        (own, row) => {
          const lanes = own.filter(({ column }) => Math.floor(column / step) === chunk);
          const word = Math.floor(elementOffset(side.layout, row, chunk * step) / 4);
          return `${laneRanges(lanes.map(({ lane }) => lane))}; bank ${word % banks}`;
        },
      ]),
    ],
  );
}
