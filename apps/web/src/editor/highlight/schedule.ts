/** Styles of the words of a schedule, line by line. */
import { commentOf, scanWord } from '@ldscope/core/schedule-lexer';
import type { Emit, Style } from './style.ts';

const SECTION = /^[ \t]*[A-Za-z_]\w*(?:[ \t]+\w+)?[ \t]*:[ \t]*$/;
const HEADER = /^[ \t]*(?:machine|waves|mfma)[ \t]+\w+[ \t]*$/;
const WORDS = new Set(['from', 'to', 'conflicts', 'bytes', 'lds']);

/** Operations by the beginning of their names; the first pattern that matches. */
const FAMILIES: readonly (readonly [pattern: RegExp, style: Style])[] = [
  [/^ds_/i, 'lds'],
  [/^(?:buffer|global|flat)_/i, 'memory'],
  [/^(?:mfma$|v_s?mfma)/i, 'matrix'],
  [/^(?:wait|s_wait|s_?barrier)/i, 'wait'],
];

/** Emits the words of a text that begins at the start of a line. */
export function highlightSchedule(text: string, emit: Emit): void {
  for (let start = 0; start < text.length;) {
    const found = text.indexOf('\n', start);
    const end = found < 0 ? text.length : found;
    highlightLine(text.slice(start, end), start, emit);
    start = end + 1;
  }
}

function highlightLine(line: string, offset: number, emit: Emit): void {
  const comment = commentOf(line);
  const code = line.slice(0, comment);
  let opens: Style | undefined = SECTION.test(code)
    ? 'symbol'
    : HEADER.test(code)
      ? 'key'
      : 'operation';
  for (let at = 0; at < code.length;) {
    const word = scanWord(code, at);
    if (word === undefined) {
      at++;
      continue;
    }
    let style: Style = word.kind === 'number' ? 'number' : 'plain';
    if (word.kind === 'name') {
      if (opens !== undefined) style = opens === 'operation' ? operation(word.text) : opens;
      else if (WORDS.has(word.text)) style = 'attribute';
      opens = undefined;
    }
    emit(offset + at, offset + word.end, style);
    at = word.end;
  }
  if (comment < line.length) emit(offset + comment, offset + line.trimEnd().length, 'comment');
}

function operation(name: string): Style {
  return FAMILIES.find(([pattern]) => pattern.test(name))?.[1] ?? 'operation';
}
