/** Operations that preparations put into a kernel: index arithmetic, loops, conditions. */
import type { Diagnostic, Span } from '@ldscope/core';
import type { AffineExpression } from '../../ir/affine.ts';
import type { Attribute, Type } from '../../ir/types.ts';
import { createBlock, createBlockArgument, createOperation } from '../../ir/build.ts';
import type { Operation, Value } from '../../ir/ir.ts';

/** A kernel in the form of a preparation, and what it cannot bring into it. */
export interface Rewritten {
  readonly kernel: Operation;
  readonly diagnostics: readonly Diagnostic[];
}

export const index: Type = { kind: 'index' };

/** Collects operations of one place in the source. */
export class Builder {
  readonly operations: Operation[] = [];
  readonly #span: Span;

  constructor(span: Span) {
    this.#span = span;
  }

  add(op: Operation): Value[] {
    this.operations.push(op);
    return op.results;
  }

  constant(value: number): Value {
    return this.#one(
      'arith.constant',
      [],
      [['value', { kind: 'integer', value: BigInt(value), type: index }]],
    );
  }

  /** A list of numbers, of which some are values: those that are not known, in order. */
  mixed(numbers: readonly (number | undefined)[], values: readonly Value[]): Value[] {
    let next = 0;
    return numbers.flatMap((number) =>
      number === undefined ? (values[next++] ?? []) : [this.constant(number)],
    );
  }

  /** The value of an affine expression of some values, which are its symbols. */
  apply(expression: AffineExpression, symbols: readonly Value[]): Value {
    const map = { dimensions: 0, symbols: symbols.length, results: [expression] };
    return this.#one('affine.apply', symbols, [['map', { kind: 'affine_map', map }]]);
  }

  /** An id of one dimension: `gpu.thread_id` and the like. */
  id(name: string, dimension?: 'x' | 'y' | 'z'): Value {
    const text = `#gpu<dim ${dimension ?? 'x'}>`;
    return this.#one(name, [], dimension && [['dimension', { kind: 'opaque', text }]]);
  }

  /** A loop without iteration arguments; `body` fills it and gets its counter. */
  loop(from: Value, to: Value, step: Value, body: (inside: Builder, counter: Value) => void): void {
    const counter = createBlockArgument('', index);
    const inside = new Builder(this.#span);
    body(inside, counter);
    const block = createBlock(
      undefined,
      [counter],
      [...inside.operations, createOperation('scf.yield', { span: this.#span })],
    );
    this.add(
      createOperation('scf.for', {
        operands: [from, to, step],
        regions: [{ blocks: [block] }],
        span: this.#span,
      }),
    );
  }

  #one(
    name: string,
    operands: readonly Value[],
    attributes: Iterable<readonly [string, Attribute]> = [],
  ): Value {
    const op = createOperation(name, {
      operands,
      attributes,
      results: [['', index]],
      span: this.#span,
    });
    this.operations.push(op);
    const [result] = op.results;
    if (result === undefined) throw new RangeError('an operation without a result');
    return result;
  }
}

export const symbol = (position: number): AffineExpression => ({ kind: 'symbol', index: position });
export const number = (value: number): AffineExpression => ({ kind: 'constant', value });
export const binary = (
  kind: 'add' | 'multiply' | 'mod' | 'floordiv' | 'ceildiv',
  left: AffineExpression,
  right: AffineExpression,
): AffineExpression => ({ kind, left, right });
