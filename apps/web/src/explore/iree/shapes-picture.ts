/**
 * All shapes at once: a panel for each mitigation, a row for each batch, a column for each length and head.
 *
 *     padding     head 64            head 128
 *                 1K 2K 4K 8K 16K    1K 2K 4K 8K 16K
 *     batch 1     0  0  0  0  0      70K ...
 */
import { grouped } from '../../controls/words.ts';
import {
  cellBox,
  cellFrame,
  type CellGrid,
  columnNames,
  everyNth,
  label,
  type Picture,
  rect,
  rowNames,
  svg,
  type SvgNode,
} from '@ldscope/render';
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
  const units = [
    ['G', 1e9],
    ['M', 1e6],
    ['K', 1e3],
  ] as const;
  const [unit, scale] = units.find(([, one]) => value >= one) ?? ['', 1];
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
  const tone = free === shapes.length ? 'good' : free === 0 ? 'conflict' : 'soft';
  const [width, height] = [lengths.length * CELL, batches.length * ROW];
  const size = { width, height, columns: lengths.length, rows: batches.length };
  const grids = heads.map((_, head) => {
    const left = x + LEFT + head * (width + HEAD_GAP);
    return { left, top: y + TOP, ...size };
  });
  return [
    label(x + LEFT, y + 12, mitigationTitles[name], 'start strong'),
    label(x + LEFT, y + 27, `${free} of ${shapes.length} without conflicts`, `start small ${tone}`),
    label(x + LEFT - 6, y + TOP - 8, 'batch', 'end small faint'),
    ...grids.flatMap((grid, h) => [
      label(grid.left + 2.5 * CELL, y + 40, `head ${heads[h] ?? ''}`, 'small soft'),
      ...columnNames(grid, everyNth(lengths.length, 1), {
        text: (length) => `${(lengths[length] ?? 0) / 1024}K`,
        pixels: 8,
      }),
      ...(h === 0
        ? rowNames(grid, everyNth(batches.length, 1), {
            text: (batch) => batches[batch] ?? 0,
            look: 'end small soft',
          })
        : []),
    ]),
    ...sweep.shapes.flatMap(({ shape, totals }, index) => {
      const grid = grids[heads.indexOf(shape.head)];
      const conflicts = totals[name].conflicts;
      return grid === undefined
        ? []
        : [cellNode(grid, shape, conflicts, index, index === selected)];
    }),
  ];
}

function cellNode(
  grid: CellGrid,
  shape: Shape,
  conflicts: number,
  index: number,
  selected: boolean,
): SvgNode {
  const place = [lengths.indexOf(shape.length), batches.indexOf(shape.batch)] as const;
  const { x, y } = cellBox(grid, ...place);
  const look = conflicts === 0 ? 'good' : 'conflict';
  return svg(
    'g',
    { 'data-index': index },
    svg('title', {}, `${nameOf(shape)}: ${grouped(conflicts)} conflict cycles`),
    rect(x + 0.5, y + 0.5, CELL - 1, ROW - 1, look),
    label(x + CELL / 2, y + ROW / 2 + 0.5, shortCount(conflicts), `small ${look}`),
    ...(selected ? [cellFrame(grid, ...place)] : []),
  );
}

export function nameOf({ batch, length, head }: Shape): string {
  return `${batch}x${length}x${head}`;
}
