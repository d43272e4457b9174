/** One execution of a kernel, folded into a report while it runs. */
import { type KernelSummary, type LeftCounts, ownMemory, ReportBuilder } from '@ldscope/core';
import type {
  CountingModels,
  ExecutableSource,
  ExecutionRequest,
  ExecutionResult,
} from '../source/source.ts';

/** An execution, with what is known about the language of its kernel. */
interface Executed extends ExecutionResult {
  readonly kernel: KernelSummary;
}

export interface ExecutedReport {
  readonly builder: ReportBuilder;
  readonly execution: Executed;
  /** A workgroup was executed to its end. */
  readonly begun: boolean;
}

/**
 * Executes the instructions that the accesses of a kernel depend on, and all of them where those turn out not to be
 * enough; the caller finishes the report.
 */
export function executeToReport(
  source: ExecutableSource,
  request: ExecutionRequest,
  models: CountingModels,
): ExecutedReport {
  const sliced = reportOf(source, { ...request, accessesOnly: true, classes: true }, models);
  return sliced.execution.isMissed === true ? reportOf(source, request, models) : sliced;
}

function reportOf(
  source: ExecutableSource,
  request: ExecutionRequest,
  models: CountingModels,
): ExecutedReport {
  const { model, coalescing } = models;
  const builder = new ReportBuilder(request.machine, model, coalescing);
  let begun = false;
  const execution = source.execute({
    ...request,
    ...(request.accessesOnly === true && source.keepsMemory === true ? {} : ownMemory(request)),
    onWorkgroup: (trace, done, all, times) => {
      begun = true;
      builder.add(trace, undefined, times);
      request.onWorkgroup?.(trace, done, all, times);
    },
    onGlobal: (trace, times) => builder.addGlobal(trace, times),
    helpers: request.helpersFor?.(request, models),
    onCounted: (counts, done, all) => {
      // Threads of one program exchange what its own builders leave.
      builder.take(counts as LeftCounts);
      request.onCounted?.(counts, done, all);
    },
  });
  const { name: frontend, title, unit = 'instruction' } = source.language;
  // With machine code for the PTX, the accesses are those of the machine code.
  const words = execution.kernel.sass === undefined ? title : 'SASS';
  const kernel = { ...execution.kernel, frontend, language: { title: words, unit } };
  return { builder, execution: { ...execution, kernel }, begun };
}
