/** The simulator of a compute unit: against one that goes through every cycle, and against figures that people measured. */
import {
  simulateTiming,
  StreamBuilder,
  type TimedInstruction,
  type TimedProgram,
} from '@ldscope/core';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { stepThrough } from './stepped.ts';
import { timedChip } from './chip.ts';
import { forAll } from '../../../../test/for-all.ts';

const { machine, timing } = timedChip('gfx942');

const registers = fc.uniqueArray(fc.nat(7), { maxLength: 3 });
const base = { text: 'x', reads: [], writes: [] };

type Memory = NonNullable<TimedInstruction['memory']>;
const access = (unit: 'lds' | 'vmem', memory: Memory, dwords: number): TimedInstruction => {
  const counts = [unit === 'lds' ? ('lgkmcnt' as const) : ('vmcnt' as const)];
  return { ...base, unit, memory, dwords, counts };
};

const instruction: fc.Arbitrary<TimedInstruction> = fc.oneof(
  fc
    .tuple(fc.constantFrom('valu', 'trans', 'packed', 'salu'), registers, registers)
    .map(([unit, reads, writes]) => ({ text: unit, unit, reads, writes })),
  fc
    .tuple(fc.constantFrom(2, 4, 8, 16), registers, registers, fc.boolean())
    .map(([passes, reads, results, accumulates]) => ({
      text: 'mfma',
      unit: 'mfma' as const,
      passes,
      reads,
      ...(accumulates ? { writes: [], accumulator: results } : { writes: results }),
    })),
  fc
    .tuple(fc.constantFrom('load', 'store', 'atomic'), fc.constantFrom(1, 2, 4), registers)
    .map(([memory, dwords, reads]) => ({
      ...access('lds', memory, dwords),
      text: `ds ${memory}`,
      reads,
    })),
  fc
    .tuple(fc.constantFrom('load', 'store', 'to-lds'), fc.constantFrom(1, 4), registers)
    .map(([memory, dwords, reads]) => ({
      ...access('vmem', memory, dwords),
      text: `buffer ${memory}`,
      reads,
    })),
  fc.constant({ ...base, text: 's_load', unit: 'smem' as const, counts: ['lgkmcnt' as const] }),
  fc
    .tuple(fc.nat(4), fc.nat(4))
    .map(([vmcnt, lgkmcnt]) => ({ ...base, unit: 'wait' as const, until: { vmcnt, lgkmcnt } })),
  fc.nat(3).map((priority) => ({ ...base, unit: 'salu' as const, priority })),
  fc.nat(40).map((idleCycles) => ({ ...base, unit: 'salu' as const, idleCycles })),
  fc.constant({ ...base, unit: 'branch' as const }),
  fc.constant({ ...base, unit: 'barrier' as const }),
  fc.nat(1).map((awaits) => ({ ...base, unit: 'wait' as const, awaits })),
  fc.nat(1).map((signals) => ({ ...base, unit: 'salu' as const, signals })),
);

const program: fc.Arbitrary<TimedProgram> = fc
  .tuple(
    fc.array(instruction, { minLength: 1, maxLength: 8 }),
    fc.array(
      fc.array(fc.tuple(fc.nat(7), fc.integer({ min: 1, max: 40 }), fc.nat(2048)), {
        maxLength: 30,
      }),
      { minLength: 1, maxLength: 6 },
    ),
    fc.integer({ min: 1, max: 2 }),
  )
  .map(([instructions, waves, workgroups]) => ({
    instructions,
    streams: waves.map((executed, wave) => {
      const builder = new StreamBuilder(wave % workgroups);
      for (const [number, bankCycles, bytes] of executed) {
        builder.add(number % instructions.length, { bankCycles, bytes });
      }
      return builder.finish();
    }),
  }));

