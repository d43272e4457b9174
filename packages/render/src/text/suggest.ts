/** What `ldscope suggest` found: for each buffer the recommended layout and other trade-offs, with cost, proof and code. */
import {
  findMachine,
  type Finding,
  readableName,
  rowText,
  type SuggestedBuffer,
  type SuggestedLayout,
  type SuggestedNotation,
  type SuggestReport,
} from '@ldscope/core';
import { termsFor } from '../terminology.ts';
import { ADDRESS_WORDS, addressText } from './address-text.ts';
import { blockText } from './block.ts';
import { hintSentences } from './hints.ts';
import { keyed } from './keyed.ts';
import { clean, hang } from './measure.ts';
import { byteSize, counted, grouped } from './numbers.ts';
import { layoutSample } from './sample.ts';
import { type Page, pageFor, type Style, type TextOptions } from './style.ts';
import { type Cell, type Column, type Row, table } from './table.ts';

export interface SuggestTextOptions extends TextOptions {
  /** Layouts that are listed of each buffer; 5 by default. */
  readonly top?: number;
  /** Lists all of them, with those that need far more address instructions than a simple one. */
  readonly all?: boolean;
}

const DEFAULT_TOP = 5;

const verdicts: Readonly<
  Record<SuggestedBuffer['verdict'], { readonly text: string; readonly style: Style }>
> = {
  free: { text: 'nothing to do: no bank conflicts', style: 'good' },
  solved: { text: 'a layout removes all conflicts', style: 'good' },
  better: { text: 'a layout has fewer conflicts, none removes all', style: 'warn' },
  stuck: { text: 'no layout that was searched has fewer conflicts', style: 'bad' },
};

