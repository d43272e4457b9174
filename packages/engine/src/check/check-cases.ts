/** Kernels that were analyzed, judged together: the function behind `ldscope check`, without its files. */
import {
  CHECK_SCHEMA,
  type CheckReport,
  type FileDiagnostics,
  isFailed,
  isUnknown,
  messages,
  type ReportDiagnostic,
} from '@ldscope/core';
import { type Baseline, compareWithBaseline, type PathInBaseline } from './baseline.ts';
import { type CheckConfig, noConfig, type Suppression } from './config.ts';
import { type AnalyzedCase, judgeCase, Suppressions } from './judge.ts';
import type { FitsFile } from './select.ts';

/** Limits, suppressions and the baseline that kernels are judged by. */
export interface CheckOptions {
  /** The day as `2027-03-31`, by which suppressions expire. */
  readonly today: string;
  /** Limits, budgets and suppressions; by default no conflict and no hazard is allowed. */
  readonly config?: CheckConfig | undefined;
  /** What diagnostics call the configuration: `ldscope.yaml` by default. */
  readonly configFile?: string | undefined;
  /** Matches a glob of the configuration with the file of a case; by default a glob is the file itself or its folder. */
  readonly fitsFile?: FitsFile | undefined;
  /** Diagnostics of inputs that could not be analyzed: with an error among them the verdict is `wrong`. */
  readonly diagnostics?: readonly FileDiagnostics[] | undefined;
  /** The known conflicts and hazards, with the path of their file: only cases that got worse fail. */
  readonly baseline?: (Baseline & { readonly file: string }) | undefined;
  /** The path of a case's file as the baseline has it; by default the same. */
  readonly pathInBaseline?: PathInBaseline | undefined;
}

/** Judges kernels that were analyzed by limits, suppressions and a baseline. Each suppression that expired or fits nothing is a diagnostic. */
export function checkCases(
  analyzed: readonly AnalyzedCase[],
  {
    today,
    config = noConfig,
    configFile = 'ldscope.yaml',
    fitsFile = isFileOrFolder,
    diagnostics = [],
    baseline,
    pathInBaseline = (file) => file,
  }: CheckOptions,
): CheckReport {
  const suppressions = new Suppressions(config.suppressions, today);
  const judged = analyzed.map((one) => judgeCase(one, config, { suppressions, fitsFile }));
  const notes = suppressionNotes(suppressions);
  const all =
    notes.length === 0 ? diagnostics : [...diagnostics, { file: configFile, diagnostics: notes }];
  const { cases, summary } =
    baseline === undefined
      ? { cases: judged }
      : compareWithBaseline(judged, baseline, pathInBaseline);
  const isWrong =
    cases.some(isUnknown) ||
    all.some((one) => one.diagnostics.some(({ severity }) => severity === 'error'));
  return {
    schema: CHECK_SCHEMA,
    verdict: isWrong ? 'wrong' : cases.some(isFailed) ? 'failed' : 'passed',
    cases,
    diagnostics: all,
    ...(baseline !== undefined && summary !== undefined
      ? { baseline: { file: baseline.file, ...summary } }
      : {}),
  };
}

const isFileOrFolder: FitsFile = (glob, file) =>
  glob === file || file.startsWith(`${glob.replace(/\/+$/, '')}/`);

function suppressionNotes({ expired, unused }: Suppressions): ReportDiagnostic[] {
  const wordsOf = ({ file, kernel, buffer, instruction, rule }: Suppression): string =>
    [rule, kernel, buffer, instruction, file].filter((word) => word !== undefined).join(', ') ||
    'everything';
  return [
    ...expired.map((one) => messages.check.expired(wordsOf(one), one.expires)),
    ...unused.map((one) => messages.check.unusedSuppression(wordsOf(one))),
  ];
}
