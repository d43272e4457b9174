/** Calls: of functions and lambdas of the text, of CK Tile's functions, and of types with `(...)` and `{...}`. */
import { messages } from '../../../../base/messages.ts';
import type { Span } from '../../../../base/span.ts';
import { callBuiltin, callMember } from '../builtins.ts';
import type { Expression, FunctionSyntax, Parameter, Statement } from '../syntax.ts';
import { kindNames, type Scope, type Value } from '../values.ts';
import { bind } from './bind.ts';
import { type Evaluation, useOf } from './evaluation.ts';
import { givenValue } from './given.ts';
import { run } from './run.ts';

/** The value of a call; one of what is not known is not known. */
export function callOf(
  evaluation: Evaluation,
  { callee, args: list }: Extract<Expression, { kind: 'call' }>,
  scope: Scope,
  span: Span,
): Value | undefined {
  const of = evaluation.evaluate(callee, scope);
  if (of === undefined) return undefined;
  if (of.kind === 'unknown') {
    const [name = ''] = of.names;
    const isMaker =
      callee.kind === 'name' &&
      /^make_\w+$/.test(name) &&
      givenValue(evaluation, [name]) === undefined;
    return isMaker ? callBuiltin(useOf(evaluation, name, [], [], callee)) : of;
  }
  const args = evaluation.values(list, scope);
  if (args === undefined) return undefined;
  switch (of.kind) {
    case 'builtin': {
      const use = useOf(evaluation, of.name, of.template, args, span);
      return of.of === undefined ? callBuiltin(use) : callMember(of.of, use);
    }
    case 'function':
      return callFunction(evaluation, of, args, callee, span);
    case 'lambda': {
      const inner = of.scope.inner();
      if (!bind(evaluation, of.syntax.parameters, args, inner, span)) return undefined;
      return returned(evaluation, of.syntax.body, inner, span);
    }
    case 'number':
    case 'flag':
    case 'encoding':
      // `number<8>{}()`
      if (args.length === 0) return of;
      break;
    case 'type': {
      const [value] = args;
      if (value !== undefined && args.length === 1) return value;
      break;
    }
    default:
  }
  return evaluation.fail(messages.syntax.expected('a function', kindNames[of.kind]), callee);
}

/** Calls the one of several functions that takes these arguments. */
function callFunction(
  evaluation: Evaluation,
  of: Extract<Value, { kind: 'function' }>,
  args: readonly Value[],
  callee: Span,
  span: Span,
): Value | undefined {
  const fits = (parameters: readonly Parameter[], count: number): boolean =>
    parameters.some(({ isPack }) => isPack) || count <= parameters.length;
  const missing = ({ parameters }: FunctionSyntax): boolean =>
    parameters.slice(args.length).some(({ fallback, isPack }) => fallback === undefined && !isPack);
  const able = of.list.filter(
    (each) =>
      fits(each.template ?? [], of.template.length) &&
      fits(each.parameters, args.length) &&
      !missing(each),
  );
  const exact = able.filter(({ template = [] }) => template.length === of.template.length);
  const [chosen, other] = exact.length > 0 ? exact : able;
  const [{ name = '' } = {}] = of.list;
  if (chosen === undefined) return evaluation.fail(messages.notation.cppParameters(name), callee);
  if (other !== undefined) return evaluation.fail(messages.notation.cppOverloads(name), callee);
  const inner = of.scope.inner();
  if (!bind(evaluation, chosen.template ?? [], of.template, inner, span)) return undefined;
  if (!bind(evaluation, chosen.parameters, args, inner, span)) return undefined;
  return returned(evaluation, chosen.body, inner, span);
}

function returned(
  evaluation: Evaluation,
  body: readonly Statement[],
  scope: Scope,
  span: Span,
): Value | undefined {
  const ran = evaluation.deeper(span, () => run(evaluation, body, scope));
  if (ran === undefined) return undefined;
  return ran.value ?? evaluation.fail(messages.syntax.expected("'return'", 'the end'), span);
}

/** What a function returns for arguments that nothing gives. */
export function callUnknown(
  evaluation: Evaluation,
  syntax: FunctionSyntax,
  scope: Scope,
  span: Span,
): Value | undefined {
  const inner = scope.inner();
  if (!bind(evaluation, syntax.template ?? [], [], inner, span)) return undefined;
  if (!bind(evaluation, syntax.parameters, [], inner, span)) return undefined;
  return returned(evaluation, syntax.body, inner, span);
}

/** The value of `number<8>{}`, `multi_index<2>{0, 1}` and `{0, 1}`. */
export function valueOfBraces(
  evaluation: Evaluation,
  { type, args: list }: Extract<Expression, { kind: 'braces' }>,
  scope: Scope,
  span: Span,
): Value | undefined {
  const args = evaluation.values(list, scope);
  if (args === undefined) return undefined;
  if (type === undefined) return { kind: 'tuple', items: args, span };
  const of = evaluation.evaluate(type, scope);
  if (of === undefined || of.kind === 'unknown') return of;
  if (of.kind === 'builtin')
    return callBuiltin(useOf(evaluation, of.name, of.template, args, type));
  if (of.kind === 'type') {
    const [value] = args;
    if (args.length === 1 && value !== undefined) return value;
    return args.length === 0 ? of : evaluation.fail(messages.notation.cppType(of.name), type);
  }
  if (args.length === 0 || (of.kind === 'tuple' && of.items.length === args.length)) {
    return args.length === 0 ? of : { kind: 'tuple', items: args, span };
  }
  return evaluation.fail(messages.notation.cppConstructor(), span);
}
