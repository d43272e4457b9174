/** Reductions through shared memory, by doing them: partial sums are stored, folded and loaded as the rows say. */
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { type LinearLayout, reductionThroughMemory } from '@ldscope/core';
import { leastCases } from '../../../../../test/cases.ts';
import { layoutOf } from './read.ts';
import { forAll } from '../../../../../test/for-all.ts';

const LANES = 64;

/** The packed coordinates that bits of the inputs select, one bit at a time. */
function elementAt(of: LinearLayout, indices: Readonly<Record<string, number>>): number {
  let first = 0;
  let packed = 0;
  for (const { name, bits } of of.inputs) {
    for (let bit = 0; bit < bits; bit++)
      if ((((indices[name] ?? 0) >>> bit) & 1) === 1) packed ^= of.columns[first + bit] ?? 0;
    first += bits;
  }
  return packed;
}

const sizeOf = (of: LinearLayout, name: string): number =>
  2 ** (of.inputs.find((input) => input.name === name)?.bits ?? 0);

/** Without the coordinate along an axis. */
function withoutAxis(of: LinearLayout, packed: number, axis: number): number {
  let [result, rest, shift] = [0, packed, 0];
  for (const [d, { bits }] of of.outputs.entries()) {
    if (d !== axis) {
      result |= (rest & (2 ** bits - 1)) << shift;
      shift += bits;
    }
    rest >>>= bits;
  }
  return result;
}

const powers = (...values: number[]) => fc.constantFrom(...values);

it('gives every lane the whole sum of what it holds', () => {
  let throughMemory = 0;
  forAll(
    [
      fc.tuple(powers(1, 2, 4), powers(1, 2)),
      powers(1, 2, 4, 8, 16, 32, 64),
      powers(1, 2, 4, 8),
      powers(4, 8),
      fc.tuple(powers(8, 16, 32, 64, 256), powers(1, 8, 16, 64, 128)),
      fc.constantFrom([0, 1], [1, 0]),
      powers(0, 1),
    ],
    60,
    (perThread, lanes0, warps0, waves, shape, order, axis) => {
      const along = Math.min(warps0, waves);
      const text = `blocked<{sizePerThread = [${perThread.join(', ')}], threadsPerWarp = [${lanes0}, ${LANES / lanes0}], warpsPerCTA = [${along}, ${waves / along}], order = [${order.join(', ')}]}>`;
      const source = layoutOf(text, shape);
      const kept = shape.filter((_, d) => d !== axis);
      const result = layoutOf(`slice<{dim = ${axis}, parent = #ttg.${text}}>`, kept);
      const moves = reductionThroughMemory(source, result, axis, { waves, lanes: LANES });
      if (typeof moves === 'string') throw new Error(moves);
      if (moves === undefined) return;
      throughMemory++;
      // What a wave has of each row of the result, after its lanes have reduced: elements once each.
      const value = (element: number): number => (element * 2654435761) % 1009;
      const whole = new Map<number, number>();
      for (let element = 0; element < shape[0] * shape[1]; element++) {
        const row = withoutAxis(source, element, axis);
        whole.set(row, (whole.get(row) ?? 0) + value(element));
      }
      const partial = Array.from({ length: waves }, (_, warp) => {
        const held = new Set<number>();
        for (let lane = 0; lane < LANES; lane++)
          for (let register = 0; register < sizeOf(source, 'register'); register++)
            held.add(elementAt(source, { register, lane, warp }));
        const sums = new Map<number, number>();
        for (const element of held) {
          const row = withoutAxis(source, element, axis);
          sums.set(row, (sums.get(row) ?? 0) + value(element));
        }
        return sums;
      });
      const memory = new Map<number, number>();
      const stores = moves.rows.filter(({ phase }) => phase === 'store');
      // The n-th store of a wave has the n-th result of each lane.
      const stored = new Map<number, number>();
      for (const { wave, elements } of stores) {
        const nth = stored.get(wave) ?? 0;
        stored.set(wave, nth + 1);
        for (const [lane, element] of elements.entries()) {
          if (element < 0) continue;
          const own = withoutAxis(source, elementAt(source, { lane, warp: wave }), axis);
          // Rows in the order of the register bits that move along them.
          const row = own ^ (registerRows(source, axis)[nth] ?? 0);
          expect(memory.has(element)).toBe(false);
          memory.set(element, partial[wave]?.get(row) ?? Number.NaN);
        }
      }
      expect(memory.size).toBe(moves.scratchElements);
      const together = moves.scratchElements / (kept[0] ?? 1);
      for (let start = 0; start < moves.scratchElements; start += together) {
        let sum = 0;
        for (let i = 0; i < together; i++) sum += memory.get(start + i) ?? Number.NaN;
        memory.set(start, sum);
      }
      const fold = moves.rows.filter(({ phase }) => phase === 'fold');
      const touched = (direction: string): number[] =>
        fold
          .filter((row) => row.direction === direction)
          .flatMap(({ elements }) => [...elements].filter((element) => element >= 0))
          .sort((a, b) => a - b);
      const all = Array.from({ length: moves.scratchElements }, (_, i) => i);
      expect(touched('read')).toEqual(all);
      expect(touched('write')).toEqual(all.filter((i) => i % together === 0));
      const loads = moves.rows.filter(({ phase }) => phase === 'load');
      const seen = new Map<string, Set<number>>();
      for (const { wave, elements } of loads) {
        for (const [lane, element] of elements.entries()) {
          const key = `${wave} ${lane}`;
          seen.set(key, (seen.get(key) ?? new Set()).add(memory.get(element) ?? Number.NaN));
        }
      }
      for (let warp = 0; warp < waves; warp++) {
        for (let lane = 0; lane < LANES; lane++) {
          const wanted = new Set<number>();
          for (let register = 0; register < sizeOf(result, 'register'); register++)
            wanted.add(whole.get(elementAt(result, { register, lane, warp })) ?? Number.NaN);
          expect(seen.get(`${warp} ${lane}`)).toEqual(wanted);
        }
      }
    },
  );
  expect(throughMemory).toBeGreaterThan(leastCases(10));
});

/** What registers add to the row of a result, by the bits that do, the first fastest. */
function registerRows(of: LinearLayout, axis: number): number[] {
  const bits = Array.from({ length: Math.log2(sizeOf(of, 'register')) }, (_, bit) =>
    withoutAxis(of, elementAt(of, { register: 2 ** bit }), axis),
  ).filter((column) => column !== 0);
  return Array.from({ length: 2 ** bits.length }, (_, i) =>
    bits.reduce((sum, column, bit) => (((i >>> bit) & 1) === 1 ? sum ^ column : sum), 0),
  );
}
