/**
 * The report of a file: of each kernel the verdict, the sites that cost most, and what the figures rest on.
 *
 *     text       what a terminal has room for
 *     page       everything, with the source, pictures, layouts and time
 *     comment    short enough for a pull request: what conflicts, what is wrong, the rest folded away
 */
import {
  findMachine,
  findModel,
  readableName,
  type Report,
  type ReportDiagnostic,
  type Severity,
} from '@ldscope/core';
import type { AnalyzedFile, AnalyzedKernel } from '../document/analyzed-file.ts';
import {
  type Block,
  type Document,
  type Fact,
  factOf,
  paragraph,
  type Section,
} from '../document/document.ts';
import type { DataTable } from '../svg/data-table.ts';
import { termsFor, type Terms, withArticle } from '../terminology.ts';
import { blockText } from '../text/block.ts';
import { alternativeSummary, evidenceAtAGlance } from '../text/evidence.ts';
import { hintSentences } from '../text/hints.ts';
import { hang } from '../text/measure.ts';
import { byteSize, counted, decimal, grouped, percent } from '../text/numbers.ts';
import type { SourceOptions } from '../text/diagnostics.ts';
import { occupancyText } from '../text/occupancy.ts';
import { isSample, sampledPart } from '../text/sample.ts';
import type { Page } from '../text/style.ts';
import { languageTitle, verdict, verdictTone } from '../text/verdict.ts';
import { adviceBlocks } from './advice.ts';
import { globalBlocks } from './global.ts';
import { isForSeveralChips, sayKernels } from './kernels.ts';
import { authoredBlocks, sourceBlocks } from './listing.ts';
import { type Pictured, picturedSites, sayInstructions, sayLayouts, sayTime } from './page.ts';
import { chipBlocks, restsOnBlocks } from './rests-on.ts';
import { heatMapBlocks, siteBlocks } from './sites.ts';

/** Where the report is read: it decides how much of it is there. */
type ReportForm = 'text' | 'page' | 'comment';

export interface SayReportOptions {
  readonly form?: ReportForm;
  /** Draws the banks of the most expensive sites. */
  readonly heatmap?: boolean;
  /** What the table of sites has rows of: instructions (default), or lines of the source where it is known. */
  readonly by?: 'instruction' | 'source' | undefined;
  /** Shows every site instead of the first ones. */
  readonly all?: boolean;
}

/** A file, or a kernel without one. */
type ReportedFile = SourceOptions &
  Pick<AnalyzedFile, 'kernels' | 'sources' | 'title'> & {
    /** Headings say then which chip a report is for. */
    readonly isForSeveralChips?: boolean;
  };

/** Sites in the tables of a form. */
const MOST = {
  text: { sites: 10, global: 10 },
  page: { sites: 200, global: 50 },
  comment: { sites: 20, global: 0 },
} as const;

/** The report of all kernels of a file, with a table of them where there are several. */
export function sayReport(analyzed: ReportedFile, options: SayReportOptions = {}): Document {
  const { file: shown = 'report', title: file = shown, kernels } = analyzed;
  const isAnalyzed = kernels.some(({ analysis }) => analysis !== undefined);
  const areForSeveralChips = isForSeveralChips(kernels);
  return {
    title: file,
    heading: options.form === 'comment' ? `ldscope: ${file}` : file,
    ...(isAnalyzed ? {} : { note: 'Made by ldscope.' }),
    sections: [
      ...(kernels.length > 1 ? [sayKernels(kernels)] : []),
      ...kernels.flatMap((kernel, index) => {
        const own = { ...analyzed, ...textOf(kernel), isForSeveralChips: areForSeveralChips };
        return sayKernel(kernel, own, `k${index}`, options);
      }),
    ],
  };
}

/** The text that the places of a kernel are in, where it is another than that of the file. */
const textOf = ({ file, source }: AnalyzedKernel): SourceOptions => ({
  ...(file === undefined ? {} : { file }),
  ...(source === undefined ? {} : { source }),
});

