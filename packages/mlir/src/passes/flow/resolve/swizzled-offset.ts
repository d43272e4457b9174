/**
 * Where a swizzle puts an element, as index arithmetic in normal form: constants fold, known ranges and multiples cut
 * divisions short, and what a kernel computes already is used again.
 *
 *     xor_shuffle<64, 8> of 64 * row + 8 * unit   (row < 16, unit < 8)   ->   64 * row + 8 * (unit xor row mod 8)
 *
 * The number of groups of an XOR is a power of two; the period is exact, since nothing is reduced by it.
 */
import { groupsOf, type IreeSwizzle, rowStrideOf } from '@ldscope/core';
import { add, type Expression, quotient, remainder, scale, xor } from '../../expression.ts';

export function swizzledOffset(swizzle: IreeSwizzle, offset: Expression): Expression {
  const { rowWidth, accessWidth } = swizzle;
  const groups = groupsOf(swizzle);
  const column = quotient(remainder(offset, rowWidth), accessWidth);
  const place =
    swizzle.kind === 'rotate_rows'
      ? remainder(add(quotient(offset, rowWidth), column), groups)
      : xor(
          column,
          remainder(quotient(offset, rowStrideOf(swizzle) * (swizzle.perPhase ?? 1)), groups),
        );
  return add(
    scale(quotient(offset, rowWidth), rowWidth),
    scale(place, accessWidth),
    remainder(offset, accessWidth),
  );
}
