/**
 * Symbols, and the values of expressions over them.
 *
 *     .set vgprA, 4          a number, at once; `.set` may change it later
 *     .set f.vgprs, max(5, g.vgprs)      kept as an expression until `g.vgprs` is known
 *     loop:                  a place: a section and a position in it
 *
 * A value is a number, or a number added to one symbol that has a place (or is defined elsewhere). The difference of two
 * places of one section is a number; in code, instructions are `CODE_STEP` apart.
 */
import { bigints } from '@ldscope/core';
import type { BinaryOperator, Expression } from './expression.ts';
import { CODE_STEP } from './program.ts';
import type { Place } from './sections.ts';

export type SymbolValue =
  | { readonly kind: 'number'; readonly value: bigint }
  | { readonly kind: 'expression'; readonly expression: Expression }
  | { readonly kind: 'place'; readonly place: Place };

/** `symbol + offset`, or only the number. */
export interface Value {
  readonly symbol?: string;
  readonly relocation?: string;
  readonly offset: bigint;
}

/** Why an expression has no value. */
export type NoValue =
  | { readonly kind: 'undefined'; readonly name: string }
  | { readonly kind: 'division' }
  | { readonly kind: 'relative' }
  | { readonly kind: 'circular' }
  | { readonly kind: 'function'; readonly name: string };

/** Parts of one expression that are looked at before it is given up: symbols may be expressions themselves. */
const evaluationLimit = 4096;
/** Symbols that are defined by symbols. */
const chainLimit = 64;

const NEXT_VECTOR = '.amdgcn.next_free_vgpr';
const NEXT_SCALAR = '.amdgcn.next_free_sgpr';

/** Values of `s_version`. Source: LLVM 22, llvm-mc. */
const predefined: ReadonlyMap<string, bigint> = new Map([
  ['UC_VERSION_GFX7', 0n],
  ['UC_VERSION_GFX10', 4n],
  ['UC_VERSION_GFX11', 6n],
  ['UC_VERSION_GFX12', 9n],
  ['UC_VERSION_W64_BIT', 0x2000n],
  ['UC_VERSION_W32_BIT', 0x4000n],
  ['UC_VERSION_MDP_BIT', 0x8000n],
]);

export class Symbols {
  readonly table = new Map<string, SymbolValue>();
  /** Highest registers used so far plus one: `.amdgcn.next_free_vgpr` and `.amdgcn.next_free_sgpr`. */
  nextVector = 0;
  nextScalar = 0;
  /** How often each numeric label was defined. */
  readonly #numeric = new Map<string, number>();
  /** The file is read: a symbol that is not defined yet is defined elsewhere. */
  closed = false;
  #steps = 0;
  #problem: NoValue | undefined;

  /** The name of a numeric label at its definition. */
  defineLocal(number: string): string {
    const count = (this.#numeric.get(number) ?? 0) + 1;
    this.#numeric.set(number, count);
    return localName(number, count);
  }

  /** The name that `1b` or `1f` means here. */
  localName(word: string): string {
    const number = word.slice(0, -1);
    const count = this.#numeric.get(number) ?? 0;
    return localName(number, word.endsWith('f') || word.endsWith('F') ? count + 1 : count);
  }

  /** Gives a symbol a number; a later one may replace it. */
  setNumber(name: string, value: bigint): void {
    if (name === NEXT_VECTOR) this.nextVector = Number(value);
    else if (name === NEXT_SCALAR) this.nextScalar = Number(value);
    else this.table.set(name, { kind: 'number', value });
  }

  /** The value of an expression now, or why it has none. */
  evaluate(expression: Expression): Value | NoValue {
    this.#steps = 0;
    this.#problem = undefined;
    const value = this.#evaluate(expression, 0);
    return value ?? this.#problem ?? { kind: 'relative' };
  }

  /** The number that an expression is; `undefined` when it is none, or not yet. */
  number(expression: Expression): bigint | undefined {
    if (expression.kind === 'number') return expression.value;
    const value = this.evaluate(expression);
    return 'offset' in value && value.symbol === undefined ? value.offset : undefined;
  }

  /** The place of a label. */
  place(name: string): Place | undefined {
    const found = this.table.get(name);
    return found?.kind === 'place' ? found.place : undefined;
  }

  #none(problem: NoValue): undefined {
    this.#problem ??= problem;
    return undefined;
  }

  #evaluate(expression: Expression, chain: number): Value | undefined {
    if (++this.#steps > evaluationLimit || chain > chainLimit)
      return this.#none({ kind: 'circular' });
    switch (expression.kind) {
      case 'number':
        return { offset: expression.value };
      case 'symbol':
        return this.#symbol(expression, chain);
      case 'unary': {
        const operand = this.#evaluate(expression.operand, chain);
        if (operand === undefined) return undefined;
        if (operand.symbol !== undefined) return this.#none({ kind: 'relative' });
        if (expression.operator === '-') return { offset: wrap(-operand.offset) };
        if (expression.operator === '~') return { offset: ~operand.offset };
        return { offset: operand.offset === 0n ? 1n : 0n };
      }
      case 'call':
        return this.#call(expression.name, expression.arguments, chain);
      case 'binary':
        return this.#binary(expression, chain);
    }
  }

