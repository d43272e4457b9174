/**
 * Sources and results of an instruction of SASS, from which its step is made.
 *
 *     IADD3 R2, P0, R4, -R6, RZ      results R2 and P0; sources R4, -R6 and 0; unknown where R4 or R6 is
 */
import type { Step } from '@ldscope/simt';
import { behind, isTrue, isZero, REGISTERS, type SassOperand } from '../operands.ts';
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

/** Computes results of a lane from its sources; false where they are not known. */
export type Compute = (sources: readonly number[], results: number[]) => boolean | undefined | void;

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

/** Results that are words come before those that are predicates. */
export function each(
  sources: readonly (Source | undefined)[],
  words: readonly number[],
  predicates: readonly number[],
  compute: Compute,
): Operation | undefined {
  const list = sources.filter((source) => source !== undefined);
  const values = list.map(() => 0);
  const results = [...words, ...predicates].map(() => 0);
  const bits = predicates.map(() => 0);
  return operationOf(sources, words, predicates, (warp, mask) => {
    let known = mask;
    for (const source of list) known &= source.known(warp);
    bits.fill(0);
    for (let lane = 0, left = known; left !== 0; lane++, left >>>= 1) {
      if ((left & 1) === 0) continue;
      for (let i = 0; i < list.length; i++) values[i] = list[i]?.read(warp, lane) ?? 0;
      if (compute(values, results) === false) {
        known &= ~(1 << lane);
        continue;
      }
      for (let i = 0; i < words.length; i++) warp.setWord(words[i] ?? 0, lane, results[i] ?? 0);
      for (let i = 0; i < bits.length; i++)
        bits[i] = (bits[i] ?? 0) | ((results[words.length + i] ?? 0) << lane);
    }
    for (const register of words) warp.wrote(register, mask, known);
    for (let i = 0; i < predicates.length; i++)
      warp.wrotePredicate(predicates[i] ?? 0, mask, known, bits[i] ?? 0);
  });
}

const changed = (word: number, operand: { readonly change: string }): number => {
  switch (operand.change) {
    case 'negative':
      return -word | 0;
    case 'inverted':
      return ~word;
    case 'absolute':
      return Math.abs(word) | 0;
    default:
      return word;
  }
};

const placesOf = (register: number): readonly number[] => (isZero(register) ? [] : [register]);

/** A word; `plain`: the caller applies modifiers. */
export function word(operand: SassOperand | undefined, plain = false): Source | undefined {
  switch (operand?.kind) {
    case 'register': {
      const { number } = operand;
      return {
        reads: placesOf(number),
        known: ({ known }) => known[number] ?? 0,
        read: (warp, lane) => {
          const value = warp.word(number, lane);
          return plain ? value : changed(value, operand);
        },
      };
    }
    case 'constant': {
      const { value } = operand;
      return { reads: [], known: () => -1, read: () => value };
    }
    case 'bank': {
      const { offset } = operand;
      return {
        reads: [],
        known: ({ around }) => (around.bank(offset) === undefined ? 0 : -1),
        read: ({ around }) => {
          const value = around.bank(offset) ?? 0;
          return plain ? value : changed(value, operand);
        },
      };
    }
    default:
      return undefined;
  }
}

/** The upper word of a pair; that of a constant is nothing. */
export function upper(operand: SassOperand | undefined): Source | undefined {
  if (operand?.kind === 'register' && operand.change === 'none')
    return word({ ...operand, number: behind(operand.number, 1) });
  if (operand?.kind === 'bank' && operand.change === 'none')
    return word({ ...operand, offset: operand.offset + 4 });
  return undefined;
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
/** A term of a sum, whose sign the sum looks at. */
export const term = (operand: SassOperand | undefined): Source | undefined =>
  word(operand, isNegative(operand));

/** Results in front: a register, and the predicates on either side of it. */
export interface Results {
  readonly register: number;
  readonly predicates: readonly number[];
  readonly rest: readonly SassOperand[];
}

export function resultsOf(operands: readonly SassOperand[]): Results | undefined {
  const before = operands.findIndex(({ kind }) => kind !== 'predicate');
  const register = target(operands[before]);
  if (before < 0 || register === undefined) return undefined;
  let end = before + 1;
  while (operands[end]?.kind === 'predicate' && end < before + 3) end++;
  const around = [...operands.slice(0, before), ...operands.slice(before + 1, end)];
  // Since sm_100 there is a second carry, which goes nowhere.
  const wanted = around.filter(
    (operand, index) => index === 0 || operand.kind !== 'predicate' || !isTrue(operand.number),
  );
  const predicates = wanted.map(targetPredicate).filter((number) => number !== undefined);
  if (predicates.length < wanted.length) return undefined;
  const [first] = predicates;
  const isNowhere = first !== undefined && isTrue(first) && predicates.length === 1;
  return { register, predicates: isNowhere ? [] : predicates, rest: operands.slice(end) };
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
