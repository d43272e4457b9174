/** The table of the Wave research, section 0: row keys and pads of a 16-row `ds_read_b128` on two chips. */
import { describe, expect, it } from 'vitest';
import {
  machineNamed,
  placeElements,
  findRowTables,
  makeCounter,
  makeProblem,
  paddedLayout,
  plainLayout,
  type Problem,
  type TileLayout,
} from '@ldscope/core';
import { f16, keyed, operandRead } from './patterns.ts';

const chips = ['gfx942', 'gfx950'].map(machineNamed);

/** The first K step of 16 rows, for a row of `pitch` bytes. */
function readOf(pitch: number): Problem {
  const tile = f16(16, pitch / 2);
  const whole = operandRead('read', 'ds_read_b128', tile, 16, 8);
  return makeProblem(tile, [whole], chips, 64);
}

/** Ways on gfx942 and on gfx950. */
function ways(problem: Problem, layout: TileLayout): number[] {
  return makeCounter(problem)
    .count(placeElements(layout))
    .map((list) => list[0]?.ways ?? 0);
}

const waveKey = (most: number, units: number) =>
  ({ kind: 'xor', phases: Math.min(most, units), rowsPerPhase: 1 }) as const;

describe("Wave's key, row mod min(8, units), on gfx950", () => {
  it.each([
    [64, 2, 2, 2],
    [128, 4, 1, 1],
    [256, 8, 2, 1],
    [512, 8, 2, 1],
  ])(
    'a pitch of %i B: %i ways, with the key %i, with a cap of 16 %i',
    (pitch, plain, eight, sixteen) => {
      const problem = readOf(pitch);
      const { tile } = problem;
      const on950 = (layout: TileLayout): number => ways(problem, layout)[1] ?? 0;
      expect(on950(plainLayout(tile))).toBe(plain);
      expect(on950(keyed(tile, 16, waveKey(8, pitch / 16)))).toBe(eight);
      expect(on950(keyed(tile, 16, waveKey(16, pitch / 16)))).toBe(sixteen);
    },
  );
});

describe('keys at a pitch of 64 B', () => {
  const problem = readOf(64);
  const rows = Array.from({ length: 16 }, (_, row) => row);
  it.each([
    ['row mod 4', rows.map((row) => row % 4), [1, 2]],
    ['-floor(row / 4) mod 4', rows.map((row) => (4 - (row >> 2)) % 4), [2, 1]],
    ['floor(row / 4)', rows.map((row) => row >> 2), [4, 2]],
    ['floor(row / 2) mod 4', rows.map((row) => (row >> 1) % 4), [1, 1]],
  ])('%s', (_name, keys, expected) => {
    expect(ways(problem, keyed(problem.tile, 16, { kind: 'xor-table', keys }))).toEqual(expected);
  });

  it('331,776 of the 4^16 tables serve each chip, 9,216 both', () => {
    const options = { unitBytes: 16, period: 16, keys: 4 };
    const on = (...names: string[]) =>
      findRowTables(
        makeProblem(problem.tile, problem.accesses, names.map(machineNamed), 64),
        options,
      );
    expect(on('gfx942')).toMatchObject({ count: 331_776, complete: true, size: 4 ** 16 });
    expect(on('gfx950')).toMatchObject({ count: 331_776, complete: true });
    const both = on('gfx942', 'gfx950');
    expect(both).toMatchObject({ count: 9216, complete: true });
    const keys = both?.keys ?? [];
    expect(ways(problem, keyed(problem.tile, 16, { kind: 'xor-table', keys }))).toEqual([1, 1]);
  });
});

describe('pads', () => {
  it.each([
    [64, 2, 2, 1],
    [128, 2, 2, 1],
    [256, 4, 2, 1],
    [512, 4, 2, 1],
  ])('a pitch of %i B on gfx950, with 8, 16 and 32 B more', (pitch, eight, sixteen, thirtyTwo) => {
    const problem = readOf(pitch);
    const padded = (pad: number): number[] =>
      ways(aligned(problem), paddedLayout(problem.tile, pitch + pad));
    expect([8, 16, 32].map((pad) => padded(pad)[1])).toEqual([eight, sixteen, thirtyTwo]);
    expect(padded(32)).toEqual([1, 1]);
  });
});

/** As the research counts: phases also for what is not aligned. */
function aligned(problem: Problem): Problem {
  const targets = problem.targets.map(({ machine, model }) => ({
    machine,
    model: {
      ...model,
      rules: Object.fromEntries(
        Object.entries(model.rules).map(([size, table]) => [
          size,
          Object.fromEntries(
            Object.entries(table).map(([request, rule]) => [
              request,
              { ...rule, alignmentBytes: 1, steps: 'whole' as const },
            ]),
          ),
        ]),
      ),
    },
  }));
  return { ...problem, targets };
}
