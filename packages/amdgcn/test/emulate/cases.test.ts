/** Every case of `cases/*.s`: what the emulator says of each line is what the comments of the file have. */
import { readdirSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { annotate, readCases } from './cases.ts';

const folder = new URL('cases/', import.meta.url);
const files = readdirSync(folder).sort();

describe.each(files)('%s', (file) => {
  const path = new URL(file, folder);
  const { head, cases } = readCases(path);

  if (process.env['UPDATE_CASES'] !== undefined) {
    const parts = cases.map((one) => [`; ---- ${one.name}`, ...annotate(one), ''].join('\n'));
    writeFileSync(path, `${head}${parts.join('\n')}`);
  }

  test.each(readCases(path).cases)('$name', (one) => expect(annotate(one)).toEqual(one.lines));

  test('names its cases apart', () => {
    expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length);
    expect(cases.length).toBeGreaterThan(0);
  });
});
