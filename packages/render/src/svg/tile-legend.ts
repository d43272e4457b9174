/** The words of the pictures of a tile: the meaning of colours and cells, and a note on parts that are not shown. */
import { type Tile, rowText } from '@ldscope/core';
import { label, rect, type SvgNode } from './node.ts';
import { laneColor } from './theme.ts';
import type { TileCells } from './tile-cells.ts';
import type { TileOptions } from './tile-map-cell.ts';

const LINE = 18;

/** The lines under a tile, the first at `y`: what the colours mean, what a cell is, and `more`; `height` is theirs. */
export function tileLegend(
  x: number,
  y: number,
  cells: TileCells,
  options: TileOptions,
  more: readonly string[] = [],
): { readonly nodes: readonly SvgNode[]; readonly height: number } {
  const cropped = croppedText(cells, options.problem.tile);
  const lines = [
    cellText(cells, options.problem.tile),
    ...(cropped === '' ? [] : [cropped]),
    ...(options.colorBy === 'lane' ? lanesText(cells, options) : []),
    ...more,
  ];
  return {
    nodes: [
      ...rampLegend(x, y, cells, options),
      ...lines.map((text, index) => label(x, y + (index + 1) * LINE, text, 'start small soft')),
    ],
    height: (lines.length + 1) * LINE,
  };
}

/** The note on lanes that a cell does not name. */
function lanesText(cells: TileCells, options: TileOptions): string[] {
  if (cells.service === 'no-access' || cells.service === 'no-rule') {
    return [serviceText(cells, options)];
  }
  const isShared = cells.cells.some(({ lanes: [first, ...rest] }) =>
    rest.some(({ lane }) => lane !== first?.lane),
  );
  return isShared ? ['where several lanes come, a + is behind the first'] : [];
}

const RAMP_STEPS = 16;
const RAMP_WIDTH = 128;

function rampLegend(x: number, y: number, cells: TileCells, options: TileOptions): SvgNode[] {
  const { colorBy, problem } = options;
  if (colorBy === 'conflict') {
    const { text, tone } = conflictWords(cells, options);
    return [label(x, y, text, `start ${tone}`)];
  }
  const counts = { bank: cells.banks, lane: problem.waveSize, column: cells.columns };
  const count = counts[colorBy];
  const step = RAMP_WIDTH / RAMP_STEPS;
  return [
    label(x, y, `${colorBy} 0`, 'start small soft'),
    ...Array.from({ length: RAMP_STEPS }, (_, index) =>
      rect(x + 54 + index * step, y - 5, step, 10, {
        fill: laneColor(Math.round((index * (count - 1)) / (RAMP_STEPS - 1)), count),
        class: 'fine',
      }),
    ),
    label(x + 54 + RAMP_WIDTH + 6, y, count - 1, 'start small soft'),
  ];
}

/** How the access is served, and the class of the words. */
function conflictWords(
  cells: TileCells,
  options: TileOptions,
): { readonly text: string; readonly tone: 'soft' | 'warn' | 'good' | 'conflict' } {
  const text = serviceText(cells, options);
  switch (cells.service) {
    case 'no-access':
    case 'no-rule':
      return { text, tone: 'soft' };
    case 'lane-by-lane':
      return { text, tone: 'warn' };
    case 'phases':
      return { text, tone: cells.mostSlots > 1 ? 'conflict' : 'good' };
  }
}

function serviceText(cells: TileCells, { target }: TileOptions): string {
  switch (cells.service) {
    case 'no-access':
      return 'no access is shown';
    case 'no-rule':
      return `${target.machine.name} has no such instruction`;
    case 'lane-by-lane':
      return 'addresses are not aligned: one lane after another';
    case 'phases': {
      const { mostSlots } = cells;
      if (mostSlots === 0) return 'nothing of it is touched';
      return mostSlots > 1
        ? `up to ${mostSlots} slots of one bank in a phase`
        : 'every bank serves one slot per phase';
    }
  }
}

export function sizeText({ problem: { tile } }: TileOptions): string {
  return `${tile.rows} x ${rowText(tile)}`;
}

function cellText({ cellElements, cellBytes, counted }: TileCells, { elementBits }: Tile): string {
  if (counted === 'byte' && elementBits !== undefined) {
    return `a cell is ${cellBytes} B of elements of ${elementBits} bits`;
  }
  return cellElements === 1
    ? `a cell is one element (${cellBytes} B)`
    : `a cell is ${cellElements} elements (${cellBytes} B)`;
}

/** `rows 16 to 79 of 256 are shown`; empty where everything is. */
export function croppedText({ firstRow, rows, columns, counted }: TileCells, tile: Tile): string {
  const parts = [
    ...(rows < tile.rows ? [`rows ${firstRow} to ${firstRow + rows - 1} of ${tile.rows}`] : []),
    ...(columns < tile.columns ? [`${counted}s 0 to ${columns - 1} of ${tile.columns}`] : []),
  ];
  return parts.length === 0 ? '' : `${parts.join(' and ')} are shown`;
}

/** The description of either picture. */
export function describe(cells: TileCells, options: TileOptions): string {
  const { access, target, instance } = options;
  const touched = cells.cells.filter(({ lanes }) => lanes.length > 0).length;
  const which = instance === undefined ? 'all instances' : `instance ${instance}`;
  const cropped = croppedText(cells, options.problem.tile);
  const cell = cellText(cells, options.problem.tile);
  return [
    `${cell.charAt(0).toUpperCase()}${cell.slice(1)}${cropped === '' ? '' : `; ${cropped}`}.`,
    `${cells.banks} banks of ${target.machine.name}.`,
    ...(access === undefined
      ? []
      : [
          `${access.name}, ${which}: ${touched} of ${cells.cells.length} cells are touched; ` +
            `${serviceText(cells, options)}.`,
        ]),
  ].join(' ');
}
