/** One execution of a kernel, folded into a report while it runs. */
import {
  type CoalescingModel,
  type ConflictModel,
  type KernelArgument,
  type KernelSummary,
  ReportBuilder,
  type RunOptions,
} from '@ldscope/core';
import type { ExecutableSource, ExecutionRequest, ExecutionResult } from './source.ts';

/** What counts: models of the machine of a request. */
export interface CountingModels {
  readonly model: ConflictModel;
  readonly coalescing: CoalescingModel;
}

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

/** Arguments and variables whose memory the kernel may change without changing that of the launch. */
export function ownMemory({
  arguments: list,
  globals,
}: Pick<RunOptions, 'arguments' | 'globals'>): Pick<RunOptions, 'arguments' | 'globals'> {
  // Pointers to one array point to one copy of it.
  const copies = new Map<Uint8Array, Uint8Array>();
  const copyOf = (data: Uint8Array): Uint8Array => {
    const copy = copies.get(data) ?? data.slice();
    copies.set(data, copy);
    return copy;
  };
  const own = (argument: KernelArgument): KernelArgument => {
    if (argument.kind === 'buffer') return { ...argument, data: copyOf(argument.data) };
    const pointers = argument.pointers?.map((one) => ({ ...one, data: copyOf(one.data) }));
    return { ...argument, pointers };
  };
  return { arguments: list?.map(own), globals: globals?.map(own) };
}

/** Executes a kernel as the request has it; the caller finishes the report. */
export function executeToReport(
  source: ExecutableSource,
  request: ExecutionRequest,
  { model, coalescing }: CountingModels,
): ExecutedReport {
  const builder = new ReportBuilder(request.machine, model, coalescing);
  let begun = false;
  const execution = source.execute({
    ...request,
    ...ownMemory(request),
    onWorkgroup: (trace, done, all) => {
      begun = true;
      builder.add(trace);
      request.onWorkgroup?.(trace, done, all);
    },
    onGlobal: (trace) => builder.addGlobal(trace),
  });
  const { name: frontend, title, unit = 'instruction' } = source.language;
  // With machine code beside it the accesses are those of the machine code.
  const words = execution.kernel.sass === undefined ? title : 'SASS';
  const kernel = { ...execution.kernel, frontend, language: { title: words, unit } };
  return { builder, execution: { ...execution, kernel }, begun };
}
