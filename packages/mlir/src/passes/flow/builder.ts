/**
 * Makes operations in front of another, one after the other, with the constants that they need.
 *
 *     const build = new Builder(rewriter, load);
 *     const rest = build.index('arith.remui', [offset, build.constant(16)]);
 */
import type { AffineMap } from '../../ir/affine.ts';
import type { Attribute, MemRefType, Type } from '../../ir/types.ts';
import { createOperation } from '../../ir/build.ts';
import type { Operation, Value } from '../../ir/ir.ts';
import { resultOf, type Rewriter } from '../rewriter.ts';

export const indexType: Type = { kind: 'index' };
const i32: Type = { kind: 'integer', width: 32, signedness: 'signless' };
const i64: Type = { kind: 'integer', width: 64, signedness: 'signless' };

/** `c4`, `cm4`: what a constant is called. */
export function constantName(value: number | bigint): string {
  return value < 0 ? `cm${String(value).slice(1)}` : `c${value}`;
}

function indexAttribute(value: number | bigint): Attribute {
  return { kind: 'integer', value: BigInt(value), type: indexType };
}

/** `[0, 4]`, a list of 64-bit integers. */
export function integerList(values: readonly number[]): Attribute {
  return {
    kind: 'array',
    elements: values.map((value) => ({ kind: 'integer', value: BigInt(value), type: i64 })),
  };
}

/** `[[0, 1], [2]]`: which dimensions become one, or come of one. */
export function reassociation(groups: readonly (readonly number[])[]): Attribute {
  return { kind: 'array', elements: groups.map(integerList) };
}

/** `[true, false]`. */
export function boolList(values: readonly boolean[]): Attribute {
  return { kind: 'array', elements: values.map((value) => ({ kind: 'bool', value })) };
}

/** `array<i64: 32, 64>`. */
export function denseI64(values: readonly (number | bigint)[]): Attribute {
  return { kind: 'dense_array', element: i64, values };
}

/** `operandSegmentSizes`: how many operands each group has. */
export function segmentSizes(values: readonly number[]): Attribute {
  return { kind: 'dense_array', element: i32, values };
}

export class Builder {
  readonly #rewriter: Rewriter;
  readonly #anchor: Operation;

  /** Operations go in front of `anchor`, the first first. */
  constructor(rewriter: Rewriter, anchor: Operation) {
    this.#rewriter = rewriter;
    this.#anchor = anchor;
  }

  /** Adds an operation with one result; without a name the printer chooses one. */
  value(
    name: string,
    operands: readonly Value[],
    type: Type,
    attributes: Iterable<readonly [string, Attribute]> = [],
    resultName = '',
  ): Value {
    const op = createOperation(name, { operands, results: [[resultName, type]], attributes });
    return resultOf(this.#rewriter.insertBefore(this.#anchor, op));
  }

  /** Adds an operation with one result of type `index`. */
  index(
    name: string,
    operands: readonly Value[],
    attributes: Iterable<readonly [string, Attribute]> = [],
  ): Value {
    return this.value(name, operands, indexType, attributes);
  }

  constant(value: number | bigint): Value {
    const attributes = [['value', indexAttribute(value)]] as const;
    return this.value('arith.constant', [], indexType, attributes, constantName(value));
  }

  apply(map: AffineMap, operands: readonly Value[]): Value {
    return this.index('affine.apply', operands, [['map', { kind: 'affine_map', map }]]);
  }

  /** Adds an operation without results. */
  effect(
    name: string,
    operands: readonly Value[],
    attributes: Iterable<readonly [string, Attribute]> = [],
  ): Operation {
    return this.#rewriter.insertBefore(
      this.#anchor,
      createOperation(name, { operands, attributes }),
    );
  }

  /** Row-major digits of an index, one per size. */
  digits(index: Value, sizes: readonly number[]): readonly Value[] {
    return this.#delinearize(index, sizes, sizes.length);
  }

  /** The same, and before them how often the sizes went round. */
  openDigits(index: Value, sizes: readonly number[]): readonly Value[] {
    return this.#delinearize(index, sizes, sizes.length + 1);
  }

  #delinearize(index: Value, sizes: readonly number[], group: number): readonly Value[] {
    const op = createOperation('affine.delinearize_index', {
      operands: [index],
      attributes: [['static_basis', denseI64(sizes)]],
    });
    for (let i = 0; i < group; i++) {
      op.results.push({ name: '', index: i, group, type: indexType, definition: op });
    }
    return this.#rewriter.insertBefore(this.#anchor, op).results;
  }

  /** `memref.expand_shape` of a memref of rank 1 to a static shape. */
  expand(source: Value, type: MemRefType, shape: readonly number[]): Value {
    return this.value('memref.expand_shape', [source], type, [
      ['reassociation', reassociation([shape.map((_, i) => i)])],
      ['static_output_shape', denseI64(shape)],
    ]);
  }
}
