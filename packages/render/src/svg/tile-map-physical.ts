/**
 * The cells of a tile where they are in shared memory: rows of banks, in the colours of the logical picture. The bytes
 * between the cells are padding, or belong to other buffers.
 *
 *     bank     0    4    8    12
 *     0x0000  | 0,0 | 0,8 | 0,16| 0,24|     row and column of the element
 *     0x0080  | 1,8 | 1,0 | 1,24| 1,16|
 */
import { hexAddress } from './bank-grid-frame.ts';
import { label, type Picture, rect } from './node.ts';
import { type TileCell, type TileCells, tileCells } from './tile-cells.ts';
import { describe, sizeText, tileLegend } from './tile-legend.ts';
import { rowHeight } from './tile-map.ts';
import { type Box, cellTexts, type TileOptions } from './tile-map-cell.ts';
import { tileMarks } from './tile-marks.ts';

const LEFT = 56;
const TOP = 24;
/** Narrower, a bank is not a place to point at. */
const LEAST_BANK_WIDTH = 5;

/** The physical picture of a tile. */
export function physicalTilePicture(options: TileOptions): Picture {
  const { cells = tileCells(options), colorBy, compact = false } = options;
  const { banks } = cells;
  const period = 4 * banks;
  const usual = compact ? (banks > 32 ? 5 : 9) : banks > 32 ? 15 : 28;
  const room = options.width === undefined ? undefined : (options.width - LEFT - 10) / banks;
  const bankWidth = room === undefined ? usual : Math.min(40, Math.max(LEAST_BANK_WIDTH, room));
  const { firstLine, rows, leftOut } = linesOf(cells);
  const height = rowHeight(rows, compact);
  const bottom = TOP + rows * height;
  const width = banks * bankWidth;
  const bankStep = Math.max(1, 2 ** Math.ceil(Math.log2(20 / bankWidth)));
  const rowStep = Math.max(1, Math.ceil(12 / height));
  const places = cells.cells.flatMap((cell) =>
    boxes(cell, cells, firstLine, bankWidth, height)
      .filter(({ y }) => y < bottom)
      .map((box) => ({ cell, box, texts: placedTexts(cell, colorBy, cells) })),
  );
  const cut = leftOut === 0 ? [] : [`${leftOut} more rows of banks are left out`];
  const legend = tileLegend(LEFT, bottom + 14, cells, options, cut);
  return {
    width: LEFT + width + 10,
    height: bottom + legend.height + 8,
    title: `Tile of ${sizeText(options)} in shared memory, coloured by ${colorBy}`,
    description: [
      `A column is a bank, a row ${period} bytes.`,
      describe(cells, options),
      ...cut.map((text) => `${text}.`),
    ].join(' '),
    content: [
      rect(LEFT, TOP, width, rows * height, 'gap'),
      label(LEFT - 8, TOP - 10, 'bank', 'end small faint'),
      ...Array.from({ length: banks }, (_, bank) => bank)
        .filter((bank) => bank % bankStep === 0)
        .map((bank) =>
          label(LEFT + (bank + 0.5) * bankWidth, TOP - 10, bank, {
            'class': 'small faint',
            'data-bank': bank,
          }),
        ),
      ...Array.from({ length: rows }, (_, index) => index)
        .filter((index) => index % rowStep === 0)
        .map((index) =>
          label(
            LEFT - 8,
            TOP + (index + 0.5) * height,
            hexAddress((firstLine + index) * period),
            'end small faint',
          ),
        ),
      tileMarks('physical', places, cells, options),
      ...legend.nodes,
    ],
  };
}

/** More rows of banks than this are not drawn: padding can spread a tile without bound. */
const MOST_LINES = 640;

function linesOf({ cells, cellBytes, banks }: TileCells): {
  readonly firstLine: number;
  readonly rows: number;
  readonly leftOut: number;
} {
  const period = 4 * banks;
  let first = Number.POSITIVE_INFINITY;
  let last = 0;
  for (const { addressBytes } of cells) {
    first = Math.min(first, Math.floor(addressBytes / period));
    last = Math.max(last, Math.floor((addressBytes + cellBytes - 1) / period));
  }
  const all = last - first + 1;
  const rows = Math.min(all, MOST_LINES);
  return { firstLine: first, rows, leftOut: all - rows };
}

/** Where a cell is: one box, or two where it goes on in the next row. */
function boxes(
  { addressBytes }: TileCell,
  { banks, cellBytes }: TileCells,
  firstLine: number,
  bankWidth: number,
  height: number,
): Box[] {
  const period = 4 * banks;
  const within = addressBytes % period;
  const line = Math.floor(addressBytes / period) - firstLine;
  const here = Math.min(cellBytes, period - within);
  const scale = bankWidth / 4;
  const box = (from: number, bytes: number, row: number): Box => ({
    x: LEFT + from * scale,
    y: TOP + row * height,
    width: bytes * scale,
    height,
  });
  const first = box(within, here, line);
  return here === cellBytes ? [first] : [first, box(0, cellBytes - here, line + 1)];
}

/** Its position in the tile where the bank is obvious, else the text for its colour. */
function placedTexts(
  cell: TileCell,
  colorBy: TileOptions['colorBy'],
  { banks }: TileCells,
): readonly string[] {
  return colorBy === 'bank' || colorBy === 'column'
    ? [`${cell.row},${cell.column}`]
    : cellTexts(cell, colorBy, banks);
}
