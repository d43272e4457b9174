/** The same in words: the slices of a load, and the seven scenarios beside each other. */
import type { DataTable } from '@ldscope/render';
import { type Column, tableOf } from '../../picture/table-of.ts';
import type { CoalescingView, FetchChoice, SummaryRow } from './model.ts';
import { percent } from './steps-picture.ts';

export function slicesTable({ explanation, slices }: CoalescingView): DataTable {
  const { unit } = explanation.model;
  const { blocks, addressBytes } = explanation;
  return tableOf(`${slices.length} slices in ${blocks.length} ${unit}s`, slices, [
    ['lane', ({ lane }) => lane],
    ['address', ({ lane }) => addressBytes[lane]],
    [`${unit} at byte`, ({ line }) => blocks[line]?.addressBytes],
    [`from byte of the ${unit}`, ({ offsetBytes }) => offsetBytes],
    ['bytes', ({ bytes }) => bytes],
  ]);
}

type SummaryColumns = readonly Column<SummaryRow>[];

const loadColumns: SummaryColumns = [
  ['#', (_, index) => index + 1],
  ['load', ({ scenario }) => scenario.title],
  ['B per lane', ({ scenario }) => scenario.widthBytes],
  ['stride', ({ scenario }) => scenario.strideBytes],
];

const chipColumns = ({ model, chip }: FetchChoice): SummaryColumns => [
  [
    `${model.transactionBytes.value} B ${model.unit}s (${chip})`,
    (row) => row.chip.explanation.blocks.length,
  ],
  ['lowest possible', (row) => row.chip.explanation.idealTransactions],
  ['useful', (row) => percent(row.chip.efficiency), 'numeric'],
];

const CAPTION = 'Seven loads of a wave of 64 lanes (32 on NVIDIA)';

export const summaryTable = (rows: readonly SummaryRow[], fetch: FetchChoice): DataTable =>
  tableOf(CAPTION, rows, [...loadColumns, ...chipColumns(fetch)]);

/** The same with the counts of the slides, for lines of 64 bytes. */
export const slidesTable = (rows: readonly SummaryRow[], fetch: FetchChoice): DataTable =>
  tableOf(CAPTION, rows, [
    ...loadColumns,
    ['64 B lines (slides)', ({ deck }) => deck.explanation.blocks.length],
    ['useful', ({ deck }) => percent(deck.efficiency), 'numeric'],
    ...chipColumns(fetch),
  ]);
