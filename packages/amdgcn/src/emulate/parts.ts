/**
 * Instructions as the tape of a workgroup needs them: the registers that they read and write, and the values that decide their
 * accesses and directions.
 *
 *     s_cbranch_scc0 L       whether it is taken
 *     ds_read_b32 v3, v1     exec, and v1 in its lanes
 *     v_add_u32 v2, s16, v0  nothing: it computes
 *
 * Registers are by their ids of `waits.ts`.
 */
import type { DataFlow } from '@ldscope/core';
import type { Part } from '@ldscope/simt';
import { factsOf } from '../isa/facts.ts';
import { memoryParts } from '../isa/memory/memory.ts';
import { isTaken } from '../isa/salu/control.ts';
import { SCALAR_ID } from '../state/waits.ts';
import { EXEC, LANES, SCC_NUMBER, type Wave } from '../state/wave.ts';
import type { Instruction } from '../text/program.ts';
import type { KernelSlice } from './slice.ts';
import { LDS_PLACE, MEMORY_PLACE, registersAt, replacedRegisters } from './slice.ts';

const SCC_ID = SCALAR_ID + SCC_NUMBER;
const EXEC_IDS = [SCALAR_ID + EXEC, SCALAR_ID + EXEC + 1];

/** The value of a register: a word per lane, or a scalar. */
export type Value = number | Uint32Array;

export function takeRegister({ scc, s, u }: Wave, id: number): Value {
  if (id === SCC_ID) return scc;
  if (id >= SCALAR_ID) return s[id - SCALAR_ID] ?? 0;
  return u.slice(id * LANES, (id + 1) * LANES);
}

export function putRegister(wave: Wave, id: number, value: Value): void {
  if (typeof value !== 'number') wave.u.set(value, id * LANES);
  else if (id === SCC_ID) wave.scc = value;
  else wave.s[id - SCALAR_ID] = value;
}

/** `hasPrivate`: the kernel has private memory, which a replay does not have. */
export function partOf(
  instruction: Instruction,
  number: number,
  slice: KernelSlice,
  hasPrivate: boolean,
): Part<Wave> | undefined {
  const flow = slice.flow(number);
  const isWanted = slice.wants(number);
  if (flow.needs.length === 0 && !isWanted) return undefined;
  const { condition, control } = factsOf(instruction);
  const taken = control === 'branch' ? isTaken(condition) : undefined;
  const own = registersAt(flow.needs);
  // Vector registers are compared in active lanes.
  const needs = own.some((id) => id < SCALAR_ID) ? [...EXEC_IDS, ...own] : own;
  const compared = taken === undefined ? needs : [];
  return {
    isWanted: isWanted && taken === undefined,
    replay: replayOf(instruction, flow, hasPrivate),
    needs,
    reads: registersAt(flow.reads),
    writes: registersAt(flow.writes),
    replaces: replacedRegisters(flow.replaces),
    guard: undefined,
    sign:
      taken === undefined ? (wave) => valuesOf(wave, compared) : (wave) => [Number(taken(wave))],
    comparesNeeds: taken === undefined,
    comparesWhole: compared.filter((id) => id >= SCALAR_ID),
  };
}

/** The values of registers, vector registers in the active lanes. */
function valuesOf(wave: Wave, ids: readonly number[]): number[] {
  const values: number[] = [];
  for (const id of ids) {
    if (id === SCC_ID) values.push(wave.scc);
    else if (id >= SCALAR_ID) values.push(wave.s[id - SCALAR_ID] ?? 0);
    else
      for (let lane = 0; lane < LANES; lane++)
        if (wave.isActive(lane)) values.push(wave.u[id * LANES + lane] ?? 0);
  }
  return values;
}

/**
 * Loads of global memory are replayed; the contents of LDS and private memory, and the results of atomics, are not known to
 * a replay.
 */
function replayOf(
  instruction: Instruction,
  { reads, writes }: DataFlow,
  hasPrivate: boolean,
): Part<Wave>['replay'] {
  if (reads.includes(LDS_PLACE) || writes.includes(LDS_PLACE)) return 'unknown';
  const isStore = writes.includes(MEMORY_PLACE);
  if (!isStore && !reads.includes(MEMORY_PLACE)) return 'executed';
  const space = memoryParts(instruction)?.address.space;
  if (hasPrivate && space !== undefined && space !== 'global') return 'unknown';
  if (!isStore) return 'executed';
  return writes.length > 1 || reads.includes(MEMORY_PLACE) ? 'unknown' : 'left out';
}
