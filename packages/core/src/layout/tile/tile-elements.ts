/**
 * Which elements of a tile are at which bytes of shared memory: the way back from an address.
 *
 *     (m, k) of 64 x 32 halves, rows of 64 B       bytes 66 to 69 are (1, 1) and (1, 2)
 *
 * A table with an entry per place, so that it can be copied to a page. Elements are whole bytes.
 */
export interface TileElements {
  /** Names of the indices: m and k of a matrix. */
  readonly names: readonly string[];
  readonly lengths: readonly number[];
  readonly elementBytes: number;
  /** By place in elements: the row-major number of the element there, -1 where there is none. */
  readonly indexAt: Int32Array;
}

/** The table of the offsets of all elements, row-major, in elements. Of two at one place the last one is kept. */
export function tileElements(
  tile: Omit<TileElements, 'indexAt'>,
  offsets: ArrayLike<number>,
): TileElements {
  let places = 0;
  for (let i = 0; i < offsets.length; i++) places = Math.max(places, (offsets[i] ?? 0) + 1);
  const indexAt = new Int32Array(places).fill(-1);
  for (let i = 0; i < offsets.length; i++) indexAt[offsets[i] ?? 0] = i;
  return { ...tile, indexAt };
}

/** The indices of the elements that have a byte in a range, in the order of their places. */
export function elementsAt(
  { lengths, elementBytes, indexAt }: TileElements,
  addressBytes: number,
  widthBytes: number,
): number[][] {
  const found: number[][] = [];
  const last = Math.floor((addressBytes + widthBytes - 1) / elementBytes);
  for (let place = Math.floor(addressBytes / elementBytes); place <= last; place++) {
    let rest = indexAt[place] ?? -1;
    if (rest < 0) continue;
    const index: number[] = [];
    for (const length of lengths.toReversed()) {
      index.unshift(rest % length);
      rest = Math.floor(rest / length);
    }
    found.push(index);
  }
  return found;
}
