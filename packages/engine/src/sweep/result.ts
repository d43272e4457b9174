/** What an analysis, a search for layouts and a simulation say of a kernel, as the result of a job. */
import {
  greatestOf,
  type Account,
  type AnalysisSite,
  authoredLine,
  conflictCauseOf,
  type ReportDiagnostic,
  type SweepResult,
  type SweepStatus,
  readableName,
} from '@ldscope/core';
import type { Analyzed } from '../commands/analyze.ts';
import type { Suggested } from '../suggest/suggest-kernel.ts';
import type { TimedText } from '../commands/timeline-kernel.ts';

/** The results of a job; parts are absent that were not requested or do not apply. */
export interface SweptKernel {
  readonly analyzed: Analyzed;
  readonly suggested?: Suggested | undefined;
  readonly timed?: TimedText | undefined;
}

type Answer = Omit<SweepResult, 'job' | 'seconds'>;

const NOTHING: Answer = {
  status: 'refused',
  code: '',
  reason: '',
  title: '',
  language: '',
  chip: '',
  countedBy: '',
  workgroups: 0,
  launched: 0,
  waves: 0,
  ldsBytes: 0,
  sites: 0,
  conflictSites: 0,
  cycles: 0,
  conflictCycles: 0,
  ways: 1,
  worstSite: '',
  worstOp: '',
  worstPlace: '',
  cause: '',
  causeBytes: 0,
  hazards: 0,
  disputed: false,
  layout: '',
  searchedCycles: 0,
  remainingCycles: 0,
  timeCycles: 0,
  timeWithoutConflicts: 0,
};

/** The result of a job without an analysis, and why. */
export function failedResult(
  job: string,
  status: SweepStatus,
  { code, message }: Pick<ReportDiagnostic, 'code' | 'message'>,
  seconds = 0,
): SweepResult {
  return { ...NOTHING, job, status, code, reason: message, seconds };
}

/** True for kernels that a search for layouts, or the time without conflicts, says something of. */
export function hasConflicts({ analysis }: Analyzed): boolean {
  return (analysis?.report.totals.bankConflict ?? 0) > 0;
}

/** The result of a job. */
export function sweepResult(job: string, swept: SweptKernel, seconds: number): SweepResult {
  const { analyzed } = swept;
  const { analysis, machine, model, abilities, kernel = '', diagnostics } = analyzed;
  const problem = diagnostics.find(({ severity }) => severity === 'error');
  const { code = '', message: reason = '' } = problem ?? {};
  const known = {
    ...NOTHING,
    job,
    seconds,
    code,
    reason,
    title: readableName(kernel),
    language: abilities?.language ?? '',
    chip: machine?.name ?? '',
    countedBy: model?.name ?? '',
  };
  if (analysis === undefined)
    return { ...known, status: code.startsWith('launch/') ? 'launch' : 'refused' };
  const { report } = analysis;
  const { sites } = analysis;
  const { kernel: summary, totals, hazards, alternatives } = report;
  const { executed, launched } = summary.workgroups ?? { executed: 0, launched: 0 };
  const conflicting = sites.filter(({ bankConflict }) => bankConflict > 0);
  const { account } = report;
  const isPart =
    problem !== undefined ||
    account.missing.length > 0 ||
    account.limits.some((limit) => limit !== 'sample' && limit !== 'once');
  return {
    ...known,
    status: isPart ? 'part' : 'counted',
    ...(isPart && problem === undefined && notCounted(account)),
    title: readableName(summary.name),
    language: summary.frontend,
    workgroups: executed,
    launched,
    waves: summary.waves,
    ldsBytes: summary.ldsBytes,
    sites: sites.length,
    conflictSites: conflicting.length,
    cycles: totals.idxActive,
    conflictCycles: totals.bankConflict,
    ways: Math.max(1, greatestOf(sites.map(({ worstWays }) => worstWays))),
    ...worstOf(conflicting, analyzed),
    hazards: hazards.filter(({ severity }) => severity === 'error').length,
    disputed: alternatives.some(({ totals: other }) => other.bankConflict !== totals.bankConflict),
    ...layoutOf(swept.suggested),
    ...timeOf(swept.timed),
  };
}

const notCounted = ({
  counted,
  instructions,
  missing,
  limits,
}: Account): Pick<Answer, 'code' | 'reason'> => ({
  code: 'sweep/part',
  reason:
    missing.length > 0
      ? `${counted} of ${instructions} instructions of shared memory are counted`
      : limits.includes('iterations')
        ? 'trip counts are not known: loops are counted for one iteration'
        : limits.includes('timing')
          ? 'loops wait for other waves: how often they go round depends on timing'
          : `figures rest on assumptions: ${limits.join(', ')}`,
});

type Worst = Pick<Answer, 'worstSite' | 'worstOp' | 'worstPlace' | 'cause' | 'causeBytes'>;

function worstOf(
  conflicting: readonly AnalysisSite[],
  { machine, model }: Pick<Analyzed, 'machine' | 'model'>,
): Partial<Worst> {
  const [worst] = [...conflicting].sort((a, b) => b.bankConflict - a.bankConflict);
  if (worst === undefined) return {};
  const { id, op, location } = worst;
  const authored = authoredLine(location.source ?? []);
  const place = authored === undefined ? '' : `${authored.file}:${authored.line}`;
  const cause =
    machine === undefined || model === undefined
      ? undefined
      : conflictCauseOf(worst.worst, machine, model);
  return {
    worstSite: id,
    worstOp: op,
    worstPlace: place,
    cause: cause?.kind ?? '',
    causeBytes: cause?.bytes ?? 0,
  };
}

/** Of the first chip: a job has one. */
function layoutOf(
  suggested: Suggested | undefined,
): Pick<Answer, 'layout' | 'searchedCycles' | 'remainingCycles'> {
  const buffers = suggested?.report?.buffers ?? [];
  let searchedCycles = 0;
  let remainingCycles = 0;
  const layouts: string[] = [];
  for (const { names, now, front } of buffers) {
    const [best] = front;
    const before = now.conflicts[0] ?? 0;
    searchedCycles += before;
    remainingCycles += best?.conflicts[0] ?? before;
    if (best !== undefined) layouts.push(`${names.join(', ')}: ${best.layout}`);
  }
  return { layout: layouts.join('; '), searchedCycles, remainingCycles };
}

function timeOf(timed: TimedText | undefined): Pick<Answer, 'timeCycles' | 'timeWithoutConflicts'> {
  const { report } = timed ?? {};
  const isCounted = (report?.account?.missing.length ?? 0) === 0;
  if (report === undefined || report.deadlock !== undefined || !isCounted)
    return { timeCycles: 0, timeWithoutConflicts: 0 };
  const { cycles, without } = report;
  return { timeCycles: cycles, timeWithoutConflicts: without.conflicts ?? cycles };
}
