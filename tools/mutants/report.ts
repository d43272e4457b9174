/** The report on the mutants of a package: how many of each kind were killed, and each survivor. */
import { kinds, type Site } from './sites.ts';
import type { Verdict } from './run.ts';

export interface Judged {
  readonly site: Site;
  readonly verdict: Verdict;
}

/** A survivor that was looked at: `diff` is what it prints. */
export interface Accepted {
  readonly path: string;
  readonly diff: string;
  /** The line after it, where the file has several like it. */
  readonly next?: string;
  /** Why no test can kill it, or why none has to. */
  readonly reason: string;
}

const reasonOf = (site: Site, accepted: readonly Accepted[]): string | undefined =>
  accepted.find(
    ({ path, diff, next }) =>
      path === site.path && diff === site.diff && (next === undefined || next === site.next),
  )?.reason;

const isKilled = ({ verdict }: Judged): boolean => verdict.kind === 'killed';

/** Whether it does not count: types refuse it, or a person has looked at it. */
const isLeftOut = (one: Judged, accepted: readonly Accepted[]): boolean =>
  one.verdict.kind === 'refused' || (!isKilled(one) && reasonOf(one.site, accepted) !== undefined);

/** Killed of all that count, in percent; 100 where none counts. */
export function killedPercent(judged: readonly Judged[], accepted: readonly Accepted[]): number {
  const counted = judged.filter((one) => !isLeftOut(one, accepted));
  return counted.length === 0 ? 100 : (100 * counted.filter(isKilled).length) / counted.length;
}

export const lineOf = ({ site, verdict }: Judged): string =>
  `${site.id}  ${site.diff}${noticedBy(verdict)}`;

/** The test that killed a mutant, or those that it survived. */
function noticedBy(verdict: Verdict): string {
  if (verdict.kind === 'killed') return `  (${verdict.by})`;
  if (verdict.kind !== 'survived') return '';
  const names = verdict.tests.map((test) => test.slice(test.lastIndexOf('/') + 1));
  return `  (not seen by ${names.join(', ')})`;
}

/** The table, then lists of what was not killed. */
export function reportLines(judged: readonly Judged[], accepted: readonly Accepted[]): string[] {
  const isAccepted = (one: Judged): boolean =>
    one.verdict.kind !== 'refused' && isLeftOut(one, accepted);
  const row = (name: string, own: readonly Judged[]): string => {
    const open = own.filter((one) => !isAccepted(one));
    const counts = [
      ...(['killed', 'survived', 'not reached', 'timed out', 'refused'] as const).map(
        (kind) => open.filter(({ verdict }) => verdict.kind === kind).length,
      ),
      own.length - open.length,
    ].map((count) => `${count}`.padStart(13));
    const percent = `${killedPercent(own, accepted).toFixed(0)} %`.padStart(7);
    return `${name.padEnd(10)}${counts.join('')}${percent}`;
  };
  const heads = ['killed', 'survived', 'not reached', 'timed out', 'refused', 'accepted'];
  const list = (title: string, own: readonly Judged[], text = lineOf): string[] =>
    own.length === 0 ? [] : ['', `${title}:`, ...own.map((one) => `  ${text(one)}`)];
  const open = judged.filter((one) => !isAccepted(one));
  const ofKind = (kind: Verdict['kind']): Judged[] =>
    open.filter(({ verdict }) => verdict.kind === kind);
  return [
    `${''.padEnd(10)}${heads.map((head) => head.padStart(13)).join('')}`,
    ...kinds
      .map((kind) => [kind, judged.filter(({ site }) => site.kind === kind)] as const)
      .filter(([, own]) => own.length > 0)
      .map(([kind, own]) => row(kind, own)),
    row('all', judged),
    ...list('survived', ofKind('survived')),
    ...list('no test reaches', ofKind('not reached')),
    ...list('timed out outside of tests', ofKind('timed out')),
    ...list('refused by the types', ofKind('refused')),
    ...list(
      'killed inside a test that did not end',
      open.filter(({ verdict }) => verdict.kind === 'killed' && verdict.endless === true),
    ),
    ...list(
      'accepted',
      judged.filter(isAccepted),
      (one) => `${lineOf(one)}\n    ${reasonOf(one.site, accepted)}`,
    ),
  ];
}
