/** Two versions of a text as the edits that lead from one to the other, whole lines each. */
import { LineMap } from '@ldscope/core';
import { lineDiff } from '@ldscope/engine';

/** Characters from `from` up to `to` become a text. */
export interface Edit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  /** The first line that changes, or before which something is added; from 1. */
  readonly line: number;
}

/** The edits in order; they do not touch each other. */
export function editsOf(before: string, after: string): Edit[] {
  const lines = new LineMap(before);
  const count = before.split('\n').length;
  const edits: Edit[] = [];
  let next = 1;
  let line: number | undefined;
  let added: string[] = [];
  const close = (): void => {
    if (line === undefined) return;
    const from = lines.offset({ line, column: 1 });
    const to = lines.offset({ line: next, column: 1 });
    if (next <= count)
      edits.push({ from, to, text: added.map((one) => `${one}\n`).join(''), line });
    else if (line > count) edits.push({ from, to, text: atEnd(added), line });
    else if (line === 1) edits.push({ from, to, text: added.join('\n'), line });
    else {
      // The end of the line before is a part of it; between a carriage return and a line feed there is no position.
      const end = before.startsWith('\r', from - 2) ? '\r' : '';
      edits.push({ from: from - 1 - end.length, to, text: end + atEnd(added), line });
    }
    line = undefined;
    added = [];
  };
  for (const { kind, text } of lineDiff(before, after)) {
    if (kind === 'kept') close();
    else line ??= next;
    if (kind === 'added') added.push(text);
    else next++;
  }
  close();
  return edits;
}

/** Lines after the last one. */
const atEnd = (added: readonly string[]): string => added.map((one) => `\n${one}`).join('');
