/** `ldscope timeline FILE`: a kernel or a schedule on the model of one compute unit. */
import { placeDiagnostics, type ReportDiagnostic, TIMELINE_SCHEMA } from '@ldscope/core';
import { type TimedText, timelineKernel } from '@ldscope/engine';
import { chromeTrace, iterationDrawing, joined, sayTimeline, timelinesJson } from '@ldscope/render';
import { answer, refuse } from '../answer/document.ts';
import { deliver, exitCode } from '../answer/failure.ts';
import { isMlir, loweredMlir } from '../input/lowered-mlir.ts';
import { readKernelFor } from '../input/read-kernel.ts';
import type { Io } from '../io/io.ts';
import { readLaunch } from '../run/launch.ts';
import type { TimelineCommandOptions } from '../options/commands.ts';

type Timed = Extract<TimedText, { readonly report: object }>;

/** Simulates for each chip and prints what bounds it; nothing when one of them cannot be simulated. */
export async function timelineCommand(
  io: Io,
  path: string,
  options: TimelineCommandOptions,
): Promise<number> {
  const file = path === '-' ? '<stdin>' : path;
  const fail = (diagnostics: readonly ReportDiagnostic[], source?: string): Promise<number> =>
    refuse(io, TIMELINE_SCHEMA, diagnostics, options, { file, source });
  const launch = await readLaunch(io, options.launch);
  if (!launch.ok) {
    const { diagnostics, file: launchFile, text: source } = launch;
    return await refuse(io, TIMELINE_SCHEMA, diagnostics, options, { file: launchFile, source });
  }
  const done: Timed[] = [];
  let text = '';
  for (const { machines, input } of await readKernelFor(io, path, options.machine, options)) {
    if ('diagnostics' in input) {
      const { diagnostics, text: source } = input;
      return await fail(placeDiagnostics(diagnostics, source), source === '' ? undefined : source);
    }
    if (text === '') ({ text } = input);
    for (const machine of machines.length === 0 ? [undefined] : machines) {
      const { kernel } = options;
      const own = { file, machine, kernel, launch: launch.value };
      const lowered = isMlir(input, input.text, file)
        ? await loweredMlir(io, input, own)
        : { input, launch: { launchDefaults: input.launch, ...launch.value } };
      if ('diagnostics' in lowered) return await fail(lowered.diagnostics, input.text);
      const timed = timelineKernel(lowered.input.text, {
        file: lowered.input.file ?? file,
        ...lowered.launch,
        source: lowered.input.source,
        machine,
        kernel,
        workgroups: options.workgroups,
        bandwidth: options.bandwidth,
        maxSteps: options.maxSteps,
      });
      if (timed.report === undefined) return await fail(timed.diagnostics, lowered.input.text);
      done.push(timed);
    }
  }
  return await hand(io, done, { file, source: text }, options);
}

async function hand(
  io: Io,
  done: readonly Timed[],
  origin: { readonly file: string; readonly source: string },
  options: TimelineCommandOptions,
): Promise<number> {
  const { trace, all = false } = options;
  const stuck = done.some(({ timeline }) => timeline.deadlock !== undefined);
  const isSound = done.every(
    ({ report: { races, missing } }) => races.length === 0 && missing.length === 0,
  );
  const code = stuck ? exitCode.wrong : isSound ? exitCode.done : exitCode.unmet;
  const [first] = done;
  if (trace !== undefined && first !== undefined) {
    const written = await deliver(io, chromeTrace(first.program, first.timeline), trace, code);
    if (written !== code) return written;
  }
  const documents = () =>
    done.map(({ report, program, timeline }) =>
      sayTimeline(report, { drawing: iterationDrawing(program, timeline), all }),
    );
  const forms = {
    json: () => timelinesJson(done.map(({ report }) => report)),
    document: () => joined(`timeline of ${origin.file}`, documents()),
  };
  const diagnostics = first?.report.diagnostics ?? [];
  return await answer(io, forms, options, { diagnostics, origin, code });
}
