/**
 * The comparison of two kernels, chips or versions: the changes in all, by buffer and by instruction, and their causes.
 *
 *     conflicts  7,936 -> 0 LDS cycles, 7,936 fewer
 *
 *     before  after  instruction  conflict    cycles         why
 *     22:5    25:5   ds_read_b32  7,936 -> 0  8,192 -> 256   pitch
 */
import {
  append,
  type BufferChange,
  type Caveat,
  type ComparedSite,
  type ComparedOutputs,
  type Comparison,
  findMachine,
  readableName,
  type Sides,
  type SiteChange,
} from '@ldscope/core';
import {
  type Block,
  type Document,
  type Fact,
  factOf,
  type Item,
  listOf,
  paragraph,
  type Section,
} from '../document/document.ts';
import { type Terms, termsFor } from '../text/terminology.ts';
import { causeName, causeText } from '../text/causes.ts';
import { byteSize, counted, grouped } from '../text/numbers.ts';
import type { Style } from '../text/style.ts';
import type { Cell, Row } from '../text/table.ts';

export interface ComparisonOptions {
  /** The names of the two sides: files, revisions, chips. */
  readonly names: Sides<string>;
  /** Instructions that cost the same too. */
  readonly all?: boolean | undefined;
}

/** Comparisons of the kernels of two files; kernels that only one of them has are named. */
export function sayComparisons(
  {
    comparisons,
    onlyBefore,
    onlyAfter,
  }: {
    readonly comparisons: readonly Comparison[];
    readonly onlyBefore: readonly string[];
    readonly onlyAfter: readonly string[];
  },
  options: ComparisonOptions,
): Document {
  const { before, after } = options.names;
  const alone = [
    ...onlyBefore.map((name) => ({ text: `${name}: only in ${before}` })),
    ...onlyAfter.map((name) => ({ text: `${name}: only in ${after}` })),
  ];
  return {
    title: `${before} -> ${after}`,
    sections: [
      ...comparisons.flatMap((comparison) => sayComparison(comparison, options)),
      { level: 2, heading: 'Not compared', blocks: listOf(alone) },
    ],
  };
}

/** One comparison. */
export function sayComparison(comparison: Comparison, options: ComparisonOptions): Section[] {
  const { sides, buffers, sites } = comparison;
  const terms = termsFor(findMachine(sides.after.machine));
  const changed = sites.filter(isChanged);
  return [
    {
      level: 1,
      heading: `${readableName(sides.after.kernel) || 'kernel'}: ${options.names.before} -> ${options.names.after}`,
      blocks: [
        { kind: 'facts', facts: factsOf(comparison, terms) },
        ...comparison.caveats.map((caveat) => paragraph(`${caveatText(caveat, terms)}.`, 'warn')),
      ],
    },
    { level: 2, heading: 'Buffers', blocks: bufferBlocks(buffers, terms) },
    {
      level: 2,
      heading: 'Instructions',
      blocks: siteBlocks(options.all === true ? sites : changed, sites.length, terms),
    },
    { level: 2, heading: 'What explains it', blocks: listOf(explanations(changed)) },
  ];
}

/** Its cost differs, or only one side has it. */
function isChanged({ before, after }: SiteChange): boolean {
  if (before === undefined || after === undefined) return true;
  return before.bankConflict !== after.bankConflict || before.idxActive !== after.idxActive;
}

function factsOf(comparison: Comparison, terms: Terms): Fact[] {
  const { sides, totals, verdict, caveats } = comparison;
  const { before, after } = sides;
  const chip = ({ machine, model }: typeof before): string => `${machine}, ${model}`;
  const isSameChip = chip(before) === chip(after);
  const other = termsFor(findMachine(before.machine));
  const { sites } = comparison;
  const isCovered = before.account.isCovered && after.account.isCovered;
  const isKnown = sites.length === 0 ? isCovered : sites.some(({ isCompared }) => isCompared);
  const isWhole = sites.every(isComparedOrFree) && caveats.every(({ kind }) => kind !== 'partial');
  const of = isWhole ? '' : ', of what both sides count';
  const passing = passingText(sides);
  const style = verdictStyles[verdict];
  return [
    ...factOf('machine', isSameChip ? chip(after) : `${chip(before)} -> ${chip(after)}`),
    ...(readableName(before.kernel) === readableName(after.kernel)
      ? []
      : factOf('kernel', `${readableName(before.kernel)} -> ${readableName(after.kernel)}`)),
    ...factOf(
      'conflicts',
      isKnown
        ? `${changeText({ before: totals.before.bankConflict, after: totals.after.bankConflict }, terms.memoryCycles)}${of}${verdict === 'none' ? `; before, they are ${other.memoryCycles}` : ''}`
        : 'not known: no access is counted on both sides',
      isKnown ? style : 'faint',
    ),
    ...factOf(
      terms.cycles,
      isKnown
        ? `${changeText({ before: totals.before.idxActive, after: totals.after.idxActive }, passing === undefined ? 'in all' : 'of accesses to the banks')}${of}${passing ?? ''}`
        : 'not known',
    ),
    ...factOf(
      'memory',
      `${before.ldsBytes === after.ldsBytes ? '' : `${byteSize(before.ldsBytes)} -> `}${byteSize(after.ldsBytes)} of ${terms.sharedMemory} per ${terms.workgroup}`,
    ),
    ...(before.hazards + after.hazards === 0
      ? []
      : factOf(
          'hazards',
          `${grouped(before.hazards)} -> ${grouped(after.hazards)}`,
          after.hazards > 0 ? 'bad' : 'good',
        )),
    ...outputFacts(comparison.outputs),
  ];
}

