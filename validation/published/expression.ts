/**
 * Integer expressions as published formulas write them, with the operators and precedences of Python:
 *
 *     ((t//4)*32 + (t%4)*8) * 2        8*(i*32 + (j ^ (i%8)))
 *
 * from loosest to tightest: `|`, `^` (or `xor`), `&`, `<<` `>>`, `+` `-`, `*` `/` `//` `%` (or `mod`), sign.
 * `/` and `//` both round down, as the sources that write `/` mean whole numbers.
 *
 * Invariant: every intermediate value is a safe integer, and operands of bit operations fit in 32 bits
 * without a sign. What breaks this is an error, a value; nothing throws.
 */

import { doubles } from '@ldscope/core';

export type Parsed<T> = { readonly ok: true; readonly value: T } | Failed;

interface Failed {
  readonly ok: false;
  readonly error: string;
  /** What exactly, where `error` says what kind. */
  readonly detail?: string;
}

export const parsed = <T>(value: T): Parsed<T> => ({ ok: true, value });

export function failed(error: string, detail?: string): Failed {
  return detail === undefined ? { ok: false, error } : { ok: false, error, detail };
}

export type Expression =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'negate'; readonly operand: Expression }
  | {
      readonly kind: 'binary';
      readonly operator: Operator;
      readonly left: Expression;
      readonly right: Expression;
    };

const PRECEDENCE = {
  '|': 1,
  '^': 2,
  '&': 3,
  '<<': 4,
  '>>': 4,
  '+': 5,
  '-': 5,
  '*': 6,
  '/': 6,
  '//': 6,
  '%': 6,
} as const;

type Operator = keyof typeof PRECEDENCE;

const WORDS: Readonly<Record<string, Operator>> = { xor: '^', mod: '%' };

interface Token {
  readonly kind: 'number' | 'name' | 'symbol' | 'end';
  readonly text: string;
  readonly start: number;
}

/** Numbers, names, and symbols (the longest that fits; any other character is a symbol of its own). */
function tokenize(text: string): readonly Token[] {
  const pattern = /0[xX][0-9a-fA-F]+|[0-9]+|[A-Za-z_][A-Za-z0-9_]*|<<|>>|\/\/|\.\.|\S/gu;
  const tokens: Token[] = [];
  for (const match of text.matchAll(pattern)) {
    const first = match[0].charAt(0);
    const kind = /[0-9]/.test(first) ? 'number' : /[A-Za-z_]/.test(first) ? 'name' : 'symbol';
    tokens.push({ kind, text: match[0], start: match.index });
  }
  tokens.push({ kind: 'end', text: 'the end', start: text.length });
  return tokens;
}

const DEEPEST = 64;
/** No published formula is near this long; it bounds the depth of an expression's tree. */
const MOST_TOKENS = 1000;

/** Reads expressions from tokens; `at` is the next token that is not read yet. */
export class ExpressionReader {
  at = 0;
  readonly tokens: readonly Token[];
  #depth = 0;

  constructor(text: string) {
    this.tokens = tokenize(text);
  }

  /** The token `ahead` of the next one. */
  peek(ahead = 0): Token {
    return this.tokens[this.at + ahead] ?? { kind: 'end', text: 'the end', start: 0 };
  }

  /** Takes the next token when it is this symbol or word. */
  take(text: string): boolean {
    if (this.peek().kind === 'end' || this.peek().text !== text) return false;
    this.at++;
    return true;
  }

  expression(loosest = 1): Parsed<Expression> {
    if (this.tokens.length > MOST_TOKENS) return failed(`longer than ${MOST_TOKENS} words`);
    if (this.#depth >= DEEPEST) return failed(`nested deeper than ${DEEPEST} levels`);
    this.#depth++;
    const result = this.#binary(loosest);
    this.#depth--;
    return result;
  }

  #binary(loosest: number): Parsed<Expression> {
    let left = this.#unary();
    while (left.ok) {
      const operator = asOperator(this.peek().text);
      if (operator === undefined || PRECEDENCE[operator] < loosest) break;
      this.at++;
      const right = this.expression(PRECEDENCE[operator] + 1);
      if (!right.ok) return right;
      left = parsed({ kind: 'binary', operator, left: left.value, right: right.value });
    }
    return left;
  }

