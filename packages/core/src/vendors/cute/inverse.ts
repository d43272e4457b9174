/**
 * Inverses: from offsets back to indices.
 *
 *     L = (8,4):(4,1)          right_inverse(L) = left_inverse(L) = (4,8):(8,1)
 *     L = (4,2):(1,16)         right inverse 4:1: offsets 0 to 3 are hit without a hole
 *                              left inverse (16,2):(1,4): every offset that is hit
 *
 *     right_inverse   L(R(i)) = i for all i below R's size
 *     left_inverse    L(R(L(i))) = L(i) for all i below L's size; R(L(i)) = i when L is injective
 *
 * Source: CUTLASS 4, include/cute/layout.hpp (pycute's right inverse stops at a stride of 0, CUTLASS's passes it).
 */
import { type Message } from '../../base/diagnostic.ts';
import { messages } from '../../base/messages.ts';
import { failure, success, type Result } from '../../base/result.ts';
import { coalesce, joined } from './coalesce.ts';
import { evaluate, indexOffset } from './evaluate.ts';
import {
  checked,
  type ComposedLayout,
  type CuteLayout,
  type Layout,
  type Leaf,
  leaves,
  ofLeaves,
  size,
} from './layout.ts';
import { all, andThen } from './steps.ts';
import { type Swizzle, swizzleBits, swizzleOfMasks, yyyMask } from './swizzle.ts';

/** The right inverse of a layout without swizzle; it always exists, and is `1:0` when offset 1 is not hit. */
function rightInverseStrided(layout: Layout): Layout {
  const result: Leaf[] = [];
  let reached = 1;
  for (const { extent, stride, before } of byStride(layout)) {
    if (stride !== reached) continue;
    result.push({ extent, stride: before });
    reached *= extent;
  }
  return ofLeaves(joined(result));
}

/** Fails for a swizzled layout with an offset, and where its inverse is no swizzle of a layout. */
export function rightInverse(layout: CuteLayout): Result<CuteLayout> {
  if (layout.kind === 'layout') return success(rightInverseStrided(layout));
  return inverseOf(layout, success(rightInverseStrided(layout.layout)));
}

/**
 * Fails for negative strides, for strides that do not divide each other (CuTe's left inverse divisibility condition), for
 * modes that overlap unless the inverse is one all the same, and for swizzled layouts as the right inverse does.
 */
export function leftInverse(layout: CuteLayout): Result<CuteLayout> {
  if (layout.kind === 'layout') return leftInverseStrided(layout);
  return andThen(leftInverseStrided(layout.layout), (inverse) =>
    inverseOf(layout, success(inverse)),
  );
}

function leftInverseStrided(layout: Layout): Result<Layout> {
  const sorted = byStride(layout);
  const [lowest] = sorted;
  if (lowest !== undefined && lowest.stride < 0) {
    return failure(messages.cute.negativeStride('left_inverse'));
  }
  const result: Leaf[] = [];
  let divided = 1;
  let reached = 1;
  let overlap: Message | undefined;
  let weight = 0;
  let last = 1;
  for (const { extent, stride, before } of sorted) {
    last = extent;
    if (stride === 0) continue;
    if (stride % divided !== 0) return failure(messages.cute.inverseDivisibility(stride, divided));
    result.push({ extent: stride / divided, stride: weight });
    divided = stride;
    if (stride < reached) overlap ??= messages.cute.notInjective('left_inverse', stride, reached);
    reached = Math.max(reached, extent * stride);
    weight = before;
  }
  result.push({ extent: last, stride: weight });
  const inverse = ofLeaves(joined(result));
  if (overlap === undefined || isLeftInverse(inverse, layout)) return checked(inverse);
  return failure(overlap);
}

/** The post-condition at every index. */
function isLeftInverse(inverse: Layout, layout: Layout): boolean {
  const offsets = evaluate(layout);
  if (!offsets.ok) return false;
  return offsets.value.every(
    (offset) => indexOffset(layout, indexOffset(inverse, offset)) === offset,
  );
}

/** Leaves of the coalesced layout, ascending by stride, each with the indices that one step of it spans. */
function byStride(layout: Layout): (Leaf & { readonly before: number })[] {
  let next = 1;
  const list = leaves(coalesce(layout)).map(({ extent, stride }) => {
    const before = next;
    next *= extent;
    return { extent, stride, before };
  });
  return list.sort((a, b) => a.stride - b.stride);
}

/** The inverse of Sw o 0 o L from that of L: it is `inverse o Sw`, which is said as `Sw' o 0 o inverse`. */
function inverseOf(layout: ComposedLayout, inverse: Result<Layout>): Result<CuteLayout> {
  if (layout.offset !== 0) return failure(messages.cute.offset('inverse', layout.offset));
  return andThen(inverse, (inner) => swizzleAfter(inner, layout.swizzle));
}

/** `composition(a, swizzle)`: a o Sw said as Sw' o 0 o a. Fails when no Sw' does that for all indices of a. */
function swizzleAfter(a: Layout, swizzle: Swizzle): Result<CuteLayout> {
  let [yyy, zzz] = [0, 0];
  for (let bit = 1; bit > 0 && bit <= yyyMask(swizzle) && bit < size(a); bit *= 2) {
    if ((yyyMask(swizzle) & bit) === 0) continue;
    yyy |= indexOffset(a, bit);
    zzz |= indexOffset(a, swizzleBits(swizzle, bit) ^ bit);
  }
  const moved = swizzleOfMasks(yyy, zzz);
  if (moved === undefined) return failure(messages.cute.swizzleDoesNotMove());
  const result: CuteLayout = { kind: 'composed', swizzle: moved, offset: 0, layout: a };
  const identity: ComposedLayout = {
    kind: 'composed',
    swizzle,
    offset: 0,
    layout: ofLeaves([{ extent: size(a), stride: 1 }]),
  };
  const values = all([evaluate(result), evaluate(identity)]);
  return andThen(values, ([offsets, indices]) =>
    offsets !== undefined &&
    indices !== undefined &&
    indices.every((index, i) => indexOffset(a, index) === offsets[i])
      ? success(moved.bits === 0 ? a : result)
      : failure(messages.cute.swizzleDoesNotMove()),
  );
}
