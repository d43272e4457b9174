/**
 * A check as a document: a table of all cases, what fails in each, and a last line with the verdict.
 *
 *     2 kernels failed, 3 passed on gfx942; 1 of them by a sample of its workgroups
 */
import {
  authoredLine,
  type CaseVerdict,
  findMachine,
  isFailed,
  isUnknown,
  type Location,
  verdictOfCase,
} from '@ldscope/core';
import type { CheckedCase, CheckedSite, CheckFinding, CheckReport, WorseSite } from '@ldscope/core';
import {
  type Block,
  type Document,
  listOf,
  paragraph,
  type Section,
} from '../document/document.ts';
import { type Terms, termsFor } from '../text/terminology.ts';
import { leftOutClauses } from '../text/coverage.ts';
import { counted, grouped } from '../text/numbers.ts';
import { linePlace } from '../text/source-place.ts';
import type { Cell, Column } from '../text/table.ts';
import { fixSections } from './file-fixes.ts';
import {
  conflictsCell,
  conflictsColumn,
  fileColumn,
  kernelColumn,
  kernelTable,
} from './kernel-table.ts';

/** Sites under one finding. */
const MOST_SITES = 8;

/** A check as a document: a table of all cases, what fails in each, the verdict. */
export function sayCheck(report: CheckReport): Document {
  const title = 'ldscope check';
  // Findings of the baseline are in the table alone; a code base may have hundreds of them.
  const found = report.cases.filter(
    (one) => one.findings.some(({ status }) => status !== 'known') || leftOut(one).length > 0,
  );
  return {
    title,
    sections: [
      { level: 1, heading: title, blocks: report.cases.length === 0 ? [] : [casesTable(report)] },
      ...found.map(caseSection),
      ...fixSections(report.fixes ?? []),
      ...baselineSections(report),
      {
        level: 2,
        blocks: [{ ...paragraph(checkVerdict(report), tones[report.verdict]), isVerdict: true }],
      },
    ],
  };
}

const tones = { passed: 'good', failed: 'bad', wrong: 'bad' } as const;

const hasErrors = ({ diagnostics }: CheckedCase): boolean =>
  diagnostics.some(({ severity }) => severity === 'error');

/** The check in one line. */
export function checkVerdict({ cases, diagnostics, baseline }: CheckReport): string {
  const failed = cases.filter(isFailed).length;
  const unknown = cases.filter((one) => verdictOfCase(one) === 'unknown').length;
  const passed = cases.length - failed - unknown;
  const parts = [
    ...(failed > 0 ? [`${counted(failed, 'kernel')} failed`] : []),
    ...(unknown > 0 ? [`${counted(unknown, 'kernel')} not known`] : []),
    ...(passed > 0 || failed + unknown === 0 ? [`${counted(passed, 'kernel')} passed`] : []),
  ];
  const machines = [...new Set(cases.map(({ machine }) => machine))];
  const on = machines.length === 0 ? '' : ` on ${machines.join(', ')}`;
  const partly = cases.filter((one) => one.isPart && !isUnknown(one)).length;
  const suppressed = cases.filter(({ findings }) =>
    findings.some(({ status }) => status === 'suppressed'),
  ).length;
  const unread = diagnostics.filter(({ diagnostics: own }) =>
    own.some(({ severity }) => severity === 'error'),
  ).length;
  return [
    `${parts.join(', ')}${on}`,
    ...(baseline === undefined
      ? []
      : [`${baseline.worse} worse and ${baseline.better} better than the baseline`]),
    ...(partly > 0 ? [`${grouped(partly)} of them counted in part`] : []),
    ...(suppressed > 0 ? [`${grouped(suppressed)} with suppressions`] : []),
    ...(unread > 0 ? [`${counted(unread, 'input')} not analyzed`] : []),
    ...(cases.some(hasErrors) ? ['errors in the analysis'] : []),
  ].join('; ');
}

const beforeColumn: Column = { title: 'before', align: 'right', leaves: 2 };
const launchColumn: Column = { title: 'launch', least: 8, leaves: 1 };
const columns: readonly Column[] = [
  kernelColumn,
  fileColumn,
  { title: 'chip' },
  launchColumn,
  conflictsColumn,
  beforeColumn,
  { title: 'ways', align: 'right' },
  { title: 'verdict' },
];

function casesTable({ cases, baseline }: CheckReport): Block {
  const hasLaunches = cases.some(({ launch }) => launch !== '');
  const rows = cases.map((one): Cell[] => {
    const { title, file, machine, launch, conflictCycles, cycles, before, worstWays } = one;
    return [
      { text: title, isCode: true },
      { text: file },
      { text: machine },
      { text: launch },
      conflictsCell(conflictCycles, cycles, one.account.isCovered, 'warn'),
      { text: before === undefined ? 'new' : grouped(before) },
      { text: worstWays === 1 ? '-' : grouped(worstWays) },
      verdictCells[verdictOfCase(one)],
    ];
  });
  return kernelTable(
    columns,
    rows,
    (column) =>
      (column !== launchColumn || hasLaunches) &&
      (column !== beforeColumn || baseline !== undefined),
  );
}

const verdictCells: Readonly<Record<CaseVerdict, Cell>> = {
  failed: { text: 'failed', style: 'bad' },
  unknown: { text: 'not known', style: 'faint' },
  known: { text: 'known', style: 'warn' },
  suppressed: { text: 'suppressed', style: 'warn' },
  part: { text: 'passed in part', style: 'warn' },
  passed: { text: 'passed', style: 'good' },
};

