/** `affine` maps and conditions against the same expression evaluated on big integers. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { forAll } from '../../../../test/for-all.ts';
import { perLane } from './harness.ts';

interface Expression {
  readonly text: string;
  readonly value: (d0: bigint, s0: bigint) => bigint;
}

function floorDivide(a: bigint, b: bigint): bigint {
  const quotient = a / b;
  return a % b !== 0n && a < 0n ? quotient - 1n : quotient;
}

const leaf: fc.Arbitrary<Expression> = fc.oneof(
  fc.constant({ text: 'd0', value: (d0: bigint) => d0 }),
  fc.constant({ text: 's0', value: (_: bigint, s0: bigint) => s0 }),
  fc.integer({ min: -9, max: 64 }).map((n) => ({ text: `${n}`, value: () => BigInt(n) })),
);

const { expression } = fc.letrec<{ expression: Expression }>((tie) => ({
  expression: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    leaf,
    fc
      .tuple(tie('expression'), tie('expression'), fc.constantFrom('+', '-'))
      .map(([a, b, sign]) => ({
        text: `(${a.text} ${sign} ${b.text})`,
        value: (d: bigint, s: bigint) =>
          sign === '+' ? a.value(d, s) + b.value(d, s) : a.value(d, s) - b.value(d, s),
      })),
    fc.tuple(tie('expression'), fc.integer({ min: -5, max: 9 })).map(([a, n]) => ({
      text: `(${a.text} * ${n})`,
      value: (d: bigint, s: bigint) => a.value(d, s) * BigInt(n),
    })),
    fc
      .tuple(
        tie('expression'),
        fc.integer({ min: 1, max: 33 }),
        fc.constantFrom('floordiv', 'ceildiv', 'mod'),
      )
      .map(([a, n, op]) => ({
        text: `(${a.text} ${op} ${n})`,
        value: (d: bigint, s: bigint) => {
          const [left, by] = [a.value(d, s), BigInt(n)];
          if (op === 'floordiv') return floorDivide(left, by);
          return op === 'ceildiv' ? -floorDivide(-left, by) : left - floorDivide(left, by) * by;
        },
      })),
  ),
}));

const d0 = Array.from({ length: 64 }, (_, i) => BigInt(i - 32) * (i % 3 === 0 ? 1n : 37n));
const s0 = Array.from({ length: 64 }, (_, i) => BigInt((i * 29) % 64) - 20n);
const inputs = [
  ['index', d0],
  ['index', s0],
] as const;

describe('affine', () => {
  it('evaluates maps, with divisions that round as MLIR says', () => {
    forAll([expression], { numRuns: 150, seed: 7 }, ({ text, value }) => {
      const found = perLane({
        inputs,
        result: 'index',
        before: `#map = affine_map<(d0)[s0] -> (${text})>`,
        body: '%r = affine.apply #map(%a)[%b]',
      });
      expect(found, text).toEqual(d0.map((d, i) => Number(value(d, s0[i] ?? 0n))));
    });
  });

  it.each([
    ['min', (values: readonly number[]) => Math.min(...values)],
    ['max', (values: readonly number[]) => Math.max(...values)],
  ] as const)('%s chooses among the results of a map', (name, choose) => {
    const found = perLane({
      inputs,
      result: 'index',
      body: `%r = affine.${name} affine_map<(d0)[s0] -> (d0, s0 * 2, 5)>(%a)[%b]`,
    });
    expect(found).toEqual(d0.map((d, i) => choose([Number(d), Number(s0[i] ?? 0n) * 2, 5])));
  });

  it('takes lanes apart by a set, constraint by constraint', () => {
    const found = perLane({
      inputs,
      result: 'index',
      before: '#set = affine_set<(d0)[s0] : (d0 - 3 >= 0, s0 mod 2 == 0)>',
      body: `%one = arith.constant 1 : index
        %two = arith.constant 2 : index
        %r = affine.if #set(%a)[%b] -> index {
          affine.yield %one : index
        } else {
          affine.yield %two : index
        }`,
    });
    expect(found).toEqual(d0.map((d, i) => (d >= 3n && (s0[i] ?? 0n) % 2n === 0n ? 1 : 2)));
  });

  it('counts loops whose bounds are maps of the lane', () => {
    const found = perLane({
      inputs,
      result: 'index',
      body: `%zero = arith.constant 0 : index
        %r = affine.for %k = 0 to min affine_map<(d0)[s0] -> (d0 floordiv 4, s0)>(%a)[%b] step 3
            iter_args(%sum = %zero) -> (index) {
          %next = arith.addi %sum, %k : index
          affine.yield %next : index
        }`,
    });
    const wanted = d0.map((d, i) => {
      const end = Math.min(Number(floorDivide(d, 4n)), Number(s0[i] ?? 0n));
      let sum = 0;
      for (let k = 0; k < end; k += 3) sum += k;
      return sum;
    });
    expect(found).toEqual(wanted);
  });
});
