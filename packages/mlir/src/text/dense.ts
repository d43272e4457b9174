/**
 * Reads `dense<...> : type`: a splat, nested lists row by row, or a string of bytes.
 *
 *     dense<0.0> : vector<4xf32>             text "0.0"                values [0]
 *     dense<[[1, 2], [3, 4]]> : tensor<...>  text "[[1, 2], [3, 4]]"   values [1, 2, 3, 4]
 *     dense<"0x0000803F"> : tensor<1xf32>    values absent
 */
import type { Attribute, Type } from '../ir/types.ts';
import { resolveType } from '../ir/types.ts';
import { floatFromBits } from './floats.ts';
import { Token } from './lexer.ts';
import { narrow } from './pieces.ts';
import type { State } from './state.ts';
import { parseType } from './types.ts';

type Values = (number | bigint | boolean)[];

/** Reads `dense<...> : type`. */
export function parseDense(state: State): Attribute {
  return parseLiteral(state, undefined);
}

/** Reads `dense<...>` where the type is known from elsewhere. */
export function parseDenseLiteral(state: State, type: Type): Attribute {
  if (state.atWord('dense')) return parseLiteral(state, type);
  return state.grammar.attribute(state);
}

function parseLiteral(state: State, given: Type | undefined): Attribute {
  const lexer = state.lexer;
  lexer.next();
  const bracket = lexer.start;
  if (lexer.kind !== Token.less) {
    state.fail("'<'");
    return { kind: 'unit' };
  }
  const whole = state.balanced(bracket, bracket);
  if (whole === undefined) return { kind: 'unit' };
  const end = bracket + whole.length;
  if (given === undefined) state.expect(Token.colon, "':'");
  const type = given ?? parseType(state);
  const text = whole.slice(1, -1).trim();
  if (state.failed) return { kind: 'unit' };
  // The type says what the literals are, so they are read after it.
  const after = lexer.start;
  const previous = lexer.previousEnd;
  lexer.moveTo(bracket + 1);
  const values: Values = [];
  const known = lexer.start >= end - 1 || readValues(state, elementOf(type), values, end - 1);
  if (!state.failed) {
    lexer.moveTo(after);
    lexer.previousEnd = previous;
  }
  return known ? { kind: 'dense', text, values, type } : { kind: 'dense', text, type };
}

function elementOf(type: Type): Type {
  const base = resolveType(type);
  return 'element' in base ? resolveType(base.element) : base;
}

/** Reads literals up to `end`; false when they have no numbers (a string, a complex number). */
function readValues(state: State, element: Type, values: Values, end: number): boolean {
  const lexer = state.lexer;
  let depth = 0;
  while (lexer.start < end) {
    switch (lexer.kind) {
      case Token.string:
      case Token.leftParen:
        return false;
      case Token.leftBracket:
        depth++;
        break;
      case Token.rightBracket:
        depth--;
        break;
      case Token.comma:
        break;
      case Token.word:
        if (!state.atWord('true') && !state.atWord('false')) {
          state.fail('a number');
          return false;
        }
        values.push(state.atWord('true'));
        break;
      case Token.minus: {
        lexer.next();
        const at = values.length;
        if (!readNumber(state, element, values)) return false;
        const value = values[at];
        if (value !== undefined && typeof value !== 'boolean') values[at] = -value;
        break;
      }
      default:
        if (!readNumber(state, element, values)) return false;
    }
    lexer.next();
  }
  return depth === 0;
}

function readNumber(state: State, element: Type, values: Values): boolean {
  const lexer = state.lexer;
  if (lexer.kind !== Token.integer && lexer.kind !== Token.float) {
    state.fail('a number');
    return false;
  }
  const literal = lexer.slice();
  if (element.kind === 'float') {
    const bits = literal.startsWith('0x');
    values.push(bits ? floatFromBits(element.name, BigInt(literal)) : Number(literal));
  } else if (lexer.kind === Token.float) values.push(Number(literal));
  else values.push(narrow(BigInt(literal)));
  return true;
}

/** `dense<[1, 2]> : tensor<2xi32>`; numbers that are all the same are written once. */
export function denseIntegers(values: readonly (number | bigint)[], type: Type): Attribute {
  const splat = new Set(values).size === 1;
  const text = splat ? String(values[0]) : values.length === 0 ? '' : `[${values.join(', ')}]`;
  return { kind: 'dense', text, values: splat ? values.slice(0, 1) : values, type };
}
