/** `#iree_codegen.xor_shuffle` and `#iree_codegen.rotate_rows` as text and as layouts of a tile. */
import { messages } from '../../base/messages.ts';
import { type Result, success } from '../../base/result.ts';
import { type Cursor, parseText } from '../../layout/text/cursor.ts';
import { recognizeLayout } from '../../layout/tile/recognize.ts';
import {
  type RowLayout,
  rowBytes,
  type Tile,
  type TileLayout,
} from '../../layout/tile/tile-layout.ts';
import {
  groupsOf,
  type IreeSwizzle,
  rowStrideOf,
  swizzleOffset,
  verifierFault,
} from './swizzle.ts';
import { periodFault, permutationFault, rowWidthFault } from './traps.ts';
import { cannotExpress, type Notation } from '../notation.ts';

const NO_PADDING = 'a swizzle attribute permutes a flat buffer without pads';
const ONLY_ROW = 'xor_shuffle has floor(row / per_phase) mod groups as its only key';

export const iree: Notation = {
  name: 'iree',
  title: "IREE's xor_shuffle and rotate_rows",
  example: '#iree_codegen.xor_shuffle<64, 8>',
  claims: (text) => /#iree_codegen\.\w/.test(text),
  expresses: {
    'row-pad': NO_PADDING,
    'interval-pad': NO_PADDING,
    'xor': 'yes',
    'rows-per-phase': 'yes',
    'xor-any': ONLY_ROW,
    'rotate': 'yes',
    'linear': 'the attributes move groups within rows by one key per row',
    'reshaped': 'the attributes move groups within rows by one key per row',
  },
  parse: (text, { tile }) => parseIree(text, tile),
  print: printLayoutOfIree,
};

const kinds = ['xor_shuffle', 'rotate_rows'] as const;

/** In the order in which upstream prints them. */
const parameterNames: Readonly<Record<(typeof kinds)[number], readonly string[]>> = {
  xor_shuffle: ['row_width', 'access_width', 'row_stride', 'per_phase'],
  rotate_rows: ['row_width', 'access_width'],
};

/** Reads a swizzle attribute of IREE; `#iree_codegen.` may be left out. Verifier rules are errors, as upstream. */
export function parseIreeSwizzle(text: string): Result<IreeSwizzle> {
  return parseText(text, { comments: true }, (cursor) => swizzleAt(cursor));
}

/** Reads an attribute as the layout of a tile. The traps that show on the tile are diagnostics (`traps.ts`). */
function parseIree(text: string, tile: Tile): Result<TileLayout> {
  return parseText(text, { comments: true }, (cursor) => {
    const swizzle = swizzleAt(cursor);
    if (swizzle === undefined) return undefined;
    const span = { start: 0, end: cursor.lastEnd };
    const elements = tile.rows * tile.columns;
    const broken = permutationFault(swizzle, elements);
    if (broken !== undefined) return cursor.fail(broken, span);
    for (const trap of [periodFault(swizzle, elements), rowWidthFault(swizzle, tile.columns)]) {
      if (trap !== undefined) cursor.note({ ...trap, span });
    }
    const layout = ireeLayout(swizzle, tile);
    return layout.ok ? layout.value : cursor.fail(layout.diagnostics[0] ?? NO_LAYOUT, span);
  });
}

const NO_LAYOUT = messages.notation.noTileLayout('its offsets follow no rule that is known');

/** The layout that a swizzle attribute of IREE gives a tile whose buffer is its elements, row after row. */
export function ireeLayout(swizzle: IreeSwizzle, tile: Tile): Result<TileLayout> {
  const direct = directLayout(swizzle, tile);
  if (direct !== undefined) return success(direct);
  const offsets = Float64Array.from(
    { length: tile.rows * tile.columns },
    (_, element) => swizzleOffset(swizzle, element) * tile.elementBytes,
  );
  return recognizeLayout(tile, offsets);
}

/** Where the attribute's rows are those of the tile, its numbers are those of the layout. */
function directLayout(swizzle: IreeSwizzle, tile: Tile): RowLayout | undefined {
  const { rowWidth, accessWidth } = swizzle;
  const isOfRows =
    rowWidth === tile.columns &&
    (swizzle.kind === 'rotate_rows' || rowStrideOf(swizzle) === tile.columns);
  if (!isOfRows) return undefined;
  const key =
    swizzle.kind === 'rotate_rows'
      ? ({ kind: 'rotate', step: 1, rowsPerPhase: 1 } as const)
      : ({ kind: 'xor', phases: groupsOf(swizzle), rowsPerPhase: swizzle.perPhase ?? 1 } as const);
  return { kind: 'rows', tile, unitBytes: accessWidth * tile.elementBytes, key, paddings: [] };
}

