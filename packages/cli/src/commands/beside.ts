/** The parts of a page in addition to the analysis of a kernel: layouts for its buffers, and its time. */
import type { ReportDiagnostic } from '@ldscope/core';
import { suggestKernel, timelineKernel } from '@ldscope/engine';
import type { AnalyzedKernel } from '@ldscope/render';
import { faultMessage, printDiagnostics } from '../answer/failure.ts';
import type { Io } from '../io/io.ts';
import { type KernelOptions, runOf } from '../options/options.ts';
import type { AnalyzedFile } from '../run/kernel.ts';

/** The kernel with the results of the search and the simulation, where they apply. */
export function withLayoutsAndTime(
  io: Io,
  analyzed: AnalyzedFile,
  kernels: number,
  options: KernelOptions,
): AnalyzedKernel {
  const { analysis, machine, model, abilities, read } = analyzed;
  if (analysis === undefined || machine === undefined || read === undefined) return analyzed;
  const { file, input, launch } = read;
  const { name } = analysis.report.kernel;
  const which = kernels > 1 ? { kernel: name } : {};
  // The search knows the chip's own model only: under another one its figures would not be those of the report.
  const suggested =
    model === machine.models[0]
      ? attempt(io, () =>
          suggestKernel(input.text, {
            file,
            machines: [machine.name],
            ...launch,
            ...runOf(options, input),
            ...which,
            source: input.source,
          }),
        )
      : undefined;
  const timed =
    abilities?.timeline === true
      ? attempt(io, () =>
          timelineKernel(input.text, {
            file,
            machine: machine.name,
            ...launch,
            kernel: options.kernel,
            maxSteps: options.maxSteps,
            ...which,
            source: input.source,
          }),
        )
      : undefined;
  return {
    ...analyzed,
    ...(suggested === undefined
      ? {}
      : { layouts: suggested.buffers, layoutNotes: suggested.diagnostics }),
    ...(timed?.report === undefined
      ? {}
      : { time: { report: timed.report, program: timed.program, timeline: timed.timeline } }),
  };
}

/** An addition to a report must not suppress it: its failure is reported and the rest is written. */
function attempt<T>(io: Io, work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    const fault: readonly ReportDiagnostic[] = [faultMessage(error, io)];
    printDiagnostics(io, fault);
    return undefined;
  }
}
