/**
 * The struct, type or value that a template makes of its arguments.
 *
 *     template <typename T> struct Pack;   template <> struct Pack<half_t> { ... };      Pack<half_t> is the second
 */
import { messages } from '../../../../base/messages.ts';
import type { Span } from '../../../../base/span.ts';
import { sameValue } from '../builtins.ts';
import { failUnknown } from '../calls.ts';
import type { ConstantSyntax, Parameter, StructSyntax } from '../syntax.ts';
import { kindNames, nameOfUnknown, type Scope, type Value } from '../values.ts';
import { bind } from './bind.ts';
import { declare } from './declare.ts';
import type { Evaluation } from './evaluation.ts';
import { holds } from './run.ts';

/** Makes a template's struct or value: of the specialization that fits, else of the template itself. */
export function instantiate(
  evaluation: Evaluation,
  of: Extract<Value, { kind: 'template' }>,
  given: readonly Value[],
  span: Span,
): Value | undefined {
  const primaries = of.list.filter(
    (each) => each.kind === 'constant' || each.specialized === undefined,
  );
  const isDefined = (each: StructSyntax | ConstantSyntax): boolean =>
    each.kind === 'constant' || each.body !== undefined;
  const parameters = primaries.find(({ template }) => template !== undefined)?.template ?? [];
  const args = completed(evaluation, parameters, given, of.scope, span);
  if (args === undefined) return undefined;
  for (const each of of.list) {
    if (each.kind !== 'struct' || each.specialized === undefined) continue;
    const scope = of.scope.inner();
    const matched = matches(evaluation, each, parameters, args, scope);
    if (matched === undefined) return undefined;
    if (matched) return instance(evaluation, each, [], scope, span, args);
  }
  const primary = primaries.find(isDefined);
  if (primary !== undefined) return instance(evaluation, primary, args, of.scope, span);
  const { name = '' } = of.list[0] ?? {};
  return evaluation.fail(
    messages.notation.cppSpecialization(name, args.map(textOf).join(', ')),
    span,
  );
}

/** Arguments with the defaults of the parameters that have none. */
function completed(
  evaluation: Evaluation,
  parameters: readonly Parameter[],
  given: readonly Value[],
  around: Scope,
  span: Span,
): readonly Value[] | undefined {
  const args = [...given];
  const missing = parameters.slice(given.length);
  if (missing.length === 0 || missing.some(({ fallback }) => fallback === undefined)) return args;
  const scope = around.inner();
  if (!bind(evaluation, parameters.slice(0, given.length), given, scope, span)) return undefined;
  for (const { name, fallback } of missing) {
    const value = fallback && evaluation.evaluate(fallback, scope);
    if (value === undefined) return undefined;
    scope.defineValue(name, value);
    args.push(value);
  }
  return args;
}

/** Whether arguments are those of a specialization; its own parameters get their values in `scope`. */
function matches(
  evaluation: Evaluation,
  { specialized = [], template = [] }: StructSyntax,
  parameters: readonly Parameter[],
  args: readonly Value[],
  scope: Scope,
): boolean | undefined {
  // A specialization may leave defaults out.
  const defaults = parameters.slice(specialized.length).flatMap(({ fallback }) => fallback ?? []);
  const patterns = [...specialized, ...defaults];
  if (patterns.length !== args.length) return false;
  for (const [i, pattern] of patterns.entries()) {
    const arg = args[i];
    if (arg === undefined) return false;
    const name =
      pattern.kind === 'name' && pattern.path.length === 1 ? pattern.path[0]?.name : undefined;
    if (name !== undefined && template.some((each) => each.name === name)) {
      const bound = scope.own(name);
      if (bound?.kind === 'value' && !sameValue(bound.value, arg)) return false;
      scope.defineValue(name, arg);
      continue;
    }
    const value = evaluation.evaluate(pattern, scope);
    if (value === undefined) return undefined;
    if (arg.kind === 'unknown') return failUnknown(evaluation, arg);
    if (!sameValue(value, arg)) return false;
  }
  return true;
}

/**
 * Makes one struct or value of a template with the arguments in `args`; `shown` are those in its name. A `static_assert` in it
 * has to hold, where the arguments are known.
 */
export function instance(
  evaluation: Evaluation,
  syntax: StructSyntax | ConstantSyntax,
  args: readonly Value[],
  around: Scope,
  span: Span,
  shown = args,
  asserts = true,
): Value | undefined {
  return evaluation.deeper(span, () => {
    const scope = around.inner();
    if (!bind(evaluation, syntax.template ?? [], args, scope, span)) return undefined;
    if (syntax.kind === 'constant') return evaluation.evaluate(syntax.value, scope);
    const members = scope.inner();
    const bases = evaluation.values(syntax.bases, scope);
    if (bases === undefined) return undefined;
    members.bases = bases;
    declare(syntax.body ?? [], members);
    for (const statement of asserts ? (syntax.body ?? []) : []) {
      if (statement.kind === 'assert' && !holds(evaluation, statement, members)) return undefined;
    }
    const name =
      shown.length === 0 ? syntax.name : `${syntax.name}<${shown.map(textOf).join(', ')}>`;
    return { kind: 'struct', name, members, span };
  });
}

/** A struct as it is defined: of a template with arguments that nothing gives, of a specialization with its own. */
export function instanceOf(
  evaluation: Evaluation,
  syntax: StructSyntax,
  scope: Scope,
): Value | undefined {
  const { template, specialized } = syntax;
  if (template === undefined && specialized === undefined) {
    const entry = scope.own(syntax.name);
    return entry && evaluation.resolve(entry, syntax.name, syntax);
  }
  return instance(evaluation, syntax, [], scope, syntax, [], false);
}

/** A value in a message, and in the name of a struct. */
function textOf(value: Value): string {
  switch (value.kind) {
    case 'number':
    case 'flag':
      return String(value.value);
    case 'tuple':
      return `(${value.items.map(textOf).join(', ')})`;
    case 'type':
    case 'struct':
      return value.name;
    case 'unknown':
      return nameOfUnknown(value);
    default:
      return kindNames[value.kind];
  }
}
