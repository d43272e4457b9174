/**
 * The baseline of checks: the conflicts and hazards of each kernel at some time, as a file in the repository.
 *
 * A case is worse when its conflict cycles rise, or when a site that it had takes more ways. A new site that only takes over the
 * cycles of an old one does not make it worse. Hazards that the baseline has are known; others fail. Sites are found again
 * by what they are, not by their lines (`matchSites`).
 *
 * The file is sorted and has a line per site, so that a change of it reads well in a review.
 */
import {
  type CaseName,
  type CheckedCase,
  type CheckedSite,
  type CheckFinding,
  type CheckReport,
  type Direction,
  type Hazard,
  isRecord,
  matchSites,
  type Message,
  messages,
  siteText,
  type WorseSite,
} from '@ldscope/core';

const BASELINE_SCHEMA = 'ldscope-baseline/1';

type BaselineSite = Pick<
  CheckedSite,
  'op' | 'direction' | 'buffer' | 'text' | 'conflictCycles' | 'worstWays'
>;

interface BaselineCase extends CaseName {
  readonly model: string;
  /** Workgroups that were executed and launched; empty where nothing is launched. */
  readonly workgroups: readonly number[];
  readonly conflictCycles: number;
  readonly sites: readonly BaselineSite[];
  readonly hazards: readonly string[];
}

/** What a baseline knows of each case: conflict cycles, sites, hazards. */
export interface Baseline {
  readonly cases: readonly BaselineCase[];
}

/** The path of a file as the baseline has it: relative to its own folder. */
export type PathInBaseline = (file: string) => string;

/** The baseline of cases, as the text of its file. */
export function baselineText(cases: readonly CheckedCase[], pathOf: PathInBaseline): string {
  const entries = cases
    .map((one) => {
      const file = pathOf(one.file);
      const { kernel, machine, launch, model, conflictCycles, conflicts } = one;
      const sites = conflicts.map(
        ({ op, direction, buffer, text, conflictCycles: cycles, worstWays }) => ({
          op,
          direction,
          buffer,
          text,
          conflictCycles: cycles,
          worstWays,
        }),
      );
      const workgroups = workgroupsOf(one);
      const hazards = one.hazards.map(hazardKey).sort();
      return { file, kernel, machine, launch, model, workgroups, conflictCycles, sites, hazards };
    })
    .sort((a, b) => (caseKey(a) < caseKey(b) ? -1 : 1));
  const lines = entries.map(({ sites, hazards, ...rest }) => {
    const head = JSON.stringify(rest).slice(0, -1);
    return `    ${head},"sites":${listText(sites)},"hazards":${listText(hazards)}}`;
  });
  return `{\n  "schema": "${BASELINE_SCHEMA}",\n  "cases": [\n${lines.join(',\n')}\n  ]\n}\n`;
}

function listText(list: readonly unknown[]): string {
  if (list.length === 0) return '[]';
  return `[\n${list.map((one) => `      ${JSON.stringify(one)}`).join(',\n')}\n    ]`;
}

/** Reads a baseline; a text is the reason why it is not one. */
export function parseBaseline(text: string): Baseline | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  if (!isRecord(value) || value['schema'] !== BASELINE_SCHEMA)
    return `its schema is not ${BASELINE_SCHEMA}`;
  const { cases } = value;
  if (!Array.isArray(cases)) return 'it has no cases';
  const read: BaselineCase[] = [];
  for (const [index, entry] of (cases as readonly unknown[]).entries()) {
    const one = caseOf(entry);
    if (one === undefined) return `case ${index + 1} is damaged`;
    read.push(one);
  }
  return { cases: read };
}

function caseOf(value: unknown): BaselineCase | undefined {
  if (!isRecord(value)) return undefined;
  const { file, kernel, machine, launch, model, workgroups, conflictCycles, sites, hazards } =
    value;
  const isNamed =
    isText(file) && isText(kernel) && isText(machine) && isText(launch) && isText(model);
  if (!isNamed || !isCount(conflictCycles)) return undefined;
  if (!Array.isArray(sites) || !Array.isArray(hazards) || !Array.isArray(workgroups))
    return undefined;
  const counts = (workgroups as readonly unknown[]).filter(isCount);
  const read = (sites as readonly unknown[]).map(siteOf);
  const known = (hazards as readonly unknown[]).filter(isText);
  if (!read.every((site) => site !== undefined) || known.length < hazards.length) return undefined;
  const name = { file, kernel, machine, launch };
  return { ...name, model, workgroups: counts, conflictCycles, sites: read, hazards: known };
}

