/** The head of a kernel: verdict, figures, the ranked table of its instructions, and counters. */
import { isCosted, type Report, type ReportSite } from '@ldscope/core';
import type { AnalyzedKernel } from '../document/analyzed-file.ts';
import { rect, svg, type SvgNode } from '../svg/node.ts';
import { termsFor, withArticle } from '../terminology.ts';
import { alternativeSummary } from '../text/evidence.ts';
import { hintSentences } from '../text/hints.ts';
import { byteSize, counted, decimal, grouped, percent } from '../text/numbers.ts';
import { isSample } from '../text/sample.ts';
import { isMisaligned } from '../text/sites.ts';
import { languageTitle, verdict, verdictTone } from '../text/verdict.ts';
import { type Fact, factList } from './facts.ts';
import { h, type HtmlChild, type HtmlNode } from './node.ts';
import { scrolledTable } from './table.ts';

/** Verdict and figures, and what another reading of a disputed rule would give. */
export function summaryOf(report: Report, kernel: AnalyzedKernel): HtmlNode[] {
  const terms = termsFor(kernel.machine);
  const tone = verdictTone(report);
  const { machine, model } = kernel;
  const assumed = report.diagnostics.some(({ about }) => about === 'assumed-machine');
  const chip = machine === undefined ? '' : ` (${machine.vendor} ${machine.products})`;
  return [
    h('p', { class: `verdict ${tone}` }, `${verdict(report, terms)}.`),
    ...report.alternatives.map((alternative) =>
      h('p', {}, `${alternativeSummary(alternative, report, terms)}.`),
    ),
    ...(report.hints === undefined ? [] : hintSentences(report.hints, terms)).map((line) =>
      h('p', {}, `${line}.`),
    ),
    factList(figures(report, kernel)),
    h(
      'p',
      { class: 'soft' },
      `${languageTitle(report.kernel)} on ${report.machine}${chip}${assumed ? ', assumed' : ''}; ` +
        `model ${model === undefined ? report.model : `${model.name}: ${model.title}`}.`,
    ),
  ];
}

function figures(
  { totals, kernel, sites, global, occupancy }: Report,
  { machine }: AnalyzedKernel,
): Fact[] {
  const { memoryCycles, wave, sharedMemory, workgroup, workgroup: group, unit } = termsFor(machine);
  const { idxActive, bankConflict } = totals;
  return [
    {
      title: 'conflicts, of all cycles',
      value: percent(bankConflict, idxActive),
      ...(bankConflict > 0 ? { tone: 'conflict' as const } : {}),
      ...(bankConflict === 0 && !isSample(kernel) ? { tone: 'good' as const } : {}),
    },
    { title: memoryCycles, value: grouped(idxActive) },
    { title: 'without conflicts', value: grouped(idxActive - bankConflict) },
    { title: 'instructions', value: String(sites.length) },
    { title: `${wave}s executed`, value: grouped(kernel.waves) },
    ...(kernel.block === undefined
      ? []
      : [{ title: `block, from ${kernel.block.from}`, value: kernel.block.shape.join(' x ') }]),
    { title: `${sharedMemory} of a ${workgroup}`, value: byteSize(kernel.ldsBytes) },
    ...(occupancy === undefined
      ? []
      : [
          {
            title: `${group}s that fit ${withArticle(unit)}`,
            value: grouped(occupancy.workgroups),
          },
        ]),
    ...(global === undefined || global.sites.length === 0
      ? []
      : [
          {
            title: 'global bytes useful',
            value: percent(global.totals.usefulBytes, global.totals.fetchedBytes),
          },
        ]),
  ];
}

const MOST_ROWS = 200;