describe('the simulator', () => {
  test('issues every instruction in the cycle in which one that goes through all cycles does', () => {
    forAll([program], 400, (given) => {
      const timeline = simulateTiming(given, { machine, timing });
      const issued = given.streams.map((): number[] => []);
      for (let row = 0; row < timeline.count; row++) {
        issued[timeline.wave[row] ?? 0]?.push(timeline.issue[row] ?? 0);
      }
      expect(issued).toEqual(stepThrough(given, machine, timing));
    });
  });

  /** A wave that executes the first instruction `count` times. */
  function repeated(count: number, costs: { bankCycles?: number; bytes?: number }) {
    const builder = new StreamBuilder();
    for (let i = 0; i < count; i++) builder.add(0, costs);
    return builder.finish();
  }

  /** `count` reads or writes of one wave after the other, and a wait for all of them. */
  function block(
    count: number,
    dwords: number,
    bankCycles: number,
    { memory = 'load', waves = 1 }: { memory?: 'load' | 'store'; waves?: number } = {},
  ): number {
    const wait: TimedInstruction = { ...base, unit: 'wait', until: { lgkmcnt: 0 } };
    const streams = Array.from({ length: waves }, () => {
      const builder = new StreamBuilder();
      for (let i = 0; i < count; i++) builder.add(0, { bankCycles });
      builder.add(1);
      return builder.finish();
    });
    const instructions = [access('lds', memory, dwords), wait];
    const { issue, count: rows } = simulateTiming({ instructions, streams }, { machine, timing });
    return issue[rows - 1] ?? 0;
  }

  test('gives a read the latency and the rate that were measured', () => {
    expect([block(1, 4, 8), block(1, 1, 2)]).toEqual([64, 52]);
    const perRead = (dwords: number, banks: number, waves = 1): number =>
      (block(96, dwords, banks, { waves }) - block(32, dwords, banks, { waves })) / (64 * waves);
    expect([perRead(4, 8), perRead(1, 2), perRead(4, 8, 4)]).toEqual([16, 4, 8]);
    // 64 lanes on one bank.
    expect(perRead(1, 64)).toBe(64);
  });

  test('serves the waves of a pair alike', () => {
    const streams = [0, 1, 2, 3].map(() => repeated(64, { bankCycles: 8 }));
    const instructions = [access('lds', 'load', 4)];
    const { wave, issue } = simulateTiming({ instructions, streams }, { machine, timing });
    const last = [0, 1, 2, 3].map((number) =>
      Math.max(...issue.filter((_, row) => wave[row] === number)),
    );
    expect(Math.max(...last) - Math.min(...last)).toBeLessThan(64);
  });

  test('lets a write of 16 bytes per lane take 20 cycles: it pushes its data', () => {
    const write = (count: number): number => block(count, 4, 8, { memory: 'store' });
    expect((write(64) - write(32)) / 32).toBe(20);
  });

  test('hides three vector instructions behind a matrix instruction of four passes', () => {
    const run = (vectors: number): number => {
      const builder = new StreamBuilder();
      for (let i = 0; i < 100; i++) {
        builder.add(0);
        for (let k = 0; k < vectors; k++) builder.add(1);
      }
      const instructions: TimedInstruction[] = [
        { ...base, unit: 'mfma', passes: 4 },
        { ...base, unit: 'valu' },
      ];
      const streams = [builder.finish()];
      const timeline = simulateTiming({ instructions, streams }, { machine, timing });
      const heads = [...timeline.issue].filter((_, row) => timeline.instruction[row] === 0);
      return ((heads.at(-1) ?? 0) - (heads[0] ?? 0)) / 99;
    };
    expect([0, 1, 2, 3, 4, 5].map(run)).toEqual([16, 16, 16, 16, 20, 24]);
  });

  test.each(['gfx90a', 'gfx942', 'gfx950'])(
    'stops a wave of %s at the 24th load in flight',
    (chip) => {
      const program = {
        instructions: [access('vmem', 'load', 1)],
        streams: [repeated(30, { bytes: 4 })],
      };
      const { issue } = simulateTiming(program, timedChip(chip));
      const gaps = Array.from({ length: 29 }, (_, i) => (issue[i + 1] ?? 0) - (issue[i] ?? 0));
      // From the first that waits for another to return on, the gap is the latency of memory.
      expect(gaps.findIndex((gap) => gap > 100) + 2).toBe(25);
    },
  );

  test('stops a wave at the largest value of its counter', () => {
    const program = {
      instructions: [access('lds', 'load', 1)],
      streams: [repeated(40, { bankCycles: 1 })],
    };
    const lgkmcnt = { ...timing.counterMaximum.lgkmcnt, value: 2 };
    const counterMaximum = { ...timing.counterMaximum, lgkmcnt };
    const { issue } = simulateTiming(program, { machine, timing: { ...timing, counterMaximum } });
    expect(Array.from(issue.subarray(0, 4))).toEqual([0, 4, 52, 56]);
  });
});
