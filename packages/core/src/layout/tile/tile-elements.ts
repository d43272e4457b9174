/**
 * Which elements of a tile are at which bytes of shared memory: the way back from an address.
 *
 *     (m, k) of 64 x 32 halves, rows of 64 B       bytes 66 to 69 are (1, 1) and (1, 2)
 *
 * A table with an entry per place, so that it can be copied to a page. Two elements of 4 bits share a byte.
 */
import type { LdsObject } from '../../access/lds-object.ts';

/** A tile with the element at each place. */
export interface TileElements {
  /** Names of the indices: m and k of a matrix. */
  readonly names: readonly string[];
  readonly lengths: readonly number[];
  /** 0.5 for elements of 4 bits. */
  readonly elementBytes: number;
  /** By place in elements: the row-major number of the element there, -1 where there is none. */
  readonly indexAt: Int32Array;
}

/** The table of the offsets of all elements, row-major, in elements. Where two are at one place, the last one is kept. */
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
  const last = Math.ceil((addressBytes + widthBytes) / elementBytes) - 1;
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

const AXES: Readonly<Record<number, readonly string[]>> = {
  1: ['index'],
  2: ['row', 'column'],
  3: ['plane', 'row', 'column'],
};

/** The elements of an array that is declared in LDS, row-major; `undefined` where its declaration is not known. */
export function elementsOfObject({
  offset,
  bytes,
  shape = [],
  elementBytes,
}: LdsObject): TileElements | undefined {
  const count = shape.reduce((product, length) => product * length, 1);
  if (elementBytes === undefined || shape.length === 0 || count * elementBytes !== bytes)
    return undefined;
  const first = offset / elementBytes;
  if (!Number.isInteger(first)) return undefined;
  const names = AXES[shape.length] ?? shape.map((_, axis) => `index ${axis}`);
  const offsets = Int32Array.from({ length: count }, (_, index) => first + index);
  return tileElements({ names, lengths: shape, elementBytes }, offsets);
}
