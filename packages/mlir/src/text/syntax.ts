/**
 * The custom syntax of an operation, for the parser and the printer. It is a line of the format language (`format.ts`);
 * syntax that the language cannot express is a directive of the dialect, `custom<Name>(...)`.
 */
import type { Attribute } from '../ir/types.ts';
import type { Operation } from '../ir/ir.ts';
import type { Directive } from './format.ts';
import type { Draft, State } from './state.ts';
import type { TypeBuffer } from './type-buffer.ts';
import type { Writer } from './writer.ts';

/** A syntax, compiled. */
export interface OperationSyntax {
  /** Reads what follows the name of the operation; adds the types of its results to `results`. */
  readonly parse: (state: State, operation: Draft, results: TypeBuffer) => void;
  /** Writes what follows the name; false when the operation does not fit, it is then written generically. */
  readonly print: (writer: Writer, operation: Operation) => boolean;
  /** Attributes that are part of the operation's definition: generic syntax writes them in `<{...}>`. */
  readonly properties?: readonly string[];
  /** Attributes that are there when custom syntax does not specify them. */
  readonly defaults?: ReadonlyMap<string, Attribute>;
  /** Custom syntax leaves a region out that follows from the name: without it there is no generic form. */
  readonly impliedRegion?: boolean;
  /** Set for a branch. */
  readonly successors?: BranchOperands;
  /** Text that it does not fit is another version's, and kept word for word. */
  readonly changesWithVersions?: boolean;
}

/** The generic form lists the values for successors among the operands; this goes from one to the other. */
export interface BranchOperands {
  /** Gives operands of the generic form to the successors they belong to, when all sizes agree. */
  readonly split: (operation: Draft) => void;
  /** The operands and attributes of the generic form. */
  readonly join: (operation: Operation) => Pick<Operation, 'operands' | 'attributes'>;
}

/** A line of the format language, and what it cannot express. */
export interface FormatSyntax extends Pick<OperationSyntax, 'impliedRegion' | 'successors'> {
  readonly format: string;
  /** Called when the line is read: adds types of results and attributes, gives operands their types. */
  readonly infer?: (state: State, operation: Draft, results: TypeBuffer) => void;
  /** The operation as the line prints it, where an attribute is spelled otherwise; `undefined` when none fits. */
  readonly present?: (operation: Operation) => Operation | undefined;
}

/** How an attribute is spelled in custom syntax, where its kind is known from the operation. */
export interface Codec {
  /** Reads the attribute. */
  readonly parse: (state: State) => Attribute;
  /** The attribute as text; `undefined` when it is not of this kind. */
  readonly print: (attribute: Attribute) => string | undefined;
  /** True when the attribute may begin at the word: decides whether an optional one is there. */
  readonly starts: (state: State) => boolean;
  /** It has no text of its own: the words around it say all there is. */
  readonly silent?: boolean;
}

/** The operations of one dialect by mnemonic (without the dialect), and the spellings it adds. */
export interface DialectSyntax {
  readonly name: string;
  /** Its syntax is not stable: an operation that does not fit its line is kept as text, like an unknown one. */
  readonly changesWithVersions?: boolean;
  readonly operations: Readonly<Record<string, string | FormatSyntax>>;
  readonly codecs?: Readonly<Record<string, Codec>>;
  /** The meaning of `custom<Name>(...)` in a line. */
  readonly directives?: Readonly<Record<string, Directive>>;
}

/** One syntax for many operations: `spread('add sub', line)` is `{ add: line, sub: line }`. */
export function spread<Line>(names: string, line: Line): Record<string, Line> {
  return Object.fromEntries(names.split(' ').map((name) => [name, line]));
}