/** Why a case is not known, or passes in part only; that a sample was executed is in the verdict of the check. */
export function leftOut({ account, summary, machine }: CheckedCase): readonly string[] {
  const isSampleOnly = account.missing.length === 0 && account.limits.join('') === 'sample';
  const terms = termsFor(findMachine(machine));
  return isSampleOnly ? [] : leftOutClauses({ account, kernel: summary }, terms);
}

function caseSection(one: CheckedCase): Section {
  const { title, machine, file, launch, findings } = one;
  const under = launch === '' ? '' : `, ${launch}`;
  const terms = termsFor(findMachine(machine));
  return {
    level: 2,
    heading: `${title} on ${machine}${under}`,
    blocks: [
      paragraph(file, 'faint'),
      ...listOf(
        findings.map((finding) => ({
          text: `${statusText(finding)}${findingText(finding, one)}`,
          style: finding.status === 'failed' ? ('bad' as const) : ('plain' as const),
          items: sitesOf(finding, terms).map((text) => ({ text })),
        })),
      ),
      ...listOf(leftOut(one).map((text) => ({ text, style: 'warn' as const }))),
    ],
  };
}

function statusText({ status, reason = '' }: CheckFinding): string {
  if (status === 'known') return 'in the baseline: ';
  return status === 'suppressed' ? `suppressed (${reason}): ` : '';
}

/** The failure, in a sentence without its full stop. */
export function findingText(
  { what }: CheckFinding,
  {
    machine,
    model,
    account,
    summary,
  }: Pick<CheckedCase, 'machine' | 'model' | 'account' | 'summary'>,
): string {
  const terms = termsFor(findMachine(machine));
  const { cycles } = terms;
  switch (what.kind) {
    case 'cycles':
      return `${grouped(what.cycles)} conflict ${cycles}, ${mostText(what.most)}`;
    case 'site': {
      const { site, limit } = what;
      const words = siteWords(site, terms);
      return limit === undefined
        ? words
        : `${words}, ${mostText(limit.most)} ${limit.of === 'ways' ? 'ways' : cycles}`;
    }
    case 'worse':
      return `${grouped(what.cycles)} conflict ${cycles}, ${grouped(what.before)} in the baseline`;
    case 'hazard':
      return `${what.hazard.message}, ${counted(what.hazard.count, 'time')}`;
    case 'sampled': {
      const { executed, launched } = what.workgroups ?? { executed: 0, launched: 0 };
      return executed < launched
        ? `only ${grouped(executed)} of ${grouped(launched)} ${terms.workgroup}s are counted`
        : leftOutClauses({ account, kernel: summary }, terms).join('; ');
    }
    case 'disputed': {
      const { ops, title, totals } = what.alternative;
      return (
        `sources disagree on ${ops.join(', ')}: ${grouped(totals.bankConflict)} conflict ${cycles} ` +
        `by another reading (${title}), not that of '${model}'`
      );
    }
  }
}

const mostText = (most: number): string =>
  most === 0 ? 'none allowed' : `at most ${grouped(most)}`;

/** The sites that a finding is about, a line each. */
function sitesOf({ what }: CheckFinding, terms: Terms): string[] {
  if (what.kind === 'cycles') return listed(what.sites, (site) => siteWords(site, terms));
  if (what.kind === 'worse') return listed(what.sites, (one) => worseText(one, terms));
  return [];
}

function listed<T>(all: readonly T[], textOf: (one: T) => string): string[] {
  const rest = all.length - MOST_SITES;
  return [
    ...all.slice(0, MOST_SITES).map(textOf),
    ...(rest > 0 ? [`and ${grouped(rest)} more`] : []),
  ];
}

/** `ds_read_b32 of tile at 22:5: 32 ways, 992 conflict cycles` */
export function siteWords(
  { id, op, buffer, location, worstWays, conflictCycles }: CheckedSite,
  { cycles }: Terms,
): string {
  const of = buffer === '' ? '' : ` of ${buffer}`;
  return (
    `${op}${of} at ${placeOf(location, id)}: ${counted(worstWays, 'way')}, ` +
    `${grouped(conflictCycles)} conflict ${cycles}`
  );
}

function worseText({ site, before }: WorseSite, terms: Terms): string {
  const was =
    before === undefined
      ? 'new'
      : `${counted(before.worstWays, 'way')}, ${grouped(before.conflictCycles)} before`;
  return `${siteWords(site, terms)}; ${was}`;
}

/** The line of the source where it is known, and the site. */
function placeOf({ source = [] }: Location, id: string): string {
  const authored = authoredLine(source);
  return authored === undefined ? id : `${linePlace(authored)} (${id})`;
}

function baselineSections({ cases, baseline }: CheckReport): Section[] {
  if (baseline === undefined) return [];
  const better = cases.filter(
    ({ before, conflictCycles }) => before !== undefined && conflictCycles < before,
  );
  const items = [
    ...better.map(({ title, machine, before = 0, conflictCycles }) => ({
      text: `better: ${title} on ${machine}, ${grouped(before)} to ${grouped(conflictCycles)} conflict cycles`,
      style: 'good' as const,
    })),
    ...baseline.gone.map(({ kernel, machine, file }) => ({
      text: `gone: ${kernel} on ${machine}, ${file}`,
    })),
  ];
  if (items.length === 0) return [];
  return [{ level: 2, heading: `Compared with ${baseline.file}`, blocks: listOf(items) }];
}
