/**
 * The result of `ldscope suggest`: for each buffer the recommended layout and other trade-offs, with cost, proof and code.
 */
import {
  append,
  findMachine,
  type Finding,
  readableName,
  rowText,
  sizeText,
  type SuggestedBuffer,
  type SuggestedLayout,
  type SuggestedNotation,
  type SuggestReport,
} from '@ldscope/core';
import {
  type Block,
  type Code,
  type Document,
  factOf,
  type Item,
  listOf,
  paragraph,
  type Section,
} from '../document/document.ts';
import { termsFor, termsForAll, withArticle } from '../text/terminology.ts';
import { ADDRESS_WORDS, addressText } from '../text/address-text.ts';
import { blockText } from '../text/block.ts';
import { hintSentences } from '../text/hints.ts';
import { byteSize, counted, grouped } from '../text/numbers.ts';
import { layoutSample } from '../text/sample.ts';
import type { Style } from '../text/style.ts';
import { sourceVerdicts } from './fix.ts';
import { sayTriedChanges } from './tried-changes.ts';
import { waveBlocks } from './wave-choice.ts';
import type { Cell, Column, Row } from '../text/table.ts';

export interface SaySuggestOptions {
  /** Layouts that are listed of each buffer; 5 by default. */
  readonly top?: number | undefined;
  /** Lists all of them, with those that need far more address instructions than a simple one. */
  readonly all?: boolean | undefined;
}

const DEFAULT_TOP = 5;

/** The best of each is listed whatever is better: some compilers can write no other. */
const KNOWN_FAMILIES = ['padding', 'intervals', 'xor'] as const;

const verdicts: Readonly<
  Record<SuggestedBuffer['verdict'], { readonly text: string; readonly style: Style }>
> = {
  free: { text: 'nothing to do: no bank conflicts', style: 'good' },
  solved: { text: 'a layout removes all conflicts', style: 'good' },
  better: {
    text: 'a layout has fewer conflicts, none that was searched removes all',
    style: 'warn',
  },
  stuck: { text: 'no searched layout has fewer conflicts', style: 'bad' },
  unknown: { text: 'not known', style: 'warn' },
};

/** The verdict with its limits. */
function verdictText({ verdict, uncounted, front, now }: SuggestedBuffer): string {
  const { text } = verdicts[verdict];
  if (uncounted !== undefined) {
    const { accesses, of, constrain } = uncounted;
    const rest = `${grouped(accesses)} of ${counted(of, 'access', 'accesses')}${constrain ? '' : ' of the kernel'} are not counted`;
    if (verdict !== 'unknown') return `${text}, as far as accesses are counted: ${rest}`;
    const others = now.conflicts.every((cycles) => cycles === 0) ? 'no conflicts' : 'conflicts';
    return `${text}: ${rest}${of === accesses ? '' : `, the others have ${others}`}`;
  }
  const isFree = ({ conflicts }: SuggestedLayout): boolean => conflicts.every((one) => one === 0);
  if (verdict !== 'better' || !front.some(isFree)) return text;
  return 'a layout has fewer conflicts; only one that cuts vectors removes all';
}

/** The result of `suggest` as a document, without its diagnostics. */
export function saySuggestions(report: SuggestReport, options: SaySuggestOptions = {}): Document {
  const { kernel, machines, block, buffers, next, hints, verdict, candidates = [] } = report;
  const title = kernel === '' ? 'suggest' : readableName(kernel);
  const isFree = buffers.every((one) => one.verdict === 'free');
  const sentences =
    hints === undefined ? [] : hintSentences(hints, termsFor(findMachine(machines[0] ?? '')));
  const facts = [
    ...factOf('machines', machines.join(', ')),
    ...factOf('block', block && blockText(block)),
    ...(verdict !== undefined
      ? factOf('verdict', sourceVerdicts[verdict].text, sourceVerdicts[verdict].style)
      : isFree
        ? factOf('verdict', `nothing to do${layoutSample(buffers[0] ?? {})}`, 'good')
        : []),
    ...sentences.flatMap((text) => factOf('hint', text, 'warn')),
  ];
  return {
    title,
    sections: [
      { level: 1, heading: title, blocks: [{ kind: 'facts', facts }] },
      ...sayTriedChanges(candidates),
      ...buffers.flatMap((buffer) => saySuggested(buffer, options)),
      ...(next === undefined
        ? []
        : [{ level: 2, blocks: [{ kind: 'facts', facts: factOf('next', next) }] } as const]),
    ],
  };
}

/** The sections of one buffer; the first has its name. */
export function saySuggested(buffer: SuggestedBuffer, options: SaySuggestOptions = {}): Section[] {
  const { front } = buffer;
  const heading = buffer.isUntried === true ? 'Searched, not tried' : 'Best trade-offs';
  return [
    ...sayPresent(buffer),
    part(heading, front.length === 0 ? [] : frontBlocks(buffer, options)),
    part("Wave's choice", buffer.wave === undefined ? [] : waveBlocks(buffer.wave, buffer.now)),
    sayProof(buffer),
    sayNotations('Written as', buffer.notations),
  ];
}

