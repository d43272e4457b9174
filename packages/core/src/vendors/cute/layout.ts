/**
 * CuTe layouts: a shape and its strides, a function from coordinates to offsets in elements.
 *
 *     (2,(2,2)):(4,(2,1))     at (1,2), which is (1,(0,1)):   1*4 + 0*2 + 1*1 = 5
 *
 * Names and meanings are those of CUTLASS 4 (include/cute/layout.hpp, media/docs/cpp/cute). Two differences: all
 * integers are static, and where CUTLASS compiles an operation whose result breaks its own post-condition, a
 * diagnostic is returned. A swizzled layout is `Sw<B,M,S> o offset o layout`; what is said of layouts here holds for
 * the one below the swizzle, and `under` takes an operation there.
 *
 * Sizes and offsets stay below 2^53.
 */
import { type Message } from '../../base/diagnostic.ts';
import { messages } from '../../base/messages.ts';
import { failure, success, type Result } from '../../base/result.ts';
import {
  compactColMajor,
  congruent,
  crd2idx,
  flatten,
  type IntTuple,
  isInt,
  product,
  tupleDepth,
  tupleRank,
} from './int-tuple.ts';
import { andThen } from './steps.ts';
import { applySwizzle, type Swizzle } from './swizzle.ts';

export interface Layout {
  readonly kind: 'layout';
  /** Positive integers. */
  readonly shape: IntTuple;
  /** Elements per step of a coordinate; congruent to the shape, and possibly zero or negative. */
  readonly stride: IntTuple;
}

/** Offsets `swizzle(offset + layout(c))`. */
export interface ComposedLayout {
  readonly kind: 'composed';
  readonly swizzle: Swizzle;
  readonly offset: number;
  readonly layout: Layout;
}

export type CuteLayout = Layout | ComposedLayout;

/** A mode without tuples. */
export interface Leaf {
  readonly extent: number;
  readonly stride: number;
}

/**
 * A layout; without strides the compact one whose first mode runs fastest. Fails on sizes that are not positive,
 * strides that do not match the shape, and offsets beyond 2^53.
 */
export function makeLayout(
  shape: IntTuple,
  stride: IntTuple = compactColMajor(shape),
): Result<Layout> {
  const bad = flatten(shape).find((extent) => !(Number.isSafeInteger(extent) && extent > 0));
  if (bad !== undefined || hasEmpty(shape)) return failure(messages.cute.extent(String(bad ?? '')));
  if (!congruent(shape, stride)) return failure(messages.cute.incongruent());
  return checked(unchecked(shape, stride));
}

/** The layout itself, unless its numbers are too large to be exact. */
export function checked(layout: Layout): Result<Layout> {
  const fault = sizeFault(layout);
  return fault === undefined ? success(layout) : failure(fault);
}

export function sizeFault(layout: Layout): Message | undefined {
  return [size(layout), cosize(layout), ...flatten(layout.stride)].every(Number.isSafeInteger)
    ? undefined
    : messages.cute.tooLarge();
}

function hasEmpty(tuple: IntTuple): boolean {
  return !isInt(tuple) && (tuple.length === 0 || tuple.some((item) => hasEmpty(item)));
}

/** A layout of parts that are known to fit. */
export function unchecked(shape: IntTuple, stride: IntTuple): Layout {
  return { kind: 'layout', shape, stride };
}

/** The flat layout of leaves: an integer for one of them, `1:0` for none. */
export function ofLeaves(list: readonly Leaf[]): Layout {
  const [only] = list;
  if (only === undefined) return unchecked(1, 0);
  if (list.length === 1) return unchecked(only.extent, only.stride);
  return unchecked(
    list.map(({ extent }) => extent),
    list.map(({ stride }) => stride),
  );
}

/** `make_layout(a, b, ...)`: each layout becomes a mode. */
export function concat(layouts: readonly Layout[]): Layout {
  return unchecked(
    layouts.map(({ shape }) => shape),
    layouts.map(({ stride }) => stride),
  );
}

/** The modes of a layout, `layout<i>`; the layout itself when its shape is an integer. */
export function modes({ shape, stride }: Layout): Layout[] {
  if (isInt(shape)) return [unchecked(shape, stride)];
  return shape.map((extent, i) => unchecked(extent, isInt(stride) ? stride : (stride[i] ?? 0)));
}

/** Modes without tuples, from left to right. */
export function leaves({ shape, stride }: Layout): Leaf[] {
  const strides = flatten(stride);
  return flatten(shape).map((extent, i) => ({ extent, stride: strides[i] ?? 0 }));
}

/** The strided layout of any layout: what is below the swizzle. */
export function strided(layout: CuteLayout): Layout {
  return layout.kind === 'layout' ? layout : layout.layout;
}

/** An operation on the layout, below its swizzle where it has one. */
export function under(
  layout: CuteLayout,
  operation: (layout: Layout) => Result<Layout>,
): Result<CuteLayout> {
  if (layout.kind === 'layout') return operation(layout);
  return andThen(operation(layout.layout), (inner) => success({ ...layout, layout: inner }));
}

/** The offset of any coordinate: natural, by mode, or a single index. Throws a RangeError where it has another rank. */
export function at(layout: CuteLayout, coord: IntTuple): number {
  const { shape, stride } = strided(layout);
  const offset = crd2idx(coord, shape, stride);
  return layout.kind === 'layout' ? offset : applySwizzle(layout.swizzle, layout.offset + offset);
}

/** Elements of the domain. */
export function size(layout: CuteLayout): number {
  return product(strided(layout).shape);
}

/** One more than the largest offset when strides are positive; below a swizzle, that of the layout there. */
export function cosize(layout: CuteLayout): number {
  return leaves(strided(layout)).reduce(
    (sum, { extent, stride }) => sum + (extent - 1) * Math.abs(stride),
    1,
  );
}

/** The number of modes. */
export function rank(layout: CuteLayout): number {
  return tupleRank(strided(layout).shape);
}

/** Levels of modes: 0 for `8:1`, 1 for `(4,8):(8,1)`. */
export function depth(layout: CuteLayout): number {
  return tupleDepth(strided(layout).shape);
}
