/** A tile as the command line takes it: `64x128xf16`, `64x128xf4E2M1FN`: rows by columns by element type. */
import {
  diagnose,
  elementBitsByName,
  failure,
  messages,
  type Result,
  type Tile,
  tileOfElements,
} from '@ldscope/core';

/** More elements than any shared memory holds. */
const MOST_ELEMENTS = 2 ** 20;

/** Bits of an element whose name ends in a number, such as `half16`; names that are known by themselves come first. */
function bitsOf(element: string): number {
  return elementBitsByName.get(element) ?? Number(/^[a-z]+(\d{1,3})\w*$/i.exec(element)?.[1]);
}

export function parseTile(text: string): Result<Tile> {
  const [, rows = '', columns = '', element = ''] =
    /^(\d{1,7})x(\d{1,7})x([a-z]\w*)$/i.exec(text.trim()) ?? [];
  const [rowCount, columnCount, bits] = [Number(rows), Number(columns), bitsOf(element)];
  const known = elementBitsByName.has(element) || [8, 16, 32, 64, 128].includes(bits);
  const sound = rowCount > 0 && columnCount > 0 && rowCount * columnCount <= MOST_ELEMENTS;
  return sound && known
    ? tileOfElements(rowCount, columnCount, bits)
    : failure(diagnose(messages.usage.tile(text)));
}
