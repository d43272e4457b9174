/** The post-conditions of every operation, by brute force over all coordinates of random layouts. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cute, expectValue, printCute, range, roundUp } from '@ldscope/core';
import {
  anyLayouts,
  beyond,
  binaryLayouts,
  compactLayouts,
  injectiveLayouts,
  type Layout,
  layout,
  layouts,
  offsetsOf,
  shapes,
} from './random.ts';
import { at, compatible, crd2crd, depth, idx2crd } from './coordinates.ts';
import { leastCases } from '../../../../../test/cases.ts';
import { forAll } from '../../../../../test/for-all.ts';

const RUNS = 2000;

function same(a: Layout, b: Layout): boolean {
  return printCute(a) === printCute(b);
}
const isSet = (list: readonly number[]): boolean => new Set(list).size === list.length;
const sorted = (list: readonly number[]): number[] => list.toSorted((a, b) => a - b);

describe('coordinates', () => {
  test('an index, a coordinate by mode and the natural one are the same element', () => {
    forAll([layouts], RUNS, (a) => {
      const wanted = offsetsOf(a);
      expect(cute.size(a)).toBe(wanted.length);
      expect(cute.cosize(a)).toBe(1 + wanted.reduce((most, one) => Math.max(most, one), 0));
      expect([...expectValue(cute.evaluate(a))]).toEqual(wanted);
      const indices = range(wanted.length);
      const naturals = indices.map((i) => idx2crd(i, a.shape));
      expect(naturals.every((natural) => cute.congruent(natural, a.shape))).toBe(true);
      expect(naturals.map((natural) => cute.crd2idx(natural, a.shape))).toEqual(indices);
      expect(indices.map((i) => at(a, i))).toEqual(wanted);
      expect(naturals.map((natural) => at(a, natural))).toEqual(wanted);
      const line = [wanted.length];
      const places = naturals.map((natural) => crd2crd(natural, a.shape, line));
      expect(places).toEqual(indices.map((i) => [i]));
      expect(places.map((place) => crd2crd(place, line, a.shape))).toEqual(naturals);
    });
  });

  test('compact strides give the coordinates back', () => {
    forAll([compactLayouts], RUNS, (a) => {
      const back = offsetsOf(a).map((offset) => idx2crd(offset, a.shape, a.stride));
      expect(back).toEqual(back.map((_, i) => idx2crd(i, a.shape)));
    });
  });

  test('compact orders are bijections', () => {
    forAll([shapes], RUNS, (shape) => {
      const all = range(cute.product(shape));
      expect(offsetsOf(layout(shape))).toEqual(all);
      expect(sorted(offsetsOf(layout(shape, cute.compactRowMajor(shape))))).toEqual(all);
    });
  });
});

describe('coalesce and filter', () => {
  test('coalesce keeps size and function, and cannot be repeated', () => {
    forAll([layouts], RUNS, (a) => {
      const result = cute.coalesce(a);
      expect(depth(result)).toBeLessThanOrEqual(1);
      expect(offsetsOf(result)).toEqual(offsetsOf(a));
      expect(same(cute.coalesce(result), result)).toBe(true);
      const parts = cute.coalesce(
        a,
        cute.modes(a).map(() => 1),
      );
      expect(offsetsOf(parts)).toEqual(offsetsOf(a));
      expect(cute.rank(parts)).toBe(cute.rank(a));
    });
  });

  test('filter keeps the offsets and leaves out what repeats them', () => {
    forAll([layouts], RUNS, (a) => {
      const zeros = cute.filterZeros(a);
      expect(cute.congruent(zeros.shape, a.shape)).toBe(true);
      const result = cute.filter(a);
      expect(offsetsOf(result)).toEqual(offsetsOf(zeros));
      expect(new Set(offsetsOf(result))).toEqual(new Set(offsetsOf(a)));
      expect(cute.size(result) === 1 || !cute.flatten(result.stride).includes(0)).toBe(true);
    });
  });
});

describe('composition', () => {
  const holds = (a: Layout, b: Layout, r: Layout): void => {
    expect(compatible(b.shape, r.shape)).toBe(true);
    expect(offsetsOf(r)).toEqual(offsetsOf(b).map((i) => beyond(a, i)));
  };

  test('is A(B(c)) wherever there is a result', () => {
    let composed = 0;
    const pairs = fc.oneof(
      fc.tuple(layouts, layouts),
      fc.tuple(binaryLayouts, binaryLayouts),
      fc.tuple(compactLayouts, compactLayouts),
    );
    forAll([pairs], 3000, ([a, b]) => {
      const result = cute.composition(a, b);
      if (!result.ok) return;
      composed++;
      holds(a, b, result.value);
    });
    expect(composed).toBeGreaterThan(leastCases(750));
  });

  test('where modes are said to add up to a carry, no layout of these modes is the composition', () => {
    let carries = 0;
    forAll([fc.oneof(layouts, binaryLayouts), fc.oneof(layouts, binaryLayouts)], 3000, (a, b) => {
      const result = cute.composition(a, b);
      if (result.ok || result.diagnostics[0]?.code !== 'cute/carry') return;
      carries++;
      const extents = cute.flatten(b.shape);
      const wanted = offsetsOf(b).map((i) => beyond(a, i));
      let unit = 1;
      const strides = extents.map((extent) => {
        const stride = extent === 1 ? 0 : (wanted[unit] ?? 0);
        unit *= extent;
        return stride;
      });
      expect(offsetsOf(layout(extents, strides))).not.toEqual(wanted);
    });
    expect(carries).toBeGreaterThan(leastCases(5));
  });

  test('with the identity on either side', () => {
    forAll([layouts], RUNS, (a) => {
      const right = expectValue(cute.composition(a, layout(cute.size(a))));
      expect(offsetsOf(right)).toEqual(offsetsOf(a));
      const left = expectValue(cute.composition(layout(cute.cosize(a)), a));
      expect(offsetsOf(left)).toEqual(offsetsOf(a));
      expect(cute.congruent(left.shape, a.shape)).toBe(true);
    });
  });

  test('is associative', () => {
    let both = 0;
    forAll([binaryLayouts, binaryLayouts, binaryLayouts], RUNS, (a, b, c) => {
      const ab = cute.composition(a, b);
      const bc = cute.composition(b, c);
      if (!ab.ok || !bc.ok) return;
      const left = cute.composition(ab.value, c);
      const right = cute.composition(a, bc.value);
      if (!left.ok || !right.ok) return;
      const reach = offsetsOf(c).every((i) => i < cute.size(b));
      if (!reach) return;
      both++;
      expect(offsetsOf(left.value)).toEqual(offsetsOf(right.value));
    });
    expect(both).toBeGreaterThan(leastCases(100));
  });

  test('by mode, dropping the modes that the tiler has none for', () => {
    const a = layout([12, [4, 8], 5], [59, [13, 1], 1000]);
    const result = expectValue(cute.composition(a, [layout(3, 4), undefined]));
    expect(printCute(result)).toBe('(3,(4,8)):(236,(13,1))');
  });
});

describe('complement', () => {
  test('is ordered, disjoint, and reaches the cotarget', () => {
    let found = 0;
    forAll(
      [fc.oneof(layouts, injectiveLayouts), fc.integer({ min: 1, max: 700 })],
      2000,
      (a, cotarget) => {
        const result = cute.complement(a, cotarget);
        if (!result.ok) return;
        found++;
        const r = result.value;
        const offsets = offsetsOf(r);
        const taken = new Set(offsetsOf(a));
        expect(offsets.slice(1).every((offset, i) => offset > (offsets[i] ?? 0))).toBe(true);
        expect(offsets.slice(1).every((offset) => !taken.has(offset))).toBe(true);
        const whole = cute.concat([a, r]);
        const filtered = cute.filter(a);
        if (cute.cosize(whole) === cute.size(filtered) * cute.size(r)) {
          expect(cute.size(r) * cute.size(filtered)).toBeGreaterThanOrEqual(cotarget);
        }
        const strides = cute.flatten(filtered.stride);
        const reach = cute.flatten(filtered.shape).map((extent, k) => extent * (strides[k] ?? 0));
        const period = Math.max(1, ...reach);
        // The last repetition of the layout may end before its period does: (5,5):(8,1) leaves 3 of 40 free.
        const gap = Math.max(0, period - cute.cosize(filtered));
        expect(cute.cosize(whole) + gap).toBeGreaterThanOrEqual(cotarget);
        expect(cute.cosize(r)).toBeLessThanOrEqual(roundUp(cotarget, period));
        expect(isSet(offsetsOf(cute.filter(whole)))).toBe(true);
        expect(cute.size(expectValue(cute.complement(whole)))).toBe(1);
      },
    );
    expect(found).toBeGreaterThan(leastCases(750));
  });
});

describe('divides', () => {
  const tilers = fc.oneof(
    binaryLayouts,
    injectiveLayouts,
    fc.constantFrom(layout(2), layout(4), layout(4, 2)),
  );

  test('split a layout into the tile and the rest', () => {
    let divided = 0;
    forAll([fc.oneof(compactLayouts, binaryLayouts, anyLayouts), tilers], 2000, (a, b) => {
      const result = cute.logicalDivide(a, b);
      if (!result.ok) return;
      divided++;
      const r = result.value;
      const [tile = r, rest = r] = cute.modes(r);
      expect(cute.rank(r)).toBe(2);
      expect(compatible(b.shape, tile.shape)).toBe(true);
      expect(same(tile, expectValue(cute.composition(a, b)))).toBe(true);
      const isWhole = cute.size(r) === cute.size(a);
      expect(result.diagnostics.map(({ code }) => code)).toEqual(
        cute.size(r) > cute.size(a) ? ['cute/rounded-up'] : [],
      );
      const within = offsetsOf(b).every((i) => i < cute.size(a));
      if (isWhole && within) expect(sorted(offsetsOf(r))).toEqual(sorted(offsetsOf(a)));
      const tiledBy = expectValue(cute.tiledDivide(a, b));
      expect(offsetsOf(tiledBy)).toEqual(offsetsOf(r));
      expect(cute.rank(tiledBy)).toBe(1 + cute.rank(rest));
      const flat = expectValue(cute.flatDivide(a, b));
      expect(offsetsOf(flat)).toEqual(offsetsOf(r));
      expect(cute.rank(flat)).toBe(cute.rank(tile) + cute.rank(rest));
    });
    expect(divided).toBeGreaterThan(leastCases(500));
  });

  test('by mode: the tile of every variant is the composition', () => {
    forAll(
      [
        fc.constantFrom(1, 2, 3, 4),
        fc.constantFrom(1, 2, 4, 6),
        fc.constantFrom(1, 2, 5),
        fc.constantFrom(1, 3, 8),
        fc.boolean(),
      ],
      100,
      (tileM, restM, tileN, restN, rowMajor) => {
        const shape = [tileM * restM, tileN * restN, 7];
        const a = layout(shape, rowMajor ? cute.compactRowMajor(shape) : undefined);
        const tiler = [tileM, tileN];
        const zipped = expectValue(cute.zippedDivide(a, tiler));
        const [tile = zipped, rest = zipped] = cute.modes(zipped);
        expect(same(tile, expectValue(cute.composition(a, tiler)))).toBe(true);
        expect(cute.modes(rest).map((mode) => cute.size(mode))).toEqual([restM, restN, 7]);
        for (const m of range(shape[0] ?? 1)) {
          for (const n of range(shape[1] ?? 1)) {
            const inner = [m % tileM, n % tileN];
            const outer = [Math.floor(m / tileM), Math.floor(n / tileN), 3];
            const offset = at(a, [m, n, 3]);
            expect(at(zipped, [inner, outer])).toBe(offset);
            expect(at(expectValue(cute.tiledDivide(a, tiler)), [inner, ...outer])).toBe(offset);
            expect(at(expectValue(cute.flatDivide(a, tiler)), [...inner, ...outer])).toBe(offset);
          }
        }
      },
    );
  });
});

describe('products', () => {
  test('repeat a block: mode 0 is the block, mode 1 moves it', () => {
    let found = 0;
    forAll(
      [fc.oneof(binaryLayouts, injectiveLayouts), fc.oneof(binaryLayouts, compactLayouts)],
      3000,
      (a, b) => {
        const result = cute.logicalProduct(a, b);
        if (!result.ok || cute.size(a) * cute.size(b) > 2048) return;
        found++;
        const [block = a, repeated = a] = cute.modes(result.value);
        expect(cute.rank(result.value)).toBe(2);
        expect(same(block, a)).toBe(true);
        expect(compatible(b.shape, repeated.shape)).toBe(true);
        expect(isSet(offsetsOf(result.value))).toBe(true);
        for (const product of [cute.zippedProduct, cute.tiledProduct, cute.flatProduct]) {
          expect(offsetsOf(expectValue(product(a, b)))).toEqual(offsetsOf(result.value));
        }
      },
    );
    expect(found).toBeGreaterThan(leastCases(800));
  });

  test('blocked and raked products differ in the order of the modes', () => {
    let found = 0;
    forAll([binaryLayouts, binaryLayouts], 600, (a, b) => {
      const blocked = cute.blockedProduct(a, b);
      const raked = cute.rakedProduct(a, b);
      expect(blocked.ok).toBe(raked.ok);
      if (!blocked.ok || !raked.ok || cute.size(a) * cute.size(b) > 1024) return;
      found++;
      const most = Math.max(cute.rank(a), cute.rank(b));
      expect(cute.rank(blocked.value)).toBe(most);
      expect(cute.rank(raked.value)).toBe(most);
      const sizes = (l: Layout): number[] => {
        const list = cute.modes(l).map((mode) => cute.size(mode));
        return [...list, ...Array.from({ length: most - list.length }, () => 1)];
      };
      const [inner, outer] = [sizes(a), sizes(b)];
      const blocks: number[] = [];
      const rakes: number[] = [];
      for (const j of range(cute.size(b))) {
        const y = cute.flatten(idx2crd(j, outer));
        for (const i of range(cute.size(a))) {
          const x = cute.flatten(idx2crd(i, inner));
          const block = x.map((v, k) => v + (y[k] ?? 0) * (inner[k] ?? 1));
          const rake = x.map((v, k) => v * (outer[k] ?? 1) + (y[k] ?? 0));
          blocks.push(at(blocked.value, block));
          rakes.push(at(raked.value, rake));
        }
      }
      expect(blocks).toEqual(rakes);
      expect(blocks.slice(0, cute.size(a))).toEqual(offsetsOf(a));
    });
    expect(found).toBeGreaterThan(leastCases(200));
  });

  test('tile_to_shape fills the shape, in the order that is asked for', () => {
    forAll(
      [
        fc.constantFrom(layout([8, 4], [4, 1]), layout([8, 4]), layout([2, 4]), layout(4)),
        fc.constantFrom(1, 2, 3),
        fc.constantFrom(1, 2, 4),
        fc.constantFrom([0, 1], [1, 0]),
      ],
      200,
      (block, m, n, order) => {
        const [rows = 1, columns = 1] = cute.modes(block).map((mode) => cute.size(mode));
        const height = rows * m;
        const width = (cute.rank(block) === 2 ? columns : 1) * n;
        const result = expectValue(cute.tileToShape(block, [height, width], order));
        expect(compatible([height, width], result.shape)).toBe(true);
        expect(sorted(offsetsOf(result))).toEqual(range(height * width));
        if (m > 1 && n > 1) {
          const down = at(result, [rows, 0]);
          const across = at(result, [0, width / n]);
          expect(down < across).toBe(order[0] === 0);
        }
      },
    );
    const odd = cute.tileToShape(layout([8, 4]), [12, 8]);
    expect(odd.diagnostics[0]?.message).toBe(
      'mode 0 of the block has 8 elements, which do not divide the 12 of the shape',
    );
  });
});
