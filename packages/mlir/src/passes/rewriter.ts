/**
 * Edits a module in place: the uses of a value, the position of an operation, and the changes that passes make.
 *
 *     const rewriter = new Rewriter(module);
 *     const flat = rewriter.insertBefore(alloc, createOperation('memref.alloc', ...));
 *     rewriter.replaceAllUses(resultOf(alloc), resultOf(flat));
 *     rewriter.erase(alloc);
 *
 * Every change goes through here, so uses and places are always right; a pass that edits operands itself breaks that. Names
 * need no care: the printer gives a value whose name is taken another one. What has changed is remembered, so that a text
 * can be brought up to date with the rest of it left as it was (`kept-text.ts`).
 *
 * Text that is kept as it is (`opaque` operations) names the values that it uses. Replacing such a use changes the name in
 * the text, which is right as long as the new value is printed under its own name: give values that replace others the old
 * name.
 */
import type { Attribute, Type } from '../ir/types.ts';
import { createOperation } from '../ir/build.ts';
import type { Block, Module, Operation, Region, Value } from '../ir/ir.ts';
import { isIsolated, isPure } from '../rows/facts.ts';

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

/** Room between neighbours for new operations, by halving. */
const GAP = 2 ** 20;

export class Rewriter {
  readonly module: Module;
  /** New operations, the oldest first. */
  readonly inserted = new Set<Operation>();
  /** Operations that were there before and are to be printed again. */
  readonly changed = new Set<Operation>();
  /** Operations that were there before and are gone. */
  readonly erased = new Set<Operation>();
  /** The block of the operations outside all regions. */
  readonly top: Block;
  readonly #blocks = new Map<Operation, Block>();
  readonly #owners = new Map<Block, Operation | undefined>();
  readonly #arguments = new Map<Value, Block>();
  readonly #users = new Map<Value, Set<Operation>>();
  /** The operations that `insertBehind` added. */
  readonly #behind = new Set<Operation>();
  /** Numbers that grow along each block; a new operation gets one in between, until there is none. */
  readonly #order = new Map<Operation, number>();

  constructor(module: Module) {
    this.module = module;
    this.top = { label: undefined, arguments: [], operations: module.operations };
    this.#enterBlock(this.top, undefined);
  }

