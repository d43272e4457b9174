/** One cell of a tile as a mark, the same in its logical and in its physical place: colour, text, and description. */
import { opcodeAt, type ProblemAccess } from '@ldscope/core';
import { hexAddress, textWidth } from './bank-grid-frame.ts';
import { label, rect, svg, type SvgNode } from './node.ts';
import { classes, type Selection } from './selection.ts';
import { laneColor } from './theme.ts';
import type { TileCell, TileCells } from './tile-cells.ts';
import type { TileView } from './tile-view.ts';

/**
 * `bank`: of its first byte; `lane`: the lane that accesses it; `conflict`: the slots of its bank; `column`: its place in
 * the row of the tile, which shows where a swizzle has moved it.
 */
export type TileColors = 'bank' | 'lane' | 'conflict' | 'column';

export interface TileOptions extends TileView {
  readonly colorBy: TileColors;
  readonly selection?: Selection;
  /** Smaller cells, for narrow screens. */
  readonly compact?: boolean;
  /** The width that a picture shall have, as far as its cells allow it. */
  readonly width?: number | undefined;
  /** The cells of this view, where they are known already: `tileCells` of it. */
  readonly cells?: TileCells;
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

/** The mark of a cell in a box, with the first of `texts` that fits into it. */
export function tileMark(
  cell: TileCell,
  box: Box,
  texts: readonly string[],
  cells: TileCells,
  options: TileOptions,
  selected: boolean,
): SvgNode {
  const { colorBy, access } = options;
  const touched = cell.lanes.length > 0;
  const fill = fillOf(cell, cells, options);
  const faded = access !== undefined && !touched && !selected;
  const gap = Math.min(box.width, box.height) > 5 ? 1 : 0;
  const [width, height] = [box.width - gap, box.height - gap];
  const fitted = fittedText(texts, width, height);
  const tone =
    colorBy === 'conflict' && touched ? toneOf(cell, cells, fitted !== undefined) : 'elsewhere';
  return svg(
    'g',
    {
      'class': classes(
        'tile-cell',
        selected && 'picked',
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
    rect(box.x, box.y, width, height, {
      fill,
      class: classes(fill === undefined ? tone : 'fine', selected && 'selected'),
    }),
    ...(fitted === undefined
      ? []
      : [
          label(
            box.x + width / 2,
            box.y + height / 2 + 0.5,
            fitted.text,
            classes(fitted.size === 9 && 'small', fill === undefined ? tone : 'on-lane'),
          ),
        ]),
  );
}

/** Where there is no room for the number of slots, a cell with a conflict is dark and one without is pale. */
function toneOf({ slots }: TileCell, { service }: TileCells, hasText: boolean): string {
  if (service === 'lane-by-lane') return 'warn';
  if (slots <= 1) return 'good';
  return hasText ? 'conflict' : 'bar-conflict';
}

function fittedText(
  texts: readonly string[],
  width: number,
  height: number,
): { readonly text: string; readonly size: 9 | 11 } | undefined {
  const sizes = height > 13 ? ([11, 9] as const) : height >= 10 ? ([9] as const) : [];
  for (const text of texts) {
    if (text === '') continue;
    const size = sizes.find((one) => textWidth(text, one) <= width - (one === 11 ? 4 : 0));
    if (size !== undefined) return { text, size };
  }
  return undefined;
}

function fillOf(
  { bank, column, lanes }: TileCell,
  { banks, columns }: TileCells,
  { colorBy, problem }: TileOptions,
): string | undefined {
  switch (colorBy) {
    case 'bank':
      return laneColor(bank, banks);
    case 'column':
      return laneColor(column, columns);
    case 'lane':
      return lanes[0] === undefined ? undefined : laneColor(lanes[0].lane, problem.waveSize);
    case 'conflict':
      return undefined;
  }
}

/** The text for a cell's colour, the longer one first. */
export function cellTexts(
  { bank, banks, column, lanes, slots }: TileCell,
  colorBy: TileColors,
  allBanks: number,
): string[] {
  switch (colorBy) {
    case 'bank':
      return banks > 1 ? [`${bank}-${(bank + banks - 1) % allBanks}`, `${bank}`] : [`${bank}`];
    case 'column':
      return [`${column}`];
    case 'lane': {
      const [first] = lanes;
      if (first === undefined) return [];
      const others = lanes.some(({ lane }) => lane !== first.lane);
      return others ? [`${first.lane}+`, `${first.lane}`] : [`${first.lane}`];
    }
    case 'conflict':
      return slots > 1 ? [`${slots}x`] : [];
  }
}

const SHOWN_LANES = 4;

/** The description of a cell in a sentence. */
function cellTitle(
  cell: TileCell,
  { counted, cellElements, banks: allBanks, service }: TileCells,
  access: ProblemAccess | undefined,
): string {
  const { row, column, addressBytes, bank, banks, slots } = cell;
  const columns =
    cellElements === 1
      ? `${counted} ${column}`
      : `${counted}s ${column}-${column + cellElements - 1}`;
  const where = banks === 1 ? `bank ${bank}` : `banks ${bank}-${(bank + banks - 1) % allBanks}`;
  return [
    `row ${row}, ${columns}: byte ${hexAddress(addressBytes)}, ${where}`,
    ...(access === undefined || service === 'no-rule' ? [] : [lanesText(cell, access)]),
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
      [
        `lane ${lane} of wave ${wave}`,
        ...(phase === undefined ? [] : [`in phase ${phase + 1}`]),
      ].join(' '),
    );
  const rest = lanes.length - shown.length;
  return `${verb} by ${shown.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}
