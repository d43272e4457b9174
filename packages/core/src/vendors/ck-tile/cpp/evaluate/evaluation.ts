/** The interface between the parts of the evaluator: values of expressions and names, and the first fault of a text. */
import type { Diagnostic } from '../../../../base/diagnostic.ts';
import type { Span } from '../../../../base/span.ts';
import type { Use } from '../builtins.ts';
import type { Faults } from '../calls.ts';
import type { CppContext } from '../context.ts';
import type { Expression } from '../syntax.ts';
import type { Entry, Scope, Value } from '../values.ts';

/** `undefined` of any of these is a fault that is recorded. */
export interface Evaluation extends Faults {
  readonly context: CppContext;
  readonly global: Scope;
  /** True once a fault is recorded. */
  readonly isFaulty: boolean;
  /** Names of the context that are being read. */
  readonly reading: Set<string>;
  /** Keeps a fault that was found elsewhere, if it is the first. */
  record(fault: Diagnostic): undefined;
  /** What `compute` gives, or the fault that stopped it, which is not kept. */
  attempt<T>(compute: () => T | undefined): { readonly value: T } | { readonly fault: Diagnostic };
  /** What `compute` gives, one level of calls deeper; a fault at `span` below the deepest. */
  deeper<T>(span: Span, compute: () => T | undefined): T | undefined;
  evaluate(expression: Expression, scope: Scope): Value | undefined;
  /** The number that an expression is. */
  number(expression: Expression, scope: Scope): number | undefined;
  /** The values of arguments; a pack is all of its own. */
  values(list: readonly Expression[], scope: Scope): readonly Value[] | undefined;
  /** The value of a name whose meaning is found. */
  resolve(entry: Entry, name: string, span: Span): Value | undefined;
}

/** A use of CK Tile's function or type `name`. */
export function useOf(
  evaluation: Evaluation,
  name: string,
  template: readonly Value[],
  args: readonly Value[],
  span: Span,
): Use {
  return { name, template, args, span, context: evaluation.context, faults: evaluation };
}
