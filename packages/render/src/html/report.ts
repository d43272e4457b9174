/**
 * The report of a file as one HTML page:
 *
 *     verdict and figures -> source with line results -> instructions -> layouts -> global memory -> time -> messages -> evidence
 *
 * Of a large kernel the instructions that cost most have pictures, so that the page stays small.
 */
import { type Analysis, hintText, type ReportDiagnostic } from '@ldscope/core';
import type { AnalyzedFile, AnalyzedKernel } from '../document/analyzed-file.ts';
import { termsFor } from '../terminology.ts';
import { counted } from '../text/numbers.ts';
import { adviceTable } from './advice.ts';
import { type AlikeSites, alikeSites } from './alike.ts';
import { diagnosticList, hazardList } from './diagnostics.ts';
import { evidenceParts } from './evidence.ts';
import { globalParts } from './global.ts';
import { layoutSection } from './layouts.ts';
import { sourceListing } from './listing.ts';
import { h, type HtmlChild, type HtmlNode } from './node.ts';
import { FIGURES_NOTE, pageText } from './page.ts';
import { siteSection, stepNames } from './site.ts';
import { attentionOf, counterTable, siteTable, summaryOf } from './summary.ts';
import { timeParts } from './time.ts';

/** Instructions of a kernel that have pictures, of those that differ. */
const MOST_PICTURED = 8;

/** The text of the page. */
export function htmlReport(analyzed: AnalyzedFile): string {
  const { file, kernels } = analyzed;
  const steps = kernels.flatMap((kernel) => {
    const { machine, model } = kernel;
    const sites = picturedSites(kernel).map(({ site }) => site);
    return machine === undefined || model === undefined ? [] : stepNames(sites, machine, model);
  });
  return pageText({
    title: `${file} - ldscope`,
    note: kernels.some(({ analysis }) => analysis !== undefined)
      ? FIGURES_NOTE
      : 'Made by ldscope.',
    steps: [...new Set(steps)],
    main: [
      h('h1', {}, file),
      ...kernels.map((kernel, index) => kernelArticle(kernel, analyzed, `k${index}`)),
    ],
  });
}

/** A part of the article: its heading, its anchor and what stands in it. */
interface Part {
  readonly name: string;
  readonly title: string;
  readonly content: readonly HtmlChild[];
}

function kernelArticle(kernel: AnalyzedKernel, analyzed: AnalyzedFile, id: string): HtmlNode {
  const { analysis } = kernel;
  const parts = (analysis === undefined ? failedParts : analysisParts)(kernel, analyzed, id).filter(
    ({ content }) => content.length > 0,
  );
  return h(
    'article',
    { class: 'kernel', id },
    h(
      'div',
      { class: 'head' },
      ...(analysis === undefined
        ? [
            h('h2', { class: 'verdict bad' }, 'Nothing could be analysed'),
            h('p', { class: 'soft' }, counted(kernel.diagnostics.length, 'message')),
          ]
        : [
            h('h2', {}, analysis.report.kernel.name),
            ...summaryOf(analysis.report, kernel),
            ...attention(kernel, analysis),
          ]),
      parts.length > 1 &&
        h(
          'nav',
          { 'aria-label': 'Contents' },
          h(
            'ul',
            { class: 'contents' },
            ...parts.map(({ name, title }) =>
              h('li', {}, h('a', { href: `#${id}-${name}` }, title)),
            ),
          ),
        ),
    ),
    ...parts.map(({ name, title, content }) =>
      h('section', { id: `${id}-${name}` }, h('h3', {}, title), ...content),
    ),
  );
}

function attention({ diagnostics }: AnalyzedKernel, { report }: Analysis): HtmlNode[] {
  const words = attentionOf({ hazards: report.hazards, diagnostics });
  return words === '' ? [] : [h('p', {}, h('span', { class: 'tag warn' }, words), ' see below')];
}

function failedParts({ diagnostics }: AnalyzedKernel, analyzed: AnalyzedFile): Part[] {
  const listing =
    analyzed.source === undefined
      ? undefined
      : sourceListing(analyzed.source, { diagnostics }, new Map());
  return [
    messagePart(diagnostics, [], analyzed),
    { name: 'source', title: 'Source', content: panel(listing) },
  ];
}

