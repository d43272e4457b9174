/**
 * The analysis of an index: its expression over work-item ids, loop variables and values that cannot be decomposed.
 *
 *     %t = gpu.thread_id x upper_bound 256
 *     %u = affine.apply affine_map<()[s0] -> (s0 floordiv 8)>()[%t]     (x / 8), from 0 to 31
 *     %c = arith.muli %u, %c8 : index                                   8 * (x / 8), a multiple of 8
 *
 * Ids with the same meaning are one leaf, whichever operation names them. Arithmetic that may wrap is a leaf.
 */
import { type Extent, gcd, isPowerOfTwo } from '@ldscope/core';
import type { AffineExpression } from '../ir/affine.ts';
import { attributeOf, integerOf, integersOf } from '../ir/attribute-values.ts';
import { resolveAttribute, resolveType } from '../ir/types.ts';
import type { Operation, Value } from '../ir/ir.ts';
import { dimensionOf, factsOf } from '../rows/facts.ts';
import type { IdKind, Index } from '../rows/row.ts';
import {
  add,
  asSum,
  constant,
  type DivisionExpression,
  type Expression,
  leaf,
  quotient,
  remainder,
  scale,
  subtract,
  xor,
  zero,
} from './expression.ts';

export interface IndexEnvironment {
  /** Work-items of a workgroup; without it, less is known about ids. */
  readonly block?: Extent;
  readonly waveSize: number;
  /** The operation whose region a block argument belongs to. */
  readonly ownerOf: (argument: Value) => Operation | undefined;
  /** Names for what is not decomposed; by default those of the text. */
  readonly nameOf?: (value: Value) => string;
}

type Rule = (op: Operation, analysis: IndexAnalysis, result: Value) => Expression | undefined;

/** Longest key of an expression; what is longer becomes a leaf. Real index arithmetic has some hundred characters. */
const LONGEST_KEY = 4000;

/** Longest chain of operations that is followed. */
const DEEPEST = 500;

const axes = ['x', 'y', 'z'] as const;

export class IndexAnalysis {
  readonly environment: IndexEnvironment;
  readonly #known = new Map<Value, Expression>();
  readonly #uniform = new Set<string>();
  readonly #opaque = new Set<string>();
  readonly #names = new Map<Value, string>();
  readonly #taken = new Set<string>();
  #depth = 0;

  constructor(environment: IndexEnvironment) {
    this.environment = environment;
  }

