/**
 * Expressions of the assembler: how they are written.
 *
 *     vgprValuA_X0_I0+4*(1-0)      label-.Lpost_getpc0      max(41, f.num_vgpr)      symbol@rel32@lo+4
 *
 * Precedence is the GNU assembler's, which is not C's: `+` and `-` bind weaker than `|`, `^` and `&`, and those
 * weaker than `*`, `/`, `%` and shifts. Comparisons come below, then `&&`, then `||`.
 */
import { messages } from '@ldscope/core';
import { Token } from './lexer.ts';
import { integerValue } from './numbers.ts';
import type { TokenKind } from './lexer.ts';
import type { BinaryOperator, Expression } from './expression.ts';
import { nestingLimit } from './limits.ts';
import type { Assembly } from './state.ts';

interface Operator {
  readonly operator: BinaryOperator;
  readonly precedence: number;
}

const operators = new Map<TokenKind, Operator>([
  [Token.orOr, { operator: '||', precedence: 1 }],
  [Token.andAnd, { operator: '&&', precedence: 2 }],
  [Token.equalEqual, { operator: '==', precedence: 3 }],
  [Token.notEqual, { operator: '!=', precedence: 3 }],
  [Token.less, { operator: '<', precedence: 3 }],
  [Token.lessEqual, { operator: '<=', precedence: 3 }],
  [Token.greater, { operator: '>', precedence: 3 }],
  [Token.greaterEqual, { operator: '>=', precedence: 3 }],
  [Token.plus, { operator: '+', precedence: 4 }],
  [Token.minus, { operator: '-', precedence: 4 }],
  [Token.bar, { operator: '|', precedence: 5 }],
  [Token.exclamation, { operator: '!', precedence: 5 }],
  [Token.caret, { operator: '^', precedence: 5 }],
  [Token.ampersand, { operator: '&', precedence: 5 }],
  [Token.star, { operator: '*', precedence: 6 }],
  [Token.slash, { operator: '/', precedence: 6 }],
  [Token.percent, { operator: '%', precedence: 6 }],
  [Token.shiftLeft, { operator: '<<', precedence: 6 }],
  [Token.shiftRight, { operator: '>>', precedence: 6 }],
]);

/** True when the word may be between two halves of an expression. */
export const isOperator = (kind: TokenKind): boolean => operators.has(kind);

/** What an expression inside `|...|` may not contain. */
const OUTSIDE_BARS = 6;

/** Reads an expression. `undefined` after a diagnostic. */
export function parseExpression(assembly: Assembly, insideBars = false): Expression | undefined {
  return parseBinary(assembly, insideBars ? OUTSIDE_BARS : 1, 0);
}

/** Reads an expression that must be a number here. `undefined` after a diagnostic. */
export function parseNumber(assembly: Assembly): bigint | undefined {
  const { lexer, symbols } = assembly;
  const start = lexer.start;
  const expression = parseExpression(assembly);
  if (expression === undefined) return undefined;
  const value = symbols.number(expression);
  if (value !== undefined) return value;
  return assembly.failWith(assembly.whyNoNumber(expression), start, assembly.lexer.previousEnd);
}

function parseBinary(assembly: Assembly, lowest: number, depth: number): Expression | undefined {
  const lexer = assembly.lexer;
  let left = parsePrimary(assembly, depth);
  for (;;) {
    const found = operators.get(lexer.kind);
    if (left === undefined || found === undefined || found.precedence < lowest) return left;
    lexer.next();
    const right = parseBinary(assembly, found.precedence + 1, depth + 1);
    if (right === undefined) return undefined;
    left = { kind: 'binary', operator: found.operator, left, right };
  }
}

function parsePrimary(assembly: Assembly, depth: number): Expression | undefined {
  const lexer = assembly.lexer;
  if (depth > nestingLimit) {
    assembly.failWith(messages.syntax.tooDeep(nestingLimit));
    return undefined;
  }
  switch (lexer.kind) {
    case Token.integer: {
      const value = integerValue(lexer.text, lexer.start, lexer.end);
      if (value === undefined) return assembly.fail('a number');
      lexer.next();
      return { kind: 'number', value };
    }
    case Token.word:
      return parseName(assembly, depth);
    case Token.string: {
      const name = lexer.slice().slice(1, -1);
      lexer.next();
      return parseSymbol(assembly, name);
    }
    case Token.localLabel: {
      const name = assembly.symbols.localName(lexer.slice());
      lexer.next();
      return { kind: 'symbol', name };
    }
    case Token.leftParen: {
      lexer.next();
      const inner = parseBinary(assembly, 1, depth + 1);
      if (inner === undefined || !assembly.expect(Token.rightParen, "')'")) return undefined;
      return inner;
    }
    case Token.plus:
      lexer.next();
      return parsePrimary(assembly, depth + 1);
    case Token.minus:
      return parseUnary(assembly, '-', depth);
    case Token.tilde:
      return parseUnary(assembly, '~', depth);
    case Token.exclamation:
      return parseUnary(assembly, '!', depth);
    default:
      return assembly.fail('a number or a symbol');
  }
}

function parseUnary(
  assembly: Assembly,
  operator: '-' | '~' | '!',
  depth: number,
): Expression | undefined {
  assembly.lexer.next();
  const operand = parsePrimary(assembly, depth + 1);
  if (operand === undefined) return undefined;
  if (operand.kind === 'number' && operator === '-')
    return { kind: 'number', value: -operand.value };
  return { kind: 'unary', operator, operand };
}

/** A symbol with its relocation, `.`, or a function. */
function parseName(assembly: Assembly, depth: number): Expression | undefined {
  const lexer = assembly.lexer;
  const name = lexer.slice();
  lexer.next();
  if (assembly.at(Token.leftParen) && lexer.start === lexer.previousEnd) {
    lexer.next();
    const list: Expression[] = [];
    while (!assembly.at(Token.rightParen)) {
      const argument = parseBinary(assembly, 1, depth + 1);
      if (argument === undefined) return undefined;
      list.push(argument);
      if (!assembly.eat(Token.comma)) break;
    }
    if (!assembly.expect(Token.rightParen, "')'")) return undefined;
    return { kind: 'call', name, arguments: list };
  }
  if (name === '.') return { kind: 'symbol', name: assembly.here() };
  return parseSymbol(assembly, name);
}

/** The relocation of a symbol, which the lexer has passed, when it has one. */
function parseSymbol(assembly: Assembly, name: string): Expression | undefined {
  const lexer = assembly.lexer;
  if (!assembly.at(Token.at)) return { kind: 'symbol', name };
  let relocation = '';
  while (assembly.eat(Token.at)) {
    if (!assembly.at(Token.word)) return assembly.fail('a relocation such as rel32@lo');
    relocation += (relocation === '' ? '' : '@') + lexer.slice();
    lexer.next();
  }
  return { kind: 'symbol', name, relocation };
}
