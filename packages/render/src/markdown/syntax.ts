/**
 * Texts of a kernel in GitHub's Markdown. They are shown as they are: in prose every character that could mean something is
 * escaped, and code is fenced by more backticks than it has; nothing of them ends a cell or a line.
 */

/** Control and formatting characters and line ends become spaces. */
function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, ' ');
}

/** A text between words. */
export function prose(text: string): string {
  return oneLine(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/[\\`*_{}[\]|~#!$]/g, String.raw`\$&`)
    .replaceAll('@', '@\u200b')
    .replaceAll(/\b(https?|www)(?=[:.])/gi, '$1\u200b');
}

/**
 * A text as code, in a cell of a table too. A bar ends a cell even in code, and a backslash before it is read differently
 * from place to place: a text with bars is an element of HTML with every sign as its number.
 */
export function code(text: string): string {
  const clean = oneLine(text);
  if (clean.trim() === '') return '';
  if (clean.includes('|')) {
    const numbered = clean.replaceAll(/[^\p{L}\p{N} ]/gu, (sign) => `&#${sign.codePointAt(0)};`);
    return `<code>${numbered}</code>`;
  }
  const longest = Math.max(0, ...(clean.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  const space = /^[` ]|[` ]$/.test(clean) ? ' ' : '';
  return `${fence}${space}${clean}${space}${fence}`;
}

/** A text of several lines as code, fenced by more backticks than it has; empty for an empty one. Tabs stay. */
export function fenced(text: string, language = ''): string {
  if (text.trim() === '') return '';
  const lines = text.split('\n').map((line) => line.split('\t').map(oneLine).join('\t'));
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  return [fence + language, ...lines, fence].join('\n');
}

export interface MdColumn {
  readonly title: string;
  readonly numeric?: boolean;
}

/** A table; cells are Markdown already. */
export function mdTable(
  columns: readonly MdColumn[],
  rows: readonly (readonly string[])[],
): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [
    line(columns.map(({ title }) => title)),
    line(columns.map(({ numeric }) => (numeric === true ? '--:' : '---'))),
    ...rows.map(line),
  ].join('\n');
}
