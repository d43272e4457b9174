/** A formula read again over another arithmetic: what is simplified once is not simplified differently there. */
import type { Arithmetic } from './arithmetic.ts';
import type { Atom, Expression } from './expression.ts';

/** The value of an expression; `variables` has every name in it, `inside` what they are within divisions and XORs. */
export function expressionOver<V>(
  expression: Expression,
  variables: ReadonlyMap<string, V>,
  math: Arithmetic<V>,
  inside: ReadonlyMap<string, V> = variables,
): V {
  let sum: V | undefined;
  for (const { factor, atom } of expression.terms) {
    const own = atom.kind === 'variable' ? variables : inside;
    const term = math.scale(atomOver(atom, own, math), factor);
    sum = sum === undefined ? term : math.add(sum, term);
  }
  if (sum === undefined) return math.constant(expression.constant);
  return expression.constant === 0 ? sum : math.add(sum, math.constant(expression.constant));
}

function atomOver<V>(atom: Atom, variables: ReadonlyMap<string, V>, math: Arithmetic<V>): V {
  switch (atom.kind) {
    case 'variable': {
      const value = variables.get(atom.name);
      if (value === undefined) throw new Error(`the formula has ${atom.name}, which has no value`);
      return value;
    }
    case 'quotient':
      return math.quotient(expressionOver(atom.of, variables, math), atom.divisor);
    case 'remainder':
      return math.remainder(expressionOver(atom.of, variables, math), atom.divisor);
    case 'xor':
      return atom.operands
        .map((operand) => expressionOver(operand, variables, math))
        .reduce((a, b) => math.xor(a, b));
    case 'table':
      return math.lookUp(expressionOver(atom.index, variables, math), atom.table);
  }
}
