/** The tables of docs/attention.md, by the names of their blocks. */
import type { SweepPlan, SweepRow } from './sweep.ts';
import {
  kernelTable,
  searchedTable,
  summaryTable,
  talkTable,
  tileTable,
  totalTable,
} from './tables.ts';

export interface Sweep {
  readonly plan: SweepPlan;
  readonly rows: readonly SweepRow[];
}

/** The blocks of the page, from sweeps over all shapes. */
export function documentBlocks(gfx942: Sweep, gfx950: Sweep): Readonly<Record<string, string>> {
  const { plan, rows } = gfx942;
  const text = (lines: readonly string[]): string => lines.join('\n');
  return {
    talk: text(talkTable(rows)),
    kernels: text(kernelTable(rows)),
    tiles: text(tileTable(plan, rows)),
    searched: text(searchedTable(rows)),
    totals: text(totalTable(rows)),
    summary: text(summaryTable(rows)),
    gfx950: [
      tileTable(gfx950.plan, gfx950.rows),
      totalTable(gfx950.rows),
      summaryTable(gfx950.rows),
    ]
      .map(text)
      .join('\n\n'),
  };
}

/** The page with its blocks replaced; a block that the page lacks is an error. */
export function withBlocks(page: string, blocks: Readonly<Record<string, string>>): string {
  return Object.entries(blocks).reduce((text, [name, block]) => {
    const [begin, end] = [`<!-- ${name} -->\n`, `<!-- end of ${name} -->`];
    const [from, to] = [text.indexOf(begin), text.indexOf(end)];
    if (from < 0 || to < from) throw new Error(`the page has no block ${name}`);
    return `${text.slice(0, from + begin.length)}\n${block}\n\n${text.slice(to)}`;
  }, page);
}
