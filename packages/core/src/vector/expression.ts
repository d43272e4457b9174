/**
 * The expressions of rows as trees: the JavaScript that `row.ts` describes, as far as compiled code can have it.
 *
 *     'm ? b : a'                 choose(name m, name b, name a)
 *     '(a >>> b) & ((1 << c) - 1)'  and(shift(a, b), sub(shift(1, c), 1))
 *
 * Statements in braces are not expressions: `evaluate.ts` reads them one by one.
 */
import {
  binaryAt,
  type BinaryGrammar,
  bindingsOf,
  operatorTokens,
  type Tokens,
} from '../base/precedence.ts';

export type Expression =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'unary'; readonly operator: string; readonly operand: Expression }
  | {
      readonly kind: 'binary';
      readonly operator: string;
      readonly left: Expression;
      readonly right: Expression;
    }
  | {
      readonly kind: 'choose';
      readonly condition: Expression;
      readonly yes: Expression;
      readonly no: Expression;
    }
  | { readonly kind: 'call'; readonly name: string; readonly operands: readonly Expression[] };

const TOKEN =
  /\s*(0x[\da-f]+|\d+(?:\.\d+)?|[A-Za-z][\w.]*|>>>|===|!==|<<|>>|<=|>=|&&|\|\||[-+*/&|^~!<>?:(),])/giy;

/** Operators of JavaScript by how tightly they bind. */
const LEVELS = '|| && | ^ & ===,!== <,<=,>,>= <<,>>,>>> +,- *,/'
  .split(' ')
  .map((level) => level.split(','));

const operators: BinaryGrammar<Tokens, Expression, string> = {
  ...operatorTokens,
  bindings: bindingsOf<string, string>(LEVELS, String),
  operandAt: unary,
  combine: (_, operator, left, right) => ({ kind: 'binary', operator, left, right }),
};

const known = new Map<string, Expression | undefined>();

/** The tree of a row's text; `undefined` for statements and for what is not in the grammar. */
export function parseExpression(text: string): Expression | undefined {
  if (!known.has(text)) known.set(text, parsed(text));
  return known.get(text);
}

function parsed(text: string): Expression | undefined {
  const tokens: string[] = [];
  let end = 0;
  for (const match of text.matchAll(TOKEN)) {
    tokens.push(match[1] ?? '');
    end = match.index + match[0].length;
  }
  if (text.slice(end).trim() !== '') return undefined;
  const reading: Tokens = { tokens, at: 0 };
  const expression = choice(reading);
  return reading.at === tokens.length ? expression : undefined;
}

function take(reading: Tokens, token: string): boolean {
  const isHere = reading.tokens[reading.at] === token;
  if (isHere) reading.at++;
  return isHere;
}

function choice(reading: Tokens): Expression | undefined {
  const condition = binaryAt(operators, reading);
  if (condition === undefined || !take(reading, '?')) return condition;
  const yes = choice(reading);
  if (yes === undefined || !take(reading, ':')) return undefined;
  const no = choice(reading);
  return no && { kind: 'choose', condition, yes, no };
}

function unary(reading: Tokens): Expression | undefined {
  for (const operator of ['-', '~', '!'])
    if (take(reading, operator)) {
      const operand = unary(reading);
      return operand && { kind: 'unary', operator, operand };
    }
  if (take(reading, '(')) {
    const inner = choice(reading);
    return take(reading, ')') ? inner : undefined;
  }
  const token = reading.tokens[reading.at++] ?? '';
  if (/^\d/.test(token)) return { kind: 'number', value: Number(token) };
  if (!/^[a-z]/i.test(token)) return undefined;
  return take(reading, '(') ? call(reading, token) : { kind: 'name', name: token };
}

function call(reading: Tokens, name: string): Expression | undefined {
  const operands: Expression[] = [];
  while (!take(reading, ')')) {
    const operand = choice(reading);
    if (operand === undefined) return undefined;
    operands.push(operand);
    if (!take(reading, ',') && reading.tokens[reading.at] !== ')') return undefined;
  }
  return { kind: 'call', name, operands };
}
