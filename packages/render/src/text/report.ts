/**
 * The report as text: verdict first, then the sites that cost most, then what the numbers rest on.
 */
import {
  type Analysis,
  findMachine,
  findModel,
  type Machine,
  readableName,
  type Report,
  type Severity,
} from '@ldscope/core';
import { termsFor, type Terms } from '../terminology.ts';
import { adviceLines } from './advice.ts';
import { alternativeSummary, evidenceAtAGlance, restsOnLines } from './evidence.ts';
import { blockText } from './block.ts';
import { diagnosticLines, hazardLines, type SourceOptions } from './diagnostics.ts';
import { globalLines } from './global.ts';
import { hintSentences } from './hints.ts';
import { keyed } from './keyed.ts';
import { hang } from './measure.ts';
import { byteSize, counted, decimal } from './numbers.ts';
import { occupancyText } from './occupancy.ts';
import { sampledPart } from './sample.ts';
import { heatMaps, siteLines } from './sites.ts';
import { type Page, pageFor, type TextOptions } from './style.ts';
import { languageTitle, verdict, verdictTone } from './verdict.ts';

export interface ReportTextOptions extends TextOptions, SourceOptions {
  /** Draws the banks of the most expensive sites. */
  readonly heatmap?: boolean;
  /** Shows every site instead of the first ten. */
  readonly all?: boolean;
}

/** The whole report, ended by a newline. No line is wider than the page. */
export function renderReport(analysis: Analysis, options: ReportTextOptions = {}): string {
  const { report } = analysis;
  const page = pageFor(options);
  const machine = findMachine(report.machine);
  const terms = termsFor(machine);
  const all = options.all === true;
  const sections: readonly (readonly string[])[] = [
    headerLines(report, machine, terms, page),
    verdictLines(report, terms, page),
    siteLines(report, terms, page, all),
    options.heatmap === true ? heatMaps(analysis, page, all) : [],
    globalLines(report.global, terms, page, all),
    section('Counters', counterLines(report, page), page),
    section('Hazards', hazardLines(report.hazards, page, all), page),
    section('Diagnostics', diagnosticLines(report.diagnostics, page, options), page),
    section('Advice', adviceLines(report.advice, page, all), page),
    section('Rests on', restsOnLines(report, terms, page), page),
  ];
  return sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.map((line) => `${line}\n`).join(''))
    .join('\n');
}

function headerLines(
  report: Report,
  machine: Machine | undefined,
  terms: Terms,
  page: Page,
): string[] {
  const { kernel, occupancy } = report;
  const model = machine === undefined ? undefined : findModel(machine, report.model);
  const chip = machine === undefined ? '' : ` (${machine.vendor} ${machine.products})`;
  const assumed = report.diagnostics.some(({ about }) => about === 'assumed-machine');
  const part = sampledPart(kernel, terms);
  const waves = `${counted(kernel.waves, terms.wave)}${part === undefined ? '' : ` of ${part}`}`;
  const entries: readonly (readonly [string, string])[] = [
    ['symbol', readableName(kernel.name) === kernel.name ? '' : kernel.name],
    ['machine', `${report.machine}${chip}${assumed ? ', assumed' : ''}`],
    [
      'executed',
      `${waves}, ${byteSize(kernel.ldsBytes)} of ${terms.sharedMemory} per ${terms.workgroup}`,
    ],
    ['block', blockText(kernel.block)],
    ['room', occupancy === undefined ? '' : occupancyText(occupancy, terms)],
    ['model', model === undefined ? report.model : `${model.name}: ${model.title}`],
    ['evidence', evidenceAtAGlance(report)],
  ];
  return [
    ...hang('', `${readableName(kernel.name)} (${languageTitle(kernel)})`, page.width).map((line) =>
      page.paint('strong', line),
    ),
    ...entries.filter(([, text]) => text !== '').flatMap(([key, text]) => keyed(key, text, page)),
  ];
}

const verdictStyles = { none: 'plain', good: 'good', warn: 'warn', bad: 'bad' } as const;

function verdictLines(report: Report, terms: Terms, page: Page): string[] {
  const headline = hang('', verdict(report, terms), page.width).map((line) =>
    page.paint(verdictStyles[verdictTone(report)], line),
  );
  const disputes = report.alternatives.flatMap((alternative) =>
    hang('', alternativeSummary(alternative, report, terms), page.width),
  );
  const hints = (report.hints === undefined ? [] : hintSentences(report.hints, terms)).flatMap(
    (line) => hang('', line, page.width),
  );
  const below = hang('', attention(report), page.width);
  return [
    ...headline,
    ...[...disputes, ...hints, ...below].filter(Boolean).map((line) => page.paint('warn', line)),
  ];
}

/** Points to what else a reader must know, since it stands after the table. */
function attention({ hazards, diagnostics }: Report): string {
  const count = (wanted: Severity): number =>
    diagnostics.filter(({ severity }) => severity === wanted).length;
  const [errors, warnings] = [count('error'), count('warning')];
  const parts = [
    ...(errors > 0 ? [counted(errors, 'error')] : []),
    ...(hazards.length > 0 ? [counted(hazards.length, 'hazard')] : []),
    ...(warnings > 0 ? [counted(warnings, 'warning')] : []),
  ];
  return parts.length === 0 ? '' : `${parts.join(' and ')}: see below`;
}

function counterLines(report: Report, page: Page): string[] {
  if (report.sites.length === 0) return [];
  const values = report.counters.map(({ value, unit }) =>
    unit === 'percent' ? `${value.toFixed(2)} %` : decimal(value),
  );
  const nameWidth = Math.max(...report.counters.map(({ name }) => name.length));
  const valueWidth = Math.max(...values.map((value) => value.length));
  const lines = report.counters.flatMap(({ name, unit }, index) => {
    const value = values[index] ?? '';
    const suffix = unit === 'percent' ? '' : ` ${unit}`;
    const line = `  ${name.padEnd(nameWidth)}  ${value.padStart(valueWidth)}${suffix}`;
    return line.length <= page.width
      ? [line]
      : [...hang('  ', name, page.width), `    ${value}${suffix}`];
  });
  if (report.sites.every(({ direction }) => direction !== 'async')) return lines;
  const remark = 'without asynchronous copies: these counters do not see them';
  return [...lines, ...hang('  ', remark, page.width).map((line) => page.paint('faint', line))];
}

function section(title: string, lines: readonly string[], page: Page): string[] {
  return lines.length === 0 ? [] : [page.paint('strong', title), ...lines];
}
