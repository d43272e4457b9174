/**
 * CuTe's layout algebra: functions of layouts that are layouts again.
 *
 *     coalesce, filter           the same function with fewer modes
 *     complement                 the layout of the offsets that are left free
 *     composition                (A o B)(c) = A(B(c))
 *     right and left inverse     from offsets back to indices
 *
 * Divides and products are made of them (`tiling.ts`). Each states what holds after it; tests check that at every coordinate. Source: CUTLASS 4,
 * media/docs/cpp/cute/02_layout_algebra.md and include/cute/layout.hpp.
 */
import { type Message } from '../../base/diagnostic.ts';
import { messages } from '../../base/messages.ts';
import { allOf, andThen, failure, success, type Result } from '../../base/result.ts';
import { crd2idx, type IntTuple, isInt, mapTuple, product } from './int-tuple.ts';
import {
  checked,
  type ComposedLayout,
  concat,
  cosize,
  type CuteLayout,
  evaluate,
  indexOffset,
  type Layout,
  type Leaf,
  leaves,
  makeLayout,
  modes,
  ofLeaves,
  size,
  unchecked,
} from './layout.ts';
import { type Swizzle, swizzleBits, swizzleOfMasks, yyyMask } from './swizzle.ts';

/**
 * Drops modes of size 1 and joins modes that continue each other. With a profile (its integers are only places), each
 * mode that the profile has an integer for is coalesced alone; modes beyond it stay.
 *
 * After it: the same size, depth at most 1 (without a profile), and the same offset of every index.
 */
export function coalesce(layout: Layout, profile: IntTuple = 1): Layout {
  return byProfile(layout, profile, (mode) => ofLeaves(joined(leaves(mode))));
}

/** Modes of stride 0 get size 1; the profile of the layout stays. */
export function filterZeros({ shape, stride }: Layout): Layout {
  const strides = leaves({ kind: 'layout', shape, stride });
  let next = 0;
  const filtered = mapTuple(shape, (extent) => (strides[next++]?.stride === 0 ? 1 : extent));
  return unchecked(filtered, stride);
}

/** Leaves out everything that has stride 0 or size 1: `1:0` when nothing is left. */
export function filter(layout: Layout, profile: IntTuple = 1): Layout {
  return byProfile(layout, profile, (mode) => coalesce(filterZeros(mode)));
}

/** Leaves of the same function: no size 1, and none that continues the one before. */
export function joined(list: readonly Leaf[]): Leaf[] {
  const result: Leaf[] = [];
  for (const leaf of list) {
    if (leaf.extent === 1) continue;
    const last = result.at(-1);
    if (last !== undefined && last.extent * last.stride === leaf.stride) {
      result[result.length - 1] = { extent: last.extent * leaf.extent, stride: last.stride };
    } else {
      result.push(leaf);
    }
  }
  return result;
}

function byProfile(layout: Layout, profile: IntTuple, change: (mode: Layout) => Layout): Layout {
  if (isInt(profile)) return change(layout);
  return concat(
    modes(layout).map((mode, i) => {
      const part = profile[i];
      return part === undefined ? mode : byProfile(mode, part, change);
    }),
  );
}

/**
 * The complement of a layout: the layout of its repetitions, that fills the offsets it leaves free.
 *
 *     complement((2,2):(1,6), 24) = (3,2):(2,12)
 *
 *     offset  0 1 2 3 4 5 6 7 8 9 10 11 | 12 ...       0 1 and 6 7: the layout; 3:2 moves it into the holes,
 *             A A b b c c A A b b c  c  | d            2:12 behind itself
 *
 * After it, for a cotarget M: offsets of the result are increasing, and none but 0 is an offset of the layout. Three more
 * bounds are published and do not always hold. Both together reach M, except for what the layout leaves free at the end of
 * its largest extent times stride: (5,5):(8,1) with M = 518 gives 13:40, and together they have cosize 517. The
 * result's cosize is at most M rounded up to a multiple of that extent times stride, not always of the layout's cosize:
 * 2:4 with M = 9 gives (4,2):(1,8), of cosize 12. And its size is at least M by the layout's size only where no hole
 * stays: (6,2):(1,16) with M = 108 gives (2,4):(6,32), of size 8.
 *
 * Fails for layouts whose modes overlap or interleave, as CUTLASS does ("non-injective"), and for negative strides.
 */
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

/**
 * What an operation is done with by mode: a layout for the whole, an integer n for n:1, `undefined` for CuTe's `_`
 * (leave the mode as it is), a list for one of them per mode. A shape is one: (3,8) is <3:1, 8:1>.
 */
export type Tiler = Layout | number | undefined | readonly Tiler[];

/**
 * Composition: the layout whose offset of c is A's offset of B's offset of c. B as a tiler is composed with A by mode,
 * and modes of A beyond it are dropped.
 *
 *     A = (6,2):(8,2)   B = (4,3):(3,1)     A o B = ((2,2),3):((24,2),8)
 *
 *     mode 4:3 of B     every third of A is (2,2):(24,2): 6 / 3 of them in A's first mode, then its second
 *     mode 3:1 of B     the first three of A are 3:8
 *
 * A, flat and coalesced, is a mixed radix: its extents are the bases of the digits of an index, and strides are their
 * weights; the last digit has no bound. A mode s:d of B fills digits from d on. Three things can go wrong, and only
 * where A has several modes: d is not at a border between digits (CuTe's stride divisibility), s ends inside a
 * digit (shape divisibility), or a digit gets more from all modes of B together than it holds, so that it carries. CUTLASS
 * rejects the first two where it knows the numbers, and never looks for the third, nor for a stride that is smaller
 * than a digit but does not divide it: `(4,2):(1,100) o (3,2):(1,3)` compiles to (3,2):(1,3), whose last offset is 5
 * instead of 101. Here these are diagnostics, so a value always keeps the post-condition.
 *
 * After it: compatible(B, result), and result(c) = A(B(c)) for all coordinates c of B.
 */
