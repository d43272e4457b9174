/** How a command ends when it has no result: diagnostics as text or as JSON, and the exit code. */
import {
  type Account,
  type FixReport,
  isSound,
  type Message,
  messages,
  REPORT_SCHEMA,
  type Report,
  type ReportDiagnostic,
} from '@ldscope/core';
import { renderDiagnostics, type SourceOptions } from '@ldscope/render';
import { fileProblem } from '../system/file-problem.ts';
import type { Io } from '../io/io.ts';
import { errorPageOf } from './terminal.ts';

/** Exit codes: all is done; a requirement is not met; the input or the usage is wrong. */
export const exitCode = { done: 0, unmet: 1, wrong: 2 } as const;

/** True when the result that comes with them is not complete. */
export function hasError(diagnostics: readonly ReportDiagnostic[]): boolean {
  return diagnostics.some(isError);
}

/** The exit code of reports: 2 when one is absent or incomplete, 1 when its kernel is not sound, else 0. */
export function reportCode(
  analyzed: readonly {
    readonly analysis?: { readonly report: Report };
    readonly diagnostics: readonly ReportDiagnostic[];
  }[],
): number {
  const isOther = ({ about }: ReportDiagnostic): boolean => about !== 'lacking';
  const incomplete = analyzed.some(
    ({ analysis, diagnostics }) => analysis === undefined || hasError(diagnostics.filter(isOther)),
  );
  if (incomplete) return exitCode.wrong;
  const sound = analyzed.every(
    ({ analysis, diagnostics }) =>
      !hasError(diagnostics) && (analysis === undefined || isSound(analysis.report)),
  );
  return sound ? exitCode.done : exitCode.unmet;
}

/** The exit code of a rewriting. */
export function fixCode({ verdict }: Pick<FixReport, 'verdict'>): number {
  if (verdict === 'failed') return exitCode.wrong;
  return verdict === 'fixed' || verdict === 'nothing' ? exitCode.done : exitCode.unmet;
}

const SHOWN = 10;

const rank = { error: 0, warning: 1, note: 2 } as const;

const isError = ({ severity }: ReportDiagnostic): boolean => severity === 'error';

/** Prints diagnostics to the standard error: errors, then warnings, then notes; the first ten of them. */
export function printDiagnostics(
  io: Io,
  diagnostics: readonly ReportDiagnostic[],
  source: SourceOptions = {},
): void {
  const said = io.isQuiet === true ? diagnostics.filter(isError) : diagnostics;
  if (said.length === 0) return;
  const sorted = [...said].sort((a, b) => rank[a.severity] - rank[b.severity]);
  const shown = sorted.slice(0, SHOWN);
  io.stderr.write(renderDiagnostics(shown, { ...errorPageOf(io), ...source }));
  const rest = said.length - shown.length;
  if (rest > 0) io.stderr.write(`\nand ${rest} more\n`);
}

/** An error that nobody expected, as a diagnostic; its stack only when LDSCOPE_DEBUG asks for it. */
export function faultMessage(error: unknown, io: Io): Message {
  const isError = error instanceof Error;
  if (isError && io.env['LDSCOPE_DEBUG'] === '1') io.stderr.write(`${error.stack ?? ''}\n`);
  return messages.usage.unexpected(isError ? error.message : String(error));
}

/** The text of a file, or why there is none. */
export async function readInput(
  io: Io,
  path: string,
): Promise<{ readonly text: string } | { readonly problem: Message }> {
  try {
    return { text: await io.readFile(path) };
  } catch (error) {
    const reason = fileProblem(error);
    if (reason === undefined) throw error;
    return { problem: messages.usage.unreadable(path, reason) };
  }
}

/** Prints an answer, or writes it to a file; returns the exit code. */
export async function deliver(
  io: Io,
  text: string,
  output: string | undefined,
  code: number,
): Promise<number> {
  if (output === undefined) {
    io.stdout.write(text);
    return code;
  }
  try {
    await io.writeFile(output, text);
    return code;
  } catch (error) {
    const reason = fileProblem(error);
    if (reason === undefined) throw error;
    printUnwritable(io, output, reason);
    return exitCode.wrong;
  }
}

/** Says that an answer is lost. */
export function printUnwritable(io: Io, output: string, reason: string): void {
  printDiagnostics(io, [messages.usage.unwritable(output, reason)]);
}
const NOTHING_KNOWN: Account = {
  isCovered: false,
  instructions: 0,
  counted: 0,
  missing: [],
  limits: ['errors'],
  unknownCounters: [],
};

/** The report of an analysis that failed: no sites and no counters, the diagnostics say why. */
export function failedReport(
  diagnostics: readonly ReportDiagnostic[],
  machine: string,
  model: string,
  kernel = '',
): Report {
  return {
    schema: REPORT_SCHEMA,
    machine,
    model,
    kernel: { name: kernel, frontend: '', waves: 0, ldsBytes: 0 },
    account: NOTHING_KNOWN,
    sites: [],
    totals: { instructions: 0, idxActive: 0, bankConflict: 0 },
    counters: [],
    evidence: [],
    alternatives: [],
    hazards: [],
    diagnostics,
  };
}
