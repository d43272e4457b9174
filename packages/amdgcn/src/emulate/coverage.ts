/**
 * Which LDS instructions of a kernel have counts, and why the others have none.
 *
 *     ds_read_b32 v1, v0     executed at known addresses: counted
 *     ds_read_b32 v1, v2     v2 depends on argument n: an execution is missing, so it is not counted
 *     ds_write_b32 v3, v4    behind a branch that was not followed: not reached
 *
 * With all arguments given, an instruction that is not executed counts: it does nothing in this launch.
 */
import { type LdsCoverage, ldsCoverage } from '@ldscope/core';
import { dsGranule, isDs } from '../isa/ds/ds.ts';
import { ldsCopy } from '../isa/memory/memory.ts';
import type { Instruction, Program } from '../text/program.ts';

/** True for an instruction that reads or writes LDS, also when the emulator does not know it. */
function accessesLds(instruction: Instruction): boolean {
  if (dsGranule(instruction) !== undefined || ldsCopy(instruction) !== undefined) return true;
  const { mnemonic } = instruction;
  if (isDs(mnemonic)) return false;
  return (
    /^ds_(?!nop|gws_|permute|bpermute|swizzle)/.test(mnemonic) ||
    /^(buffer|global|scratch|flat|cluster)_(load|store)_.*lds|^tensor_(load_to|store_from)_lds/.test(
      mnemonic,
    )
  );
}

/** True for an instruction with accesses that reports count: to LDS or global memory. */
export function accessesMemory(instruction: Instruction): boolean {
  return accessesLds(instruction) || /^(global|flat|buffer)_/.test(instruction.mnemonic);
}

export interface Coverage {
  /** Instructions that the kernel can reach, or has executed. */
  readonly reached: Iterable<number>;
  readonly executions: Float64Array;
  /** By instruction: why an execution of it was not recorded. */
  readonly dropped: ReadonlyMap<number, string>;
  /** Why instructions have no execution; `undefined` when the launch is known and needs none. */
  readonly unreached: string | undefined;
}

/** The LDS instructions of a kernel, with what is missing. */
export function coverageOf(program: Program, coverage: Coverage): LdsCoverage {
  const { reached, executions, dropped, unreached } = coverage;
  let instructions = 0;
  const reasons: string[] = [];
  for (const number of reached) {
    const instruction = program.instructions[number];
    if (instruction === undefined || !accessesLds(instruction)) continue;
    instructions++;
    const reason = executions[number] === 0 ? unreached : dropped.get(number);
    if (reason !== undefined) reasons.push(reason);
  }
  return ldsCoverage(instructions, reasons);
}
