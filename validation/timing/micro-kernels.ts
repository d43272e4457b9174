/**
 * Microbenchmarks as others have described them, for the simulator: what a wave issues, and what is read off a clock.
 *
 *     latency   one access, a wait           clock behind the wait
 *     rate      eleven accesses, a wait      (clock - that of one access) / 10
 *     issue     several waves, many accesses cycles between two accesses of a wave
 *     block     64 accesses, a wait          clock behind the wait
 *     stream    waves in a loop of reads     clock at the end
 *     group     a group again and again      cycles of a group, also beside another wave of the SIMD
 *
 * The cycles of the banks are those that the conflict model counts on the addresses of the stride, lanes beyond LDS left
 * out as hardware does.
 */
import {
  type Machine,
  opcodeNumber,
  simulate,
  simulateTiming,
  singleAccess,
  StreamBuilder,
  type TimedInstruction,
  type Timeline,
  type WaveStream,
} from '@ldscope/core';
import { modelOf } from './kernel-timing.ts';

/** An access of all lanes: `ds_read_b64` with a stride, or vector memory of lanes side by side. */
export interface MicroAccess {
  readonly op: string;
  readonly strideBytes: number;
}

/** What one execution of it costs LDS; nothing for vector memory. */
export function bankCycles(
  { op, strideBytes }: MicroAccess,
  machine: Machine,
): { readonly cycles: number; readonly conflicts: number } {
  const number = op.startsWith('ds_') ? opcodeNumber(op) : undefined;
  if (number === undefined) return { cycles: 0, conflicts: 0 };
  const addresses = Array.from({ length: 64 }, (_, lane) => lane * strideBytes);
  const { idxActive, bankConflict } = simulate(singleAccess(number, addresses), machine);
  return { cycles: idxActive[0] ?? 0, conflicts: bankConflict[0] ?? 0 };
}

/** Cycles of `waves` waves that make `count` accesses each and wait for all of them. */
export function cyclesOfBlock(
  access: MicroAccess,
  machine: Machine,
  count: number,
  waves = 1,
): number {
  const { issue } = run(access, machine, count, waves);
  return issue.at(-1) ?? 0;
}

/** Cycles between two accesses of a wave while `waves` waves make them, on average over the waves. */
export function cyclesOfIssue(access: MicroAccess, machine: Machine, waves: number): number {
  const [more, fewer] = [256, 128];
  const at = (count: number): number => cyclesOfBlock(access, machine, count, waves);
  return (at(more) - at(fewer)) / (more - fewer);
}

/** What a compiler puts around the reads of a loop that sums them up. */
export interface SummingLoop {
  readonly reads: number;
  /** Vector instructions in front of the reads, and behind the wait for them. */
  readonly before: number;
  readonly after: number;
}

/** Cycles of waves that go so often around a loop, and do nothing else. */
export function cyclesOfSums(
  access: MicroAccess,
  machine: Machine,
  { reads, before, after }: SummingLoop,
  waves: number,
  iterations: number,
): number {
  const instructions = [...instructionsOf(access), instructionOf('valu')];
  const { cycles, conflicts } = bankCycles(access, machine);
  const streams = Array.from({ length: waves }, (_, wave) => {
    const builder = new StreamBuilder(wave);
    for (let i = 0; i < iterations; i++) {
      for (let k = 0; k < before; k++) builder.add(2);
      for (let k = 0; k < reads; k++) {
        builder.add(0, { bankCycles: cycles, conflictCycles: conflicts });
      }
      builder.add(1);
      for (let k = 0; k < after; k++) builder.add(2);
    }
    return builder.finish();
  });
  return simulated(machine, instructions, streams).cycles;
}

/** Cycles of a group of instructions of one wave, again and again: `mfma4` has 4 passes. */
export function cyclesOfGroup(group: readonly string[], machine: Machine): number {
  const repeats = 200;
  const stream = repeated([...group.keys()], repeats);
  const timeline = simulated(machine, group.map(instructionOf), [stream]);
  const heads = timeline.issue.filter((_, row) => timeline.instruction[row] === 0);
  const [from, to] = [repeats / 2, repeats - 1];
  return ((heads[to] ?? 0) - (heads[from] ?? 0)) / (to - from);
}

/**
 * Cycles in which one wave does a group once and its neighbour on the same SIMD another, each again and again: until both
 * are through.
 */
export function cyclesOfNeighbours(
  group: readonly string[],
  other: readonly string[],
  machine: Machine,
): number {
  const repeats = 400;
  const instructions = [...group, ...other].map(instructionOf);
  const nobody = repeated([], repeats);
  // Waves are dealt to four SIMDs in turn.
  const { end } = simulated(machine, instructions, [
    repeated([...group.keys()], repeats),
    nobody,
    nobody,
    nobody,
    repeated(
      other.map((_, i) => group.length + i),
      repeats,
    ),
  ]);
  return end.reduce((last, time) => Math.max(last, time), 0) / repeats;
}

/** Instructions by their numbers, again and again. */
function repeated(numbers: readonly number[], repeats: number): WaveStream {
  const builder = new StreamBuilder();
  for (let i = 0; i < repeats; i++) for (const number of numbers) builder.add(number);
  return builder.finish();
}

const none = { reads: [], writes: [] };

function instructionOf(name: string): TimedInstruction {
  const [, passes] = /^mfma(\d+)$/.exec(name) ?? [];
  if (passes !== undefined) return { ...none, text: name, unit: 'mfma', passes: Number(passes) };
  switch (name) {
    case 'valu':
    case 'trans':
    case 'packed':
      return { ...none, text: name, unit: name };
    default:
      throw new Error(`no instruction of a group is called ${name}`);
  }
}

/** The access, and a wait for all of them. */
function instructionsOf({ op }: MicroAccess): readonly TimedInstruction[] {
  const stores = /write|store/.test(op);
  const dwords = Number(/dwordx(\d)/.exec(op)?.[1] ?? Number(/_b(\d+)/.exec(op)?.[1] ?? 32) / 32);
  if (op.startsWith('ds_')) {
    const memory = stores ? 'store' : 'load';
    return [
      { ...none, text: op, unit: 'lds', memory, dwords, counts: ['lgkmcnt'] },
      { ...none, text: 's_waitcnt lgkmcnt(0)', unit: 'wait', until: { lgkmcnt: 0 } },
    ];
  }
  const memory = op.endsWith(' lds') ? 'to-lds' : stores ? 'store' : 'load';
  return [
    { ...none, text: op, unit: 'vmem', memory, dwords, counts: ['vmcnt'] },
    { ...none, text: 's_waitcnt vmcnt(0)', unit: 'wait', until: { vmcnt: 0 } },
  ];
}

function run(access: MicroAccess, machine: Machine, count: number, waves: number): Timeline {
  const instructions = instructionsOf(access);
  const { cycles, conflicts } = bankCycles(access, machine);
  const bytes = instructions[0]?.unit === 'vmem' ? 256 * (instructions[0].dwords ?? 1) : 0;
  const streams = Array.from({ length: waves }, (_, wave) => {
    const builder = new StreamBuilder(wave);
    for (let i = 0; i < count; i++) {
      builder.add(0, { bankCycles: cycles, conflictCycles: conflicts, bytes });
    }
    builder.add(1);
    return builder.finish();
  });
  return simulated(machine, instructions, streams);
}

function simulated(
  machine: Machine,
  instructions: readonly TimedInstruction[],
  streams: readonly WaveStream[],
): Timeline {
  return simulateTiming({ instructions, streams }, { machine, timing: modelOf(machine) });
}
