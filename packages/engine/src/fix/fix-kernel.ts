/**
 * From a kernel of MLIR with conflicts to one without, and the proof that it computes the same.
 *
 *     execute -> which buffers conflict -> search layouts -> of each buffer the best of those that are written, executed and proven
 *
 * The result has a text only when it is proven for the whole launch. What was executed in part is called sampled.
 */
import { distinctDiagnostics, type FixReport, hasErrors, messages } from '@ldscope/core';
import type { ParseResult } from '@ldscope/mlir';
import { readKernel } from '../buffers/read-kernel.ts';
import type { FixOptions, FixOutcome } from '../source/fix-outcome.ts';
import { correctKernel } from './correct-kernel.ts';
import { fixLayouts } from './fix-layouts.ts';
import { mlirSubject, observeAll } from './mlir-subject.ts';
import { end, type Ending } from './outcome.ts';

export function fixKernel(text: string, options: FixOptions, parsed?: ParseResult): FixOutcome {
  const [machine] = options.machines;
  const read = machine === undefined ? [] : readKernel(text, machine, options, parsed);
  if (!('text' in read)) return end(text, options, 'failed', { diagnostics: read });
  const { buffers, description } = read;
  const { buffer: wanted, correct } = options;
  const kernel = description.name;
  if (wanted !== undefined && !buffers.some(({ names }) => names.includes(wanted))) {
    const names = buffers.flatMap((buffer) => buffer.names);
    const diagnostics = [messages.fix.noBuffer(wanted, names)];
    return end(text, options, 'failed', { kernel, diagnostics });
  }
  const before = observeAll(read, options);
  const faults = distinctDiagnostics(before.flatMap(({ diagnostics }) => diagnostics));
  if (hasErrors(faults)) return end(text, options, 'failed', { kernel, diagnostics: faults });
  const finish = (verdict: FixReport['verdict'], ending: Ending = {}): FixOutcome => {
    const diagnostics = [...faults, ...(ending.diagnostics ?? [])];
    const { workgroups } = before[0] ?? {};
    return end(text, options, verdict, { kernel, workgroups, ...ending, diagnostics });
  };
  const executed = { read, options, before };
  if (correct !== undefined) return correctKernel(executed, correct, finish);
  return finish(...fixLayouts(mlirSubject(executed)));
}
