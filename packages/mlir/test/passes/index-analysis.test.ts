/**
 * What is known about indices, against what lanes and 64-bit registers have: a value is the same in all lanes of a wave only
 * if it is in each wave of the block, and arithmetic that may wrap is not decomposed.
 */
import type { Extent } from '@ldscope/core';
import * as fc from 'fast-check';
import { forAll } from '../../../../test/for-all.ts';
import { constantsOf, range } from '../table.ts';
import { describe, expect, it } from 'vitest';
import { type Operation, parseModule, type Value } from '@ldscope/mlir';
import {
  add,
  constant,
  type Expression,
  quotient,
  remainder,
  scale,
  xor,
} from '../../src/passes/expression.ts';
import { IndexAnalysis } from '../../src/passes/index-analysis.ts';
import { operationsIn } from '../../src/passes/rewriter.ts';
import { evaluate } from './evaluate.ts';
import { leastCases } from '../../../../test/cases.ts';

const analysisOf = (
  block: Extent,
  waveSize: number,
  ownerOf: (argument: Value) => Operation | undefined = () => undefined,
): IndexAnalysis => new IndexAnalysis({ block, waveSize, ownerOf });

/** The values of an expression in the lanes of each wave. */
function byWave(expression: Expression, [x, y, z]: Extent, waveSize: number): Set<number>[] {
  const waves: Set<number>[] = [];
  for (let thread = 0; thread < x * y * z; thread++) {
    const ids: Record<string, number> = {
      'thread.x': thread % x,
      'thread.y': Math.floor(thread / x) % y,
      'thread.z': Math.floor(thread / (x * y)),
    };
    const wave = Math.floor(thread / waveSize);
    (waves[wave] ??= new Set()).add(evaluate(expression, ({ key }) => ids[key] ?? NaN));
  }
  return waves;
}

describe('a value that is the same in all lanes of a wave', () => {
  it.each([
    [128, 2, true],
    [64, 3, true],
    [96, 2, false],
    [32, 4, true],
    [65, 2, false],
  ])('is x / 64 where each row of a block of %i x %i is whole waves: %s', (x, y, isUniform) => {
    const analysis = analysisOf([x, y, 1], 64);
    expect(analysis.isUniform(quotient(analysis.threadId(0), 64))).toBe(isUniform);
  });

  const analysis = analysisOf([128, 2, 1], 64);
  const [x, y] = [analysis.threadId(0), analysis.threadId(1)];
  it.each<[string, Expression, boolean]>([
    ['y', y, true],
    ['x', x, false],
    ['y mod 3 + x / 64', add(remainder(scale(y, 5), 3), quotient(x, 64)), true],
    ['x xor y', xor(x, y), false],
    ['(x + 64) / 128', quotient(add(x, constant(64)), 128), true],
    ['(x + 63) / 128', quotient(add(x, constant(63)), 128), false],
    ['x / 128 of a shorter divisor', quotient(x, 96), false],
    ['2 x / 64', quotient(scale(x, 2), 64), false],
    ['(x + 64 y) / 128', quotient(add(x, scale(y, 64)), 128), true],
    ['(x + 32 y) / 128', quotient(add(x, scale(y, 32)), 128), false],
  ])('%s in a block of 128 x 2', (_name, expression, isUniform) => {
    expect(analysis.isUniform(expression)).toBe(isUniform);
  });

  it('is one in each wave of any block', () => {
    const size = fc.constantFrom(1, 2, 3, 31, 32, 33, 63, 64, 65, 96, 128, 160);
    const amount = fc.constantFrom(1, 2, 3, 32, 63, 64, 65, 96, 128);
    const step = fc.tuple(
      fc.constantFrom('add', 'scale', 'quotient', 'remainder', 'xor', 'shift'),
      fc.nat(2),
      amount,
    );
    let uniform = 0;
    forAll(
      [
        fc.tuple(size, fc.constantFrom(1, 2, 3, 4), fc.constantFrom(1, 2)),
        fc.constantFrom(32, 64),
        fc.nat(2),
        fc.array(step, { maxLength: 4 }),
      ],
      { numRuns: 3000, seed: 1 },
      ([x, y, z], waveSize, first, steps) => {
        const block: Extent = [x, y, z];
        const analysis = analysisOf(block, waveSize);
        const idOf = (axis: number): Expression =>
          analysis.threadId(axis === 0 ? 0 : axis === 1 ? 1 : 2);
        const expression = steps.reduce((value, [operation, axis, by]) => {
          switch (operation) {
            case 'add':
              return add(value, scale(idOf(axis), by));
            case 'scale':
              return scale(value, by);
            case 'quotient':
              return quotient(value, by);
            case 'remainder':
              return remainder(value, by);
            case 'shift':
              return add(value, constant(by));
            default:
              return xor(value, idOf(axis));
          }
        }, idOf(first));
        if (!analysis.isUniform(expression)) return;
        uniform++;
        for (const values of byWave(expression, block, waveSize))
          expect(values.size, expression.key).toBe(1);
      },
    );
    expect(uniform).toBeGreaterThan(leastCases(100));
  });
});

