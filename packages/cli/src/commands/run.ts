/** `ldscope run FILE --launch L.yaml --dump c=out.npy`: executes a grid and keeps its buffers. */
import { blockQuestionOf, type ExecuteOptions, executeProgram } from '@ldscope/amdgcn';
import {
  chooseKernel,
  diagnose,
  type Diagnostic,
  distinctDiagnostics,
  type Hazard,
  hasErrors,
  type Message,
  messages,
  placeDiagnostics,
  readableName,
  type ReportDiagnostic,
} from '@ldscope/core';
import {
  type BufferArgument,
  chipNamedIn,
  choosePart,
  type ExecutableSource,
  type ExecutionResult,
  helpersFor,
  isExecutable,
  isGemmText,
  launchBuffers,
  type LaunchFile,
  type LaunchOptions,
  launchFileOptions,
  launchFor,
  launchOf,
  nvidiaLaunchProblem,
  requireBlock,
  resolveMachine,
  type Source,
  type Threads,
  writeNpy,
} from '@ldscope/engine';
import { type ExecutedKernel, runJson, type RunReport, sayRun } from '@ldscope/render';
import { answer, refuse } from '../answer/document.ts';
import { exitCode } from '../answer/failure.ts';
import { readKernel } from '../input/read-kernel.ts';
import { fileProblem } from '../system/file-problem.ts';
import type { Io } from '../io/io.ts';
import { readLaunchFile } from '../run/launch.ts';
import { progressOn } from '../answer/terminal.ts';
import { runGemmCommand } from './run-gemm.ts';
import type { RunCommandOptions } from '../options/commands.ts';

/** Enough for launches that somebody waits for; a kernel that does not end is stopped. */
const DEFAULT_SECONDS = 600;

/** Executes the whole launch; buffers that `--dump` names are written as `.npy`. */
export async function runCommand(
  io: Io,
  path: string,
  options: RunCommandOptions,
): Promise<number> {
  const { format } = options;
  const fail = (diagnostics: readonly Diagnostic[], text = '', file = path): Promise<number> => {
    const origin = text === '' ? { file } : { file, source: text };
    const placed = placeDiagnostics(diagnostics, text);
    return refuse(io, 'ldscope-run/1', placed, { format }, origin);
  };
  const { launch: launchPath } = options;
  if (launchPath === undefined) {
    const gemm = await gemmText(io, path);
    if (gemm !== undefined) return await runGemmCommand(io, path, gemm, options);
    return await fail([diagnose(messages.usage.runNeedsLaunch(path))]);
  }
  const launch = await readLaunchFile(io, launchPath, options.fill);
  if (!launch.ok) {
    const origin = { file: launch.file, source: launch.text };
    return await refuse(io, 'ldscope-run/1', launch.diagnostics, { format }, origin);
  }
  const dumps = dumpsOf(options.dump, launch.value);
  if ('code' in dumps) return await fail([dumps]);
  const input = await readKernel(io, path, options.machine, options);
  if ('diagnostics' in input) return await fail(input.diagnostics, input.text);
  const { after, before, chunk } = options;
  const part = choosePart(input.text, { after, before, chunk, source: input.source, file: path });
  if (!part.ok) return await fail(part.diagnostics, input.text);
  const { text } = part.value;
  const read = part.value.source();
  const named = options.machine ?? (read.ok ? read.value.target : undefined) ?? chipNamedIn(text);
  const machine = resolveMachine(named ?? '');
  if (machine === undefined)
    return await fail([diagnose(messages.usage.machineNeeded(named ?? ''))]);
  if (!read.ok || !isRunnable(read.value))
    return await fail([diagnose(messages.usage.runNeedsAssembly(path))], text);
  const source = read.value;
  const progress = progressOn(io, 'workgroup');
  const threads = await io.threads?.(options.threads);
  const end = io.now() + 1000 * (options.seconds ?? DEFAULT_SECONDS);
  const executed: ExecutedKernel[] = [];
  const diagnostics: Diagnostic[] = [...part.value.notes];
  for (const name of stepsOf(launch.value, options.kernel)) {
    const step = executeStep(source, text, name, launch.value, input.launch, {
      machine,
      file: path,
      asyncCompletion: options.async,
      maxSteps: options.maxSteps ?? (source.program === undefined ? undefined : Infinity),
      isTimeUp: () => io.now() >= end,
      onProgress: progress.update,
      threads,
      isGiven: input.source !== undefined,
    });
    for (const each of step.diagnostics) diagnostics.push(each);
    if (step.executed === undefined) break;
    executed.push(step.executed);
  }
  progress.end();
  if (hasErrors(diagnostics)) return await fail(diagnostics, text);
  for (const { file, argument } of dumps.list) {
    const { type, shape, data } = argument;
    try {
      await io.writeFile(file, writeNpy({ descr: type.descr, shape, data }));
    } catch (error) {
      const reason = fileProblem(error);
      if (reason === undefined) throw error;
      return await fail([messages.usage.unwritable(file, reason)]);
    }
  }
  const written = dumps.list.map(({ file, argument }) => ({ buffer: argument.name, file }));
  const report: RunReport = { kernels: executed, machine: machine.name, written };
  const hazards = executed.flatMap((one) => one.hazards);
  const code = hazards.some(({ severity }) => severity === 'error')
    ? exitCode.unmet
    : exitCode.done;
  const placed = placeDiagnostics(distinctDiagnostics(diagnostics), text);
  const forms = { json: () => runJson(report, placed), document: () => sayRun(report) };
  const found = [...placed, ...hazards.map(hazardDiagnostic)];
  const origin = { file: path, source: text };
  return await answer(io, forms, { format }, { diagnostics: found, origin, code });
}

