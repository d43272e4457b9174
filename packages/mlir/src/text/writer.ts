/**
 * Collects printed text: indentation, names of values, regions.
 *
 * Values keep the names they were read with. Where a name is missing or taken (operations that a pass
 * made), the writer chooses the next free one, per isolated operation.
 */
import type { Attribute } from '../ir/types.ts';
import type { Block, Operation, Region, Successor, Value } from '../ir/ir.ts';
import { isIsolated } from '../rows/facts.ts';
import { printEntry, printType } from './print-types.ts';
import { chooseNames } from './value-names.ts';
import type { ValueNames } from './value-names.ts';

/** `bare`: without the names of its results. */
type OperationPrinter = (writer: Writer, operation: Operation, bare?: boolean) => void;

export interface RegionPrintOptions {
  /** The entry block's arguments are printed by the operation itself. */
  readonly hideArguments?: boolean;
  /** A terminator of this name is left out when it says nothing. */
  readonly terminator?: string;
  /** An empty block gets a label, which tells it from no block. */
  readonly labelEmpty?: boolean;
}

export class Writer {
  readonly generic: boolean;
  /** The dialect that the operations of the current region may leave out. */
  defaultDialect = 'builtin';
  readonly #printOperation: OperationPrinter;
  #parts: string[] = [];
  #depth = 0;
  #names: ValueNames = new Map();

  constructor(printOperation: OperationPrinter, generic: boolean) {
    this.#printOperation = printOperation;
    this.generic = generic;
  }

  toString(): string {
    return this.#parts.join('');
  }

  write(text: string): void {
    this.#parts.push(text);
  }

  line(): void {
    this.#parts.push(`\n${'  '.repeat(this.#depth)}`);
  }

  /** Prints a part whose lines are one level further in. */
  indented(print: () => void): void {
    this.#depth++;
    print();
    this.#depth--;
  }

  /** A place to come back to with `rewind`, for syntax that turns out not to fit. */
  mark(): number {
    return this.#parts.length;
  }

  rewind(mark: number): void {
    this.#parts.length = mark;
  }

  /** The name of a value without its index. */
  name(value: Value): string {
    return this.#names.get(value) ?? value.name;
  }

  /** Chooses the names for operations outside every region. */
  nameAll(regions: readonly Region[]): void {
    this.#names = chooseNames(regions);
  }

  /** Prints with the names that the values of an isolated region have inside it. */
  inside<T>(region: Region | undefined, print: () => T): T {
    if (region === undefined) return print();
    const names = this.#names;
    this.#names = chooseNames([region]);
    const result = print();
    this.#names = names;
    return result;
  }

  value(value: Value): string {
    const name = this.name(value);
    return value.group > 1 ? `%${name}#${value.index}` : `%${name}`;
  }

  values(values: readonly Value[]): string {
    return values.map((value) => this.value(value)).join(', ');
  }

  types(values: readonly Value[]): string {
    return values.map(({ type }) => printType(type)).join(', ');
  }

  /** `%x: i32`, with its location if it has one. */
  argument(value: Value): string {
    const location = value.location === undefined ? '' : ` loc(${value.location})`;
    return `${this.value(value)}: ${printType(value.type)}${location}`;
  }

  /** `^bb1(%x : i32)`. */
  successor({ block, operands }: Successor): string {
    if (operands.length === 0) return `^${block}`;
    return `^${block}(${this.values(operands)} : ${this.types(operands)})`;
  }

  /** ` {a = 1, b}` without the attributes that are spelled elsewhere; nothing when none is left. */
  dictionary(
    attributes: Iterable<readonly [string, Attribute]> & { readonly size: number },
    hidden: (name: string, attribute: Attribute) => boolean,
    prefix = ' ',
  ): void {
    if (attributes.size === 0) return;
    const entries: (readonly [string, Attribute])[] = [];
    for (const entry of attributes) if (!hidden(entry[0], entry[1])) entries.push(entry);
    if (entries.length === 0) return;
    entries.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
    this.write(`${prefix}{${entries.map(([name, a]) => printEntry(name, a)).join(', ')}}`);
  }

  /** ` {`, the blocks, `}`. */
  region(operation: Operation, region: Region, options: RegionPrintOptions = {}): void {
    const outer = this.defaultDialect;
    this.defaultDialect = defaultDialects.get(operation.name) ?? '';
    const names = this.#names;
    if (isIsolated(operation)) this.#names = chooseNames([region]);
    this.write('{');
    const entryLabel = region.blocks.some(({ label }) => label === 'bb0') ? 'entry' : 'bb0';
    for (const [i, block] of region.blocks.entries()) {
      const empty = options.labelEmpty === true && block.operations.length === 0;
      const hide = i === 0 && !empty && (options.hideArguments ?? block.arguments.length === 0);
      this.#block(block, hide ? undefined : (block.label ?? entryLabel), options.terminator);
    }
    this.line();
    this.write('}');
    this.#names = names;
    this.defaultDialect = outer;
  }

  /** An operation of a region, without its block and the names of its results, on the same line. */
  operation(parent: Operation, operation: Operation): void {
    const outer = this.defaultDialect;
    this.defaultDialect = defaultDialects.get(parent.name) ?? '';
    this.#printOperation(this, operation, true);
    this.defaultDialect = outer;
  }

  #block(block: Block, label: string | undefined, terminator: string | undefined): void {
    if (label !== undefined) {
      this.line();
      this.write(`^${label}`);
      if (block.arguments.length > 0) {
        this.write(`(${block.arguments.map((value) => this.argument(value)).join(', ')})`);
      }
      this.write(':');
    }
    this.#depth++;
    for (const [i, operation] of block.operations.entries()) {
      const last = i === block.operations.length - 1;
      if (last && operation.name === terminator && isSilent(operation)) continue;
      this.line();
      this.#printOperation(this, operation);
    }
    this.#depth--;
  }
}

/** True for a terminator that only marks the end. */
function isSilent({ operands, attributes, location, regions }: Operation): boolean {
  if (operands.length > 0 || attributes.size > 0 || location !== undefined) return false;
  return regions.every(({ blocks }) => blocks.every(({ operations }) => operations.length === 0));
}

/** Operations whose regions let operations leave out their dialect. */
const defaultDialects: ReadonlyMap<string, string> = new Map([
  ['builtin.module', 'builtin'],
  ['func.func', 'func'],
]);
