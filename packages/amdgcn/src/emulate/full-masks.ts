/**
 * Before which instructions exec is all ones: there a vector instruction replaces all lanes of its result, and the old value
 * of the register is dead.
 *
 *     s_and_saveexec_b64 s[0:1], vcc     s[0:1] gets exec, all ones; exec becomes unknown
 *     s_or_b64 exec, exec, s[0:1]        all ones again
 *
 *     s_or_b64 s[2:3], s[2:3], vcc       a loop that lanes leave one by one: exec and s[2:3] are
 *     s_andn2_b64 exec, exec, s[2:3]     all ones together, on every turn
 *     s_cbranch_execnz ...
 *     s_or_b64 exec, exec, s[2:3]        all ones again
 *
 * A forward analysis over the words of scalars, with two facts about each: `word` is all ones, and `exec | word` is all
 * ones. A fact holds at an instruction only if it holds on every path to it. Facts are stored where paths meet, and
 * recomputed in between.
 */
import { factsOf } from '../isa/facts.ts';
import { constantBits, scalarNumber } from '../state/scalars.ts';
import { EXEC } from '../state/wave.ts';
import type { Instruction, Operand } from '../text/program.ts';
import type { RegisterUse } from '../state/compile.ts';
import type { CodeMode } from '../state/target.ts';

/** Words of scalars that are looked at. */
const WORDS = 128;
const ONES = 0xffffffff;

/** A word is all ones, alone or after OR with exec. */
const ALONE = 1;
const WITH_EXEC = 2;

/** Facts of each word: ALONE implies WITH_EXEC. */
type Known = Uint8Array;

export interface MaskCode {
  /** Ascending. */
  readonly instructions: readonly number[];
  readonly entry: number;
  readonly successors: (number: number) => readonly number[];
  readonly instruction: (number: number) => Instruction | undefined;
  readonly use: (number: number) => RegisterUse | undefined;
  readonly mode: CodeMode;
}

/** True for the instructions before which exec is all ones: none where a wave begins with fewer lanes (`beginsFull`). */
export function instructionsWithFullExec(
  code: MaskCode,
  beginsFull: boolean,
): (number: number) => boolean {
  if (!beginsFull) return () => false;
  const { waveSize } = code.mode;
  const words = waveSize / 32;
  const full = new Set<number>();
  const meets = meetings(code);
  const before = new Map<number, Known>();
  const start = new Uint8Array(WORDS);
  start.fill(ALONE, EXEC, EXEC + words);
  settle(start, waveSize);
  const open: (readonly [number: number, known: Known])[] = [[code.entry, start]];
  /** The facts on a path to an instruction; `undefined` where they add nothing. */
  const arrive = (number: number, known: Known): Known | undefined => {
    if (!meets.has(number)) return known;
    const there = before.get(number);
    if (there === undefined) {
      before.set(number, known.slice());
      return known;
    }
    return meet(there, known) ? there.slice() : undefined;
  };
  for (let way = open.pop(); way !== undefined; way = open.pop()) {
    let [number, known]: readonly [number: number | undefined, known: Known] = way;
    while (number !== undefined) {
      const there = arrive(number, known);
      if (there === undefined) break;
      if (isFull(there, words)) full.add(number);
      else full.delete(number);
      known = afterwards(there, code.instruction(number), code.use(number), code.mode);
      const [next, ...others] = code.successors(number);
      for (const other of others) open.push([other, known.slice()]);
      number = next;
    }
  }
  return (number) => full.has(number);
}

const isFull = (known: Known, words: number): boolean =>
  known.subarray(EXEC, EXEC + words).every((one) => (one & ALONE) !== 0);

/** Instructions that several paths reach; one path to the entry is from outside. */
function meetings({ instructions, successors, entry }: MaskCode): ReadonlySet<number> {
  const reached = new Set([entry]);
  const meets = new Set<number>();
  for (const number of instructions)
    for (const next of successors(number)) (reached.has(next) ? meets : reached).add(next);
  return meets;
}

/** Intersects the facts into `into`; true when `into` loses some. */
function meet(into: Known, other: Known): boolean {
  let less = false;
  for (let word = 0; word < WORDS; word++) {
    const both = (into[word] ?? 0) & (other[word] ?? 0);
    if (both === into[word]) continue;
    into[word] = both;
    less = true;
  }
  return less;
}

/** The word of exec for the lanes of a word. */
const execOf = (word: number, waveSize: 32 | 64): number =>
  waveSize === 32 ? EXEC : EXEC + (word & 1);

/** A word that is all ones alone is so with exec, and every word is so where exec is all ones. */
function settle(known: Known, waveSize: 32 | 64): Known {
  for (let word = 0; word < WORDS; word++) {
    const exec = known[execOf(word, waveSize)] ?? 0;
    if (((exec | (known[word] ?? 0)) & ALONE) !== 0) known[word] = (known[word] ?? 0) | WITH_EXEC;
  }
  return known;
}