  expressionOf(value: Value): Expression {
    const known = this.#known.get(value);
    if (known !== undefined) return known;
    // Values may depend on themselves around a loop.
    this.#known.set(value, this.leafOf(value));
    this.#depth++;
    const found = (this.#depth < DEEPEST ? this.#derive(value) : undefined) ?? this.leafOf(value);
    this.#depth--;
    const short = found.key.length <= LONGEST_KEY ? found : this.leafOf(value, found);
    this.#known.set(value, short);
    return short;
  }

  /** A leaf for a value that is not decomposed, with what is known about it. */
  leafOf(value: Value, facts: Partial<Expression> = {}): Expression {
    const { low, high, step, phase } = facts;
    const key = this.#nameOf(value);
    if (!this.#isVariable(value)) this.#opaque.add(key);
    return leaf(key, {
      ...(low === undefined ? {} : { low }),
      ...(high === undefined ? {} : { high }),
      ...(step === undefined || phase === undefined ? {} : { step, phase }),
    });
  }

  /** True for a leaf that may hide arithmetic: the result of an operation without a rule, or what a loop carries. */
  isOpaque(key: string): boolean {
    return this.#opaque.has(key) && !this.#uniform.has(key);
  }

  /** Parameters of functions and variables of loops are what they are, not results of arithmetic. */
  #isVariable(value: Value): boolean {
    if (value.definition !== undefined) return false;
    const owner = this.environment.ownerOf(value);
    const control = owner === undefined ? 'none' : factsOf(owner).control;
    if (control === 'while' || control === 'if') return false;
    if (owner === undefined || control !== 'for') return true;
    return owner.regions[0]?.blocks[0]?.arguments[0] === value;
  }

  /** A leaf that is the same in all lanes of a wave. */
  uniformLeaf(key: string, facts: Partial<Expression>): Expression {
    this.#uniform.add(key);
    const { low = -Infinity, high = Infinity, step = 1, phase = 0 } = facts;
    return leaf(key, { low, high, step, phase });
  }

  uniformLeafOf(value: Value, facts: Partial<Expression>): Expression {
    return this.uniformLeaf(this.#nameOf(value), facts);
  }

  threadId(axis: 0 | 1 | 2): Expression {
    const size = this.environment.block?.[axis] ?? Infinity;
    return size === 1 ? zero : leaf(`thread.${axes[axis]}`, { low: 0, high: size - 1 });
  }

  /** Work-items of a workgroup in order: consecutive ones are a wave. `undefined` for an unknown workgroup. */
  #linearThread(): Expression | undefined {
    const { block } = this.environment;
    if (block === undefined) return undefined;
    const [x, y] = block;
    return add(this.threadId(0), scale(this.threadId(1), x), scale(this.threadId(2), x * y));
  }

  lane(): Expression {
    const { waveSize } = this.environment;
    const thread = this.#linearThread();
    return thread === undefined
      ? leaf('lane', { low: 0, high: waveSize - 1 })
      : remainder(thread, waveSize);
  }

  /** Number of the wave in its workgroup. */
  wave(): Expression {
    const thread = this.#linearThread();
    return thread === undefined
      ? this.uniformLeaf('wave', { low: 0 })
      : quotient(thread, this.environment.waveSize);
  }

  /** True when all lanes of a wave have the same value; `isKnown` says so of leaves by what only the caller knows. */
  isUniform(expression: Expression, isKnown: (key: string) => boolean = () => false): boolean {
    if (expression.kind === 'constant') return true;
    const { block, waveSize } = this.environment;
    if (expression.kind === 'leaf') {
      if (this.#uniform.has(expression.key) || isKnown(expression.key)) return true;
      return (
        block !== undefined && block[0] % waveSize === 0 && /^thread\.[yz]$/.test(expression.key)
      );
    }
    const isUniform = (part: Expression): boolean => this.isUniform(part, isKnown);
    if (expression.kind === 'sum') return expression.terms.every(({ of }) => isUniform(of));
    if (expression.kind === 'xor') return expression.parts.every(isUniform);
    if (isUniform(expression.dividend)) return true;
    return expression.kind === 'quotient' && this.#isWaveCount(expression, isUniform);
  }

  /** `x / 64`, and sums of it and multiples of the wave size. */
  #isWaveCount(
    { dividend, divisor }: DivisionExpression,
    isUniform: (part: Expression) => boolean,
  ): boolean {
    const { block, waveSize } = this.environment;
    if (block === undefined || divisor % waveSize !== 0 || block[0] % waveSize !== 0) return false;
    const { terms, constant: offset } = asSum(dividend);
    const aligned = offset % waveSize === 0;
    const own = terms.filter(({ of }) => of.key === 'thread.x');
    const others = terms.filter(({ of }) => of.key !== 'thread.x');
    return (
      aligned &&
      own.every(({ factor }) => factor === 1) &&
      others.every(({ factor, of }) => factor % waveSize === 0 && isUniform(of))
    );
  }

  #nameOf(value: Value): string {
    if (this.environment.nameOf !== undefined) return this.environment.nameOf(value);
    const known = this.#names.get(value);
    if (known !== undefined) return known;
    // Regions side by side may use a name twice.
    const own = `%${value.name}${value.group > 1 ? `#${value.index}` : ''}`;
    let name = own;
    for (let count = 2; this.#taken.has(name); count++) name = `${own}@${count}`;
    this.#taken.add(name);
    this.#names.set(value, name);
    return name;
  }

  #derive(value: Value): Expression | undefined {
    const op = value.definition;
    if (op === undefined) return this.#deriveArgument(value);
    const { id, index } = factsOf(op);
    const rule = id === undefined ? rules[index] : numbers[id];
    const found = rule?.(op, this, value);
    if (found === undefined || !isExact(found)) return undefined;
    const type = resolveType(value.type);
    if (type.kind !== 'integer') return found;
    const limit = 2 ** (type.width - 1);
    return found.low >= -limit && found.high < limit ? found : undefined;
  }

