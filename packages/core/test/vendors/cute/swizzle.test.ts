/** Inverses, recasts and swizzles, by brute force over all coordinates. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cute, expectValue, printCute, range } from '@ldscope/core';
import {
  beyond,
  binaryLayouts,
  compactLayouts,
  injectiveLayouts,
  type Layout,
  layout,
  layouts,
  offsetsOf,
  swizzles,
} from './random.ts';
import { applySwizzle, at } from './coordinates.ts';
import { leastCases } from '../../../../../test/cases.ts';
import { forAll } from '../../../../../test/for-all.ts';

const RUNS = 2000;
const isSet = (list: readonly number[]): boolean => new Set(list).size === list.length;
const sorted = (list: readonly number[]): number[] => list.toSorted((a, b) => a - b);

describe('inverses', () => {
  const strided = (result: ReturnType<typeof cute.rightInverse>): Layout =>
    cute.strided(expectValue(result));

  test('right: L(R(i)) = i', () => {
    forAll([layouts], RUNS, (a) => {
      const inverse = strided(cute.rightInverse(a));
      expect(offsetsOf(inverse).map((i) => offsetsOf(a)[i])).toEqual(range(cute.size(inverse)));
    });
    forAll([compactLayouts], RUNS, (a) => {
      expect(cute.size(strided(cute.rightInverse(a)))).toBe(cute.size(a));
    });
  });

  test('left: R(L(i)) = i where L is injective, else L(R(L(i))) = L(i)', () => {
    let found = 0;
    forAll([fc.oneof(injectiveLayouts, layouts)], 4000, (a) => {
      const result = cute.leftInverse(a);
      if (!result.ok) return;
      found++;
      const inverse = cute.strided(result.value);
      const offsets = offsetsOf(a);
      const back = offsets.map((offset) => beyond(inverse, offset));
      expect(back.map((i) => beyond(a, i))).toEqual(offsets);
      if (isSet(offsets)) expect(back).toEqual(range(offsets.length));
    });
    expect(found).toBeGreaterThan(leastCases(1500));
  });
});

describe('recast', () => {
  test('elements of another size cover the same bytes', () => {
    let found = 0;
    forAll(
      [
        fc.oneof(binaryLayouts, injectiveLayouts),
        fc.constantFrom(1, 2, 4, 8),
        fc.constantFrom(1, 2, 4, 8),
      ],
      3000,
      (a, from, to) => {
        const result = cute.recast(a, from * 8, to * 8);
        if (!result.ok) return;
        found++;
        const bytes = (l: cute.CuteLayout, width: number): number[] =>
          sorted(offsetsOf(cute.strided(l)).flatMap((o) => range(width).map((k) => o * width + k)));
        const wide = bytes(result.value, to);
        const narrow = bytes(a, from);
        const covered = new Set(wide);
        expect(narrow.every((byte) => covered.has(byte))).toBe(true);
        if (from > to) expect(wide).toEqual(narrow);
      },
    );
    expect(found).toBeGreaterThan(leastCases(500));
    forAll([binaryLayouts, fc.constantFrom(2, 4)], RUNS, (a, factor) => {
      const narrow = cute.downcast(a, factor);
      if (narrow.ok) expect(expectValue(cute.upcast(narrow.value, factor))).toEqual(a);
    });
  });

  test('of a swizzled layout: the same bytes at the same places', () => {
    forAll([swizzles, fc.constantFrom(2, 4, 8)], 100, (swizzle, factor) => {
      const a: cute.CuteLayout = {
        kind: 'composed',
        swizzle,
        offset: 0,
        layout: layout([16, 64], [64, 1]),
      };
      const narrow = expectValue(cute.downcast(a, factor));
      const places = range(1024).map((i) => [i % 16, Math.floor(i / 16)] as const);
      const offsets = places.map((place) => at(a, place));
      for (const k of [0, 1]) {
        expect(places.map(([r, c]) => at(narrow, [r, c * factor + k]))).toEqual(
          offsets.map((offset) => offset * factor + k),
        );
      }
      expect(expectValue(cute.upcast(narrow, factor))).toEqual(a);
      const wide = cute.upcast(a, factor);
      if (!wide.ok) return;
      expect(places.map(([r, c]) => at(wide.value, [r, Math.floor(c / factor)]))).toEqual(
        offsets.map((offset) => Math.floor(offset / factor)),
      );
    });
  });
});

describe('swizzles', () => {
  test('XOR single bits onto others, and undo themselves', () => {
    forAll([swizzles, fc.nat(2 ** 30)], RUNS, (swizzle, offset) => {
      const { bits, base, shift } = swizzle;
      let wanted = offset;
      for (let bit = base; bit < base + bits; bit++) {
        const [source, target] = shift >= 0 ? [bit + shift, bit] : [bit, bit - shift];
        if (Math.floor(offset / 2 ** source) % 2 === 1) {
          wanted += Math.floor(offset / 2 ** target) % 2 === 1 ? -(2 ** target) : 2 ** target;
        }
      }
      expect(applySwizzle(swizzle, offset)).toBe(wanted);
      expect(applySwizzle(swizzle, wanted)).toBe(offset);
      expect(applySwizzle(swizzle, offset + 2 ** 40)).toBe(wanted + 2 ** 40);
      const made = cute.swizzleOfMasks(cute.yyyMask(swizzle), cute.zzzMask(swizzle));
      expect(made).toEqual(bits === 0 ? { bits: 0, base: 0, shift: 0 } : swizzle);
    });
  });

  test('two after each other are one where that is said', () => {
    let found = 0;
    forAll(
      [swizzles, swizzles, fc.array(fc.nat(2 ** 16), { minLength: 20 })],
      RUNS,
      (f, g, offsets) => {
        const both = cute.composeSwizzles(f, g);
        if (!both.ok) return;
        found++;
        for (const offset of offsets) {
          const wanted = applySwizzle(f, applySwizzle(g, offset));
          expect(applySwizzle(both.value, offset)).toBe(wanted);
        }
      },
    );
    expect(found).toBeGreaterThan(leastCases(100));
  });

  test('inverses of swizzled layouts', () => {
    let found = 0;
    forAll(
      [
        swizzles,
        fc.constantFrom(layout([8, 64], [64, 1]), layout([64, 8], [8, 1]), layout([16, 32])),
      ],
      300,
      (swizzle, inner) => {
        const a: cute.CuteLayout = { kind: 'composed', swizzle, offset: 0, layout: inner };
        for (const invert of [cute.rightInverse, cute.leftInverse]) {
          const inverse = invert(a);
          if (!inverse.ok) continue;
          found++;
          const inside = range(512).filter((i) => at(a, i) < 512);
          expect(inside.map((i) => at(inverse.value, at(a, i)))).toEqual(inside);
        }
      },
    );
    expect(found).toBeGreaterThan(leastCases(100));
  });

  test('operations act below the swizzle', () => {
    const swizzle = expectValue(cute.makeSwizzle(3, 3, 3));
    const a: cute.CuteLayout = {
      kind: 'composed',
      swizzle,
      offset: 0,
      layout: layout([8, 64], [64, 1]),
    };
    const tiles = expectValue(cute.under(a, (inner) => cute.zippedDivide(inner, [4, 16])));
    expect(printCute(tiles)).toBe('Sw<3,3,3> o 0 o ((4,16),(2,4)):((64,1),(256,16))');
    for (const [m, n] of [
      [5, 33],
      [7, 63],
    ] as const) {
      const coordinate = [
        [m % 4, n % 16],
        [Math.floor(m / 4), Math.floor(n / 16)],
      ];
      expect(at(tiles, coordinate)).toBe(at(a, [m, n]));
    }
  });
});
