/** The section on global memory: what sites fetch beyond what they need, and the others in one line. */
import type { GlobalReport, GlobalSite } from '@ldscope/core';
import type { Terms } from '../terminology.ts';
import { hang } from './measure.ts';
import { byteSize, counted, grouped, percent } from './numbers.ts';
import type { Page, Style } from './style.ts';
import { type Cell, type Column, type Row, table } from './table.ts';

const SHOWN_SITES = 10;

/** Empty when no access was recorded. */
export function globalLines(
  global: GlobalReport | undefined,
  terms: Terms,
  page: Page,
  all: boolean,
): string[] {
  if (global === undefined || global.sites.length === 0) return [];
  const { sites, unit } = global;
  const wasteful = sites.filter((site) => site.transactions > site.idealTransactions);
  const shown = all ? sites : wasteful.slice(0, SHOWN_SITES);
  const hidden = wasteful.slice(shown.length);
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
  const rows = shown.map((site, index) => siteRow(site, index, global));
  if (hidden.length > 0) rows.push(sumRow(`+ ${hidden.length} more`, hidden, global));
  if (shown.length > 0 && rest.length > 0) {
    rows.push(sumRow(`+ ${rest.length} ideal`, rest, global));
  }
  return [
    page.paint('strong', 'Global memory'),
    ...headline(global, wasteful.length, terms, page),
    ...(rows.length > 0 ? table(columns, rows, page) : []),
    ...legend(global, terms, page, rows.length > 0),
  ];
}

/** `2 of 3 sites take more lines than they need: 9,216 lines, 4,864 would do; 52.8 % of 1,152 KiB is useful`. */
function headline(
  { sites, totals, unit }: GlobalReport,
  wasteful: number,
  terms: Terms,
  page: Page,
): string[] {
  const { transactions, idealTransactions, usefulBytes, fetchedBytes } = totals;
  const useful = `${percent(usefulBytes, fetchedBytes)} of ${byteSize(fetchedBytes)} useful`;
  const [text, style]: readonly [string, Style] =
    wasteful === 0
      ? [
          `Every ${terms.wave} takes the fewest ${unit}s: ${counted(sites.length, 'site')}, ` +
            `${counted(transactions, unit)}, ${useful}`,
          'good',
        ]
      : [
          `${grouped(wasteful)} of ${counted(sites.length, 'site')} ${wasteful === 1 ? 'takes' : 'take'} more ` +
            `${unit}s than the bytes need: ${grouped(transactions)}, ideal ${grouped(idealTransactions)}; ${useful}`,
          2 * idealTransactions <= transactions ? 'bad' : 'warn',
        ];
  return hang('  ', text, page.width).map((line) => page.paint(style, line));
}

function siteRow(site: GlobalSite, index: number, global: GlobalReport): Row {
  const { location, id, op, buffer, widthBytes, reason } = site;
  const wasteful = site.transactions > site.idealTransactions;
  const place = location.line === undefined ? '' : `${location.line} | `;
  const below: Cell[] = [
    ...(location.text === undefined
      ? []
      : [{ text: place + location.text.trim(), style: 'faint' as const }]),
    ...(wasteful ? [{ text: reason }] : []),
  ];
  return {
    cells: [
      { text: String(index + 1) },
      { text: id, style: wasteful ? 'strong' : 'plain' },
      { text: op },
      { text: buffer },
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

function legend(global: GlobalReport, terms: Terms, page: Page, hasTable: boolean): string[] {
  const { unit, transactionBytes, model, title } = global;
  const which = model === 'default' ? '' : `model ${model}: ${title}; `;
  const columns = hasTable
    ? `; ideal: ${unit}s that the same bytes would fill; useful: of their bytes; share: of all ${unit}s`
    : '';
  const assumed = global.sites.some(({ assumedPitch }) => assumedPitch === true)
    ? '; assumed row pitch: rows of the matrix begin at a line and share none'
    : '';
  const text = `${which}${unit}: ${transactionBytes} B, counted once for each ${terms.wave} and instruction${columns}${assumed}`;
  return hang('  ', text, page.width).map((line) => page.paint('faint', line));
}
