/**
 * What is known about indices, against what lanes and 64-bit registers have: a value is the same in all lanes of a wave only
 * if it is in each wave of the block, and arithmetic that may wrap is not decomposed.
 */
import type { Extent } from '@ldscope/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseModule } from '@ldscope/mlir';
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

const analysisOf = (block: Extent, waveSize: number): IndexAnalysis =>
  new IndexAnalysis({ block, waveSize, ownerOf: () => undefined });

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
  it('is x / 64 where each row of the block is whole waves, and not in a block of 96 x 2', () => {
    for (const [x, y, isUniform] of [
      [128, 2, true],
      [64, 3, true],
      [96, 2, false],
      [32, 4, true],
      [65, 2, false],
    ] as const) {
      const analysis = analysisOf([x, y, 1], 64);
      expect(analysis.isUniform(quotient(analysis.threadId(0), 64)), `${x} x ${y}`).toBe(isUniform);
    }
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
    fc.assert(
      fc.property(
        fc.tuple(size, fc.constantFrom(1, 2, 3, 4), fc.constantFrom(1, 2)),
        fc.constantFrom(32, 64),
        fc.nat(2),
        fc.array(step, { maxLength: 4 }),
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
      ),
      { numRuns: 3000, seed: 1 },
    );
    expect(uniform).toBeGreaterThan(leastCases(100));
  });
});

describe('shifts', () => {
  /** `id`, shifted left by each of some amounts and added to `id`, then shifted right by each of others. */
  const shifted = (lefts: readonly number[], rights: readonly number[]): Expression => {
    const line = (name: string, by: number, at: number, from: string) => `
      %by${name}${at} = arith.constant ${by} : index
      %${name}${at} = arith.${name} %${from}, %by${name}${at} : index`;
    const chain = (name: string, amounts: readonly number[], first: string): string =>
      amounts.map((by, at) => line(name, by, at, at === 0 ? first : `${name}${at - 1}`)).join('');
    const { module } = parseModule(`func.func @k() {
      %id = gpu.thread_id x
      ${chain('shli', lefts, 'id')}
      %sum = arith.addi %shli${lefts.length - 1}, %id : index
      ${chain('shrui', rights, 'sum')}
      return
    }`);
    const all = operationsIn(module.operations.flatMap(({ regions }) => regions));
    const last = all.findLast(({ name }) => name === 'arith.shrui')?.results[0];
    if (last === undefined) throw new Error('not read');
    return analysisOf([256, 1, 1], 64).expressionOf(last);
  };

  /** The expression of one shift of `id` plus 1. */
  const once = (operation: string, type: string, by: number): Expression => {
    const { module } = parseModule(`func.func @k() {
      %id = gpu.thread_id x
      %one = arith.constant 1 : index
      %next = arith.addi %id, %one : index
      %value = arith.index_cast %next : index to ${type}
      %by = arith.constant ${by} : ${type}
      %shifted = arith.${operation} %value, %by : ${type}
      return
    }`);
    const all = operationsIn(module.operations.flatMap(({ regions }) => regions));
    const last = all.findLast(({ name }) => name === `arith.${operation}`)?.results[0];
    if (last === undefined) throw new Error('not read');
    return analysisOf([256, 1, 1], 64).expressionOf(last);
  };

  const amounts = fc.array(fc.nat(63), { minLength: 1, maxLength: 3 });

  it('that may leave a register of 64 bits are not decomposed', () => {
    let decomposed = 0;
    fc.assert(
      fc.property(amounts, amounts, fc.nat(255), (lefts, rights, id) => {
        const found = shifted(lefts, rights);
        const left = lefts.reduce(
          (value, by) => BigInt.asUintN(64, value << BigInt(by)),
          BigInt(id),
        );
        const exact = rights.reduce((value, by) => value >> BigInt(by), left + BigInt(id));
        let isDecomposed = true;
        const value = evaluate(found, ({ key }) => {
          isDecomposed &&= key === 'thread.x';
          return id;
        });
        if (!isDecomposed) return;
        decomposed++;
        expect(BigInt(value), found.key).toBe(exact);
      }),
      { numRuns: 1000, seed: 1 },
    );
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

  // The dialect gives them no value.
  it.each(['shli', 'shrui', 'shrsi'])(
    '%s by the width of the type or more are not',
    (operation) => {
      for (const by of [32, 33, 40, 61, 62, 63]) {
        const { kind, key } = once(operation, 'i32', by);
        expect([kind, key], String(by)).toEqual(['leaf', '%shifted']);
      }
    },
  );
});
