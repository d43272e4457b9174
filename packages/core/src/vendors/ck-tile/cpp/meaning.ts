/**
 * Which of the descriptors and encodings in a piece of C++ it means.
 *
 * A text that returns one, or ends in one, means that. Otherwise it means the last constant that is one, else its one
 * function that returns one. The context may name another of them.
 */
import { type Diagnostic, diagnose } from '../../../base/diagnostic.ts';
import { messages } from '../../../base/messages.ts';
import { failure, type Result, success } from '../../../base/result.ts';
import type { Span } from '../../../base/span.ts';
import { declare, findEntry, namespaceScope } from './evaluate/declare.ts';
import { Evaluator } from './evaluate/evaluator.ts';
import { callUnknown } from './evaluate/invoke.ts';
import { armOf, run } from './evaluate/run.ts';
import { instanceOf } from './evaluate/templates.ts';
import { chipMacros, isChipMacro } from './chip-macros.ts';
import { type GivenMacros, preprocess } from './preprocess.ts';
import type { CppContext } from './context.ts';
import { parseStatements } from './statements.ts';
import type { Statement } from './syntax.ts';
import { kindNames, nameOfUnknown, type Scope, type Value } from './values.ts';

/** A constant, function or result of a text: its value, or why it has none. */
export interface Meaning {
  /** `Policy::MakeALdsBlockDescriptor`; empty for what a text returns. */
  readonly name: string;
  readonly kind: 'result' | 'constant' | 'function' | 'assert';
  readonly outcome: { readonly value: Value } | { readonly fault: Diagnostic };
  /** Where it is defined. */
  readonly span: Span;
  /** True in a namespace, struct or template: there is much there that is not meant. */
  readonly isInside: boolean;
}

/** All that a text defines and that takes no arguments; functions of templates with arguments that nothing knows. */
export function meaningsOf(text: string, context: CppContext): Result<readonly Meaning[]> {
  const evaluator = new Evaluator(context);
  const ofChip = chipMacros(context.chip ?? '', context.waveSize ?? 64);
  const given: GivenMacros = {
    value: (name) => {
      const value = context.constants?.[name];
      return typeof value === 'number' ? value : ofChip.get(name);
    },
    isUndefined: (name) => context.chip !== undefined && isChipMacro(name),
  };
  const macros = new Map<string, string>();
  const said: Diagnostic[] = [];
  for (const before of context.before ?? []) {
    const read = readStatements(before, given, macros);
    if (!read.ok) return read;
    declare(read.value, evaluator.global);
    // Places of other texts are not places in this one, and headers test much that is not about layouts.
    for (const { span: _, ...one } of read.diagnostics)
      if (one.severity === 'warning') said.push(one);
  }
  const read = readStatements(text, given, macros);
  if (!read.ok) return read;
  declare(read.value, evaluator.global);
  for (const each of read.diagnostics) said.push(each);
  const macroTexts = [...macros].flatMap(([name, value]) =>
    /^\(?-?\w+\)?$/.test(value) ? [`constexpr auto ${name} = ${value};`] : [],
  );
  const defined = readStatements(macroTexts.join('\n'), given, new Map());
  if (defined.ok) {
    const unnamed = defined.value.filter(
      (each) => each.kind === 'constant' && findEntry(each.name, evaluator.global) === undefined,
    );
    declare(unnamed, evaluator.global);
  }
  const collector = new Collector(evaluator);
  collector.visit(read.value, evaluator.global, '', false);
  return success(collector.found, said);
}

function readStatements(
  text: string,
  given: GivenMacros,
  macros: Map<string, string>,
): Result<readonly Statement[]> {
  const { text: left, macros: defined, diagnostics } = preprocess(text, given);
  for (const [name, value] of defined) macros.set(name, value);
  const parsed = parseStatements(left);
  return parsed.ok ? success(parsed.value, [...diagnostics, ...parsed.diagnostics]) : parsed;
}

class Collector {
  readonly found: Meaning[] = [];
  readonly #evaluator: Evaluator;

  constructor(evaluator: Evaluator) {
    this.#evaluator = evaluator;
  }

  visit(statements: readonly Statement[], scope: Scope, prefix: string, isInside: boolean): void {
    for (const statement of statements) this.#visit(statement, scope, prefix, isInside);
  }

  #visit(statement: Statement, scope: Scope, prefix: string, isInside: boolean): void {
    const evaluator = this.#evaluator;
    const put = (
      kind: Meaning['kind'],
      name: string,
      outcome: Meaning['outcome'],
      span: Span = statement,
    ): void => {
      this.found.push({ name, kind, outcome, span, isInside });
    };
    const inner = (body: readonly Statement[]): void => {
      const inside = scope.inner();
      declare(body, inside);
      this.visit(body, inside, prefix, isInside);
    };
    /** Adds what a name means, a function with the arguments that it can be called with. */
    const named = (name: string): void => {
      const entry = findEntry(name, scope);
      if (entry === undefined) return;
      if (entry.kind !== 'functions') {
        const compute = (): Value | undefined => evaluator.resolve(entry, name, statement);
        put('constant', prefix + name, evaluator.attempt(compute));
        return;
      }
      // Overloads are told apart by their template arguments.
      for (const each of entry.list) {
        if (each !== statement) continue;
        const call = (): Value | undefined => callUnknown(evaluator, each, entry.scope, each);
        put('function', prefix + name, evaluator.attempt(call));
      }
    };
    switch (statement.kind) {
      case 'constant':
        if (statement.template === undefined) named(statement.name);
        break;
      case 'function':
        named(statement.name);
        break;
      case 'struct': {
        if (statement.body === undefined) break;
        const made = evaluator.attempt(() => instanceOf(evaluator, statement, scope));
        if ('fault' in made) put('constant', prefix + statement.name, made);
        else if (made.value.kind === 'struct')
          this.visit(statement.body, made.value.members, `${prefix}${statement.name}::`, true);
        break;
      }
      case 'namespace':
        this.visit(statement.body, namespaceScope(statement.name, scope), prefix, true);
        break;
      case 'return':
      case 'expression': {
        const { value } = statement;
        put(
          'result',
          prefix,
          evaluator.attempt(() => evaluator.evaluate(value, scope)),
          value,
        );
        break;
      }
      case 'if': {
        const arm = evaluator.attempt(() => armOf(evaluator, statement, scope));
        if ('fault' in arm) put('result', '', arm);
        else inner(arm.value);
        break;
      }
      case 'block':
        inner(statement.body);
        break;
      case 'assert': {
        const ran = evaluator.attempt(() => run(evaluator, [statement], scope));
        if ('fault' in ran) put('assert', '', ran);
        break;
      }
      case 'unread':
        put('result', '', statement);
        break;
    }
  }
}

