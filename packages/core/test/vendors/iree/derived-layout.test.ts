/** The derived writer layout: published ones, and every element in exactly one thread and register. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  derivedThreadLayout,
  derivedWriterLayout,
  deriveThreadTileSizes,
  nestedElement,
  nestedRegisters,
  nestedShape,
  product,
} from '@ldscope/core';
import { forAll } from '../../../../../test/for-all.ts';

describe('element tiles', () => {
  test.each([
    // `gpu_vector_alloc.mlir` @promote_global_transfer_read: 4 halves per thread, although 8 would be 128 bits.
    [[16, 16], 64, 16, [1, 4]],
    [[64, 128], 256, 16, [1, 8]],
    [[64, 64], 256, 32, [1, 4]],
    // What the innermost dimension leaves goes to those outside of it, as long as they divide it.
    [[64, 2, 4], 64, 16, [1, 2, 4]],
    [[64, 4, 4], 64, 16, [1, 1, 4]],
    [[64, 2, 2, 2], 64, 16, [1, 2, 2, 2]],
    // 15 rows cannot be dealt to 64 threads: as wide as a copy can be.
    [[15, 16], 64, 16, [1, 8]],
    [[15, 4], 64, 16, [1, 4]],
    [[undefined, 64], 64, 16, [1, 8]],
    [[64, undefined], 64, 16, [1, 8]],
    // 6 of 8: neither divides the other.
    [[128, 6], 64, 16, [1, 1]],
    [[], 64, 16, []],
  ] as const)('%j on %d threads, %d bits', (shape, threads, bits, expected) => {
    expect(deriveThreadTileSizes(shape, threads, bits)).toEqual(expected);
  });
});

describe('dealing of threads', () => {
  test('the layout that upstream’s test prints', () => {
    expect(derivedWriterLayout([16, 16], 64, 16)).toEqual({
      subgroup_tile: [1, 1],
      batch_tile: [1, 1],
      outer_tile: [1, 1],
      thread_tile: [16, 4],
      element_tile: [1, 4],
      subgroup_strides: [0, 0],
      thread_strides: [4, 1],
    });
  });

  test.each([
    [
      [64, 128],
      [1, 8],
      256,
      { batch_tile: [4, 1], thread_tile: [16, 16], thread_strides: [16, 1] },
    ],
    [[4, 512], [1, 8], 32, { batch_tile: [4, 2], thread_tile: [1, 32], thread_strides: [0, 1] }],
    // More threads than tiles: what is left over holds copies.
    [[4, 8], [1, 8], 64, { batch_tile: [1, 1], thread_tile: [4, 1], thread_strides: [1, 0] }],
  ] as const)('%j in tiles of %j on %d threads', (shape, tile, threads, expected) => {
    expect(derivedThreadLayout(shape, tile, threads)).toMatchObject(expected);
  });

  test.each([
    ['12 tiles and 64 threads', [16, 96], [1, 8], 64],
    ['a tile that does not divide', [16, 20], [1, 8], 64],
    ['no dimension', [], [], 64],
    ['a tile of another rank', [16, 16], [4], 64],
  ] as const)('none for %s', (_, shape, tile, threads) => {
    expect(derivedThreadLayout(shape, tile, threads)).toBeUndefined();
  });

  test('every element is in one thread and register, but for copies of whole threads', () => {
    const power = (most: number): fc.Arbitrary<number> =>
      fc.integer({ min: 0, max: most }).map((n) => 2 ** n);
    forAll(
      [
        fc.array(power(5), { minLength: 1, maxLength: 3 }),
        fc.constantFrom(32, 64, 128),
        fc.constantFrom(8, 16, 32, 64),
      ],
      60,
      (shape, threads, bits) => {
        const layout = derivedWriterLayout(shape, threads, bits);
        if (layout === undefined) throw new Error('powers of two always divide');
        expect(nestedShape(layout)).toEqual(shape);
        const seen = new Map<string, number>();
        const registers = nestedRegisters(layout);
        for (let thread = 0; thread < threads; thread++) {
          for (const register of registers) {
            const key = nestedElement(layout, thread, 64, register).join();
            seen.set(key, (seen.get(key) ?? 0) + 1);
          }
        }
        expect(seen.size).toBe(product(shape));
        const copies = new Set(seen.values());
        expect(copies.size).toBe(1);
        expect([...copies][0]).toBe((threads * registers.length) / product(shape));
      },
    );
  });
});
