/** Executes the body of a function: its definitions, `if constexpr`, `static_assert` and `return`. */
import { messages } from '../../../../base/messages.ts';
import type { Statement } from '../syntax.ts';
import type { Scope, Value } from '../values.ts';
import { define } from './declare.ts';
import type { Evaluation } from './evaluation.ts';

/** Executes the statements of a body; `value` is absent where it returns nothing. */
export function run(
  evaluation: Evaluation,
  statements: readonly Statement[],
  around: Scope,
): { readonly value?: Value } | undefined {
  let scope = around;
  for (const statement of statements) {
    switch (statement.kind) {
      case 'constant':
      case 'struct':
      case 'function':
        // The definitions of a body hold behind it.
        scope = scope.inner();
        define(statement, scope);
        break;
      case 'return': {
        const value = evaluation.evaluate(statement.value, scope);
        return value && { value };
      }
      case 'assert':
        if (!holds(evaluation, statement, scope)) return undefined;
        break;
      case 'if': {
        const arm = armOf(evaluation, statement, scope);
        const ran = arm && run(evaluation, arm, scope.inner());
        if (ran === undefined || ran.value !== undefined) return ran;
        break;
      }
      case 'block': {
        const ran = run(evaluation, statement.body, scope.inner());
        if (ran === undefined || ran.value !== undefined) return ran;
        break;
      }
      case 'unread':
        return evaluation.record(statement.fault);
      case 'namespace':
      case 'expression':
        return evaluation.fail(messages.notation.cppDeclaration('this'), statement);
    }
  }
  return {};
}

/** False for a `static_assert` that fails; one that needs what is not known is passed over. */
export function holds(
  evaluation: Evaluation,
  statement: Extract<Statement, { kind: 'assert' }>,
  scope: Scope,
): boolean {
  const { condition } = statement;
  const tried = evaluation.attempt(() => evaluation.number(condition, scope));
  if ('fault' in tried || tried.value !== 0) return true;
  evaluation.fail(messages.notation.cppAssert(), condition);
  return false;
}

/** The statements of an `if` whose condition is known. */
export function armOf(
  evaluation: Evaluation,
  { condition, yes, no }: Extract<Statement, { kind: 'if' }>,
  scope: Scope,
): readonly Statement[] | undefined {
  const value = evaluation.number(condition, scope);
  if (value === undefined) return undefined;
  return value === 0 ? no : yes;
}
