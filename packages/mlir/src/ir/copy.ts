/**
 * Copies operations into new ones, with changes on the way: the original stays as it is.
 *
 *     const copier = new Copier({ typeOf: ({ type }) => narrowed(type), replace: () => undefined });
 *     const copy = copier.operation(kernel);
 *
 * Invariant: an operand of a copy is the copy of the operand, or what `replace` has made of it; a value from outside of
 * what is copied stays itself.
 */
import type { Span } from '@ldscope/core';
import { AttributeMap } from './attribute-map.ts';
import type { Block, Operation, Region, Value } from './ir.ts';
import type { Type } from './types.ts';

export interface CopyRules {
  /** The type of the copy of a value. */
  readonly typeOf: (value: Value) => Type;
  /** Operations instead of a plain copy, with results bound by `bind`; `undefined` for a plain copy. */
  readonly replace: (op: Operation, copier: Copier) => readonly Operation[] | undefined;
  /** The place of every copy; by default that of its original. */
  readonly span?: Span;
}

export class Copier {
  readonly #rules: CopyRules;
  readonly #values = new Map<Value, Value>();

  constructor(rules: CopyRules) {
    this.#rules = rules;
  }

  /** Makes a value stand for another one from here on. */
  bind(value: Value, copy: Value): void {
    this.#values.set(value, copy);
  }

  /** Makes each value stand for the one at its place in another list, where there is one. */
  bindAll(values: readonly Value[], copies: readonly Value[]): void {
    for (const [i, value] of values.entries()) {
      const copy = copies[i];
      if (copy !== undefined) this.bind(value, copy);
    }
  }

  value(value: Value): Value {
    return this.#values.get(value) ?? value;
  }

  values(values: readonly Value[]): Value[] {
    return values.map((value) => this.value(value));
  }

  operation(op: Operation): Operation {
    return this.withOperands(op, this.values(op.operands));
  }

  /** The plain copy, with other operands and more attributes. */
  withOperands(
    op: Operation,
    operands: readonly Value[],
    attributes: AttributeMap = op.attributes,
  ): Operation {
    const copy: Operation = {
      ...op,
      span: this.#rules.span ?? op.span,
      operands: [...operands],
      results: [],
      attributes: new AttributeMap(attributes),
      regions: op.regions.map((region) => this.#region(region)),
      successors: op.successors.map(({ block, operands: values }) => ({
        block,
        operands: this.values(values),
      })),
    };
    for (const result of op.results) {
      const value: Value = { ...result, type: this.#rules.typeOf(result), definition: copy };
      copy.results.push(value);
      this.bind(result, value);
    }
    return copy;
  }

  /** The operations of a block whose arguments stand for other values; its terminator is left out and given apart. */
  inlined(
    block: Block | undefined,
    values: readonly Value[],
  ): { readonly operations: Operation[]; readonly passed: Value[] } {
    this.bindAll(block?.arguments ?? [], values);
    const all = block?.operations ?? [];
    const operations = all
      .slice(0, -1)
      .flatMap((op) => this.#rules.replace(op, this) ?? [this.operation(op)]);
    const passed = this.values(all.at(-1)?.operands ?? []);
    return { operations, passed };
  }

  #region(region: Region): Region {
    // Arguments first: a block may use those of any block that dominates it.
    const blocks = region.blocks.map((block): Block => {
      const copies = block.arguments.map((argument) => {
        const copy: Value = { ...argument, type: this.#rules.typeOf(argument) };
        this.bind(argument, copy);
        return copy;
      });
      return { label: block.label, arguments: copies, operations: [] };
    });
    for (const [i, { operations }] of region.blocks.entries()) {
      for (const op of operations) {
        blocks[i]?.operations.push(...(this.#rules.replace(op, this) ?? [this.operation(op)]));
      }
    }
    return { blocks };
  }
}
