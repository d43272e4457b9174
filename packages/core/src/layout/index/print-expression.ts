import type { Atom, Expression } from './expression.ts';

/**
 * The formula as C writes it: `/` divides integers, `^` is XOR, and a reader may paste it into C++.
 *
 *     (m % 2 * 4 + k / 8 ^ m / 2 % 8)    C binds ^ last, people do not: operands of ^ get parentheses
 *     ((m % 2 * 4 + k / 8) ^ (m / 2 % 8)) * 8 + m / 2 * 64 + k % 8
 */
export function printExpression(
  expression: Expression,
  lookUp: PrintLookUp = (table, index) => `table{${table.join(', ')}}[${index}]`,
): string {
  const parts = expression.terms.map(({ factor, atom }) => product(Math.abs(factor), atom, lookUp));
  const signs = expression.terms.map(({ factor }) => (factor < 0 ? '-' : '+'));
  if (expression.constant !== 0 || parts.length === 0) {
    parts.push(String(Math.abs(expression.constant)));
    signs.push(expression.constant < 0 ? '-' : '+');
  }
  return parts
    .map((part, i) => {
      if (i > 0) return ` ${signs[i]} ${part}`;
      return signs[i] === '-' ? `-${part}` : part;
    })
    .join('');
}

/** How an element of a table is written. */
export type PrintLookUp = (table: readonly number[], index: string) => string;

function product(factor: number, atom: Atom, lookUp: PrintLookUp): string {
  const text = printAtom(atom, lookUp);
  return factor === 1 ? text : `${text} * ${factor}`;
}

function printAtom(atom: Atom, lookUp: PrintLookUp): string {
  switch (atom.kind) {
    case 'variable':
      return atom.name;
    case 'quotient':
      return `${operand(atom.of, lookUp)} / ${atom.divisor}`;
    case 'remainder':
      return `${operand(atom.of, lookUp)} % ${atom.divisor}`;
    case 'xor':
      return `(${atom.operands.map((value) => parenthesized(value, lookUp)).join(' ^ ')})`;
    case 'table':
      return lookUp(atom.table, printExpression(atom.index, lookUp));
  }
}

/** A dividend: `m / 2 % 8` needs no parentheses, `(a + b) % 8` does. */
function operand(value: Expression, lookUp: PrintLookUp): string {
  const text = printExpression(value, lookUp);
  return value.terms.length + (value.constant === 0 ? 0 : 1) > 1 || value.min < 0
    ? `(${text})`
    : text;
}

/** Anything but a name, a number or an element of a named table. */
function parenthesized(value: Expression, lookUp: PrintLookUp): string {
  const text = printExpression(value, lookUp);
  return /^\w+(?:\[[^[\]]*\])?$/.test(text) ? text : `(${text})`;
}