const part = (heading: string, blocks: readonly Block[]): Section => ({
  level: 3,
  heading,
  blocks,
});

const obstacleHeads: Readonly<Partial<Record<SuggestedBuffer['verdict'], string>>> = {
  stuck: 'Why no searched layout helps',
  unknown: 'Why no layout is suggested',
};

/** The present buffer, the verdict, and the reasons. */
export function sayPresent(buffer: SuggestedBuffer): Section[] {
  const { names, tile, machines, verdict, now, accesses, why, obstacles, isUntried } = buffer;
  const limits = `${isUntried === true ? '; not tried' : ''}${layoutSample(buffer)}`;
  const facts = [
    ...factOf(
      'tile',
      `${grouped(tile.rows)} rows of ${rowText(tile, grouped)}, on ${machines.join(', ')}`,
    ),
    ...factOf('layout', now.layout),
    ...factOf('accesses', accessText(accesses)),
    ...factOf(
      'verdict',
      verdictText(buffer) + limits,
      isUntried === true ? 'warn' : verdicts[verdict].style,
    ),
  ];
  return [
    { level: 2, heading: names.join(', '), blocks: [{ kind: 'facts', facts }] },
    part('Why it conflicts', listOf(findingItems(why))),
    part(
      obstacleHeads[verdict] ?? 'Why some conflicts remain',
      listOf(obstacles.map((obstacle) => ({ text: obstacle.text }))),
    ),
  ];
}

const firstOf = ({ isUntried }: SuggestedBuffer): string =>
  isUntried === true ? 'first' : 'recommended';

/** The proof of the first layout, or of the present one; `inFull` with the claim on each access, for a page. */
export const sayProof = (buffer: SuggestedBuffer, inFull = false): Section =>
  part(buffer.front.length === 0 ? 'Proof' : `Proof of the ${firstOf(buffer)} layout`, [
    ...listOf(proofItems(buffer)),
    ...(inFull ? claimBlocks(buffer.proof) : []),
  ]);

function claimBlocks({ claims }: SuggestedBuffer['proof']): Block[] {
  const columns = [
    { title: 'machine' },
    { title: 'access' },
    { title: 'cycles', align: 'right' },
    { title: 'conflicts', align: 'right' },
    { title: 'least with whole vectors', align: 'right' },
  ] as const;
  const rows = claims.map(({ machine, access, cycles, conflicts, leastConflicts }) => ({
    cells: [
      { text: machine },
      { text: access },
      ...[cycles, conflicts, leastConflicts].map((value) => ({ text: grouped(value) })),
    ],
  }));
  const table = { kind: 'table', columns, rows } as const;
  return rows.length === 0 ? [] : [{ kind: 'group', title: 'By access', blocks: [table] }];
}

/** A layout in every notation. */
export const sayNotations = (heading: string, notations: readonly SuggestedNotation[]): Section =>
  part(heading, notations.length === 0 ? [] : [codesOf(notations)]);

/** Accesses that conflict for the same reasons on a chip. */
interface Alike {
  readonly target: string;
  readonly accesses: string[];
  conflicts: number;
  readonly first: Finding;
}

const MOST_NAMED = 8;
const MOST_REASONS = 6;

/** Merges findings with the same causes; the list of accesses covers the rest. */
function findingItems(findings: readonly Finding[]): Item[] {
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
    ...groups.slice(0, MOST_REASONS).map(alikeItem),
    ...(rest > 0 ? [{ text: `and ${counted(rest, 'reason')} more, see --format json` }] : []),
  ];
}

/** The numbers of rows and banks in an example do not make another reason. */
const reasons = ({ causes }: Finding): string =>
  causes
    .filter(({ kind }) => kind !== 'one-served')
    .map(({ text }) => text)
    .join();

