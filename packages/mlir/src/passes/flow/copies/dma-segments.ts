/**
 * How a copy of a subgroup is cut into direct-to-LDS instructions: the widest first, and nothing may be left.
 *
 *     512 f32, 64 lanes, dma_sizes [32, 128]     2 transfers of 4 elements per lane
 *     192 f32                                    3 transfers of 1 element per lane
 */
export interface TransferSegment {
  readonly elementsPerLane: number;
  readonly transfers: number;
  /** In elements, from the start of the copy. */
  readonly start: number;
  readonly elementsPerTransfer: number;
}

/** The segments of a copy; `undefined` where the sizes do not cover it. No lane copies more than `mostPerLane`. */
export function transferSegments(
  elements: number,
  elementBits: number,
  lanes: number,
  dmaSizes: readonly number[],
  mostPerLane: number,
): readonly TransferSegment[] | undefined {
  const segments: TransferSegment[] = [];
  let start = 0;
  for (const bits of dmaSizes.toSorted((a, b) => b - a)) {
    const elementsPerLane = bits / elementBits;
    if (!Number.isInteger(elementsPerLane) || elementsPerLane > mostPerLane) continue;
    const elementsPerTransfer = lanes * elementsPerLane;
    const transfers = Math.floor((elements - start) / elementsPerTransfer);
    if (transfers === 0) continue;
    segments.push({ elementsPerLane, transfers, start, elementsPerTransfer });
    start += transfers * elementsPerTransfer;
  }
  return start === elements ? segments : undefined;
}
