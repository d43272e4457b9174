/**
 * Whether a tile gets a hint: the rules of IREE's pull request one by one, and what the answer costs beside the best layout.
 *
 *     16 x 128 f16, written 8, read 4    rule 4 says no: padding applies
 *     16 x 128 f16, written 8, read 8    xor_shuffle<128, 8, 128, 1>
 */
import {
  chooseMitigation,
  type CountedMitigation,
  decideSwizzle,
  findIreeTarget,
  machineNamed,
  type Mitigation,
  type NestedLayout,
  permutationFault,
  printIreeSwizzle,
  roundTripCounter,
  type RoundTrip,
  type RoundTripCost,
  type SwizzleDecision,
} from '@ldscope/core';
import { bytesOf, type Chip, type Element, readerLayout } from './tile.ts';

export interface Question {
  readonly chip: Chip;
  readonly element: Element;
  /** Of the operand. */
  readonly rows: number;
  readonly columns: number;
  readonly writer: number;
  readonly reader: number;
}

/** In the order in which they are asked; the number is the rule's. */
export const rules: readonly (readonly [number, string])[] = [
  [1, 'the vector has at least one dimension'],
  [2, 'writer and reader both move neighbours per lane'],
  [3, 'the wider access divides the row'],
  [4, 'elements below 4 bytes: write and read have the same width'],
  [5, 'elements of 4 bytes or more: a narrower read caps the group at 2'],
  [6, 'a row has more than one group'],
  [7, "the words of a row share a factor with IREE's banks"],
];

export type RuleState = 'holds' | 'refuses' | 'not asked' | 'caps';

export interface CountedLayout {
  readonly name: string;
  readonly layout: string;
  readonly cost: RoundTripCost | undefined;
}

export interface Decided {
  readonly question: Question;
  readonly decision: SwizzleDecision;
  readonly states: readonly RuleState[];
  /** The hint of the rules, where it is not a permutation. */
  readonly fault: string | undefined;
}

const LANES = 64;
const PADDING_BYTES = 8;

export function decide(question: Question): Decided {
  const { chip, element, rows, columns, writer, reader } = question;
  const elementBytes = bytesOf[element];
  const banks = findIreeTarget(chip)?.banks;
  const decision = decideSwizzle({
    shape: [rows, columns],
    elementBits: 8 * elementBytes,
    writerWidth: writer,
    readerWidth: reader,
    ...(banks === undefined ? {} : { banks }),
  });
  const refused = decision.kind === 'none' ? decision.rule : Infinity;
  const widest = Math.max(writer, reader);
  const states = rules.map(([number]): RuleState => {
    if (number > refused) return 'not asked';
    if (number === refused) return 'refuses';
    if (number !== 5) return 'holds';
    const capped = elementBytes >= 4 && reader < writer && widest > 2 && columns % 2 === 0;
    return capped ? 'caps' : 'holds';
  });
  const fault =
    decision.kind === 'hint' ? permutationFault(decision.swizzle, rows * columns) : undefined;
  return {
    question,
    decision,
    states,
    fault: fault?.message,
  };
}

/** Lanes side by side along the row, `width` elements each; `undefined` where they do not fit. */
function writerLayout(rows: number, columns: number, width: number): NestedLayout | undefined {
  const along = columns / width;
  const threads = along >= LANES ? LANES : along;
  const down = LANES / threads;
  const [batchDown, batchAlong] = [rows / down, along / threads];
  const whole = [along, down, batchDown, batchAlong].every(Number.isInteger);
  if (!whole) return undefined;
  return {
    subgroup_tile: [1, 1],
    batch_tile: [batchDown, batchAlong],
    outer_tile: [1, 1],
    thread_tile: [down, threads],
    element_tile: [1, width],
    subgroup_strides: [0, 0],
    thread_strides: [threads, 1],
  };
}

/** The round trip of a question; `undefined` where 64 lanes cannot share the rows so. */
function tripOf({ chip, element, rows, columns, writer, reader }: Question): RoundTrip | undefined {
  const write = writerLayout(rows, columns, writer);
  const read = readerLayout(columns, reader, rows);
  if (write === undefined || !read.batch_tile.every(Number.isInteger)) return undefined;
  return {
    shape: [rows, columns],
    elementBits: 8 * bytesOf[element],
    writer: write,
    reader: read,
    threads: LANES,
    subgroupSize: LANES,
    machine: machineNamed(chip),
  };
}

/** What the answer costs beside padding and nothing; `no layout` where 64 lanes cannot share the rows so. */
export function countLayouts(question: Question): readonly CountedLayout[] | 'no layout' {
  const { element, columns } = question;
  const { decision } = decide(question);
  const trip = tripOf(question);
  const counter = trip && roundTripCounter(trip);
  if (counter?.ok !== true) return 'no layout';
  const padding: Mitigation = { kind: 'padding', elements: PADDING_BYTES / bytesOf[element] };
  const own: Mitigation =
    decision.kind === 'hint' ? { kind: 'swizzle', swizzle: decision.swizzle } : padding;
  const rows: readonly (readonly [string, Mitigation])[] = [
    ['as it is', { kind: 'none' }],
    ['64 bits of padding', padding],
    [decision.kind === 'hint' ? 'the rules: a hint' : 'the rules: no hint, padded', own],
  ];
  return rows.map(([name, mitigation]) => ({
    name,
    layout: layoutText(mitigation, columns),
    cost: counter.value(mitigation),
  }));
}

/** Layouts that IREE can express; each is searched separately, because a search takes time. */
export const families = ['xor_shuffle', 'rotate_rows', 'padding'] as const;

/** The best of a family, or nothing where that is better; `undefined` where nothing can be counted. */
export function bestOfFamily(
  question: Question,
  family: (typeof families)[number],
): CountedMitigation | undefined {
  const trip = tripOf(question);
  const choice = trip && chooseMitigation(trip, { families: [family] });
  return choice?.ok === true ? choice.value.chosen : undefined;
}

/** The best of all families: cycles, then instructions, then memory decide; then what is named first above. */
export function bestLayout(
  found: readonly CountedMitigation[],
  columns: number,
): CountedLayout | undefined {
  const [best] = found.toSorted(
    ({ cost: a }, { cost: b }) =>
      a.cycles - b.cycles || a.instructions - b.instructions || a.ldsBytes - b.ldsBytes,
  );
  if (best === undefined) return undefined;
  const { mitigation, cost } = best;
  return { name: 'the best of IREE', layout: layoutText(mitigation, columns), cost };
}

function layoutText(mitigation: Mitigation, columns: number): string {
  switch (mitigation.kind) {
    case 'none':
      return `rows of ${columns}`;
    case 'padding':
      return `rows of ${columns + mitigation.elements}`;
    case 'swizzle':
      return printIreeSwizzle(mitigation.swizzle).replace('#iree_codegen.', '');
  }
}
