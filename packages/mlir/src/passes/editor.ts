/**
 * Edits a module and its text together: what is not touched stays as it was, byte for byte.
 *
 *     const editor = new Editor(module, text);
 *     const key = editor.insertBehind(load, 'arith.xori', [unit, row], ['key', index]);   a new line behind its operands
 *     editor.replaceOperand(load, 2, key);                           the line of the load is printed anew
 *     editor.finish();                                               the new text
 *
 * Operations are changed in place: the module is used up. An operation with regions keeps their text; only its first
 * line is printed anew.
 */
import type { Attribute, Type } from '../ir/types.ts';
import { createOperation } from '../ir/build.ts';
import type { Block, Module, Operation, Value } from '../ir/ir.ts';
import { isolatedOperations } from '../ir/traits.ts';
import { printOperation } from '../module/printer.ts';

/** Behind operation number `index` of a block; -1 is before the first. */
interface Place {
  readonly block: Block;
  readonly index: number;
}

interface Home {
  readonly block: Block;
  readonly index: number;
}

interface Owner {
  /** The operation whose region the block is in; `undefined` at the top level. */
  readonly op: Operation | undefined;
  readonly depth: number;
  /** The isolated operation around it: names are unique inside. */
  readonly scope: Operation | undefined;
}

export class Editor {
  readonly #text: string;
  readonly #homes = new Map<Operation, Home>();
  readonly #owners = new Map<Block, Owner>();
  readonly #arguments = new Map<Value, Block>();
  readonly #changed = new Set<Operation>();
  readonly #removed = new Set<Operation>();
  readonly #inserted = new Map<Block, Map<number, Operation[]>>();
  readonly #places = new Map<Value, Place>();
  readonly #names = new Map<Operation | undefined, Set<string>>();
  readonly #users = new Map<Value, Set<Operation>>();

  constructor(module: Module, text: string) {
    this.#text = text;
    const top: Block = { label: undefined, arguments: [], operations: module.operations };
    this.#enter(top, { op: undefined, depth: 0, scope: undefined });
  }

