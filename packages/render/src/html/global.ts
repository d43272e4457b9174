/** Global memory: what each access fetches and what of it is useful, and the picture of the least efficient one. */
import { type Analysis, explainGlobalAccess, type GlobalReport } from '@ldscope/core';
import type { AnalyzedKernel } from '../document/analyzed-file.ts';
import { globalLinesPicture } from '../svg/global-lines.ts';
import { globalLinesTable } from '../svg/global-lines-table.ts';
import { termsFor } from '../terminology.ts';
import { byteSize, grouped, percent } from '../text/numbers.ts';
import { figure } from './figure.ts';
import { h, type HtmlChild, type HtmlNode } from './node.ts';
import { scrolledTable } from './table.ts';

const MOST_ROWS = 50;

/** The parts of the section; none where nothing was recorded. */
export function globalParts(
  analysis: Analysis,
  { coalescing, machine }: AnalyzedKernel,
): HtmlChild[] {
  const { global } = analysis.report;
  if (global === undefined || global.sites.length === 0) return [];
  const { wave } = termsFor(machine);
  const { totals, unit, sites } = global;
  const wasteful = sites.filter((site) => site.transactions > site.idealTransactions).length;
  const useful = `${percent(totals.usefulBytes, totals.fetchedBytes)} of ${byteSize(totals.fetchedBytes)} is useful`;
  const worst = wasteful === 0 ? undefined : analysis.globalSites[0];
  return [
    h(
      'p',
      {},
      wasteful === 0
        ? `Every ${wave} takes the fewest ${unit}s: ${grouped(totals.transactions)}; ${useful}.`
        : `${grouped(wasteful)} of ${grouped(sites.length)} accesses take more ${unit}s than their bytes need: ` +
            `${grouped(totals.transactions)}, ideal ${grouped(totals.idealTransactions)}; ${useful}.`,
    ),
    siteTable(global),
    ...(worst === undefined || coalescing === undefined
      ? []
      : [worstFigure(explainGlobalAccess(worst.worst, 0, coalescing), worst.id)]),
  ];
}

function siteTable({ sites, unit, transactionBytes }: GlobalReport): HtmlNode {
  const shown = sites.slice(0, MOST_ROWS);
  const rest = sites.length - shown.length;
  return scrolledTable({
    caption:
      `Accesses of global memory, the least efficient first; a ${unit} is ${transactionBytes} B` +
      (rest > 0 ? `; ${grouped(rest)} more are left out` : '') +
      (sites.some(({ assumedPitch }) => assumedPitch === true)
        ? '; assumed row pitch: rows of the matrix begin at a line and share none'
        : ''),
    columns: [
      { title: 'site' },
      { title: 'instruction' },
      { title: 'buffer' },
      { title: 'runs', numeric: true },
      { title: `${unit}s`, numeric: true },
      { title: 'ideal', numeric: true },
      { title: 'useful', numeric: true },
      { title: 'why' },
    ],
    rows: shown.map((site) => [
      site.id,
      site.op,
      site.buffer,
      grouped(site.executions),
      grouped(site.transactions),
      grouped(site.idealTransactions),
      percent(site.usefulBytes, site.fetchedBytes),
      site.reason,
    ]),
    rowClass: (row) => {
      const site = shown[row];
      return site?.transactions === site?.idealTransactions ? 'free' : undefined;
    },
  });
}

function worstFigure(explanation: Parameters<typeof globalLinesPicture>[0], id: string): HtmlNode {
  return figure(globalLinesPicture(explanation), {
    caption: `The least efficient: ${id} ${explanation.instruction.name}`,
    table: globalLinesTable(explanation),
  });
}
