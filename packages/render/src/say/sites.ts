/** The ranked table of sites, and the banks of the worst of them. */
import {
  greatestOf,
  type Analysis,
  explainAccess,
  findMachine,
  findModel,
  type IterationCost,
  type Report,
  type ReportSite,
  type SourceLine,
  type Unserved,
} from '@ldscope/core';
import { type Block, paragraph } from '../document/document.ts';
import type { Terms } from '../text/terminology.ts';
import { HEAT_LEGEND, heatMapLines } from '../text/heatmap.ts';
import { fit } from '../text/measure.ts';
import { counted, decimal, grouped, percent } from '../text/numbers.ts';
import { fromText, linePlace, lineTexts } from '../text/source-place.ts';
import type { Style } from '../text/style.ts';
import type { Cell, Column, Row } from '../text/table.ts';
import { unservedCell, unservedWords } from '../text/coverage.ts';
import { isMisaligned } from '../text/verdict.ts';
import { type SitesOfLine, sitesByLine } from './source-lines.ts';

/** Sites whose source line is shown although they do not conflict. */
const SHOWN_LINES = 5;
const SHOWN_MAPS = 3;

interface SiteTableOptions {
  readonly most: number;
  /** A row per instruction, or per line of the source. */
  readonly by: 'instruction' | 'source';
  /** Texts of the files that the kernel was compiled from. */
  readonly sources?: ReadonlyMap<string, string> | undefined;
  /** An option of the command shows the others. */
  readonly isShort: boolean;
  /** The section of a site, by its id. */
  readonly anchors: ReadonlyMap<string, string>;
}

/** The cells before the costs of a row that sums up. */
const label = (text: string): readonly Cell[] =>
  ['', text, '', '', ''].map((cell) => ({ text: cell }));

