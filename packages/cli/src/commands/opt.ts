/** `ldscope opt FILE --pass ...`: MLIR transformed by passes, with the decision on each allocation. */
import {
  diagnose,
  type Diagnostic,
  distinctDiagnostics,
  messages,
  OPT_SCHEMA,
  type OptReport,
  placeDiagnostics,
} from '@ldscope/core';
import { choosePart, dumpOf, executeStates, findFrontend, machinesFor } from '@ldscope/engine';
import {
  type IreeOpt,
  observeAllocations,
  parsePassList,
  passes,
  pipelines,
  printPassStep,
} from '@ldscope/mlir';
import {
  optJson,
  passListJson,
  sayOpt,
  sayPassList,
  withDiagnostics,
  writeText,
} from '@ldscope/render';
import { documentText, errorsOf, refuse } from '../answer/document.ts';
import { deliver, exitCode, printDiagnostics, readInput } from '../answer/failure.ts';
import type { Io } from '../io/io.ts';
import { errorPageOf, pageOf, progressOn } from '../answer/terminal.ts';
import type { OptCommandOptions } from '../options/commands.ts';

/** MLIR goes to the standard output or to the file of `-o`, the report to the standard error. */
export async function optCommand(
  io: Io,
  path: string | undefined,
  options: OptCommandOptions,
): Promise<number> {
  if (options.list === true) return await listPasses(io, options.format);
  const file = path === undefined || path === '-' ? '<stdin>' : path;
  const fail = (diagnostics: readonly Diagnostic[], text = ''): Promise<number> => {
    const placed = placeDiagnostics(diagnostics, text);
    const origin = text === '' ? { file } : { file, source: text };
    return refuse(io, OPT_SCHEMA, placed, { format: options.format }, origin);
  };
  const steps = parsePassList(options.pass.join(','));
  if (!steps.ok) return await fail(steps.diagnostics);
  if (path === undefined) return await fail([diagnose(messages.opt.noFile())]);
  const input = await readInput(io, path);
  if ('problem' in input) return await fail([input.problem]);
  const { text } = input;
  const transform = findFrontend(text, path)?.transform;
  if (transform === undefined) return await fail([diagnose(messages.opt.notMlir(file))]);
  const choice = machinesFor(options.machine === undefined ? [] : [options.machine], text);
  if ('code' in choice) return await fail([choice]);
  const [machine] = choice.machines;
  if (machine === undefined) return await fail([]);
  const part = partOf(text, options);
  if ('diagnostics' in part) return await fail(part.diagnostics, text);
  const bridge = await bridgeTo(io, options.through);
  if (typeof bridge === 'object') return await fail([bridge]);
  const progress = progressOn(io, 'chunk');
  const outcome = transform(part.text, steps.value, {
    machine,
    observe: observeAllocations(machine),
    like: options.like,
    resolvableBy: options.resolvableBy,
    ireeOpt: bridge,
    onProgress: progress.update,
  });
  progress.end();
  const { states } = outcome;
  const following = progressOn(io, 'state');
  const executed =
    options.states === true ? executeStates(states, machine, following.update) : undefined;
  following.end();
  const diagnostics = [...choice.notes, ...part.notes, ...distinctDiagnostics(outcome.diagnostics)];
  const report: OptReport = {
    schema: OPT_SCHEMA,
    file,
    passes: steps.value.map(printPassStep),
    like: options.like,
    machine: machine.name,
    verdict: outcome.mlir === undefined ? 'failed' : 'done',
    allocations: outcome.allocations,
    ...(executed === undefined ? {} : { states: executed }),
    diagnostics: placeDiagnostics(diagnostics, part.text),
  };
  const mlir = options.states === true ? dumpOf(states) : outcome.mlir;
  return await hand(io, report, mlir, part.text, options);
}

/** Passes in the user's iree-opt; a diagnostic where there is none. */
async function bridgeTo(
  io: Io,
  command: string | undefined,
): Promise<IreeOpt | Diagnostic | undefined> {
  if (command === undefined) return undefined;
  const ireeOpt = await io.ireeOpt();
  // A module without anything in it, through no pass.
  if (ireeOpt(command, 'builtin.module()', '') === undefined)
    return diagnose(messages.opt.noIreeOpt(command));
  return (pipeline, text) => ireeOpt(command, pipeline, text) ?? { problem: 'it is gone' };
}

/** A dump of a compiler is one of its parts; everything else is transformed as a whole. */
function partOf(
  text: string,
  { after, before }: OptCommandOptions,
):
  | { readonly text: string; readonly notes: readonly Diagnostic[] }
  | { readonly diagnostics: readonly Diagnostic[] } {
  const isDump = text.includes('// IR Dump ');
  if (!isDump && after === undefined && before === undefined) return { text, notes: [] };
  const part = choosePart(text, { after, before });
  return part.ok ? part.value : { diagnostics: part.diagnostics };
}

async function hand(
  io: Io,
  report: OptReport,
  mlir: string | undefined,
  source: string,
  { format, output }: OptCommandOptions,
): Promise<number> {
  const code = report.verdict === 'failed' ? exitCode.wrong : exitCode.done;
  const origin = { file: report.file, source };
  if (format === 'text') {
    printDiagnostics(io, report.diagnostics, origin);
    if (report.diagnostics.length > 0) io.stderr.write('\n');
    io.stderr.write(writeText(sayOpt(report), errorPageOf(io)));
  } else {
    const isInside = output === undefined && mlir !== undefined;
    const whole = isInside ? { ...report, mlir } : report;
    if (format !== 'json') printDiagnostics(io, errorsOf(report.diagnostics), origin);
    (output === '-' ? io.stderr : io.stdout).write(
      format === 'json'
        ? optJson(whole)
        : await documentText(withDiagnostics(sayOpt(whole), report.diagnostics, origin), format),
    );
  }
  if (mlir === undefined || (format !== 'text' && output === undefined)) return code;
  return await deliver(io, mlir, output === '-' ? undefined : output, code);
}

async function listPasses(io: Io, format: OptCommandOptions['format']): Promise<number> {
  const list = {
    passes: passes.map(({ name, summary, options }) => ({
      name,
      summary,
      options: Object.entries(options).map(([option, { summary: words, value }]) => ({
        name: option,
        summary: words,
        value,
      })),
    })),
    pipelines: pipelines.map(({ name, summary, passes: names }) => ({
      name,
      summary,
      passes: names,
    })),
  };
  io.stdout.write(
    format === 'json'
      ? passListJson(list)
      : await documentText(sayPassList(list), format, pageOf(io)),
  );
  return exitCode.done;
}
