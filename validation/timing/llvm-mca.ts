/**
 * The same loops in `llvm-mca`: LLVM's own analyser, fed with the instructions of a loop as text.
 *
 *     llvm-mca -mtriple=amdgcn-amd-amdhsa -mcpu=gfx942 -iterations=100      Total Cycles: 24083
 *
 * Its unit is an issue slot, 4 cycles of the shader clock: SISchedule.td has latencies in these.
 */
import { spawnSync } from 'node:child_process';
import type { Loop, TimedProgram } from '@ldscope/core';

const ITERATIONS = 100;
const SLOT_CYCLES = 4;

/** The tool of LLVM 22, whose tables the document was made with; `undefined` where there is none. */
export const llvmMca = ['llvm-mca-22', '/usr/lib/llvm-22/bin/llvm-mca', 'llvm-mca'].find((name) => {
  const { status, stdout } = spawnSync(name, ['--version'], { encoding: 'utf8' });
  return status === 0 && stdout.includes('version 22');
});

/** Cycles of an iteration; `undefined` where the tool is not there or does not read an instruction. */
export function mcaCycles(
  { instructions }: TimedProgram,
  { head, tail }: Loop,
  chip: string,
): number | undefined {
  if (llvmMca === undefined) return undefined;
  const text = instructions
    .slice(head, tail + 1)
    .map((instruction) => instruction.text)
    .join('\n');
  const { stdout, status } = spawnSync(
    llvmMca,
    ['-mtriple=amdgcn-amd-amdhsa', `-mcpu=${chip}`, `-iterations=${ITERATIONS}`],
    { input: `${text}\n`, encoding: 'utf8' },
  );
  const [, cycles] = /^Total Cycles:\s+(\d+)/m.exec(stdout) ?? [];
  return status === 0 && cycles !== undefined
    ? (SLOT_CYCLES * Number(cycles)) / ITERATIONS
    : undefined;
}
