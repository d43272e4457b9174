/**
 * The value of a name that no text defines: given by the context, or the same in every text.
 *
 *     -D Problem::kM=128      Problem::kM, and GemmPipeline::Problem::kM, are 128
 */
import { messages } from '../../../../base/messages.ts';
import type { Span } from '../../../../base/span.ts';
import { elementTypes, knownTypes, NOWHERE } from '../context.ts';
import { parseExpression } from '../statements.ts';
import type { Unknown, Value } from '../values.ts';
import type { Evaluation } from './evaluation.ts';

/** What the context gives for one of these names; a name in structs may leave out the outer ones. */
export function givenValue(evaluation: Evaluation, names: readonly string[]): Value | undefined {
  const { constants } = evaluation.context;
  if (constants === undefined) return undefined;
  const isNamed = (key: string, name: string): boolean =>
    key === name || (key.includes('::') && name.endsWith(`::${key}`));
  const key = Object.keys(constants).find((each) => names.some((name) => isNamed(each, name)));
  const value = key === undefined ? undefined : constants[key];
  if (key === undefined || value === undefined || evaluation.reading.has(key)) return undefined;
  if (typeof value === 'number') return { kind: 'number', value, span: NOWHERE };
  evaluation.reading.add(key);
  const parsed = parseExpression(value);
  const read = parsed.ok
    ? evaluation.attempt(() => evaluation.evaluate(parsed.value, evaluation.global))
    : { fault: parsed.diagnostics[0] };
  evaluation.reading.delete(key);
  if ('value' in read) return { ...read.value, span: NOWHERE };
  return evaluation.fail(
    messages.notation.cppGiven(key, value, read.fault?.message ?? ''),
    NOWHERE,
  );
}

/** Types and constants that are the same in every text: `half_t`, `I0`. */
export function libraryValue(evaluation: Evaluation, name: string, span: Span): Value | undefined {
  const type = knownTypes.get(name);
  if (type !== undefined) return { kind: 'type', ...type, span };
  if (/^I\d$/.test(name)) return { kind: 'number', value: Number(name.slice(1)), span };
  const { elementBytes } = evaluation.context;
  if (!elementTypes.has(name) || elementBytes === undefined) return undefined;
  return { kind: 'type', name, bytes: elementBytes, span };
}

/** A value that is not known has this name too, and may be given under it. */
export function alsoNamed(evaluation: Evaluation, value: Unknown, name: string): Value | undefined {
  const names = [...value.names, name];
  const given = givenValue(evaluation, names);
  return given ?? (!evaluation.isFaulty ? { ...value, names } : undefined);
}
