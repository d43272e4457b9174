/** Sites by the line of source that they were compiled from: an author thinks of `tile[y][x]`, not of four instructions. */
import {
  greatestOf,
  authoredLine,
  type ReportSite,
  type SourceLine,
  type Unserved,
} from '@ldscope/core';

export interface SitesOfLine {
  /** Absent for instructions without a source line. */
  readonly place?: SourceLine;
  /** Those that cost most first, as in the report. */
  readonly sites: readonly ReportSite[];
  readonly executions: number;
  readonly idxActive: number;
  readonly bankConflict: number;
  readonly worstWays: number;
  /** Why its figures are not conclusive: no conflict was seen, but some of its instructions are not counted. */
  readonly unserved?: Unserved | undefined;
}

/** A group per line and direction: reads and writes of one line have different causes. Most conflicts first, then most cycles. */
export function sitesByLine(sites: readonly ReportSite[]): SitesOfLine[] {
  const groups = new Map<string, ReportSite[]>();
  for (const site of sites) {
    const { file, line } = authoredLine(site.location.source ?? []) ?? { file: '', line: 0 };
    const key = `${site.direction} ${line} ${file}`;
    const group = groups.get(key) ?? [];
    group.push(site);
    groups.set(key, group);
  }
  const sum = (group: readonly ReportSite[], of: (site: ReportSite) => number): number =>
    group.reduce((all, site) => all + of(site), 0);
  return [...groups.values()]
    .map((group) => {
      const place = authoredLine(group[0]?.location.source ?? []);
      return {
        ...(place === undefined ? {} : { place }),
        sites: group,
        executions: sum(group, ({ executions }) => executions),
        idxActive: sum(group, ({ idxActive }) => idxActive),
        bankConflict: sum(group, ({ bankConflict }) => bankConflict),
        worstWays: greatestOf(group.map(({ worstWays }) => worstWays)),
        unserved: unservedOf(group),
      };
    })
    .sort((a, b) => b.bankConflict - a.bankConflict || b.idxActive - a.idxActive);
}

function unservedOf(group: readonly ReportSite[]): Unserved | undefined {
  if (group.some(({ bankConflict }) => bankConflict > 0)) return undefined;
  const missing = group.find(({ unserved = 'no-banks' }) => unserved !== 'no-banks');
  if (missing !== undefined) return missing.unserved;
  return group.every(({ unserved }) => unserved === 'no-banks') ? 'no-banks' : undefined;
}
