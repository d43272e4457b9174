/** `ldscope timeline FILE`: a kernel or a schedule on the model of one compute unit. */
import { parseAssembly } from '@ldscope/amdgcn';
import {
  analyzeTiming,
  diagnose,
  type Diagnostic,
  emptyLaunch,
  hasErrors,
  lowerListing,
  type MatrixChip,
  messages,
  type OccupancyReport,
  parseLaunch,
  parseListing,
  timedChips,
  type TimedProgram,
  timelineReport,
  timingOf,
} from '@ldscope/core';
import { chromeTrace, placeDiagnostics, renderTimeline, timelineJson } from '@ldscope/render';
import { deliver, exitCode, printDiagnostics } from '../failure.ts';
import { detectFrontend } from '../frontends.ts';
import { readKernel } from '../input.ts';
import type { Io } from '../io.ts';
import { chipNamedIn, resolveMachine } from '../machine-choice.ts';
import type { Format } from '../options.ts';
import { readLaunch } from '../run/launch.ts';
import { pageOf } from '../terminal.ts';
import { timedKernel } from '../timeline/machine-code.ts';

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

interface Simulated {
  readonly name: string;
  readonly program: TimedProgram;
  readonly occupancy?: OccupancyReport;
}

/** Simulates and prints what bounds it. */
export async function timelineCommand(
  io: Io,
  path: string,
  options: TimelineCommandOptions,
): Promise<number> {
  const file = path === '-' ? '<stdin>' : path;
  const fail = (diagnostics: readonly Diagnostic[], source = ''): number => {
    const origin = source === '' ? { file } : { file, source };
    printDiagnostics(io, placeDiagnostics(diagnostics, source), origin);
    return exitCode.wrong;
  };
  const input = await readKernel(io, path, undefined);
  if ('code' in input) return fail([input]);
  const { text } = input;
  const isCode = input.program !== undefined || detectFrontend(text, path) === 'amdgcn';
  const parsed = isCode ? undefined : parseListing(text);
  const named =
    options.machine ??
    (isCode ? (input.program?.target ?? chipNamedIn(text)) : parsed?.listing.machine) ??
    USUAL_MACHINE;
  const machine = resolveMachine(named);
  const timing = machine && timingOf(machine);
  if (machine === undefined || timing === undefined) {
    return fail([diagnose(messages.timing.noTiming(named, timedChips))], text);
  }
  const diagnostics: Diagnostic[] = [];
  let simulated: Simulated;
  if (parsed === undefined) {
    const launch = await readLaunch(io, options.launch);
    if (!launch.ok) return fail(launch.diagnostics);
    const spec = parseLaunch(launch.value.launch ?? '');
    if (!spec.ok) return fail(spec.diagnostics);
    const { program, diagnostics: read } = input.program
      ? { program: input.program, diagnostics: [] }
      : parseAssembly(text, path);
    if (hasErrors(read)) return fail(read, text);
    const kernel = timedKernel(program, text, machine.name as MatrixChip, machine, {
      file,
      launch: { ...emptyLaunch, ...spec.value, ...launch.value.extents },
      ...(launch.value.arguments === undefined ? {} : { arguments: launch.value.arguments }),
      ...(options.kernel === undefined ? {} : { kernel: options.kernel }),
      ...(options.maxSteps === undefined ? {} : { maxSteps: options.maxSteps }),
      ...(typeof options.workgroups === 'number' ? { workgroups: options.workgroups } : {}),
    });
    if (hasErrors(kernel.diagnostics)) return fail(kernel.diagnostics, text);
    diagnostics.push(...kernel.diagnostics);
    simulated = kernel;
  } else {
    const { program, diagnostics: lowered } = lowerListing(parsed.listing, machine, timing);
    const all = [...parsed.diagnostics, ...lowered];
    if (hasErrors(all)) return fail(all, text);
    diagnostics.push(...all);
    simulated = { name: file, program };
  }
  const { program } = simulated;
  const analysis = analyzeTiming(program, { machine, timing });
  const { timeline } = analysis;
  const report = timelineReport(program, analysis, {
    ...simulated,
    machine: machine.name,
    timing,
    text,
    diagnostics: placeDiagnostics(diagnostics, text),
  });
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

const USUAL_MACHINE = 'gfx942';
