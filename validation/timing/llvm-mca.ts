/**
 * The same loops in `llvm-mca`: LLVM's own analyser, fed with the instructions of a loop as text.
 *
 *     llvm-mca -mtriple=amdgcn-amd-amdhsa -mcpu=gfx942 -iterations=100      Total Cycles: 24083
 *
 * Its unit is an issue slot, 4 cycles of the shader clock: SISchedule.td has latencies in these.
 */
import { spawnSync } from 'node:child_process';
import type { Loop, TimedProgram } from '@ldscope/core';
import { llvmTool } from '../../test/llvm.ts';

const ITERATIONS = 100;
const SLOT_CYCLES = 4;

/** The tool, of the version whose tables the document was made with. */
export const llvmMca = llvmTool('llvm-mca');

/** Cycles of an iteration; `undefined` where the tool is not there or does not read an instruction. */
export function mcaCycles(
  { instructions }: TimedProgram,
  { head, tail }: Loop,
  chip: string,
): number | undefined {
  if (llvmMca.missing !== undefined) return undefined;
  const text = instructions
    .slice(head, tail + 1)
    .map((instruction) => instruction.text)
    .join('\n');
  const { stdout, status } = spawnSync(
    llvmMca.command,
    ['-mtriple=amdgcn-amd-amdhsa', `-mcpu=${chip}`, `-iterations=${ITERATIONS}`],
    { input: `${text}\n`, encoding: 'utf8' },
  );
  const [, cycles] = /^Total Cycles:\s+(\d+)/m.exec(stdout) ?? [];
  return status === 0 && cycles !== undefined
    ? (SLOT_CYCLES * Number(cycles)) / ITERATIONS
    : undefined;
}
