/** The table of the lines of an access. */
import { type GlobalExplanation, laneRanges } from '@ldscope/core';
import { blockPlace, placeLegend } from '../text/block-place.ts';
import { counted, grouped, percent } from '../text/numbers.ts';
import type { DataTable } from './data-table.ts';

/** Every line in words: where it is, how much of it is used, and by which lanes. */
export function globalLinesTable(explanation: GlobalExplanation): DataTable {
  const { blocks, model, idealTransactions, usefulBytes, fetchedBytes } = explanation;
  const { unit, transactionBytes } = model;
  const size = transactionBytes.value;
  return {
    caption:
      `${counted(blocks.length, unit)} of ${size} B, ideal ${grouped(idealTransactions)}; ` +
      `${grouped(usefulBytes)} of ${grouped(fetchedBytes)} B fetched are useful`,
    columns: [
      { title: unit, numeric: true },
      { title: `at byte, ${placeLegend(explanation)}`, numeric: true },
      { title: 'wanted B', numeric: true },
      { title: 'wanted', numeric: true },
      { title: 'lanes' },
    ],
    rows: blocks.map((block, index) => [
      grouped(index),
      blockPlace(explanation, block),
      grouped(block.wantedBytes),
      percent(block.wantedBytes, size),
      laneRanges([...block.lanes].sort((a, b) => a - b)),
    ]),
  };
}
