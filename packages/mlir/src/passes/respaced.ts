/**
 * New text of an operation in the spacing of the old one: where two neighbouring words stay, the text between them stays,
 * line ends and comments too.
 *
 *     old       %v = memref.load %t[%x,%y]           // a column
 *                    : memref<32x32xf32, #lds>
 *     printed   %v = memref.load %t[%x, %y] : memref<32x33xf32, #lds>
 *     respaced  %v = memref.load %t[%x,%y]           // a column
 *                    : memref<32x33xf32, #lds>
 *
 * LIMITATIONS. A comment next to a word that changes is lost. Text that the lexer does not know is taken as printed.
 */
import { diffOf } from '../text/diff.ts';
import { Lexer, Token } from '../text/lexer.ts';

interface Word {
  readonly text: string;
  /** The text before it. */
  readonly gap: string;
}

/** The words of `printed`, with the spacing of `old` as far as they are the same. */
export function respaced(old: string, printed: string): string {
  const [before, after] = [wordsOf(old), wordsOf(printed)];
  if (before === undefined || after === undefined) return printed;
  const diff = diffOf(
    before.map(({ text }) => text),
    after.map(({ text }) => text),
  );
  let result = '';
  let at = 0;
  let isBesideKept = true;
  for (const { kind, before: old = 0 } of diff) {
    if (kind === 'removed') isBesideKept = false;
    else {
      const word = after[at++];
      const gap = kind === 'kept' && isBesideKept ? before[old - 1]?.gap : word?.gap;
      result += `${gap ?? ''}${word?.text ?? ''}`;
      isBesideKept = kind === 'kept';
    }
  }
  return result;
}

/** The words of a text; `undefined` where the lexer knows one of them not. */
function wordsOf(text: string): readonly Word[] | undefined {
  const lexer = new Lexer(text);
  const words: Word[] = [];
  for (let last = 0; lexer.kind !== Token.end; lexer.next()) {
    if (lexer.kind === Token.error) return undefined;
    words.push({ text: lexer.slice(), gap: text.slice(last, lexer.start) });
    last = lexer.end;
  }
  return words;
}