  #symbol(
    expression: { readonly name: string; readonly relocation?: string },
    chain: number,
  ): Value | undefined {
    const { name, relocation } = expression;
    const found = this.table.get(name);
    if (relocation !== undefined) return { symbol: name, relocation, offset: 0n };
    if (found === undefined) {
      if (name === NEXT_VECTOR) return { offset: BigInt(this.nextVector) };
      if (name === NEXT_SCALAR) return { offset: BigInt(this.nextScalar) };
      const known = predefined.get(name);
      if (known !== undefined) return { offset: known };
      return this.closed ? { symbol: name, offset: 0n } : this.#none({ kind: 'undefined', name });
    }
    if (found.kind === 'number') return { offset: found.value };
    if (found.kind === 'place') return { symbol: name, offset: 0n };
    return this.#evaluate(found.expression, chain + 1);
  }

  #binary(
    expression: {
      readonly operator: BinaryOperator;
      readonly left: Expression;
      readonly right: Expression;
    },
    chain: number,
  ): Value | undefined {
    const left = this.#evaluate(expression.left, chain);
    if (left === undefined) return undefined;
    const right = this.#evaluate(expression.right, chain);
    if (right === undefined) return undefined;
    const { operator } = expression;
    if (left.symbol === undefined && right.symbol === undefined) {
      const offset = calculate(operator, left.offset, right.offset);
      return offset === undefined ? this.#none({ kind: 'division' }) : { offset };
    }
    if (operator === '+' && (left.symbol === undefined || right.symbol === undefined)) {
      const symbolic = left.symbol === undefined ? right : left;
      return { ...symbolic, offset: wrap(left.offset + right.offset) };
    }
    if (operator === '-' && right.symbol === undefined)
      return { ...left, offset: wrap(left.offset - right.offset) };
    if (operator === '-' || comparisons.has(operator)) {
      const distance = this.#distance(left, right);
      if (distance === undefined) return this.#none({ kind: 'relative' });
      const offset = operator === '-' ? distance : calculate(operator, distance, 0n);
      return offset === undefined ? undefined : { offset };
    }
    return this.#none({ kind: 'relative' });
  }

  /** How far two values are apart. */
  #distance(left: Value, right: Value): bigint | undefined {
    const offset = wrap(left.offset - right.offset);
    if (left.symbol === right.symbol) return offset;
    if (left.symbol === undefined || right.symbol === undefined) return undefined;
    const from = this.place(right.symbol);
    const to = this.place(left.symbol);
    if (from === undefined || to === undefined) return undefined;
    if (from.section !== to.section || from.area !== to.area) return undefined;
    const step = from.area === 'code' ? CODE_STEP : 1;
    return wrap(BigInt((to.position - from.position) * step) + offset);
  }

  #call(name: string, list: readonly Expression[], chain: number): Value | undefined {
    const numbers: bigint[] = [];
    for (const argument of list) {
      const value = this.#evaluate(argument, chain);
      if (value === undefined) return undefined;
      if (value.symbol !== undefined) return this.#none({ kind: 'relative' });
      numbers.push(value.offset);
    }
    const offset = functions[name]?.(numbers);
    return offset === undefined ? this.#none({ kind: 'function', name }) : { offset };
  }
}

const localName = (number: string, count: number): string => `.Llocal${number}_${count}`;

const comparisons: ReadonlySet<string> = new Set(['==', '!=', '<', '<=', '>', '>=']);

const wrap = (value: bigint): bigint => BigInt.asIntN(64, value);

/** Arithmetic of 64 bits; comparisons give -1 for true, as in the GNU assembler. `undefined`: division by zero. */
function calculate(operator: BinaryOperator, left: bigint, right: bigint): bigint | undefined {
  if (operator === '!') return wrap(left | ~right);
  if (comparisons.has(operator)) return -bigints[operator](left, right);
  const shifts = operator === '<<' || operator === '>>';
  if (shifts && (right < 0n || right > 63n)) return 0n;
  if ((operator === '/' || operator === '%') && right === 0n) return undefined;
  const from = operator === '>>' ? BigInt.asUintN(64, left) : left;
  return wrap(bigints[operator](from, right));
}

type AssemblerFunction = (values: readonly bigint[]) => bigint | undefined;

const greatest = (values: readonly bigint[]): bigint =>
  values.reduce((most, value) => (value > most ? value : most));

/** Rounds up; `undefined` for an alignment of zero. */
function roundUp(value: bigint, alignment: bigint): bigint | undefined {
  return alignment <= 0n ? undefined : ((value + alignment - 1n) / alignment) * alignment;
}

/** Functions that LLVM prints where a register count depends on callees. */
const functions: Readonly<Record<string, AssemblerFunction>> = {
  max: (values) => (values.length === 0 ? undefined : greatest(values)),
  or: (values) => (values.length === 0 ? undefined : values.reduce((all, value) => all | value)),
  alignto: ([value, alignment]) =>
    value === undefined || alignment === undefined ? undefined : roundUp(value, alignment),
  // Vector registers begin at a multiple of four in the unified file, accumulators behind them.
  totalnumvgprs: ([accumulators, vectors]) =>
    accumulators === undefined || vectors === undefined
      ? undefined
      : accumulators === 0n
        ? vectors
        : (roundUp(vectors, 4n) ?? 0n) + accumulators,
  // VCC, XNACK_MASK and FLAT_SCRATCH are the last scalar registers, in pairs.
  extrasgprs: ([vcc, flatScratch, xnack]) => {
    if (vcc === undefined || flatScratch === undefined || xnack === undefined) return undefined;
    return flatScratch !== 0n ? 6n : xnack !== 0n ? 4n : vcc !== 0n ? 2n : 0n;
  },
  lit: ([value]) => value,
  lit64: ([value]) => value,
};
