/**
 * The results and operands of AMD's WMMA in a tensor: 32 lanes.
 *
 *     version 1 (RDNA3)   result: rows 0 2 4 .. of a column in lane 0, rows 1 3 5 .. in lane 16; operands are held twice
 *     version 2, 3        result: rows 0 to 7 in lane 0, 8 to 15 in lane 16; operands are divided along K
 *
 * Source: `AMDWmmaEncodingAttr::toLinearLayout` and `wmmaDotOperandToLinearLayout`, triton-lang/triton:
 * lib/Dialect/TritonGPU/IR/LinearLayoutConversions.cpp.
 */
import { isPowerOfTwo } from '../../base/numbers.ts';
import { type TensorBases, rowMajor } from './bases.ts';
import type { AmdWmmaEncoding, BasisList, DotOperandEncoding } from './encoding.ts';

const WAVE = 32;

function problemOf(encoding: AmdWmmaEncoding, rank: number): string | undefined {
  const [m = 16, n = 16, k = 16] = encoding.instrShape ?? [];
  if (m !== 16 || n !== 16 || !isPowerOfTwo(k)) return `no WMMA is ${m}x${n}x${k}`;
  if (![1, 2, 3].includes(encoding.version)) return `there is no WMMA version ${encoding.version}`;
  if (encoding.warpsPerCTA === undefined && encoding.ctaLayout === undefined)
    return 'it specifies neither warpsPerCTA nor ctaLayout';
  if (encoding.tilesPerWarp?.some((tiles) => tiles !== 1) === true)
    return 'tilesPerWarp other than 1';
  return rank < 2 ? 'a product has two dimensions' : undefined;
}

export function growWmma(
  encoding: AmdWmmaEncoding,
  grown: TensorBases,
  shape: readonly number[],
): string | undefined {
  const rank = shape.length;
  const problem = problemOf(encoding, rank);
  if (problem !== undefined) return problem;
  const [dimM, dimN] = [rank - 2, rank - 1];
  const [down, across] = encoding.isTranspose === true ? [dimN, dimM] : [dimM, dimN];
  if (encoding.version === 1) {
    grown.set('lane', unitBases(rank, across, [1, 2, 4, 8]));
    grown.set('lane', unitBases(rank, down, [1]));
    grown.set('register', unitBases(rank, down, [2, 4, 8]));
  } else {
    grown.add('register', down, 8).add('lane', across, 16).add('lane', down, 2);
  }
  addWarps(encoding, grown, rank, undefined, [16, 16]);
  grown.complete(rowMajor(rank));
  return undefined;
}

export function growWmmaOperand(
  { opIdx, kWidth }: DotOperandEncoding,
  parent: AmdWmmaEncoding,
  grown: TensorBases,
  shape: readonly number[],
): string | undefined {
  const rank = shape.length;
  const problem = problemOf(parent, rank);
  if (problem !== undefined) return problem;
  if (kWidth === undefined || !isPowerOfTwo(kWidth)) return `kWidth is ${kWidth ?? 'missing'}`;
  const [m = 16, n = 16, kSize = 16] = parent.instrShape ?? [];
  const [k, other] = opIdx === 0 ? [rank - 1, rank - 2] : [rank - 2, rank - 1];
  const lanes = opIdx === 0 ? m : n;
  const depth = WAVE / lanes;
  grown.add('register', k, kWidth).add('lane', other, lanes);
  if (parent.version === 1) grown.repeat('lane', depth);
  else grown.add('lane', k, depth);
  grown.add('register', k, Math.floor(kSize / (depth * kWidth)));
  addWarps(parent, grown, rank, k, opIdx === 0 ? [m, kSize] : [kSize, n]);
  grown.complete([k, other, ...(rank === 3 ? [0] : [])]);
  return undefined;
}

/** Warps, N first; those along `without` hold the same. A `ctaLayout` counts tiles of the instruction. */
function addWarps(
  { warpsPerCTA, ctaLayout }: AmdWmmaEncoding,
  grown: TensorBases,
  rank: number,
  without: number | undefined,
  tile: readonly number[],
): void {
  if (ctaLayout !== undefined) {
    const scaled = (bases: BasisList | undefined): number[][] =>
      (bases ?? []).map((basis) =>
        basis.map((value, d) => (d === without ? 0 : value * (tile[d - rank + 2] ?? 1))),
      );
    grown.set('register', scaled(ctaLayout.register));
    grown.set('warp', scaled(ctaLayout.warp));
    return;
  }
  for (const d of rowMajor(rank)) {
    const count = warpsPerCTA?.[d] ?? 1;
    if (d === without) grown.repeat('warp', count);
    else grown.add('warp', d, count);
  }
}

const unitBases = (rank: number, dimension: number, values: readonly number[]): number[][] =>
  values.map((value) => Array.from({ length: rank }, (_, d) => (d === dimension ? value : 0)));
