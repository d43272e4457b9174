/** Index expressions: what they simplify to, and that they still mean what was built. */
import { modulo } from '@ldscope/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { forAll } from '../../../../test/for-all.ts';
import {
  add,
  constant,
  type Expression,
  leaf,
  leavesOf,
  quotient,
  remainder,
  scale,
  subtract,
  xor,
} from '../../src/passes/expression.ts';
import { evaluate } from './evaluate.ts';

const x = leaf('x', { low: 0, high: 255 });
const y = leaf('y', { low: 0, high: 1 });
const block = leaf('block', { low: 0 });
const tile = leaf('tile', { low: 0, high: 8192, step: 64, phase: 0 });

describe('normal form', () => {
  const times8 = scale(x, 8);
  const cases: readonly (readonly [what: string, got: Expression, wanted: Expression])[] = [
    ['division of multiples', quotient(times8, 64), quotient(x, 8)],
    ['remainder of multiples', remainder(times8, 64), scale(remainder(x, 8), 8)],
    ['division of a division', quotient(quotient(x, 4), 8), quotient(x, 32)],
    ['division of a remainder', quotient(remainder(x, 64), 16), remainder(quotient(x, 16), 4)],
    ['remainder of a remainder', remainder(remainder(x, 64), 8), remainder(x, 8)],
    ['a range that needs no remainder', remainder(x, 256), x],
    ['a range that leaves nothing', quotient(x, 256), constant(0)],
    ['multiples leave a remainder', remainder(add(tile, x), 8), remainder(x, 8)],
    ['multiples leave a quotient', quotient(add(tile, remainder(x, 8)), 8), quotient(tile, 8)],
    ['x - 16 (x / 16)', subtract(x, scale(quotient(x, 16), 16)), remainder(x, 16)],
    ['x mod 16 + 16 (x / 16)', add(remainder(x, 16), scale(quotient(x, 16), 16)), x],
    [
      'a remainder in two parts',
      add(remainder(x, 4), scale(remainder(quotient(x, 4), 8), 4)),
      remainder(x, 32),
    ],
    [
      'a quotient in two parts',
      add(remainder(quotient(x, 32), 2), scale(quotient(x, 64), 2)),
      quotient(x, 32),
    ],
    [
      'an affine map of the reference kernel',
      subtract(
        add(scale(y, 32), scale(quotient(x, 64), 8)),
        scale(quotient(add(scale(y, 4), quotient(x, 64)), 8), 64),
      ),
      add(scale(y, 32), scale(quotient(x, 64), 8)),
    ],
    ['XOR twice', xor(xor(x, y), y), x],
    ['XOR of multiples', xor(times8, scale(y, 8)), scale(xor(x, y), 8)],
    ['XOR of constants', xor(x, constant(3), constant(5)), xor(x, constant(6))],
    ['unit of an XOR', quotient(scale(xor(x, y), 8), 8), xor(x, y)],
    ['low bits of an XOR', remainder(xor(x, block), 8), xor(remainder(x, 8), remainder(block, 8))],
  ];
  it.each(cases)('%s', (_what, got, wanted) => {
    expect(got.key).toBe(wanted.key);
  });
  it('knows the largest remainder of multiples', () => {
    expect(remainder(tile, 256)).toMatchObject({ low: 0, high: 192, step: 64 });
    expect(remainder(scale(block, 8), 64).high).toBe(56);
  });
});

/** An expression together with a function that computes the same without any simplification. */
interface Built {
  readonly made: Expression;
  readonly plain: (values: Readonly<Record<string, number>>) => number;
}

const leaves: readonly Expression[] = [x, y, tile, leaf('free')];
const floor = (a: number, b: number): number => Math.floor(a / b);

const built: fc.Arbitrary<Built> = fc.letrec<{ node: Built }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 6, withCrossShrink: true },
    fc
      .constantFrom(...leaves)
      .map((made): Built => ({ made, plain: (values) => values[made.key] ?? 0 })),
    fc.integer({ min: -70, max: 70 }).map((n): Built => ({ made: constant(n), plain: () => n })),
    fc.tuple(tie('node'), tie('node')).map(([a, b]): Built => ({
      made: add(a.made, b.made),
      plain: (v) => a.plain(v) + b.plain(v),
    })),
    fc
      .tuple(tie('node'), fc.constantFrom(-16, -3, -1, 2, 3, 4, 8, 12, 64))
      .map(([a, k]): Built => ({ made: scale(a.made, k), plain: (v) => k * a.plain(v) })),
    fc
      .tuple(tie('node'), fc.constantFrom(1, 2, 3, 4, 6, 8, 16, 64))
      .map(([a, d]): Built => ({ made: quotient(a.made, d), plain: (v) => floor(a.plain(v), d) })),
    fc.tuple(tie('node'), fc.constantFrom(1, 2, 3, 4, 6, 8, 16, 64)).map(([a, d]): Built => ({
      made: remainder(a.made, d),
      plain: (v) => modulo(a.plain(v), d),
    })),
    fc.tuple(tie('node'), tie('node')).map(([a, b]): Built => ({
      made: xor(a.made, b.made),
      plain: (v) => a.plain(v) ^ b.plain(v),
    })),
  ),
})).node;

const values = fc.record({
  x: fc.integer({ min: 0, max: 255 }),
  y: fc.integer({ min: 0, max: 1 }),
  tile: fc.integer({ min: 0, max: 128 }).map((n) => 64 * n),
  free: fc.integer({ min: -5000, max: 5000 }),
});

describe('meaning', () => {
  it('is the same as without simplification, inside its range and congruence', () => {
    forAll(
      [built, fc.array(values, { minLength: 4, maxLength: 4 })],
      20_000,
      ({ made, plain }, all) =>
        all.every((one) => {
          const value = evaluate(made, ({ key }) => (one as Record<string, number>)[key] ?? 0);
          const wanted = plain(one);
          if (Math.abs(wanted) > 2 ** 30) return true;
          const congruent =
            made.step === 0 ? value === made.phase : modulo(value - made.phase, made.step) === 0;
          return value === wanted && value >= made.low && value <= made.high && congruent;
        }),
    );
  });
  it('depends on no leaf that was not there', () => {
    forAll([built], 500, ({ made }) =>
      leavesOf(made).every(({ key }) => leaves.some((one) => one.key === key)),
    );
  });
});
