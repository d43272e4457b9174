/** Random CuTe layouts, and a second way to their offsets: loops over natural coordinates. */
import * as fc from 'fast-check';
import { cute, expectValue } from '@ldscope/core';

export type Layout = cute.Layout;

export const layout = (shape: cute.IntTuple, stride?: cute.IntTuple): Layout =>
  expectValue(cute.makeLayout(shape, stride));

/** Offsets by index: an odometer over all integers of the shape, the first fastest. */
export function offsetsOf({ shape, stride }: Layout): number[] {
  const extents = cute.flatten(shape);
  const strides = cute.flatten(stride);
  const digits = extents.map(() => 0);
  const offsets: number[] = [];
  for (;;) {
    offsets.push(digits.reduce((sum, digit, k) => sum + digit * (strides[k] ?? 0), 0));
    let k = 0;
    while (k < digits.length && (digits[k] ?? 0) + 1 === extents[k]) digits[k++] = 0;
    if (k === digits.length) return offsets;
    digits[k] = (digits[k] ?? 0) + 1;
  }
}

/** The offset of any index, where the last integer of the shape has no bound. */
export function beyond({ shape, stride }: Layout, index: number): number {
  const extents = cute.flatten(shape);
  const strides = cute.flatten(stride);
  let rest = index;
  let offset = 0;
  for (let k = 0; k < extents.length; k++) {
    const isLast = k === extents.length - 1;
    const digit = isLast ? rest : rest % (extents[k] ?? 1);
    offset += digit * (strides[k] ?? 0);
    rest = isLast ? 0 : Math.floor(rest / (extents[k] ?? 1));
  }
  return offset;
}

const extent = fc.constantFrom(1, 2, 2, 3, 4, 4, 5, 6, 8);

/** Shapes up to depth 3 and 600 elements. */
export const shapes: fc.Arbitrary<cute.IntTuple> = fc
  .letrec<{ tuple: cute.IntTuple; item: cute.IntTuple }>((tie) => ({
    tuple: fc.array(tie('item'), { minLength: 1, maxLength: 3 }),
    item: fc.oneof({ maxDepth: 2, withCrossShrink: true }, extent, tie('tuple')),
  }))
  .item.filter((shape) => cute.product(shape) <= 600);

/** The strides of a compact layout whose integers run fastest in a random order, possibly with gaps. */
function ordered(shape: cute.IntTuple, order: readonly number[], gaps: readonly number[]): Layout {
  const extents = cute.flatten(shape);
  const ranks = extents.map((_, k) => k);
  ranks.sort((a, b) => (order[a % order.length] ?? 0) - (order[b % order.length] ?? 0) || a - b);
  const strides: number[] = [];
  let next = 1;
  for (const [i, k] of ranks.entries()) {
    next *= gaps[i % gaps.length] ?? 1;
    strides[k] = next;
    next *= extents[k] ?? 1;
  }
  let k = 0;
  return layout(
    shape,
    cute.mapTuple(shape, () => strides[k++] ?? 0),
  );
}

const orders = fc.array(fc.nat(9), { minLength: 4, maxLength: 8 });

/** Bijections onto 0 to size - 1. */
export const compactLayouts = fc
  .tuple(shapes, orders)
  .map(([shape, order]) => ordered(shape, order, [1]));

/** No two indices share an offset; with holes. */
export const injectiveLayouts = fc
  .tuple(shapes, orders, fc.array(fc.constantFrom(1, 1, 2, 3), { minLength: 3, maxLength: 5 }))
  .map(([shape, order, gaps]) => ordered(shape, order, gaps));

/** Any strides, also 0 and ones that overlap. */
export const anyLayouts = fc
  .tuple(
    shapes,
    fc.array(fc.constantFrom(0, 1, 1, 2, 3, 4, 6, 8, 12, 16, 24), { minLength: 3, maxLength: 9 }),
  )
  .map(([shape, strides]) => {
    let k = 0;
    return layout(
      shape,
      cute.mapTuple(shape, () => strides[k++ % strides.length] ?? 0),
    );
  });

export const layouts = fc.oneof(compactLayouts, injectiveLayouts, anyLayouts);

/** Layouts of powers of two, where most pairs compose. */
export const binaryLayouts = fc
  .tuple(
    fc.array(fc.constantFrom(1, 2, 2, 4, 8), { minLength: 1, maxLength: 4 }),
    orders,
    fc.array(fc.constantFrom(1, 1, 2), { minLength: 3, maxLength: 5 }),
  )
  .map(([shape, order, gaps]) =>
    ordered(shape.length === 1 ? (shape[0] ?? 1) : shape, order, gaps),
  );

export const swizzles = fc
  .tuple(fc.nat(3), fc.nat(4), fc.nat(3), fc.boolean())
  .map(([bits, base, more, up]) =>
    expectValue(cute.makeSwizzle(bits, base, up ? 0 - bits - more : bits + more)),
  );