/** One kernel; `id` begins the names of its parts. */
function sayKernel(
  kernel: AnalyzedKernel,
  analyzed: ReportedFile,
  id: string,
  options: SayReportOptions,
): Section[] {
  const { analysis } = kernel;
  const { form = 'text' } = options;
  if (analysis === undefined) return sayFailure(kernel, analyzed, id, form);
  const { report } = analysis;
  const { machine = findMachine(report.machine) } = kernel;
  const { model = machine && findModel(machine, report.model) } = kernel;
  const known: AnalyzedKernel = {
    ...kernel,
    ...(machine === undefined ? {} : { machine }),
    ...(model === undefined ? {} : { model }),
  };
  const terms = termsFor(machine);
  const part = (name: string, heading: string | undefined, blocks: readonly Block[]): Section => ({
    level: 2,
    ...(form === 'page' ? { id: `${id}-${name}` } : {}),
    ...(heading === undefined ? {} : { heading }),
    blocks,
  });
  const most = options.all === true ? Infinity : MOST[form].sites;
  const shown: Pictured =
    form === 'page' ? picturedSites(known, id) : { pictured: [], anchors: new Map() };
  const sites = part('sites', form === 'page' ? terms.sharedMemory : undefined, [
    ...siteBlocks(report, terms, {
      most: form === 'comment' ? Math.min(most, conflicting(report)) : most,
      isShort: form === 'text',
      by: options.by ?? 'instruction',
      sources: analyzed.sources,
      anchors: shown.anchors,
    }),
  ]);
  const counters = part('counters', 'Counters', form === 'comment' ? [] : counterBlocks(report));
  const global = part(
    'global',
    'Global memory',
    globalBlocks(analysis, terms, {
      all: options.all === true || form === 'page',
      most: options.all === true ? Infinity : MOST[form].global,
      pictured: form === 'page' ? known.coalescing : undefined,
    }),
  );
  const messages = sayMessages(kernel, report.hazards, analyzed, part, options.all === true);
  const advice = part(
    'advice',
    'Advice',
    adviceBlocks(
      report.advice,
      form === 'page' ? 'folded' : options.all === true ? 'all' : 'counted',
    ),
  );
  const restsOn = restsOnBlocks(report, terms);
  const { isForSeveralChips: namesChip = false } = analyzed;
  const head = headOf(known, report, terms, id, { form, namesChip });
  switch (form) {
    case 'text':
      return [
        ...head,
        sites,
        part(
          'banks',
          'Banks',
          options.heatmap === true ? heatMapBlocks(analysis, options.all === true) : [],
        ),
        global,
        counters,
        ...messages,
        advice,
        part('rests', 'Rests on', restsOn),
      ];
    case 'comment':
      return [
        ...head,
        sites,
        global,
        ...messages,
        advice,
        part('rests', undefined, [{ kind: 'group', title: 'Rests on', blocks: restsOn }]),
      ];
    case 'page': {
      // What is incomplete says so before it shows a figure.
      const isIncomplete = kernel.diagnostics.some(({ severity }) => severity === 'error');
      const authored = authoredBlocks(analyzed.sources, known, shown.anchors);
      return [
        ...head,
        ...(isIncomplete ? messages : []),
        sites,
        counters,
        part('authored', 'Source', authored),
        part(
          'source',
          authored.length > 0 ? compiledTitle(report) : 'Source',
          sourceBlocks(analyzed.source, known, shown.anchors),
        ),
        ...sayInstructions(known, analysis, shown, `${id}-instructions`),
        ...sayLayouts(known, analysis, `${id}-layouts`),
        global,
        ...sayTime(known, `${id}-time`),
        ...(isIncomplete ? [] : messages),
        advice,
        part('evidence', 'Rests on', [...restsOn, ...chipBlocks(known)]),
      ];
    }
  }
}

