/**
 * Names for the values of two kernels, so that two values with one name are equal wherever both are computed.
 *
 *     before   %c = arith.addi %a, %b        after   %s = arith.addi %b, %a        both (1*#3 + 1*#7 + 0)
 *     before   %v = vector.load ...          after   %v = vector.load ...          both #12, once the two are matched
 *
 * What only computes is named by its operation, attributes and operands; integers by the normal form of their formula,
 * so that it does not matter how an index is written. Everything else gets its name where the two kernels are matched
 * (`lockstep.ts`). A value that has no name yet equals nothing.
 */
import type { Operation, Value } from '../../ir/ir.ts';
import type { Module } from '../../ir/ir.ts';
import { resolveType } from '../../ir/types.ts';
import { factsOf, isPure } from '../../rows/facts.ts';
import { printAttribute, printType } from '../../text/print-types.ts';
import { memrefOf } from '../memref-types.ts';
import { isViewOperation } from '../views.ts';
import { Rewriter } from '../rewriter.ts';
import type { Expression } from '../expression.ts';
import { IndexAnalysis, type IndexEnvironment } from '../index-analysis.ts';

export type ProofEnvironment = Required<Pick<IndexEnvironment, 'block' | 'waveSize'>>;

/** Operations whose results follow from their operands, in every lane for itself, and that do nothing else. */
export function isComputation(op: Operation): boolean {
  if (isViewOperation(op)) return op.regions.length === 0;
  const { effect, elements, index } = factsOf(op);
  // The length of rows that get another one is none, nor is a promise.
  const isOfValues = elements === 'each' || op.operands.every((one) => memrefOf(one) === undefined);
  return isPure(op) && effect === 'none' && index !== 'each' && isOfValues;
}

/** Gives names that both kernels share. */
export class Names {
  readonly #known = new Map<string, string>();
  #count = 0;

  fresh(): string {
    return `#${this.#count++}`;
  }

  /** The same name for the same text. */
  of(text: string): string {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    const name = this.fresh();
    this.#known.set(text, name);
    return name;
  }
}

/** The values of one of the two kernels. */
export class SideValues {
  readonly analysis: IndexAnalysis;
  readonly #names: Names;
  readonly #named = new Map<Value, string>();
  /** Operations that a name stands for. */
  readonly computed = new Map<string, Operation>();

  constructor(module: Module, environment: ProofEnvironment, names: Names) {
    const { ownerOf } = new Rewriter(module);
    this.#names = names;
    this.analysis = new IndexAnalysis({
      ...environment,
      ownerOf,
      nameOf: (value) => this.#nameOf(value),
    });
  }

  give(value: Value, name: string): void {
    this.#named.set(value, name);
  }

  /** Names the results of a computation; its operands have names. */
  take(op: Operation): void {
    const operands = op.operands.map(
      (operand) => `${this.keyOf(operand)}: ${printType(operand.type, true)}`,
    );
    const { name } = op;
    const head = `${name} ${attributesOf(op)} (${operands.map((o) => this.#names.of(o)).join(' ')})`;
    for (const [i, result] of op.results.entries()) {
      const own = this.#names.of(`${head} ${i} ${printType(result.type, true)}`);
      this.computed.set(own, op);
      this.give(result, own);
    }
  }

  /** Equal keys, equal values. */
  keyOf(value: Value): string {
    return isInteger(value) ? this.expressionOf(value).key : this.#nameOf(value);
  }

  expressionOf(value: Value): Expression {
    return this.analysis.expressionOf(value);
  }

  #nameOf(value: Value): string {
    const known = this.#named.get(value);
    if (known !== undefined) return known;
    const unknown = this.#names.fresh();
    this.give(value, unknown);
    return unknown;
  }
}

export const isInteger = (value: Value): boolean => {
  const { kind } = resolveType(value.type);
  return kind === 'index' || kind === 'integer';
};

/** All attributes as a text that does not depend on their order, nor on aliases. */
export function attributesOf(op: Operation, except: ReadonlySet<string> = none): string {
  return [...op.attributes]
    .filter(([name]) => !except.has(name))
    .map(([name, attribute]) => `${name} = ${printAttribute(attribute, { expand: true })}`)
    .sort()
    .join(', ');
}

const none: ReadonlySet<string> = new Set();
