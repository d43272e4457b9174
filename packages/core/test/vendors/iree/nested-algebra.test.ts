/** Algebra of nested layouts: lanes keep their elements, whatever shape the vector is given. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  dropNestedDimensions,
  joinNestedLayouts,
  needsSharedMemory,
  nestedElement,
  type NestedLayout,
  nestedRegisters,
  nestedShape,
  normalNestedLayout,
  pickNestedDimensions,
  product,
  reshapeNestedLayout,
  sameNestedLayout,
} from '@ldscope/core';
import { leastCases } from '../../../../../test/cases.ts';
import { forAll } from '../../../../../test/for-all.ts';

const one: NestedLayout = {
  subgroup_tile: [2, 1],
  batch_tile: [1, 2],
  outer_tile: [1, 1],
  thread_tile: [4, 16],
  element_tile: [4, 1],
  subgroup_strides: [1, 0],
  thread_strides: [16, 1],
};

const power = (most: number): fc.Arbitrary<number> =>
  fc.integer({ min: 0, max: most }).map((n) => 2 ** n);

/** Layouts of two dimensions whose threads make up to a wave. */
const layouts: fc.Arbitrary<NestedLayout> = fc
  .tuple(power(2), power(2), power(2), power(1), power(3), power(3), power(2), fc.boolean())
  .map(([batch, outer, element, subgroup, rows, columns, inner, swapped]) => ({
    subgroup_tile: [subgroup, 1],
    batch_tile: [batch, 1],
    outer_tile: [1, outer],
    thread_tile: [rows, columns],
    element_tile: [element, inner],
    subgroup_strides: [subgroup === 1 ? 0 : 1, 0],
    thread_strides: swapped ? [1, rows] : [columns, 1],
  }))
  .map(normalNestedLayout);

/** The flat elements of a thread, in the order of its registers. */
function elementsOf(layout: NestedLayout, thread: number): number[] {
  const shape = nestedShape(layout);
  return nestedRegisters(layout).map((register) =>
    nestedElement(layout, thread, 64, register).reduce(
      (flat, index, d) => flat * (shape[d] ?? 1) + index,
      0,
    ),
  );
}

describe('reshape', () => {
  test('lanes keep their elements', () => {
    let said = 0;
    forAll(
      [layouts, fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 3 })],
      300,
      (layout, cuts) => {
        const size = product(nestedShape(layout));
        const shape: number[] = [];
        let left = size;
        for (const cut of cuts) {
          const part = Math.min(left, 2 ** cut);
          shape.unshift(part);
          left /= part;
        }
        shape.unshift(left);
        const reshaped = reshapeNestedLayout(layout, shape);
        if (reshaped === undefined) return;
        said++;
        expect(nestedShape(reshaped)).toEqual(shape);
        for (const thread of [0, 1, 17, 63, 64, 127]) {
          const sorted = (list: readonly number[]): number[] => list.toSorted((a, b) => a - b);
          expect(sorted(elementsOf(reshaped, thread))).toEqual(sorted(elementsOf(layout, thread)));
        }
      },
    );
    expect(said).toBeGreaterThan(leastCases(50));
  });

  test('there and back is the layout', () => {
    const flat = reshapeNestedLayout(one, [32, 2, 16]);
    expect(flat && reshapeNestedLayout(flat, [32, 32])).toEqual(one);
  });

  test('none where a row of lanes is cut into elements', () => {
    expect(reshapeNestedLayout(one, [1024])).toBeUndefined();
    expect(reshapeNestedLayout(one, [16, 16])).toBeUndefined();
  });
});

describe('dimensions', () => {
  test('a transposition swaps the elements of each lane', () => {
    forAll([layouts], (layout) => {
      const swapped = pickNestedDimensions(layout, [1, 0]);
      for (const thread of [0, 5, 63, 100]) {
        const places = (of: NestedLayout): string[] =>
          nestedRegisters(of).map((register) => nestedElement(of, thread, 64, register).join());
        const turned = places(swapped).map((place) => place.split(',').reverse().join());
        expect(new Set(turned)).toEqual(new Set(places(layout)));
      }
    });
  });

  test('what is dropped and joined again is the layout', () => {
    const [rows, columns] = [dropNestedDimensions(one, [1]), dropNestedDimensions(one, [0])];
    expect(nestedShape(rows)).toEqual([32]);
    expect(joinNestedLayouts([rows, columns])).toEqual(one);
  });

  test('a new dimension has one element', () => {
    expect(nestedShape(pickNestedDimensions(one, [undefined, 1]))).toEqual([1, 32]);
  });
});

describe('equality', () => {
  const loose = { ...one, subgroup_tile: [1, 1], batch_tile: [2, 2], subgroup_strides: [7, 3] };

  test('strides of tiles of one mean nothing', () => {
    expect(sameNestedLayout(loose, { ...loose, subgroup_strides: [0, 0] })).toBe(true);
    expect(sameNestedLayout(one, { ...one, thread_strides: [1, 4] })).toBe(false);
  });

  test('elements change hands unless only registers differ', () => {
    const batched = { ...one, batch_tile: [2, 1], outer_tile: [1, 2] };
    expect(needsSharedMemory(one, batched)).toBe(false);
    expect(needsSharedMemory(one, { ...one, thread_strides: [1, 4] })).toBe(true);
    expect(needsSharedMemory(one, { ...one, element_tile: [2, 2] })).toBe(true);
  });
});
