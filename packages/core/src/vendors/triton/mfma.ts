/**
 * The results and operands of AMD's MFMA in a tensor.
 *
 *     instrShape [32, 32, 8], kWidth 4, operand A:
 *     register  k 1 2 | k 8 16 ...      4 consecutive k, then the rest of K
 *     lane      m 1 2 4 8 16 | k 4
 *
 * Source: `AMDMfmaEncodingAttr::toLinearLayout` and `mfmaDotToLinearLayout`, triton-lang/triton:
 * lib/Dialect/TritonGPU/IR/LinearLayoutConversions.cpp (with `tilesPerWarp`, Triton 3.5 and later).
 */
import { isPowerOfTwo } from '../../base/numbers.ts';
import type { TensorBases } from './bases.ts';
import type { AmdMfmaEncoding, DotOperandEncoding } from './encoding.ts';

const WAVE = 64;

interface Tile {
  readonly m: number;
  readonly n: number;
  readonly tilesM: number;
  readonly tilesN: number;
}

/** M, N and the tiles of a warp; or what is wrong with them. */
function tileOf({ instrShape, tilesPerWarp }: AmdMfmaEncoding, rank: number): Tile | string {
  const [m = 0, n = 0] = instrShape;
  const known = ['32x32', '16x16', '64x4', '4x64', '4x4'].includes(`${m}x${n}`);
  if (!known) return `no MFMA has a result of ${m}x${n}`;
  const [tilesM = 1, tilesN = 1] = tilesPerWarp?.slice(-2) ?? [];
  if (!isPowerOfTwo(tilesM) || !isPowerOfTwo(tilesN) || rank < 2)
    return `tilesPerWarp is ${tilesM} x ${tilesN} in ${rank} dimensions`;
  return { m, n, tilesM, tilesN };
}

/** The result: N contiguous tiles over the whole tensor, then M. */
export function growMfma(
  encoding: AmdMfmaEncoding,
  grown: TensorBases,
  shape: readonly number[],
): string | undefined {
  const rank = shape.length;
  const tile = tileOf(encoding, rank);
  if (typeof tile === 'string') return tile;
  const { m, n, tilesM, tilesN } = tile;
  const [dimM, dimN] = [rank - 2, rank - 1];
  const height = encoding.elementBitWidth === 64 ? 1 : 4;
  // A transposed result has M and N exchanged within the instruction.
  const [down, across, lanes] = encoding.isTransposed ? [dimN, dimM, m] : [dimM, dimN, n];
  grown.add('register', down, height).add('lane', across, lanes);
  grown.add('lane', down, WAVE / lanes);
  grown.add('register', down, (m * n) / (WAVE * height));
  const warps = encoding.warpsPerCTA;
  const [warpsM, warpsN] = [warps[dimM] ?? 1, warps[dimN] ?? 1];
  grown.add('register', dimN, tilesN).add('warp', dimN, warpsN);
  grown.add('register', dimN, Math.floor((shape[dimN] ?? 1) / (n * warpsN * tilesN)));
  grown.add('register', dimM, tilesM).add('warp', dimM, warpsM);
  if (rank === 3) grown.add('warp', 0, warps[0] ?? 1);
  grown.complete([dimN, dimM, ...(rank === 3 ? [0] : [])]);
  return undefined;
}

/** Operand A or B: lanes go along M (N) first, then along K; every warp has the whole of K. */
export function growMfmaOperand(
  { opIdx, kWidth }: DotOperandEncoding,
  parent: AmdMfmaEncoding,
  grown: TensorBases,
  shape: readonly number[],
): string | undefined {
  const rank = shape.length;
  const tile = tileOf(parent, rank);
  if (typeof tile === 'string') return tile;
  if (kWidth === undefined || !isPowerOfTwo(kWidth)) return `kWidth is ${kWidth ?? 'missing'}`;
  const { m, n, tilesM, tilesN } = tile;
  const [k, other] = opIdx === 0 ? [rank - 1, rank - 2] : [rank - 2, rank - 1];
  const lanes = opIdx === 0 ? m : n;
  grown
    .add('register', k, kWidth)
    .add('lane', other, lanes)
    .add('lane', k, WAVE / lanes);
  let tileK = (WAVE / lanes) * kWidth;
  if (lanes === 64) {
    grown.add('register', k, 16);
    tileK *= 16;
  }
  grown.add('register', k, Math.floor((shape[k] ?? 1) / tileK));
  grown.add('register', other, opIdx === 0 ? tilesM : tilesN);
  for (let d = rank - 1; d >= 0; d--) grown.add('warp', d, parent.warpsPerCTA[d] ?? 1);
  grown.complete([k, other, ...(rank === 3 ? [0] : [])]);
  return undefined;
}