/** The text of a GEMM of CK Tile; `undefined` for any other file. */
async function gemmText(io: Io, path: string): Promise<string | undefined> {
  if (!/\.ya?ml$/i.test(path)) return undefined;
  try {
    const text = new TextDecoder().decode(await io.readBytes(path));
    return isGemmText(text) ? text : undefined;
  } catch (error) {
    if (fileProblem(error) === undefined) throw error;
    return undefined;
  }
}

/** The kernels to execute, in order: the requested one, those of the launch, or the only one in the file. */
function stepsOf({ run }: LaunchFile, kernel: string | undefined): readonly (string | undefined)[] {
  return kernel === undefined && run.length > 0 ? run : [kernel];
}

interface StepOptions extends Pick<
  ExecuteOptions,
  'machine' | 'file' | 'asyncCompletion' | 'maxSteps' | 'isTimeUp' | 'onProgress'
> {
  readonly threads: Threads | undefined;
  /** The source was read from more than the text. */
  readonly isGiven: boolean;
}

/** A source whose execution changes the buffers of the launch. */
type Runnable = ExecutableSource & { readonly changesBuffers: true };

function isRunnable(source: Source): source is Runnable {
  return isExecutable(source) && source.changesBuffers === true;
}

interface Step {
  readonly executed?: ExecutedKernel;
  readonly diagnostics: readonly Diagnostic[];
}

/** Executes a kernel over the buffers as those before it left them. */
function executeStep(
  source: Runnable,
  text: string,
  name: string | undefined,
  file: LaunchFile,
  launchDefaults: LaunchOptions['launchDefaults'],
  { threads, isGiven, ...options }: StepOptions,
): Step {
  const refuse = (message: Message): Step => ({ diagnostics: [diagnose(message)] });
  const { program, kernels = [], readable = !hasErrors(source.diagnostics) } = source;
  if (!readable && hasErrors(source.diagnostics)) return { diagnostics: source.diagnostics };
  const chosen = chooseKernel(
    kernels.map((symbol) => ({ name: symbol })),
    name,
  );
  if ('code' in chosen) return refuse(chosen);
  const kernel = chosen.name;
  const said = source.diagnosticsOf?.(kernel) ?? source.diagnostics;
  if (hasErrors(said)) return { diagnostics: said };
  const own = launchFor(launchFileOptions(file), kernel);
  const launch = launchOf({ ...own, launchDefaults });
  if (!launch.ok) return { diagnostics: launch.diagnostics };
  if (launch.value.grid === undefined)
    return refuse(messages.launchFile.noGrid(readableName(kernel)));
  const given = {
    ...options,
    launch: launch.value,
    arguments: own.arguments ?? [],
    globals: own.globals,
    kernel,
  };
  const helpers = helpersFor(threads, { text, file: options.file, source, isGiven }, given);
  const request = { ...given, helpers };
  const misfit = nvidiaLaunchProblem(source, request);
  if (misfit !== undefined) return refuse(misfit);
  if (program?.ok !== true) return executed(source, said, source.execute(request));
  const open = requireBlock(blockQuestionOf(program.value, { launch: launch.value, kernel }));
  if (hasErrors(open)) return { diagnostics: open };
  const result = executeProgram(program.value, text, request);
  const { workgroups, blockQuestion, exceedsLds = false } = result;
  const step = executed(source, said, { ...result, kernel: { ...result.kernel, workgroups } });
  if (step.executed === undefined || blockQuestion === undefined || !exceedsLds) return step;
  return refuse(messages.launch.whichBlock(blockQuestion.items, blockQuestion.axes, true, '64'));
}

/** The result of an execution; nothing where it failed. */
function executed(
  { language }: Source,
  said: readonly Diagnostic[],
  { kernel, hazards, diagnostics: found }: ExecutionResult,
): Step {
  const diagnostics = [...said, ...found];
  if (hasErrors(diagnostics)) return { diagnostics };
  const summary = { ...kernel, frontend: language.name };
  const workgroups = kernel.workgroups?.executed ?? 0;
  return { executed: { kernel: summary, workgroups, hazards }, diagnostics };
}

function hazardDiagnostic({ location, code, severity, message, hint }: Hazard): ReportDiagnostic {
  const { line, column } = location;
  return { code, severity, message, hint, line, column };
}

interface Dumps {
  readonly list: readonly { readonly file: string; readonly argument: BufferArgument }[];
}

/** `name=file.npy` for buffers of the launch. */
function dumpsOf(specs: readonly string[], launch: LaunchFile): Dumps | Diagnostic {
  const buffers = launchBuffers(launch);
  const list: { file: string; argument: BufferArgument }[] = [];
  for (const spec of specs) {
    const split = spec.indexOf('=');
    const [name, file] = [spec.slice(0, Math.max(0, split)), spec.slice(split + 1)];
    const argument = buffers.find((buffer) => buffer.name === name);
    if (split < 1 || file === '' || argument === undefined) {
      const names = buffers.map((buffer) => buffer.name);
      return diagnose(messages.usage.dump(spec, names));
    }
    list.push({ file, argument });
  }
  return { list };
}