/** The expression of the last operation of a function of 256 work-items, whose result is `%r`. */
const lastOf = (lines: string): Expression => {
  const { module, diagnostics } = parseModule(`func.func @k() {
    %id = gpu.thread_id x
    ${constantsOf(lines)}
    ${lines}
    return
  }`);
  expect(diagnostics).toEqual([]);
  const all = operationsIn(module.operations.flatMap(({ regions }) => regions));
  const last = all.findLast(({ results }) => results[0]?.name === 'r')?.results[0];
  if (last === undefined) throw new Error('not read');
  return analysisOf([256, 1, 1], 64, (argument) =>
    all.find(({ regions }) => regions[0]?.blocks[0]?.arguments.includes(argument)),
  ).expressionOf(last);
};

describe('an operation on ids from 0, from -1 (%less) or from 1 (%more)', () => {
  const prepared = `%less = arith.subi %id, %c1 : index
    %more = arith.addi %id, %c1 : index
    %under = arith.subi %c0, %more : index`;

  it.each<[string, ((id: number) => number) | undefined]>([
    ['arith.andi %id, %c7 : index', (id) => id & 7],
    ['arith.andi %id, %c6 : index', undefined],
    ['arith.remui %less, %c64 : index', (id) => (id + 63) % 64],
    ['arith.remui %less, %c12 : index', undefined],
    ['arith.remui %id, %c12 : index', (id) => id % 12],
    ['arith.remui %id, %c0 : index', undefined],
    ['arith.remsi %less, %c64 : index', undefined],
    ['arith.remsi %id, %c12 : index', (id) => id % 12],
    ['arith.divui %less, %c8 : index', undefined],
    ['arith.divui %id, %c1 : index', (id) => id],
    ['arith.divui %id, %c0 : index', undefined],
    ['arith.divsi %id, %c8 : index', (id) => id >> 3],
    ['arith.floordivsi %less, %c8 : index', (id) => (id - 1) >> 3],
    ['arith.floordivsi %less, %c0 : index', undefined],
    ['arith.shrui %less, %c3 : index', undefined],
    ['arith.shrui %id, %c3 : index', (id) => id >> 3],
    ['arith.shrsi %less, %c3 : index', (id) => (id - 1) >> 3],
    ['arith.shli %id, %c0 : index', (id) => id],
    ['arith.shli %id, %c30 : index', (id) => id * 2 ** 30],
    ['arith.shli %id, %c31 : index', undefined],
    ['arith.index_castui %less : index to i64', undefined],
    ['arith.index_castui %id : index to i64', (id) => id],
    // 9 bits have room for -256 to 255.
    ['arith.index_cast %id : index to i9', (id) => id],
    ['arith.index_cast %id : index to i8', undefined],
    ['arith.index_cast %more : index to i9', undefined],
    ['arith.index_cast %under : index to i9', (id) => -1 - id],
    ['affine.apply affine_map<()[s0] -> (s0 ceildiv 64)>()[%id]', (id) => Math.ceil(id / 64)],
    ['affine.apply affine_map<()[s0] -> (s0 mod 64)>()[%less]', (id) => (id + 63) % 64],
    ['affine.linearize_index [%id, %c3] by (4) : index', (id) => 4 * id + 3],
  ])('%s is decomposed, with its range, or is a leaf', (operation, model) => {
    const { key, low, high, ...rest } = lastOf(`${prepared}\n%r = ${operation}`);
    if (model === undefined) {
      expect(key).toBe('%r');
      return;
    }
    const wanted = range(256, model);
    const expression = { key, low, high, ...rest } as Expression;
    expect(range(256, (id) => evaluate(expression, () => id))).toEqual(wanted);
    expect([low, high]).toEqual([Math.min(...wanted), Math.max(...wanted)]);
  });

  it.each([
    ['arith.minsi %id, %c7 : index', 0, 7],
    ['arith.maxsi %id, %c7 : index', 7, 255],
    ['gpu.block_id x upper_bound 4', 0, 3],
    ['gpu.lane_id', 0, 63],
    ['gpu.subgroup_id : index', 0, 3],
    ['gpu.block_dim x', 256, 256],
    ['gpu.thread_id y', 0, 0],
  ])('%s is from %i to %i', (operation, from, to) => {
    const { low, high } = lastOf(`${prepared}\n%r = ${operation}`);
    expect([low, high]).toEqual([from, to]);
  });
});

