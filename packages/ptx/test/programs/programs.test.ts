/** What the comments of each program expect is found, and nothing else. */
import { describe, expect, test } from 'vitest';
import { run } from '../harness.ts';
import { PROGRAM_BYTES, readPrograms } from './read.ts';

const programs = readPrograms(import.meta.dirname);

describe('programs', () => {
  test.each(programs)('$name: $expected', ({ text, expected, block, blocks }) => {
    const { execution, codes } = run(text, [new Uint8Array(PROGRAM_BYTES)], {
      block: [block, 1, 1],
      grid: [blocks, 1, 1],
      ...(blocks > 1 ? { cluster: [blocks, 1, 1] } : {}),
      maxSteps: 200_000,
    });
    // Of copies, accesses of other blocks and loops that spin the counts are not known.
    const ofCounts = new Set(['ptx/not-counted', 'ptx/spin']);
    const found = [...codes, ...execution.hazards.map(({ code }) => code)];
    const problems = new Set(found.filter((code) => !ofCounts.has(code)));
    expect([...problems].sort().join(', ') || 'correct').toBe(expected);
  });

  test('there are enough of either kind', () => {
    const correct = programs.filter(({ expected }) => expected === 'correct').length;
    expect(Math.min(correct, programs.length - correct)).toBeGreaterThanOrEqual(30);
  });
});
