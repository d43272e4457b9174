/** Results and diagnostics: where they stand, and where they are after an edit. */
import { ChangeSet, Text } from '@codemirror/state';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { forAll } from '../../../../test/for-all.ts';
import {
  type LineMark,
  moveResults,
  placeDiagnostics,
  placeMarks,
  type PlacedResult,
} from '../../src/editor/results/line-mark.ts';

const mark = (line: number): LineMark => ({ line, kind: 'lds', tone: 'good', text: `at ${line}` });

const docOf = (text: string): Text => Text.of(text.split('\n'));

const kernel = docOf('first:\n  ds_read v0\n  s_nop 0\n\n  s_endpgm');

/** Lines, from 1, and what stands there. */
function lines(doc: Text, all: readonly PlacedResult[]): string[] {
  return all.map(({ from, result }) => `${doc.lineAt(from).number} ${result.text}`);
}

/** Where the marks of all lines of the kernel are after a change. */
function after(from: number, to: number, insert: string): string[] {
  const changes = ChangeSet.of({ from, to, insert }, kernel.length);
  const placed = placeMarks(kernel, [1, 2, 3, 4, 5].map(mark));
  return lines(changes.apply(kernel), moveResults(placed, changes));
}

const all = ['1 at 1', '2 at 2', '3 at 3', '4 at 4', '5 at 5'];

describe('results', () => {
  test('stand behind their lines, in order; what has no line is left out', () => {
    const placed = placeMarks(kernel, [5, 0, 2, 6, 1.5, Number.NaN, 1].map(mark));
    expect(lines(kernel, placed)).toEqual(['1 at 1', '2 at 2', '5 at 5']);
  });

  test('of diagnostics have their hint', () => {
    const [placed] = placeDiagnostics(kernel, [
      { code: 'a/b', severity: 'error', message: 'wrong', hint: 'write that', line: 3, column: 3 },
      { code: 'a/c', severity: 'error', message: 'nowhere', hint: '' },
    ]);
    expect(placed?.result).toMatchObject({
      kind: 'diagnostic',
      tone: 'conflict',
      text: 'wrong · write that',
      title: 'error a/b: wrong\nwrite that',
    });
  });

  test('do not say their kind twice', () => {
    const hazard: LineMark = { line: 1, kind: 'hazard', tone: 'conflict', text: 'hazard' };
    expect(placeMarks(kernel, [hazard])[0]?.result.word).toBe('');
    expect(placeMarks(kernel, [{ ...hazard, text: 'race' }])[0]?.result.word).toBe('hazard');
  });
});

describe('after an edit', () => {
  const second = kernel.line(2);

  test.each([
    ['inside of a line', second.from + 4, second.from + 6, 'xyz', all],
    ['of its indentation', second.from, second.from + 2, '', all],
    ['at the end of a line', second.to, second.to, ' offset:16', all],
    [
      'a new line behind',
      second.to,
      second.to,
      '\n',
      ['1 at 1', '2 at 2', '4 at 3', '5 at 4', '6 at 5'],
    ],
    [
      'a new line before',
      second.from,
      second.from,
      '\n',
      ['1 at 1', '3 at 2', '4 at 3', '5 at 4', '6 at 5'],
    ],
    [
      'broken before its first word',
      second.from + 2,
      second.from + 2,
      '\n',
      ['1 at 1', '3 at 2', '4 at 3', '5 at 4', '6 at 5'],
    ],
    [
      'broken in the middle',
      second.from + 5,
      second.from + 5,
      '\n',
      ['1 at 1', '2 at 2', '4 at 3', '5 at 4', '6 at 5'],
    ],
    [
      'joined with the one before',
      second.from - 1,
      second.from + 2,
      ' ',
      ['1 at 1', '1 at 2', '2 at 3', '3 at 4', '4 at 5'],
    ],
    ['a line deleted', second.from, second.to + 1, '', ['1 at 1', '2 at 3', '3 at 4', '4 at 5']],
    ['the first line deleted', 0, second.from, '', ['1 at 2', '2 at 3', '3 at 4', '4 at 5']],
    [
      'a line replaced as a whole',
      second.from,
      second.to,
      'else',
      ['1 at 1', '3 at 3', '4 at 4', '5 at 5'],
    ],
    ['all replaced', 0, kernel.length, 'else', []],
  ])('%s', (_what, from, to, insert, expected) => {
    expect(after(from, to, insert)).toEqual(expected);
  });

  test('of other lines a result stays with its line', () => {
    const texts = fc.array(fc.constantFrom('a', ' b', '', '  c d'), { maxLength: 6 });
    forAll([texts, texts, texts, texts], (head, tail, newHead, newTail) => {
      const before = docOf([...head, '  the line', ...tail].join('\n'));
      const line = head.length + 1;
      const { from, to } = before.line(line);
      const start = newHead.map((text) => `${text}\n`).join('');
      const end = newTail.map((text) => `\n${text}`).join('');
      const changes = ChangeSet.of(
        [
          { from: 0, to: from, insert: start },
          { from: to, to: before.length, insert: end },
        ],
        before.length,
      );
      const moved = moveResults(placeMarks(before, [mark(line)]), changes);
      expect(lines(changes.apply(before), moved)).toEqual([`${newHead.length + 1} at ${line}`]);
    });
  });

  test('of any kind results are inside of the text, in order', () => {
    const edits = fc.array(fc.tuple(fc.nat(), fc.nat(5), fc.constantFrom('', 'x', '\n', 'a\n b')));
    forAll([edits], (all) => {
      let doc = kernel;
      let placed: readonly PlacedResult[] = placeMarks(doc, [1, 2, 3, 4, 5].map(mark));
      for (const [at, length, insert] of all) {
        const from = at % (doc.length + 1);
        const to = Math.min(from + length, doc.length);
        const changes = ChangeSet.of({ from, to, insert }, doc.length);
        doc = changes.apply(doc);
        placed = moveResults(placed, changes);
        let last = 0;
        for (const one of placed) {
          expect(one.from).toBeGreaterThanOrEqual(last);
          expect(one.to).toBeGreaterThanOrEqual(one.from);
          expect(one.to).toBeLessThanOrEqual(doc.length);
          last = one.from;
        }
      }
    });
  });
});
