/** The recommendation: no listed layout beats it, the list is in order, and a simple layout is never hidden. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  compareByCost,
  decisiveCriterion,
  featuresOf,
  legalityFaults,
  makeCounter,
  normalForm,
  paddedLayout,
  placeElements,
  type LayoutCost,
  type Problem,
  rowBytes,
  searchLayouts,
  type SearchOptions,
  type SearchResult,
  type TileLayout,
  totalConflicts,
} from '@ldscope/core';
import { keyed } from './patterns.ts';
import { problems } from './random.ts';
import { leastCases } from '../../../../test/cases.ts';
import { forAll } from '../../../../test/for-all.ts';

function found(problem: Problem, options: SearchOptions = {}): SearchResult {
  const result = searchLayouts(problem, options);
  if (result.ok) return result.value;
  throw new Error(result.diagnostics.map(({ message }) => message).join('; '));
}

const costs: fc.Arbitrary<LayoutCost> = fc
  .record({
    conflictCycles: fc.array(fc.nat({ max: 2 }), { minLength: 2, maxLength: 2 }),
    ldsBytes: fc.constantFrom(4096, 4352),
    addressInstructions: fc.nat({ max: 2 }),
    accessInstructions: fc.constantFrom(1, 2),
  })
  .map((cost) => ({ ...cost, workgroups: [cost.ldsBytes === 4096 ? 16 : 15] }));

describe('the order of costs', () => {
  it('is total and transitive, and starts with conflicts', () => {
    forAll([costs, costs, costs], (a, b, c) => {
      expect(Math.sign(compareByCost(a, b))).toBe(-Math.sign(compareByCost(b, a)) + 0);
      if (compareByCost(a, b) <= 0 && compareByCost(b, c) <= 0) {
        expect(compareByCost(a, c)).toBeLessThanOrEqual(0);
      }
      if (totalConflicts(a) < totalConflicts(b)) expect(compareByCost(a, b)).toBeLessThan(0);
    });
  });

  it('never has +189 address instructions above +18 where conflicts and vectors are the same', () => {
    forAll([costs, fc.constantFrom(4096, 65_536)], (cost, ldsBytes) => {
      const bits = { ...cost, addressInstructions: 189 };
      const padding = { ...cost, addressInstructions: 18, ldsBytes, workgroups: [1] };
      expect(compareByCost(padding, bits)).toBeLessThan(0);
    });
  });

  it('has the criterion that sets the first apart', () => {
    const base = { conflictCycles: [0], workgroups: [4], ldsBytes: 64, accessInstructions: 1 };
    const best = { ...base, addressInstructions: 3 };
    const longer = { ...base, addressInstructions: 9, ldsBytes: 32 };
    expect(decisiveCriterion(best, [longer])).toBe('address');
    expect(decisiveCriterion(best, [longer, { ...best, ldsBytes: 80 }])).toBe('lds');
    expect(decisiveCriterion(best, [best])).toBeUndefined();
    expect(decisiveCriterion(best, [])).toBe('conflicts');
  });
});

/** Cycles by which conflicts exceed the bound, of every padding and XOR of a small tile. */
function* simpleLayouts({ tile }: Problem) {
  const row = rowBytes(tile);
  for (let pad = tile.elementBytes; pad < 256; pad += tile.elementBytes) {
    yield { family: 'padding', layout: paddedLayout(tile, row + pad) };
  }
  for (const unitBytes of [4, 8, 16, 32]) {
    if (row % unitBytes !== 0) continue;
    for (const rowsPerPhase of [1, 2, 4, 8, 16]) {
      for (let phases = 2; (row / unitBytes) % phases === 0; phases *= 2) {
        const key = { kind: 'xor', phases, rowsPerPhase } as const;
        yield { family: 'xor', layout: keyed(tile, unitBytes, key) };
      }
    }
  }
}

