/**
 * The cost of contention between warps of a block in compare-and-swap: once with each warp alone, once with all of them in
 * turns.
 *
 *     each alone             warp 0: 32 24 16 8 lanes      warp 1: 32 24 16 8 lanes              24 conflicts
 *     all at once            warp 0: 32 24 16 8 lanes      warp 1: 32 32 32 32 32 24 16 8        48 conflicts; an H100 counts 46, or 42
 *
 * How chips interleave warps depends on time, to the cycle: neither case equals their counts, which differ between runs, and
 * between passes of a profiler. Figures of a report are those of the first case; the second has to be executed again.
 *
 * LIMITATIONS. The two cases are not bounds: of 18 runs of a kernel with 64-bit additions, four had 71 or 72 conflicts, with
 * 38 alone and 68 in turns; and lists that exchanges make have other lengths in other orders.
 */
import { diagnose, type Execution, messages, ownMemory, simulate } from '@ldscope/core';
import { spaceOf } from '../isa/memory/context.ts';
import { isUpdate } from '../rows/facts.ts';
import type { Module } from '../text/program.ts';
import type { ExecutePtxOptions } from './options.ts';

/** Executes a launch, and again in turns where its warps meet and machine code is counted. */
export function withContention(
  module: Module,
  options: ExecutePtxOptions,
  execute: (options: ExecutePtxOptions) => Execution,
): Execution {
  const { sass, inTurns = false, arguments: given } = options;
  if (sass === undefined || inTurns || given === undefined || !hasAtomics(module))
    return execute(options);
  // Execution changes the memory that it is given.
  const spare = ownMemory(options);
  const counted = counting(options);
  const execution = execute(counted.options);
  if (execution.isMissed === true || execution.kernel.sass?.contended !== true) return execution;
  const again = counting({
    ...options,
    ...spare,
    inTurns: true,
    onWorkgroup: undefined,
    onGlobal: undefined,
    onProgress: undefined,
    helpers: undefined,
  });
  const { workgroups, isMissed } = execute(again.options);
  // Both cases have the same launch: values that one of them requires are computed for both.
  if (isMissed === true) return { ...execution, isMissed };
  if (workgroups.executed !== execution.workgroups.executed) return execution;
  const conflicts = { alone: counted.conflicts(), inTurns: again.conflicts() };
  return {
    ...execution,
    kernel: { ...execution.kernel, sass: { ...execution.kernel.sass, conflicts } },
    diagnostics: execution.diagnostics.map((one) =>
      one.code === 'sass/contended'
        ? diagnose(messages.sass.contendedBetween(conflicts.alone, conflicts.inTurns), one.span)
        : one,
    ),
  };
}

/** Options whose execution also adds up bank conflicts. */
function counting(options: ExecutePtxOptions): {
  readonly options: ExecutePtxOptions;
  readonly conflicts: () => number;
} {
  let sum = 0;
  const onWorkgroup: NonNullable<ExecutePtxOptions['onWorkgroup']> = (trace, ...rest) => {
    const [, , times = 1] = rest;
    for (const cycles of simulate(trace, options.machine).bankConflict) sum += times * cycles;
    options.onWorkgroup?.(trace, ...rest);
  };
  return { options: { ...options, onWorkgroup }, conflicts: () => sum };
}

/** Whether some function has an atomic that may be of shared memory. */
const hasAtomics = ({ functions }: Module): boolean =>
  functions.some(({ instructions }) =>
    instructions.some(
      (instruction) =>
        isUpdate(instruction) && ['shared', 'generic'].includes(spaceOf(instruction.modifiers)),
    ),
  );
