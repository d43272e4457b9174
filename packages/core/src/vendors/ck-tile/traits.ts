/**
 * How a thread moves its elements through a window: CK's load and store traits.
 *
 *     the descriptor promises 8 elements along k  ->  Y1 (8 registers along k) is the vector dimension
 *     scalarPerVector 8, 1 access                     one 16-byte instruction for fp16
 *
 * The promises of the descriptor's tops are carried up through the distribution; the first Y with stride 1 and the
 * greatest length over 1 wins. Without one, each element is an access of its own, and it is the compiler that may
 * join them again (`instructions.ts`). Source: CK `core/tensor/load_tile`, `tile_window`.
 */
import { topVectorSafety } from './adaptor.ts';
import { type TensorDescriptor, vectorSafety } from './descriptor.ts';
import type { TileDistribution } from './distribution.ts';
import { accessesOf } from './space-filling-curve.ts';
import { at } from './transforms/table.ts';
import type { VectorSafety } from './transforms/vector-safety.ts';

export interface LoadStoreTraits {
  /** The vectors that each Y promises. */
  readonly ys: readonly VectorSafety[];
  /** The Y along which a vector lies. */
  readonly vectorDimY: number;
  readonly scalarPerVector: number;
  readonly numAccess: number;
  /** The Y index of the first element of each access, in order. */
  readonly accesses: readonly (readonly number[])[];
}

/** The traits of a window. Older headers walk in a snake, newer ones do not: this affects the order only. */
export function loadStoreTraits(
  descriptor: TensorDescriptor,
  distribution: TileDistribution,
  snake = false,
): LoadStoreTraits {
  const { psYsToXs, pLengths, yLengths, registers } = distribution;
  const promised = vectorSafety(descriptor);
  const stated = new Map(psYsToXs.bottoms.map((id, i) => [id, at(promised, i)]));
  const ys = topVectorSafety(psYsToXs, stated).slice(pLengths.length);
  let vectorDimY = 0;
  let scalarPerVector = 1;
  for (const [q, { length, stride }] of ys.entries()) {
    if (stride === 1 && length > scalarPerVector) {
      scalarPerVector = length;
      vectorDimY = q;
    }
  }
  const accesses = accessesOf({
    lengths: yLengths,
    order: yLengths.map((_, q) => q),
    scalars: yLengths.map((_, q) => (q === vectorDimY ? scalarPerVector : 1)),
    snake,
  });
  return { ys, vectorDimY, scalarPerVector, numAccess: registers / scalarPerVector, accesses };
}