function outputFacts(outputs: ComparedOutputs | undefined): Fact[] {
  switch (outputs?.outcome) {
    case undefined:
      return [];
    case 'equal':
      return factOf(
        'results',
        `equal: ${grouped(outputs.bytes)} bytes of the launch's buffers, ${executedText(outputs.workgroups)}`,
        'good',
      );
    case 'differ':
      return factOf(
        'results',
        `differ: ${grouped(outputs.bytes)} of ${grouped(outputs.of)} bytes of ${outputs.buffer}, ${executedText(outputs.workgroups)}`,
        'bad',
      );
    case 'not compared':
      return factOf('results', `not compared: ${outputs.reason}`, 'faint');
  }
}

const executedText = ({ before, after }: Sides<number>): string =>
  before === after
    ? `${counted(before, 'workgroup')} executed on each side`
    : `${grouped(before)} and ${grouped(after)} workgroups executed`;

/** Instructions that pass by the banks, as shuffles do: they have cycles that no sum has; `undefined` where neither side has any. */
function passingText({ before, after }: Comparison['sides']): string | undefined {
  const [own, other] = [before, after].map(({ account }) => account.passing?.instructions ?? 0);
  if (own === 0 && other === 0) return undefined;
  const numbers =
    own === other ? grouped(own ?? 0) : `${grouped(own ?? 0)} -> ${grouped(other ?? 0)}`;
  return `; ${numbers} instructions pass by the banks, with cycles that are not known`;
}

/** Instructions that bypass the banks on both sides are not missing from any sum. */
const isComparedOrFree = ({ before, after, isCompared }: SiteChange): boolean =>
  isCompared || [before, after].every((side) => side === undefined || side.unserved === 'no-banks');

const verdictStyles: Readonly<Record<Comparison['verdict'], Style>> = {
  fewer: 'good',
  more: 'bad',
  equal: 'plain',
  unknown: 'faint',
  none: 'warn',
};

/** `7,936 -> 0 LDS cycles, 7,936 fewer`. */
function changeText({ before, after }: Sides<number>, unit: string): string {
  if (before === after) return `${grouped(after)} ${unit}, as before`;
  const difference = Math.abs(after - before);
  return `${grouped(before)} -> ${grouped(after)} ${unit}, ${grouped(difference)} ${after < before ? 'fewer' : 'more'}`;
}

function caveatText(caveat: Caveat, { wave, workgroup }: Terms): string {
  switch (caveat.kind) {
    case 'sample':
      return `A sample of the ${workgroup}s was executed ${caveat.side}; totals cover only those`;
    case 'partial':
      return `Not all accesses were counted ${caveat.side}`;
    case 'errors':
      return `A part of the kernel was not executed ${caveat.side}; the errors give the reason`;
    case 'iterations':
      return `Trip counts are not known ${caveat.side}; loops are counted for one iteration`;
    case 'no-rule':
      return `${counted(caveat.sites, 'instruction')} cannot be counted ${caveat.side}; totals leave ${caveat.sites === 1 ? 'it' : 'them'} out on both sides`;
    case 'alone':
      return `${counted(caveat.sites, 'instruction')} ${caveat.side} may be among those that the other side does not count; totals leave ${caveat.sites === 1 ? 'it' : 'them'} out`;
    case 'unknown-values':
      return `Arguments are not known ${caveat.side}; accesses that depend on them are not counted`;
    case 'waves':
      return `${grouped(caveat.before)} ${wave}s were executed before and ${grouped(caveat.after)} after: totals are of other work`;
  }
}

