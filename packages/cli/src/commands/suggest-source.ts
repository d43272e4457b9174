/**
 * `ldscope suggest kernel.hip -l launch.yaml`: beside the layouts of a search, which nobody has compiled, the changes of the source that were
 * compiled, executed and compared. Only these are recommended.
 */
import {
  type FixReport,
  type ReportDiagnostic,
  SUGGEST_SCHEMA,
  type SuggestedBuffer,
  type SuggestReport,
  type TriedChange,
} from '@ldscope/core';
import { findFrontend, type Suggested } from '@ldscope/engine';
import type { SourceLanguage } from '../compile/language.ts';
import type { Io } from '../io/io.ts';
import type { SuggestCommandOptions } from '../options/commands.ts';
import { trySource } from '../run/tried-source.ts';

/** What was searched, by chip, with the changes that were tried; where none was, with the reason. */
export async function withTriedChanges(
  io: Io,
  path: string,
  language: SourceLanguage,
  searched: readonly Suggested[],
  { launch: spec, ...options }: SuggestCommandOptions,
): Promise<readonly Suggested[]> {
  const tried = await trySource(io, path, language, [{ spec }], options);
  if (!('report' in tried)) return searched;
  const { report } = tried;
  if (report.verdict !== 'failed') {
    const [first] = searched;
    const isFound = searched.some((one) => one.report !== undefined);
    if (first !== undefined && !isFound) return [withChanges(first, report)];
    return searched.map((one) => (one.report === undefined ? one : withChanges(one, report)));
  }
  return searched.map((one) =>
    withDiagnostics(
      one,
      // Without changes there are still the layouts of the search, if it has any.
      report.diagnostics.map((each) =>
        one.report === undefined || each.severity === 'note'
          ? each
          : { ...each, severity: 'warning' },
      ),
    ),
  );
}

function withDiagnostics(one: Suggested, more: readonly ReportDiagnostic[]): Suggested {
  const diagnostics = [...one.diagnostics, ...more];
  const report = one.report && { ...one.report, diagnostics };
  return { ...one, diagnostics, ...(report !== undefined && { report }) };
}

/** The search has no tiles for arrays of one dimension and members; they have changes all the same. */
function withChanges(searched: Suggested, fixed: FixReport): Suggested {
  const { report: found, text = '' } = searched;
  const base: SuggestReport = found ?? {
    schema: SUGGEST_SCHEMA,
    kernel: fixed.kernel,
    frontend: findFrontend(text)?.name ?? '',
    machines: fixed.machines,
    buffers: [],
    diagnostics: [],
  };
  const { verdict, diff, diagnostics } = fixed;
  const candidates = (fixed.candidates ?? []).map((one) => ({
    ...one,
    runs: one.runs.filter(({ machine }) => base.machines.includes(machine)),
  }));
  const buffers = base.buffers.map((one) => withoutRefuted(one, candidates));
  const report = { ...base, verdict, candidates, diff, buffers };
  return withDiagnostics({ ...searched, report, diagnostics: base.diagnostics }, diagnostics);
}

/** Why no layout holds, by what the kernel does with longer rows. */
const otherAccess: Readonly<Record<string, string>> = {
  'other results':
    'a change of its layout makes the kernel compute something else: some access reaches the array without its rows, and no ' +
    'layout holds for it',
  'stops':
    'with another layout the kernel has a fault that it does not have now: some access reaches the array without its rows, or goes ' +
    'by their length, and no layout is known to hold for it',
};

/** The buffer without the layouts of the search, where every trial shows that accesses do not go by rows and columns. */
function withoutRefuted(
  buffer: SuggestedBuffer,
  candidates: readonly TriedChange[],
): SuggestedBuffer {
  const compiled = candidates.filter(
    ({ buffer: name, out }) => buffer.names.includes(name) && out?.reason !== 'does not compile',
  );
  const texts = compiled.map(({ out }) => otherAccess[out?.reason ?? '']);
  const [text] = texts;
  if (text === undefined || texts.includes(undefined)) return buffer;
  return {
    ...buffer,
    verdict: 'unknown',
    isUntried: undefined,
    front: [],
    others: [],
    notations: [],
    obstacles: [{ kind: 'other-access', text }],
  };
}
