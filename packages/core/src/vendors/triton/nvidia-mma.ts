/**
 * The results and operands of NVIDIA's `mma.sync` (version 2) and `wgmma` (3) in a tensor.
 *
 *     16x8 result, 2 elements of 32 bits in a register pair:
 *     register  n 1 | m 8          lane  n 2 4 | m 1 2 4
 *
 * Source: `nvidiaMmaTile`, `NvidiaMmaEncodingAttr::toLinearLayout` and `nvidiaDotToLinearLayout`, triton-lang/triton:
 * lib/Dialect/TritonGPU/IR/LinearLayoutConversions.cpp.
 */
import { isPowerOfTwo } from '../../base/numbers.ts';
import { type TensorBases, rowMajor } from './bases.ts';
import type { DotOperandEncoding, NvidiaMmaEncoding } from './encoding.ts';

export function growNvidiaMma(
  encoding: NvidiaMmaEncoding,
  grown: TensorBases,
  shape: readonly number[],
): string | undefined {
  const rank = shape.length;
  const { versionMajor, instrShape, warpsPerCTA } = encoding;
  if (versionMajor !== 2 && versionMajor !== 3)
    return `products of version ${versionMajor} are not in registers of lanes as known here`;
  const [m = 0, n = 0] = versionMajor === 2 ? instrShape.slice(-2) : instrShape;
  if (rank < 2 || !isPowerOfTwo(m / 8) || !isPowerOfTwo(n / 8))
    return `instrShape [${instrShape.join(', ')}] is not built of 8x8 tiles`;
  addTile(grown, rank - 1, rank - 2, m, n, 2);
  for (const d of warpOrder(encoding, rank)) grown.add('warp', d, warpsPerCTA[d] ?? 1);
  grown.complete(rowMajor(rank));
  return undefined;
}

export function growNvidiaOperand(
  { opIdx, kWidth }: DotOperandEncoding,
  parent: NvidiaMmaEncoding,
  grown: TensorBases,
  shape: readonly number[],
): string | undefined {
  const rank = shape.length;
  if (rank < 2) return 'a product has two dimensions';
  if (kWidth === undefined || !isPowerOfTwo(kWidth)) return `kWidth is ${kWidth ?? 'missing'}`;
  if (parent.versionMajor !== 2 && !(parent.versionMajor === 3 && opIdx === 0))
    return `operand ${opIdx} of version ${parent.versionMajor} is not read into registers`;
  const [k, other] = opIdx === 0 ? [rank - 1, rank - 2] : [rank - 2, rank - 1];
  addTile(grown, k, other, opIdx === 0 ? 16 : 8, 8 * kWidth, kWidth);
  for (const d of warpOrder(parent, rank)) {
    const count = parent.warpsPerCTA[d] ?? 1;
    if (d === k) grown.repeat('warp', count);
    else grown.add('warp', d, count);
  }
  grown.complete([k, other, ...(rank === 3 ? [0] : [])]);
  return undefined;
}

/** `outer` x `inner` elements: a lane has `width` of the inner dimension, 4 lanes go along it, 8 along the outer. */
function addTile(
  grown: TensorBases,
  inner: number,
  outer: number,
  outerSize: number,
  innerSize: number,
  width: number,
): void {
  grown
    .add('register', inner, width)
    .add('lane', inner, 4)
    .add('lane', outer, 8)
    .add('register', outer, outerSize / 8)
    .add('register', inner, innerSize / (width * 4));
}

/** Warps of `wgmma` go along M first. */
const warpOrder = ({ versionMajor }: NvidiaMmaEncoding, rank: number): number[] => {
  const order = rowMajor(rank);
  return versionMajor === 3 ? [rank - 2, rank - 1, ...order.slice(2)] : order;
};
