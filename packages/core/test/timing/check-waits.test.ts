/** The judge of waits: against programs that are tried with every value of every wait, completions as late as allowed. */
import {
  checkWaits,
  StreamBuilder,
  type TimedInstruction,
  type TimedProgram,
  type WaitCounter,
} from '@ldscope/core';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { forAll } from '../../../../test/for-all.ts';

const base = { text: '', reads: [], writes: [] };

const load = (register: number, counter: WaitCounter): TimedInstruction => ({
  ...base,
  text: `load r${register}`,
  unit: counter === 'vmcnt' ? 'vmem' : 'lds',
  memory: 'load',
  dwords: 1,
  writes: [register],
  counts: [counter],
});
const use = (register: number): TimedInstruction => ({
  ...base,
  text: `use r${register}`,
  unit: 'valu',
  reads: [register],
});
const wait = (counter: WaitCounter, value: number): TimedInstruction => ({
  ...base,
  text: `wait ${counter}(${value})`,
  unit: 'wait',
  until: { [counter]: value },
});

const straight = (instructions: readonly TimedInstruction[]): TimedProgram => {
  const builder = new StreamBuilder();
  for (const number of instructions.keys()) builder.add(number);
  return { instructions, streams: [builder.finish()] };
};

/** True when no register is touched while its load may still be in flight. */
function isSafe(instructions: readonly TimedInstruction[]): boolean {
  const queues: Record<WaitCounter, number[]> = { vmcnt: [], lgkmcnt: [] };
  for (const { reads, writes, counts = [], until = {} } of instructions) {
    for (const counter of ['vmcnt', 'lgkmcnt'] as const) {
      const limit = until[counter];
      if (limit !== undefined) queues[counter] = queues[counter].slice(-limit || Infinity);
      if (limit === 0) queues[counter] = [];
      const touched = [...reads, ...(counts.includes(counter) ? [] : writes)];
      if (touched.some((register) => queues[counter].includes(register))) return false;
    }
    for (const counter of counts) queues[counter].push(writes[0] ?? -1);
  }
  return true;
}

const counter = fc.constantFrom<WaitCounter>('vmcnt', 'lgkmcnt');
const program = fc.array(
  fc.oneof(
    fc
      .tuple(fc.nat(5), counter)
      .map(([register, name]) => load(register + (name === 'vmcnt' ? 0 : 6), name)),
    fc.nat(11).map(use),
    fc.tuple(counter, fc.nat(5)).map(([name, value]) => wait(name, value)),
  ),
  { maxLength: 14 },
);

