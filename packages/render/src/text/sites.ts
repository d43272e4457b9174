/** The ranked table of sites, and the pictures of the worst of them. */
import {
  type Analysis,
  type AnalysisSite,
  explainAccess,
  findMachine,
  findModel,
  isCosted,
  type IterationCost,
  type Report,
  type ReportSite,
} from '@ldscope/core';
import type { Terms } from '../terminology.ts';
import { HEAT_LEGEND, heatMapLines } from './heatmap.ts';
import { fit, hang } from './measure.ts';
import { counted, decimal, grouped, percent } from './numbers.ts';
import type { Page, Style } from './style.ts';
import { type Cell, type Column, type Row, table } from './table.ts';

const SHOWN_SITES = 10;
/** Sites whose source line is shown although they do not conflict. */
const SHOWN_LINES = 5;
const SHOWN_MAPS = 3;

/** The cells before the costs of a row that sums up. */
function label(text: string): readonly Cell[] {
  return ['', text, '', '', ''].map((cell) => ({ text: cell }));
}

/** The table with totals and what its columns mean; empty when there is no site. */
export function siteLines(report: Report, terms: Terms, page: Page, all: boolean): string[] {
  const { sites, totals } = report;
  if (sites.length === 0) return [];
  const shown = all ? sites : sites.slice(0, SHOWN_SITES);
  const rest = sites.slice(shown.length);
  const columns: readonly Column[] = [
    { title: '#', align: 'right' },
    { title: 'site', least: 7, spared: true },
    { title: 'instruction', least: 10, spared: true },
    { title: 'kind', leaves: 1, implied: true },
    { title: 'buffer', least: 8, leaves: 2 },
    { title: 'ways', align: 'right' },
    { title: 'runs', align: 'right', leaves: 3 },
    { title: terms.cycles, align: 'right' },
    { title: 'floor', align: 'right', leaves: 4 },
    { title: 'conflict', align: 'right' },
    { title: 'share', align: 'right' },
  ];
  const rows: Row[] = shown.map((site, index) => siteRow(site, index, report));
  const sums = (part: readonly ReportSite[]): readonly Cell[] => {
    const cycles = part.reduce((sum, site) => sum + site.idxActive, 0);
    const conflict = part.reduce((sum, site) => sum + site.bankConflict, 0);
    const runs = part.reduce((sum, site) => sum + site.executions, 0);
    return costCells('', runs, cycles, conflict, totals.idxActive);
  };
  if (rest.length > 0) rows.push({ cells: [...label(`+ ${rest.length} more`), ...sums(rest)] });
  if (sites.length > 1) rows.push({ cells: [...label('total'), ...sums(sites)], sum: true });
  const legend =
    `runs: executions by ${terms.wave}s; floor: ${terms.cycles} without conflicts; ` +
    `share: of all ${terms.memoryCycles}`;
  return [
    ...table(columns, rows, page),
    ...hang('  ', legend, page.width).map((line) => page.paint('faint', line)),
    ...(rest.length > 0 ? [page.paint('faint', '  --all shows every site')] : []),
  ];
}

function siteRow(site: ReportSite, index: number, report: Report): Row {
  const { location } = site;
  const place = location.line === undefined ? '' : `${location.line} | `;
  const below: Cell[] = [];
  if (location.text !== undefined && (index < SHOWN_LINES || site.bankConflict > 0))
    below.push({ text: place + location.text.trim(), style: 'faint' });
  if (site.iterations !== undefined) below.push({ text: iterationsText(site.iterations) });
  if (!isCosted(report, site))
    below.push({ text: 'no service rule: cost not known', style: 'warn' });
  if (isMisaligned(site)) {
    below.push({
      text: 'misaligned: one cycle per lane, which the conflict counter does not see',
      style: 'warn',
    });
  }
  const style: Style = site.bankConflict > 0 ? 'bad' : 'plain';
  return {
    cells: [
      { text: String(index + 1) },
      { text: site.id, style: site.bankConflict > 0 ? 'strong' : 'plain' },
      { text: site.op },
      { text: site.direction },
      { text: site.buffer },
      ...costCells(
        String(site.worstWays),
        site.executions,
        site.idxActive,
        site.bankConflict,
        report.totals.idxActive,
        style,
      ),
    ],
    below,
  };
}

const SHOWN_RUNS = 4;

/** `conflict by iteration: 0: 0, 1-3: 24 a run` */
function iterationsText(iterations: readonly IterationCost[]): string {
  const parts = iterations.slice(0, SHOWN_RUNS).map(({ first, last, executions, bankConflict }) => {
    const which = first === last ? String(first) : `${first}-${last}`;
    const each = bankConflict / executions;
    return `${which}: ${decimal(each)}`;
  });
  const more = iterations.length > SHOWN_RUNS ? ', ...' : '';
  return `conflict a run, by iteration: ${parts.join(', ')}${more}`;
}

/** Below its alignment an access leaves the phase model: its floor is more than its phases. */
export function isMisaligned(site: ReportSite): boolean {
  return site.idxActive - site.bankConflict > site.phases * site.executions;
}

function costCells(
  ways: string,
  runs: number,
  cycles: number,
  conflict: number,
  all: number,
  style: Style = 'plain',
): readonly Cell[] {
  return [
    { text: ways, style },
    { text: grouped(runs) },
    { text: grouped(cycles) },
    { text: grouped(cycles - conflict) },
    { text: grouped(conflict), style },
    { text: percent(cycles, all) },
  ];
}

/** The banks of the sites that conflict most, each at its most expensive execution. */
export function heatMaps(analysis: Analysis, page: Page, all: boolean): string[] {
  const { report, sites } = analysis;
  const machine = findMachine(report.machine);
  const model = machine === undefined ? undefined : findModel(machine, report.model);
  if (machine === undefined || model === undefined) return [];
  const conflicting = sites.filter((site) => site.bankConflict > 0);
  const candidates = conflicting.length > 0 ? conflicting : sites;
  const inPhases = (all ? sites : candidates).filter((site) => !isMisaligned(site));
  const maps = inPhases.slice(0, all ? sites.length : SHOWN_MAPS).flatMap((site) => {
    const explanation = explainAccess(site.worst, 0, machine, model);
    if (explanation === undefined) return [];
    return [''].concat(titleLines(site, page), heatMapLines(explanation, page));
  });
  if (maps.length === 0) return [];
  return [
    page.paint('strong', 'Banks'),
    ...hang('  ', HEAT_LEGEND, page.width).map((line) => page.paint('faint', line)),
    ...maps,
  ];
}

function titleLines(site: AnalysisSite, page: Page): string[] {
  const buffer = site.buffer === '' ? '' : ` of ${site.buffer}`;
  const which = site.executions === 1 ? '' : `, worst of ${counted(site.executions, 'run')}`;
  return [`  ${fit(`${site.id} ${site.op}${buffer}${which}`, page.width - 2)}`];
}
