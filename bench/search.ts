import {
  accessFromLanes,
  linearProblem,
  machineNamed,
  makeProblem,
  opcodeNumber,
  type Problem,
  searchLayouts,
  solveLinear,
  type Tile,
} from '@ldscope/core';
import { median, times, type Verdict } from './measure.ts';

const opcodeOf = (name: string): number => opcodeNumber(name) ?? 0;

/** A tile that four waves copy in rows of 16-byte vectors and read as MFMA operands of 16 rows. */
function gemmTile(tile: Tile, chips: readonly string[]): Problem {
  const perRow = tile.columns / 8;
  const steps = tile.columns / 32;
  const store = accessFromLanes({
    name: 'store',
    op: opcodeOf('ds_write_b128'),
    waveSize: 64,
    instances: (tile.rows * perRow) / 64,
    wave: (instance) => instance % 4,
    place: (lane, instance) => {
      const unit = 64 * instance + lane;
      return { row: Math.floor(unit / perRow), column: 8 * (unit % perRow) };
    },
  });
  const load = accessFromLanes({
    name: 'load',
    op: opcodeOf('ds_read_b128'),
    waveSize: 64,
    instances: (steps * tile.rows) / 16,
    wave: (instance) => Math.floor(instance / steps) % 4,
    place: (lane, instance) => ({
      row: 16 * Math.floor(instance / steps) + (lane % 16),
      column: 32 * (instance % steps) + 8 * Math.floor(lane / 16),
    }),
  });
  return makeProblem(tile, [store, load], chips.map(machineNamed), 64);
}

/** From the lanes of one write and one read to the bank bits of the best linear layout. */
export function benchSolve(): Verdict {
  const problem = gemmTile({ rows: 16, columns: 32, elementBytes: 2 }, ['gfx950']);
  const solve = (): number => {
    const linear = linearProblem(problem);
    return linear === undefined ? Number.NaN : solveLinear(linear, 'any').conflicts;
  };
  if (solve() !== 0) throw new Error('the write and the read have a conflict-free layout');
  const microseconds = 1000 * median(times(2000, 2000, solve));
  return {
    name: 'GF(2) solve, one write and one read',
    measured: `${microseconds.toFixed(0)} us`,
    target: 'under 100 us',
    met: microseconds < 100,
  };
}

/** The whole front, with certificates, of the two tiles of a GEMM. */
export function benchFront(): Verdict {
  const tile: Tile = { rows: 128, columns: 64, elementBytes: 2 };
  const problems = [gemmTile(tile, ['gfx942', 'gfx950']), gemmTile(tile, ['gfx942', 'gfx950'])];
  const search = (): void => {
    for (const problem of problems) {
      const result = searchLayouts(problem);
      if (!result.ok || result.value.verdict !== 'solved')
        throw new Error('the tiles have an answer');
    }
  };
  const milliseconds = median(times(5, 1, search));
  return {
    name: 'front of two 128 x 64 f16 tiles, gfx942 and gfx950',
    measured: `${milliseconds.toFixed(0)} ms`,
    target: 'under 1000 ms',
    met: milliseconds < 1000,
  };
}
