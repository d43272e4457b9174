/**
 * Small programs, right and wrong, a file each: the first line says why, the second what is to be found.
 *
 *     // A store and a load of another warp's word, with nothing between.
 *     // expect: racy
 *     // launch: block=64
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parsePtx } from '../../src/index.ts';
import { run } from '../harness.ts';

const folder = fileURLToPath(new URL('.', import.meta.url));
const names = readdirSync(folder).filter((name) => name.endsWith('.ptx'));

const programs = names.map((name) => {
  const text = readFileSync(join(folder, name), 'utf8');
  const [, expected = '', block = '', cluster] =
    /^\/\/ expect: (correct|racy)\n\/\/ launch: block=(\d+)(?: cluster=(\d+))?$/m.exec(text) ?? [];
  return { name, text, expected, block: Number(block), cluster: Number(cluster ?? 1) };
});

describe('programs', () => {
  test.each(programs)('$name is $expected', ({ text, expected, block, cluster }) => {
    expect(['correct', 'racy']).toContain(expected);
    expect(parsePtx(text).diagnostics).toEqual([]);
    const { execution, codes } = run(text, [new Uint8Array(8192)], {
      block: [block, 1, 1],
      grid: [cluster, 1, 1],
      ...(cluster > 1 ? { cluster: [cluster, 1, 1] } : {}),
      maxSteps: 200_000,
    });
    const hazards = execution.hazards.map(({ code }) => code);
    // Of copies, accesses of other blocks and loops that spin the counts are not known; threads that meet too late wait for ever.
    const ofCounts = new Set(['ptx/not-counted', 'ptx/spin']);
    const problems = codes.filter((code) => !ofCounts.has(code));
    if (expected === 'correct') expect([...problems, ...hazards]).toEqual([]);
    else {
      // An mbarrier that is used before others know of it is an error, as one that nobody initialized.
      const found = new Set(['ptx/mbarrier-deadlock', 'ptx/no-mbarrier']);
      expect(problems.filter((code) => !found.has(code))).toEqual([]);
      expect([...problems, ...hazards]).not.toEqual([]);
    }
  });

  test('there are enough of either kind', () => {
    for (const kind of ['correct', 'racy'])
      expect(programs.filter(({ expected }) => expected === kind).length).toBeGreaterThanOrEqual(
        30,
      );
  });
});
