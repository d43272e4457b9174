/**
 * The format language: the custom syntax of an operation in one line, and what a line is compiled to.
 *
 *     %lhs , %rhs { overflow ~ $overflowFlags:overflow=<none> }? dict : type(lhs) => lhs
 *
 * reads and prints `arith.addi %a, %b overflow<nsw> : index`. Parser and printer run the same
 * elements, so they cannot drift apart. Words are separated by blanks:
 *
 *     %a  %a?  %a*          one operand, an optional one, any number of them; `%a:i1` when the type is known
 *     $a:codec  $a:codec=x  an attribute, spelled as `codecs.ts` or the dialect says; `x` when absent
 *     &i:index  &i*:index   an argument of the next region, or several, that the operation declares; `&i*:type`
 *                           spells the types: `%i: i32`; `&x*=%a` starts each with an operand: `%x = %init`
 *     { ... }?              optional: there when its first word is; printed when the element marked
 *                           with `^` (else the first that may be absent) has something to say
 *     { a ... | b ... }*    clauses in any order
 *     { a ... | b ... }/    the first of them that has something to say
 *     { ... }!              optional, another version's spelling of what `dict` prints: read, not printed
 *     ~  _                  no blank, or a blank, before the next word
 *     name(...)             a directive: `directives.ts` lists them
 *     custom<Name>(...)     a directive of the dialect
 *     anything else         itself; behind a backslash also `{`
 *
 * Behind `=>`: the types of results that the syntax does not spell; see `result-rules.ts`.
 * Behind `;`: `segments` for an operation that keeps group sizes in `operandSegmentSizes`, `order a b`
 * for an order of operands other than the order of the syntax, attributes `a:codec=x` that the
 * syntax leaves to `dict` when they are not `x`, and `discardable a b` for attributes that the syntax
 * spells but the operation does not define.
 */
import type { Operation, Value } from '../ir/ir.ts';
import type { Attribute } from '../ir/types.ts';
import type { Draft, State } from './state.ts';
import type { TypeBuffer } from './type-buffer.ts';
import type { Writer } from './writer.ts';

/** The parts that a format has read so far. */
export interface Reading {
  readonly state: State;
  readonly format: Format;
  readonly operation: Draft;
  readonly results: TypeBuffer;
  /** Operands by group; unused when the format is fixed, groups are then the operands themselves. */
  readonly groups: (readonly Value[])[];
  /** Arguments of regions, by the order of their declaration. */
  readonly arguments: Value[][];
  /** The last result is a token. */
  makesToken: boolean;
}

/** An operation that is printed. */
export interface Printing {
  readonly writer: Writer;
  readonly format: Format;
  readonly operation: Operation;
  readonly groups: readonly (readonly Value[])[];
}

/** A part of the syntax, in both directions. */
export interface Piece {
  readonly parse: (reading: Reading) => void;
  /** Its text, empty when it has nothing (more) to write; `undefined` when the operation does not fit. */
  readonly print: (printing: Printing) => string | undefined;
  /** True when the word can be its first: decides whether an optional group is there. */
  readonly begins?: (state: State) => boolean;
  /** True when it prints something: decides whether an optional group is printed. */
  readonly present?: (printing: Printing) => boolean;
  /** Called when its optional group is absent. */
  readonly absent?: (reading: Reading) => void;
}

/** A piece of a compiled line. */
export interface Element {
  /** A blank before it when it is printed. */
  readonly space: boolean;
  readonly parse: Piece['parse'];
  readonly print: Piece['print'];
  readonly begins: Piece['begins'];
  readonly present: Piece['present'];
  readonly absent: Piece['absent'];
}

type Arity = 'one' | 'optional' | 'many';

export interface Group {
  readonly name: string;
  readonly arity: Arity;
}

/** How many arguments of a region belong together; at most one `rest` for each region. */
export type Count = 'one' | 'rest' | ((printing: Printing) => number);

/** Arguments of a region that the syntax declares outside its braces. */
export interface Arguments {
  readonly name: string;
  readonly count: Count;
  /** The group of operands that they start with, which gives them their types. */
  readonly inits: number | undefined;
  /** The number of the region, once the line has come to it. */
  region: number;
}

/** The line of a directive, in which the directive declares its attributes and operands. */
export interface Line {
  /** The number of a group of operands, `%a` or `a`. */
  readonly group: (name: string) => number;
  /** The numbers of groups; of all for `operands`. */
  readonly groups: (names: readonly string[]) => readonly number[];
  /** Notes an attribute, `$a` or `a`, that the syntax spells; its name. */
  readonly attribute: (name: string) => string;
  /** Declares arguments of the next region, `&a`: their number. */
  readonly declare: (name: string, count: Count, inits?: number) => number;
  /** The number of arguments that are declared. */
  readonly argument: (name: string) => number | undefined;
  /** Gives the declared arguments to a region, in their order or by name; it is the next one or has a number. */
  readonly region: (index?: number, entry?: readonly string[]) => number;
  /** The number of the next result whose type is spelled. */
  readonly result: () => number;
  /** The number of the next successor. */
  readonly successor: () => number;
}

/** Makes a piece of what is in the parentheses, `a`, `%a`, `$a` and `&a` with commas between. */
export type Directive = (line: Line, ...parts: string[]) => Piece;

/** Adds the types of one or more results, made of the operands of a group. */
export type ResultRule = (
  reading: Reading,
  operandsOf: (reading: Reading, group: number) => readonly Value[],
) => void;

export interface Format {
  readonly elements: readonly Element[];
  /** Operand groups in the order of the syntax. */
  readonly groups: readonly Group[];
  /** Numbers of groups in the order of the operation's operands. */
  readonly order: readonly number[];
  /** Every group is one operand, in the order of the syntax. */
  readonly fixed: boolean;
  readonly segments: boolean;
  readonly arguments: readonly Arguments[];
  /** The numbers of the arguments of each region, in their order. */
  readonly entries: ReadonlyMap<number, readonly number[]>;
  readonly results: readonly ResultRule[];
  /** How many successors the line spells; 0 also when a directive of a dialect does. */
  readonly successors: number;
  /** The last result is a token that the types do not spell, if there is one. */
  readonly tokens: boolean;
  /** Attributes that are not part of the printed dictionary. */
  readonly spelled: ReadonlySet<string>;
  readonly defaults: ReadonlyMap<string, Attribute>;
  /** The attributes that belong to the operation. */
  readonly properties: readonly string[];
}
