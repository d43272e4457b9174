/**
 * Expressions of the assembler: how they are written.
 *
 *     vgprValuA_X0_I0+4*(1-0)      label-.Lpost_getpc0      max(41, f.num_vgpr)      symbol@rel32@lo+4
 *
 * Their precedence: `expression.ts`.
 */
import { binaryAt, type BinaryGrammar, bindingsOf, messages } from '@ldscope/core';
import { kindOfSign, Token } from './lexer.ts';
import { integerValue } from './numbers.ts';
import type { TokenKind } from './lexer.ts';
import { type BinaryOperator, type Expression, levels } from './expression.ts';
import { nestingLimit } from './limits.ts';
import type { Assembly } from './state.ts';

const bindings = bindingsOf<BinaryOperator, TokenKind | undefined>(levels, kindOfSign);

/** True when the word may be between two halves of an expression. */
export const isOperator = (kind: TokenKind): boolean => bindings.has(kind);

/** The operators that an expression inside `|...|` may not contain: those that bind weaker. */
const INSIDE_BARS = bindings.get(Token.star)?.level;

const grammar: BinaryGrammar<Assembly, Expression, BinaryOperator, TokenKind | undefined> = {
  bindings,
  operandAt: parsePrimary,
  signAt: (assembly) => assembly.lexer.kind,
  take: (assembly) => {
    assembly.lexer.next();
    return true;
  },
  combine: (_, operator, left, right) => ({ kind: 'binary', operator, left, right }),
  rightAt: innerAt,
};

/** An expression that is one level of brackets and operators deeper. */
function innerAt(assembly: Assembly, least?: number): Expression | undefined {
  assembly.nesting++;
  const value = binaryAt(grammar, assembly, least);
  assembly.nesting--;
  return value;
}

/** An operand behind a sign. */
function signedAt(assembly: Assembly): Expression | undefined {
  assembly.lexer.next();
  assembly.nesting++;
  const value = parsePrimary(assembly);
  assembly.nesting--;
  return value;
}

/** Reads an expression. `undefined` after a diagnostic. */
export const parseExpression = (assembly: Assembly, insideBars = false): Expression | undefined =>
  binaryAt(grammar, assembly, insideBars ? INSIDE_BARS : undefined);

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

function parsePrimary(assembly: Assembly): Expression | undefined {
  const lexer = assembly.lexer;
  if (assembly.nesting > nestingLimit) {
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
      return parseName(assembly);
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
      const inner = innerAt(assembly);
      if (inner === undefined || !assembly.expect(Token.rightParen, "')'")) return undefined;
      return inner;
    }
    case Token.plus:
      return signedAt(assembly);
    case Token.minus:
      return parseUnary(assembly, '-');
    case Token.tilde:
      return parseUnary(assembly, '~');
    case Token.exclamation:
      return parseUnary(assembly, '!');
    default:
      return assembly.fail('a number or a symbol');
  }
}

function parseUnary(assembly: Assembly, operator: '-' | '~' | '!'): Expression | undefined {
  const operand = signedAt(assembly);
  if (operand === undefined) return undefined;
  if (operand.kind === 'number' && operator === '-')
    return { kind: 'number', value: -operand.value };
  return { kind: 'unary', operator, operand };
}

/** A symbol with its relocation, `.`, or a function. */
function parseName(assembly: Assembly): Expression | undefined {
  const lexer = assembly.lexer;
  const name = lexer.slice();
  lexer.next();
  if (assembly.at(Token.leftParen) && lexer.start === lexer.previousEnd) {
    lexer.next();
    const list: Expression[] = [];
    while (!assembly.at(Token.rightParen)) {
      const argument = innerAt(assembly);
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