function alikeItem({ target, accesses, conflicts, first }: Alike): Item {
  const { ways, example, causes } = first;
  const shown = causes.filter(({ kind }) => accesses.length === 1 || kind !== 'one-served');
  return {
    text: `${listed(accesses)} on ${target}: ${counted(conflicts, 'conflict cycle')}, ${ways} ways`,
    items: [
      { text: example, style: 'faint' },
      ...shown.map(({ kind, text }) => ({ label: kind, text })),
    ],
  };
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

function frontBlocks(buffer: SuggestedBuffer, options: SaySuggestOptions): Block[] {
  const { front, others, machines, now, recommendation } = buffer;
  const { sharedMemory, workgroup, cycles, unit, wave } = termsForAll(machines);
  const columns: Column[] = [
    { title: '#', align: 'right' },
    { title: 'layout', least: 16, spared: true },
    ...machines.map((name): Column => ({ title: name, align: 'right' })),
    { title: sharedMemory, align: 'right' },
    { title: `${workgroup}s`, align: 'right' },
    { title: 'address', align: 'right' },
    { title: 'width', align: 'right' },
  ];
  const listed = options.all === true ? [...front, ...others] : front;
  const top = options.all === true ? listed.length : (options.top ?? DEFAULT_TOP);
  const bests = new Set(KNOWN_FAMILIES.map((name) => listed.find(({ family }) => family === name)));
  // Of those that cut vectors, which come last, the first.
  const widest = listed[0]?.widthBytes ?? 0;
  bests.add(listed.find(({ widthBytes }) => widthBytes < widest));
  const shown = listed.filter((one, i) => i < top || bests.has(one));
  const rest = front.length + others.length - shown.length;
  const rows = [
    layoutRow('now', now, 'plain'),
    ...shown.map((one) =>
      layoutRow(`${one.recommended ? '* ' : ''}${listed.indexOf(one) + 1}`, one, 'good'),
    ),
  ];
  return [
    { kind: 'table', columns, rows },
    buffer.isUntried === true
      ? paragraph(UNTRIED, 'warn')
      : paragraph(`* recommended: ${recommendation}`, 'good'),
    ...unwritableTexts(shown, listed).map((text) => paragraph(text)),
    ...(rest > 0 ? [paragraph(`and ${rest} more: --all`)] : []),
    paragraph(
      `chip columns: conflict ${cycles} per ${workgroup}; ${sharedMemory}: per ${workgroup}; ${workgroup}s: resident at once on ` +
        `${withArticle(unit)}, limited by ${sharedMemory}, ${wave}s and known registers; address: ${ADDRESS_WORDS}; ` +
        'width: bytes of the widest access',
      'faint',
    ),
  ];
}

const UNTRIED =
  'none is recommended: the figures are those of the present instructions, and the compiler may choose others for another layout; ' +
  'compile it, analyze it again, and compare what it computes';

/** `2, 3: fix cannot write it: ...`, once per reason. */
function unwritableTexts(
  shown: readonly SuggestedLayout[],
  listed: readonly SuggestedLayout[],
): string[] {
  const numbers = new Map<string, number[]>();
  for (const one of shown) {
    const { unwritable } = one;
    if (unwritable === undefined) continue;
    append(numbers, unwritable, listed.indexOf(one) + 1);
  }
  return [...numbers].map(
    ([reason, of]) => `${of.join(', ')}: fix cannot write this layout: ${reason}`,
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

function proofItems({ proof, verdict, uncounted, isUntried }: SuggestedBuffer): Item[] {
  const { claims, argument, families } = proof;
  if (verdict === 'free' || verdict === 'unknown') return [];
  const machines = [...new Set(claims.map(({ machine }) => machine))];
  return [
    ...machines.map((machine) => {
      const mine = claims.filter((claim) => claim.machine === machine);
      const sum = (of: (claim: (typeof mine)[number]) => number): string =>
        grouped(mine.reduce((all, claim) => all + of(claim), 0));
      const above = mine.filter(({ conflicts, leastConflicts }) => conflicts > leastConflicts);
      const text =
        `${sum(({ conflicts }) => conflicts)} of ${sum(({ cycles }) => cycles)} cycles are conflicts, ` +
        `by simulation of ${counted(mine.length, 'access', 'accesses')}; under any layout that keeps vectors whole at least ` +
        sum(({ leastConflicts }) => leastConflicts) +
        (above.length === 0 ? '' : `; above that are ${listed(above.map(({ access }) => access))}`);
      return { label: machine, text };
    }),
    ...(uncounted === undefined
      ? []
      : [
          {
            text:
              `${counted(uncounted.accesses, 'access', 'accesses')} without a count (${listed(uncounted.what)}) ` +
              'stay whole and aligned; conflicts of them are not known',
          },
        ]),
    {
      text: argument,
      items: families.map((family) => ({ text: familyText(family), style: 'faint' })),
    },
    ...(isUntried === true
      ? [{ text: 'of the present instructions; this layout was not tried' }]
      : []),
  ];
}

/** The treatment of a family of layouts, and its result. */
function familyText(family: SuggestedBuffer['proof']['families'][number]): string {
  const { name, widthBytes, by, size, conflicts, exhausted } = family;
  const head = `${name}, ${widthBytes} B wide: `;
  const best = conflicts === undefined ? undefined : grouped(conflicts);
  if (by === 'members')
    return `${head}${sizeText(size)} tried, ${best === undefined ? 'none is legal' : `the best has ${best}`}`;
  const how = `a family of ${sizeText(size)}, searched${exhausted ? '' : ' in part'}`;
  if (best !== undefined)
    return `${head}${how}, the best ${exhausted ? 'has' : 'found has'} ${best}`;
  return `${head}${how}, ${exhausted ? 'all are excluded' : 'none was found'}`;
}

function codesOf(notations: readonly SuggestedNotation[]): Block {
  return {
    kind: 'codes',
    codes: notations.map(({ notation, title, text, reason, instead }): Code => ({
      name: notation,
      title,
      ...(text === undefined ? {} : { text }),
      ...(reason === undefined ? {} : { reason }),
      ...(instead === undefined ? {} : { note: `this is: ${instead}, with as few conflicts` }),
    })),
  };
}
