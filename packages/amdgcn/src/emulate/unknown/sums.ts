/**
 * Registers as sums of unknown values: one instruction may subtract what another has added.
 *
 *     s_mul_i32 s6, s2, 0x100     256 u          where s2 is unknown, and called u
 *     v_add_u32 v1, s6, v0        v0 + 256 u
 *     v_subrev_u32 v2, s6, v1     v0: known, whatever u is
 *
 * Arithmetic is modulo 2^32, lane by lane: a register is its value in this execution, plus a coefficient times the deviation
 * of each unknown from its value. A register without coefficients has its computed value. An unknown gets its name where it
 * is first read, and keeps it in its register; arguments have theirs everywhere.
 *
 * LIMITATION. Inactive lanes keep their values, so sums are followed only where all lanes are active.
 */
import { signedHalf } from '@ldscope/core';
import { factsOf } from '../../isa/facts.ts';
import type { Comparison, Sum as RowSum } from '../../isa/row.ts';
import type { Target } from '../../state/target.ts';
import type { Instruction, Operand } from '../../text/program.ts';
import { scalarNumber, scalarReader } from '../../state/scalars.ts';
import { vectorRow } from '../../state/uses.ts';
import { SCALAR_ID } from '../../state/waits.ts';
import { EXEC, type Wave } from '../../state/wave.ts';
import type { Condition, Terms, UnknownRegisters } from './registers.ts';

const NONE: Terms = new Map();

/** The operands of a sum, in one execution of an instruction. */
interface Parts {
  /** The unknowns of an operand; `undefined` where it is not followed. */
  readonly terms: (index: number) => Terms | undefined;
  /** The value of an operand that is known, and the same for all lanes. */
  readonly known: (index: number) => number | undefined;
}

type Sum = (parts: Parts) => Terms | undefined;

function scale(terms: Terms | undefined, factor: number | undefined): Terms | undefined {
  if (terms === undefined || factor === undefined) return undefined;
  const scaled = [...terms].map(([name, by]) => [name, Math.imul(by, factor) >>> 0] as const);
  return new Map(scaled.filter(([, by]) => by !== 0));
}

function plus(a: Terms | undefined, b: Terms | undefined): Terms | undefined {
  if (a === undefined || b === undefined) return undefined;
  if (b.size === 0) return a;
  const sum = new Map(a);
  for (const [name, by] of b) {
    const total = ((sum.get(name) ?? 0) + by) >>> 0;
    if (total === 0) sum.delete(name);
    else sum.set(name, total);
  }
  return sum;
}

const add =
  (a: number, b: number): Sum =>
  ({ terms }) =>
    plus(terms(a), terms(b));
const subtract =
  (a: number, b: number): Sum =>
  ({ terms }) =>
    plus(terms(a), scale(terms(b), 0xffffffff));
/** At least one of the two is known. */
const multiply =
  (a: number, b: number): Sum =>
  ({ terms, known }) =>
    scale(terms(a), known(b)) ?? scale(terms(b), known(a));

const power = (bits: number | undefined): number | undefined =>
  bits === undefined ? undefined : 1 << (bits & 31);
/** An operand times two to the power of another one. */
const shift =
  (a: number, by: number): Sum =>
  ({ terms, known }) =>
    scale(terms(a), power(known(by)));
const both =
  (first: Sum, second: Sum): Sum =>
  (parts) =>
    plus(first(parts), second(parts));
const operand =
  (index: number): Sum =>
  ({ terms }) =>
    terms(index);
const scaled =
  (a: number, factor: number): Sum =>
  ({ terms }) =>
    scale(terms(a), factor);

/** The sums of rows; sources a, b and c follow the results, d is the first result as it was. */
function sumOf(row: RowSum, a: number): Sum {
  const [b, c] = [a + 1, a + 2];
  switch (row) {
    case 'a':
      return operand(a);
    case 'a + b':
      return add(a, b);
    case 'a - b':
      return subtract(a, b);
    case 'b - a':
      return subtract(b, a);
    case 'a * b':
      return multiply(a, b);
    case 'a << b':
      return shift(a, b);
    case 'b << a':
      return shift(b, a);
    case 'a + b + c':
      return both(add(a, b), operand(c));
    case '(a << b) + c':
      return both(shift(a, b), operand(c));
    case '(a + b) << c':
      return ({ terms, known }) => scale(plus(terms(a), terms(b)), power(known(c)));
    case 'd + a':
      return add(0, a);
    case 'd * a':
      return ({ terms, known }) => {
        const factor = known(a);
        return scale(terms(0), factor === undefined ? undefined : signedHalf(factor));
      };
    case '(a << 1) + b':
    case '(a << 2) + b':
    case '(a << 3) + b':
    case '(a << 4) + b':
      return both(scaled(a, 2 ** Number(row[6])), operand(b));
  }
}

/** The unknowns of an operand, before or after an instruction is executed by a wave. */
type TermsOf = (registers: UnknownRegisters, wave: Wave, number: number) => Terms | undefined;

function termsOf(source: Operand): TermsOf {
  const row = vectorRow(source);
  const scalar = scalarNumber(source);
  if (row !== undefined) return (registers, _, number) => registers.termsOf(row, number, 0);
  if (scalar === undefined) return () => (source.kind === 'integer' ? NONE : undefined);
  const id = SCALAR_ID + scalar;
  return (registers, wave, number) => registers.termsOf(id, number, wave.s[scalar] ?? 0);
}

