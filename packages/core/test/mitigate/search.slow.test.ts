/** The search against brute force: never worse than any member of a family, and every certificate checks. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  elementOffset,
  expectValue,
  isActive,
  layoutOf,
  legalityFaults,
  linearProblem,
  machineNamed,
  makeCounter,
  paddedLayout,
  placeElements,
  type Problem,
  rowBytes,
  type RowKey,
  searchLayouts,
  type SearchResult,
  simulate,
  singleAccess,
  solveLinear,
  sum,
  type TileLayout,
} from '@ldscope/core';
import { f16, keyed, operandRead, rowCopy } from './patterns.ts';
import { linearProblems, problems } from './random.ts';
import { checkCertificate, costOf } from '../oracle/certificate.ts';
import { forAll } from '../../../../test/for-all.ts';

const found = (problem: Problem): SearchResult => expectValue(searchLayouts(problem));

/** Conflict cycles over all targets, address by address. */
function plainCount(problem: Problem, layout: TileLayout): number {
  let cycles = 0;
  for (const access of problem.accesses) {
    for (let instance = 0; instance < access.instances; instance++) {
      const addresses = Array.from({ length: 64 }, (_, lane) => {
        const at = 64 * instance + lane;
        return isActive(access, instance, lane)
          ? elementOffset(layout, access.rows[at] ?? 0, access.columns[at] ?? 0)
          : 0;
      });
      const trace = singleAccess(access.op, addresses, {
        waveSize: 64,
        maskLow: access.activeMask[2 * instance] ?? 0,
        maskHigh: access.activeMask[2 * instance + 1] ?? 0,
      });
      for (const { machine, model } of problem.targets) {
        cycles += simulate(trace, machine, model, { ldsBytes: 2 ** 15 }).bankConflict[0] ?? 0;
      }
    }
  }
  return cycles;
}

/** Every XOR, rotation and pitch that one would try by hand. */
function* handMade({ tile }: Problem): Generator<TileLayout> {
  const row = rowBytes(tile);
  for (let pad = 0; pad <= 272; pad += 4) yield paddedLayout(tile, row + pad);
  for (const unitBytes of [4, 8, 16, 32]) {
    if (row % unitBytes !== 0) continue;
    const units = row / unitBytes;
    for (const rowsPerPhase of [1, 2, 4, 8, 16]) {
      const keys: RowKey[] = [];
      for (let phases = 2; phases <= units; phases *= 2) {
        keys.push({ kind: 'xor', phases, rowsPerPhase });
      }
      for (let step = 1; step < units; step++) keys.push({ kind: 'rotate', step, rowsPerPhase });
      for (const key of keys) yield keyed(tile, unitBytes, key);
    }
  }
}

describe('random problems', () => {
  it('the front is never worse than what brute force finds, and its certificates check', () => {
    forAll([problems], 15, (problem) => {
      const { front, others, now, verdict } = found(problem);
      const least = sum(front[0]?.cost.conflictCycles ?? []);
      for (const layout of handMade(problem)) {
        if (legalityFaults(problem, layout).length > 0) continue;
        expect(least).toBeLessThanOrEqual(plainCount(problem, layout));
      }
      for (const answer of [now, ...front, ...others]) {
        const check = checkCertificate(problem, answer.certificate);
        expect(check.failures).toEqual([]);
        if (answer.widthBytes === now.widthBytes) {
          expect(plainCount(problem, answer.layout)).toBe(sum(answer.cost.conflictCycles));
        }
      }
      expect(verdict === 'free').toBe(sum(now.cost.conflictCycles) === 0);
    });
  });

  it('counts of the search are those of the addresses', () => {
    forAll([problems], 10, (problem) => {
      const counter = makeCounter(problem);
      for (const layout of handMade(problem)) {
        if (legalityFaults(problem, layout).length > 0) continue;
        const counts = counter.count(placeElements(layout));
        const total = sum(counts.flatMap((list) => list.map(({ conflicts }) => conflicts)));
        expect(total).toBe(plainCount(problem, layout));
      }
    });
  });
});

