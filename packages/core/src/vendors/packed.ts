/**
 * How notations read and write tiles of elements below a byte (`packed-tile.ts`).
 *
 *     elements   wave: swizzle_unit = 32 of f4E2M1FN is a unit of 16 bytes
 *     bytes      Triton and C have no such elements: a tensor or array of uint8 holds them, and its indices count bytes
 *     refused    with the reason
 */
import { type Result } from '../base/result.ts';
import { elementView, layoutOfBytes, layoutOfElements } from '../layout/tile/packed-tile.ts';
import type { Tile } from '../layout/tile/tile-layout.ts';
import { cannotExpress, type Notation } from './notation.ts';

/** A notation that counts in elements, however small. */
export function countingElements(notation: Notation): Notation {
  return {
    ...notation,
    parse(text, { tile, ...context }) {
      const read = notation.parse(text, { ...context, tile: elementView(tile) });
      if (!read.ok || tile.elementBits === undefined) return read;
      const stored = layoutOfBytes(read.value, tile);
      return stored.ok ? { ...stored, diagnostics: read.diagnostics } : stored;
    },
    print(layout) {
      const seen = layoutOfElements(layout);
      return seen.ok ? notation.print(seen.value) : seen;
    },
  };
}

/** A notation that reads and prints packed elements itself, of some widths only: `why` tells of the others. */
export function packingOnly(bits: readonly number[], notation: Notation, why: string): Notation {
  const refused = ({ elementBits }: Tile): Result<never> | undefined =>
    elementBits === undefined || bits.includes(elementBits)
      ? undefined
      : cannotExpress(notation.name, why);
  return {
    ...notation,
    parse: (text, context) => refused(context.tile) ?? notation.parse(text, context),
    print: (layout) => refused(layout.tile) ?? notation.print(layout),
  };
}

/** The title of a notation for a tile: it tells where indices count bytes of several elements. */
export function titleFor({ title, counts }: Notation, { elementBits }: Tile): string {
  return counts === 'bytes' && elementBits !== undefined ? `${title}, in bytes` : title;
}
