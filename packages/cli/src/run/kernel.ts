/** Reads a kernel's file and analyses what is in it, for the commands that begin so. */
import { placeDiagnostics } from '@ldscope/core';
import {
  type Analyzed,
  type AnalyzeOptions,
  analyzeKernels,
  type LaunchOptions,
  type SassText,
} from '@ldscope/engine';
import { faultMessage } from '../answer/failure.ts';
import type { KernelInput, UnreadInput } from '../input/kernel-input.ts';
import { openKernels } from '../input/read-kernel.ts';
import { readSassText } from '../input/sass.ts';
import type { Io } from '../io/io.ts';
import { readLaunch } from './launch.ts';
import { type KernelOptionsOfAnyChip, runOf } from '../options/options.ts';
import { processorSeconds } from '../system/processor-time.ts';
import { progressOn } from '../answer/terminal.ts';

/** A part of a file that was read, with how it is executed. */
interface KernelFile {
  readonly file: string;
  readonly input: KernelInput;
  readonly launch: LaunchOptions;
  readonly sass?: SassText | undefined;
}

/** A kernel of a file, analyzed, and what it was read from. */
export interface AnalyzedFile extends Analyzed {
  readonly file: string;
  /** The text of the file; absent when it could not be read. */
  readonly source?: string | undefined;
  /** Absent when it could not be read. */
  readonly read?: KernelFile;
}

/** The file name in diagnostics. */
export function fileName(path: string): string {
  return path === '-' ? '<stdin>' : path;
}

/**
 * The analyses of the kernels of a file, of each of its code objects and for each chip: at least one; or diagnostics that say
 * why there is none. Without chips it is analyzed for the one that it names.
 */
export async function analyzeFile(
  io: Io,
  path: string,
  options: KernelOptionsOfAnyChip,
  machines: readonly (string | undefined)[] = [],
  onTrace?: AnalyzeOptions['onTrace'],
): Promise<AnalyzedFile[]> {
  const began = processorSeconds();
  const threads = onTrace === undefined ? await io.threads?.(options.threads) : undefined;
  const analyzed: AnalyzedFile[] = [];
  const failed = ({ diagnostics, text }: UnreadInput): void => {
    const source = text === '' ? undefined : text;
    analyzed.push({
      file: fileName(path),
      diagnostics: placeDiagnostics(diagnostics, text),
      source,
    });
  };
  const launch = await readLaunch(io, options.launch);
  if (!launch.ok) {
    const { file, diagnostics, text: source } = launch;
    return [{ file, diagnostics, source }];
  }
  for (const machine of machines.length === 0 ? [undefined] : machines) {
    const opened = await openKernels(io, path, machine, options);
    if (!('length' in opened)) {
      failed(opened);
      continue;
    }
    for (const part of opened) {
      const input = await part.read();
      if ('diagnostics' in input) failed(input);
      else {
        // The time is that of the file, not of each part.
        const readSeconds = opened.length === 1 ? input.readSeconds : processorSeconds() - began;
        const { file = fileName(path) } = input;
        const given = { ...launch.value, launchDefaults: input.launch };
        const { sass: asked } = options;
        const sass =
          asked === undefined ? undefined : await readSassText(io, asked, input.text, machine);
        if (sass !== undefined && 'diagnostics' in sass) {
          failed(sass);
          continue;
        }
        const read = { file, input: { ...input, readSeconds }, launch: given, sass };
        const execution = { threads, onTrace };
        for (const each of analyzeRead(io, read, machine, options, execution)) analyzed.push(each);
      }
    }
  }
  return analyzed;
}

/** The analyses of the kernels of one part. */
function analyzeRead(
  io: Io,
  read: KernelFile,
  machine: string | undefined,
  options: KernelOptionsOfAnyChip,
  execution: Pick<AnalyzeOptions, 'threads' | 'onTrace'>,
): AnalyzedFile[] {
  const { file, input, launch, sass } = read;
  const progress = progressOn(io, 'workgroup');
  const exploring = progressOn(io, 'interleaving');
  try {
    const analyzed = analyzeKernels(input.text, {
      file,
      onProgress: progress.update,
      onInterleaving: exploring.update,
      ...execution,
      ...launch,
      source: input.source,
      sass,
      machine,
      model: options.model,
      coalescing: options.coalescing,
      ...runOf(options, input),
      workgroups: options.workgroups,
      interleavings: options.interleavings,
      seed: options.seed,
      now: processorSeconds,
      readSeconds: input.readSeconds,
      seconds: options.seconds,
    });
    return analyzed.map((one) => ({ ...one, file, source: input.text, read }));
  } catch (error) {
    return [{ file, diagnostics: [faultMessage(error, io)] }];
  } finally {
    progress.end();
    exploring.end();
  }
}
