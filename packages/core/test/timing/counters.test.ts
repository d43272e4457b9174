/** Predicted counters of waves: by hand, and against the simulator that goes through every cycle. */
import {
  simulateTiming,
  StreamBuilder,
  type TimedInstruction,
  type TimedProgram,
  waveCounters,
} from '@ldscope/core';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { stepThrough } from './stepped.ts';
import { timedChip } from './chip.ts';
import { forAll } from '../../../../test/for-all.ts';

const { machine, timing } = timedChip('gfx942');

const base = { text: 'x', reads: [], writes: [] };
const instructions: readonly TimedInstruction[] = [
  { ...base, unit: 'lds', memory: 'load', dwords: 4, counts: ['lgkmcnt'] },
  { ...base, unit: 'wait', until: { lgkmcnt: 0 } },
  { ...base, unit: 'valu' },
  { ...base, unit: 'barrier' },
  { ...base, unit: 'mfma', passes: 8 },
];

function programOf(waves: readonly (readonly number[])[]): TimedProgram {
  const streams = waves.map((numbers) => {
    const builder = new StreamBuilder();
    for (const number of numbers) builder.add(number, { bankCycles: number === 0 ? 8 : 0 });
    return builder.finish();
  });
  return { instructions, streams };
}

const countersOf = (program: TimedProgram): ReturnType<typeof waveCounters> =>
  waveCounters(program, simulateTiming(program, { machine, timing }));

describe('counters of waves', () => {
  test('a read and its wait: 64 cycles of latency, all but the two turns spent waiting', () => {
    expect(countersOf(programOf([[0, 1]]))).toEqual({
      SQ_WAVE_CYCLES: 68 / 4,
      SQ_WAIT_ANY: 60 / 4,
      SQ_WAIT_INST_ANY: 0,
      SQ_ACTIVE_INST_ANY: 2,
      SQ_INSTS_LDS: 1,
      LdsLatency: 64,
    });
  });

  test('a busy matrix core is no reason to wait, but one not to issue', () => {
    const { SQ_WAIT_ANY, SQ_WAIT_INST_ANY } = countersOf(programOf([[4, 4]]));
    expect([SQ_WAIT_ANY, SQ_WAIT_INST_ANY]).toEqual([0, 28 / 4]);
  });

  test('who is first at a barrier waits there', () => {
    const { SQ_WAIT_ANY } = countersOf(
      programOf([
        [3, 2],
        [2, 2, 2, 2, 3],
      ]),
    );
    expect(SQ_WAIT_ANY).toBeGreaterThanOrEqual(3);
    expect(countersOf(programOf([[3, 2]])).SQ_WAIT_ANY).toBe(0);
  });

  test('add up, and their sum is the life of the waves that the other simulator finds', () => {
    const streams = fc.array(fc.array(fc.nat(4), { minLength: 1, maxLength: 20 }), {
      minLength: 1,
      maxLength: 6,
    });
    forAll([streams], (waves) => {
      const program = programOf(waves);
      const counters = countersOf(program);
      const { SQ_WAVE_CYCLES, SQ_ACTIVE_INST_ANY, SQ_WAIT_INST_ANY, SQ_WAIT_ANY } = counters;
      expect(SQ_ACTIVE_INST_ANY + SQ_WAIT_INST_ANY + SQ_WAIT_ANY).toBeCloseTo(SQ_WAVE_CYCLES);
      // Every instruction takes a turn to issue, and nothing else here does.
      const issued = waves.reduce((sum, { length }) => sum + length, 0);
      expect(SQ_ACTIVE_INST_ANY).toBeCloseTo(issued);
      const lives = stepThrough(program, machine, timing).map((own) => (own.at(-1) ?? -4) + 4);
      expect(4 * SQ_WAVE_CYCLES).toBe(lives.reduce((sum, life) => sum + life, 0));
    });
  });
});