  #unary(): Parsed<Expression> {
    if (this.take('-')) {
      const operand = this.expression(PRECEDENCE['*'] + 1);
      return operand.ok ? parsed({ kind: 'negate', operand: operand.value }) : operand;
    }
    if (this.take('(')) {
      const inner = this.expression();
      if (!inner.ok) return inner;
      return this.take(')') ? inner : failed(`expected ')', found ${this.peek().text}`);
    }
    const token = this.peek();
    if (token.kind === 'number') {
      const value = Number(token.text);
      if (!Number.isSafeInteger(value)) return failed(`${token.text} is too large`);
      this.at++;
      return parsed({ kind: 'number', value });
    }
    if (token.kind === 'name' && asOperator(token.text) === undefined) {
      this.at++;
      return parsed({ kind: 'name', name: token.text });
    }
    return failed(`expected a number or a name, found ${token.text}`);
  }
}

function asOperator(text: string): Operator | undefined {
  return Object.hasOwn(PRECEDENCE, text)
    ? (text as Operator)
    : Object.hasOwn(WORDS, text)
      ? WORDS[text]
      : undefined;
}

/** A whole text that is one expression. */
export function parseExpression(text: string): Parsed<Expression> {
  const reader = new ExpressionReader(text);
  const result = reader.expression();
  if (!result.ok || reader.peek().kind === 'end') return result;
  return failed(`expected an operator, found ${reader.peek().text}`);
}

/** What a name stands for. */
export type Names = (name: string) => Parsed<number>;

/** Names from a map; others are an error. */
export function namesFrom(values: ReadonlyMap<string, number>): Names {
  return (name) => {
    const value = values.get(name);
    return value === undefined ? failed(`'${name}' has no value`) : parsed(value);
  };
}

export function evaluate(expression: Expression, names: Names): Parsed<number> {
  switch (expression.kind) {
    case 'number':
      return parsed(expression.value);
    case 'name':
      return names(expression.name);
    case 'negate': {
      const operand = evaluate(expression.operand, names);
      return operand.ok ? parsed(0 - operand.value) : operand;
    }
    case 'binary': {
      const left = evaluate(expression.left, names);
      if (!left.ok) return left;
      const right = evaluate(expression.right, names);
      return right.ok ? combine(expression.operator, left.value, right.value) : right;
    }
  }
}

const MOST_BITS = 2 ** 32;

function combine(operator: Operator, a: number, b: number): Parsed<number> {
  switch (operator) {
    case '/':
    case '//':
      return b === 0 ? failed('division by zero') : checked((a - floorModulo(a, b)) / b);
    case '%':
      return b === 0 ? failed('division by zero') : checked(floorModulo(a, b));
    case '+':
    case '-':
    case '*':
      return checked(doubles[operator](a, b));
    default: {
      if (a < 0 || b < 0 || a >= MOST_BITS || b >= MOST_BITS)
        return failed(`${a} ${operator} ${b} is not in 32 bits`);
      const shifts = operator === '<<' || operator === '>>';
      return shifts && b > 31 ? failed(`shift by ${b}`) : checked(doubles[operator](a, b));
    }
  }
}

/** The remainder with the sign of the divisor. */
function floorModulo(a: number, b: number): number {
  const rest = a % b;
  return (rest !== 0 && rest < 0 !== b < 0 ? rest + b : rest) + 0;
}

function checked(value: number): Parsed<number> {
  return Number.isSafeInteger(value) ? parsed(value + 0) : failed('a value is too large');
}