function siteOf(value: unknown): BaselineSite | undefined {
  if (!isRecord(value)) return undefined;
  const { op, direction, buffer, text, conflictCycles, worstWays } = value;
  if (!isText(op) || !isText(buffer) || !isText(text)) return undefined;
  if (!isDirection(direction) || !isCount(conflictCycles) || !isCount(worstWays)) return undefined;
  return { op, direction, buffer, text, conflictCycles, worstWays };
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
const isDirection = (value: unknown): value is Direction =>
  value === 'read' || value === 'write' || value === 'atomic';

/** The key of a hazard in a baseline: its code and its line, without the parts that change by themselves. */
const hazardKey = ({ code, location }: Hazard): string =>
  `${code}: ${siteText(location.text ?? '')}`;

const workgroupsOf = ({ workgroups }: CheckedCase): number[] =>
  workgroups === undefined ? [] : [workgroups.executed, workgroups.launched];

const caseKey = ({ file, kernel, machine, launch }: CaseName): string =>
  [file, kernel, machine, launch].join('\n');

/** The cases compared with the baseline: findings that it has are known, cases that are worse fail. */
export function compareWithBaseline(
  cases: readonly CheckedCase[],
  { cases: old }: Baseline,
  pathOf: PathInBaseline,
): { readonly cases: readonly CheckedCase[]; readonly summary: Omit<Summary, 'file'> } {
  const byKey = new Map(old.map((one) => [caseKey(one), one] as const));
  const counts = { better: 0, worse: 0, same: 0, added: 0 };
  const compared = cases.map((one): CheckedCase => {
    const before = byKey.get(caseKey({ ...one, file: pathOf(one.file) }));
    if (before === undefined) {
      counts.added++;
      return one;
    }
    const [were, are] = [before.workgroups, workgroupsOf(one)].map(workgroupText);
    if (were !== are) {
      counts.added++;
      return withDiagnostic(one, messages.check.otherLaunch(were ?? '', are ?? ''));
    }
    const worse = worsened(one, before);
    if (worse !== undefined) counts.worse++;
    else if (isFewer(one, before)) counts.better++;
    else counts.same++;
    const known = one.findings.flatMap((finding): CheckFinding[] => {
      const { rule, what, status } = finding;
      const isOld =
        rule === 'conflicts' ||
        (what.kind === 'hazard' && before.hazards.includes(hazardKey(what.hazard)));
      if (status !== 'failed' || !isOld) return [finding];
      // The finding of a case that got worse has both figures.
      return rule === 'conflicts' && worse !== undefined ? [] : [{ ...finding, status: 'known' }];
    });
    const findings = worse === undefined ? known : [worse, ...known];
    const whole = { ...one, findings, before: before.conflictCycles };
    return before.model === one.model
      ? whole
      : withDiagnostic(whole, messages.check.otherModel(before.model, one.model));
  });
  const named = cases.map((one) => ({ ...one, file: pathOf(one.file) }));
  const files = new Set(named.map(({ file }) => file));
  const now = new Set(named.map(caseKey));
  const gone = old
    .filter((one) => files.has(one.file) && !now.has(caseKey(one)))
    .map(({ file, kernel, machine, launch }) => ({ file, kernel, machine, launch }));
  return { cases: compared, summary: { ...counts, gone } };
}

/** Accesses that are not counted now may have had the conflicts that are gone. */
const isFewer = (one: CheckedCase, before: BaselineCase): boolean =>
  one.conflictCycles < before.conflictCycles && one.account.missing.length === 0;

const withDiagnostic = (one: CheckedCase, message: Message): CheckedCase => ({
  ...one,
  diagnostics: [...one.diagnostics, message],
});

const workgroupText = ([executed, launched]: readonly number[]): string =>
  executed === undefined ? 'no launch' : `${executed} of ${launched ?? 0} workgroups`;

type Summary = NonNullable<CheckReport['baseline']>;

/** The finding of a case that got worse; `undefined` where nothing did. */
function worsened(now: CheckedCase, before: BaselineCase): CheckFinding | undefined {
  const partner = new Map<number, BaselineSite>();
  for (const [i, j] of matchSites(before.sites, now.conflicts)) {
    const site = before.sites[i];
    if (site !== undefined) partner.set(j, site);
  }
  const costlier = now.conflicts.flatMap((site, index): WorseSite[] => {
    const old = partner.get(index);
    const isWorse =
      old === undefined ||
      site.conflictCycles > old.conflictCycles ||
      site.worstWays > old.worstWays;
    return isWorse ? [{ site, before: old }] : [];
  });
  const isWorse =
    now.conflictCycles > before.conflictCycles ||
    costlier.some(({ site, before: old }) => old !== undefined && site.worstWays > old.worstWays);
  if (!isWorse) return undefined;
  const sites = costlier.sort((a, b) => riseOf(b) - riseOf(a));
  const { conflictCycles: cycles } = now;
  return {
    rule: 'conflicts',
    what: { kind: 'worse', cycles, before: before.conflictCycles, sites },
    status: 'failed',
    location: sites[0]?.site.location ?? {},
  };
}

const riseOf = ({ site, before }: WorseSite): number =>
  site.conflictCycles - (before?.conflictCycles ?? 0);
