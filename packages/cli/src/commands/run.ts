/** `ldscope run FILE --launch L.yaml --dump c=out.npy`: executes a grid and keeps its buffers. */
import { executeProgram, parseAssembly, type Program } from '@ldscope/amdgcn';
import {
  diagnose,
  type Diagnostic,
  type Hazard,
  hasErrors,
  messages,
  placeDiagnostics,
  type ReportDiagnostic,
} from '@ldscope/core';
import {
  type BufferArgument,
  chipNamedIn,
  detectFrontend,
  kernelArgument,
  launchBuffers,
  type LaunchFile,
  resolveMachine,
  writeNpy,
} from '@ldscope/engine';
import { exitCode, printDiagnostics } from '../failure.ts';
import { readKernel } from '../input.ts';
import { fileProblem, type Io } from '../io.ts';
import { readLaunchFile } from '../run/launch.ts';
import { progressOn } from '../terminal.ts';

export interface RunCommandOptions {
  readonly launch: string;
  readonly dump: readonly string[];
  readonly machine?: string;
  readonly kernel?: string;
  readonly async?: 'early' | 'late';
  readonly maxSteps?: number;
  /** Most time for the whole launch. */
  readonly seconds?: number;
}

/** Enough for launches that somebody waits for; a kernel that does not end is stopped. */
const DEFAULT_SECONDS = 600;

/** Executes the whole launch; buffers that `--dump` names are written as `.npy`. */
export async function runCommand(
  io: Io,
  path: string,
  options: RunCommandOptions,
): Promise<number> {
  const fail = (diagnostics: readonly Diagnostic[], text = '', file = path): number => {
    const origin = text === '' ? { file } : { file, source: text };
    printDiagnostics(io, placeDiagnostics(diagnostics, text), origin);
    return exitCode.wrong;
  };
  const launch = await readLaunchFile(io, options.launch);
  if (!launch.ok) return fail(launch.diagnostics, '', options.launch);
  const dumps = dumpsOf(options.dump, launch.value);
  if ('code' in dumps) return fail([dumps]);
  const input = await readKernel(io, path, options.machine);
  if ('code' in input) return fail([input]);
  const { text } = input;
  const named = options.machine ?? input.program?.target ?? chipNamedIn(text) ?? '';
  const machine = resolveMachine(named);
  if (machine === undefined) return fail([diagnose(messages.usage.machineNeeded(named))]);
  const read = programOf(input.program, text, path);
  if ('code' in read) return fail([read], text);
  if (hasErrors(read.diagnostics)) return fail(read.diagnostics, text);
  const progress = progressOn(io, 'workgroup');
  const end = io.now() + 1000 * (options.seconds ?? DEFAULT_SECONDS);
  const { arguments: list, ...extents } = launch.value;
  const result = executeProgram(read.program, text, {
    machine,
    file: path,
    launch: { ...extents, scalars: new Map() },
    arguments: list.map(kernelArgument),
    ...(options.kernel === undefined ? {} : { kernel: options.kernel }),
    ...(options.async === undefined ? {} : { asyncCompletion: options.async }),
    maxSteps: options.maxSteps ?? Infinity,
    isTimeUp: () => io.now() >= end,
    onProgress: progress.update,
  });
  progress.end();
  const { kernel, workgroups, hazards, diagnostics } = result;
  if (hasErrors(diagnostics)) return fail(diagnostics, text);
  if (diagnostics.length > 0) {
    printDiagnostics(io, placeDiagnostics(diagnostics, text), { file: path, source: text });
  }
  for (const { file, argument } of dumps.list) {
    const { type, shape, data } = argument;
    try {
      await io.writeFile(file, writeNpy({ descr: type.descr, shape, data }));
    } catch (error) {
      const reason = fileProblem(error);
      if (reason === undefined) throw error;
      return fail([messages.usage.unwritable(file, reason)]);
    }
  }
  io.stdout.write(
    `${kernel.name}: ${workgroups.executed} workgroups, ${kernel.waves} waves on ${machine.name}, ` +
      `${hazards.length} hazards\n${dumps.list.map(({ file }) => `wrote ${file}\n`).join('')}`,
  );
  printDiagnostics(io, hazards.map(hazardDiagnostic), { file: path, source: text });
  return hazards.some(({ severity }) => severity === 'error') ? exitCode.unmet : exitCode.done;
}

function hazardDiagnostic({ location, code, severity, message, hint }: Hazard): ReportDiagnostic {
  const { line, column } = location;
  return {
    code,
    severity,
    message,
    hint,
    ...(line === undefined ? {} : { line }),
    ...(column === undefined ? {} : { column }),
  };
}

function programOf(
  program: Program | undefined,
  text: string,
  file: string,
): { readonly program: Program; readonly diagnostics: readonly Diagnostic[] } | Diagnostic {
  if (program !== undefined) return { program, diagnostics: [] };
  if (detectFrontend(text, file) === 'amdgcn') return parseAssembly(text, file);
  return diagnose(messages.usage.runNeedsAssembly(file));
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