/** A number, or that it is not known. */
type Figure = number | 'not known' | 'none';

/** `0 -> 16`, or the number where both are the same. */
function cellOf({ before, after }: Partial<Sides<Figure>>, isConflict = false): Cell {
  const text = (value: Figure | undefined): string =>
    value === undefined ? '-' : typeof value === 'number' ? grouped(value) : value;
  const [one, two] = [before ?? 0, after ?? 0];
  const style: Style =
    !isConflict || typeof one !== 'number' || typeof two !== 'number'
      ? 'plain'
      : two > one
        ? 'bad'
        : two < one
          ? 'good'
          : 'plain';
  return { text: before === after ? text(after) : `${text(before)} -> ${text(after)}`, style };
}

function bufferBlocks(buffers: readonly BufferChange[], { cycles }: Terms): Block[] {
  const rows = buffers.map(({ names, idxActive, bankConflict, layouts, causes }): Row => {
    const { before = '-', after = '-' } = names;
    const layout =
      layouts === undefined
        ? ''
        : layouts.before === layouts.after
          ? layouts.after
          : `${layouts.before} -> ${layouts.after}`;
    return {
      cells: [
        { text: before === after ? after : `${before} -> ${after}`, isCode: true },
        cellOf(bankConflict, true),
        cellOf(idxActive),
        { text: causes.join(', ') },
        { text: layout },
      ],
    };
  });
  const isTold = buffers.some(({ names, layouts }) => layouts ?? (names.before || names.after));
  if (!isTold) return [];
  return [
    {
      kind: 'table',
      columns: [
        { title: 'buffer', least: 8 },
        { title: 'conflict', align: 'right' },
        { title: cycles, align: 'right', leaves: 1 },
        { title: 'changed', leaves: 2 },
        { title: 'layout', least: 20 },
      ],
      rows,
    },
  ];
}

function siteBlocks(shown: readonly SiteChange[], all: number, { cycles }: Terms): Block[] {
  const rest = all - shown.length;
  const same = `${counted(rest, 'instruction costs', 'instructions cost')} the same.`;
  const rows = shown.map(({ before, after, causes }): Row => {
    const side = after ?? before;
    const isOne = before === undefined || after === undefined;
    return {
      cells: [
        { text: before?.id ?? '-' },
        { text: after?.id ?? '-' },
        {
          text: isOne || before.op === after.op ? (side?.op ?? '') : `${before.op} -> ${after.op}`,
        },
        cellOf({ ...conflictOf(before, 'before'), ...conflictOf(after, 'after') }, true),
        cellOf({
          ...(before && { before: figureOf(before, before.idxActive) }),
          ...(after && { after: figureOf(after, after.idxActive) }),
        }),
        {
          text: isOne ? (before === undefined ? 'new' : 'gone') : causes.map(causeName).join(', '),
        },
      ],
    };
  });
  const table: Block = {
    kind: 'table',
    columns: [
      { title: 'before', least: 8 },
      { title: 'after', least: 8 },
      { title: 'instruction', least: 12 },
      { title: 'conflict', align: 'right' },
      { title: cycles, align: 'right', leaves: 1 },
      { title: 'why', least: 8 },
    ],
    rows,
  };
  return [...(rows.length === 0 ? [] : [table]), ...(rest === 0 ? [] : [paragraph(same, 'faint')])];
}

const conflictOf = (site: SiteChange['before'], side: 'before' | 'after'): Partial<Sides<Figure>> =>
  site === undefined
    ? {}
    : { [side]: site.unserved === 'no-banks' ? 'none' : figureOf(site, site.bankConflict) };

const figureOf = ({ unserved }: ComparedSite, figure: number): Figure =>
  unserved === undefined ? figure : 'not known';

/** Instructions with the same explanation together. */
function explanations(changed: readonly SiteChange[]): Item[] {
  const groups = new Map<string, string[]>();
  for (const { after, causes } of changed) {
    if (after === undefined || causes.length === 0) continue;
    const text = causes.map(causeText).join('; ');
    append(groups, text, after.id);
  }
  return [...groups].map(([text, ids]) => ({ label: idsText(ids), text }));
}

const MOST_NAMED = 4;

const idsText = (ids: readonly string[]): string =>
  ids.length <= MOST_NAMED
    ? ids.join(', ')
    : `${ids.slice(0, MOST_NAMED).join(', ')} and ${ids.length - MOST_NAMED} more`;
