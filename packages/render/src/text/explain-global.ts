/** One execution of a global access, taken apart: why it takes its lines, and which lanes are in each of them. */
import {
  type AnalysisGlobalSite,
  type GlobalExplanation,
  laneRanges,
  type Machine,
} from '@ldscope/core';
import { blockPlace, placeLegend } from './block-place.ts';
import { keyed } from './keyed.ts';
import { fit, hang } from './measure.ts';
import { counted, grouped, percent } from './numbers.ts';
import { evidenceStyles } from './evidence.ts';
import { type Page, pageFor, type TextOptions } from './style.ts';
import { table } from './table.ts';

/** What is explained, and by what. */
export interface GlobalExplained {
  readonly machine: Machine;
  readonly site: AnalysisGlobalSite;
  readonly explanation: GlobalExplanation;
}

export interface GlobalExplainTextOptions extends TextOptions {
  /** Every line or sector instead of the first ones. */
  readonly all?: boolean;
}

/** The explanation of the worst execution of a site of global memory, ended by a newline. */
export function renderGlobalExplanation(
  explained: GlobalExplained,
  options: GlobalExplainTextOptions = {},
): string {
  const page = pageFor(options);
  const { explanation } = explained;
  const sections: readonly (readonly string[])[] = [
    headLines(explained, page),
    [
      page.paint('strong', 'Why'),
      ...explanation.reasons.flatMap((sentence) => hang('  - ', sentence, page.width)),
    ],
    blockLines(explanation, options.all === true, page),
  ];
  return sections.map((lines) => lines.map((line) => `${line}\n`).join('')).join('\n');
}

function headLines({ machine, site, explanation }: GlobalExplained, page: Page): string[] {
  const { model, blocks, idealTransactions, usefulBytes, fetchedBytes, requestedBytes } =
    explanation;
  const { unit, transactionBytes } = model;
  const { location, executions } = site;
  const buffer = site.buffer === '' ? '' : ` of ${site.buffer}`;
  const run =
    executions === 1 ? 'the only one' : `of ${grouped(executions)} the one furthest from the ideal`;
  const asked =
    requestedBytes === usefulBytes ? '' : `, ${grouped(requestedBytes)} B with repetitions`;
  return [
    ...hang('', `${site.id} ${site.op}${buffer}`, page.width).map((line) =>
      page.paint('strong', line),
    ),
    ...(location.text === undefined
      ? []
      : [`  ${fit(`${location.line ?? ''} | ${location.text.trim()}`, page.width - 2)}`]),
    ...keyed('machine', `${machine.name} (${machine.vendor} ${machine.products})`, page),
    ...keyed('model', `${model.name}: ${model.title}`, page),
    ...keyed(
      'execution',
      `${run}; ${site.direction}, ${counted(site.widthBytes, 'byte')} a lane`,
      page,
    ),
    ...(site.assumedPitch === true
      ? keyed('row pitch', 'assumed: rows of the matrix begin at a line and share none', page)
      : []),
    ...keyed('cost', `${counted(blocks.length, unit)}, ideal ${grouped(idealTransactions)}`, page),
    ...keyed(
      'bytes',
      `${grouped(usefulBytes)} of ${grouped(fetchedBytes)} fetched are useful ` +
        `(${percent(usefulBytes, fetchedBytes)})${asked}`,
      page,
    ),
    ...keyed(
      'evidence',
      `${transactionBytes.value} B: ${transactionBytes.evidence}: ${transactionBytes.source}`,
      page,
    ).map((line, index) =>
      index === 0
        ? line.replace(
            transactionBytes.evidence,
            page.paint(evidenceStyles[transactionBytes.evidence], transactionBytes.evidence),
          )
        : line,
    ),
  ];
}

const SHOWN_BLOCKS = 16;

/** A row for each line or sector, the first of them unless all are wanted. */
function blockLines(explanation: GlobalExplanation, all: boolean, page: Page): string[] {
  const { blocks, model } = explanation;
  if (blocks.length === 0) return [];
  const { unit, transactionBytes } = model;
  const shown = all ? blocks : blocks.slice(0, SHOWN_BLOCKS);
  const rows = shown.map((block) => ({
    cells: [
      { text: blockPlace(explanation, block) },
      { text: `${block.wantedBytes} of ${transactionBytes.value}` },
      { text: laneRanges(block.lanes) },
    ],
  }));
  const columns = [
    { title: 'at byte', align: 'right' },
    { title: 'wanted', align: 'right' },
    { title: 'lanes', least: 10 },
  ] as const;
  const rest = blocks.length - shown.length;
  const more = rest === 0 ? '' : `; ${counted(rest, `more ${unit}`)}, --all-phases shows them`;
  const legend = `at byte: ${placeLegend(explanation)}${more}`;
  return [
    page.paint('strong', unit === 'line' ? 'Lines' : 'Sectors'),
    ...table(columns, rows, page),
    ...hang('  ', legend, page.width).map((line) => page.paint('faint', line)),
  ];
}
