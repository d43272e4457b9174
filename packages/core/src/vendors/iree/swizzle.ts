/**
 * IREE's two swizzle attributes: permutations of the elements of a flat buffer.
 *
 *     xor_shuffle<R, w, S, p>     a    = off - off mod w            N = R / w groups in a row
 *                                 col  = (a mod R) / w
 *                                 row  = (a / S / p) mod N
 *                                 phys = a - a mod R + (row XOR col) * w
 *     rotate_rows<R, w>           i = a / R,  j = (a mod R) / w
 *                                 phys = i * R + ((i + j) mod N) * w
 *     both                        result = off + (phys - a)
 *
 * All numbers are elements. S is R and p is 1 when absent. Source: iree-org/iree @b48a5955
 * `Codegen/Dialect/Codegen/IR/IREECodegenAttrs.cpp`.
 */
import { log2 } from '../../layout/index/linear-forms.ts';

export interface XorShuffle {
  readonly kind: 'xor_shuffle';
  readonly rowWidth: number;
  readonly accessWidth: number;
  readonly rowStride?: number | undefined;
  readonly perPhase?: number | undefined;
}

interface RotateRows {
  readonly kind: 'rotate_rows';
  readonly rowWidth: number;
  readonly accessWidth: number;
}

/** A swizzle attribute of IREE, in elements. */
export type IreeSwizzle = XorShuffle | RotateRows;

/** Groups of a row, N: what is permuted. */
export function groupsOf({ rowWidth, accessWidth }: IreeSwizzle): number {
  return Math.floor(rowWidth / accessWidth);
}

export function rowStrideOf(swizzle: XorShuffle): number {
  return swizzle.rowStride ?? swizzle.rowWidth;
}

/** Where element `offset` of the buffer is stored; beyond the buffer where the swizzle is not a permutation of it. */
export function swizzleOffset(swizzle: IreeSwizzle, offset: number): number {
  return offset + deltaAt(swizzle, offset);
}

function deltaAt(swizzle: IreeSwizzle, offset: number): number {
  const { rowWidth, accessWidth } = swizzle;
  const groups = groupsOf(swizzle);
  const start = offset - (offset % accessWidth);
  const within = start % rowWidth;
  const column = Math.floor(within / accessWidth);
  if (swizzle.kind === 'rotate_rows') {
    const row = Math.floor(start / rowWidth);
    return (((row + column) % groups) - column) * accessWidth;
  }
  const row =
    Math.floor(Math.floor(start / rowStrideOf(swizzle)) / (swizzle.perPhase ?? 1)) % groups;
  return ((row ^ column) - column) * accessWidth;
}

/** The elements after which the permutation repeats. */
export function exactPeriod(swizzle: IreeSwizzle): number {
  if (swizzle.kind === 'rotate_rows') return swizzle.rowWidth * groupsOf(swizzle);
  return rowStrideOf(swizzle) * (swizzle.perPhase ?? 1) * groupsOf(swizzle);
}

/** The period that IREE reduces constant offsets by: that of the default row stride and phase. */
export function assumedPeriod(swizzle: IreeSwizzle): number {
  return swizzle.rowWidth * groupsOf(swizzle);
}

/**
 * Where IREE finds element `base + constant` when the program adds the constant: the move is computed at the constant
 * modulo `assumedPeriod` and added to the whole offset. The same as `swizzleOffset` only where the period is exact.
 */
export function swizzleAddedConstant(swizzle: IreeSwizzle, base: number, constant: number): number {
  return base + constant + deltaAt(swizzle, base + (constant % assumedPeriod(swizzle)));
}

/** True when applying it twice gives every element back: `gather_to_lds` can then permute its source. */
export function isSelfInverse(swizzle: IreeSwizzle): boolean {
  const groups = groupsOf(swizzle);
  if (swizzle.kind === 'rotate_rows') return groups <= 2;
  // An element stays in its row, whose key undoes itself.
  return log2(groups) !== undefined;
}

/**
 * The first complaint of IREE's verifier, in its order; `undefined` when it accepts. It looks neither at zero and
 * negative values nor at powers of two.
 */
export function verifierFault(swizzle: IreeSwizzle): string | undefined {
  const { rowWidth, accessWidth } = swizzle;
  if (rowWidth % accessWidth !== 0) return 'expected access width to divide row width';
  if (swizzle.kind === 'rotate_rows') return undefined;
  if ((swizzle.perPhase ?? 1) > rowWidth / accessWidth) {
    return 'per_phase must be smaller than max_phase';
  }
  if (rowStrideOf(swizzle) % rowWidth !== 0) return 'expected row width to divide row stride';
  return undefined;
}
