/** Accesses to LDS that are still in flight behind a barrier, beside those that their wave has waited for. */
import { Lds } from '@ldscope/core';
import { expect, test } from 'vitest';
import { rows } from '../../../../test/rows.ts';

/** `0 st 1 7`: wave 0 stores 7 to word 1; `0 ld 1`, `0 wait`, and `bar` for all: the pairs that race, by the places of their acts. */
function racesOf(text: string): string {
  const lds = new Lds(64, 4);
  const waves = [0, 1].map((index) => ({ index, barriers: 0 }));
  lds.reset(waves);
  const inFlight = waves.map((): number[] => []);
  for (const [site, act] of text.split('; ').entries()) {
    if (act === 'bar') for (const wave of waves) wave.barriers++;
    const [index = 0, word = 0, value = 0] = act.split(/ (?:[a-z]+ ?)?/).map(Number);
    const [wave, tags] = [waves[index], inFlight[index]];
    if (wave === undefined || tags === undefined) continue;
    const bottom = 4 * word;
    const lanes = {
      addresses: new Uint32Array(64).fill(bottom),
      low: 1,
      high: 0,
      bottom,
      top: bottom,
    };
    if (act.includes('wait')) for (const tag of tags.splice(0)) lds.settle(tag);
    if (act.includes('ld')) {
      const tag = lds.beginRead(wave);
      lds.readInFlight(site, wave, tag, lanes, 4);
      tags.push(tag);
    }
    if (act.includes('st')) {
      const tag = lds.beginWrite(wave, 'plain');
      lds.write(site, wave, tag, lanes, 4);
      lds.storeChecked(() => void (lds.words[word] = value));
      tags.push(tag);
    }
  }
  lds.finish();
  // Of what nothing has written is said in packages/ptx/test/unwritten.test.ts.
  const races = lds.races.all.filter(({ kind }) => kind !== 'uninitialized');
  return races.map(({ kind, site, other }) => `${kind} ${other} ${site}`).join(', ');
}

test.each(rows`
  a store that is waited for                  | 0 st 1 7; 0 wait; bar; 1 st 1 8              |
  a store in flight, and another value        | 0 st 1 7; bar; 1 st 1 8                      | unfinished-write 0 2
  a store in flight, and the same value       | 0 st 1 7; bar; 1 st 1 7                      |
  a store in flight, and another word         | 0 st 1 7; bar; 1 st 2 8                      |
  the first of two stores in flight           | 0 st 1 7; 0 st 2 7; bar; 1 st 1 8            | unfinished-write 0 3
  the second of two stores in flight          | 0 st 1 7; 0 st 2 7; bar; 1 st 2 8            | unfinished-write 1 3
  a store in flight, behind a load of another | 1 ld 3; 0 st 1 7; bar; 1 st 1 8              | unfinished-write 1 3
  a store in flight over two barriers         | 0 st 1 7; bar; 1 ld 2; bar; 1 st 1 8         | unfinished-write 0 4
  a store in flight, and a load               | 0 st 1 7; bar; 1 ld 1                        | unfinished-write 0 2
  a load in flight, and a store               | 0 st 1 7; 0 wait; bar; 0 ld 1; bar; 1 st 1 8 | unfinished-read 3 5
  the same wave, which goes on in order       | 0 st 1 7; 0 ld 1; 0 st 1 8                   |
  the same wave behind a barrier              | 0 st 1 7; bar; 0 st 1 8                      |
  no barrier between                          | 0 st 1 7; 1 st 1 8                           | unordered 0 1
  no barrier between, and the same value      | 0 st 1 7; 1 st 1 7                           |
  no barrier between a load and a store       | 0 ld 1; 1 st 1 8                             | unordered 0 1
  no barrier between, behind one              | 0 st 2 7; 0 wait; bar; 0 st 1 7; 1 st 1 8    | unordered 3 4
`)('%s', (_, acts, races) => {
  expect(racesOf(acts)).toBe(races);
});