describe('the list of random problems', () => {
  it('begins with what nothing beats, is in order, and has the best padding and XOR', () => {
    forAll([problems], 12, (problem) => {
      const { now, front, others } = found(problem);
      const all = [...front, ...others];
      const [recommended] = front;
      if (recommended === undefined) throw new Error('a search has at least the plain layout');
      for (const { cost } of all) {
        expect(compareByCost(recommended.cost, cost)).toBeLessThanOrEqual(0);
        const [a, b] = [recommended.cost, cost];
        const beats =
          totalConflicts(b) - totalConflicts(a) ||
          b.addressInstructions - a.addressInstructions ||
          b.ldsBytes - a.ldsBytes;
        expect(beats).toBeGreaterThanOrEqual(0);
      }
      for (const list of [front, others]) {
        for (const [i, { cost }] of list.slice(1).entries()) {
          const before = list[i]?.cost ?? cost;
          expect(compareByCost(before, cost)).toBeLessThanOrEqual(0);
        }
      }
      // A padding or an XOR with fewer conflicts than now has something at least as good on the list.
      const counter = makeCounter(problem);
      for (const { layout } of simpleLayouts(problem)) {
        if (legalityFaults(problem, layout).length > 0) continue;
        const counts = counter.count(placeElements(layout)).flat();
        const conflicts = counts.reduce((sum, one) => sum + one.conflicts, 0);
        if (conflicts >= totalConflicts(now.cost)) continue;
        expect(totalConflicts(recommended.cost)).toBeLessThanOrEqual(conflicts);
      }
      for (const { family } of others) expect(['padding', 'xor']).not.toContain(family);
      // A formula of bits stands above a simple layout only for fewer conflicts, whole vectors or fewer instructions.
      for (const [i, above] of all.entries()) {
        if (!isOfBits(above.layout)) continue;
        for (const { layout, cost } of (i < front.length ? front : all).slice(i + 1)) {
          if (isOfBits(layout) || totalConflicts(cost) > totalConflicts(above.cost)) continue;
          if (cost.accessInstructions > above.cost.accessInstructions) continue;
          expect(above.cost.addressInstructions).toBeLessThanOrEqual(cost.addressInstructions);
        }
      }
    });
  });
});

const isOfBits = (layout: TileLayout): boolean =>
  featuresOf(normalForm(layout)).some((one) => one === 'linear' || one === 'xor-any');

describe('simple layouts', () => {
  it('stay visible: the best padding and the best XOR, or a simple one as good in everything', () => {
    const met = { families: 0 };
    forAll([problems], 15, (problem) => {
      const { now, front } = found(problem);
      const counter = makeCounter(problem);
      const least = new Map<string, number>();
      for (const { family, layout } of simpleLayouts(problem)) {
        if (legalityFaults(problem, layout).length > 0) continue;
        const counts = counter.count(placeElements(layout)).flat();
        const conflicts = counts.reduce((sum, one) => sum + one.conflicts, 0);
        least.set(family, Math.min(conflicts, least.get(family) ?? Infinity));
      }
      for (const conflicts of least.values()) {
        if (conflicts >= totalConflicts(now.cost)) continue;
        met.families++;
        const shown = front.filter(
          ({ layout, cost }) => !isOfBits(layout) && totalConflicts(cost) <= conflicts,
        );
        expect(shown.length).toBeGreaterThan(0);
      }
    });
    expect(met.families).toBeGreaterThan(leastCases(0));
  });
});

/** As for a memref: rows at one distance, units that stay in their row. */
const obstacleTo = (layout: TileLayout): string | undefined =>
  featuresOf(normalForm(layout)).some((one) => ['interval-pad', 'linear', 'reshaped'].includes(one))
    ? 'no memref expresses it'
    : undefined;

describe('the list for a kernel that takes some layouts only', () => {
  it('has what can be written before what has as many conflicts and cannot', () => {
    const met = { either: 0 };
    forAll([problems], 12, (problem) => {
      const { front, others, now } = found(problem, { obstacleTo });
      const [recommended] = front;
      if (recommended === undefined) throw new Error('a search has at least the plain layout');
      const least = totalConflicts(recommended.cost);
      for (const list of [front, others]) {
        for (const [i, one] of list.entries()) {
          const before = list.slice(0, i);
          if (obstacleTo(one.layout) !== undefined) continue;
          const above = before.filter(
            (other) =>
              obstacleTo(other.layout) !== undefined &&
              totalConflicts(other.cost) >= totalConflicts(one.cost),
          );
          expect(above.map(({ layout }) => layout)).toEqual([]);
        }
      }
      // No padding or XOR that can be written is lost to a layout that cannot.
      if (obstacleTo(recommended.layout) === undefined) return;
      met.either++;
      const counter = makeCounter(problem);
      for (const { layout } of simpleLayouts(problem)) {
        if (legalityFaults(problem, layout).length > 0) continue;
        const counts = counter.count(placeElements(layout)).flat();
        const conflicts = counts.reduce((sum, one) => sum + one.conflicts, 0);
        if (conflicts < totalConflicts(now.cost)) expect(conflicts).toBeGreaterThan(least);
      }
    });
    expect(met.either).toBeGreaterThan(leastCases(0));
  });
});
