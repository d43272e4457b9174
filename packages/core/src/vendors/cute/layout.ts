/**
 * CuTe layouts: a shape and its strides, a function from coordinates to offsets in elements.
 *
 *     (2,(2,2)):(4,(2,1))     at (1,2), which is (1,(0,1)):   1*4 + 0*2 + 1*1 = 5
 *                             all offsets by index:           0 4 2 6 1 5 3 7      the first mode runs fastest
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
import { andThen, failure, success, type Result } from '../../base/result.ts';
import { MOST_ELEMENTS } from '../../layout/tile/recognize.ts';
import {
  compactColMajor,
  congruent,
  crd2idx,
  flatten,
  type IntTuple,
  isInt,
  product,
  tupleRank,
} from './int-tuple.ts';
import { type Swizzle, yyyMask } from './swizzle.ts';

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

/**
 * All offsets by index. A mode s:d repeats what is there s times, each d further, so an element costs one addition.
 * Fails above 2^20 elements, and for offsets below 0 or from 2^31 on.
 */
export function evaluate(layout: CuteLayout): Result<Int32Array> {
  const inner = strided(layout);
  const count = size(layout);
  const origin = layout.kind === 'composed' ? layout.offset : 0;
  if (count > MOST_ELEMENTS || cosize(layout) + Math.abs(origin) > 2 ** 31) {
    return failure(messages.cute.tooManyElements(MOST_ELEMENTS));
  }
  const offsets = new Int32Array(count);
  offsets[0] = origin;
  let filled = 1;
  let lowest = origin;
  for (const { extent, stride } of leaves(inner)) {
    lowest += Math.min(0, stride * (extent - 1));
    for (let step = 1; step < extent; step++) {
      const start = step * filled;
      const distance = step * stride;
      for (let i = 0; i < filled; i++) offsets[start + i] = (offsets[i] ?? 0) + distance;
    }
    filled *= extent;
  }
  if (lowest < 0) return failure(messages.cute.negativeOffset(lowest));
  if (layout.kind === 'composed') swizzleAll(layout.swizzle, offsets);
  return success(offsets);
}

/** Swizzles offsets in place. */
function swizzleAll(swizzle: Swizzle, offsets: Int32Array): void {
  const mask = yyyMask(swizzle);
  const down = Math.max(0, swizzle.shift);
  const up = Math.max(0, -swizzle.shift);
  for (let i = 0; i < offsets.length; i++) {
    const offset = offsets[i] ?? 0;
    offsets[i] = offset ^ (((offset & mask) >>> down) << up);
  }
}

/** The offset of one index; the last mode has no bound. */
export function indexOffset(layout: Layout, index: number): number {
  return crd2idx(index, layout.shape, layout.stride);
}

/** The grid that CUTLASS's `print_layout` shows. */
export interface LayoutTable {
  /** Size of mode 0. */
  readonly rows: number;
  /** Size of mode 1. */
  readonly columns: number;
  /** Offset of (row, column) at `row * columns + column`. */
  readonly offsets: Int32Array;
}

/** Offsets of a layout of rank 2, row after row. */
export function layoutTable(layout: CuteLayout): Result<LayoutTable> {
  const [down, across] = modes(strided(layout));
  if (rank(layout) !== 2 || down === undefined || across === undefined) {
    return failure(messages.cute.rank(rank(layout)));
  }
  const values = evaluate(layout);
  if (!values.ok) return values;
  const [rows, columns] = [size(down), size(across)];
  const offsets = new Int32Array(rows * columns);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      offsets[row * columns + column] = values.value[column * rows + row] ?? 0;
    }
  }
  return success({ rows, columns, offsets });
}
