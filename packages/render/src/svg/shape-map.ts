/**
 * Shapes under layouts as a heat map: a row for each shape, a column for each chip and layout, in each cell the conflict cycles.
 *
 *     M   K        none     pad   swizzle
 *     64  32     [1,536] [  256] [    0]       darker is more; a cell without conflicts has the colour of what is good
 *     64  64     [6,144] [    0] [    0]
 *
 * A cell is as dark as its cycles are of the most of its row, so that shapes of any size can be compared.
 */
import { greatestOf, type ShapeCell, type ShapesReport } from '@ldscope/core';
import { grouped } from '../text/numbers.ts';
import type { DataTable } from './data-table.ts';
import { label, type Picture, rect, svg, type SvgNode } from './node.ts';

const CELL = { width: 96, height: 20, gap: 2 };
const PARAMETER = 56;
const TOP = 52;
const LEFT = 12;

/** Cycles of a cell as a text; a dash where no such layout fits. */
export const cellText = ({ conflictCycles }: ShapeCell): string =>
  conflictCycles === undefined ? '-' : grouped(conflictCycles);

/** Columns of the map: each layout on each chip. */
export const columnsOf = ({
  machines,
  layouts,
}: ShapesReport): { machine: string; layout: string }[] =>
  machines.flatMap((machine) => layouts.map((layout) => ({ machine, layout })));

export function shapeMapPicture(report: ShapesReport): Picture {
  const { parameters, shapes, totals } = report;
  const columns = columnsOf(report);
  const left = LEFT + parameters.length * PARAMETER + 8;
  const step = CELL.width + CELL.gap;
  const line = CELL.height + CELL.gap;
  const cleared = totals.map(
    ({ layout, machine, cleared: count, shapes: of }) =>
      `${layout} clears ${count} of ${of} on ${machine}`,
  );
  return {
    width: left + columns.length * step + LEFT,
    height: TOP + shapes.length * line + 12,
    title: 'Conflict cycles of shapes under layouts',
    description: `${cleared.join(', ')}.`,
    content: [
      ...parameters.map(({ name }, i) =>
        label(LEFT + (i + 1) * PARAMETER - 12, TOP - 10, name, 'end small faint'),
      ),
      ...columns.flatMap(({ machine, layout }, i): SvgNode[] => [
        label(left + i * step + CELL.width - 6, TOP - 26, machine, 'end small faint'),
        svg(
          'g',
          {},
          label(left + i * step + CELL.width - 6, TOP - 10, shortened(layout), 'end small'),
          svg('title', {}, layout),
        ),
      ]),
      ...shapes.flatMap((shape, row): SvgNode[] => {
        const y = TOP + row * line;
        const most = Math.max(
          1,
          greatestOf(shape.cells.map(({ conflictCycles = 0 }) => conflictCycles)),
        );
        return [
          ...parameters.map(({ name }, i) =>
            label(LEFT + (i + 1) * PARAMETER - 12, y + 14, shape.values[name] ?? '', 'end small'),
          ),
          ...shape.cells.flatMap((cell, i) => cellNode(cell, most, left + i * step, y)),
        ];
      }),
    ],
  };
}

function cellNode(cell: ShapeCell, most: number, x: number, y: number): SvgNode {
  const { conflictCycles, reason, machine, layout } = cell;
  const share = (conflictCycles ?? 0) / most;
  const fill =
    conflictCycles === undefined
      ? { fill: 'var(--sunken)' }
      : conflictCycles === 0
        ? { fill: 'var(--good-wash)' }
        : { 'fill': 'var(--conflict)', 'fill-opacity': 0.15 + 0.45 * share };
  const words = reason ?? `${cellText(cell)} conflict cycles`;
  return svg(
    'g',
    {},
    rect(x, y, CELL.width, CELL.height, fill),
    label(x + CELL.width - 6, y + 14, cellText(cell), 'end small'),
    svg('title', {}, `${layout} on ${machine}: ${words}`),
  );
}

const LONGEST = 14;
const shortened = (text: string): string =>
  text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 1)}…`;

/** The same in rows. */
export function shapeMapTable(report: ShapesReport): DataTable {
  const { parameters, shapes } = report;
  const columns = columnsOf(report);
  return {
    caption: 'Conflict cycles of shapes under layouts',
    columns: [
      ...parameters.map(({ name }) => ({ title: name, numeric: true })),
      ...columns.map(({ machine, layout }) => ({ title: `${layout}, ${machine}`, numeric: true })),
    ],
    rows: shapes.map(({ values, cells }) => [
      ...parameters.map(({ name }) => String(values[name] ?? '')),
      ...columns.map((_, i) => {
        const cell = cells[i];
        return cell === undefined ? 'not read' : cellText(cell);
      }),
    ]),
  };
}
