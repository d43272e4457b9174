/**
 * The accesses of two kernels, written down lane by lane from what the products need and counted with sets: no nested
 * layouts, no opcodes, no machine data. Per workgroup and iteration, as `evaluateTile` has it.
 */
import { describe, expect, test } from 'vitest';
import { mitigationCosts } from './evaluate-tile.ts';
import { planSweep, type SweepPlan } from './sweep.ts';
import type { TileName } from './tiles.ts';

type Address = (lane: number) => number;

const lanes = (first: number, count: number): number[] =>
  Array.from({ length: count }, (_, i) => first + i);
const groups = (size: number): number[][] =>
  lanes(0, 64 / size).map((group) => lanes(group * size, size));
/** The lanes that a 16-byte read of gfx942 serves together. */
const octets = [0, 32].flatMap((half) =>
  [
    [0, 20],
    [4, 16],
    [8, 28],
    [12, 24],
  ].map(([a = 0, b = 0]) => [...lanes(half + a, 4), ...lanes(half + b, 4)]),
);

/** Conflict cycles of one access: reads of one word are served once, writes are counted lane by lane. */
function conflicts(address: Address, bytes: number, write: boolean): number {
  const phases = bytes === 16 ? (write ? groups(8) : octets) : groups(bytes === 8 ? 16 : 32);
  let sum = 0;
  for (const phase of phases) {
    const banks = new Map<number, Set<string>>();
    for (const lane of phase) {
      const first = Math.floor(address(lane) / 4);
      for (let word = first; word < first + Math.max(1, bytes / 4); word++) {
        const bank = banks.get(word % 32) ?? new Set<string>();
        banks.set(word % 32, bank.add(write ? `${word} ${lane}` : String(word)));
      }
    }
    sum += Math.max(...[...banks.values()].map((bank) => bank.size)) - 1;
  }
  return sum;
}

/** Sums over waves and steps. */
function total(steps: number, one: (wave: number, step: number) => number): number {
  let sum = 0;
  for (const wave of lanes(0, 4)) for (const step of lanes(0, steps)) sum += one(wave, step);
  return sum;
}

const costs = (plan: SweepPlan, name: TileName, mitigation: 'baseline' | 'padding' | 'swizzle') => {
  const task = plan.tasks.find(({ tile }) => tile.name === name);
  if (task === undefined) throw new Error(name);
  const { writeConflicts, readConflicts, instructions } = mitigationCosts(task)[mitigation];
  return { writeConflicts, readConflicts, instructions };
};

const shape = { batch: 1, length: 1024, headDim: 128 };

describe('f32, head 128', () => {
  const plan = planSweep('gfx942', ['f32'], [shape]);
  const xor = (columns: number, width: number) => (row: number, column: number) => {
    const key = row % (columns / width);
    return 4 * (row * columns + (Math.floor(column / width) ^ key) * width + (column % width));
  };
  const padded = (columns: number) => (row: number, column: number) =>
    4 * (row * (columns + 2) + column);

  test.each([
    ['padding', padded(128), padded(64), padded(16)],
    ['swizzle', xor(128, 2), xor(64, 2), xor(16, 1)],
  ] as const)('%s', (mitigation, ofK, ofV, ofP) => {
    // Copies are 4 words per thread, in two pieces of 2.
    const copied = (at: (row: number, column: number) => number, rows: number, columns: number) =>
      total((2 * rows * columns) / 1024, (wave, step) =>
        conflicts(
          (lane) => {
            const word = Math.floor(step / 2) * 1024 + 4 * (64 * wave + lane) + 2 * (step % 2);
            return at(Math.floor(word / columns), word % columns);
          },
          8,
          true,
        ),
      );
    const word = (write: boolean, address: Address): number => conflicts(address, 4, write);
    const r = (lane: number): number => lane % 16;
    const g = (lane: number): number => Math.floor(lane / 16);
    const isSwizzle = mitigation === 'swizzle';
    expect(costs(plan, 'K', mitigation)).toEqual({
      writeConflicts: copied(ofK, 16, 128),
      readConflicts: total(32, (_, b) => word(false, (l) => ofK(r(l), 4 * b + g(l)))),
      instructions: 4 * (32 + (isSwizzle ? 4 : 2)),
    });
    expect(costs(plan, 'V', mitigation)).toEqual({
      writeConflicts: copied(ofV, 16, 64),
      readConflicts: total(16, (_, i) =>
        word(false, (l) => ofV(4 * Math.floor(i / 4) + g(l), 16 * (i % 4) + r(l))),
      ),
      instructions: 4 * (16 + (isSwizzle ? 2 : 1)),
    });
    expect(costs(plan, 'P', mitigation)).toEqual({
      writeConflicts: total(4, (w, j) => word(true, (l) => ofP(16 * w + 4 * g(l) + j, r(l)))),
      readConflicts: total(4, (w, b) => word(false, (l) => ofP(16 * w + r(l), 4 * b + g(l)))),
      instructions: 4 * 8,
    });
  });
});

describe('f16, head 128', () => {
  const plan = planSweep('gfx942', ['f16'], [shape]);
  const rows = (pitch: number) => (row: number, column: number) => 2 * (row * pitch + column);
  const xor = (row: number, column: number): number =>
    2 * (row * 128 + (Math.floor(column / 8) ^ (row % 16)) * 8 + (column % 8));

  test.each([
    ['baseline', rows(128), rows(64), 16],
    ['padding', rows(132), rows(68), 8],
    // V has no hint, so it is padded.
    ['swizzle', xor, rows(68), 16],
  ] as const)('%s', (mitigation, ofK, ofV, bytes) => {
    // 16 bytes per lane at once, or twice 8 where rows begin at 8.
    const vector = (width: number, write: boolean, address: Address): number =>
      lanes(0, 16 / width).reduce(
        (sum, half) => sum + conflicts((lane) => address(lane) + half * width, width, write),
        0,
      );
    const copied = (
      at: (row: number, column: number) => number,
      columns: number,
      width: number,
    ): number =>
      total((64 * columns) / 2048, (wave, step) =>
        vector(width, true, (lane) => {
          const half = step * 2048 + 8 * (64 * wave + lane);
          return at(Math.floor(half / columns), half % columns);
        }),
      );
    expect(costs(plan, 'K', mitigation)).toEqual({
      writeConflicts: copied(ofK, 128, bytes),
      readConflicts: total(16, (_, i) =>
        vector(bytes, false, (l) =>
          ofK(16 * (i % 4) + (l % 16), 32 * Math.floor(i / 4) + 8 * Math.floor(l / 16)),
        ),
      ),
      instructions: 4 * (4 + 16),
    });
    expect(costs(plan, 'V', mitigation)).toEqual({
      writeConflicts: copied(ofV, 64, mitigation === 'baseline' ? 16 : 8),
      // Single halves: 16 keys x 16 columns of a step, 4 keys of each lane.
      readConflicts: total(64, (_, i) => {
        const [key, column] = [16 * (i >> 4) + (i & 3), 16 * ((i >> 2) & 3)];
        return conflicts((l) => ofV(key + 4 * Math.floor(l / 16), column + (l % 16)), 2, false);
      }),
      instructions: 4 * (2 + 64),
    });
  });
});
