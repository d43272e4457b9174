/**
 * All shapes at once: a panel for each mitigation, a row for each batch, a column for each length and head.
 *
 *     padding     head 64            head 128
 *                 1K 2K 4K 8K 16K    1K 2K 4K 8K 16K
 *     batch 1     0  0  0  0  0      70K ...
 */
import { label, type Picture, rect, svg, type SvgNode } from '@ldscope/render';
import { grouped } from '../../controls/words.ts';
import {
  batches,
  freeShapes,
  heads,
  lengths,
  mitigations,
  type MitigationName,
  mitigationTitles,
  type Shape,
  shapes,
  type Sweep,
} from './attention.ts';

const CELL = 31;
const ROW = 18;
const LEFT = 40;
const HEAD_GAP = 6;
const PANEL_GAP = 34;
const TOP = 62;

/** `0`, `69.6K` as `70K`, `8.5M`: at most four characters. */
export function shortCount(value: number): string {
  const [unit, scale] =
    value >= 1e9
      ? (['G', 1e9] as const)
      : value >= 1e6
        ? (['M', 1e6] as const)
        : value >= 1e3
          ? (['K', 1e3] as const)
          : (['', 1] as const);
  const scaled = value / scale;
  return `${scaled < 10 && unit !== '' ? Number(scaled.toFixed(1)) : Math.round(scaled)}${unit}`;
}

export function shapesPicture(sweep: Sweep, selected: number): Picture {
  const panel = LEFT + heads.length * lengths.length * CELL + HEAD_GAP;
  const perLine = 2;
  const tall = TOP + batches.length * ROW + 26;
  const width = perLine * panel + PANEL_GAP + 8;
  const lines = Math.ceil(mitigations.length / perLine);
  return {
    width,
    height: lines * tall,
    title: `Conflict cycles of ${shapes.length} attention shapes, ${sweep.element}, on gfx942`,
    description: mitigations
      .map(
        (name) => `${mitigationTitles[name]}: ${freeShapes(sweep, name)} shapes without conflicts`,
      )
      .join('; '),
    content: mitigations.flatMap((name, index) =>
      panelNodes(
        sweep,
        name,
        (index % perLine) * (panel + PANEL_GAP),
        Math.floor(index / perLine) * tall,
        selected,
      ),
    ),
  };
}

function panelNodes(
  sweep: Sweep,
  name: MitigationName,
  x: number,
  y: number,
  selected: number,
): SvgNode[] {
  const free = freeShapes(sweep, name);
  const columnX = (length: number, head: number): number =>
    x + LEFT + (head * lengths.length + length) * CELL + head * HEAD_GAP;
  return [
    label(x + LEFT, y + 12, mitigationTitles[name], 'start strong'),
    label(
      x + LEFT,
      y + 27,
      `${free} of ${shapes.length} without conflicts`,
      free === shapes.length
        ? 'start small good'
        : free === 0
          ? 'start small conflict'
          : 'start small soft',
    ),
    label(x + LEFT - 6, y + TOP - 8, 'batch', 'end small faint'),
    ...heads.flatMap((head, h) => [
      label(columnX(2, h) + CELL / 2, y + 40, `head ${head}`, 'small soft'),
      ...lengths.map((length, l) =>
        label(columnX(l, h) + CELL / 2, y + TOP - 8, `${length / 1024}K`, 'small faint'),
      ),
    ]),
    ...batches.map((batch, b) =>
      label(x + LEFT - 6, y + TOP + (b + 0.5) * ROW, batch, 'end small soft'),
    ),
    ...sweep.shapes.map(({ shape, totals }, index) =>
      cellNode(shape, totals[name].conflicts, index, index === selected, columnX, y),
    ),
  ];
}

function cellNode(
  shape: Shape,
  conflicts: number,
  index: number,
  selected: boolean,
  columnX: (length: number, head: number) => number,
  y: number,
): SvgNode {
  const left = columnX(lengths.indexOf(shape.length), heads.indexOf(shape.head));
  const top = y + TOP + batches.indexOf(shape.batch) * ROW;
  const clear = conflicts === 0;
  return svg(
    'g',
    { 'data-index': index },
    svg('title', {}, `${nameOf(shape)}: ${grouped(conflicts)} conflict cycles`),
    rect(left + 0.5, top + 0.5, CELL - 1, ROW - 1, clear ? 'good' : 'conflict'),
    label(
      left + CELL / 2,
      top + ROW / 2 + 0.5,
      clear ? '0' : shortCount(conflicts),
      clear ? 'small good' : 'small conflict',
    ),
    ...(selected ? [rect(left, top, CELL, ROW, { class: 'selected', fill: 'none' })] : []),
  );
}

export function nameOf({ batch, length, head }: Shape): string {
  return `${batch}x${length}x${head}`;
}
