/**
 * The complement of a layout: the layout of its repetitions, that fills the offsets it leaves free.
 *
 *     complement((2,2):(1,6), 24) = (3,2):(2,12)
 *
 *     offset  0 1 2 3 4 5 6 7 8 9 10 11 | 12 ...       0 1 and 6 7: the layout; 3:2 moves it into the holes,
 *             A A b b c c A A b b c  c  | d            2:12 behind itself
 *
 * After it, for a cotarget M: offsets of the result are increasing, and none but 0 is an offset of the layout. Three more
 * bounds are published and do not always hold. Both together reach M, but for what the layout leaves free at the end of
 * its largest extent times stride: (5,5):(8,1) with M = 518 gives 13:40, and together they have cosize 517. The
 * result's cosize is at most M rounded up to a multiple of that extent times stride, not always of the layout's cosize:
 * 2:4 with M = 9 gives (4,2):(1,8), of cosize 12. And its size is at least M by the layout's size only where no hole
 * stays: (6,2):(1,16) with M = 108 gives (2,4):(6,32), of size 8. (CUTLASS 4:
 * media/docs/cpp/cute/02_layout_algebra.md, include/cute/layout.hpp.)
 */
import { messages } from '../../base/messages.ts';
import { failure, type Result } from '../../base/result.ts';
import { filter, joined } from './coalesce.ts';
import { type IntTuple, product } from './int-tuple.ts';
import { checked, cosize, type Layout, type Leaf, leaves, ofLeaves } from './layout.ts';

/** Fails for layouts whose modes overlap or interleave, as CUTLASS does ("non-injective"), and for negative strides. */
export function complement(
  layout: Layout,
  cotarget: IntTuple = cosize(filter(layout)),
): Result<Layout> {
  const list = leaves(filter(layout)).filter(({ stride }) => stride !== 0);
  if (list.some(({ stride }) => stride < 0)) {
    return failure(messages.cute.negativeStride('complement'));
  }
  const result: Leaf[] = [];
  let reached = 1;
  for (const { extent, stride } of list.toSorted((a, b) => a.stride - b.stride)) {
    if (stride < reached) return failure(messages.cute.notInjective('complement', stride, reached));
    result.push({ extent: Math.floor(stride / reached), stride: reached });
    reached = extent * stride;
  }
  result.push({ extent: Math.ceil(product(cotarget) / reached), stride: reached });
  return checked(ofLeaves(joined(result)));
}
