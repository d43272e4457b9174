/**
 * The expectation of an example: `expected.json`, the figures in its README, and its row of the gallery.
 */
import type { Report } from '@ldscope/core';

interface SiteFigures {
  /** `line:column` in the kernel. */
  readonly site: string;
  readonly op: string;
  readonly buffer: string;
  readonly ways: number;
  readonly bankConflict: number;
  readonly idxActive: number;
  readonly executions: number;
  readonly phases: number;
}

interface GlobalFigures {
  /** `line:column` in the kernel. */
  readonly site: string;
  readonly op: string;
  readonly buffer: string;
  /** Lines or sectors. */
  readonly transactions: number;
  readonly ideal: number;
  readonly usefulBytes: number;
  readonly fetchedBytes: number;
}

export interface Figures {
  readonly sites: readonly SiteFigures[];
  readonly global: readonly GlobalFigures[];
  readonly hazards: readonly string[];
  /** Instructions that the machine does not have. */
  readonly unserved: readonly string[];
}

export interface Expected {
  /** What the kernel computes: a name in `results.ts`. */
  readonly result?: string;
  /** Figures by machine. */
  readonly machines: Readonly<Record<string, Figures>>;
}

export function figuresOf(report: Report, unserved: Iterable<string>): Figures {
  return {
    sites: report.sites.map((site) => ({
      site: site.id,
      op: site.op,
      buffer: site.buffer,
      ways: site.worstWays,
      bankConflict: site.bankConflict,
      idxActive: site.idxActive,
      executions: site.executions,
      phases: site.phases,
    })),
    global: (report.global?.sites ?? []).map((site) => ({
      site: site.id,
      op: site.op,
      buffer: site.buffer,
      transactions: site.transactions,
      ideal: site.idealTransactions,
      usefulBytes: site.usefulBytes,
      fetchedBytes: site.fetchedBytes,
    })),
    hazards: report.hazards.map(({ code, location }) => `${location.line ?? 0}: ${code}`),
    unserved: [...unserved],
  };
}

/** JSON with one line for each site, so that a changed figure is a changed line. */
export function expectedJson(expected: Expected): string {
  return `${JSON.stringify(expected, undefined, 2).replaceAll(/\{[^{}[\]]*\}/g, (flat) =>
    flat.replaceAll(/\s*\n\s*/g, ' '),
  )}\n`;
}

/** Replaces what is between the two marks of a README; `undefined` when it has none. */
export function withBlock(text: string, content: string): string | undefined {
  const [begin, end] = ['<!-- figures -->', '<!-- end of figures -->'];
  const from = text.indexOf(begin);
  const to = text.indexOf(end);
  if (from < 0 || to < from) return undefined;
  return `${text.slice(0, from + begin.length)}\n\n${content}\n\n${text.slice(to)}`;
}

/** What the tool says of the kernel on each machine. */
export function figuresTable(machines: Expected['machines']): string {
  return table(
    ['machine', 'line', 'instruction', 'of', 'ways', 'executed', 'cycles', 'of them conflict'],
    Object.entries(machines).flatMap(([machine, { sites, unserved }]) =>
      sites.map((site) => [
        machine,
        site.site.split(':')[0] ?? '',
        `\`${site.op}\``,
        // Machine code does not name its allocations.
        site.buffer === '' ? 'LDS' : `\`${site.buffer}\``,
        unserved.includes(site.op) ? 'not on this chip' : `${site.ways}`,
        `${site.executions}`,
        `${site.idxActive}`,
        `${site.bankConflict}`,
      ]),
    ),
  );
}

/** What global accesses fetch beyond what they need; `undefined` when no machine has a finding. */
export function globalTable(machines: Expected['machines']): string | undefined {
  const rows = Object.entries(machines).flatMap(([machine, { global }]) =>
    global
      .filter(({ transactions, ideal }) => transactions > ideal)
      .map((site) => [
        machine,
        site.site.split(':')[0] ?? '',
        `\`${site.op}\``,
        `\`${site.buffer}\``,
        `${site.transactions}`,
        `${site.ideal}`,
        `${((100 * site.usefulBytes) / site.fetchedBytes).toFixed(1)} %`,
      ]),
  );
  const head = ['machine', 'line', 'instruction', 'of', 'transactions', 'ideal', 'useful'];
  return rows.length === 0 ? undefined : `Global memory:\n\n${table(head, rows)}`;
}

/** A row of the gallery: worst ways by machine. */
export function galleryRow(
  name: string,
  teaches: string,
  { machines }: Expected,
): readonly string[] {
  const ways = (machine: string): string => {
    const figures = machines[machine];
    return figures === undefined ? '' : `${Math.max(...figures.sites.map((site) => site.ways))}`;
  };
  const others = Object.keys(machines).filter((machine) => !GALLERY_MACHINES.includes(machine));
  return [
    `[${name}](${name}/README.md)`,
    teaches,
    ...GALLERY_MACHINES.map(ways),
    others.map((machine) => `${machine} ${ways(machine)}`).join(', '),
  ];
}

const GALLERY_MACHINES: readonly string[] = ['gfx942', 'gfx950'];

export function galleryTable(rows: readonly (readonly string[])[]): string {
  return table(['example', 'teaches', ...GALLERY_MACHINES, 'other chips'], rows);
}

/** A Markdown table, padded as the formatter pads it. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, i) =>
    Math.max(3, title.length, ...rows.map((row) => (row[i] ?? '').length)),
  );
  const line = (cells: readonly string[]): string =>
    `| ${widths.map((width, i) => (cells[i] ?? '').padEnd(width)).join(' | ')} |`;
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [line(head), rule, ...rows.map(line)].join('\n');
}
