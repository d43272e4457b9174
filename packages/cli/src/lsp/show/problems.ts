/** Diagnostics of an analysis: what is wrong with the text, conflicts and hazards, each with the places that belong to it. */
import { hintText, messages, type ReportDiagnostic } from '@ldscope/core';
import type { Finding } from '@ldscope/render';
import {
  type Diagnostic,
  type DiagnosticRelatedInformation,
  DiagnosticSeverity,
  type Range,
} from 'vscode-languageserver';
import type { DocumentAnalysis } from '../analyses.ts';
import { uriOf } from '../paths.ts';
import type { DocumentView } from '../view.ts';
import type { AnalyzedText, OfferedFix } from '../work/request.ts';
import type { Stopped } from '../work/pool.ts';
import { editsOf } from './edits.ts';
import { escaped } from './kernels.ts';
import { conflictingSite } from './marks.ts';

/** More of them would help nobody. */
const MOST_PROBLEMS = 500;
const MOST_PLACES = 16;

const severities = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  note: DiagnosticSeverity.Hint,
} as const;

/** The diagnostics of a document. */
export function problemsOf(
  uri: string,
  { kernels, fixes, text }: DocumentAnalysis,
  view: DocumentView,
): Diagnostic[] {
  const placesOf = (fix: OfferedFix): DiagnosticRelatedInformation[] =>
    editsOf(text, fix.text)
      .slice(0, MOST_PLACES)
      .flatMap(({ line }) => related(uri, view.range(line), `changed by: ${fixTitle(fix)}`));
  const problems = kernels.flatMap((kernel) => [
    ...kernel.diagnostics.map((one) => textProblem(one, kernel, view)),
    ...kernel.findings.map((finding) => {
      const site = conflictingSite(finding, kernel);
      const fix = fixes?.offered.find(
        (one) => one.kernel === kernel.kernel && one.buffers.includes(site?.buffer ?? ''),
      );
      const places = [
        ...pairOf(uri, finding, kernel, view),
        ...related(uri, allocationOf(site?.buffer, view), `the allocation of ${site?.buffer}`),
        ...(fix === undefined ? [] : placesOf(fix)),
      ];
      return findingProblem(finding, kernel, places, view);
    }),
  ]);
  const distinct = new Map(
    problems.map((one) => [
      `${one.message} ${one.range.start.line} ${one.range.start.character}`,
      one,
    ]),
  );
  return [...distinct.values()].slice(0, MOST_PROBLEMS);
}

/** `XOR of 16 B units with row mod 8`, `pad rows to 132 B (128 + 4)` */
export const fixTitle = ({ layouts }: OfferedFix): string =>
  layouts.map((layout) => layout.replace(/^rows of/, 'pad rows to')).join(', ');

/** What is wrong with the text, or with the launch file that it was launched with. */
function textProblem(one: ReportDiagnostic, kernel: AnalyzedText, view: DocumentView): Diagnostic {
  const { code, severity, message, hint, line, column } = one;
  const { otherFile, isCompiled } = kernel;
  const words = hint === '' ? message : `${message}\n${hintText(hint)}`;
  const isOwn = otherFile === undefined && !isCompiled && line !== undefined;
  const range = (isOwn ? view.range(line, column) : undefined) ?? view.start();
  const problem = {
    range,
    severity: severities[severity],
    source: 'ldscope',
    code,
    message: words,
  };
  if (otherFile === undefined) return problem;
  const place = { line: Math.max(0, (line ?? 1) - 1), character: Math.max(0, (column ?? 1) - 1) };
  const location = { uri: uriOf(otherFile), range: { start: place, end: place } };
  return { ...problem, relatedInformation: [{ location, message }] };
}

function findingProblem(
  { ruleId, level, message, location }: Finding,
  { isCompiled }: AnalyzedText,
  places: readonly DiagnosticRelatedInformation[],
  view: DocumentView,
): Diagnostic {
  return {
    range: view.rangeOf(location, isCompiled) ?? view.start(),
    severity: severities[level],
    source: 'ldscope',
    code: ruleId,
    message,
    ...(places.length > 0 && { relatedInformation: [...places] }),
  };
}

/** Why the analysis has no result. */
export function stoppedProblem(
  { reason, message: fault }: Stopped,
  seconds: number,
  view: DocumentView,
): Diagnostic {
  const { usage } = messages;
  const said =
    reason === 'time'
      ? usage.outOfTime(seconds)
      : reason === 'memory'
        ? usage.outOfMemory()
        : usage.unexpected(fault);
  return {
    range: view.start(),
    severity: severities[said.severity],
    source: 'ldscope',
    code: said.code,
    message: `${said.message}\n${hintText(said.hint)}`,
  };
}

/** The other access of a race. */
const pairOf = (
  uri: string,
  { related: pair }: Finding,
  { isCompiled }: AnalyzedText,
  view: DocumentView,
): DiagnosticRelatedInformation[] =>
  pair === undefined ? [] : related(uri, view.rangeOf(pair.location, isCompiled), pair.message);

/** Where the text declares a buffer: `%tile = memref.alloc()`, `%tile: memref<...>`, `__shared__ float tile[32][32]`. */
function allocationOf(buffer: string | undefined, view: DocumentView): Range | undefined {
  const [name = ''] = buffer?.split(/[\s,]/) ?? [];
  if (name === '') return undefined;
  const word = escaped(name);
  return view.find([
    new RegExp(`${word}\\s*[=:]`),
    new RegExp(`(?:__shared__|__local|\\.shared)[^;\\n]*(?<![\\w$])${word}\\s*[[;(]`),
  ]);
}

function related(
  uri: string,
  range: Range | undefined,
  message: string,
): DiagnosticRelatedInformation[] {
  return range === undefined ? [] : [{ location: { uri, range }, message }];
}
