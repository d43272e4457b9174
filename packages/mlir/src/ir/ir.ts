/**
 * The MLIR object model: operations, regions, blocks, values.
 *
 * Plain data, no behaviour: parsing, printing and executing live in their own folders. An operation
 * has operands and results (SSA values), attributes by name, and regions of blocks:
 *
 *     %r = scf.for %i = %lo to %hi step %s iter_args(%x = %init) -> (f32) { ... }
 *     |results    |name  operands: %lo, %hi, %s, %init             regions: [ [ block(%i, %x) ] ]
 *
 * Custom assembly and generic assembly give the same object; `syntax` remembers which one was read,
 * so that it is printed back as it came.
 */
import type { Span } from '@ldscope/core';
import type { AttributeMap } from './attribute-map.ts';
import type { Attribute, Type } from './types.ts';

/** An SSA value: the result of an operation, or the argument of a block. */
export interface Value {
  /** Its name in the source, without `%`; results of one operation share it: `46` with `index` 1 is `%46#1`. */
  readonly name: string;
  /** Its position among the results or block arguments it was defined with. */
  readonly index: number;
  /** How many values share `name`; 1 prints `%46`, more prints `%46#1`. */
  readonly group: number;
  type: Type;
  /** The operation that defines it; `undefined` for a block argument. */
  readonly definition: Operation | undefined;
  /** `loc(...)` of a block argument as it was written, without the word `loc`. */
  readonly location?: string;
}

export interface Operation {
  /** `dialect.mnemonic`, for example `arith.addi`. */
  readonly name: string;
  readonly operands: Value[];
  readonly results: Value[];
  /** Every attribute: those of the attribute dictionary, those of properties, and those that custom syntax spells out. */
  readonly attributes: AttributeMap;
  readonly regions: readonly Region[];
  readonly successors: readonly Successor[];
  /**
   * How the operation was written. `opaque` is custom syntax of an operation that we do not know:
   * `text` holds it word for word (after the name), `operands` the values that the text mentions.
   */
  readonly syntax: 'custom' | 'generic' | 'opaque';
  readonly text: string | undefined;
  /** `loc(...)` as it was written, without the word `loc`. */
  readonly location: string | undefined;
  /** Names of the attributes that generic syntax wrote as properties, in `<{...}>`. */
  readonly properties: ReadonlySet<string> | undefined;
  /** From the first result to the end of the operation, regions included. */
  readonly span: Span;
}

/** A block to continue at, and the values for its arguments; `block` is without `^`. */
export interface Successor {
  readonly block: string;
  readonly operands: Value[];
}

export interface Region {
  readonly blocks: Block[];
}

export interface Block {
  /** Without `^`; `undefined` for an entry block that has no label. */
  readonly label: string | undefined;
  readonly arguments: Value[];
  readonly operations: Operation[];
}

/** A parsed file: its top-level operations and its aliases, in order of appearance. */
export interface Module {
  readonly operations: Operation[];
  /** `#map = affine_map<...>`: name without `#`. */
  readonly attributeAliases: ReadonlyMap<string, Attribute>;
  /** `!t = ...`: name without `!`. */
  readonly typeAliases: ReadonlyMap<string, Type>;
  /** The `{-# ... #-}` section of resources, word for word. */
  readonly resources: string | undefined;
}
