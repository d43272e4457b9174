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
import { constantBits, scalarNumber } from '../state/scalars.ts';
import { EXEC } from '../state/wave.ts';
import type { Instruction, Operand } from '../text/program.ts';
import type { RegisterUse } from '../state/compile.ts';

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
  readonly waveSize: 32 | 64;
}

/** True for the instructions before which exec is all ones: none where a wave begins with fewer lanes (`beginsFull`). */
export function instructionsWithFullExec(
  code: MaskCode,
  beginsFull: boolean,
): (number: number) => boolean {
  if (!beginsFull) return () => false;
  const words = code.waveSize / 32;
  const full = new Set<number>();
  const meets = meetings(code);
  const before = new Map<number, Known>();
  const start = new Uint8Array(WORDS);
  start.fill(ALONE, EXEC, EXEC + words);
  settle(start, code.waveSize);
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
      known = afterwards(there, code.instruction(number), code.use(number), code.waveSize);
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

/** An operand: what is known about its word, and which scalar it is. */
interface Word {
  readonly facts: number;
  readonly scalar: number | undefined;
}

function wordOf(known: Known, operand: Operand | undefined, half: number): Word {
  const scalar = operand && scalarNumber(operand);
  if (scalar !== undefined) return { facts: known[scalar + half] ?? 0, scalar: scalar + half };
  const isOnes =
    operand !== undefined && constantBits(operand, 'b64')?.[half === 0 ? 0 : 1] === ONES;
  return { facts: isOnes ? ALONE | WITH_EXEC : 0, scalar: undefined };
}

const only = (facts: number, wanted: number, as = wanted): number =>
  (facts & wanted) === 0 ? 0 : as;

/** The facts about a result that is not exec. */
function resultOf(verb: string, a: Word, b: Word, exec: number): number {
  switch (verb) {
    case 'mov':
      return a.facts;
    case 'or':
      return a.facts | b.facts;
    case 'and':
      return a.facts & b.facts;
    case 'xor':
      return a.scalar === exec
        ? only(b.facts, ALONE, WITH_EXEC)
        : b.scalar === exec
          ? only(a.facts, ALONE, WITH_EXEC)
          : 0;
    case 'andn2':
      return b.scalar === exec ? only(a.facts, WITH_EXEC) : 0;
    default:
      return 0;
  }
}

/** The facts about a new exec, and the words that are all ones with it as they were with the old one. */
interface NewExec {
  readonly facts: number;
  readonly kept: 'all' | number | undefined;
}

const UNKNOWN: NewExec = { facts: 0, kept: undefined };

function execAfter(verb: string, a: Word, b: Word, exec: number, old: number): NewExec {
  const other = a.scalar === exec ? b : b.scalar === exec ? a : undefined;
  switch (verb) {
    case 'mov':
      return { facts: only(a.facts, ALONE), kept: undefined };
    case 'and':
      return { facts: a.facts & b.facts & ALONE, kept: undefined };
    case 'or':
      return other === undefined
        ? { facts: (a.facts | b.facts) & ALONE, kept: undefined }
        : { facts: only(other.facts, WITH_EXEC, ALONE), kept: 'all' };
    case 'andn2':
      return a.scalar === exec ? { facts: 0, kept: b.scalar } : UNKNOWN;
    case 'xor':
      return { facts: 0, kept: other?.scalar };
    case 'and_saveexec':
      return { facts: old & a.facts & ALONE, kept: undefined };
    case 'or_saveexec':
      return { facts: only(a.facts, WITH_EXEC, ALONE), kept: 'all' };
    default:
      return UNKNOWN;
  }
}

const LOGIC = /^s_(mov|and|or|xor|andn2|and_saveexec|or_saveexec|andn2_saveexec)_b(32|64)$/;

function afterwards(
  known: Known,
  instruction: Instruction | undefined,
  use: RegisterUse | undefined,
  waveSize: 32 | 64,
): Known {
  const after = known.slice();
  if (use === undefined || instruction === undefined) return after.fill(0);
  const { scalars } = use.writes;
  for (const scalar of scalars) after[scalar] = 0;
  const changesExec = scalars.includes(EXEC) || scalars.includes(EXEC + 1);
  if (changesExec)
    for (let word = 0; word < WORDS; word++) after[word] = (after[word] ?? 0) & ALONE;
  const [, verb = '', bits] = LOGIC.exec(instruction.mnemonic.replace('and_not1', 'andn2')) ?? [];
  const [destination, first, second] = instruction.operands;
  const to = destination && scalarNumber(destination);
  if (to === undefined || to > EXEC || Number(bits) > waveSize) return settle(after, waveSize);
  for (let half = 0; half < Number(bits) / 32; half++) {
    const exec = EXEC + half;
    const old = known[exec] ?? 0;
    const [a, b] = [wordOf(known, first, half), wordOf(known, second, half)];
    const saves = verb.endsWith('saveexec');
    if (!saves && to !== EXEC) {
      // Of a single word in a wave of 64 lanes, which half of exec it goes with is not looked at.
      const counts = Number(bits) === waveSize ? ALONE | WITH_EXEC : ALONE;
      after[to + half] = resultOf(verb, a, b, exec) & counts;
      continue;
    }
    const { facts, kept } = execAfter(verb, a, b, exec, old);
    after[exec] = facts;
    for (let word = 0; word < EXEC; word++) {
      if (execOf(word, waveSize) !== exec || (kept !== 'all' && kept !== word)) continue;
      after[word] = (after[word] ?? 0) | ((known[word] ?? 0) & WITH_EXEC);
    }
    // The destination gets the old exec. With andn2, it and the new exec together are all ones where the operand was with
    // the old one.
    if (saves)
      after[to + half] = (old & ALONE) | (verb === 'andn2_saveexec' ? a.facts & WITH_EXEC : 0);
  }
  return settle(after, waveSize);
}
