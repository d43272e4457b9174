/**
 * Which LDS instructions of a kernel have counts, and why others do not.
 *
 *     ds_read_b32 v1, v0            executed at known addresses: counted
 *     ds_read_b32 v1, v2            v2 depends on argument n: an execution is missing, so it is not counted
 *     ds_write_b32 v3, v4           behind a branch that was not followed: not reached
 *     flat_load_dword v1, v[2:3]    one of LDS when a lane went there, or may have gone
 *
 * With all arguments given, an instruction that is not executed counts: it does nothing in this launch.
 */
import { type LdsCoverage, ldsCoverage } from '@ldscope/core';
import { customOf } from '../isa/custom.ts';
import { dsRowOf } from '../isa/ds/ds.ts';
import { flatBytes, ldsCopy, memoryParts } from '../isa/memory/memory.ts';
import type { Instruction, Program } from '../text/program.ts';

/** True for an instruction that reads or writes LDS, also when the emulator does not know it. */
function accessesLds(instruction: Instruction): boolean {
  const { mnemonic, operands, modifiers } = instruction;
  if (operands.some((operand) => operand.kind === 'special' && /lds_direct/.test(operand.name)))
    return true;
  if (ldsCopy(instruction) !== undefined) return true;
  if (modifiers.has('gds')) return false;
  const lds = dsRowOf(mnemonic);
  if (lds !== undefined) return lds.bytes > 0;
  // A load of the tables may be `lds` by its modifiers alone.
  return memoryParts(instruction) === undefined && customOf(mnemonic).accessesLds;
}

/** True for an instruction with accesses that reports count: to LDS or global memory. */
export function accessesMemory(instruction: Instruction): boolean {
  const space = memoryParts(instruction)?.address.space;
  return (
    accessesLds(instruction) ||
    (space === undefined ? customOf(instruction.mnemonic).accessesMemory : space !== 'scratch')
  );
}

export interface Coverage {
  /** Instructions that the kernel can reach, or has executed. */
  readonly reached: Iterable<number>;
  readonly executions: Float64Array;
  /** By instruction: why an execution of it was not recorded. */
  readonly dropped: ReadonlyMap<number, string>;
  /** True for a flat instruction that had a lane in LDS. */
  readonly isRecorded: (number: number) => boolean;
  /** The kernel has LDS that a flat instruction may access. */
  readonly hasLds: boolean;
  /** Why instructions have no execution; `undefined` when the launch is known and needs none. */
  readonly unreached: string | undefined;
}

/** The LDS instructions of a kernel, with the reasons for missing counts. */
export function coverageOf(program: Program, coverage: Coverage): LdsCoverage {
  const { reached, executions, dropped, isRecorded, hasLds, unreached } = coverage;
  let instructions = 0;
  const reasons: string[] = [];
  for (const number of reached) {
    const instruction = program.instructions[number];
    if (instruction === undefined) continue;
    const reason = executions[number] === 0 ? unreached : dropped.get(number);
    const mayBeFlat = flatBytes(instruction) !== undefined && hasLds;
    const isFlat = mayBeFlat && (isRecorded(number) || reason !== undefined);
    if (!isFlat && !accessesLds(instruction)) continue;
    instructions++;
    if (reason !== undefined) reasons.push(reason);
  }
  return ldsCoverage(instructions, reasons);
}
