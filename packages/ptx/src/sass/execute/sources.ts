/**
 * Sources and results of an instruction of SASS, from which its step is made.
 *
 *     IADD3 R2, P0, R4, -R6, RZ      results R2 and P0; sources R4, -R6 and 0; unknown where R4 or R6 is
 */
import { bits32, high64, low64 } from '@ldscope/core/arithmetic';
import { eachLane, type Step } from '@ldscope/simt';
import { behind, isTrue, isZero, REGISTERS, type SassOperand } from '../operands.ts';
import { termOf } from './integer.ts';
import type { SassWarp } from './warp.ts';

/** An instruction that computes: the places that it reads and writes, and how. */
export interface Operation {
  readonly reads: readonly number[];
  readonly writes: readonly number[];
  readonly step: Step<SassWarp>;
}

/** A source of an instruction. */
export interface Source {
  readonly reads: readonly number[];
  /** Lanes where it is known. */
  known(warp: SassWarp): number;
  read(warp: SassWarp, lane: number): number;
}

export type Maker = (
  operands: readonly SassOperand[],
  modifiers: readonly string[],
) => Operation | undefined;

/** Results of a lane from its sources, words before predicates; `undefined` for all or one where they are not known. */
export type Compute = (
  sources: readonly number[],
) => number | readonly (number | undefined)[] | undefined;

/** An operation of its sources, its results, and its step. */
export function operationOf(
  sources: readonly (Source | undefined)[],
  words: readonly number[],
  predicates: readonly number[],
  step: Step<SassWarp>,
): Operation | undefined {
  const reads: number[] = [];
  for (const source of sources) {
    if (source === undefined) return undefined;
    reads.push(...source.reads);
  }
  const writes = [
    ...words.filter((register) => !isZero(register)),
    ...predicates
      .filter((predicate) => !isTrue(predicate))
      .map((predicate) => REGISTERS + predicate),
  ];
  return { reads, writes, step };
}

/** A step that computes each lane on its own. */
export function each(
  sources: readonly (Source | undefined)[],
  words: readonly number[],
  predicates: readonly number[],
  compute: Compute,
): Operation | undefined {
  const list = sources.filter((source) => source !== undefined);
  const values = list.map(() => 0);
  const count = words.length + predicates.length;
  /** By result: lanes where it is known, and of a predicate those where it holds. */
  const known = new Int32Array(count);
  const bits = new Int32Array(count);
  return operationOf(sources, words, predicates, (warp, mask) => {
    let open = mask;
    for (const source of list) open &= source.known(warp);
    known.fill(0);
    bits.fill(0);
    eachLane(open, (lane) => {
      for (let i = 0; i < list.length; i++) values[i] = list[i]?.read(warp, lane) ?? 0;
      const found = compute(values);
      for (let i = 0; i < count; i++) {
        const value = typeof found === 'object' ? found[i] : i === 0 ? found : undefined;
        if (value === undefined) continue;
        known[i] = (known[i] ?? 0) | (1 << lane);
        if (i < words.length) warp.setWord(words[i] ?? 0, lane, value);
        else bits[i] = (bits[i] ?? 0) | (value << lane);
      }
    });
    for (const [i, register] of words.entries()) warp.wrote(register, mask, known[i] ?? 0);
    for (const [n, predicate] of predicates.entries()) {
      const i = words.length + n;
      warp.wrotePredicate(predicate, mask, known[i] ?? 0, bits[i] ?? 0);
    }
  });
}

/** A source, changed on the way. */
const mapped = (source: Source, change: (word: number) => number): Source => ({
  ...source,
  read: (warp, lane) => change(source.read(warp, lane)),
});

type Changes = Readonly<Record<string, (word: number) => number>>;

const OF_INTEGERS: Changes = {
  negative: (word) => -word | 0,
  inverted: (word) => ~word,
  absolute: (word) => Math.abs(word) | 0,
};
const SIGN = 0x8000_0000 | 0;
const OF_FLOATS: Changes = {
  'negative': (high) => high ^ SIGN,
  'absolute': (high) => high & ~SIGN,
  'negative absolute': (high) => high | SIGN,
};

/** A word as it is, without the modifiers of its operand. */
function plain(operand: SassOperand | undefined): Source | undefined {
  switch (operand?.kind) {
    case 'register': {
      const { number } = operand;
      return {
        reads: isZero(number) ? [] : [number],
        known: ({ known }) => known[number] ?? 0,
        read: (warp, lane) => warp.word(number, lane),
      };
    }
    case 'bank': {
      const { offset } = operand;
      return {
        reads: [],
        known: ({ around }) => (around.bank(offset) === undefined ? 0 : -1),
        read: ({ around }) => around.bank(offset) ?? 0,
      };
    }
    case 'constant':
      return constant(operand.value);
    default:
      return undefined;
  }
}

