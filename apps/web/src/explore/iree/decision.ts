/**
 * Whether a tile gets a hint: the rules of IREE's pull request one by one, and what the answer costs beside the best layout.
 *
 *     16 x 128 f16, written 8, read 4    rule 4 says no: padding applies
 *     16 x 128 f16, written 8, read 8    xor_shuffle<128, 8, 128, 1>
 */
import {
  chooseMitigation,
  type CountedMitigation,
  type Mitigation,
  type NestedLayout,
  permutationFault,
  type RoundTripCost,
} from '@ldscope/core';
import {
  bytesOf,
  type Chip,
  costOfTrip,
  type Element,
  hintFor,
  mitigationText,
  nestedLayout,
  readerLayout,
  tripOf,
} from './tile.ts';

interface Question {
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

export type CountedLayout = Readonly<{
  name: string;
  layout: string;
  cost: RoundTripCost | undefined;
}>;

const LANES = 64;
const PADDING_BYTES = 8;

/** The answer, the state of each rule, and what is wrong with a hint that is not a permutation. */
export function decide(question: Question) {
  const { element, rows, columns, writer, reader } = question;
  const decision = hintFor(question);
  const refused = decision.kind === 'none' ? decision.rule : Infinity;
  const widest = Math.max(writer, reader);
  const states = rules.map(([number]): RuleState => {
    if (number > refused) return 'not asked';
    if (number === refused) return 'refuses';
    if (number !== 5) return 'holds';
    const capped = bytesOf[element] >= 4 && reader < writer && widest > 2 && columns % 2 === 0;
    return capped ? 'caps' : 'holds';
  });
  const fault =
    decision.kind === 'hint' ? permutationFault(decision.swizzle, rows * columns) : undefined;
  return { question, decision, states, fault: fault?.message };
}

/** Lanes side by side along the row, `width` elements each; `undefined` where they do not fit. */
function writerLayout(rows: number, columns: number, width: number): NestedLayout | undefined {
  const along = columns / width;
  const threads = along >= LANES ? LANES : along;
  const down = LANES / threads;
  const [batchDown, batchAlong] = [rows / down, along / threads];
  const whole = [along, down, batchDown, batchAlong].every(Number.isInteger);
  if (!whole) return undefined;
  return nestedLayout({
    batch: [batchDown, batchAlong],
    threads: [down, threads],
    element: [1, width],
    strides: [threads, 1],
  });
}

/** The round trip of a question; `undefined` where 64 lanes cannot share the rows so. */
function tripFor({ writer: write, reader: read, ...question }: Question) {
  const { rows, columns } = question;
  const [writer, reader] = [writerLayout(rows, columns, write), readerLayout(columns, read, rows)];
  if (writer === undefined || !reader.batch_tile.every(Number.isInteger)) return undefined;
  return { ...question, writer, reader };
}

/** What the answer costs beside padding and nothing; `no layout` where 64 lanes cannot share the rows so. */
export function countLayouts(question: Question): readonly CountedLayout[] | 'no layout' {
  const { element, columns } = question;
  const { decision } = decide(question);
  const trip = tripFor(question);
  const costOf = trip && costOfTrip(trip);
  if (costOf === undefined) return 'no layout';
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
    layout: mitigationText(mitigation, columns),
    cost: costOf(mitigation),
  }));
}

/** Layouts that IREE can express; each is searched separately, because a search takes time. */
export const families = ['xor_shuffle', 'rotate_rows', 'padding'] as const;

/** The best of a family, or nothing where that is better; `undefined` where nothing can be counted. */
export function bestOfFamily(
  question: Question,
  family: (typeof families)[number],
): CountedMitigation | undefined {
  const trip = tripFor(question);
  const choice = trip && chooseMitigation(tripOf(trip), { families: [family] });
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
  return { name: 'the best of IREE', layout: mitigationText(mitigation, columns), cost };
}
