/**
 * Tokens of C++ code with their places, and which brackets belong together.
 *
 *     a[i + 1]        a  [  i  +  1  ]        the pair of 1 is 5, and of 5 it is 1
 *
 * Signs of shifts and closing lists of templates are single: whether `>>` shifts is known to who reads it.
 */

interface Token {
  readonly kind: 'name' | 'number' | 'sign';
  readonly text: string;
  /** UTF-16 offsets. */
  readonly start: number;
  readonly end: number;
}

export interface Tokens {
  readonly tokens: readonly Token[];
  /** By token: the bracket that belongs to it; -1 for all others. */
  readonly pair: Int32Array;
}

const TOKEN =
  /([A-Za-z_$][\w$]*)|(\.?\d(?:[eEpP][+-]|'\w|[\w.])*)|::|->|\+\+|--|<<=|&&|\|\||[-+*/%&|^=!<>]=|\.\.\.|[^\s\\]/y;
const SPACE = /[\s\\]+/y;

/** The tokens between two offsets of a text that has neither comments nor strings. */
export function tokensOf(code: string, from = 0, to = code.length): Tokens {
  const tokens: Token[] = [];
  for (let at = from; at < to;) {
    SPACE.lastIndex = at;
    if (SPACE.test(code)) {
      at = SPACE.lastIndex;
      continue;
    }
    TOKEN.lastIndex = at;
    const [text = '', name, number] = TOKEN.exec(code) ?? [];
    if (text === '') break;
    const kind = name !== undefined ? 'name' : number !== undefined ? 'number' : 'sign';
    tokens.push({ kind, text, start: at, end: at + text.length });
    at += text.length;
  }
  return { tokens, pair: pairsOf(tokens) };
}

const OPENS: ReadonlyMap<string, string> = new Map([
  [')', '('],
  [']', '['],
  ['}', '{'],
]);

/** A `}` closes what is open inside of its `{`; other brackets that do not fit have no pair. */
function pairsOf(tokens: readonly Token[]): Int32Array {
  const pair = new Int32Array(tokens.length).fill(-1);
  const open: number[] = [];
  let braces = 0;
  for (const [at, { text }] of tokens.entries()) {
    if (text === '(' || text === '[' || text === '{') {
      open.push(at);
      if (text === '{') braces++;
      continue;
    }
    const opening = OPENS.get(text);
    if (opening === undefined || (text === '}' && braces === 0)) continue;
    if (text === '}') while (tokens[open.at(-1) ?? -1]?.text !== '{') open.pop();
    const from = open.at(-1) ?? -1;
    if (tokens[from]?.text !== opening) continue;
    open.pop();
    if (text === '}') braces--;
    pair[from] = at;
    pair[at] = from;
  }
  return pair;
}