const constant = (value: number): Source => ({ reads: [], known: () => -1, read: () => value });

function changed(operand: SassOperand | undefined, changes: Changes): Source | undefined {
  const source = plain(operand);
  const change = operand !== undefined && 'change' in operand ? changes[operand.change] : undefined;
  return source === undefined || change === undefined ? source : mapped(source, change);
}

/** A word, as an integer. */
export const word = (operand: SassOperand | undefined): Source | undefined =>
  changed(operand, OF_INTEGERS);

/** The bits of a float, or of the upper word of a double. */
export const float = (operand: SassOperand | undefined): Source | undefined =>
  operand?.kind === 'float' ? constant(bits32(operand.value)) : changed(operand, OF_FLOATS);

/** Both words of a double, the lower one first; of an operand with one word that is the upper one. */
export function double(operand: SassOperand | undefined): readonly (Source | undefined)[] {
  if (operand?.kind === 'register')
    return [plain(operand), float({ ...operand, number: behind(operand.number, 1) })];
  if (operand?.kind === 'bank')
    return [plain(operand), float({ ...operand, offset: operand.offset + 4 })];
  if (operand?.kind === 'float')
    return [constant(low64(operand.value)), constant(high64(operand.value))];
  return [constant(0), float(operand)];
}

/** The upper word of a pair; that of a constant is nothing. */
export function upper(operand: SassOperand | undefined): Source | undefined {
  if (operand?.kind === 'register' && operand.change === 'none')
    return word({ ...operand, number: behind(operand.number, 1) });
  if (operand?.kind === 'bank' && operand.change === 'none')
    return word({ ...operand, offset: operand.offset + 4 });
  return undefined;
}

/** Both words of a pair without its sign; the upper word of a constant repeats its sign. */
export function pairOf(operand: SassOperand | undefined): readonly (Source | undefined)[] {
  if (operand?.kind === 'constant')
    return [word(operand), word({ kind: 'constant', value: operand.value >> 31 })];
  if (operand?.kind !== 'register' && operand?.kind !== 'bank') return [undefined];
  if (operand.change !== 'none' && operand.change !== 'negative') return [undefined];
  return [plain(operand), upper({ ...operand, change: 'none' })];
}

/** A predicate as 0 or 1. */
export function bit(operand: SassOperand | undefined): Source | undefined {
  if (operand?.kind !== 'predicate') return undefined;
  const { number, negated } = operand;
  return {
    reads: isTrue(number) ? [] : [REGISTERS + number],
    known: ({ bitsKnown }) => bitsKnown[number] ?? 0,
    read: ({ bits }, lane) => (((bits[number] ?? 0) >>> lane) & 1) ^ Number(negated),
  };
}

/** The register that an operand names as a result. */
export const target = (operand: SassOperand | undefined): number | undefined =>
  operand?.kind === 'register' && operand.change === 'none' ? operand.number : undefined;
export const targetPredicate = (operand: SassOperand | undefined): number | undefined =>
  operand?.kind === 'predicate' && !operand.negated ? operand.number : undefined;

export const isNegative = (operand: SassOperand | undefined): boolean =>
  (operand?.kind === 'register' || operand?.kind === 'bank') && operand.change === 'negative';
/** A term of a sum, from 0 on: `-x` is `~x + 1`, whose carry tells that nothing is borrowed. */
export function term(operand: SassOperand | undefined): Source | undefined {
  const source = isNegative(operand) ? plain(operand) : word(operand);
  return source && mapped(source, (value) => termOf(value, isNegative(operand)));
}

export const only = (modifiers: readonly string[], allowed: readonly string[]): boolean =>
  modifiers.every((name) => allowed.includes(name));

/** Carries into a sum: none without `.X`; the second is never set. */
export function carriesIn(
  operands: readonly SassOperand[],
  modifiers: readonly string[],
): readonly (Source | undefined)[] | undefined {
  if (!modifiers.includes('X')) return operands.every(isNever) ? [] : undefined;
  return operands.filter((operand) => !isNever(operand)).map(bit);
}

export const isNever = (operand: SassOperand): boolean =>
  operand.kind === 'predicate' && operand.negated && isTrue(operand.number);