/** The value of an operand that is known and the same for all lanes. */
function knownValue(
  source: Operand,
): (registers: UnknownRegisters, wave: Wave) => number | undefined {
  const read = vectorRow(source) === undefined ? scalarReader(source, 'b32') : undefined;
  const scalar = scalarNumber(source);
  if (read === undefined) return () => undefined;
  return (registers, wave) =>
    scalar !== undefined && registers.low[SCALAR_ID + scalar] !== 0 ? undefined : read(wave);
}

const allActive = ({ s, size, indexing }: Wave): boolean =>
  s[EXEC] === 0xffffffff && (size === 32 || s[EXEC + 1] === 0xffffffff) && indexing === 0;

/** The effect of an instruction on sums. */
export interface SumTransfer {
  /** The unknowns of the result, from the registers before the instruction. */
  readonly before: (registers: UnknownRegisters, wave: Wave, number: number) => Terms | undefined;
  /** Gives the result its unknowns, after all other tracking of the instruction. */
  readonly after: (registers: UnknownRegisters, terms: Terms) => void;
}

/** How an instruction adds up; `undefined` for all that do something else. */
export function sumTransfer(instruction: Instruction, chip: Target): SumTransfer | undefined {
  const { operands, modifiers } = instruction;
  const { sum: text, words = 1, results } = factsOf(instruction, chip);
  const [target] = operands;
  if (text === undefined || words > 1 || target === undefined || modifiers.size > 0)
    return undefined;
  const sum = sumOf(text, results);
  const row = vectorRow(target);
  const scalar = scalarNumber(target);
  if (row === undefined && (scalar === undefined || scalar >= EXEC)) return undefined;
  const id = row ?? SCALAR_ID + (scalar ?? 0);
  const sources = operands.map(termsOf);
  const values = operands.map(knownValue);
  return {
    before: (registers, wave, number) =>
      row !== undefined && !allActive(wave)
        ? undefined
        : sum({
            terms: (index) => sources[index]?.(registers, wave, number),
            known: (index) => values[index]?.(registers, wave),
          }),
    after: (registers, terms) => registers.setTerms(id, terms),
  };
}

/** Comparisons by what they ask: the relation of which scc is the truth, or its opposite. */
const RELATIONS: Readonly<Record<Comparison['relation'], readonly [asks: string, truth: 0 | 1]>> = {
  eq: ['eq', 1],
  lg: ['eq', 0],
  lt: ['lt', 1],
  ge: ['lt', 0],
  gt: ['gt', 1],
  le: ['gt', 0],
};

type ConditionOf = (
  registers: UnknownRegisters,
  wave: Wave,
  number: number,
) => Condition | undefined;

/** A side of a comparison: its unknowns, and what is added to them. */
interface Side {
  readonly terms: Terms;
  readonly constant: number;
}

/**
 * The relation of unknown values that a comparison of scalars tests: relations with the same text have the same answer, as
 * long as a wave runs. Whether a and b are equal is whether a - b is 0. `undefined` for other instructions.
 */
export function conditionOf(instruction: Instruction, target: Target): ConditionOf | undefined {
  const { operands } = instruction;
  const { compares, short } = factsOf(instruction, target);
  if (compares === undefined || operands.length !== 2) return undefined;
  const { relation, type } = compares;
  const [name, truth] = RELATIONS[relation];
  const words = type.endsWith('64') ? ([0, 1] as const) : ([0] as const);
  // A constant of 16 bits is extended.
  const extend = (value: number): number =>
    short !== true ? value : type === 'i32' ? signedHalf(value) : value & 0xffff;
  const sides = operands.flatMap((source) => words.map((word) => sideOf(source, word, extend)));
  const isDifference = name === 'eq' && words.length === 1;
  return (registers, wave, number) => {
    const read = sides.map((side) => side(registers, wave, number));
    const [left, right] = read;
    if (!isDifference || left === undefined || right === undefined)
      return read.includes(undefined)
        ? undefined
        : {
            asks: `${name} ${type} ${read.map((side) => side && textOf(side)).join(' ; ')}`,
            truth,
          };
    const terms = plus(left.terms, scale(right.terms, 0xffffffff)) ?? NONE;
    const asks =
      terms.size === 0 ? '' : `0 ${textOf({ terms, constant: left.constant - right.constant })}`;
    return { asks, truth };
  };
}

function sideOf(
  source: Operand,
  word: 0 | 1,
  extend: (value: number) => number,
): (registers: UnknownRegisters, wave: Wave, number: number) => Side | undefined {
  const scalar = scalarNumber(source);
  const read = scalarReader(source, word === 0 ? 'b32' : 'b64', word);
  if (read === undefined || (scalar === undefined && source.kind !== 'integer'))
    return () => undefined;
  return (registers, wave, number) => {
    const value = read(wave);
    if (scalar === undefined) return { terms: NONE, constant: extend(value) };
    const terms = registers.termsOf(SCALAR_ID + scalar + word, number, value);
    return { terms, constant: value - registers.offsetOf(terms) };
  };
}

function textOf({ terms, constant }: Side): string {
  return [...terms]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .reduce((text, [name, by]) => `${text} + ${by} ${name}`, String(constant >>> 0));
}