/** What the source was compiled to. */
const compiledTitle = ({ kernel }: Report): string =>
  kernel.frontend === 'amdgcn' ? 'Assembly' : languageTitle(kernel);

const conflicting = ({ sites }: Report): number =>
  sites.filter(({ bankConflict }) => bankConflict > 0).length;

/** A command prints the messages of a terminal's report to the standard error. */
function sayFailure(
  { diagnostics }: AnalyzedKernel,
  origin: SourceOptions,
  id: string,
  form: ReportForm,
): Section[] {
  if (form === 'text') return [];
  const verdictBlock = { ...paragraph('Nothing could be analysed.', 'bad'), isVerdict: true };
  const listing = form === 'page' ? sourceBlocks(origin.source, { diagnostics }, new Map()) : [];
  return [
    { level: 1, id, blocks: [verdictBlock] },
    {
      level: 2,
      heading: 'Diagnostics',
      blocks: [{ kind: 'messages', hazards: [], diagnostics, origin }],
    },
    { level: 2, heading: 'Source', blocks: listing },
  ];
}

function sayMessages(
  { diagnostics }: AnalyzedKernel,
  hazards: Report['hazards'],
  origin: SourceOptions,
  part: (name: string, heading: string, blocks: readonly Block[]) => Section,
  all: boolean,
): Section[] {
  const of = (some: Report['hazards'], said: readonly ReportDiagnostic[]): Block[] =>
    some.length + said.length === 0
      ? []
      : [{ kind: 'messages', hazards: some, diagnostics: said, origin, all }];
  return [
    part('hazards', 'Hazards', of(hazards, [])),
    part('messages', 'Diagnostics', of([], diagnostics)),
  ];
}

/** Name, facts and verdict: a terminal has the facts first, where they scroll away. */
function headOf(
  kernel: AnalyzedKernel,
  report: Report,
  terms: Terms,
  id: string,
  { form, namesChip }: { readonly form: ReportForm; readonly namesChip: boolean },
): Section[] {
  const chip = namesChip ? ` on ${report.machine}` : '';
  const heading = `${readableName(report.kernel.name)} (${languageTitle(report.kernel)})${chip}`;
  const facts: Block = { kind: 'facts', facts: headFacts(kernel, report, terms) };
  const verdicts = verdictBlocks(report, terms);
  if (form === 'text') {
    return [
      { level: 1, heading, blocks: [facts] },
      { level: 2, blocks: verdicts },
    ];
  }
  const figures: Block[] =
    form === 'page' ? [{ kind: 'facts', isLarge: true, facts: figuresOf(report, terms) }] : [];
  return [{ level: 1, id, heading, blocks: [...verdicts, ...figures, facts] }];
}

function headFacts({ machine, model }: AnalyzedKernel, report: Report, terms: Terms): Fact[] {
  const { kernel, occupancy } = report;
  const chip = machine === undefined ? '' : ` (${machine.vendor} ${machine.products})`;
  const assumed = report.diagnostics.some(({ about }) => about === 'assumed-machine');
  const part = sampledPart(kernel, terms);
  const waves = `${counted(kernel.waves, terms.wave)}${part === undefined ? '' : ` of ${part}`}`;
  return [
    ...factOf('symbol', readableName(kernel.name) === kernel.name ? '' : kernel.name),
    ...factOf('machine', `${report.machine}${chip}${assumed ? ', assumed' : ''}`),
    ...factOf(
      'executed',
      `${waves}, ${byteSize(kernel.ldsBytes)} of ${terms.sharedMemory} per ${terms.workgroup}`,
    ),
    ...factOf('block', blockText(kernel.block)),
    ...factOf('room', occupancy && occupancyText(occupancy, terms)),
    ...factOf('model', model === undefined ? report.model : `${model.name}: ${model.title}`),
    ...factOf('evidence', evidenceAtAGlance(report)),
  ];
}

