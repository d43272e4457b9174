/**
 * The places of a tile's elements counted in elements, however small these are, and the layout that such places are.
 *
 *     f16, row 1 at byte 80          place 40
 *     f4, byte 80 of row 1           places 160 and 161
 *     f6, bytes 48 to 50             places 64 to 67: four elements in three bytes, which have to stay together
 *
 * A layout counts the bytes of packed elements (`packed-tile.ts`), a descriptor or a formula the elements.
 */
import { diagnose } from '../../base/diagnostic.ts';
import { messages } from '../../base/messages.ts';
import { failure, type Result } from '../../base/result.ts';
import { elementView } from './packed-tile.ts';
import { elementOffsets, recognizeLayout } from './recognize.ts';
import type { Tile, TileLayout } from './tile-layout.ts';

/** The least bytes that hold whole elements, and the elements: 1 and 2 of 4 bits, 3 and 4 of 6. */
function groupOf(elementBits: number): { readonly bytes: number; readonly elements: number } {
  let bytes = 1;
  while ((8 * bytes) % elementBits !== 0) bytes++;
  return { bytes, elements: (8 * bytes) / elementBits };
}

/** The place of each element, row after row; `undefined` where an element has none: its bytes are apart, or it begins between. */
export function elementPlaces(layout: TileLayout): Float64Array | undefined {
  const { elementBits, elementBytes } = layout.tile;
  const offsets = elementOffsets(layout);
  if (elementBits === undefined) return offsets.map((offset) => offset / elementBytes);
  const { bytes, elements } = groupOf(elementBits);
  const places = new Float64Array((offsets.length / bytes) * elements);
  for (let at = 0; at < offsets.length; at += bytes) {
    const first = offsets[at] ?? 0;
    const isWhole = offsets.subarray(at, at + bytes).every((offset, i) => offset === first + i);
    if (!isWhole || first % bytes !== 0) return undefined;
    for (let i = 0; i < elements; i++)
      places[(at / bytes) * elements + i] = (first / bytes) * elements + i;
  }
  return places;
}

/** The layout of a tile whose elements have these places. Fails where it has no form, or parts elements that share bytes. */
export function layoutOfPlaces(tile: Tile, places: ArrayLike<number>): Result<TileLayout> {
  const { elementBits, elementBytes } = tile;
  if (elementBits === undefined)
    return recognizeLayout(
      tile,
      Float64Array.from(places, (place) => place * elementBytes),
    );
  const { bytes, elements } = groupOf(elementBits);
  const offsets = new Float64Array((places.length / elements) * bytes);
  const { columns } = elementView(tile);
  for (let at = 0; at < places.length; at += elements) {
    const first = places[at] ?? 0;
    for (let i = 1; i < elements; i++) {
      if (places[at + i] === first + i && first % elements === 0) continue;
      const what = `element (${Math.floor(at / columns)}, ${(at + i) % columns}) by itself`;
      return failure(diagnose(messages.notation.partOfByte(what, elementBits)));
    }
    for (let i = 0; i < bytes; i++)
      offsets[(at / elements) * bytes + i] = (first / elements) * bytes + i;
  }
  return recognizeLayout(tile, offsets);
}