describe('the judge of waits', () => {
  test('finds missing waits exactly where a load may be in flight', () => {
    forAll([program], 2000, (instructions) => {
      const { missing } = checkWaits(straight(instructions));
      expect(missing.length === 0).toBe(isSafe(instructions));
    });
  });

  test('finds the deepest value that is safe', () => {
    forAll([program], 2000, (instructions) => {
      fc.pre(isSafe(instructions));
      const { waits } = checkWaits(straight(instructions));
      const redundant = new Set(
        waits.filter(({ verdict }) => verdict === 'redundant').map((one) => one.instruction),
      );
      const without = (also: number): TimedInstruction[] =>
        instructions.filter((_, number) => number !== also && !redundant.has(number));
      expect(isSafe(without(-1))).toBe(true);
      for (const { instruction, verdict, deepest, counter: name } of waits) {
        if (verdict === 'redundant') continue;
        expect(isSafe(without(instruction))).toBe(verdict === 'not needed');
        if (deepest === undefined) continue;
        const withValue = (value: number): TimedInstruction[] =>
          instructions
            .map((one, number) => (number === instruction ? wait(name, value) : one))
            .filter((_, number) => !redundant.has(number));
        expect([isSafe(withValue(deepest)), isSafe(withValue(deepest + 1))]).toEqual([true, false]);
      }
    });
  });

  test('judges what loads without a register leave certain as if they had one, and nothing else', () => {
    forAll([program, fc.array(fc.boolean(), { maxLength: 14 })], 2000, (instructions, hidden) => {
      fc.pre(isSafe(instructions));
      const sketched = instructions.map((one, number) =>
        one.memory === 'load' && hidden[number] === true
          ? { ...one, writes: [], unnamed: true as const }
          : one,
      );
      const full = checkWaits(straight(instructions)).waits;
      const { waits, missing } = checkWaits(straight(sketched));
      expect(missing).toEqual([]);
      for (const [index, { verdict, because }] of waits.entries()) {
        if (verdict !== 'not judged') expect(verdict).toBe(full[index]?.verdict);
        else expect(sketched[because?.instruction ?? -1]?.unnamed).toBe(true);
      }
    });
  });

  test('does not call a wait unneeded before a register that nothing loads', () => {
    const unloaded: TimedInstruction = { ...use(9), unloaded: true };
    const body = [load(6, 'lgkmcnt'), wait('lgkmcnt', 0)];
    const judged = (...rest: readonly TimedInstruction[]) =>
      checkWaits(straight([...body, ...rest])).waits;
    const because = { kind: 'unloaded', instruction: 2 };
    expect(judged(unloaded)).toMatchObject([{ verdict: 'not judged', because }]);
    expect(judged(use(9))).toMatchObject([{ verdict: 'not needed' }]);
    expect(judged(unloaded, use(6))).toMatchObject([{ verdict: 'needed' }]);
  });

  test('says by how much a wait is too strong, and for what it is', () => {
    const loads = [load(6, 'lgkmcnt'), load(7, 'lgkmcnt')];
    const uses = [wait('lgkmcnt', 0), use(6), wait('lgkmcnt', 9), use(7)];
    const { waits } = checkWaits(straight([...loads, ...uses]));
    expect(waits).toMatchObject([
      { instruction: 2, verdict: 'needed', inFlight: 2, deepest: 0, need: { operation: 1, by: 5 } },
      { instruction: 4, verdict: 'redundant', inFlight: 0, value: 9 },
    ]);
  });
});

describe('LDS at barriers', () => {
  const of = (
    unit: 'lds' | 'vmem',
    memory: NonNullable<TimedInstruction['memory']>,
    counter: WaitCounter,
  ): TimedInstruction => ({ ...base, unit, memory, dwords: 1, counts: [counter] });
  const write = of('lds', 'store', 'lgkmcnt');
  const copy = of('vmem', 'to-lds', 'vmcnt');
  const read = of('lds', 'load', 'lgkmcnt');
  const barrier: TimedInstruction = { ...base, unit: 'barrier' };
  const instructions = [write, copy, read, barrier, wait('vmcnt', 1), wait('lgkmcnt', 0)];
  const tile = (number: number): { ldsFrom: number; ldsTo: number } => ({
    ldsFrom: 1024 * number,
    ldsTo: 1024 * (number + 1),
  });

  test('a copy is due at the barrier behind which it is read, and not before', () => {
    const builder = new StreamBuilder();
    builder.add(1, tile(0));
    builder.add(1, tile(1));
    builder.add(4);
    builder.add(3);
    builder.add(2, tile(0));
    builder.add(5);
    builder.add(3);
    const two = { instructions, streams: [builder.finish()] };
    expect(checkWaits(two)).toMatchObject({
      waits: [
        { instruction: 4, verdict: 'needed', deepest: 1, inFlight: 2 },
        { instruction: 5, verdict: 'not needed' },
      ],
      missing: [],
    });
    builder.add(2, tile(1));
    expect(checkWaits({ instructions, streams: [builder.finish()] }).missing).toEqual([
      { instruction: 3, operation: 1, counter: 'vmcnt', value: 0, executions: 1 },
    ]);
  });

  test('a write has to be complete when another wave reads it', () => {
    const writer = new StreamBuilder();
    writer.add(0, tile(0));
    writer.add(3);
    const reader = new StreamBuilder();
    reader.add(3);
    reader.add(2, tile(0));
    const program = { instructions, streams: [writer.finish(), reader.finish()] };
    expect(checkWaits(program).missing).toEqual([
      { instruction: 3, operation: 0, counter: 'lgkmcnt', value: 0, executions: 1 },
    ]);
  });
});
