/** A tile as the command line takes it: `64x128xf16`, rows by columns by element type. */
import { diagnose, failure, messages, type Result, success, type Tile } from '@ldscope/core';

/** More elements than any shared memory holds. */
const MOST_ELEMENTS = 2 ** 20;

export function parseTile(text: string): Result<Tile> {
  const [, rows, columns, bits] =
    /^(\d{1,7})x(\d{1,7})x[a-z]+(\d{1,3})\w*$/i.exec(text.trim()) ?? [];
  const tile = { rows: Number(rows), columns: Number(columns), elementBytes: Number(bits) / 8 };
  const sound =
    tile.rows > 0 &&
    tile.columns > 0 &&
    tile.rows * tile.columns <= MOST_ELEMENTS &&
    [1, 2, 4, 8, 16].includes(tile.elementBytes);
  return sound ? success(tile) : failure(diagnose(messages.usage.tile(text)));
}
