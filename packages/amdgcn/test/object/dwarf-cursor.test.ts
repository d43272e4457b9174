/** The reader of debug information ends where its bytes do, whatever they are. */
import { expect, test } from 'vitest';
import { Cursor } from '../../src/object/dwarf/cursor.ts';
import { readForm } from '../../src/object/dwarf/forms.ts';

const format = { version: 5, offsetSize: 4, addressSize: 8 } as const;

test('a number of a thousand bytes is none, and what it would skip fails', () => {
  const cursor = new Cursor(new Uint8Array(1000).fill(0x80));
  expect(cursor.uleb()).toBe(0);
  expect(cursor.failed).toBe(true);
  const ended = new Cursor(Uint8Array.from({ length: 400 }, (_, i) => (i === 300 ? 1 : 0x80)));
  ended.skip(ended.uleb());
  expect(ended.failed).toBe(true);
  expect(ended.atEnd).toBe(true);
});

test('a form that stands before itself is refused', () => {
  const cursor = new Cursor(new Uint8Array(200_000).fill(0x16));
  expect(readForm(cursor, 0x16, format).number).toBe(0);
  expect(cursor.failed).toBe(true);
  const once = new Cursor(Uint8Array.of(0x0b, 7));
  expect(readForm(once, 0x16, format)).toEqual({ form: 0x0b, number: 7 });
});
