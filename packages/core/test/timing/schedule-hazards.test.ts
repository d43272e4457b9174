/**
 * Schedules with and without hazards, a file each in `schedules/`: the second line has what is found, by lines.
 *
 *     // expect: 8->11, 9 needs 12       a race of lines 8 and 11; the operation of line 9 is not waited for at line 12
 */
import { readdirSync, readFileSync } from 'node:fs';
import { checkWaits, LineMap, lowerListing, parseListing } from '@ldscope/core';
import { describe, expect, test } from 'vitest';
import { timedChip } from './chip.ts';

/** What is found in a schedule, in the words of its second line. */
function foundIn(text: string): string[] {
  const { listing, diagnostics: read } = parseListing(text);
  const { machine, timing } = timedChip(listing.machine ?? 'gfx942');
  const { program, diagnostics } = lowerListing(listing, machine, timing);
  expect([...read, ...diagnostics].filter(({ severity }) => severity === 'error')).toEqual([]);
  const lines = new LineMap(text);
  const line = (instruction: number): number =>
    lines.place(program.instructions[instruction]?.span?.start ?? 0).line;
  const { races, notJudged, missing } = checkWaits(program);
  expect(notJudged).toEqual([]);
  return [
    ...races.map(({ first, second }) => `${line(first)}->${line(second)}`),
    ...missing.map(({ operation, instruction }) => `${line(operation)} needs ${line(instruction)}`),
  ];
}

const folder = new URL('./schedules/', import.meta.url);
const examples = new URL('../../../../examples/schedules/', import.meta.url);

describe('hazards of schedules', () => {
  for (const kind of ['racy', 'correct']) {
    for (const name of readdirSync(new URL(`${kind}/`, folder))) {
      test(`${kind}/${name}`, () => {
        const text = readFileSync(new URL(`${kind}/${name}`, folder), 'utf8');
        const expected = /^\/\/ expect: (.*)$/m.exec(text)?.[1] ?? '';
        expect(expected === 'none').toBe(kind === 'correct');
        const found = [...new Set(foundIn(text))].sort();
        expect(found).toEqual(expected === 'none' ? [] : expected.split(', ').sort());
      });
    }
  }

  test.each(['gemm-level-1', 'gemm-level-2', 'gemm-256x256x32'])(
    '%s has no race, and without its barriers a race at each place',
    (name) => {
      const text = readFileSync(new URL(`${name}.sched`, examples), 'utf8');
      expect(foundIn(text).filter((one) => one.includes('->'))).toEqual([]);
      const without = text.replaceAll(/^ *sbarrier.*$/gm, '');
      const seconds = new Set(foundIn(without).flatMap((one) => one.split('->')[1] ?? []));
      const accesses = [...without.split('\n').entries()].filter(([, one]) =>
        /^\s*(?:\d+ )?ds_/.test(one),
      );
      const alone = accesses.filter(([number]) => !seconds.has(String(number + 1)));
      // The first fill of the tile comes before everything.
      expect(alone.every(([, one]) => /ds_write/.test(one))).toBe(true);
      expect(seconds.size).toBeGreaterThan(0);
    },
  );
});
