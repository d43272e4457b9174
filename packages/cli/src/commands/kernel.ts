/** Reads a kernel's file and analyses what is in it, for the commands that begin so. */
import { placeDiagnostics } from '@ldscope/core';
import { type Analyzed, analyzeKernels, resolveMachine } from '@ldscope/engine';
import { faultMessage } from '../failure.ts';
import { readKernel } from '../input.ts';
import type { Io } from '../io.ts';
import { readLaunch } from '../run/launch.ts';
import { type KernelOptions, partOf } from '../options.ts';
import { progressOn } from '../terminal.ts';

export interface AnalyzedFile extends Analyzed {
  readonly file: string;
  /** The text of the file; absent when it could not be read. */
  readonly source?: string;
}

/** The analyses of the kernels of a file, at least one; or diagnostics that say why there is none. */
export async function analyzeFile(
  io: Io,
  path: string,
  options: KernelOptions,
): Promise<AnalyzedFile[]> {
  const file = path === '-' ? '<stdin>' : path;
  const target = options.machine === undefined ? undefined : resolveMachine(options.machine)?.name;
  const input = await readKernel(io, path, target);
  if ('code' in input) return [{ file, diagnostics: placeDiagnostics([input], '') }];
  const launched = await readLaunch(io, options.launch);
  if (!launched.ok) return [{ file, diagnostics: placeDiagnostics(launched.diagnostics, '') }];
  const progress = progressOn(io, 'workgroup');
  const exploring = progressOn(io, 'interleaving');
  try {
    const analyzed = analyzeKernels(input.text, {
      file,
      onProgress: progress.update,
      onInterleaving: exploring.update,
      ...launched.value,
      ...(input.source === undefined ? {} : { source: input.source }),
      ...(options.machine === undefined ? {} : { machine: options.machine }),
      ...(options.model === undefined ? {} : { model: options.model }),
      ...(options.coalescing === undefined ? {} : { coalescing: options.coalescing }),
      ...partOf(options),
      ...(options.workgroups === undefined ? {} : { workgroups: options.workgroups }),
      ...(options.async === undefined ? {} : { asyncCompletion: options.async }),
      ...(options.interleavings === undefined ? {} : { interleavings: options.interleavings }),
      ...(options.seed === undefined ? {} : { seed: options.seed }),
      ...(options.maxSteps === undefined ? {} : { maxSteps: options.maxSteps }),
    });
    return analyzed.map((one) => ({ ...one, file, source: input.text }));
  } catch (error) {
    return [{ file, diagnostics: [faultMessage(error, io)] }];
  } finally {
    progress.end();
    exploring.end();
  }
}