  /** The variable of a loop starts at the lower bound and grows by the step. */
  #deriveArgument(value: Value): Expression | undefined {
    const loop = this.environment.ownerOf(value);
    const first = loop?.regions[0]?.blocks[0]?.arguments[0];
    if (loop?.name === 'scf.forall' && first === value) return this.#worker(loop);
    if (loop?.name !== 'scf.for' || first !== value) return undefined;
    const [from, to, by] = loop.operands.map((operand) => this.expressionOf(operand));
    if (from === undefined || to === undefined || by === undefined) return undefined;
    const step = gcd(from.step, gcd(by.step, by.phase));
    const low = by.low > 0 ? from.low : -Infinity;
    const facts = { low, high: to.high - 1, step, phase: from.phase };
    const uniform = [from, to, by].every((bound) => this.isUniform(bound));
    return uniform ? this.uniformLeafOf(value, facts) : this.leafOf(value, facts);
  }

  /** The variable of `scf.forall (%i) in (64)` is the id of who executes it, where there are as many. */
  #worker(loop: Operation): Expression | undefined {
    const [size, second] = integersOf(loop, 'staticUpperBound');
    const isWhole = [
      [0, 'staticLowerBound'],
      [1, 'staticStep'],
    ] as const;
    const mapping = attributeOf(loop, 'mapping');
    const [only] = mapping?.kind === 'array' ? mapping.elements : [];
    const by = only && resolveAttribute(only);
    if (second !== undefined || by?.kind !== 'opaque') return undefined;
    if (!isWhole.every(([value, name]) => integersOf(loop, name)[0] === value)) return undefined;
    const { block, waveSize } = this.environment;
    if (/^#(?:iree_gpu\.lane_id<0>|gpu\.lane<linear_dim_0>)$/.test(by.text)) {
      return size === waveSize ? this.lane() : undefined;
    }
    const thread = this.#linearThread();
    if (block === undefined || by.text !== '#gpu.thread<linear_dim_0>') return undefined;
    return size === block[0] * block[1] * block[2] ? thread : undefined;
  }
}

/** True where numbers have room for all that the expression computes with: `x << 30 << 30` leaves even 64 bits. */
function isExact(expression: Expression): boolean {
  const { low, high, step } = expression;
  const { constant: offset, terms } = asSum(expression);
  return [low, high, step, offset, ...terms.map(({ factor }) => factor)].every(
    (number) => Math.abs(number) === Infinity || Number.isSafeInteger(number),
  );
}

const operandsOf = (op: Operation, analysis: IndexAnalysis): Expression[] =>
  op.operands.map((operand) => analysis.expressionOf(operand));

const binary =
  (combine: (a: Expression, b: Expression) => Expression | undefined): Rule =>
  (op, analysis) => {
    const [a, b] = operandsOf(op, analysis);
    return a === undefined || b === undefined ? undefined : combine(a, b);
  };

const same: Rule = (op, analysis) => operandsOf(op, analysis)[0];

const nonNegative: Rule = (op, analysis) => {
  const [source] = operandsOf(op, analysis);
  return source !== undefined && source.low >= 0 ? source : undefined;
};

const isPositive = (e: Expression): e is Extract<Expression, { kind: 'constant' }> =>
  e.kind === 'constant' && e.value > 0;

/** A shift by a constant, as what a power of two does. */
const shift = (combine: (a: Expression, power: number) => Expression | undefined): Rule =>
  binary((a, b) =>
    b.kind === 'constant' && b.value >= 0 && b.value < 31 ? combine(a, 2 ** b.value) : undefined,
  );

/** Division towards zero, where that is division downwards. */
const divide = binary((a, b) => (isPositive(b) && a.low >= 0 ? quotient(a, b.value) : undefined));

/** The smaller or larger of two: a leaf with a range. */
const bound =
  (pick: (...values: number[]) => number): Rule =>
  (op, analysis, result) => {
    const [a, b] = operandsOf(op, analysis);
    if (a === undefined || b === undefined) return undefined;
    return analysis.leafOf(result, { low: pick(a.low, b.low), high: pick(a.high, b.high) });
  };

/** A value that one lane gives to all. */
const broadcast: Rule = (op, analysis, result) => {
  const [source] = operandsOf(op, analysis);
  if (source === undefined) return undefined;
  return analysis.isUniform(source) ? source : analysis.uniformLeafOf(result, source);
};

const apply: Rule = (op, analysis) => {
  const map = attributeOf(op, 'map');
  const [result, second] = map?.kind === 'affine_map' ? map.map.results : [];
  if (map?.kind !== 'affine_map' || result === undefined || second !== undefined) return undefined;
  return affineOf(result, operandsOf(op, analysis), map.map.dimensions);
};