function analysisParts(kernel: AnalyzedKernel, analyzed: AnalyzedFile, id: string): Part[] {
  const { analysis, diagnostics, layouts = [], layoutNotes = [], time } = kernel;
  if (analysis === undefined) return [];
  const { report } = analysis;
  const pictured = picturedSites(kernel);
  const anchors = new Map(
    pictured.flatMap(({ site, others }, index) =>
      [site, ...others].map((one) => [one.id, `${id}-s${index}`] as const),
    ),
  );
  const { source } = analyzed;
  const listing = source === undefined ? undefined : sourceListing(source, kernel, anchors);
  const messages = messagePart(diagnostics, report.hazards, analyzed);
  // What is incomplete says so before it shows a figure.
  const isIncomplete = diagnostics.some(({ severity }) => severity === 'error');
  return [
    ...(isIncomplete ? [messages] : []),
    {
      name: 'sites',
      title: termsFor(kernel.machine).sharedMemory,
      content: [...panel(siteTable(report, kernel, anchors)), ...panel(counterTable(report))],
    },
    { name: 'source', title: 'Source', content: panel(listing) },
    {
      name: 'instructions',
      title: 'Instructions',
      content: siteSections(kernel, analysis, pictured, anchors),
    },
    {
      name: 'layouts',
      title: 'Layouts',
      content: [
        ...layouts.map((one, index) => layoutSection(one, `${id}-l${index}`)),
        ...layoutRemarks(layoutNotes, [...diagnostics, ...(analysis?.report.diagnostics ?? [])]),
      ],
    },
    { name: 'global', title: 'Global memory', content: panel(...globalParts(analysis, kernel)) },
    { name: 'time', title: 'Time', content: time === undefined ? [] : panel(...timeParts(time)) },
    ...(isIncomplete ? [] : [messages]),
    {
      name: 'advice',
      title: 'Advice',
      content: report.advice === undefined ? [] : panel(adviceTable(report.advice)),
    },
    { name: 'evidence', title: 'Evidence', content: panel(...evidenceParts(report, kernel)) },
  ];
}

/** Those that conflict, or the most expensive one where none does. */
function picturedSites({ analysis, machine, model }: AnalyzedKernel): readonly AlikeSites[] {
  if (analysis === undefined || machine === undefined || model === undefined) return [];
  const { sites } = analysis;
  const conflicting = sites.filter(({ bankConflict }) => bankConflict > 0);
  return conflicting.length === 0
    ? sites.slice(0, 1).map((site) => ({ site, others: [] }))
    : alikeSites(conflicting, machine, model).slice(0, MOST_PICTURED);
}

function siteSections(
  { machine, model }: AnalyzedKernel,
  { report, sites }: Analysis,
  pictured: readonly AlikeSites[],
  anchors: ReadonlyMap<string, string>,
): HtmlNode[] {
  if (machine === undefined || model === undefined) return [];
  const conflicting = sites.filter(({ bankConflict }) => bankConflict > 0);
  const allCycles = report.totals.idxActive;
  const rest = conflicting.filter(({ id }) => !anchors.has(id)).length;
  return [
    ...(conflicting.length === 0 && pictured.length > 0
      ? [h('p', { class: 'soft' }, 'No instruction conflicts; this is the most expensive one.')]
      : []),
    ...pictured.map(({ site, others }) =>
      siteSection(site, {
        machine,
        model,
        id: anchors.get(site.id) ?? '',
        level: 4,
        allCycles,
        others,
      }),
    ),
    ...(rest > 0
      ? [
          h(
            'p',
            { class: 'soft' },
            `${counted(rest, 'more instruction conflicts', 'more instructions conflict')} at less cost and ` +
              'have no picture here; ',
            h('code', {}, 'ldscope explain FILE --site ID --format html'),
            ' shows any of them.',
          ),
        ]
      : []),
  ];
}

/** What the search says beside its answers, without what the analysis has said already. */
function layoutRemarks(
  notes: readonly ReportDiagnostic[],
  before: readonly ReportDiagnostic[],
): HtmlNode[] {
  const own = notes.filter(({ message }) => !before.some((one) => one.message === message));
  if (own.length === 0) return [];
  return [
    h(
      'ul',
      {},
      ...own.map(({ message, hint }) =>
        h('li', {}, message, ' ', h('span', { class: 'soft' }, `Hint: ${hintText(hint)}`)),
      ),
    ),
  ];
}

function messagePart(
  diagnostics: readonly ReportDiagnostic[],
  hazards: Analysis['report']['hazards'],
  { file, source }: AnalyzedFile,
): Part {
  const messages = [
    ...hazardList(hazards),
    ...diagnosticList(diagnostics, source === undefined ? { file } : { file, source }),
  ];
  return {
    name: 'messages',
    title: hazards.length > 0 ? 'Hazards and diagnostics' : 'Diagnostics',
    content: messages.length === 0 ? [] : [h('div', { class: 'panel' }, ...messages)],
  };
}

function panel(...content: readonly (HtmlChild | undefined)[]): HtmlNode[] {
  const present = content.filter((one) => one !== undefined);
  return present.length === 0 ? [] : [h('section', { class: 'panel' }, ...present)];
}