/** The report without its diagnostics. */
export function renderSuggestions(report: SuggestReport, options: SuggestTextOptions = {}): string {
  const page = pageFor(options);
  const { kernel, machines, block, buffers, next } = report;
  const lines = [
    ...hang('', kernel === '' ? 'suggest' : readableName(kernel), page.width).map((line) =>
      page.paint('strong', line),
    ),
    ...keyed('machines', machines.join(', '), page),
    ...(block === undefined ? [] : keyed('block', blockText(block), page)),
    ...(buffers.every(({ verdict }) => verdict === 'free')
      ? keyed('verdict', `nothing to do${layoutSample(buffers[0] ?? {})}`, page).map((line) =>
          page.paint('good', line),
        )
      : []),
    ...(report.hints === undefined
      ? []
      : hintSentences(report.hints, termsFor(findMachine(machines[0] ?? '')))
    ).flatMap((line) => keyed('hint', line, page).map((one) => page.paint('warn', one))),
    ...buffers.flatMap((buffer) => ['', ...bufferLines(buffer, options, page)]),
    ...(next === undefined ? [] : ['', ...keyed('next', next, page)]),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

function bufferLines(buffer: SuggestedBuffer, options: SuggestTextOptions, page: Page): string[] {
  const { names, tile, machines, verdict, now, accesses, why, front, obstacles } = buffer;
  const { text, style } = verdicts[verdict];
  return [
    ...hang('', names.join(', '), page.width).map((line) => page.paint('strong', line)),
    ...keyed(
      'tile',
      `${grouped(tile.rows)} rows of ${rowText(tile, grouped)}, on ${machines.join(', ')}`,
      page,
    ),
    ...keyed('layout', now.layout, page),
    ...keyed('accesses', accessText(accesses), page),
    ...keyed('verdict', text + layoutSample(buffer), page).map((line) => page.paint(style, line)),
    ...section('Why it conflicts', findingLines(why, page), page),
    ...section(
      verdict === 'stuck' ? 'Why no layout helps' : 'Why not better',
      obstacles.flatMap((obstacle) => hang('  ', obstacle.text, page.width)),
      page,
    ),
    ...(front.length === 0 ? [] : frontLines(buffer, options, page)),
    ...section(
      front.length === 0 ? 'Proof' : 'Proof of the recommended layout',
      proofLines(buffer, page),
      page,
    ),
    ...section(
      'Written as',
      buffer.notations.flatMap((notation) => notationLines(notation, page)),
      page,
    ),
  ];
}

function section(title: string, lines: readonly string[], page: Page): string[] {
  return lines.length === 0 ? [] : ['', page.paint('strong', title), ...lines];
}

/** Accesses that conflict for the same reasons on a chip. */
interface Alike {
  readonly target: string;
  readonly accesses: string[];
  conflicts: number;
  readonly first: Finding;
}

const MOST_NAMED = 8;
const MOST_REASONS = 6;

/** Findings with the same causes as one; what they say of the other accesses is left to the list of accesses. */
function findingLines(findings: readonly Finding[], page: Page): string[] {
  const groups: Alike[] = [];
  for (const finding of findings) {
    const { target, access, conflicts } = finding;
    const group = groups.find(
      (one) => one.target === target && reasons(one.first) === reasons(finding),
    );
    if (group === undefined) groups.push({ target, accesses: [access], conflicts, first: finding });
    else {
      group.accesses.push(access);
      group.conflicts += conflicts;
    }
  }
  const rest = groups.length - MOST_REASONS;
  return [
    ...groups.slice(0, MOST_REASONS).flatMap((group) => alikeLines(group, page)),
    ...(rest > 0 ? [`  and ${counted(rest, 'reason')} more, see --format json`] : []),
  ];
}

/** The numbers of rows and banks in an example do not make another reason. */
const reasons = ({ causes }: Finding): string =>
  causes
    .filter(({ kind }) => kind !== 'one-served')
    .map(({ text }) => text)
    .join();

function alikeLines({ target, accesses, conflicts, first }: Alike, page: Page): string[] {
  const { ways, example, causes } = first;
  const shown = causes.filter(({ kind }) => accesses.length === 1 || kind !== 'one-served');
  return [
    ...hang(
      '  ',
      `${listed(accesses)} on ${target}: ${counted(conflicts, 'conflict cycle')}, ${ways} ways`,
      page.width,
    ),
    ...hang('    ', example, page.width).map((line) => page.paint('faint', line)),
    ...shown.flatMap(({ kind, text }) => hang(`    ${kind}: `, text, page.width)),
  ];
}

function listed(names: readonly string[]): string {
  const rest = names.length - MOST_NAMED;
  const shown = names.slice(0, MOST_NAMED).join(', ');
  return rest > 0 ? `${shown} and ${rest} more` : shown;
}

/** `ds_read_b128 x 256 (124:7, 144:7)`, by instruction. */
function accessText(accesses: SuggestedBuffer['accesses']): string {
  const ops = [...new Set(accesses.map(({ op }) => op))];
  return ops
    .map((op) => {
      const mine = accesses.filter((access) => access.op === op);
      const executions = mine.reduce((sum, one) => sum + one.executions, 0);
      return `${op} x ${grouped(executions)} (${listed(mine.map(({ name }) => name))})`;
    })
    .join(', ');
}

function frontLines(buffer: SuggestedBuffer, options: SuggestTextOptions, page: Page): string[] {
  const { front, others, machines, now, recommendation } = buffer;
  const columns: Column[] = [
    { title: '#', align: 'right' },
    { title: 'layout', least: 16, spared: true },
    ...machines.map((name): Column => ({ title: name, align: 'right' })),
    { title: 'LDS', align: 'right' },
    { title: 'workgroups', align: 'right' },
    { title: 'address', align: 'right' },
    { title: 'width', align: 'right' },
  ];
  const listed = options.all === true ? [...front, ...others] : front;
  const shown = options.all === true ? listed : listed.slice(0, options.top ?? DEFAULT_TOP);
  const rest = front.length + others.length - shown.length;
  return [
    '',
    page.paint('strong', 'Best trade-offs'),
    ...table(
      columns,
      [
        layoutRow('now', now, 'plain'),
        ...shown.map((one, i) => layoutRow(`${one.recommended ? '* ' : ''}${i + 1}`, one, 'good')),
      ],
      page,
    ),
    ...hang('  ', `* recommended: ${recommendation}`, page.width).map((line) =>
      page.paint('good', line),
    ),
    ...unwritableLines(shown, page),
    ...(rest > 0 ? [`  and ${rest} more: --all`] : []),
    ...hang(
      '  ',
      'by chip: conflict cycles of one workgroup; LDS: of the workgroup; workgroups: resident at once on a ' +
        `CU or SM, by LDS, waves and the registers that are known; address: ${ADDRESS_WORDS}; ` +
        'width: bytes of the widest access',
      page.width,
    ).map((line) => page.paint('faint', line)),
  ];
}

/** `2, 3: fix cannot write it: ...`, once per reason. */
function unwritableLines(shown: readonly SuggestedLayout[], page: Page): string[] {
  const numbers = new Map<string, number[]>();
  for (const [i, { unwritable }] of shown.entries()) {
    if (unwritable === undefined) continue;
    numbers.set(unwritable, [...(numbers.get(unwritable) ?? []), i + 1]);
  }
  return [...numbers].flatMap(([reason, of]) =>
    hang('  ', `${of.join(', ')}: fix cannot write this layout: ${reason}`, page.width),
  );
}

function layoutRow(head: string, layout: SuggestedLayout, free: Style): Row {
  const { conflicts, ldsBytes, workgroups, widthBytes } = layout;
  const rooms = new Set(workgroups);
  return {
    cells: [
      { text: head },
      { text: layout.layout },
      ...conflicts.map((cycles): Cell => ({
        text: grouped(cycles),
        style: cycles === 0 ? free : 'bad',
      })),
      { text: byteSize(ldsBytes) },
      { text: rooms.size === 1 ? String(workgroups[0]) : workgroups.join(', ') },
      { text: addressText(layout) },
      { text: `${widthBytes} B` },
    ],
  };
}

function proofLines({ proof, verdict }: SuggestedBuffer, page: Page): string[] {
  const { claims, argument, families } = proof;
  if (verdict === 'free') return [];
  const machines = [...new Set(claims.map(({ machine }) => machine))];
  return [
    ...machines.flatMap((machine) => {
      const mine = claims.filter((claim) => claim.machine === machine);
      const sum = (of: (claim: (typeof mine)[number]) => number): string =>
        grouped(mine.reduce((all, claim) => all + of(claim), 0));
      const above = mine.filter(({ conflicts, leastConflicts }) => conflicts > leastConflicts);
      return hang(
        '  ',
        `${machine}: ${sum(({ conflicts }) => conflicts)} of ${sum(({ cycles }) => cycles)} cycles are conflicts, ` +
          `by simulation of ${counted(mine.length, 'access', 'accesses')}; under any layout at least ` +
          sum(({ leastConflicts }) => leastConflicts) +
          (above.length === 0
            ? ''
            : `; above that are ${listed(above.map(({ access }) => access))}`),
        page.width,
      );
    }),
    ...hang('  ', argument, page.width),
    ...families.flatMap(({ name, widthBytes, size, conflicts, exhausted }) =>
      hang(
        '    ',
        `${name}, ${widthBytes} B wide: ${exhausted ? 'all ' : ''}${grouped(size)} tried, ` +
          (conflicts === undefined ? 'none is legal' : `the best has ${grouped(conflicts)}`),
        page.width,
      ).map((line) => page.paint('faint', line)),
    ),
  ];
}

function notationLines(
  { notation, text, reason, instead }: SuggestedNotation,
  page: Page,
): string[] {
  const head = `  ${notation}`.padEnd(12);
  if (text === undefined) {
    return hang(head, `- ${reason ?? ''}`, page.width).map((line) => page.paint('faint', line));
  }
  const [first = '', ...rest] = text.split('\n').map(clean);
  const note =
    instead === undefined
      ? []
      : hang(' '.repeat(12), `(this is: ${instead}, with as few conflicts)`, page.width);
  // Code is not wrapped: it is copied.
  return [
    head + page.paint('accent', first),
    ...rest.map((line) => (line === '' ? '' : ' '.repeat(12) + page.paint('accent', line))),
    ...note.map((line) => page.paint('faint', line)),
  ];
}
