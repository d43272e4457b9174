/** What was tried as the report of `fix`. */
import {
  type ChangedRun,
  FIX_SCHEMA,
  type FixReport,
  type ProofStep,
  readableName,
  type ReportDiagnostic,
  type RunCost,
  sum,
  type TriedChange,
} from '@ldscope/core';
import type { Candidate, Tried } from './candidate.ts';
import { kindOf } from './effort.ts';
import type { LineCost, Measured } from './measured.ts';

/** The report of a source; the diagnostics say what conflicts and has no change that the text allows. */
export function reportOf(
  { before, best, candidates }: Tried,
  diagnostics: readonly ReportDiagnostic[],
  diff: string | undefined,
): FixReport {
  const conflicts = sum(before.map((one) => one.conflicts));
  const left = best && sum(best.after.map((one) => one.conflicts));
  const isCovered = before.every((one) => one.isCovered);
  return {
    schema: FIX_SCHEMA,
    kernel: [...new Set(before.map(({ kernel }) => readableName(kernel)))].join(', '),
    machines: [...new Set(before.map(({ machine }) => machine.name))],
    verdict: verdictOf(conflicts, left, isCovered),
    workgroups: {
      executed: sum(before.map(({ workgroups }) => workgroups)),
      launched: sum(before.map(({ workgroups }) => workgroups)),
    },
    buffers: [],
    proof: best === undefined ? [] : proofOf(before, best.after),
    candidates: candidates.map((one) => triedChange(before, one)),
    grounds: 'executions',
    diff,
    diagnostics,
  };
}

function verdictOf(
  conflicts: number,
  left: number | undefined,
  isWhole: boolean,
): FixReport['verdict'] {
  if (left !== undefined) return left === 0 && isWhole ? 'fixed' : 'partial';
  if (conflicts > 0) return 'stuck';
  return isWhole ? 'nothing' : 'refused';
}

/** A candidate as plain data. */
export const triedChange = (
  before: readonly Measured[],
  { buffer, edits, after = [], out }: Candidate,
): TriedChange => ({
  buffer,
  says: edits.map(({ says }) => says).join('; '),
  kind: kindOf(edits) ?? '',
  out,
  runs: after.flatMap((one, index) => {
    const was = before[index];
    return was === undefined ? [] : [changedRun(was, one)];
  }),
});

const changedRun = (before: Measured, after: Measured): ChangedRun => ({
  kernel: readableName(after.kernel),
  machine: after.machine.name,
  isShifted: after.isShifted ? true : undefined,
  workgroups: after.workgroups,
  equalBytes: sum(after.memory.map(({ data }) => data.length)),
  before: costOf(before),
  after: costOf(after),
  widths: widthsOf(before.lines, after.lines),
});

const costOf = (one: Measured): RunCost => ({
  conflicts: one.conflicts,
  cycles: one.cycles,
  ldsBytes: one.ldsBytes,
  resident: one.resident,
  registers: one.registers,
  instructions: one.instructions,
  seconds: one.seconds,
});

/** Lines keep their order, so the n-th line with accesses is paired with the n-th. */
function widthsOf(before: readonly LineCost[], after: readonly LineCost[]): ChangedRun['widths'] {
  if (before.length !== after.length) return [];
  const sorted = (all: readonly LineCost[]): readonly LineCost[] =>
    all.toSorted((a, b) => (a.file < b.file ? -1 : Number(a.file > b.file)) || a.line - b.line);
  const other = sorted(after);
  return sorted(before).flatMap(({ file, line, reads, writes }, index) =>
    (
      [
        ['read', reads, other[index]?.reads ?? 0],
        ['write', writes, other[index]?.writes ?? 0],
      ] as const
    ).flatMap(([access, was, is]) =>
      was === is ? [] : [{ file, line, access, before: was, after: is }],
    ),
  );
}

/** On what grounds the change may be believed. */
function proofOf(before: readonly Measured[], after: readonly Measured[]): ProofStep[] {
  const bytes = sum(after.flatMap(({ memory }) => memory.map(({ data }) => data.length)));
  const workgroups = sum(after.map((one) => one.workgroups));
  const [was, is] = [before, after].map((all) => sum(all.map(({ conflicts }) => conflicts)));
  return [
    { name: 'compiled', outcome: 'holds', detail: 'by the compiler of the source, with its flags' },
    {
      name: 'memory',
      outcome: 'holds',
      detail: `${bytes} bytes of the launches' buffers are the same after ${workgroups} ${workgroups === 1 ? 'workgroup' : 'workgroups'}; other data was not tried`,
    },
    {
      name: 'conflicts',
      outcome: 'holds',
      detail: `${was ?? 0} -> ${is ?? 0} cycles, counted of the instructions of the changed source`,
    },
    timeStep(after),
  ];
}

/** Whether a model of time was asked. */
export function timeStep(after: readonly Measured[]): ProofStep {
  const runs = after.filter(({ isShifted }) => !isShifted);
  const timed = runs.filter(({ seconds }) => seconds !== undefined);
  const isTimed = timed.length > 0 && timed.length === runs.length;
  const missing =
    timed.length === 0
      ? 'there is no model of the time of this kernel on this chip'
      : `${timed.length} of ${runs.length} runs have a model of their time`;
  const isKnown = after.every(({ registers }) => registers !== undefined);
  const isCounted = after.every(({ instructions }) => instructions !== undefined);
  const ranks = [
    'conflicts',
    `resident workgroups${isKnown ? '' : ' without registers, which are not known'}`,
    ...(isCounted ? ['executed instructions'] : []),
    ...(isKnown ? ['registers'] : []),
  ];
  return {
    name: 'time',
    outcome: isTimed ? 'holds' : 'skipped',
    detail: isTimed
      ? 'by the model of a compute unit, not slower in any run'
      : `${missing}: ranked by ${ranks.join(', then ')}`,
  };
}