/** The figures that a reader of a page looks for first. */
function figuresOf({ totals, kernel, sites, global, occupancy }: Report, terms: Terms): Fact[] {
  const { idxActive, bankConflict } = totals;
  const free = bankConflict === 0 && !isSample(kernel) ? 'good' : undefined;
  return [
    ...factOf(
      'conflicts, of all cycles',
      percent(bankConflict, idxActive),
      bankConflict > 0 ? 'bad' : free,
    ),
    ...factOf(terms.memoryCycles, grouped(idxActive)),
    ...factOf('without conflicts', grouped(idxActive - bankConflict)),
    ...factOf('instructions', grouped(sites.length)),
    ...factOf(`${terms.wave}s executed`, grouped(kernel.waves)),
    ...factOf(`${terms.sharedMemory} per ${terms.workgroup}`, byteSize(kernel.ldsBytes)),
    ...factOf(
      `${terms.workgroup}s that fit ${withArticle(terms.unit)}`,
      occupancy && grouped(occupancy.workgroups),
    ),
    ...(global === undefined || global.sites.length === 0
      ? []
      : factOf(
          'global bytes useful',
          percent(global.totals.usefulBytes, global.totals.fetchedBytes),
        )),
  ];
}

const verdictStyles = { none: 'plain', good: 'good', warn: 'warn', bad: 'bad' } as const;

/** The verdict, what limits it, and what else a reader must know, since it stands after the table. */
function verdictBlocks(report: Report, terms: Terms): Block[] {
  const { alternatives, hints } = report;
  const below = [
    ...alternatives.map((alternative) => alternativeSummary(alternative, report, terms)),
    ...(hints === undefined ? [] : hintSentences(hints, terms)),
    ...attention(report),
  ];
  const headline = paragraph(verdict(report, terms), verdictStyles[verdictTone(report)], 0);
  return [{ ...headline, isVerdict: true }, ...below.map((text) => paragraph(text, 'warn', 0))];
}

/** `1 error and 2 warnings: see below`. */
function attention({ hazards, diagnostics }: Report): string[] {
  const count = (wanted: Severity): number =>
    diagnostics.filter(({ severity }) => severity === wanted).length;
  const parts = [
    [count('error'), 'error'] as const,
    [hazards.length, 'hazard'] as const,
    [count('warning'), 'warning'] as const,
  ].flatMap(([number, noun]) => (number === 0 ? [] : [counted(number, noun)]));
  return parts.length === 0 ? [] : [`${parts.join(' and ')}: see below`];
}

/** The hardware counters that the report predicts. */
function counterBlocks({ counters, sites }: Report): Block[] {
  if (sites.length === 0) return [];
  const rows = counters.map(({ name, value, unit }) =>
    unit === 'percent'
      ? ([name, `${value.toFixed(2)} %`, ''] as const)
      : ([name, decimal(value), unit] as const),
  );
  const table: DataTable = {
    caption: 'Hardware counters as predicted',
    columns: [{ title: 'counter' }, { title: 'value', numeric: true }, { title: 'unit' }],
    rows,
  };
  const isPartial = sites.some(({ direction }) => direction === 'async');
  return [
    { kind: 'drawing', lines: (page) => counterLines(rows, page), table: () => table },
    ...(isPartial
      ? [paragraph('without asynchronous copies: these counters do not see them', 'faint')]
      : []),
  ];
}

function counterLines(
  rows: readonly (readonly [name: string, value: string, unit: string])[],
  page: Page,
): string[] {
  const nameWidth = Math.max(...rows.map(([name]) => name.length));
  const valueWidth = Math.max(...rows.map(([, value]) => value.length));
  return rows.flatMap(([name, value, unit]) => {
    const suffix = unit === '' ? '' : ` ${unit}`;
    const line = `  ${name.padEnd(nameWidth)}  ${value.padStart(valueWidth)}${suffix}`;
    return line.length <= page.width
      ? [line]
      : [...hang('  ', name, page.width), `    ${value}${suffix}`];
  });
}
