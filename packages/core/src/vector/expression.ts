/**
 * The expressions of rows as trees: the JavaScript that `row.ts` describes, as far as compiled code can have it.
 *
 *     'm ? b : a'                 choose(name m, name b, name a)
 *     '(a >>> b) & ((1 << c) - 1)'  and(shift(a, b), sub(shift(1, c), 1))
 *
 * Statements in braces are not expressions: `evaluate.ts` reads them one by one.
 */
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
  /\s*(0x[\da-f]+|\d+(?:\.\d+)?|[A-Za-z][\w.]*|>>>|===|!==|<<|>>|<=|>=|&&|\|\||[-+*/&|^~!<>?:(),])/iy;

/** How tightly operators bind, as in JavaScript. */
const BINDING: Readonly<Record<string, number>> = {
  '||': 1,
  '&&': 2,
  '|': 3,
  '^': 4,
  '&': 5,
  '===': 6,
  '!==': 6,
  '<': 7,
  '<=': 7,
  '>': 7,
  '>=': 7,
  '<<': 8,
  '>>': 8,
  '>>>': 8,
  '+': 9,
  '-': 9,
  '*': 10,
  '/': 10,
};

const known = new Map<string, Expression | undefined>();

/** The tree of a row's text; `undefined` for statements and for what is not in the grammar. */
export function parseExpression(text: string): Expression | undefined {
  if (!known.has(text)) known.set(text, new Parser(text).whole());
  return known.get(text);
}

class Parser {
  readonly #tokens: readonly string[];
  #at = 0;

  constructor(text: string) {
    const tokens: string[] = [];
    TOKEN.lastIndex = 0;
    let end = 0;
    for (let match = TOKEN.exec(text); match !== null; match = TOKEN.exec(text)) {
      tokens.push(match[1] ?? '');
      end = TOKEN.lastIndex;
    }
    this.#tokens = text.slice(end).trim() === '' ? tokens : [];
  }

  whole(): Expression | undefined {
    const expression = this.#choice();
    return this.#at === this.#tokens.length ? expression : undefined;
  }

  #take(token: string): boolean {
    if (this.#tokens[this.#at] !== token) return false;
    this.#at++;
    return true;
  }

  #choice(): Expression | undefined {
    const condition = this.#binary(0);
    if (condition === undefined || !this.#take('?')) return condition;
    const yes = this.#choice();
    if (yes === undefined || !this.#take(':')) return undefined;
    const no = this.#choice();
    return no && { kind: 'choose', condition, yes, no };
  }

  #binary(least: number): Expression | undefined {
    let left = this.#unary();
    for (;;) {
      const operator = this.#tokens[this.#at] ?? '';
      const binding = BINDING[operator] ?? 0;
      if (left === undefined || binding <= least) return left;
      this.#at++;
      const right = this.#binary(binding);
      left = right && { kind: 'binary', operator, left, right };
    }
  }

  #unary(): Expression | undefined {
    for (const operator of ['-', '~', '!'])
      if (this.#take(operator)) {
        const operand = this.#unary();
        return operand && { kind: 'unary', operator, operand };
      }
    return this.#primary();
  }

  #primary(): Expression | undefined {
    if (this.#take('(')) {
      const inner = this.#choice();
      return this.#take(')') ? inner : undefined;
    }
    const token = this.#tokens[this.#at++] ?? '';
    if (/^\d/.test(token)) return { kind: 'number', value: Number(token) };
    if (!/^[a-z]/i.test(token)) return undefined;
    return this.#take('(') ? this.#call(token) : { kind: 'name', name: token };
  }

  #call(name: string): Expression | undefined {
    const operands: Expression[] = [];
    while (!this.#take(')')) {
      const operand = this.#choice();
      if (operand === undefined || (operands.length > 0 && this.#at > this.#tokens.length))
        return undefined;
      operands.push(operand);
      if (!this.#take(',') && this.#tokens[this.#at] !== ')') return undefined;
    }
    return { kind: 'call', name, operands };
  }
}