  #enter(block: Block, owner: Owner): void {
    this.#owners.set(block, owner);
    const names = this.#names.get(owner.scope) ?? new Set();
    this.#names.set(owner.scope, names);
    for (const argument of block.arguments) {
      this.#arguments.set(argument, block);
      this.#places.set(argument, { block, index: -1 });
      names.add(argument.name);
    }
    for (const [index, op] of block.operations.entries()) {
      this.#homes.set(op, { block, index });
      for (const operand of op.operands) this.#addUser(operand, op);
      for (const result of op.results) {
        this.#places.set(result, { block, index });
        names.add(result.name);
      }
      const scope = isolatedOperations.has(op.name) ? op : owner.scope;
      for (const region of op.regions) {
        for (const inner of region.blocks)
          this.#enter(inner, { op, depth: owner.depth + 1, scope });
      }
    }
  }

  #addUser(value: Value, op: Operation): void {
    const users = this.#users.get(value) ?? new Set();
    users.add(op);
    this.#users.set(value, users);
  }

  /** The operation whose region a block argument belongs to. */
  ownerOf(argument: Value): Operation | undefined {
    const block = this.#arguments.get(argument);
    return block && this.#owners.get(block)?.op;
  }

  /** The operation that an operation is in. */
  parentOf(op: Operation): Operation | undefined {
    const home = this.#homes.get(op);
    return home && this.#owners.get(home.block)?.op;
  }

  /** The isolated operation around an operation: its function, as a rule. */
  scopeOf(op: Operation): Operation | undefined {
    const home = this.#homes.get(op);
    return home && this.#owners.get(home.block)?.scope;
  }

  /** Operations that use a value, as the module is now. */
  usersOf(value: Value): readonly Operation[] {
    return [...(this.#users.get(value) ?? [])].filter((op) => !this.#removed.has(op));
  }

  /** True when a value is defined wherever an operation is executed. */
  dominates(value: Value, op: Operation): boolean {
    const place = this.#places.get(value);
    if (place === undefined) return false;
    let home = this.#homes.get(op);
    while (home !== undefined) {
      if (home.block === place.block) return place.index < home.index;
      const owner = this.#owners.get(home.block)?.op;
      home = owner && this.#homes.get(owner);
    }
    return false;
  }

  /** Adds an operation with one result behind the last of its operands, or at the start of the function around `user`. */
  insertBehind(
    user: Operation,
    name: string,
    operands: readonly Value[],
    result: readonly [name: string, type: Type],
    attributes: Iterable<readonly [string, Attribute]> = [],
  ): Value {
    const place = this.#placeBehind(operands, this.#startOf(user));
    return this.#insert(place, name, operands, result, attributes);
  }

  /** The first place where all values are there; `fallback` when there are none. */
  #placeBehind(values: readonly Value[], fallback: Place): Place {
    let latest: Place | undefined;
    for (const value of values) {
      const place = this.#places.get(value);
      if (place === undefined) continue;
      if (latest === undefined || this.#isLater(place, latest)) latest = place;
    }
    return latest ?? fallback;
  }

  /** Where constants go: the start of the function around an operation. */
  #startOf(op: Operation): Place {
    const block = this.scopeOf(op)?.regions[0]?.blocks[0];
    const home = this.#homes.get(op);
    if (block !== undefined) return { block, index: -1 };
    if (home === undefined) throw new Error('the operation is not in the module');
    return { block: home.block, index: home.index - 1 };
  }

  #isLater(a: Place, b: Place): boolean {
    if (a.block === b.block) return a.index > b.index;
    return (this.#owners.get(a.block)?.depth ?? 0) > (this.#owners.get(b.block)?.depth ?? 0);
  }

  /** Adds an operation with one result at a place; `name` is what the result is called, if that is free. */
  #insert(
    place: Place,
    name: string,
    operands: readonly Value[],
    result: readonly [name: string, type: Type],
    attributes: Iterable<readonly [string, Attribute]>,
  ): Value {
    const owner = this.#owners.get(place.block);
    const names = this.#names.get(owner?.scope) ?? new Set();
    const [wanted, type] = result;
    let free = wanted;
    for (let suffix = 0; names.has(free); suffix++) free = `${wanted}_${suffix}`;
    names.add(free);
    const op = createOperation(name, { operands, results: [[free, type]], attributes });
    for (const operand of operands) this.#addUser(operand, op);
    const byIndex = this.#inserted.get(place.block) ?? new Map<number, Operation[]>();
    byIndex.set(place.index, [...(byIndex.get(place.index) ?? []), op]);
    this.#inserted.set(place.block, byIndex);
    const [made] = op.results;
    if (made === undefined) throw new Error('an operation with one result has one');
    this.#places.set(made, place);
    return made;
  }

  replaceOperand(op: Operation, index: number, value: Value): void {
    const old = op.operands[index];
    if (old === value) return;
    op.operands[index] = value;
    if (old !== undefined && !op.operands.includes(old)) this.#users.get(old)?.delete(op);
    this.#addUser(value, op);
    this.#changed.add(op);
  }

  /** Replaces all operands, when their number changes. */
  replaceOperands(op: Operation, values: readonly Value[]): void {
    for (const old of op.operands) this.#users.get(old)?.delete(op);
    op.operands.splice(0, op.operands.length, ...values);
    for (const value of values) this.#addUser(value, op);
    this.#changed.add(op);
  }

  setAttribute(op: Operation, name: string, attribute: Attribute): void {
    op.attributes.set(name, attribute);
    this.#changed.add(op);
  }

  /** Gives a value another type; the lines that spell its type are printed anew. */
  retype(value: Value, type: Type): void {
    value.type = type;
    const owner = this.ownerOf(value);
    if (owner !== undefined) this.#changed.add(owner);
    if (value.definition !== undefined) this.#changed.add(value.definition);
    for (const user of this.usersOf(value)) this.#changed.add(user);
  }

  /** False for an operation with regions whose types are not all in its first line: in generic form. */
  hasHead(op: Operation): boolean {
    return op.regions.every(({ blocks }) => blocks.length === 0) || headOf(op) !== undefined;
  }

  remove(op: Operation): void {
    this.#removed.add(op);
  }

  isRemoved(op: Operation): boolean {
    return this.#removed.has(op);
  }

  /** The text of the module as it is now. */
  finish(): string {
    const edits: Edit[] = [];
    for (const op of this.#changed) if (!this.#removed.has(op)) edits.push(this.#reprint(op));
    for (const op of this.#removed) edits.push(this.#deletion(op));
    for (const [block, byIndex] of this.#inserted) {
      for (const [index, ops] of byIndex) edits.push(this.#insertion(block, index, ops));
    }
    return applyEdits(this.#text, edits);
  }

  #reprint(op: Operation): Edit {
    const { start, end } = op.span;
    const inner = op.regions[0]?.blocks[0]?.operations[0];
    if (op.regions.every(({ blocks }) => blocks.length === 0) || inner === undefined) {
      return { start, end, text: printOperation(op) };
    }
    const head = headOf(op);
    if (head === undefined) throw new Error(`${op.name} has no head of its own`);
    return { start, end: lastBrace(this.#text, start, inner.span.start), text: head };
  }

  /** The whole line, when nothing else is on it. */
  #deletion(op: Operation): Edit {
    const { start, end } = op.span;
    const lineStart = this.#text.lastIndexOf('\n', start - 1) + 1;
    const next = this.#text.indexOf('\n', end);
    const alone =
      this.#text.slice(lineStart, start).trim() === '' &&
      next >= 0 &&
      this.#text.slice(end, next).trim() === '';
    return alone ? { start: lineStart, end: next + 1, text: '' } : { start, end, text: '' };
  }

  #insertion(block: Block, index: number, ops: readonly Operation[]): Edit {
    const before = block.operations[index];
    const lines = ops.map((op) => printOperation(op));
    if (before === undefined) {
      const at = block.operations[0]?.span.start ?? 0;
      const indent = indentAt(this.#text, at);
      return { start: at, end: at, text: lines.map((line) => `${line}\n${indent}`).join('') };
    }
    const indent = indentAt(this.#text, before.span.start);
    const at = endOfLine(this.#text, before.span.end);
    return { start: at, end: at, text: lines.map((line) => `\n${indent}${line}`).join('') };
  }
}

/** What custom syntax writes before the first region. */
function headOf(op: Operation): string | undefined {
  const hollow: Operation = {
    ...op,
    regions: op.regions.map(({ blocks }) => ({
      blocks: blocks.slice(0, 1).map((block) => ({ ...block, operations: [] })),
    })),
  };
  const printed = printOperation(hollow);
  const custom = !printed.includes(`"${op.name}"`) && printed.includes('{\n');
  return custom ? printed.slice(0, printed.indexOf('{\n')) : undefined;
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Edits do not overlap; those at one place follow the order in which they end. */
function applyEdits(text: string, edits: readonly Edit[]): string {
  const sorted = edits.toSorted((a, b) => a.start - b.start || a.end - b.end);
  let result = '';
  let at = 0;
  for (const { start, end, text: replacement } of sorted) {
    result += text.slice(at, start) + replacement;
    at = Math.max(at, end);
  }
  return result + text.slice(at);
}

/** White space in front of what begins at a place. */
function indentAt(text: string, at: number): string {
  const line = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
  return /^\s*/.exec(line)?.[0] ?? '';
}

/** The end of a line on which only a comment follows; the place itself otherwise. */
function endOfLine(text: string, at: number): number {
  const newline = text.indexOf('\n', at);
  const end = newline < 0 ? text.length : newline;
  const rest = text.slice(at, end).replace(/\r$/, '');
  return /^\s*(?:\/\/.*)?$/.test(rest) ? at + rest.length : at;
}

/** The bracket that opens the region whose first operation begins at `stop`. */
function lastBrace(text: string, start: number, stop: number): number {
  let found = start;
  for (let at = start; at < stop; at++) {
    if (text.startsWith('//', at)) {
      const newline = text.indexOf('\n', at);
      at = newline < 0 ? stop : newline;
    } else if (text[at] === '"') {
      at = Math.max(at, text.indexOf('"', at + 1));
    } else if (text[at] === '{') found = at;
  }
  return found;
}