/** The ranked table; sites that have a section of their own are links to it. */
export function siteTable(
  report: Report,
  kernel: AnalyzedKernel,
  anchors: ReadonlyMap<string, string>,
): HtmlNode | undefined {
  const { sites, totals } = report;
  if (sites.length === 0) return undefined;
  const terms = termsFor(kernel.machine);
  const shown = sites.slice(0, MOST_ROWS);
  const longest = Math.max(1, ...sites.map(({ idxActive }) => idxActive));
  const hasRemarks = shown.some((site) => remark(site, report) !== '');
  const rows: HtmlChild[][] = shown.map((site) => [
    idCell(site, anchors.get(site.id)),
    site.op,
    site.direction,
    site.buffer,
    tell(String(site.worstWays), site),
    grouped(site.executions),
    grouped(site.idxActive),
    grouped(site.idxActive - site.bankConflict),
    tell(grouped(site.bankConflict), site),
    percent(site.idxActive, totals.idxActive),
    bar(site, longest),
    ...(hasRemarks ? [remark(site, report)] : []),
  ]);
  const rest = sites.slice(shown.length);
  if (rest.length > 0) {
    const cycles = rest.reduce((sum, site) => sum + site.idxActive, 0);
    const conflict = rest.reduce((sum, site) => sum + site.bankConflict, 0);
    const share = percent(cycles, totals.idxActive);
    const sums = [grouped(cycles), grouped(cycles - conflict), grouped(conflict), share];
    rows.push([
      `${grouped(rest.length)} more`,
      '',
      '',
      '',
      '',
      '',
      ...sums,
      '',
      ...(hasRemarks ? [''] : []),
    ]);
  }
  return scrolledTable({
    caption:
      `Instructions that touch ${terms.sharedMemory}, the most expensive first. Runs: executions by ${terms.wave}s; ` +
      `floor: ${terms.cycles} without conflicts; share: of all ${terms.memoryCycles}.`,
    columns: [
      { title: 'site' },
      { title: 'instruction' },
      { title: 'kind' },
      { title: 'buffer' },
      { title: 'ways', numeric: true },
      { title: 'runs', numeric: true },
      { title: terms.cycles, numeric: true },
      { title: 'floor', numeric: true },
      { title: 'conflict', numeric: true },
      { title: 'share', numeric: true },
      { title: 'floor and conflict' },
      ...(hasRemarks ? [{ title: 'remark' }] : []),
    ],
    rows,
    rowClass: (row) => (sites[row]?.bankConflict === 0 ? 'free' : undefined),
  });
}

function idCell({ id }: ReportSite, anchor: string | undefined): HtmlChild {
  return anchor === undefined ? id : h('a', { href: `#${anchor}` }, id);
}

function tell(text: string, { bankConflict }: ReportSite): HtmlChild {
  return bankConflict > 0 ? h('span', { class: 'bad-text' }, text) : text;
}

const BAR = 120;

function bar({ idxActive, bankConflict }: ReportSite, longest: number): SvgNode {
  const over = (BAR * bankConflict) / longest;
  const floor = (BAR * idxActive) / longest - over;
  return svg(
    'svg',
    {
      'class': 'bar',
      'width': BAR,
      'height': 12,
      'viewBox': `0 0 ${BAR} 12`,
      'aria-hidden': 'true',
    },
    rect(0, 1, floor, 10, 'bar-floor'),
    rect(floor, 1, over, 10, 'bar-over'),
  );
}

function remark(site: ReportSite, report: Report): string {
  if (!isCosted(report, site)) return 'no service rule: cost not known';
  return isMisaligned(site) ? 'misaligned: one cycle a lane, not counted as conflict' : '';
}

/** The hardware counters that the report predicts. */
export function counterTable({ counters, sites }: Report): HtmlNode | undefined {
  if (sites.length === 0 || counters.length === 0) return undefined;
  const isPartial = sites.some(({ direction }) => direction === 'async');
  return scrolledTable({
    caption: `Hardware counters as predicted${isPartial ? ', without asynchronous copies, which they do not see' : ''}`,
    columns: [{ title: 'counter' }, { title: 'value', numeric: true }, { title: 'unit' }],
    rows: counters.map(({ name, value, unit }) => [
      name,
      unit === 'percent' ? `${value.toFixed(2)} %` : decimal(value),
      unit === 'percent' ? '' : unit,
    ]),
  });
}

/** `1 error and 2 warnings`; empty when there is nothing to read. */
export function attentionOf({
  hazards,
  diagnostics,
}: Pick<Report, 'hazards' | 'diagnostics'>): string {
  const count = (wanted: string): number =>
    diagnostics.filter(({ severity }) => severity === wanted).length;
  return [
    [count('error'), 'error'] as const,
    [hazards.length, 'hazard'] as const,
    [count('warning'), 'warning'] as const,
  ]
    .filter(([number]) => number > 0)
    .map(([number, noun]) => counted(number, noun))
    .join(' and ');
}
