/** The value of a name: `kM`, `Problem::Shape::kM`, `config.at`, `Pack<half_t>`. */
import { messages } from '../../../../base/messages.ts';
import type { Span } from '../../../../base/span.ts';
import { builtinType, isBuiltin, memberConstant } from '../builtins.ts';
import { elementTypes } from '../context.ts';
import type { Segment } from '../syntax.ts';
import type { Entry, Scope, Value } from '../values.ts';
import { findEntry, libraries, ownEntry } from './declare.ts';
import { type Evaluation, useOf } from './evaluation.ts';
import { alsoNamed, givenValue, libraryValue } from './given.ts';
import { instance, instantiate } from './templates.ts';

/** The value of a path, from its first name to its last: `Problem::Shape::kM`. */
export function valueOfPath(
  evaluation: Evaluation,
  path: readonly Segment[],
  scope: Scope,
  span: Span,
): Value | undefined {
  let from = 0;
  while (from + 1 < path.length && libraries.has(path[from]?.name ?? '')) from++;
  const [first, ...rest] = path.slice(from);
  if (first === undefined) return undefined;
  const whole = path
    .slice(from)
    .map(({ name }) => name)
    .join('::');
  let value: Value | undefined;
  const entry = findEntry(first.name, scope);
  if (entry !== undefined) value = evaluation.resolve(entry, first.name, first);
  else {
    // Without a definition the context and the libraries may know the path, then its first name.
    const known = givenValue(evaluation, [whole]) ?? libraryValue(evaluation, whole, span);
    if (evaluation.isFaulty) return undefined;
    if (known !== undefined) return known;
    value = isBuiltin(first.name)
      ? { kind: 'builtin', name: first.name, template: [], span: first }
      : (givenValue(evaluation, [first.name]) ?? {
          kind: 'unknown',
          names: [first.name],
          span: first,
        });
  }
  if (evaluation.isFaulty) return undefined;
  value = value && applied(evaluation, value, first, scope);
  for (const segment of rest) value = value && memberOf(evaluation, value, segment, scope);
  const isHere =
    value?.kind === 'unknown' && value.span.start >= span.start && value.span.end <= span.end;
  return isHere && value !== undefined ? { ...value, span } : value;
}

/** The value of a member of a struct or value: `x.at`, `X::kM`. */
export function memberOf(
  evaluation: Evaluation,
  of: Value,
  segment: Segment,
  scope: Scope,
): Value | undefined {
  const { name } = segment;
  const span = { start: segment.start, end: segment.end };
  if (of.kind === 'template') {
    const instance = instantiate(evaluation, of, [], span);
    return instance && memberOf(evaluation, instance, segment, scope);
  }
  if (of.kind === 'unknown') {
    const names = of.names.map((each) => `${each}::${name}`);
    const given = givenValue(evaluation, names);
    if (evaluation.isFaulty) return undefined;
    return applied(evaluation, given ?? { kind: 'unknown', names, span }, segment, scope);
  }
  if (of.kind === 'struct') {
    const entry = ownEntry(name, of.members);
    if (entry === 'unknown') return { kind: 'unknown', names: [`${of.name}::${name}`], span };
    if (entry === undefined)
      return evaluation.fail(messages.notation.cppName(`${of.name}::${name}`), span);
    const value = evaluation.resolve(entry, name, span);
    return value && applied(evaluation, value, segment, scope);
  }
  const constant = memberConstant(of, name, span);
  if (constant !== undefined) return constant;
  return applied(evaluation, { kind: 'builtin', name, of, template: [], span }, segment, scope);
}

/** A value with the template arguments of its name, if it has any. */
function applied(
  evaluation: Evaluation,
  value: Value,
  { args, name, start, end }: Segment,
  scope: Scope,
): Value | undefined {
  if (args === undefined) return value;
  const template = evaluation.values(args, scope);
  if (template === undefined) return undefined;
  const span = { start, end };
  switch (value.kind) {
    case 'function':
    case 'lambda':
      return value.kind === 'function' ? { ...value, template } : value;
    case 'template':
      return instantiate(evaluation, value, template, span);
    case 'builtin':
      return value.of === undefined
        ? builtinType(useOf(evaluation, value.name, template, [], span))
        : { ...value, template };
    case 'unknown': {
      const numbers = template.flatMap((each) => (each.kind === 'number' ? [each.value] : []));
      const suffix = numbers.length === 0 ? '' : `<${numbers.join(', ')}>`;
      return { ...value, names: value.names.map((each) => each + suffix) };
    }
    default:
      return evaluation.fail(messages.notation.cppTemplate(name), span);
  }
}

/** The value of a name that is found. */
export function valueOfEntry(
  evaluation: Evaluation,
  entry: Entry,
  name: string,
  span: Span,
): Value | undefined {
  switch (entry.kind) {
    case 'value':
      return entry.value;
    case 'twice':
      return evaluation.fail(messages.expression.definedTwice(name), entry.span);
    case 'functions':
      return { kind: 'function', list: entry.list, scope: entry.scope, template: [], span };
    case 'template': {
      const [only] = entry.list;
      const isPlain = entry.list.length === 1 && only?.template === undefined;
      if (!isPlain) return { kind: 'template', list: entry.list, scope: entry.scope, span };
      entry.value ??= only && instance(evaluation, only, [], entry.scope, span);
      return entry.value;
    }
    case 'constant':
      return valueOfConstant(evaluation, entry, span);
  }
}

/** The value of a constant, computed once; one that needs itself is a fault. */
function valueOfConstant(
  evaluation: Evaluation,
  entry: Extract<Entry, { kind: 'constant' }>,
  span: Span,
): Value | undefined {
  const { syntax, scope, state } = entry;
  if (state === 'busy') return evaluation.fail(messages.notation.cppName(syntax.name), span);
  if (state !== 'new') return state.value;
  entry.state = 'busy';
  const own = evaluation.evaluate(syntax.value, scope);
  const value = own?.kind === 'unknown' ? alsoNamed(evaluation, own, syntax.name) : own;
  entry.state = 'new';
  if (value === undefined) return undefined;
  const bytes = value.kind === 'type' ? value.bytes : undefined;
  const { elementBytes = bytes } = evaluation.context;
  if (
    syntax.isAlias &&
    elementTypes.has(syntax.name) &&
    bytes !== undefined &&
    bytes !== elementBytes
  ) {
    return evaluation.fail(
      messages.notation.cppElement(syntax.name, bytes, elementBytes ?? 0),
      syntax,
    );
  }
  entry.state = { value };
  return value;
}
