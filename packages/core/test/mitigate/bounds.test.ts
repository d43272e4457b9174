/**
 * Lower bounds beside brute force on a chip of four banks that serves eight lanes at once: units are put wherever they may be, with
 * gaps and in any order, as no family of layouts does.
 */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  accessFromLanes,
  findObstacles,
  type Machine,
  machineNamed,
  makeProblem,
  opcodeAt,
  opcodeNumber,
  type Problem,
  type ProblemAccess,
  simulate,
  singleAccess,
  type Tile,
} from '@ldscope/core';
import { contiguous } from '../../src/machine/phases.ts';
import { rule } from '../../src/machine/rules.ts';
import { lowerBound } from '../../src/mitigate/bounds.ts';
import { rigidUnitOf } from '../../src/mitigate/problem.ts';
import { leastCases } from '../../../../test/cases.ts';
import { forAll } from '../../../../test/for-all.ts';

const BANKS = 4;
const LANES = 8;
const PERIOD = 4 * BANKS;

const relative = machineNamed('gfx906');
const [model] = relative.models;
const classes = ['b8', 'b16', 'b32', 'b64', 'b96', 'b128'] as const;
const toy: Machine = {
  ...relative,
  name: 'toy4',
  models: [
    {
      ...model,
      rules: {
        64: rule(
          classes.flatMap((width) => [`read.${width}`, `write.${width}`] as const),
          {
            phases: contiguous(64, LANES),
            banks: BANKS,
            slots: 'distinct-words',
            evidence: 'inferred',
            source: 'this test',
          },
        ),
      },
    },
  ],
};

const opcodeOf = (bytes: number, verb: 'read' | 'write'): number => {
  const form = bytes === 1 ? (verb === 'read' ? 'u8' : 'b8') : undefined;
  const half = bytes === 2 ? (verb === 'read' ? 'u16' : 'b16') : undefined;
  return opcodeNumber(`ds_${verb}_${form ?? half ?? `b${8 * bytes}`}`) ?? -1;
};

/** Eight lanes or fewer of one wave, each at an element. */
function accessOf(
  name: string,
  op: number,
  tile: Tile,
  elements: readonly number[],
): ProblemAccess {
  return accessFromLanes({
    name,
    op,
    waveSize: 64,
    place: (lane) => {
      const element = elements[lane];
      return element === undefined
        ? undefined
        : { row: Math.floor(element / tile.columns), column: element % tile.columns };
    },
  });
}

/** An access that touches few units, beside one that makes the units: it moves each of them whole. */
const problems = fc
  .record({
    size: fc.constantFrom(
      [1, 1],
      [2, 2],
      [2, 4],
      [4, 4],
      [4, 8],
      [4, 16],
      [8, 8],
      [8, 16],
      [12, 12],
      [16, 16],
    ),
    units: fc.integer({ min: 2, max: 5 }),
    lanes: fc.array(fc.nat({ max: 63 }), { minLength: 1, maxLength: LANES }),
  })
  .map(({ size: [elementBytes = 1, unitBytes = 1], units, lanes }): Problem => {
    const perUnit = unitBytes / elementBytes;
    const tile = { rows: units, columns: perUnit, elementBytes };
    const reads = lanes.map((lane) => lane % (units * perUnit));
    const firsts = Array.from({ length: units }, (_, unit) => unit * perUnit);
    const read = accessOf('read', opcodeOf(elementBytes, 'read'), tile, reads);
    const write = accessOf('write', opcodeOf(unitBytes, 'write'), tile, firsts);
    return makeProblem(tile, [read, write], [toy], 64);
  });

/** Where units may begin: every class of banks in memory of its own, or, below a word, every place in two periods. */
function placesFor(unitBytes: number, index: number): number[] {
  if (unitBytes < 4)
    return Array.from({ length: (2 * PERIOD) / unitBytes }, (_, i) => i * unitBytes);
  const step = Number.isInteger(Math.log2(unitBytes)) ? unitBytes : 4;
  const base = index * 4 * PERIOD;
  return Array.from({ length: Math.max(1, PERIOD / step) }, (_, i) => base + i * step);
}

/** The fewest conflicts of an access over all placements of the units that it touches. */
function fewest(access: ProblemAccess, tile: Tile, unitBytes: number): number {
  const bytesAt = (lane: number): number =>
    ((access.rows[lane] ?? 0) * tile.columns + (access.columns[lane] ?? 0)) * tile.elementBytes;
  const mask = access.activeMask[0] ?? 0;
  const lanes = Array.from({ length: LANES }, (_, lane) => lane).filter(
    (lane) => (mask >>> lane) & 1,
  );
  const units = [...new Set(lanes.map((lane) => Math.floor(bytesAt(lane) / unitBytes)))];
  let least = Infinity;
  const starts: number[] = [];
  const visit = (): void => {
    if (starts.length < units.length) {
      for (const start of placesFor(unitBytes, starts.length)) {
        if (starts.includes(start)) continue;
        starts.push(start);
        visit();
        starts.pop();
        if (least === 0) return;
      }
      return;
    }
    const addresses = Array.from({ length: 64 }, (_, lane) => {
      const bytes = lanes.includes(lane) ? bytesAt(lane) : 0;
      const unit = units.indexOf(Math.floor(bytes / unitBytes));
      return lanes.includes(lane) ? (starts[unit] ?? 0) + (bytes % unitBytes) : 0;
    });
    const trace = singleAccess(access.op, addresses, { waveSize: 64, maskLow: mask, maskHigh: 0 });
    const { bankConflict } = simulate(trace, toy, toy.models[0], { ldsBytes: 2 ** 15 });
    least = Math.min(least, bankConflict[0] ?? 0);
  };
  visit();
  return least;
}

describe('a lower bound', () => {
  it('is not above what some placement of units has, and mostly is what the best has', () => {
    const seen = { equal: 0, below: 0, conflicts: 0 };
    forAll([problems], 150, (problem) => {
      const [target] = problem.targets;
      if (target === undefined) return;
      const unitBytes = rigidUnitOf(problem);
      for (const access of problem.accesses) {
        const { conflicts } = lowerBound(problem, target, access, unitBytes);
        const least = fewest(access, problem.tile, unitBytes);
        expect(
          conflicts,
          `${opcodeAt(access.op).name}, units of ${unitBytes} B`,
        ).toBeLessThanOrEqual(least);
        seen[conflicts === least ? 'equal' : 'below']++;
        if (least > 0) seen.conflicts++;
      }
      for (const obstacle of findObstacles(problem))
        if (obstacle.kind === 'unit')
          expect(obstacle.text).toContain(`units of ${unitBytes} B whole`);
    });
    expect(seen.conflicts).toBeGreaterThan(leastCases(20));
    expect(seen.equal).toBeGreaterThan(leastCases(5 * seen.below));
  });
});
