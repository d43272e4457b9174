/** One execution of a global access: why it needs its lines, and which lanes access each of them. */
import { type GlobalExplanation, laneRanges } from '@ldscope/core';
import { type Document, factOf, lineOf, paragraph, type Section } from '../document/document.ts';
import type { GlobalExplained } from '../document/explained.ts';
import { blockPlace, placeLegend } from '../text/block-place.ts';
import { evidenceStyles } from '../text/evidence.ts';
import { framesText } from '../text/source-place.ts';
import { counted, grouped, percent } from '../text/numbers.ts';
import { globalDrawing } from './global.ts';

export interface SayGlobalExplanationOptions {
  /** Every line or sector instead of the first ones. */
  readonly all?: boolean;
  /** A picture, for a page. */
  readonly pictures?: boolean;
}

/** The explanation of the worst execution of a site of global memory. */
export function sayGlobalExplanation(
  explained: GlobalExplained,
  options: SayGlobalExplanationOptions = {},
): Document {
  const { site, explanation } = explained;
  const items = explanation.reasons.map((text) => ({ label: '-', text }));
  return {
    title: `${site.id} ${site.op}`,
    sections: [
      sayHead(explained),
      { level: 3, heading: 'Why', blocks: [{ kind: 'list', items }] },
      ...(options.pictures === true
        ? [{ level: 3, blocks: [globalDrawing(explanation)] } as const]
        : []),
      sayBlocks(explanation, options.all === true),
    ],
  };
}

function sayHead({ machine, site, explanation }: GlobalExplained): Section {
  const { model, blocks, moved, idealTransactions, usefulBytes, fetchedBytes, requestedBytes } =
    explanation;
  const { unit, transactionBytes } = model;
  const { location, executions } = site;
  const buffer = site.buffer === '' ? '' : ` of ${site.buffer}`;
  const run =
    executions === 1 ? 'the only one' : `the one of ${grouped(executions)} furthest from the ideal`;
  const asked =
    requestedBytes === usefulBytes ? '' : `, ${grouped(requestedBytes)} B with repetitions`;
  const facts = [
    ...factOf('source', framesText(location)),
    ...factOf('machine', `${machine.name} (${machine.vendor} ${machine.products})`),
    ...factOf('model', `${model.name}: ${model.title}`),
    ...factOf(
      'execution',
      `${run}; ${site.direction}, ${counted(site.widthBytes, 'byte')} per lane`,
    ),
    ...(site.assumedPitch === true
      ? factOf('row pitch', 'assumed: rows of the matrix start at a line boundary')
      : []),
    ...factOf(
      'cost',
      `${counted(moved ?? blocks.length, unit)}, ideal ${grouped(idealTransactions)}`,
    ),
    ...factOf(
      'bytes',
      `${grouped(usefulBytes)} of ${grouped(fetchedBytes)} fetched are useful ` +
        `(${percent(usefulBytes, fetchedBytes)})${asked}`,
    ),
    {
      label: 'evidence',
      text: `${transactionBytes.value} B: ${transactionBytes.evidence}: ${transactionBytes.source}`,
      marked: {
        word: transactionBytes.evidence,
        style: evidenceStyles[transactionBytes.evidence],
      },
    },
  ];
  return {
    level: 1,
    heading: `${site.id} ${site.op}${buffer}`,
    blocks: [...lineOf(location), { kind: 'facts', facts }],
  };
}

const SHOWN_BLOCKS = 16;

/** A row per line or sector: the first ones, or all. */
function sayBlocks(explanation: GlobalExplanation, all: boolean): Section {
  const { blocks, model } = explanation;
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
    { title: 'used', align: 'right' },
    { title: 'lanes', least: 10 },
  ] as const;
  const rest = blocks.length - shown.length;
  const more = rest === 0 ? '' : `; ${counted(rest, `more ${unit}`)}, --all-phases shows them`;
  const legend = `at byte: ${placeLegend(explanation)}${more}`;
  return {
    level: 3,
    heading: unit === 'line' ? 'Lines' : 'Sectors',
    blocks:
      blocks.length === 0 ? [] : [{ kind: 'table', columns, rows }, paragraph(legend, 'faint')],
  };
}
