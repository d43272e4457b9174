/**
 * Loops and source lines of texts: the files of `outlines`, each with what it expects in comments at its end.
 *
 *     // loop of ds_read_b32 v3: 10-11          the innermost loop of the first line with the text, or none
 *     // source of ds_write_b32: k.hip:3        its frames
 */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { outlineText } from '../src/index.ts';

const folder = new URL('outlines/', import.meta.url);
const rows = readdirSync(folder).flatMap((name) => {
  const text = readFileSync(new URL(name, folder), 'utf8');
  const expected = [...text.matchAll(/^\/\/ (loop|source) of (.*): (\S+|\S+ \S+)$/gm)];
  expect(expected.length, name).toBeGreaterThan(0);
  return expected.map(
    ([, what = '', part = '', wanted = '']) => [name, what, part, wanted, text] as const,
  );
});

test.each(rows)('%s: the %s of %s is %s', (_, what, part, wanted, text) => {
  const { lines, loops } = outlineText(text);
  const number = text.split('\n').findIndex((one) => one.includes(part)) + 1;
  const line = lines.find((one) => one.line === number);
  const loop = loops[line?.loop ?? -1];
  const found =
    what === 'source'
      ? (line?.source ?? []).map((frame) => `${frame.file}:${frame.line}`).join(' ')
      : loop === undefined
        ? 'none'
        : `${loop.first}-${loop.last}`;
  expect(found).toBe(wanted);
});

test.each(['???', ''])('%j has no outline', (text) => {
  expect(outlineText(text)).toEqual({ loops: [], lines: [] });
});
