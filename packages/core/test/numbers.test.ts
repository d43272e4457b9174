import { assert, integer, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gcd, isPowerOfTwo, lowestBit, median, product, sum } from '@ldscope/core';

const whole = integer({ min: -1000, max: 1000 });

describe('numbers', () => {
  it('have the largest common divisor', () => {
    assert(
      property(whole, whole, (a, b) => {
        const divides = (d: number): boolean => a % d === 0 && b % d === 0;
        const most = Math.max(Math.abs(a), Math.abs(b));
        let largest = most;
        while (largest > 0 && !divides(largest)) largest--;
        expect(gcd(a, b)).toBe(largest);
      }),
    );
  });

  it('are powers of two', () => {
    const powers = new Set(Array.from({ length: 31 }, (_, n) => 2 ** n));
    for (let value = -4; value < 2000; value++) expect(isPowerOfTwo(value)).toBe(powers.has(value));
    expect([2 ** 30, 2 ** 31, 2 ** 32, 0.5, NaN].map(isPowerOfTwo)).toEqual([
      true,
      false,
      false,
      false,
      false,
    ]);
  });

  it('have a lowest bit, up to the most', () => {
    for (let value = 0; value < 200; value++) {
      let most = 16;
      while (value % most !== 0) most /= 2;
      expect(lowestBit(value, 16)).toBe(most);
    }
  });

  it('have a product, a sum and a middle', () => {
    expect([product([]), product([2, 3, 7])]).toEqual([1, 42]);
    expect([sum([]), sum([2, 3, 7])]).toEqual([0, 12]);
    expect([median([3]), median([9, 1, 4]), median([1, 8, 2, 3])]).toEqual([3, 4, 2.5]);
  });
});