/** The table with totals and the meaning of its columns; none when there is no site, or none is to be shown. */
export function siteBlocks(report: Report, terms: Terms, options: SiteTableOptions): Block[] {
  const { most, isShort, anchors, by, sources } = options;
  const { sites, totals, account } = report;
  const lines = by === 'source' ? sitesByLine(sites) : [];
  const isByLine = lines.some(({ place }) => place !== undefined);
  const entries = isByLine ? lines : sites;
  const rest = entries.slice(most);
  if (entries.length === rest.length) return [];
  const columns: readonly Column[] = [
    { title: '#', align: 'right' },
    { title: isByLine ? 'line' : 'site', least: 7, spared: true },
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
  const longest = Math.max(1, greatestOf(sites.map(({ idxActive }) => idxActive)));
  const textOf = lineTexts(sources);
  const rows: Row[] = isByLine
    ? lines.slice(0, most).map((line, index) => lineRow(line, index, report, textOf))
    : sites
        .slice(0, most)
        .map((site, index) => siteRow(site, index, report, longest, anchors.get(site.id), textOf));
  const sums = (
    part: readonly Pick<ReportSite, 'idxActive' | 'bankConflict' | 'executions'>[],
  ): readonly Cell[] => {
    const cycles = part.reduce((sum, site) => sum + site.idxActive, 0);
    const conflict = part.reduce((sum, site) => sum + site.bankConflict, 0);
    const runs = part.reduce((sum, site) => sum + site.executions, 0);
    const isKnown = conflict > 0 || account.isCovered;
    const cells = costCells('', runs, cycles, conflict, totals.idxActive);
    return isKnown
      ? cells
      : cells.map((cell, at) => (at === CONFLICT_CELL ? { text: 'not known' } : cell));
  };
  if (rest.length > 0) rows.push({ cells: [...label(`+ ${rest.length} more`), ...sums(rest)] });
  if (sites.length > 1) rows.push({ cells: [...label('total'), ...sums(sites)], sum: true });
  const isPart = sites.some(({ unserved }) => unserved !== undefined);
  const legend =
    `runs: executions by ${terms.wave}s; floor: ${terms.cycles} without conflicts; ` +
    `share: of all ${terms.memoryCycles}${isPart ? '; total: of what is counted' : ''}`;
  return [
    { kind: 'table', columns, rows },
    paragraph(legend, 'faint'),
    ...(rest.length > 0 && isShort
      ? [paragraph(`--all shows every ${isByLine ? 'line' : 'site'}`, 'faint')]
      : []),
  ];
}

const SHOWN_IDS = 8;

/** A line of the source, with the instructions that it was compiled to. */
function lineRow(
  { place, sites, executions, idxActive, bankConflict, worstWays, unserved }: SitesOfLine,
  index: number,
  report: Report,
  textOf: (place: SourceLine) => string | undefined,
): Row {
  const text = place && textOf(place);
  const ops = [...new Set(sites.map(({ op }) => op))];
  const buffers = [...new Set(sites.map(({ buffer }) => buffer))].filter((name) => name !== '');
  const ids = sites.slice(0, SHOWN_IDS).map(({ id }) => id);
  const more = sites.length > SHOWN_IDS ? `, + ${sites.length - SHOWN_IDS} more` : '';
  const style: Style = bankConflict > 0 ? 'bad' : 'plain';
  return {
    cells: [
      { text: String(index + 1) },
      {
        text: place === undefined ? 'no line' : linePlace(place),
        style: 'strong',
        isCode: true,
      },
      { text: `${ops[0] ?? ''}${ops.length > 1 ? ', ...' : ''}`, isCode: true },
      { text: sites[0]?.direction ?? '' },
      { text: buffers.join(', '), isCode: true },
      ...(unserved === undefined
        ? costCells(
            String(worstWays),
            executions,
            idxActive,
            bankConflict,
            report.totals.idxActive,
            style,
          )
        : unservedCells(unserved, executions)),
    ],
    below: [
      ...(text === undefined ? [] : [{ text, style: 'faint' as const, isCode: true }]),
      { text: `${counted(sites.length, 'instruction')}: ${ids.join(', ')}${more}`, style: 'faint' },
      ...[...new Set(sites.flatMap((site) => site.unserved ?? []))].map((why) => ({
        text: `${counted(sites.filter((site) => site.unserved === why).length, 'instruction')}: ${unservedWords[why]}`,
        style: unservedStyle(why),
      })),
    ],
  };
}

function siteRow(
  site: ReportSite,
  index: number,
  report: Report,
  longest: number,
  link: string | undefined,
  textOf: (place: SourceLine) => string | undefined,
): Row {
  const { location, idxActive, bankConflict, unserved } = site;
  const place = location.line === undefined ? '' : `${location.line} | `;
  const hasLine = location.text !== undefined && (index < SHOWN_LINES || bankConflict > 0);
  const from = fromText(location, textOf);
  const remarks = [
    ...(unserved === undefined
      ? []
      : [{ text: unservedWords[unserved], style: unservedStyle(unserved) }]),
    ...(isMisaligned(site)
      ? [
          {
            text: 'misaligned: one cycle per lane of the wave, which the conflict counter does not see',
            style: 'warn' as const,
          },
        ]
      : []),
  ];
  const [name, cost]: readonly [Style, Style] =
    bankConflict > 0 ? ['strong', 'bad'] : ['plain', 'plain'];
  const cells = [
    { text: String(index + 1) },
    { text: site.id, style: name, isCode: true, ...(link === undefined ? {} : { link }) },
    { text: site.op, isCode: true },
    { text: site.direction },
    { text: site.buffer, isCode: true },
    ...(unserved === undefined
      ? costCells(
          String(site.worstWays),
          site.executions,
          idxActive,
          bankConflict,
          report.totals.idxActive,
          cost,
        )
      : unservedCells(unserved, site.executions)),
  ];
  const bar = [(idxActive - bankConflict) / longest, bankConflict / longest] as const;
  return {
    cells: cells.map((cell, place) => (place === cells.length - 1 ? { ...cell, bar } : cell)),
    below: [
      ...(hasLine
        ? [{ text: place + (location.text ?? '').trim(), style: 'faint' as const, isCode: true }]
        : []),
      ...(hasLine && from !== undefined
        ? [{ text: from, style: 'faint' as const, isCode: true }]
        : []),
      ...(site.iterations === undefined ? [] : [{ text: iterationsText(site.iterations) }]),
      ...remarks,
    ],
  };
}

/** Nothing is said of the cycles of a site without a rule: a 0 would read as free of conflicts. */
function unservedCells(unserved: Unserved, runs: number): readonly Cell[] {
  const unknown = { text: 'not known', style: 'faint' } as const;
  return [
    { text: '-' },
    { text: grouped(runs) },
    unknown,
    { text: '-' },
    { text: unservedCell(unserved), style: 'faint' },
    { text: '-' },
  ];
}

const unservedStyle = (unserved: Unserved): Style => (unserved === 'no-banks' ? 'faint' : 'warn');

/** The place of conflict cycles among the cells of costs. */
const CONFLICT_CELL = 4;

const SHOWN_RUNS = 4;

/** `conflict a run, by iteration: 0: 0, 1-3: 24` */
function iterationsText(iterations: readonly IterationCost[]): string {
  const parts = iterations.slice(0, SHOWN_RUNS).map(({ first, last, executions, bankConflict }) => {
    const which = first === last ? String(first) : `${first}-${last}`;
    return `${which}: ${decimal(bankConflict / executions)}`;
  });
  const more = iterations.length > SHOWN_RUNS ? ', ...' : '';
  return `conflict a run, by iteration: ${parts.join(', ')}${more}`;
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
export function heatMapBlocks({ report, sites }: Analysis, all: boolean): Block[] {
  const machine = findMachine(report.machine);
  const model = machine && findModel(machine, report.model);
  if (machine === undefined || model === undefined) return [];
  const conflicting = sites.filter((site) => site.bankConflict > 0);
  const candidates = conflicting.length > 0 ? conflicting : sites;
  const inPhases = (all ? sites : candidates).filter((site) => !isMisaligned(site));
  const maps = inPhases.slice(0, all ? sites.length : SHOWN_MAPS).flatMap((site): Block[] => {
    const explanation = explainAccess(site.worst, 0, machine, model);
    if (explanation === undefined) return [];
    const buffer = site.buffer === '' ? '' : ` of ${site.buffer}`;
    const which = site.executions === 1 ? '' : `, worst of ${counted(site.executions, 'run')}`;
    const title = `${site.id} ${site.op}${buffer}${which}`;
    return [
      {
        kind: 'drawing',
        lines: (page) => [
          '',
          `  ${fit(title, page.width - 2)}`,
          ...heatMapLines(explanation, page),
        ],
      },
    ];
  });
  return maps.length === 0 ? [] : [paragraph(HEAT_LEGEND, 'faint'), ...maps];
}
