/** Diagnostics in CodeMirror's form: underlined, with a tooltip, in a list, reachable by keyboard. */
import type { Diagnostic } from '@codemirror/lint';
import type { EditorState } from '@codemirror/state';
import { tokenAt } from '../highlight/highlight.ts';
import { type EditorDiagnostic, spanOf } from './line-mark.ts';

const severities = { error: 'error', warning: 'warning', note: 'info' } as const;

/** The diagnostics that have a place in the text. */
export function underlined(
  state: EditorState,
  diagnostics: readonly EditorDiagnostic[],
): Diagnostic[] {
  return diagnostics.flatMap((diagnostic) => {
    const place = placeOf(state, diagnostic);
    if (place === undefined) return [];
    const { severity, message, hint } = diagnostic;
    return [
      {
        ...place,
        severity: severities[severity],
        message: `${severity}: ${message}${hint === '' ? '' : `\n${hint}`}`,
        renderMessage: () => drawMessage(diagnostic),
      },
    ];
  });
}

/** The token at the diagnostic's column; without a column the line. */
function placeOf(
  state: EditorState,
  { line, column }: EditorDiagnostic,
): { readonly from: number; readonly to: number } | undefined {
  const { doc } = state;
  if (line === undefined || !Number.isInteger(line) || line < 1 || line > doc.lines)
    return undefined;
  if (column === undefined) return spanOf(doc, line);
  const { from, to } = doc.line(line);
  const start = Math.min(from + Math.max(column - 1, 0), to);
  const token = tokenAt(state, start);
  const end = token === undefined ? start + 1 : Math.min(token.to, to);
  // At the end of the text the last character is underlined.
  return start === to ? { from: Math.max(from, to - 1), to } : { from: start, to: end };
}

/** As text, never as HTML: messages quote the kernel. */
function drawMessage({ code, message, hint }: EditorDiagnostic): Node {
  const box = document.createElement('span');
  box.className = 'diagnostic-message';
  for (const [name, text] of [
    ['message', message],
    ['hint', hint],
    ['code', code],
  ] as const) {
    if (text === '') continue;
    const part = document.createElement('span');
    part.className = name;
    part.textContent = text;
    box.append(part);
  }
  return box;
}
