/**
 * Which `xor_shuffle` IREE gives an operand of a matrix product that it promotes to shared memory.
 *
 *     tuned     gfx950, MFMA_F32_16x16x32_F16        row 64, access 8
 *     untuned   access = what a lane holds of the intrinsic, row = what fits across the banks, at most the k of the tile
 *               gfx942, MFMA_F32_16x16x16_F16, k tile of 4 intrinsics: access 4, row min(32 * 32 / 16, 64) = 64
 *
 * Both are looked at by `xorShuffleFault`, against the elements of one operand of one intrinsic; that count is a power
 * of two, and so is every row that passes. LIMITATION, upstream's: the rows of the buffer are not looked at, and the
 * best attribute depends on them. Source: iree-org/iree @b48a5955 `GPUUtils.cpp` (getXorShuffleParams,
 * isXORShuffleValid, getXorShuffleBounds).
 */
import type { XorShuffle } from './swizzle.ts';
import { mmaIntrinsics, xorShuffleBounds } from './mma-layouts.ts';
import { findIreeTarget } from './targets.ts';

/** Why a shuffle of rows and accesses does not fit a tile of this many elements; `undefined` when it does. */
export function xorShuffleFault(row: number, access: number, tile: number): string | undefined {
  if (tile < row) return `a row of ${row} exceeds the tile of ${tile} elements`;
  if (row < access) return `an access of ${access} exceeds the row of ${row}`;
  if (tile % row !== 0) return `rows of ${row} do not divide the tile of ${tile}`;
  // Upstream then requires that the groups of a row divide the tile: they do, as rows and groups of them do.
  return row % access === 0 ? undefined : `accesses of ${access} do not divide the row of ${row}`;
}

/** An operand of a matrix product that IREE promotes to shared memory. */
export interface PromotedOperand {
  /** As IREE names chips: `gfx950`. */
  readonly target: string;
  /** As IREE names intrinsics: `MFMA_F32_16x16x32_F16`. */
  readonly intrinsic: string;
  readonly operand: 'lhs' | 'rhs';
  /** Tiles of the reduction, in intrinsics. */
  readonly reductionTiles: readonly number[];
  /** Of scaled intrinsics, whose name does not specify. */
  readonly elementBits?: number;
  /** Direct copies take the tuned table alone. */
  readonly onlyTuned?: boolean;
}

/** The XOR shuffle that IREE chooses, from its table or by its rule, or why it chooses none. */
export type ShuffleChoice =
  | { readonly kind: 'shuffle'; readonly from: 'tuned' | 'untuned'; readonly swizzle: XorShuffle }
  | { readonly kind: 'none'; readonly reason: string };

/** The parameters that were tried on hardware, by target and intrinsic. */
const tuned: ReadonlyMap<
  string,
  ReadonlyMap<string, readonly [row: number, access: number]>
> = new Map([
  [
    'gfx950',
    new Map([
      ['MFMA_SCALE_F32_16x16x128_B32', [256, 32]],
      ['MFMA_F32_16x16x32_F16', [64, 8]],
      ['MFMA_F32_16x16x32_BF16', [64, 8]],
      ['MFMA_F32_32x32x16_F16', [64, 8]],
      ['MFMA_F32_32x32x16_BF16', [64, 8]],
    ]),
  ],
]);

/** The XOR shuffle that IREE gives a promoted operand, or why it has none. */
export function chooseXorShuffle(operand: PromotedOperand): ShuffleChoice {
  const intrinsic = mmaIntrinsics.get(operand.intrinsic);
  if (intrinsic === undefined) {
    return { kind: 'none', reason: `no layout is known for ${operand.intrinsic}` };
  }
  const { leastAccess, tile } = xorShuffleBounds(intrinsic[operand.operand]);
  const entry = tuned.get(operand.target)?.get(operand.intrinsic);
  // An entry that does not fit the operand leaves the choice to the rule, as no entry does.
  if (entry !== undefined && xorShuffleFault(entry[0], entry[1], tile) === undefined) {
    return { kind: 'shuffle', from: 'tuned', swizzle: shuffle(entry[0], entry[1]) };
  }
  if (operand.onlyTuned === true) {
    return { kind: 'none', reason: `${operand.intrinsic} on ${operand.target} is not tuned` };
  }
  const banks = findIreeTarget(operand.target)?.banks;
  if (banks === undefined) {
    return { kind: 'none', reason: `no bank count is known for ${operand.target}` };
  }
  const bits = operand.elementBits ?? intrinsic.elementBits?.[operand.operand === 'lhs' ? 0 : 1];
  if (bits === undefined) return { kind: 'none', reason: 'the element type is not given' };
  const k = operand.reductionTiles.reduce((all, size) => all * size, 1) * intrinsic.k;
  const row = Math.max(Math.min(Math.floor((banks * 32) / bits), k), leastAccess);
  const fault = xorShuffleFault(row, leastAccess, tile);
  return fault === undefined
    ? { kind: 'shuffle', from: 'untuned', swizzle: shuffle(row, leastAccess) }
    : { kind: 'none', reason: fault };
}

const shuffle = (rowWidth: number, accessWidth: number): XorShuffle => ({
  kind: 'xor_shuffle',
  rowWidth,
  accessWidth,
});
