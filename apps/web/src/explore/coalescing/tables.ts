/** The same in words: the slices of a load, and the seven scenarios beside each other. */
import type { DataTable } from '@ldscope/render';
import type { CoalescingView, FetchChoice, SummaryRow } from './model.ts';
import { percent } from './steps-picture.ts';

export function slicesTable({ explanation, slices }: CoalescingView): DataTable {
  const { unit } = explanation.model;
  const { blocks, addressBytes } = explanation;
  return {
    caption: `${slices.length} slices in ${blocks.length} ${unit}s`,
    columns: [
      { title: 'lane', numeric: true },
      { title: 'address', numeric: true },
      { title: `${unit} at byte`, numeric: true },
      { title: `from byte of the ${unit}`, numeric: true },
      { title: 'bytes', numeric: true },
    ],
    rows: slices.map(({ lane, line, offsetBytes, bytes }) => [
      String(lane),
      String(addressBytes[lane] ?? ''),
      String(blocks[line]?.addressBytes ?? ''),
      String(offsetBytes),
      String(bytes),
    ]),
  };
}

export function summaryTable(rows: readonly SummaryRow[], fetch: FetchChoice): DataTable {
  const { model } = fetch;
  const own = `${model.transactionBytes.value} B ${model.unit}s (${fetch.chip})`;
  return {
    caption: 'Seven loads of a wave of 64 lanes (32 on NVIDIA)',
    columns: [
      { title: '#', numeric: true },
      { title: 'load' },
      { title: 'B a lane', numeric: true },
      { title: 'stride', numeric: true },
      { title: '64 B lines', numeric: true },
      { title: 'useful', numeric: true },
      { title: own, numeric: true },
      { title: 'at best', numeric: true },
      { title: 'useful', numeric: true },
    ],
    rows: rows.map(({ scenario, deck, chip }, index) => [
      String(index + 1),
      scenario.title,
      String(scenario.widthBytes),
      String(scenario.strideBytes),
      String(deck.explanation.blocks.length),
      percent(deck.efficiency),
      String(chip.explanation.blocks.length),
      String(chip.explanation.idealTransactions),
      percent(chip.efficiency),
    ]),
  };
}