/** An affine expression of given operands; `undefined` where it divides by what is not a positive constant. */
function affineOf(
  expression: AffineExpression,
  operands: readonly Expression[],
  dimensions: number,
): Expression | undefined {
  switch (expression.kind) {
    case 'constant':
      return constant(expression.value);
    case 'dimension':
      return operands[expression.index];
    case 'symbol':
      return operands[dimensions + expression.index];
    default: {
      const left = affineOf(expression.left, operands, dimensions);
      const right = affineOf(expression.right, operands, dimensions);
      if (left === undefined || right === undefined) return undefined;
      if (expression.kind === 'add') return add(left, right);
      if (expression.kind === 'multiply') return product(left, right);
      if (!isPositive(right)) return undefined;
      if (expression.kind === 'mod') return remainder(left, right.value);
      const shifted = expression.kind === 'ceildiv' ? add(left, constant(right.value - 1)) : left;
      return quotient(shifted, right.value);
    }
  }
}

function product(a: Expression, b: Expression): Expression | undefined {
  if (b.kind === 'constant') return scale(a, b.value);
  return a.kind === 'constant' ? scale(b, a.value) : undefined;
}

/** Row-major digits of an index, and back. */
const delinearize: Rule = (op, analysis, result) => {
  const [linear] = operandsOf(op, analysis);
  const basis = integersOf(op, 'static_basis');
  if (linear === undefined || basis.includes(undefined)) return undefined;
  const count = op.results.length;
  const sizes = basis.length === count ? basis.slice(1) : basis;
  // Results with a name each (`%row, %column = ...`) are all the first of their name.
  const position = op.results.indexOf(result);
  const inner = sizes.slice(position).reduce<number>((all, size) => all * (size ?? 1), 1);
  const digit = quotient(linear, inner);
  const own = position === 0 ? undefined : sizes[position - 1];
  return own === undefined ? digit : remainder(digit, own);
};

const linearize: Rule = (op, analysis) => {
  const indices = operandsOf(op, analysis);
  const basis = integersOf(op, 'static_basis');
  if (basis.includes(undefined)) return undefined;
  const sizes = basis.length === indices.length ? basis : [undefined, ...basis];
  return indices.reduce<Expression>(
    (sum, index, i) => add(i === 0 ? zero : scale(sum, sizes[i] ?? 1), index),
    zero,
  );
};

/** Numbers of the launch that have a meaning of their own; others are leaves. */
const numbers: Partial<Readonly<Record<IdKind, Rule>>> = {
  'item': (op, analysis) => analysis.threadId(dimensionOf(op)),
  'lane': (_op, analysis) => analysis.lane(),
  'wave': (_op, analysis) => analysis.wave(),
  'group size': (op, analysis) => {
    const axis = dimensionOf(op);
    const size = analysis.environment.block?.[axis];
    return size === undefined
      ? analysis.uniformLeaf(`size.${axes[axis]}`, { low: 1 })
      : constant(size);
  },
  'group': (op, analysis) => {
    const high = (integerOf(op, 'upper_bound') ?? Infinity) - 1;
    return analysis.uniformLeaf(`block.${axes[dimensionOf(op)]}`, { low: 0, high });
  },
};

const rules: Partial<Readonly<Record<Index, Rule>>> = {
  'constant': (op) => {
    const value = attributeOf(op, 'value');
    return value?.kind === 'integer' ? constant(Number(value.value)) : undefined;
  },
  'add': binary((a, b) => add(a, b)),
  'subtract': binary(subtract),
  'multiply': binary(product),
  'xor': binary((a, b) => xor(a, b)),
  'and': binary((a, b) =>
    b.kind === 'constant' && isPowerOfTwo(b.value + 1) ? remainder(a, b.value + 1) : undefined,
  ),
  'shift left': shift(scale),
  'shift right signed': shift(quotient),
  'shift right': shift((a, power) => (a.low >= 0 ? quotient(a, power) : undefined)),
  'divide down': binary((a, b) => (isPositive(b) ? quotient(a, b.value) : undefined)),
  'divide signed': divide,
  'divide': divide,
  'remainder signed': binary((a, b) =>
    isPositive(b) && a.low >= 0 ? remainder(a, b.value) : undefined,
  ),
  'remainder': binary((a, b) =>
    isPositive(b) && (a.low >= 0 || isPowerOfTwo(b.value)) ? remainder(a, b.value) : undefined,
  ),
  'minimum': bound(Math.min),
  'maximum': bound(Math.max),
  'cast': same,
  'cast unsigned': nonNegative,
  'affine': apply,
  'digits': delinearize,
  'number of digits': linearize,
  'broadcast': broadcast,
};
