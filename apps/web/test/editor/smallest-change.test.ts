/** The change that makes one text of another: right for any two, and no longer than it has to be. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { forAll } from '../../../../test/for-all.ts';
import { smallestChange } from '../../src/editor/smallest-change.ts';

const texts = fc
  .array(fc.constantFrom('a', 'b', '\n', 'ds_read', '\u{1f600}'))
  .map((a) => a.join(''));

test('it makes the one of the other', () => {
  forAll([texts, texts], (before, after) => {
    const change = smallestChange(before, after);
    if (change === undefined) {
      expect(before).toBe(after);
      return;
    }
    const { from, to, insert } = change;
    expect(from).toBeLessThanOrEqual(to);
    expect(before.slice(0, from) + insert + before.slice(to)).toBe(after);
  });
});

test('what it takes and what it gives begin and end differently', () => {
  forAll([texts, texts], (before, after) => {
    const change = smallestChange(before, after);
    if (change === undefined) return;
    const taken = before.slice(change.from, change.to);
    if (taken === '' || change.insert === '') return;
    expect(taken.at(0)).not.toBe(change.insert.at(0));
    expect(taken.at(-1)).not.toBe(change.insert.at(-1));
  });
});

test.each([
  ['', '', undefined],
  ['aa', 'aaa', { from: 2, to: 2, insert: 'a' }],
  ['aaa', 'aa', { from: 2, to: 3, insert: '' }],
  ['one two three', 'one 2 three', { from: 4, to: 7, insert: '2' }],
])('%j to %j', (before, after, change) => {
  expect(smallestChange(before, after)).toEqual(change);
});
