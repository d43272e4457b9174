/**
 * SSA names and the values they stand for.
 *
 * A region sees the names around it, unless its operation is isolated; its own names end with it, so
 * siblings may use them again. A name may be used before its definition (blocks of a control-flow
 * graph): the use makes the value, the definition completes the same object, and what is never
 * completed is reported when the isolated operation ends.
 *
 *     ^bb1:                       use: values.get('x') is absent, forward.get('x') is made
 *       cf.br ^bb2(%x : i32)
 *     ^bb0:
 *       %x = ... : i32            definition: takes the object of `forward`
 */
import { messages } from '@ldscope/core';
import type { Message } from '@ldscope/core';
import type { Operation, Value } from '../ir/ir.ts';
import { unknownType } from '../ir/types.ts';
import type { Type } from '../ir/types.ts';
import { printType } from './print-types.ts';

type MutableValue = { -readonly [Key in keyof Value]: Value[Key] };

interface Forward {
  readonly value: MutableValue;
  /** How many regions had been entered when the value was used. */
  readonly entered: number;
  readonly start: number;
  readonly end: number;
}

/** The names that are visible inside one isolated operation. */
interface Scope {
  readonly values: Map<string, readonly Value[]>;
  readonly forward: Map<string, Forward[]>;
  /** Names in order of definition; regions cut it back to their mark. */
  readonly order: string[];
}

type Report = (message: Message, start: number, end: number) => void;

const emptyScope = (): Scope => ({ values: new Map(), forward: new Map(), order: [] });

export class Names {
  #scope: Scope = emptyScope();
  readonly #outer: Scope[] = [];
  readonly #report: Report;
  /** Regions entered so far; for each open one, how many there were when it was entered. */
  #entered = 0;
  readonly #open: number[] = [];

  constructor(report: Report) {
    this.#report = report;
  }

  /** Enters a region; give the answer to `leave`. */
  enter(isolated: boolean): number {
    this.#entered++;
    this.#open.push(this.#entered);
    if (isolated) {
      this.#outer.push(this.#scope);
      this.#scope = emptyScope();
    }
    return this.#scope.order.length;
  }

  leave(isolated: boolean, mark: number): void {
    this.#open.pop();
    if (isolated) {
      this.finish();
      this.#scope = this.#outer.pop() ?? emptyScope();
      return;
    }
    const { order, values } = this.#scope;
    for (let i = mark; i < order.length; i++) values.delete(order[i] ?? '');
    order.length = mark;
  }

  /** Reports every name of the scope that was used and never defined. */
  finish(): void {
    for (const forwards of this.#scope.forward.values()) {
      for (const { value, start, end } of forwards) {
        const name = value.index === 0 ? value.name : `${value.name}#${value.index}`;
        this.#report(messages.syntax.undefinedValue(name), start, end);
      }
    }
    this.#scope.forward.clear();
  }

  /** The value of a name, `undefined` when it is not defined so far. */
  find(name: string, index: number): Value | undefined {
    return this.#scope.values.get(name)?.[index];
  }

  /** The value of a name; made on the spot when its definition is still to come. */
  use(name: string, index: number, start: number, end: number): Value {
    const found = this.#scope.values.get(name);
    if (found !== undefined) {
      const value = found[index];
      if (value !== undefined) return value;
    }
    const forwards = this.#scope.forward.get(name) ?? [];
    for (const forward of forwards) if (forward.value.index === index) return forward.value;
    const value: MutableValue = {
      name,
      index,
      group: 1,
      type: unknownType,
      definition: undefined,
    };
    forwards.push({ value, entered: this.#entered, start, end });
    this.#scope.forward.set(name, forwards);
    return value;
  }

  /** Makes and defines results of an operation that share a name. */
  defineResults(
    name: string,
    types: readonly Type[],
    operation: Operation,
    start: number,
    end: number,
  ): Value[] {
    const count = types.length;
    const values = types.map((type, index) => this.#value(name, index, count, type, operation));
    this.#define(name, values, start, end);
    return values;
  }

  /** Makes and defines the only result of an operation. */
  defineResult(
    name: string,
    type: Type,
    operation: Operation,
    start: number,
    end: number,
  ): Value[] {
    const values = [this.#value(name, 0, 1, type, operation)];
    this.#define(name, values, start, end);
    return values;
  }

  /** Defines a block argument. */
  defineArgument(name: string, type: Type, start: number, end: number): Value {
    const value = this.#value(name, 0, 1, type, undefined);
    this.#define(name, [value], start, end);
    return value;
  }

  /** Makes block arguments that another rule read visible in the region that was just entered. */
  declare(value: Value, start: number, end: number): void {
    this.#define(value.name, [value], start, end);
  }

  #value(
    name: string,
    index: number,
    group: number,
    type: Type,
    definition: Operation | undefined,
  ): Value {
    const { forward } = this.#scope;
    const waiting =
      forward.size === 0
        ? undefined
        : forward.get(name)?.find((use) => use.value.index === index && this.#reaches(use.entered));
    if (waiting === undefined) return { name, index, group, type, definition };
    const { value, start, end } = waiting;
    if (!sameType(value.type, type)) {
      const message = messages.syntax.typeMismatch(name, printType(type), printType(value.type));
      this.#report(message, start, end);
    }
    value.group = group;
    value.type = type;
    value.definition = definition;
    return value;
  }

  /** True when what is defined now can be seen where a value was used: inside the current region. */
  #reaches(entered: number): boolean {
    return entered >= (this.#open.at(-1) ?? 0);
  }

  #define(name: string, values: readonly Value[], start: number, end: number): void {
    if (name === '') return;
    const scope = this.#scope;
    const known = scope.values.size;
    scope.values.set(name, values);
    if (scope.values.size > known) scope.order.push(name);
    else this.#report(messages.syntax.redefinedValue(name), start, end);
    if (scope.forward.size === 0) return;
    const forwards = scope.forward.get(name);
    if (forwards === undefined) return;
    const rest = forwards.filter(({ value }) => !values.includes(value));
    if (rest.length === 0) scope.forward.delete(name);
    else scope.forward.set(name, rest);
  }
}

/** True when two types mean the same, aliases followed, as far as both are known. */
export function sameType(left: Type, right: Type): boolean {
  if (left === right || left === unknownType || right === unknownType) return true;
  const [one, other] = [printType(left, true), printType(right, true)];
  // A type that is kept as text may have other blanks in it.
  return one === other || one.replaceAll(/\s+/g, '') === other.replaceAll(/\s+/g, '');
}
