/** The same in words: the slices of a load, and the seven scenarios beside each other. */
import type { DataTable } from '@ldscope/render';
import { tableOf } from '../../picture/table-of.ts';
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

export const summaryTable = (
  rows: readonly SummaryRow[],
  { model, chip }: FetchChoice,
): DataTable =>
  tableOf('Seven loads of a wave of 64 lanes (32 on NVIDIA)', rows, [
    ['#', (_, index) => index + 1],
    ['load', ({ scenario }) => scenario.title],
    ['B a lane', ({ scenario }) => scenario.widthBytes],
    ['stride', ({ scenario }) => scenario.strideBytes],
    ['64 B lines', ({ deck }) => deck.explanation.blocks.length],
    ['useful', ({ deck }) => percent(deck.efficiency), 'numeric'],
    [
      `${model.transactionBytes.value} B ${model.unit}s (${chip})`,
      (row) => row.chip.explanation.blocks.length,
    ],
    ['at best', (row) => row.chip.explanation.idealTransactions],
    ['useful', (row) => percent(row.chip.efficiency), 'numeric'],
  ]);
