/** Styles of the tokens of PTX. What an instruction touches shows in its name: `ld.shared`, `st.global`, `mma`. */
import { Lexer } from '@ldscope/ptx/lexer';
import { type Emit, emitComment, hasLineEnd, type Style } from './style.ts';

/** Instructions by their names; the first pattern that matches. */
const FAMILIES: readonly (readonly [pattern: RegExp, style: Style])[] = [
  [/^(?:ldmatrix|stmatrix)\b|\.shared\b/, 'lds'],
  [/^(?:w?gmma|mma|wmma|movmatrix|tcgen05)\b/, 'matrix'],
  [/^(?:bar|barrier|mbarrier|membar|fence)\b|\.wait_/, 'wait'],
  [/^(?:ld|ldu|st|atom|red|cp|prefetch)\b/, 'memory'],
];

/** Emits the tokens of a text that begins at the start of a line, outside a comment. */
export function highlightPtx(text: string, emit: Emit): void {
  const lexer = new Lexer(text);
  /** A statement, or the instruction behind its guard, begins here. */
  let opens = true;
  for (;;) {
    const { kind, start, end, previousEnd, word } = lexer;
    emitComment(text, previousEnd, start, emit);
    if (kind === 'end') return;
    opens ||= hasLineEnd(text, previousEnd, start);
    emit(start, end, styleOf(text, kind, word, end, opens));
    const guards: boolean = opens && (kind === '@' || kind === '!' || word.startsWith('%'));
    opens = guards || kind === ';' || kind === '{' || kind === '}' || (opens && kind === ':');
    lexer.next();
  }
}

function styleOf(text: string, kind: string, word: string, end: number, opens: boolean): Style {
  if (kind === 'number') return 'number';
  if (kind === 'string') return 'string';
  if (kind !== 'name' || word.startsWith('%')) return 'plain';
  if (word.startsWith('.')) return 'attribute';
  if (!opens || text.charCodeAt(end) === 0x3a) return 'symbol';
  return FAMILIES.find(([pattern]) => pattern.test(word))?.[1] ?? 'operation';
}
