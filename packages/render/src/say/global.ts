/** Global memory: sites that fetch more than they need, and the others in one line. */
import {
  type Analysis,
  type CoalescingModel,
  explainGlobalAccess,
  type GlobalReport,
  type GlobalSite,
} from '@ldscope/core';
import { type Block, type Drawing, paragraph } from '../document/document.ts';
import { observedClause } from '../text/sample.ts';
import { globalLinesPicture } from '../svg/global-lines.ts';
import { globalLinesTable } from '../svg/global-lines-table.ts';
import type { GlobalExplanation } from '@ldscope/core';
import type { Terms } from '../text/terminology.ts';
import { byteSize, counted, grouped, percent } from '../text/numbers.ts';
import { fromText } from '../text/source-place.ts';
import type { Style } from '../text/style.ts';
import type { Cell, Column, Row } from '../text/table.ts';

interface GlobalOptions {
  /** Also lists sites that are fully coalesced. */
  readonly all: boolean;
  readonly most: number;
  /** The model under which the least efficient access is drawn. */
  readonly pictured: CoalescingModel | undefined;
}

/** None when no access was recorded. */
export function globalBlocks(
  { report: { global, kernel }, globalSites }: Analysis,
  terms: Terms,
  { all, most, pictured }: GlobalOptions,
): Block[] {
  if (global === undefined || global.sites.length === 0) return [];
  const { sites, unit } = global;
  const wasteful = sites.filter((site) => site.transactions > site.idealTransactions);
  const listed = all ? sites : wasteful;
  const shown = listed.slice(0, most);
  const hidden = listed.slice(shown.length);
  const rest = all ? [] : sites.slice(wasteful.length);
  const columns: readonly Column[] = [
    { title: '#', align: 'right' },
    { title: 'site', least: 7, spared: true },
    { title: 'instruction', least: 10, spared: true },
    { title: 'buffer', least: 6, leaves: 2 },
    { title: 'B/lane', align: 'right', leaves: 1, implied: true },
    { title: 'runs', align: 'right', leaves: 3 },
    { title: `${unit}s`, align: 'right' },
    { title: 'ideal', align: 'right' },
    { title: 'useful', align: 'right' },
    { title: 'share', align: 'right' },
  ];
  const rows =
    shown.length === 0
      ? []
      : [
          ...shown.map((site, index) => siteRow(site, index, global)),
          ...(hidden.length > 0 ? [sumRow(`+ ${hidden.length} more`, hidden, global)] : []),
          ...(rest.length > 0 ? [sumRow(`+ ${rest.length} ideal`, rest, global)] : []),
        ];
  const [worst] = wasteful.length === 0 ? [] : globalSites;
  return [
    headline(global, wasteful.length, observedClause(kernel, terms)),
    ...(rows.length > 0 ? [{ kind: 'table', columns, rows } as const] : []),
    legend(global, terms, rows.length > 0),
    ...(worst === undefined || pictured === undefined
      ? []
      : [
          globalDrawing(
            explainGlobalAccess(worst.worst, 0, pictured),
            `The least efficient: ${worst.id} ${worst.op}`,
          ),
        ]),
  ];
}

/** The lines of an access by lanes. */
export const globalDrawing = (explanation: GlobalExplanation, caption?: string): Drawing => ({
  kind: 'drawing',
  picture: () => globalLinesPicture(explanation),
  table: () => globalLinesTable(explanation),
  ...(caption === undefined ? {} : { caption }),
});

/** `2 of 3 sites take more lines than the bytes need: 9,216, ideal 4,864; 52.8 % of 1,152 KiB useful`. */
function headline(
  { sites, totals, unit }: GlobalReport,
  wasteful: number,
  observed: string | undefined,
): Block {
  const { transactions, idealTransactions, usefulBytes, fetchedBytes } = totals;
  const useful = `${percent(usefulBytes, fetchedBytes)} of ${byteSize(fetchedBytes)} useful${observed === undefined ? '' : `; ${observed}`}`;
  return wasteful === 0
    ? paragraph(
        `All global accesses are fully coalesced: ${counted(sites.length, 'site')}, ` +
          `${counted(transactions, unit)}, ${useful}`,
        'good',
      )
    : paragraph(
        `${grouped(wasteful)} of ${counted(sites.length, 'site')} ${wasteful === 1 ? 'takes' : 'take'} more ` +
          `${unit}s than the bytes need: ${grouped(transactions)}, ideal ${grouped(idealTransactions)}; ${useful}`,
        2 * idealTransactions <= transactions ? 'bad' : 'warn',
      );
}

function siteRow(site: GlobalSite, index: number, global: GlobalReport): Row {
  const { location, id, op, buffer, widthBytes, reason } = site;
  const wasteful = site.transactions > site.idealTransactions;
  const place = location.line === undefined ? '' : `${location.line} | `;
  const from = fromText(location);
  const below: Cell[] = [
    ...(location.text === undefined
      ? []
      : [{ text: place + location.text.trim(), style: 'faint' as const, isCode: true }]),
    ...(from === undefined ? [] : [{ text: from, style: 'faint' as const, isCode: true }]),
    ...(wasteful ? [{ text: reason }] : []),
  ];
  return {
    cells: [
      { text: String(index + 1) },
      { text: id, style: wasteful ? 'strong' : 'plain', isCode: true },
      { text: op, isCode: true },
      { text: buffer, isCode: true },
      { text: String(widthBytes) },
      ...costCells([site], global, wasteful ? 'bad' : 'plain'),
    ],
    below,
  };
}

function sumRow(label: string, sites: readonly GlobalSite[], global: GlobalReport): Row {
  const empty = ['', label, '', '', ''].map((text) => ({ text }));
  return { cells: [...empty, ...costCells(sites, global)] };
}

function costCells(
  sites: readonly GlobalSite[],
  { totals }: GlobalReport,
  style: Style = 'plain',
): readonly Cell[] {
  const sum = (
    key: 'executions' | 'transactions' | 'idealTransactions' | 'usefulBytes' | 'fetchedBytes',
  ) => sites.reduce((total, site) => total + site[key], 0);
  const transactions = sum('transactions');
  return [
    { text: grouped(sum('executions')) },
    { text: grouped(transactions), style },
    { text: grouped(sum('idealTransactions')) },
    { text: percent(sum('usefulBytes'), sum('fetchedBytes')), style },
    { text: percent(transactions, totals.transactions) },
  ];
}

function legend(global: GlobalReport, terms: Terms, hasTable: boolean): Block {
  const { unit, transactionBytes, model, title } = global;
  const which = model === 'default' ? '' : `model ${model}: ${title}; `;
  const columns = hasTable
    ? `; ideal: ${unit}s that the same bytes fill; useful: share of the fetched bytes; share: of all ${unit}s`
    : '';
  const assumed = global.sites.some(({ assumedPitch }) => assumedPitch === true)
    ? '; row pitch assumed: rows of the matrix start at a line boundary'
    : '';
  return paragraph(
    `${which}${unit}: ${transactionBytes} B, counted once per ${terms.wave} and instruction${columns}${assumed}`,
    'faint',
  );
}
