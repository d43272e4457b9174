/** Loops of compare-and-swap go round as often as an H100 counted, of one warp alone. */
import { readFileSync } from 'node:fs';
import { machineNamed, opcodeNumber, simulate, sum, TraceBuilder } from '@ldscope/core';
import { describe, expect, test } from 'vitest';
import { trialRounds } from '../../src/sass/trial-loop.ts';

interface Measured {
  readonly op: string;
  readonly mask: string;
  readonly address: readonly number[];
  readonly rounds: number;
  readonly loadWavefronts: number;
  readonly loadConflicts: number;
  readonly atomicWavefronts: number;
  readonly atomicConflicts: number;
}

const file = new URL('../../../../validation/data/hopper-sm90-loops.jsonl', import.meta.url);
const measured = readFileSync(file, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Measured);
const machine = machineNamed('sm_90');

/** Rounds, and wavefronts and conflicts of their loads and swaps. */
function predicted({ op, mask, address }: Measured): number[] {
  const bytes = op.endsWith('f32') ? 4 : 8;
  const rounds = trialRounds(address, Number.parseInt(mask, 16) | 0, bytes);
  const sums = [bytes === 4 ? 'ld.shared.b32' : 'ld.shared.v2.b32', `ATOMS.CAST.b${8 * bytes}`].map(
    (name) => {
      const builder = new TraceBuilder(32, [{ id: name }]);
      for (const [order, lanes] of rounds.entries())
        builder.add(opcodeNumber(name) ?? -1, 0, 0, order, address, lanes >>> 0, 0);
      const { idxActive, bankConflict } = simulate(builder.finish(), machine as never);
      return [sum(idxActive), sum(bankConflict)];
    },
  );
  return [rounds.length, ...sums.flat()];
}

describe('atomics that are loops', () => {
  test.each([
    ['red.shared.add.f32', 60, 60],
    ['red.shared.add.u64', 59, 60],
    ['red.shared.add.f64', 59, 60],
  ])('%s: %i of %i as measured', (op, exact, all) => {
    const own = measured.filter((one) => one.op === op);
    const same = own.filter((one) => {
      const { rounds, loadWavefronts, loadConflicts, atomicWavefronts, atomicConflicts } = one;
      const counted = [rounds, loadWavefronts, loadConflicts, atomicWavefronts, atomicConflicts];
      return predicted(one).every((figure, index) => figure === counted[index]);
    });
    expect(own).toHaveLength(all);
    expect(same).toHaveLength(exact);
  });
});
