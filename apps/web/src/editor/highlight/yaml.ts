/**
 * Styles of the tokens of YAML, from the lexer of the package that reads specifications. It needs the text from its
 * beginning; specifications are short.
 */
import { Lexer } from 'yaml';
import type { Emit, Style } from './style.ts';

/** Marks of the lexer that are not characters of the text: a document begins, a scalar begins, a flow ends wrongly. */
const MARKS = new Set(['\u0002', '\u0018', '\u001f']);

const NUMBER = /^[-+]?(?:0x[\da-f]+|0o[0-7]+|\d[\d_]*(?:\.\d*)?(?:e[-+]?\d+)?|\.\d+)$/i;

/** Emits the tokens of a whole text. */
export function highlightYaml(text: string, emit: Emit): void {
  // A scalar is held back until it is known whether a colon follows.
  let held: { start: number; end: number; style: Style } | undefined;
  const release = (style = held?.style): void => {
    if (held !== undefined && style !== undefined) emit(held.start, held.end, style);
    held = undefined;
  };
  let at = 0;
  for (const token of new Lexer().lex(text)) {
    if (MARKS.has(token)) continue;
    const start = at;
    at += token.length;
    if (token.trim() === '') {
      if (token.includes('\n')) release();
      continue;
    }
    if (token === ':') release('key');
    else release();
    const style = styleOf(token);
    const end = start + token.trimEnd().length;
    if (style === 'string' || style === 'number') held = { start, end, style };
    else emit(start, end, style);
  }
  release();
}

function styleOf(token: string): Style {
  switch (token[0]) {
    case '#':
      return 'comment';
    case '&':
    case '*':
    case '!':
    case '%':
    case '|':
    case '>':
      return 'attribute';
    case ':':
    case ',':
    case '?':
    case '[':
    case ']':
    case '{':
    case '}':
      return 'plain';
    default:
      if (token === '-' || token === '---' || token === '...') return 'plain';
      return NUMBER.test(token) ? 'number' : 'string';
  }
}
