/** Reads a kernel's file and analyses it, for the commands that begin so. */
import { analyzeKernel, type Analyzed } from '../analyze.ts';
import { faultMessage, readInput } from '../failure.ts';
import type { Io } from '../io.ts';
import type { KernelOptions } from '../options.ts';
import { progressOn } from '../terminal.ts';

export interface AnalyzedFile extends Analyzed {
  readonly file: string;
  /** The text of the file; absent when it could not be read. */
  readonly source?: string;
}

/** The analysis of a file, or diagnostics that say why there is none. */
export async function analyzeFile(
  io: Io,
  path: string,
  options: KernelOptions,
): Promise<AnalyzedFile> {
  const file = path === '-' ? '<stdin>' : path;
  const input = await readInput(io, path);
  if ('problem' in input) return { file, diagnostics: [input.problem] };
  const progress = progressOn(io, 'workgroup');
  try {
    const analyzed = analyzeKernel(input.text, {
      file,
      onProgress: progress.update,
      ...(options.machine === undefined ? {} : { machine: options.machine }),
      ...(options.model === undefined ? {} : { model: options.model }),
      ...(options.kernel === undefined ? {} : { kernel: options.kernel }),
      ...(options.launch === undefined ? {} : { launch: options.launch }),
      ...(options.workgroups === undefined ? {} : { workgroups: options.workgroups }),
      ...(options.async === undefined ? {} : { asyncCompletion: options.async }),
      ...(options.maxSteps === undefined ? {} : { maxSteps: options.maxSteps }),
    });
    return { ...analyzed, file, source: input.text };
  } catch (error) {
    return { file, diagnostics: [faultMessage(error, io)] };
  } finally {
    progress.end();
  }
}