export function composition(a: Layout, b: Tiler): Result<Layout> {
  if (b === undefined) return checked(a);
  if (typeof b === 'number') return andThen(makeLayout(b, 1), (first) => composition(a, first));
  if (isTilers(b)) {
    const parts = modes(a);
    if (b.length > parts.length) return failure(messages.cute.tilerRank(b.length, parts.length));
    const composed = b.map((tiler, i) => composition(parts[i] ?? a, tiler));
    return andThen(allOf(composed), (list) => checked(concat(list)));
  }
  const digits = digitsOf(a);
  const result = composeModes(digits, a, b);
  if ('code' in result) return failure(result);
  const full = digits.find(({ extent, used }) => used >= extent);
  if (full !== undefined) return failure(messages.cute.carry(full.extent, full.used));
  return checked(result);
}

export function isTilers(tiler: Tiler): tiler is readonly Tiler[] {
  return Array.isArray(tiler);
}

/** A leaf of A as a digit; the last has no bound. */
interface Digit extends Leaf {
  /** The most that the modes of B give it together. */
  used: number;
}

function digitsOf(a: Layout): Digit[] {
  const list = leaves(a);
  const bounded = list.slice(0, -1);
  const last = { extent: Infinity, stride: list.at(-1)?.stride ?? 0 };
  return joined([...bounded, last]).map((leaf) => ({ ...leaf, used: 0 }));
}

function composeModes(digits: readonly Digit[], a: Layout, b: Layout): Layout | Message {
  if (typeof b.shape !== 'number') {
    const parts: Layout[] = [];
    for (const mode of modes(b)) {
      const part = composeModes(digits, a, mode);
      if ('code' in part) return part;
      parts.push(part);
    }
    return concat(parts);
  }
  return typeof b.stride === 'number'
    ? composeLeaf(digits, a, b.shape, b.stride)
    : messages.cute.incongruent();
}

/** A o extent:stride. Digits note what they get. */
function composeLeaf(
  digits: readonly Digit[],
  a: Layout,
  extent: number,
  stride: number,
): Layout | Message {
  if (stride === 0) return unchecked(extent, 0);
  if (extent === 1) return unchecked(1, crd2idx(stride, a.shape, a.stride));
  if (stride < 0) return messages.cute.negativeStride('composition');
  const result: Leaf[] = [];
  let rest = extent;
  let step = stride;
  for (const digit of digits) {
    if (rest === 1) break;
    if (step % digit.extent === 0) {
      step /= digit.extent;
      continue;
    }
    if (step > digit.extent) return messages.cute.strideDivisibility(stride, step, digit.extent);
    const taken = Math.min(Math.ceil(digit.extent / step), rest);
    if (rest > taken && digit.extent % step !== 0) {
      return messages.cute.strideDivisibility(stride, step, digit.extent);
    }
    if (rest % taken !== 0) return messages.cute.shapeDivisibility(extent, rest, taken);
    result.push({ extent: taken, stride: step * digit.stride });
    digit.used += (taken - 1) * step;
    rest /= taken;
    step = 1;
  }
  return ofLeaves(result);
}

/**
 * Inverses go from offsets back to indices; the right one is that of the offsets that are hit without a hole.
 *
 *     L = (8,4):(4,1)          right_inverse(L) = left_inverse(L) = (4,8):(8,1)
 *     L = (4,2):(1,16)         right inverse 4:1: offsets 0 to 3 are hit without a hole
 *                              left inverse (16,2):(1,4): every offset that is hit
 *
 * After it: L(R(i)) = i for all i below R's size. Fails for a swizzled layout with an offset, and where its inverse is not
 * a swizzle of a layout. (pycute's right inverse stops at a stride of 0, CUTLASS's passes it.)
 */
export function rightInverse(layout: CuteLayout): Result<CuteLayout> {
  if (layout.kind === 'layout') return success(rightInverseStrided(layout));
  return inverseOf(layout, success(rightInverseStrided(layout.layout)));
}

/**
 * The left inverse has every offset that is hit. After it: L(R(L(i))) = L(i) for all i below L's size, and R(L(i)) = i
 * when L is injective.
 *
 * Fails for negative strides, for strides that do not divide each other (CuTe's left inverse divisibility condition), for
 * modes that overlap unless the inverse is one all the same, and for swizzled layouts as the right inverse does.
 */
export function leftInverse(layout: CuteLayout): Result<CuteLayout> {
  if (layout.kind === 'layout') return leftInverseStrided(layout);
  return andThen(leftInverseStrided(layout.layout), (inverse) =>
    inverseOf(layout, success(inverse)),
  );
}

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

/** The inverse of Sw o 0 o L from that of L: it is `inverse o Sw`, which is written as `Sw' o 0 o inverse`. */
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
  const values = allOf([evaluate(result), evaluate(identity)]);
  return andThen(values, ([offsets, indices]) =>
    offsets !== undefined &&
    indices !== undefined &&
    indices.every((index, i) => indexOffset(a, index) === offsets[i])
      ? success(moved.bits === 0 ? a : result)
      : failure(messages.cute.swizzleDoesNotMove()),
  );
}
