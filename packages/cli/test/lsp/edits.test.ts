import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { forAll } from '../../../../test/for-all.ts';
import { editsOf } from '../../src/lsp/show/edits.ts';

test('the edits lead from one text to the other, in whole lines', () => {
  const text = fc
    .array(fc.constantFrom('a', 'b', 'c', '', 'd\r'), { maxLength: 12 })
    .map((lines) => lines.join('\n'));
  forAll([text, text], (before, after) => {
    const document = TextDocument.create('a:b', '', 1, before);
    const edits = editsOf(before, after).map(({ from, to, text: newText }) => ({
      range: { start: document.positionAt(from), end: document.positionAt(to) },
      newText,
    }));
    expect(TextDocument.applyEdits(document, edits)).toBe(after);
  });
});