/** The word of an operand: what is known about it, and which scalar it is. */
interface Word {
  readonly facts: number;
  readonly scalar: number | undefined;
}

function wordOf(known: Known, operand: Operand | undefined, half: number, counts: number): Word {
  const scalar = operand && scalarNumber(operand);
  if (scalar !== undefined)
    return { facts: (known[scalar + half] ?? 0) & counts, scalar: scalar + half };
  const isOnes =
    operand !== undefined && constantBits(operand, 'b64')?.[half === 0 ? 0 : 1] === ONES;
  return { facts: isOnes ? ALONE | WITH_EXEC : 0, scalar: undefined };
}

const ANY: Word = { facts: 0, scalar: undefined };

/** One bit of exec, of both sources, and of another word. */
type Claim = (exec: number, a: number, b: number, word: number) => number;

/** The facts about exec and some words: which bits may be together. */
class Possible {
  readonly #rows: readonly (readonly [exec: number, a: number, b: number, word: number])[];

  constructor(exec: Word, a: Word, b: Word, word: Word = ANY) {
    const rows: [number, number, number, number][] = [];
    for (let row = 0; row < 16; row++) {
      const [e, ...bits] = [row >> 3, (row >> 2) & 1, (row >> 1) & 1, row & 1] as const;
      const known = [exec, a, b, word];
      const values = [e, ...bits];
      const agree = known.every(({ facts, scalar }, at) => {
        const value = values[at] ?? 0;
        if ((facts & ALONE) !== 0 && value === 0) return false;
        if ((facts & WITH_EXEC) !== 0 && (value | e) === 0) return false;
        const first = known.findIndex((one) => scalar !== undefined && one.scalar === scalar);
        return first < 0 || values[first] === value;
      });
      if (agree) rows.push([e, ...bits]);
    }
    this.#rows = rows;
  }

  /** True where a claim holds for all bits. */
  always(claim: Claim): boolean {
    return this.#rows.every((row) => claim(...row) === 1);
  }
}

function afterwards(
  known: Known,
  instruction: Instruction | undefined,
  use: RegisterUse | undefined,
  { target, waveSize }: CodeMode,
): Known {
  const after = known.slice();
  if (use === undefined || instruction === undefined) return after.fill(0);
  const { scalars } = use.writes;
  for (const scalar of scalars) after[scalar] = 0;
  const changesExec = scalars.includes(EXEC) || scalars.includes(EXEC + 1);
  if (changesExec)
    for (let word = 0; word < WORDS; word++) after[word] = (after[word] ?? 0) & ALONE;
  const { logic, words = 0 } = factsOf(instruction, target);
  const [destination, first, second] = instruction.operands;
  const to = destination && scalarNumber(destination);
  if (logic === undefined || to === undefined || to > EXEC || 32 * words > waveSize)
    return settle(after, waveSize);
  // Of a single word in a wave of 64 lanes, which half of exec it goes with is not looked at.
  const counts = 32 * words === waveSize ? ALONE | WITH_EXEC : ALONE;
  for (let half = 0; half < words; half++) {
    const exec: Word = { facts: (known[EXEC + half] ?? 0) & ALONE, scalar: EXEC + half };
    const a = wordOf(known, first, half, counts);
    const b = logic.exec === undefined ? wordOf(known, second, half, counts) : exec;
    const result: Claim = (_, left, right) => (logic.table >> (2 * left + right)) & 1;
    const possible = new Possible(exec, a, b);
    const factsOfWord = (word: Claim, with_: Claim): number =>
      (possible.always(word) ? ALONE : 0) |
      (possible.always((...bits) => word(...bits) | with_(...bits)) ? WITH_EXEC : 0);
    if (logic.exec === undefined && to !== EXEC) {
      after[to + half] = factsOfWord(result, (bit) => bit) & counts;
      continue;
    }
    after[EXEC + half] = factsOfWord(result, () => 0) & ALONE;
    const others = (facts: number, scalar: number | undefined): boolean =>
      new Possible(exec, a, b, { facts, scalar }).always((...bits) => bits[3] | result(...bits));
    const staysWith = others(WITH_EXEC, undefined);
    for (let word = 0; word < EXEC; word++) {
      if (((known[word] ?? 0) & WITH_EXEC) === 0 || execOf(word, waveSize) !== EXEC + half)
        continue;
      const isSource = word === a.scalar || word === b.scalar;
      if (isSource ? others(WITH_EXEC & counts, word) : staysWith && counts !== ALONE)
        after[word] = (after[word] ?? 0) | WITH_EXEC;
    }
    if (logic.exec !== undefined)
      after[to + half] =
        factsOfWord(logic.exec === 'saved' ? (bit) => bit : result, result) & counts;
  }
  return settle(after, waveSize);
}
