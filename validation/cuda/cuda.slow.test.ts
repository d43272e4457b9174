/** Measured CUDA launches: every result is right, and the counts that PTX can have are those of the hardware. */
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { executeLaunches, missingFor } from './launches.ts';

const shared = (path: string): string =>
  fileURLToPath(new URL(`../../../shared/${path}`, import.meta.url));
const missing = missingFor(shared('kernels/cuda'));
if (missing !== undefined) console.warn(`skipped: ${missing}`);

describe.skipIf(missing !== undefined)('84 CUDA launches', () => {
  const outcomes =
    missing === undefined
      ? executeLaunches(shared('kernels/cuda'), shared('measured/cuda-sm90.jsonl'))
      : [];

  test('have the results of their references', () => {
    expect(outcomes.flatMap(({ wrong }) => wrong)).toEqual([]);
    expect(outcomes).toHaveLength(84);
  });

  test('have the bank conflicts of the hardware where SASS has the accesses of PTX', () => {
    const exact = outcomes.filter(({ conflicts: [ours, theirs] }) => ours === theirs);
    expect(exact.length).toBeGreaterThanOrEqual(71);
  });
});