  #enterBlock(block: Block, owner: Operation | undefined): void {
    this.#owners.set(block, owner);
    for (const argument of block.arguments) this.#arguments.set(argument, block);
    for (const [i, op] of block.operations.entries()) {
      this.#order.set(op, i * GAP);
      this.#enter(op, block);
    }
  }

  #enter(op: Operation, block: Block): void {
    this.#blocks.set(op, block);
    for (const operand of op.operands) this.#addUser(operand, op);
    for (const { operands } of op.successors) {
      for (const operand of operands) this.#addUser(operand, op);
    }
    for (const region of op.regions) {
      for (const inner of region.blocks) this.#enterBlock(inner, op);
    }
  }

  #addUser(value: Value, op: Operation): void {
    const users = this.#users.get(value);
    if (users === undefined) this.#users.set(value, new Set([op]));
    else users.add(op);
  }

  // The positions of operations.

  /** Every operation of the module, outermost first, as the list is now. */
  operations(): Operation[] {
    return operationsIn([{ blocks: [this.top] }]);
  }

  /** The block that an operation is in; throws for an operation that is not in the module. */
  blockOf(op: Operation): Block {
    const block = this.#blocks.get(op);
    if (block === undefined) throw new Error(`${op.name} is not in the module`);
    return block;
  }

  isErased(op: Operation): boolean {
    return !this.#blocks.has(op);
  }

  /** The operation around an operation; `undefined` at the top level. */
  parentOf(op: Operation): Operation | undefined {
    return this.#owners.get(this.blockOf(op));
  }

  /** The operation whose region a block argument belongs to. */
  readonly ownerOf = (argument: Value): Operation | undefined => {
    const block = this.#arguments.get(argument);
    return block && this.#owners.get(block);
  };

  /** The block that a value is defined in. */
  definingBlock(value: Value): Block {
    const { definition } = value;
    const block = definition === undefined ? this.#arguments.get(value) : this.blockOf(definition);
    if (block === undefined) throw new Error('the value is not in the module');
    return block;
  }

  /** The isolated operation around an operation, a function as a rule; `undefined` at the top level. */
  scopeOf(op: Operation): Operation | undefined {
    let around = this.parentOf(op);
    while (around !== undefined && !isIsolated(around)) {
      around = this.parentOf(around);
    }
    return around;
  }

  /** Operations that use a value, each once, in no particular order. */
  usersOf(value: Value): readonly Operation[] {
    return [...(this.#users.get(value) ?? [])];
  }

  /** How often a value is used: an operation may use it twice. */
  useCount(value: Value): number {
    let count = 0;
    for (const op of this.#users.get(value) ?? []) {
      for (const operand of op.operands) if (operand === value) count++;
      for (const { operands } of op.successors) {
        for (const operand of operands) if (operand === value) count++;
      }
    }
    return count;
  }

  /** True when a value is defined wherever an operation is executed. Blocks of one region count as unordered. */
  dominates(value: Value, op: Operation): boolean {
    const { definition } = value;
    const block =
      definition === undefined ? this.#arguments.get(value) : this.#blocks.get(definition);
    if (block === undefined) return false;
    let at: Operation | undefined = op;
    while (at !== undefined) {
      const home = this.#blocks.get(at);
      if (home === undefined) return false;
      if (home === block) {
        if (definition === undefined) return true;
        return definition !== at && this.isBefore(definition, at);
      }
      if (this.#entryDominates(block, home)) return true;
      at = this.#owners.get(home);
    }
    return false;
  }

  /** The entry block of a region is before all others of it. */
  #entryDominates(block: Block, other: Block): boolean {
    const owner = this.#owners.get(other);
    return (
      owner?.regions.some(({ blocks }) => blocks[0] === block && blocks.includes(other)) === true
    );
  }

  /** By halving: numbers grow along the block. */
  #indexOf({ operations }: Block, op: Operation): number {
    const wanted = this.#orderOf(op);
    let [low, high] = [0, operations.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      const at = operations[middle];
      if (at !== undefined && this.#orderOf(at) < wanted) low = middle + 1;
      else high = middle;
    }
    if (operations[low] !== op) throw new Error(`${op.name} is not in its block`);
    return low;
  }

  #orderOf(op: Operation): number {
    return this.#order.get(op) ?? 0;
  }

  /** Numbers an operation that was put at an index; the whole block where there is no room. */
  #number({ operations }: Block, index: number): void {
    const [op, before, after] = [operations[index], operations[index - 1], operations[index + 1]];
    if (op === undefined) return;
    const low = before && this.#orderOf(before);
    const high = after && this.#orderOf(after);
    if (low === undefined) this.#order.set(op, (high ?? 0) - GAP);
    else if (high === undefined) this.#order.set(op, low + GAP);
    else this.#order.set(op, (low + high) / 2);
    const own = this.#orderOf(op);
    if (own !== low && own !== high) return;
    for (const [i, one] of operations.entries()) this.#order.set(one, i * GAP);
  }

  /** Order of two operations of one block. */
  isBefore(first: Operation, second: Operation): boolean {
    return this.#orderOf(first) < this.#orderOf(second);
  }

  // Changes. Each takes operations that are not in the module yet, and returns them.

  insertBefore(anchor: Operation, op: Operation): Operation {
    const block = this.blockOf(anchor);
    return this.#insert(block, this.#indexOf(block, anchor), op);
  }

  insertAfter(anchor: Operation, op: Operation): Operation {
    const block = this.blockOf(anchor);
    return this.#insert(block, this.#indexOf(block, anchor) + 1, op);
  }

  insertAtStart(block: Block, op: Operation): Operation {
    return this.#insert(block, 0, op);
  }

  #insert(block: Block, index: number, op: Operation): Operation {
    block.operations.splice(index, 0, op);
    this.#number(block, index);
    this.#enter(op, block);
    this.inserted.add(op);
    return op;
  }

  /** Moves an operation of the module in front of another. */
  moveBefore(op: Operation, anchor: Operation): void {
    const from = this.blockOf(op);
    from.operations.splice(this.#indexOf(from, op), 1);
    const to = this.blockOf(anchor);
    const index = this.#indexOf(to, anchor);
    to.operations.splice(index, 0, op);
    this.#number(to, index);
    this.#blocks.set(op, to);
  }

  /** Takes an operation out, with its regions. Nothing may use its results any more. */
  erase(op: Operation): void {
    for (const result of op.results) {
      if (this.usersOf(result).length > 0) throw new Error(`%${result.name} is still used`);
    }
    const block = this.blockOf(op);
    block.operations.splice(this.#indexOf(block, op), 1);
    this.#leave(op);
  }

  #leave(op: Operation): void {
    for (const operand of op.operands) this.#users.get(operand)?.delete(op);
    for (const { operands } of op.successors) {
      for (const operand of operands) this.#users.get(operand)?.delete(op);
    }
    for (const { blocks } of op.regions) {
      for (const block of blocks) for (const inner of block.operations) this.#leave(inner);
    }
    this.#blocks.delete(op);
    if (!this.inserted.delete(op)) this.erased.add(op);
  }

  #change(op: Operation): void {
    if (!this.inserted.has(op)) this.changed.add(op);
  }

  /** Takes out an operation whose results another gives: `replacements`, one for each result. */
  replace(op: Operation, replacements: readonly Value[]): void {
    for (const [i, result] of op.results.entries()) {
      const other = replacements[i];
      if (other !== undefined) this.replaceAllUses(result, other);
    }
    this.erase(op);
  }

  replaceAllUses(from: Value, to: Value, where: (user: Operation) => boolean = () => true): void {
    for (const op of this.usersOf(from)) {
      if (!where(op)) continue;
      replaceIn(op.operands, from, to);
      for (const { operands } of op.successors) replaceIn(operands, from, to);
      if (op.syntax === 'opaque') renameIn(op, from, to);
      this.#users.get(from)?.delete(op);
      this.#addUser(to, op);
      this.#change(op);
    }
  }

  setOperand(op: Operation, index: number, value: Value): void {
    this.setOperands(op, op.operands.with(index, value));
  }

  /** Gives an operation other operands; their number may change (mind `operandSegmentSizes`). */
  setOperands(op: Operation, values: readonly Value[]): void {
    for (const old of op.operands) this.#users.get(old)?.delete(op);
    op.operands.splice(0, op.operands.length, ...values);
    for (const value of values) this.#addUser(value, op);
    for (const { operands } of op.successors) {
      for (const operand of operands) this.#addUser(operand, op);
    }
    this.#change(op);
  }

  setAttribute(op: Operation, name: string, attribute: Attribute): void {
    op.attributes.set(name, attribute);
    this.#change(op);
  }

  /** Gives a value another type, which the operations that define and use it may spell. */
  retype(value: Value, type: Type): void {
    value.type = type;
    for (const op of [value.definition ?? this.ownerOf(value), ...this.usersOf(value)]) {
      if (op !== undefined) this.#change(op);
    }
  }

  /** Erases the definitions of unused values, when they only compute, and then what those used. */
  sweep(values: Iterable<Value>): void {
    const pending = [...values];
    for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
      const op = value.definition;
      if (op === undefined || this.isErased(op) || !isPure(op)) continue;
      if (op.results.some((result) => this.usersOf(result).length > 0)) continue;
      for (const each of op.operands) pending.push(each);
      this.erase(op);
    }
  }

  /**
   * Adds an operation with one result behind the last of its operands, or at the start of the function around `user`;
   * what was added there before stays in front of it.
   */
  insertBehind(
    user: Operation,
    name: string,
    operands: readonly Value[],
    result: readonly [name: string, type: Type],
    attributes: Iterable<readonly [string, Attribute]> = [],
  ): Value {
    const op = createOperation(name, { operands, results: [result], attributes });
    const last = this.#lastOf(operands);
    const block = last === undefined ? this.#startOf(user) : this.definingBlock(last);
    let index = last?.definition === undefined ? 0 : this.#indexOf(block, last.definition) + 1;
    for (; ; index++) {
      const next = block.operations[index];
      if (next === undefined || !this.#behind.has(next)) break;
    }
    this.#behind.add(op);
    return resultOf(this.#insert(block, index, op));
  }

  /** The value that is defined last, of values that are all defined in one place. */
  #lastOf(values: readonly Value[]): Value | undefined {
    let last: Value | undefined;
    for (const value of values) {
      if (last === undefined || this.#isLater(value, last)) last = value;
    }
    return last;
  }

  #isLater(a: Value, b: Value): boolean {
    const place = a.definition ?? this.definingBlock(a).operations[0];
    return place !== undefined && this.dominates(b, place);
  }

  #startOf(user: Operation): Block {
    return this.scopeOf(user)?.regions[0]?.blocks[0] ?? this.blockOf(user);
  }
}

/** The only result of an operation that was made with one. */
export function resultOf(op: Operation): Value {
  const [result] = op.results;
  if (result === undefined) throw new Error(`${op.name} has no result`);
  return result;
}

/** Every operation of a region, outermost first, as the list is now: safe to edit while going over it. */
export function operationsIn(regions: readonly Region[]): Operation[] {
  const all: Operation[] = [];
  for (const { blocks } of regions) {
    for (const { operations } of blocks) {
      for (const op of operations) {
        all.push(op);
        for (const each of operationsIn(op.regions)) all.push(each);
      }
    }
  }
  return all;
}

function replaceIn(operands: Value[], from: Value, to: Value): void {
  for (const [i, operand] of operands.entries()) if (operand === from) operands[i] = to;
}

const spelled = ({ name, group, index }: Value): string =>
  group > 1 ? `%${name}#${index}` : `%${name}`;

/** Another name for a value in text that is kept. */
function renameIn(op: Operation, from: Value, to: Value): void {
  const draft: Mutable<Operation> = op;
  const old = spelled(from).replace(/[$.]/g, String.raw`\$&`);
  draft.text = op.text?.replace(new RegExp(`${old}(?![\\w$.#-])`, 'g'), () => spelled(to));
}