/**
 * The text of an attribute. `row_stride` is printed whenever `per_phase` is: without it IREE prints three numbers,
 * which read back as a row stride.
 */
export function printIreeSwizzle(swizzle: IreeSwizzle): string {
  const numbers = [swizzle.rowWidth, swizzle.accessWidth];
  if (swizzle.kind === 'xor_shuffle') {
    const { rowStride, perPhase } = swizzle;
    if (rowStride !== undefined || perPhase !== undefined) numbers.push(rowStrideOf(swizzle));
    if (perPhase !== undefined) numbers.push(perPhase);
  }
  return `#iree_codegen.${swizzle.kind}<${numbers.join(', ')}>`;
}

function swizzleAt(cursor: Cursor): IreeSwizzle | undefined {
  if (cursor.eat('#') && cursor.at('iree_codegen')) {
    cursor.take();
    if (cursor.expect('.') === undefined) return undefined;
  }
  const start = cursor.peek().start;
  const word = cursor.name("'xor_shuffle' or 'rotate_rows'");
  if (word === undefined) return undefined;
  const kind = kinds.find((candidate) => candidate === word.text);
  if (kind === undefined) {
    return cursor.fail(messages.notation.unknownName('IREE swizzle', word.text, kinds), word);
  }
  const names = parameterNames[kind];
  let position = 0;
  const values = cursor.expect('<') && cursor.list('>', () => parameter(cursor, names[position++]));
  if (values === undefined) return undefined;
  const span = { start, end: cursor.lastEnd };
  const most = kind === 'xor_shuffle' ? 4 : 2;
  const [rowWidth, accessWidth, rowStride, perPhase] = values;
  if (rowWidth === undefined || accessWidth === undefined || values.length > most) {
    const what = `${kind} has ${values.length} numbers`;
    const hint =
      most === 2
        ? 'give row_width and access_width'
        : 'give row_width and access_width, then row_stride and per_phase where they differ from the defaults';
    return cursor.fail(messages.notation.parameter(what, hint), span);
  }
  const swizzle: IreeSwizzle = { kind, rowWidth, accessWidth, rowStride, perPhase };
  const fault = verifierFault(swizzle);
  if (fault === undefined) return swizzle;
  return cursor.fail(
    messages.notation.parameter(fault, 'IREE rejects it: correct the numbers'),
    span,
  );
}

/** A number, or with its name as slides spell it: `row_width = 128`. Names keep upstream's order. */
function parameter(cursor: Cursor, name: string | undefined): number | undefined {
  if (name !== undefined && cursor.eat(name) && cursor.expect('=') === undefined) return undefined;
  return positive(cursor)?.value;
}

/** IREE takes zero and negative numbers without a word and divides by them later. */
function positive(cursor: Cursor): { readonly value: number } | undefined {
  const minus = cursor.eat('-');
  const number = cursor.number('a whole number');
  if (number === undefined || (!minus && number.value > 0)) return number;
  const what = `${minus ? '-' : ''}${number.value} is not a number of elements`;
  const hint = 'IREE accepts it and divides by it: give a positive number';
  return cursor.fail(messages.notation.parameter(what, hint), number);
}

function printLayoutOfIree(layout: TileLayout): Result<string> {
  const { tile } = layout;
  if (layout.kind !== 'rows' || layout.key === undefined) {
    return cannotExpress('iree', 'a swizzle moves elements, and this layout is the identity');
  }
  const { key, unitBytes } = layout;
  const accessWidth = unitBytes / tile.elementBytes;
  const [rowWidth, groups] = [tile.columns, rowBytes(tile) / unitBytes];
  if (key.kind === 'rotate') {
    return success(printIreeSwizzle({ kind: 'rotate_rows', rowWidth, accessWidth }));
  }
  if (key.kind !== 'xor') return cannotExpress('iree', ONLY_ROW);
  const perPhase = key.rowsPerPhase;
  // Rows that never come around to a key beyond the phases have room for more phases; else a part of the row is one.
  const wraps = tile.rows > key.phases * perPhase && key.phases !== groups;
  const width = wraps ? key.phases * accessWidth : rowWidth;
  const swizzle: IreeSwizzle = {
    kind: 'xor_shuffle',
    rowWidth: width,
    accessWidth,
    ...((width !== rowWidth || perPhase !== 1) && { rowStride: rowWidth }),
    ...(perPhase !== 1 && { perPhase }),
  };
  const fault = verifierFault(swizzle);
  const text = printIreeSwizzle(swizzle);
  if (fault === undefined) return success(text);
  return cannotExpress('iree', `${text} is rejected by IREE: ${fault}`);
}
