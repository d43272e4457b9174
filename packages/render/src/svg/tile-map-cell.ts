/** One cell of a tile as a mark, the same in its logical and in its physical place: colour, text, and what it says. */
import { opcodeAt, type ProblemAccess } from '@ldscope/core';
import { hexAddress, textWidth } from './bank-grid-frame.ts';
import { label, svg, type SvgNode } from './node.ts';
import { classes, emphasis, type Selection } from './selection.ts';
import { laneColor } from './theme.ts';
import type { TileCell, TileCells, TileView } from './tile-cells.ts';

/**
 * `bank`: of its first byte; `lane`: the lane that comes there; `conflict`: the slots of its bank; `column`: its place in
 * the row of the tile, which shows where a swizzle has moved it.
 */
export type TileColors = 'bank' | 'lane' | 'conflict' | 'column';

export interface TileOptions extends TileView {
  readonly colorBy: TileColors;
  readonly selection?: Selection;
  /** Smaller cells, for narrow screens. */
  readonly compact?: boolean;
}

/** A rectangle of the picture, in pixels. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** More cells than this have no titles of their own: the element is in `data-element`. */
const MOST_TITLES = 1024;

export function tileMark(
  cell: TileCell,
  box: Box,
  text: string,
  cells: TileCells,
  options: TileOptions,
): SvgNode {
  const { colorBy, selection, access } = options;
  const touched = cell.slots > 0;
  const state = emphasis(selection, {
    ...(access === undefined ? {} : { lanes: cell.lanes.map(({ lane }) => lane) }),
    banks: Array.from({ length: cell.banks }, (_, i) => (cell.bank + i) % cells.banks),
    ...(selection?.element === undefined
      ? {}
      : {
          elements: isInCell(selection.element, cell, cells.cellElements)
            ? [selection.element]
            : [],
        }),
  });
  const fill = fillOf(cell, cells, options);
  const faded = access !== undefined && !touched && state === undefined;
  const gap = Math.min(box.width, box.height) > 5 ? 1 : 0;
  const size = box.width > 30 && box.height > 13 ? 11 : 9;
  const fits = box.height >= 11 && textWidth(text, size) <= box.width - gap && text !== '';
  const tone =
    colorBy === 'conflict' && touched ? (cell.slots > 1 ? 'conflict' : 'good') : undefined;
  return svg(
    'g',
    {
      'class': classes(
        'tile-cell',
        state === 'dimmed' && 'dimmed',
        faded && (colorBy === 'bank' || colorBy === 'column') && 'untouched',
      ),
      'data-element': cell.element,
      'data-bank': cell.bank,
      'data-lane': cell.lanes[0]?.lane,
      'data-address': cell.addressBytes,
    },
    ...(cells.cells.length <= MOST_TITLES
      ? [svg('title', {}, cellTitle(cell, cells, access))]
      : []),
    svg('rect', {
      x: box.x,
      y: box.y,
      width: box.width - gap,
      height: box.height - gap,
      fill,
      class: classes(
        fill === undefined ? (tone ?? 'elsewhere') : 'fine',
        state === 'selected' && 'selected',
      ),
    }),
    ...(fits
      ? [
          label(box.x + (box.width - gap) / 2, box.y + (box.height - gap) / 2 + 0.5, text, {
            class: classes(
              size === 9 && 'small',
              fill === undefined ? (tone ?? 'faint') : 'on-lane',
            ),
          }),
        ]
      : []),
  );
}

function isInCell(element: number, cell: TileCell, cellElements: number): boolean {
  return element >= cell.element && element < cell.element + cellElements;
}

function fillOf(
  { bank, column, lanes, slots }: TileCell,
  { banks, columns }: TileCells,
  { colorBy, problem }: TileOptions,
): string | undefined {
  switch (colorBy) {
    case 'bank':
      return laneColor(bank, banks);
    case 'column':
      return laneColor(column, columns);
    case 'lane':
      return slots === 0 ? undefined : laneColor(lanes[0]?.lane ?? 0, problem.waveSize);
    case 'conflict':
      return undefined;
  }
}

/** What a cell says by its colours: bank, lane or slots. */
export function cellText(
  { bank, banks, column, lanes, slots }: TileCell,
  colorBy: TileColors,
  room: number,
  allBanks: number,
): string {
  switch (colorBy) {
    case 'bank': {
      const range = `${bank}-${(bank + banks - 1) % allBanks}`;
      return banks > 1 && textWidth(range, 9) < room ? range : String(bank);
    }
    case 'column':
      return String(column);
    case 'lane':
      return slots === 0 ? '' : String(lanes[0]?.lane ?? '');
    case 'conflict':
      return slots > 1 ? `${slots}x` : '';
  }
}

const SHOWN_LANES = 4;

/** Everything that is known of a cell, in a sentence. */
export function cellTitle(
  cell: TileCell,
  { cellElements, banks: allBanks }: TileCells,
  access: ProblemAccess | undefined,
): string {
  const { row, column, addressBytes, bank, banks, slots } = cell;
  const columns =
    cellElements === 1 ? `column ${column}` : `columns ${column}-${column + cellElements - 1}`;
  const where = banks === 1 ? `bank ${bank}` : `banks ${bank}-${(bank + banks - 1) % allBanks}`;
  return [
    `row ${row}, ${columns}: byte ${hexAddress(addressBytes)}, ${where}`,
    ...(access === undefined ? [] : [lanesText(cell, access)]),
    ...(slots > 1 ? [`its bank serves ${slots} slots`] : []),
  ].join('; ');
}

function lanesText({ lanes }: TileCell, { op }: ProblemAccess): string {
  const { direction } = opcodeAt(op);
  const verbs = { read: 'read', write: 'written', atomic: 'updated', async: 'filled' } as const;
  const verb = verbs[direction];
  if (lanes.length === 0) return `not ${verb}`;
  const shown = lanes
    .slice(0, SHOWN_LANES)
    .map(({ lane, wave, phase }) =>
      [`lane ${lane} of wave ${wave}`, ...(phase === undefined ? [] : [`in phase ${phase}`])].join(
        ' ',
      ),
    );
  const rest = lanes.length - shown.length;
  return `${verb} by ${shown.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}
