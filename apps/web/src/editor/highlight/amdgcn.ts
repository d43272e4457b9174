/**
 * Styles of the tokens of assembly. The first word of a statement is a label, a directive or an instruction, and what an
 * instruction touches shows in its name.
 */
import { Lexer, Token, type TokenKind } from '@ldscope/amdgcn/lexer';
import { type Emit, emitComment, hasLineEnd, type Style } from './style.ts';

/** Instructions by the beginning of their names; the first pattern that matches. */
const FAMILIES: readonly (readonly [pattern: RegExp, style: Style])[] = [
  [/^ds_/i, 'lds'],
  [/^(?:t?buffer|global|flat|scratch|image)_|^s_(?:buffer_)?(?:load|store)/i, 'memory'],
  [/^v_(?:s?mfmac?|wmma|swmmac)_/i, 'matrix'],
  [/^s_(?:wait|barrier|sleep|endpgm)/i, 'wait'],
];

const byKind = new Map<TokenKind, Style>([
  [Token.string, 'string'],
  [Token.integer, 'number'],
  [Token.float, 'number'],
  [Token.localLabel, 'symbol'],
]);

/** What follows the first word of a statement that defines a name: `name:` and `name =`. */
const DEFINES = /[ \t]*(?::|=(?!=))/y;

/** Emits the tokens of a text that begins at the start of a line, outside a comment. */
export function highlightAmdgcn(text: string, emit: Emit): void {
  const lexer = new Lexer(text);
  let opens = true;
  for (;;) {
    const { kind, start, end, previousEnd } = lexer;
    emitComment(text, previousEnd, start, emit);
    if (kind === Token.end) return;
    let style = byKind.get(kind) ?? 'plain';
    if (kind === Token.word) style = opens ? opening(text, start, end) : operand(text, start, end);
    emit(start, end, style);
    // A statement may follow `label:`; the word after a list dash of metadata still counts as the first.
    opens =
      kind === Token.newline || (opens && (style === 'symbol' || !isWord(kind)) && !isNumber(kind));
    lexer.next();
  }
}

const isWord = (kind: TokenKind): boolean => kind === Token.word;
const isNumber = (kind: TokenKind): boolean => kind === Token.integer || kind === Token.float;

function opening(text: string, start: number, end: number): Style {
  DEFINES.lastIndex = end;
  if (DEFINES.test(text)) return 'symbol';
  if (text.charCodeAt(start) === 0x2e) return 'attribute';
  const name = text.slice(start, end);
  return FAMILIES.find(([pattern]) => pattern.test(name))?.[1] ?? 'operation';
}

/** `.LBB0_1` is a label, the word of `offset:16` a modifier; registers and the rest are plain. */
function operand(text: string, start: number, end: number): Style {
  if (text.charCodeAt(start) === 0x2e) return 'symbol';
  return text.charCodeAt(end) === 0x3a ? 'attribute' : 'plain';
}

/** Ranges of comments that span lines, two offsets each: a text that begins inside one is read from its end. */
export function longComments(text: string): readonly number[] {
  const found: number[] = [];
  if (!text.includes('/*')) return found;
  const lexer = new Lexer(text);
  for (;;) {
    const { start, previousEnd } = lexer;
    // Outside of comments a line end is a token.
    if (hasLineEnd(text, previousEnd, start)) found.push(previousEnd, start);
    if (lexer.kind === Token.end) return found;
    lexer.next();
  }
}
