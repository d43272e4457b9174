/** Reads a kernel's file and analyses what is in it, for the commands that begin so. */
import { placeDiagnostics, type ReportDiagnostic } from '@ldscope/core';
import { type Analyzed, analyzeKernels, type LaunchOptions } from '@ldscope/engine';
import { faultMessage } from '../failure.ts';
import { type KernelInput, readKernel } from '../input.ts';
import type { Io } from '../io.ts';
import { readLaunch } from '../run/launch.ts';
import { type CompilerOptions, type KernelOptions, runOf } from '../options.ts';
import { processorSeconds } from '../processor-time.ts';
import { progressOn } from '../terminal.ts';

/** A file that was read, with how it is executed. */
export interface KernelFile {
  readonly file: string;
  readonly input: KernelInput;
  readonly launch: LaunchOptions;
}

export interface AnalyzedFile extends Analyzed {
  readonly file: string;
  /** The text of the file; absent when it could not be read. */
  readonly source?: string;
}

type Read =
  | { readonly kind: 'read'; readonly value: KernelFile }
  | {
      readonly kind: 'failed';
      readonly diagnostics: readonly ReportDiagnostic[];
      /** What they are places in. */
      readonly text: string;
    };

/** What stands for the name of a file in diagnostics. */
export function fileName(path: string): string {
  return path === '-' ? '<stdin>' : path;
}

/** Reads the file and the launch. */
export async function readKernelFile(
  io: Io,
  path: string,
  options: Pick<KernelOptions, 'machine' | 'launch'> & CompilerOptions,
): Promise<Read> {
  const input = await readKernel(io, path, options.machine, options);
  if ('diagnostics' in input) {
    const { diagnostics, text } = input;
    return { kind: 'failed', diagnostics: placeDiagnostics(diagnostics, text), text };
  }
  const launched = await readLaunch(io, options.launch);
  if (!launched.ok) {
    return { kind: 'failed', diagnostics: placeDiagnostics(launched.diagnostics, ''), text: '' };
  }
  const { file = fileName(path) } = input;
  return { kind: 'read', value: { file, input, launch: launched.value } };
}

/** The analyses of the kernels of a file, at least one; or diagnostics that say why there is none. */
export async function analyzeFile(
  io: Io,
  path: string,
  options: KernelOptions,
): Promise<AnalyzedFile[]> {
  const read = await readKernelFile(io, path, options);
  if (read.kind === 'read') return analyzeRead(io, read.value, options);
  const { diagnostics, text } = read;
  return [{ file: fileName(path), diagnostics, ...(text !== '' && { source: text }) }];
}

/** The same of a file that was read. */
export function analyzeRead(
  io: Io,
  { file, input, launch }: KernelFile,
  options: KernelOptions,
): AnalyzedFile[] {
  const progress = progressOn(io, 'workgroup');
  const exploring = progressOn(io, 'interleaving');
  try {
    const analyzed = analyzeKernels(input.text, {
      file,
      onProgress: progress.update,
      onInterleaving: exploring.update,
      ...launch,
      source: input.source,
      machine: options.machine,
      model: options.model,
      coalescing: options.coalescing,
      ...runOf(options),
      workgroups: options.workgroups,
      interleavings: options.interleavings,
      seed: options.seed,
      now: processorSeconds,
      readSeconds: input.readSeconds,
      seconds: options.seconds,
    });
    return analyzed.map((one) => ({ ...one, file, source: input.text }));
  } catch (error) {
    return [{ file, diagnostics: [faultMessage(error, io)] }];
  } finally {
    progress.end();
    exploring.end();
  }
}
