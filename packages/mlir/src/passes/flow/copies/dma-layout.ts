/**
 * Which lane of which wave copies which part of a tile: elements, then lanes, from the innermost dimension; waves from the
 * outermost; what is left is done one after the other.
 *
 *     16x64 f16, 64 work-items, 128 bits     8 elements of a row; 8 lanes along it, 8 rows; 2 batches of 8 rows
 *
 * Source: iree-org/iree @b48a5955 `Codegen/Common/GPU/AMDGPULowerAsyncDMA.cpp`.
 */
export interface DmaLayout {
  readonly waves: readonly number[];
  readonly batches: readonly number[];
  readonly lanes: readonly number[];
  readonly elements: readonly number[];
}

/** The layout of the widest size that divides the tile; `undefined` where none does. */
export function dmaLayout(
  shape: readonly number[],
  items: number,
  waveSize: number,
  elementBits: number,
  dmaSizes: readonly number[],
): DmaLayout | undefined {
  for (const bits of dmaSizes.toSorted((a, b) => b - a)) {
    const elements = bits / elementBits;
    const total = shape.reduce((all, size) => all * size, 1);
    if (!Number.isInteger(elements) || elements === 0 || total % (waveSize * elements) !== 0)
      continue;
    const ofElements = distribute(elements, shape.toReversed());
    const ofLanes = ofElements && distribute(waveSize, ofElements.rest);
    const ofWaves = ofLanes && distribute(Math.floor(items / waveSize), ofLanes.rest.toReversed());
    if (ofWaves === undefined || ofLanes === undefined || ofElements === undefined) continue;
    return {
      waves: ofWaves.taken,
      batches: ofWaves.rest,
      lanes: ofLanes.taken.toReversed(),
      elements: ofElements.taken.toReversed(),
    };
  }
  return undefined;
}

/** Takes `total` out of sizes, the first first; `undefined` where it does not divide them. */
function distribute(
  total: number,
  sizes: readonly number[],
): { readonly taken: readonly number[]; readonly rest: readonly number[] } | undefined {
  let remaining = total;
  const taken: number[] = [];
  const rest: number[] = [];
  for (const size of sizes) {
    const take = remaining > 1 ? Math.min(remaining, size) : 1;
    if (size % take !== 0) return undefined;
    taken.push(take);
    rest.push(size / take);
    remaining = Math.floor(remaining / take);
  }
  return remaining === 1 ? { taken, rest } : undefined;
}

/** Every position of some dimensions, the last the fastest. */
export function positions(sizes: readonly number[]): number[][] {
  return sizes.reduce<number[][]>(
    (all, size) => all.flatMap((one) => Array.from({ length: size }, (_, i) => [...one, i])),
    [[]],
  );
}
