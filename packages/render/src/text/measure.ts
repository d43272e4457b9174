/**
 * Text that comes from a kernel, made safe and fitted to columns.
 *
 * Names and source lines are untrusted: an escape sequence in a comment must not reach the terminal. And a
 * character is not a column: `漢` takes two and a combining accent none.
 */

/** A tab is one space and every other control or invisible formatting character a `?`. */
export function clean(text: string): string {
  return text.replaceAll('\t', ' ').replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, '?');
}

const WIDE =
  /^[\u1100-\u115F\u2E80-\uA4CF\uA960-\uA97F\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6\u{1B000}-\u{1B2FF}\u{1F004}-\u{1FAFF}\u{20000}-\u{3FFFD}]/u;
const COMBINING = /^\p{M}/u;

function charWidth(char: string): number {
  if (char < '\u0300') return 1;
  if (COMBINING.test(char)) return 0;
  return WIDE.test(char) || /^\p{Emoji_Presentation}/u.test(char) ? 2 : 1;
}

/** Columns that a clean text takes. */
export function displayWidth(text: string): number {
  if (/^[ -~]*$/.test(text)) return text.length;
  let width = 0;
  for (const char of text) width += charWidth(char);
  return width;
}

/** As much of a text as fits into `columns`. */
function prefix(text: string, columns: number): string {
  let width = 0;
  let end = 0;
  for (const char of text) {
    width += charWidth(char);
    if (width > columns) break;
    end += char.length;
  }
  return text.slice(0, end);
}

/** The cleaned text, cut with an ellipsis when it is wider than `columns`. */
export function fit(text: string, columns: number): string {
  const cleaned = clean(text);
  if (displayWidth(cleaned) <= columns) return cleaned;
  return columns < 1 ? '' : `${prefix(cleaned, columns - 1)}…`;
}

/** Pads a clean text with spaces to `columns`. */
export function pad(text: string, columns: number, align: 'left' | 'right' = 'left'): string {
  const space = ' '.repeat(Math.max(0, columns - displayWidth(text)));
  return align === 'left' ? text + space : space + text;
}

/**
 * The text in lines of at most `columns`, broken between words; a word that is too long is broken inside, behind a `/` or `,`
 * where it has one.
 * At least one line.
 */
export function wrap(text: string, columns: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of clean(text).split(/ +/)) {
    const joined = line === '' ? word : `${line} ${word}`;
    if (displayWidth(joined) <= columns) {
      line = joined;
      continue;
    }
    if (line !== '') lines.push(line);
    line = word;
    while (displayWidth(line) > columns) {
      const most = prefix(line, Math.max(2, columns));
      const head = /^.+[/,]/su.exec(most)?.[0] ?? most;
      lines.push(head);
      line = line.slice(head.length);
    }
  }
  return line === '' && lines.length > 0 ? lines : [...lines, line];
}

/** A wrapped text with `first` before its first line and as many spaces before the others. */
export function hang(first: string, text: string, columns: number): string[] {
  const indent = displayWidth(first);
  return wrap(text, columns - indent).map((line, index) =>
    index === 0 ? first + line : ' '.repeat(indent) + line,
  );
}