describe('the solver over bank bits', () => {
  /** All triples or quadruples of functionals on the five bits of the unit. */
  function bruteForce(problem: Problem): number {
    const linear = linearProblem(problem);
    if (linear === undefined) throw new Error('the problem is linear');
    const { requirements, unitElementBits } = linear;
    const depth = Math.max(0, ...requirements.map(({ bits }) => bits));
    let best = Number.POSITIVE_INFINITY;
    const visit = (chosen: readonly number[]): void => {
      if (chosen.length === depth) best = Math.min(best, costOf(requirements, chosen));
      else for (let f = 1; f < 32; f++) visit([...chosen, f << unitElementBits]);
    };
    visit([]);
    return best;
  }

  it('finds the optimum of all linear layouts, and its layout has that many conflicts', () => {
    forAll(
      [linearProblems, fc.constantFrom('any' as const, 'row-keys' as const)],
      60,
      (problem, family) => {
        const linear = linearProblem(problem);
        if (linear === undefined) throw new Error('the problem is linear');
        const solution = solveLinear(linear, family);
        expect(solution.exhausted).toBe(true);
        expect(solution.conflicts).toBeGreaterThanOrEqual(solution.bound);
        const layout = layoutOf(problem.tile, linear, solution);
        expect(legalityFaults(problem, layout)).toEqual([]);
        expect(plainCount(problem, layout)).toBe(solution.conflicts);
        if (family === 'any' && Math.max(...linear.requirements.map(({ bits }) => bits)) <= 3) {
          expect(solution.conflicts).toBe(bruteForce(problem));
        }
      },
    );
  });

  it('three lines of a plane have no common complement', () => {
    // Three accesses whose phases differ in u0, u1 and u0 ^ u1 alone cannot be told apart by one bit.
    const line = (vector: number) => ({ kernel: [vector], bits: 1, cost: [0, 1], from: [] });
    const linear = linearProblem(gemm(16, 32));
    if (linear === undefined) throw new Error('the problem is linear');
    const of = (...vectors: number[]) =>
      solveLinear(
        { ...linear, requirements: vectors.map((v) => line(v << linear.unitElementBits)) },
        'any',
      );
    expect(of(1, 2)).toMatchObject({ conflicts: 0, exhausted: true });
    expect(of(1, 2, 3)).toMatchObject({ conflicts: 1, bound: 0, exhausted: true, size: 3 });
  });
});

function gemm(rows: number, columns: number): Problem {
  const tile = f16(rows, columns);
  return makeGemm(tile);
}

function makeGemm(tile: ReturnType<typeof f16>): Problem {
  const accesses = [
    rowCopy('store', 'ds_write_b128', tile, 8, 4),
    operandRead('load', 'ds_read_b128', tile, 16, 8),
  ];
  const targets = ['gfx942', 'gfx950']
    .map(machineNamed)
    .map((machine) => ({ machine, model: machine.models[0] }));
  return { tile, waveSize: 64, accesses, targets, copies: 1, otherBytes: 0 };
}

describe('a GEMM tile on gfx942 and gfx950', () => {
  it.each([
    [16, 32],
    [64, 32],
    [64, 64],
    [128, 64],
    [64, 128],
    [64, 96],
  ])('%i x %i f16: one key serves both chips', (rows, columns) => {
    const problem = gemm(rows, columns);
    const { front, verdict } = found(problem);
    expect(verdict).toBe('solved');
    const key = front.find(({ family, serves }) => family === 'xor' && serves.length === 2);
    expect(key).toMatchObject({
      serves: ['gfx942', 'gfx950'],
      certificate: { optimality: { kind: 'every-layout', unitBytes: 16 } },
    });
    for (const { certificate } of front) {
      expect(checkCertificate(problem, certificate)).toMatchObject({ ok: true, failures: [] });
    }
  });

  it('is deterministic', () => {
    expect(found(gemm(64, 64))).toEqual(found(gemm(64, 64)));
  });
});
