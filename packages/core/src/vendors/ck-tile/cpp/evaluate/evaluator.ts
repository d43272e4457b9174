/**
 * Evaluates CK Tile's C++: constants when they are needed, functions and templates for the arguments of each call.
 *
 *     template <typename Problem>
 *     static constexpr auto MakeX() { constexpr index_t kM = Problem::kM; return make_naive_tensor_descriptor_packed(...); }
 *
 * What no text defines is an `unknown` with the names that it goes by, `Problem::kM`, and of use only where the context
 * gives one of them a value. Where a number or a descriptor is needed, it is a fault that names it.
 */
import { type Diagnostic, diagnose, type Message } from '../../../../base/diagnostic.ts';
import { messages } from '../../../../base/messages.ts';
import type { Span } from '../../../../base/span.ts';
import { callMember } from '../builtins.ts';
import { failUnknown } from '../calls.ts';
import type { CppContext } from '../context.ts';
import type { Expression } from '../syntax.ts';
import { type Entry, kindNames, Scope, type Value } from '../values.ts';
import { type Evaluation, useOf } from './evaluation.ts';
import { callOf, valueOfBraces } from './invoke.ts';
import { memberOf, valueOfEntry, valueOfPath } from './names.ts';
import { sizeOf, valueOfBinary, valueOfUnary } from './operators.ts';

/** Levels of calls and templates, and values that are computed in all. */
const DEEPEST = 500;
const MOST_STEPS = 200_000;

export class Evaluator implements Evaluation {
  readonly context: CppContext;
  readonly global = new Scope();
  readonly reading = new Set<string>();
  #fault: Diagnostic | undefined;
  #depth = 0;
  #steps = 0;

  constructor(context: CppContext) {
    this.context = context;
  }

  get isFaulty(): boolean {
    return this.#fault !== undefined;
  }

  fail(message: Message, span: Span): undefined {
    return this.record(
      diagnose(message, { start: span.start, end: Math.max(span.start, span.end) }),
    );
  }

  record(fault: Diagnostic): undefined {
    this.#fault ??= fault;
    return undefined;
  }

  attempt<T>(compute: () => T | undefined): { readonly value: T } | { readonly fault: Diagnostic } {
    const [before, depth] = [this.#fault, this.#depth];
    this.#fault = undefined;
    const value = compute();
    const fault = this.#fault;
    this.#fault = before;
    this.#depth = depth;
    if (value !== undefined && fault === undefined) return { value };
    return { fault: fault ?? diagnose(messages.syntax.expected('a value', 'none')) };
  }

  deeper<T>(span: Span, compute: () => T | undefined): T | undefined {
    if (this.#depth >= DEEPEST || ++this.#steps > MOST_STEPS) {
      return this.fail(messages.syntax.tooDeep(DEEPEST), span);
    }
    this.#depth++;
    const value = compute();
    this.#depth--;
    return value;
  }

  evaluate(expression: Expression, scope: Scope): Value | undefined {
    const span: Span = { start: expression.start, end: expression.end };
    const value = this.deeper(span, () => this.#value(expression, scope, span));
    // A value that is not known keeps its first place.
    return value?.kind === 'unknown' ? value : value && { ...value, span };
  }

  number(expression: Expression, scope: Scope): number | undefined {
    const value = this.evaluate(expression, scope);
    return value && this.#numberOf(value, expression);
  }

  #numberOf(value: Value, span: Span): number | undefined {
    if (value.kind === 'number') return value.value;
    if (value.kind === 'flag') return Number(value.value);
    if (value.kind === 'unknown') return failUnknown(this, value);
    if (value.kind === 'type' || value.kind === 'struct') {
      return this.fail(messages.notation.cppType(value.name), span);
    }
    return this.fail(messages.syntax.expected('a number', kindNames[value.kind]), span);
  }

  #value(expression: Expression, scope: Scope, span: Span): Value | undefined {
    switch (expression.kind) {
      case 'number':
        return { kind: 'number', value: expression.value, span };
      case 'flag':
        return { kind: 'flag', value: expression.value, span };
      case 'name':
        return valueOfPath(this, expression.path, scope, span);
      case 'member': {
        const of = this.evaluate(expression.of, scope);
        return of && memberOf(this, of, expression.segment, scope);
      }
      case 'call':
        return callOf(this, expression, scope, span);
      case 'braces':
        return valueOfBraces(this, expression, scope, span);
      case 'index': {
        const [of, index] = [
          this.evaluate(expression.of, scope),
          this.evaluate(expression.index, scope),
        ];
        if (of === undefined || index === undefined) return undefined;
        if (of.kind === 'unknown') return of;
        return callMember(of, useOf(this, 'at', [], [index], span));
      }
      case 'unary':
        return valueOfUnary(this, expression, scope, span);
      case 'binary':
        return valueOfBinary(this, expression, scope, span);
      case 'choice': {
        const condition = this.number(expression.condition, scope);
        if (condition === undefined) return undefined;
        return this.evaluate(condition === 0 ? expression.no : expression.yes, scope);
      }
      case 'sizeof':
        return sizeOf(this, expression.of, scope, span);
      case 'pack':
        return this.evaluate(expression.of, scope);
      case 'lambda':
        return { kind: 'lambda', syntax: expression, scope, span };
    }
  }

  values(list: readonly Expression[], scope: Scope): Value[] | undefined {
    const values: Value[] = [];
    for (const each of list) {
      const value = this.evaluate(each, scope);
      if (value === undefined) return undefined;
      if (each.kind === 'pack' && value.kind === 'tuple') values.push(...value.items);
      else values.push(value);
    }
    return values;
  }

  resolve(entry: Entry, name: string, span: Span): Value | undefined {
    return valueOfEntry(this, entry, name, span);
  }
}
