/**
 * Writes index expressions as operations: what is there already is used again, the rest follows right behind the
 * values that it needs, so that it leaves the loops it does not depend on.
 *
 *     style affine    %place = arith.xori %unit, %key      %column = affine.apply affine_map<()[s0] -> (s0 * 8)>()[%place]
 *     style arith     %place = arith.xori %unit, %key      %column = arith.muli %place, %c8
 */
import { isPowerOfTwo } from '@ldscope/core';
import type { AffineExpression } from '../ir/affine.ts';
import { addAffine, multiplyAffine } from '../ir/affine.ts';
import type { Attribute } from '../ir/types.ts';
import type { Operation, Value } from '../ir/ir.ts';
import { resolveType, type Type } from '../ir/types.ts';
import { walk } from '../ir/walk.ts';
import {
  asSum,
  constant,
  type Expression,
  leavesOf,
  scale,
  subtract,
  type SumExpression,
} from './expression.ts';
import type { IndexAnalysis } from './index-analysis.ts';
import type { Rewriter } from './rewriter.ts';

const indexType: Type = { kind: 'index' };

/** Names of values: an exclusive or is the position of a unit, everything else an index. */
const names = { xor: 'place', affine: 'index', arith: 'index', constant: 'c' };

/** The id of a work-item, by its key. */
const THREAD = /^thread\.([xyz])$/;

export class Emitter {
  readonly #rewriter: Rewriter;
  readonly #analysis: IndexAnalysis;
  readonly #style: 'affine' | 'arith';
  readonly #known = new Map<string, Value[]>();
  /** Sums among them, which may be part of others. */
  readonly #sums = new Map<string, { readonly part: SumExpression; readonly values: Value[] }>();

  constructor(kernel: Operation, rewriter: Rewriter, analysis: IndexAnalysis) {
    this.#rewriter = rewriter;
    this.#analysis = analysis;
    let style: 'affine' | 'arith' = 'arith';
    for (const op of walk([kernel])) {
      if (op.name === 'affine.apply') style = 'affine';
      for (const result of op.results) this.#learn(result);
      for (const region of op.regions) {
        for (const block of region.blocks)
          for (const argument of block.arguments) this.#learn(argument);
      }
    }
    this.#style = style;
  }

  /** A value of an expression that is there when `user` is executed. */
  emit(expression: Expression, user: Operation): Value {
    return this.#found(expression, user) ?? this.#make(expression, user);
  }

  /** A value that an expression needs, and that is not there when `user` is executed. */
  missing(expression: Expression, user: Operation): string | undefined {
    return leavesOf(expression).find(
      (leaf) => !THREAD.test(leaf.key) && this.#found(leaf, user) === undefined,
    )?.key;
  }

