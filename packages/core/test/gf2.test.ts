import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { apply, echelon, inverse, nullSpace, rank, reduce } from '@ldscope/core';
import { forAll } from '../../../test/for-all.ts';

const BITS = 6;
const vectors = fc.array(fc.nat(2 ** BITS - 1), { maxLength: BITS });
const wide = fc.array(fc.integer({ min: 0, max: 0xffffffff }), { maxLength: 8 });

/** All sums of subsets, ascending. */
function allSums(list: readonly number[]): number[] {
  const sums = new Set<number>();
  for (let subset = 0; subset < 2 ** list.length; subset++) {
    let sum = 0;
    for (let i = 0; i < list.length; i++) if ((subset >> i) & 1) sum ^= list[i] ?? 0;
    sums.add(sum >>> 0);
  }
  return [...sums].sort((a, b) => a - b);
}

describe('linear algebra over GF(2), against enumeration', () => {
  test('the rank counts the vectors of the span', () => {
    forAll([fc.oneof(vectors, wide)], (list) => {
      const sums = allSums(list);
      expect(2 ** rank(list)).toBe(sums.length);
    });
  });

  test('an echelon basis spans the same, and no leading bit stands in another vector', () => {
    forAll([fc.oneof(vectors, wide)], (list) => {
      const basis = echelon(list);
      expect(allSums(basis)).toEqual(allSums(list));
      for (const [i, vector] of basis.entries()) {
        const lead = 31 - Math.clz32(vector);
        for (const [k, other] of basis.entries()) {
          if (k !== i) expect((other >>> lead) & 1).toBe(0);
        }
      }
      expect(basis).toEqual([...basis].sort((a, b) => b - a));
    });
  });

  test('reduce leaves zero exactly for the vectors of the span', () => {
    forAll([vectors], (list) => {
      const inside = new Set(allSums(list));
      const basis = echelon(list);
      for (let vector = 0; vector < 2 ** BITS; vector++) {
        expect(reduce(basis, vector) === 0).toBe(inside.has(vector));
      }
    });
  });

  test('the null space holds exactly what the map sends to zero', () => {
    forAll([fc.oneof(vectors, wide)], (columns) => {
      const kernel: number[] = [];
      for (let source = 0; source < 2 ** columns.length; source++) {
        if (apply(columns, source) === 0) kernel.push(source);
      }
      const basis = nullSpace(columns);
      expect(allSums(basis)).toEqual(kernel);
      expect(basis.length).toBe(columns.length - rank(columns));
    });
  });

  test('an inverse undoes the map; it is absent exactly when the map is singular', () => {
    const square = fc
      .integer({ min: 1, max: BITS })
      .chain((size) => fc.array(fc.nat(2 ** size - 1), { minLength: size, maxLength: size }));
    forAll([square], (columns) => {
      const inverted = inverse(columns);
      expect(inverted !== undefined).toBe(rank(columns) === columns.length);
      if (inverted === undefined) return;
      for (let source = 0; source < 2 ** columns.length; source++) {
        expect(apply(inverted, apply(columns, source))).toBe(source);
        expect(apply(columns, apply(inverted, source))).toBe(source);
      }
    });
    expect(inverse([])).toEqual([]);
    expect(inverse([3, 4])).toBeUndefined();
  });

  test('apply is linear', () => {
    forAll([vectors, fc.nat(2 ** BITS - 1), fc.nat(2 ** BITS - 1)], (f, a, b) => {
      expect(apply(f, a ^ b)).toBe(apply(f, a) ^ apply(f, b));
    });
  });

  test('works up to bit 31', () => {
    const columns = Array.from({ length: 32 }, (_, i) => 2 ** (31 - i));
    expect(inverse(columns)).toEqual(columns);
    expect(rank(columns)).toBe(32);
    expect(apply(columns, 1)).toBe(0x80000000);
    expect(nullSpace([0x80000000, 0x80000000])).toEqual([3]);
  });
});
