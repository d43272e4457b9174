/** `ldscope timeline FILE`: a kernel or a schedule on the model of one compute unit. */
import { placeDiagnostics, type ReportDiagnostic } from '@ldscope/core';
import { timelineKernel } from '@ldscope/engine';
import { chromeTrace, renderTimeline, timelineJson } from '@ldscope/render';
import { deliver, exitCode, printDiagnostics } from '../failure.ts';
import { readKernel } from '../input.ts';
import type { Io } from '../io.ts';
import type { Format } from '../options.ts';
import { readLaunch } from '../run/launch.ts';
import { pageOf } from '../terminal.ts';

export interface TimelineCommandOptions {
  readonly machine?: string;
  readonly kernel?: string;
  readonly launch?: string;
  readonly workgroups?: number | 'all';
  readonly maxSteps?: number;
  readonly trace?: string;
  readonly all?: boolean;
  readonly format: Format;
  readonly output?: string;
}

/** Simulates and prints what bounds it. */
export async function timelineCommand(
  io: Io,
  path: string,
  options: TimelineCommandOptions,
): Promise<number> {
  const file = path === '-' ? '<stdin>' : path;
  const fail = (diagnostics: readonly ReportDiagnostic[], source = ''): number => {
    printDiagnostics(io, diagnostics, source === '' ? { file } : { file, source });
    return exitCode.wrong;
  };
  const input = await readKernel(io, path, undefined);
  if ('code' in input) return fail(placeDiagnostics([input], ''));
  const { text } = input;
  const launch = await readLaunch(io, options.launch);
  if (!launch.ok) return fail(placeDiagnostics(launch.diagnostics, ''));
  const timed = timelineKernel(text, {
    file,
    ...launch.value,
    ...(input.program === undefined ? {} : { program: input.program }),
    ...(options.machine === undefined ? {} : { machine: options.machine }),
    ...(options.kernel === undefined ? {} : { kernel: options.kernel }),
    ...(options.workgroups === undefined ? {} : { workgroups: options.workgroups }),
    ...(options.maxSteps === undefined ? {} : { maxSteps: options.maxSteps }),
  });
  if (timed.report === undefined) return fail(timed.diagnostics, text);
  const { report, program, timeline } = timed;
  const code = timeline.deadlock === undefined ? exitCode.done : exitCode.wrong;
  if (options.trace !== undefined) {
    const written = await deliver(io, chromeTrace(program, timeline), options.trace, code);
    if (written !== code) return written;
  }
  if (options.format === 'json')
    return await deliver(io, timelineJson(report), options.output, code);
  printDiagnostics(io, report.diagnostics, { file, source: text });
  const page = options.output === undefined ? pageOf(io) : {};
  const shown = renderTimeline(report, {
    ...page,
    picture: { program, timeline },
    all: options.all === true,
  });
  return await deliver(io, shown, options.output, code);
}