  #learn(value: Value): void {
    if (resolveType(value.type).kind !== 'index') return;
    this.#remember(this.#analysis.expressionOf(value), value);
  }

  #remember(expression: Expression, value: Value): void {
    const values = this.#known.get(expression.key) ?? [];
    values.push(value);
    this.#known.set(expression.key, values);
    if (expression.kind === 'sum') this.#sums.set(expression.key, { part: expression, values });
  }

  /** The value that is the largest part of a sum, and what is left. */
  #cover(
    sum: SumExpression,
    user: Operation,
  ): { readonly value: Value; readonly rest: Expression } | undefined {
    const factors = new Map(sum.terms.map(({ factor, of }) => [of.key, factor]));
    let best: { readonly value: Value; readonly part: SumExpression } | undefined;
    for (const { part, values } of this.#sums.values()) {
      const { terms } = part;
      if (terms.length <= (best?.part.terms.length ?? 1) || terms.length > sum.terms.length)
        continue;
      if (!terms.every(({ factor, of }) => factors.get(of.key) === factor)) continue;
      const value = values.find((one) => this.#rewriter.dominates(one, user));
      if (value !== undefined) best = { value, part };
    }
    return best && { value: best.value, rest: subtract(sum, best.part) };
  }

  #found({ key }: Expression, user: Operation): Value | undefined {
    return this.#known.get(key)?.find((value) => this.#rewriter.dominates(value, user));
  }

  #make(expression: Expression, user: Operation): Value {
    const value = this.#insert(expression, user);
    this.#remember(expression, value);
    return value;
  }

  #insert(expression: Expression, user: Operation): Value {
    switch (expression.kind) {
      case 'constant':
        return this.#constant(expression.value, user);
      case 'leaf':
        return this.#leaf(expression.key, user);
      case 'xor':
        return this.#xor(expression.parts, user);
      case 'sum':
      case 'quotient':
      case 'remainder':
        return this.#style === 'affine'
          ? this.#affine(expression, user)
          : this.#arith(expression, user);
    }
  }

  #constant(value: number, user: Operation): Value {
    const attribute: Attribute = { kind: 'integer', value: BigInt(value), type: indexType };
    const name = `${names.constant}${value < 0 ? 'm' : ''}${Math.abs(value)}`;
    return this.#rewriter.insertBehind(
      user,
      'arith.constant',
      [],
      [name, indexType],
      [['value', attribute]],
    );
  }

  /** Ids can be asked for anywhere; other leaves are values of the kernel, which were found. */
  #leaf(key: string, user: Operation): Value {
    const axis = THREAD.exec(key)?.[1];
    if (axis === undefined) throw new Error(`${key} is not there where it is needed`);
    const dimension: Attribute = { kind: 'opaque', text: `#gpu<dim ${axis}>` };
    const result = [`thread_id_${axis}`, indexType] as const;
    return this.#rewriter.insertBehind(user, 'gpu.thread_id', [], result, [
      ['dimension', dimension],
    ]);
  }

  #xor(parts: readonly Expression[], user: Operation): Value {
    const [first, ...rest] = parts.map((part) => this.emit(part, user));
    if (first === undefined) return this.#constant(0, user);
    return rest.reduce(
      (all, part) => this.#binary('arith.xori', all, part, names.xor, user),
      first,
    );
  }

  #binary(name: string, left: Value, right: Value, result: string, user: Operation): Value {
    return this.#rewriter.insertBehind(user, name, [left, right], [result, indexType]);
  }

  /** One `affine.apply` for all that is affine. */
  #affine(expression: Expression, user: Operation): Value {
    const operands: Value[] = [];
    const symbol = (value: Value): AffineExpression => {
      let index = operands.indexOf(value);
      if (index < 0) index = operands.push(value) - 1;
      return { kind: 'symbol', index };
    };
    const build = (node: Expression): AffineExpression => {
      if (node.kind === 'constant') return { kind: 'constant', value: node.value };
      const found = this.#found(node, user);
      if (found !== undefined) return symbol(found);
      if (node.kind === 'leaf' || node.kind === 'xor') return symbol(this.#make(node, user));
      if (node.kind === 'sum') {
        const cover = this.#cover(node, user);
        if (cover !== undefined) return addAffine(symbol(cover.value), build(cover.rest));
        const terms = node.terms.map(({ factor, of }) =>
          multiplyAffine(build(of), { kind: 'constant', value: factor }),
        );
        return [...terms, { kind: 'constant' as const, value: node.constant }].reduce(addAffine);
      }
      return {
        kind: node.kind === 'quotient' ? 'floordiv' : 'mod',
        left: build(node.dividend),
        right: { kind: 'constant', value: node.divisor },
      };
    };
    const result = build(expression);
    const map: Attribute = {
      kind: 'affine_map',
      map: { dimensions: 0, symbols: operands.length, results: [result] },
    };
    return this.#rewriter.insertBehind(
      user,
      'affine.apply',
      operands,
      [names.affine, indexType],
      [['map', map]],
    );
  }

  #arith(expression: Expression, user: Operation): Value {
    const make = (name: string, left: Value, right: Expression): Value =>
      this.#binary(name, left, this.emit(right, user), names.arith, user);
    if (expression.kind === 'sum') {
      const cover = this.#cover(expression, user);
      if (cover !== undefined) {
        const rest = this.emit(cover.rest, user);
        return this.#binary('arith.addi', cover.value, rest, names.arith, user);
      }
      const { terms, constant: offset } = asSum(expression);
      const [first, ...others] = terms.toSorted((a, b) => b.factor - a.factor);
      if (first === undefined) return this.#constant(offset, user);
      if (others.length === 0 && offset === 0) {
        return make('arith.muli', this.emit(first.of, user), constant(first.factor));
      }
      const sum = others.reduce(
        (all, { factor, of }) => {
          const part = this.emit(scale(of, Math.abs(factor)), user);
          return this.#binary(
            factor < 0 ? 'arith.subi' : 'arith.addi',
            all,
            part,
            names.arith,
            user,
          );
        },
        this.emit(scale(first.of, first.factor), user),
      );
      return offset === 0 ? sum : make('arith.addi', sum, constant(offset));
    }
    if (expression.kind !== 'quotient' && expression.kind !== 'remainder') {
      throw new Error('only sums and divisions are arithmetic');
    }
    const { kind, dividend, divisor } = expression;
    const value = this.emit(dividend, user);
    const positive = dividend.low >= 0;
    if (isPowerOfTwo(divisor)) {
      return kind === 'remainder'
        ? make('arith.andi', value, constant(divisor - 1))
        : make(positive ? 'arith.shrui' : 'arith.shrsi', value, constant(Math.log2(divisor)));
    }
    if (positive) {
      return make(kind === 'remainder' ? 'arith.remui' : 'arith.divui', value, constant(divisor));
    }
    const whole = make('arith.floordivsi', value, constant(divisor));
    if (kind === 'quotient') return whole;
    const multiple = make('arith.muli', whole, constant(divisor));
    return this.#binary('arith.subi', value, multiple, names.arith, user);
  }
}