it.each([
  ['%c3', '%c64', '%c8', 3, 63, 8, 3],
  ['%c3', '%c64', '%c0', -Infinity, 63, 0, 3],
  ['%id', '%c300', '%c4', 0, 299, 1, 0],
  ['%four', '%c900', '%c6', 0, 899, 2, 0],
  ['%c0', '%c64', '%c1', 0, 63, 1, 0],
  ['%c0', '%id', '%next', 0, 254, 4, 0],
  ['%c0', '%id', '%four', -Infinity, 254, 4, 0],
])(
  'a loop from %s to %s by %s is from %d to %d, in steps of %i from %i',
  (from, to, by, ...wanted) => {
    const { low, high, step, phase } = lastOf(`%four = arith.muli %id, %c4 : index
    %next = arith.addi %four, %c4 : index
    scf.for %i = ${from} to ${to} step ${by} {
      %r = arith.addi %i, %c0 : index
    }`);
    expect([low, high, step, phase]).toEqual(wanted);
  },
);

describe('shifts', () => {
  /** `id`, shifted left by each of some amounts and added to `id`, then shifted right by each of others. */
  const shifted = (lefts: readonly number[], rights: readonly number[]): Expression => {
    const lines: string[] = [];
    const chain = (name: string, amounts: readonly number[], first: string): string =>
      amounts.reduce((from, by, at) => {
        lines.push(`%${name}${at} = arith.${name} ${from}, %c${by} : index`);
        return `%${name}${at}`;
      }, first);
    lines.push(`%sum = arith.addi ${chain('shli', lefts, '%id')}, %id : index`);
    const last = chain('shrui', rights, '%sum');
    return lastOf(lines.join('\n').replace(`${last} =`, '%r ='));
  };

  /** The expression of one shift of `id` plus 1. */
  const once = (operation: string, type: string, by: number): Expression =>
    lastOf(`%next = arith.addi %id, %c1 : index
      %value = arith.index_cast %next : index to ${type}
      %by = arith.constant ${by} : ${type}
      %r = arith.${operation} %value, %by : ${type}`);

  const amounts = fc.array(fc.nat(63), { minLength: 1, maxLength: 3 });

  it('that may leave a register of 64 bits are not decomposed', () => {
    let decomposed = 0;
    forAll([amounts, amounts, fc.nat(255)], { numRuns: 1000, seed: 1 }, (lefts, rights, id) => {
      const found = shifted(lefts, rights);
      const left = lefts.reduce((value, by) => BigInt.asUintN(64, value << BigInt(by)), BigInt(id));
      const exact = rights.reduce((value, by) => value >> BigInt(by), left + BigInt(id));
      let isDecomposed = true;
      const value = evaluate(found, ({ key }) => {
        isDecomposed &&= key === 'thread.x';
        return id;
      });
      if (!isDecomposed) return;
      decomposed++;
      expect(BigInt(value), found.key).toBe(exact);
    });
    expect(decomposed).toBeGreaterThan(leastCases(50));
  });

  it.each([
    ['shli', 'i32', 0],
    ['shli', 'i32', 22],
    ['shrui', 'i32', 30],
    ['shrsi', 'index', 30],
  ])('%s of %s by %i are decomposed', (operation, type, by) => {
    expect(once(operation, type, by).kind).not.toBe('leaf');
  });

  it('that leave the type at its end are not', () => {
    // 256 is shifted to 2^31, the first number that an i32 does not hold.
    expect(once('shli', 'i32', 23).key).toBe('%r');
  });

  // The dialect gives them no value.
  it.each(['shli', 'shrui', 'shrsi'])(
    '%s by the width of the type or more are not',
    (operation) => {
      for (const by of [32, 33, 40, 61, 62, 63]) {
        const { kind, key } = once(operation, 'i32', by);
        expect([kind, key], String(by)).toEqual(['leaf', '%r']);
      }
    },
  );
});
