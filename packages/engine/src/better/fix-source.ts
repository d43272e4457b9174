/**
 * From a source to the change that removes its conflicts: the function behind `ldscope fix` for HIP, CUDA and OpenCL.
 *
 *     texts, launches, chips -> runs -> what conflicts -> edits of the author's text -> tried -> the best, as texts and report
 */
import {
  failedFix,
  type FixReport,
  type Message,
  messages,
  placeDiagnostics,
  type ReportDiagnostic,
} from '@ldscope/core';
import type { LaunchOptions } from '../launch/launch-options.ts';
import { readSource } from '../read/read-source.ts';
import { changedTexts } from './edit.ts';
import { reportOf } from '../tried/report.ts';
import { runsOf, type RunRequest } from './runs.ts';
import { dynamicBytesOf, grownBytes, type TryOptions, tryEdits } from './try-edits.ts';
import type { Measured } from '../tried/measured.ts';
import { type Proposals, proposalsFor } from './proposals.ts';

export interface SourceFixRequest extends Pick<
  TryOptions,
  'compile' | 'assemble' | 'onTrial' | 'isOutOfTime'
> {
  /** The file that is compiled, as `texts` names it. */
  readonly path: string;
  /** It and the headers of its project. */
  readonly texts: ReadonlyMap<string, string>;
  readonly language: 'hip' | 'cuda' | 'opencl';
  /** What the compiler makes of it, by chip. */
  readonly compiled: ReadonlyMap<string, string>;
  readonly launches: readonly LaunchOptions[];
  readonly kernel: string | undefined;
  /** Only this buffer. */
  readonly buffer: string | undefined;
  /** Macros, and files other than `path`, may be changed. */
  readonly editsHeaders: boolean | undefined;
  readonly options: RunRequest['options'];
}

export interface SourceFix {
  readonly report: FixReport;
  /** The texts that change; absent where nothing is recommended. */
  readonly texts?: ReadonlyMap<string, string> | undefined;
  /** Bytes of dynamic shared memory that launches have to give, by those that they give now; those that stay are left out. */
  readonly dynamicBytes?: ReadonlyMap<number, number> | undefined;
}

/** Tries what the text allows. Never throws on an input; what is wrong is in the diagnostics of the report. */
export async function fixSource(request: SourceFixRequest): Promise<SourceFix> {
  const { path, texts, compiled, launches, kernel, buffer, options } = request;
  const text = texts.get(path) ?? '';
  const machines = [...compiled.keys()];
  const failed = (...diagnostics: readonly (Message | ReportDiagnostic)[]): SourceFix => ({
    report: failedFix(machines, placeDiagnostics(diagnostics, text), kernel),
  });
  const kernels = new Map<string, readonly string[]>();
  for (const [machine, made] of compiled) {
    const read = readSource(made, path);
    if (!read.ok) return failed(...placeDiagnostics(read.diagnostics, made));
    kernels.set(machine, read.value.kernels ?? []);
  }
  const runs = runsOf({ options, launches, machines, kernels, kernel });
  if (!Array.isArray(runs)) return failed(runs as Message);
  let refusals: readonly Message[] = [];
  const proposals = (before: readonly Measured[]): Proposals['buffers'] => {
    const found = proposalsFor(request, before);
    ({ refusals } = found);
    return found.buffers;
  };
  const tried = await tryEdits({ ...request, runs, proposals });
  if (!tried.ok) return failed(...placeDiagnostics(tried.diagnostics, text));
  const { before, best } = tried.value;
  const names = [...new Set(before.flatMap(({ objects }) => objects.map(({ name }) => name)))];
  const isKnown = tried.value.candidates.length + refusals.length > 0;
  if (buffer !== undefined && !isKnown && !names.includes(buffer))
    return failed(messages.fix.noBuffer(buffer, names));
  const present = new Set(runs.flatMap((run) => dynamicBytesOf(run) ?? []));
  const dynamicBytes = new Map(
    [...present]
      .map((bytes) => [bytes, grownBytes(best?.edits ?? [], bytes)] as const)
      .filter(([bytes, grown]) => bytes !== grown),
  );
  const given = best?.edits.flatMap((edit) => edit.launches ?? []) ?? [];
  const left = given.flatMap(({ place: { file, line }, follows }) =>
    follows ? [] : [`${file}:${line}`],
  );
  const calls = given.length === 0 ? undefined : [...new Set(left)];
  const notes = [...dynamicBytes].map(([bytes, grown]) =>
    messages.fix.dynamic(bytes, grown, calls),
  );
  const diagnostics = placeDiagnostics([...refusals, ...notes], text);
  const report = reportOf(tried.value, diagnostics, undefined);
  if (best === undefined) return { report };
  const after = changedTexts(texts, best.edits);
  const changed = [...after].filter(([file, one]) => one !== texts.get(file));
  return { report, texts: new Map(changed), dynamicBytes };
}
