/** Every program of this folder leaves in memory what its comments say, and nothing else is reported than they say. */
import { expect, test } from 'vitest';
import { run } from '../harness.ts';
import { readCases } from './read.ts';

test.each(readCases(import.meta.dirname))('$name', ({ text, buffers, finds, ...launch }) => {
  const { codes, execution } = run(
    text,
    buffers.map(({ data }) => data),
    launch,
  );
  // Of accesses of other blocks the counts are not known.
  const found = [...codes, ...execution.hazards.map(({ code }) => code)];
  expect(found.filter((code) => code !== 'ptx/not-counted').join(' ')).toBe(finds);
  for (const { name, data, expected } of buffers) expect(data, name).toEqual(expected);
});
