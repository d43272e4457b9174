/**
 * What `ldscope fix` says about a kernel whose source is not rewritten: C++, or the assembly that was compiled from it here. The
 * declarations of its arrays are what the author can change.
 */
import { declarationText, messages, placeDiagnostics, type ReportDiagnostic } from '@ldscope/core';
import { type LaunchOptions, type PartOptions, suggestKernel } from '@ldscope/engine';
import { errorsOf } from '../answer/document.ts';
import type { KernelInput } from '../input/kernel-input.ts';
import type { Io } from '../io/io.ts';
import type { FixCommandOptions } from '../options/commands.ts';
import { type CompilerOptions, runOf } from '../options/options.ts';
import { recompiler, triedDeclarations } from './try-declarations.ts';
import { processorSeconds } from '../system/processor-time.ts';

/** Why it is not rewritten, with declarations that have fewer conflicts as the hint. */
export async function sourceAdvice(
  io: Io,
  path: string,
  file: string,
  input: KernelInput,
  launch: LaunchOptions,
  options: PartOptions & CompilerOptions & Pick<FixCommandOptions, 'machine' | 'buffer'>,
): Promise<readonly ReportDiagnostic[]> {
  const own = {
    file,
    machines: options.machine,
    ...launch,
    ...runOf(options),
    source: input.source,
    buffer: options.buffer,
    now: processorSeconds,
    readSeconds: input.readSeconds,
  };
  const suggested = suggestKernel(input.text, own);
  const recompile = recompiler(io, path, options.machine[0], options);
  const { report, diagnostics } =
    recompile === undefined
      ? suggested
      : await triedDeclarations(path, suggested, input, recompile, own);
  const texts = (report?.buffers ?? []).flatMap(({ declaration, machines }) =>
    declaration === undefined ? [] : [declarationText(declaration, machines)],
  );
  const isFree =
    report !== undefined &&
    report.buffers.length > 0 &&
    report.buffers.every(({ verdict }) => verdict === 'free');
  const open = (report?.buffers ?? []).find(({ verdict }) => verdict === 'unknown');
  const problem = messages.fix.notMlir(file, texts, isFree, open?.uncounted);
  return [...placeDiagnostics([problem], ''), ...errorsOf(diagnostics)];
}