const faultOf = (meaning: Meaning | undefined): Diagnostic | undefined =>
  meaning !== undefined && 'fault' in meaning.outcome ? meaning.outcome.fault : undefined;

const isKind = (meaning: Meaning, kind: Value['kind']): boolean =>
  'value' in meaning.outcome && meaning.outcome.value.kind === kind;

/** The descriptor or encoding that a text means. */
export function valueOfText(
  text: string,
  context: CppContext,
  wanted: 'descriptor' | 'encoding',
): Result<Value> {
  const read = meaningsOf(text, context);
  if (!read.ok) return read;
  const meant = meantOf(read.value, text, context, wanted);
  return meant.ok
    ? success(meant.value, [...read.diagnostics, ...meant.diagnostics])
    : failure(...meant.diagnostics, ...read.diagnostics);
}

function meantOf(
  meanings: readonly Meaning[],
  text: string,
  context: CppContext,
  wanted: 'descriptor' | 'encoding',
): Result<Value> {
  // A text with one that fails does not compile, whatever of it is meant.
  const refused = faultOf(meanings.find(({ kind }) => kind === 'assert'));
  if (refused !== undefined) return failure(refused);
  const { use } = context;
  if (use !== undefined) return chosen(meanings, use, wanted);
  // Outside of structs and namespaces all of it counts: what is wrong there is wrong with the text.
  const outside = meanings.filter(({ isInside, kind }) => !isInside && kind !== 'function');
  const broken = faultOf(outside.find(faultOf));
  if (broken !== undefined) return failure(broken);
  const result = meanings.findLast(({ kind, isInside }) => kind === 'result' && !isInside);
  const constants = meanings.filter(({ kind }) => kind === 'constant');
  const last =
    result !== undefined && isKind(result, wanted)
      ? result
      : constants.findLast((each) => isKind(each, wanted));
  if (last !== undefined && 'value' in last.outcome) {
    // A constant behind it that is not read may be the one that is meant.
    const later = meanings.slice(meanings.indexOf(last) + 1);
    const fault = faultOf(later.find((each) => each.kind !== 'function' && faultOf(each)));
    return fault === undefined ? success(last.outcome.value) : failure(fault);
  }
  const makers = meanings.filter((each) => each.kind === 'function' && isKind(each, wanted));
  const [maker] = makers;
  if (makers.length > 1) {
    const names = makers.map(({ name }) => name);
    return failure(diagnose(messages.notation.cppWhich(names, kindNames[wanted]), maker?.span));
  }
  if (maker !== undefined && 'value' in maker.outcome) return success(maker.outcome.value);
  const faulty = faultOf(meanings.findLast(faultOf));
  if (faulty !== undefined) return failure(faulty);
  const returned = meanings.findLast((each) => isKind(each, 'unknown'));
  const other = result ?? returned ?? meanings.findLast(({ kind }) => kind !== 'function');
  if (other === undefined || !('value' in other.outcome)) {
    const end = { start: text.length, end: text.length };
    return failure(diagnose(messages.syntax.expected(kindNames[wanted], 'the end'), end));
  }
  const { value } = other.outcome;
  const message =
    value.kind === 'unknown'
      ? messages.notation.cppName(nameOfUnknown(value))
      : messages.syntax.expected(kindNames[wanted], kindNames[value.kind]);
  return failure(diagnose(message, value.span));
}

function chosen(
  meanings: readonly Meaning[],
  use: string,
  wanted: 'descriptor' | 'encoding',
): Result<Value> {
  const matching = meanings.filter(({ name }) => name === use || name.endsWith(`::${use}`));
  const fitting = matching.filter((each) => isKind(each, wanted));
  const [one, other] = fitting;
  if (one !== undefined && other !== undefined) {
    const names = fitting.map(({ name }) => name);
    return failure(diagnose(messages.notation.cppWhich(names, kindNames[wanted]), one.span));
  }
  if (one !== undefined && 'value' in one.outcome) return success(one.outcome.value);
  const faulty = faultOf(matching.find(faultOf));
  if (faulty !== undefined) return failure(faulty);
  const names = meanings.filter((each) => isKind(each, wanted)).map(({ name }) => name);
  const what = `name of ${kindNames[wanted]} in this text`;
  return failure(diagnose(messages.notation.unknownName(what, use, names)));
}
