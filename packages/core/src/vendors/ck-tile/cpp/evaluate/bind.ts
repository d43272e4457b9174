/** Gives the parameters of templates and functions their values. */
import type { Span } from '../../../../base/span.ts';
import type { Parameter } from '../syntax.ts';
import type { Scope, Value } from '../values.ts';
import { findEntry } from './declare.ts';
import type { Evaluation } from './evaluation.ts';
import { alsoNamed, givenValue } from './given.ts';

/** Gives parameters their values; what is not given is unknown under the name of its parameter. */
export function bind(
  evaluation: Evaluation,
  parameters: readonly Parameter[],
  values: readonly Value[],
  scope: Scope,
  span: Span,
): boolean {
  for (const [i, { name, isPack, fallback }] of parameters.entries()) {
    if (isPack) {
      scope.defineValue(name, { kind: 'tuple', items: values.slice(i), span });
      return true;
    }
    const given = values[i] ?? givenValue(evaluation, [name]);
    const value =
      given ??
      (fallback
        ? evaluation.evaluate(fallback, scope)
        : aroundTemplate(evaluation, name, scope, span));
    if (evaluation.isFaulty) return false;
    const bound = value ?? ({ kind: 'unknown', names: [name], span } as const);
    const named =
      bound.kind === 'unknown' && !bound.names.includes(name)
        ? alsoNamed(evaluation, bound, name)
        : bound;
    if (named === undefined) return false;
    scope.defineValue(name, named);
  }
  return true;
}

/** What the name of a parameter means around its template: `struct Problem` for `typename Problem`. */
function aroundTemplate(
  evaluation: Evaluation,
  name: string,
  { around }: Scope,
  span: Span,
): Value | undefined {
  const entry = around && findEntry(name, around);
  return entry && evaluation.resolve(entry, name, span);
}
