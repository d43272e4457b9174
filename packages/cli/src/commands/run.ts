/** `ldscope run FILE --launch L.yaml --dump c=out.npy`: executes a grid and keeps its buffers. */
import { blockQuestionOf, executeProgram } from '@ldscope/amdgcn';
import {
  diagnose,
  type Diagnostic,
  type Hazard,
  hasErrors,
  type Launch,
  messages,
  placeDiagnostics,
  type ReportDiagnostic,
} from '@ldscope/core';
import {
  type BufferArgument,
  chipNamedIn,
  kernelArgument,
  launchBuffers,
  type LaunchFile,
  requireBlock,
  resolveMachine,
  writeNpy,
} from '@ldscope/engine';
import { runJson, type RunReport, sayRun } from '@ldscope/render';
import { answer, refuse } from '../document.ts';
import { exitCode } from '../failure.ts';
import { readKernel } from '../input/read-kernel.ts';
import { fileProblem, type Io } from '../io.ts';
import { readLaunchFile } from '../run/launch.ts';
import { machineCodeOf } from '../run/machine-code.ts';
import type { CompilerOptions, ReportFormat } from '../options.ts';
import { progressOn } from '../terminal.ts';

export interface RunCommandOptions extends CompilerOptions {
  readonly launch: string;
  readonly dump: readonly string[];
  readonly machine?: string;
  readonly kernel?: string;
  readonly async?: 'early' | 'late';
  readonly maxSteps?: number;
  /** Most time for the whole launch. */
  readonly seconds?: number;
  readonly format: ReportFormat | 'json';
}

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
  const launch = await readLaunchFile(io, options.launch);
  if (!launch.ok) return await fail(launch.diagnostics, '', options.launch);
  const dumps = dumpsOf(options.dump, launch.value);
  if ('code' in dumps) return await fail([dumps]);
  const input = await readKernel(io, path, options.machine, options);
  if ('diagnostics' in input) return await fail(input.diagnostics, input.text);
  const { text } = input;
  const source = machineCodeOf(input, path);
  const named = options.machine ?? source?.target ?? chipNamedIn(text) ?? '';
  const machine = resolveMachine(named);
  if (machine === undefined) return await fail([diagnose(messages.usage.machineNeeded(named))]);
  if (source === undefined)
    return await fail([diagnose(messages.usage.runNeedsAssembly(path))], text);
  const said = source.diagnosticsOf?.(options.kernel) ?? source.diagnostics;
  if (!source.program.ok || hasErrors(said)) return await fail(said, text);
  const { value: program } = source.program;
  const progress = progressOn(io, 'workgroup');
  const end = io.now() + 1000 * (options.seconds ?? DEFAULT_SECONDS);
  const { arguments: list, buffers: _buffers, ...extents } = launch.value;
  const { kernel: which } = options;
  const open = requireBlock(
    blockQuestionOf(program, { launch: extentsOf(extents), kernel: which }),
  );
  if (hasErrors(open)) return await fail(open, text);
  const result = executeProgram(program, text, {
    machine,
    file: path,
    launch: extentsOf(extents),
    arguments: list.map(kernelArgument),
    kernel: which,
    asyncCompletion: options.async,
    maxSteps: options.maxSteps ?? Infinity,
    isTimeUp: () => io.now() >= end,
    onProgress: progress.update,
  });
  progress.end();
  const { kernel, workgroups, hazards, blockQuestion, exceedsLds = false } = result;
  const diagnostics = [...said, ...result.diagnostics];
  if (hasErrors(diagnostics)) return await fail(diagnostics, text);
  if (blockQuestion !== undefined && exceedsLds) {
    const { items, axes } = blockQuestion;
    return await fail([diagnose(messages.launch.whichBlock(items, axes, true, '64'))], text);
  }
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
  const report: RunReport = {
    kernel,
    machine: machine.name,
    workgroups: workgroups.executed,
    hazards,
    written: dumps.list.map(({ file, argument }) => ({ buffer: argument.name, file })),
  };
  const code = hazards.some(({ severity }) => severity === 'error')
    ? exitCode.unmet
    : exitCode.done;
  const placed = placeDiagnostics(diagnostics, text);
  const forms = { json: () => runJson(report, placed), document: () => sayRun(report) };
  const found = [...placed, ...hazards.map(hazardDiagnostic)];
  const origin = { file: path, source: text };
  return await answer(io, forms, { format }, { diagnostics: found, origin, code });
}

function hazardDiagnostic({ location, code, severity, message, hint }: Hazard): ReportDiagnostic {
  const { line, column } = location;
  return { code, severity, message, hint, line, column };
}

/** Of a launch file: values come by position. */
function extentsOf(extents: Omit<LaunchFile, 'arguments' | 'buffers'>): Launch {
  return { ...extents, scalars: new Map() };
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
