/**
 * Padding as a row pitch, the way kernels are written and talked about.
 *
 *     pad 132          rows 132 elements apart       (also: pitch = 132, ld 132)
 *     pitch = 136B     rows 136 bytes apart
 *     + 4              4 elements more than the row
 *     tile[128][132]   an array of 128 rows of 132 elements
 */
import { messages } from '../../base/messages.ts';
import { type Result, success } from '../../base/result.ts';
import { type Cursor, parseText } from '../../layout/text/cursor.ts';
import {
  paddedLayout,
  type RowLayout,
  rowBytes,
  type Tile,
  type TileLayout,
} from '../../layout/tile/tile-layout.ts';
import { cannotExpress, type Notation } from '../notation.ts';

const NO_SWIZZLE = 'a pitch leaves the order of the elements alone';

export const padding: Notation = {
  name: 'padding',
  title: 'padding as row pitch',
  example: 'pitch = 68',
  claims: (text) => {
    const [, word = ''] = /^\s*(\w+)\s*[=:]?\s*\d+\s*\w*\s*$/.exec(text) ?? [];
    return pitchWords.has(word);
  },
  expresses: {
    'row-pad': 'yes',
    'interval-pad': 'a pitch is the same after every row',
    'xor': NO_SWIZZLE,
    'rows-per-phase': NO_SWIZZLE,
    'xor-any': NO_SWIZZLE,
    'rotate': NO_SWIZZLE,
    'linear': NO_SWIZZLE,
    'reshaped': NO_SWIZZLE,
  },
  parse: (text, { tile }) => parsePadding(text, tile),
  print(layout) {
    const pitchBytes = pitchOf(layout);
    if (pitchBytes === undefined) {
      return cannotExpress('padding', 'its rows are not at one distance, in their order');
    }
    const { elementBytes } = layout.tile;
    const inElements = pitchBytes % elementBytes === 0;
    return success(inElements ? `pitch = ${pitchBytes / elementBytes}` : `pitch = ${pitchBytes}B`);
  },
};

/** Bytes from row to row; `undefined` where they differ or something is swizzled. */
export function pitchOf(layout: TileLayout): number | undefined {
  if (layout.kind !== 'rows' || layout.key !== undefined) return undefined;
  const row = rowBytes(layout.tile);
  if (layout.paddings.some(({ intervalBytes }) => intervalBytes !== row)) return undefined;
  return layout.paddings.reduce((pitch, { padBytes }) => pitch + padBytes, row);
}

/** The layout of a pitch; the pitch is at least the row. */
function parsePadding(text: string, tile: Tile): Result<RowLayout> {
  return parseText(text, { comments: true }, (cursor) => {
    const start = cursor.peek().start;
    const pitchBytes = pitch(cursor, tile);
    if (pitchBytes === undefined) return undefined;
    const span = { start, end: cursor.lastEnd };
    if (pitchBytes < rowBytes(tile)) {
      const what = `the pitch is ${pitchBytes} bytes, but a row of ${tile.columns} elements has ${rowBytes(tile)}`;
      return cursor.fail(messages.notation.parameter(what, 'rows must not overlap'), span);
    }
    return paddedLayout(tile, pitchBytes);
  });
}

const pitchWords: ReadonlySet<string> = new Set(['pad', 'pitch', 'ld', 'LD']);

function pitch(cursor: Cursor, tile: Tile): number | undefined {
  if (cursor.eat('+')) {
    const more = amount(cursor, tile);
    return more === undefined ? undefined : rowBytes(tile) + more;
  }
  const word = cursor.name("'pad', 'pitch', '+' or 'tile[...][...]'");
  if (word === undefined) return undefined;
  if (cursor.at('[')) return arrayPitch(cursor, tile);
  if (!pitchWords.has(word.text)) {
    return cursor.fail(
      messages.notation.unknownName('padding parameter', word.text, [...pitchWords]),
      word,
    );
  }
  if (!cursor.eat('=')) cursor.eat(':');
  return amount(cursor, tile);
}

/** A number of elements, or of bytes when `B` or `bytes` follows. */
function amount(cursor: Cursor, tile: Tile): number | undefined {
  const number = cursor.number('a number of elements or bytes');
  if (number === undefined) return undefined;
  if (cursor.eat('B') || cursor.eat('bytes')) return number.value;
  if (!cursor.eat('elements')) cursor.eat('element');
  return number.value * tile.elementBytes;
}

/** `[rows][pitch]`, the pitch in elements. Rows are those of the tile. */
function arrayPitch(cursor: Cursor, tile: Tile): number | undefined {
  cursor.take();
  const rows = cursor.number('the number of rows');
  if (rows === undefined) return undefined;
  const between = cursor.expect(']') && cursor.expect('[');
  const columns = between && cursor.number('the number of columns');
  if (columns === undefined || cursor.expect(']') === undefined) return undefined;
  if (rows.value !== tile.rows) {
    const what = `the array has ${rows.value} rows, the tile has ${tile.rows}`;
    return cursor.fail(messages.notation.tile(what), rows);
  }
  return columns.value * tile.elementBytes;
}
