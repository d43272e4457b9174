/** Accesses to LDS that are still in flight behind a barrier, beside those that their wave has waited for. */
import { Lds } from '@ldscope/core';
import { expect, test } from 'vitest';
import { rows } from '../../../../test/rows.ts';

/** What is missing between two accesses, by the bits of `needs`. */
const MISSING = ['', 'wait', 'barrier', 'both'];

/**
 * `0 st 1 7`: wave 0 stores 7 to word 1; `0 cp 1 7`: a unit does so for it; `0 ld 1`, `0 wait`, and `bar` for all: the pairs that race,
 * by the places of their acts, and what is missing.
 */
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
    if (act.includes('st') || act.includes('cp')) {
      const isCopy = act.includes('cp');
      const data = isCopy
        ? new Uint8Array(Uint32Array.from({ length: 64 }, () => value).buffer)
        : undefined;
      const tag = lds.beginWrite(wave, isCopy ? 'copy' : 'plain', data);
      lds.write(site, wave, tag, lanes, 4);
      lds.storeChecked(() => void (lds.words[word] = value));
      tags.push(tag);
    }
  }
  lds.finish();
  // Of what nothing has written is said in packages/ptx/test/unwritten.test.ts.
  const races = lds.races.all.filter(({ kind }) => kind !== 'uninitialized');
  return races
    .map(({ kind, site, other, missing }) => `${kind} ${other} ${site} ${MISSING[missing]}`)
    .join(', ');
}

test.each(rows`
  a store that is waited for                            | 0 st 1 7; 0 wait; bar; 1 st 1 8              |
  a store in flight, and another value                  | 0 st 1 7; bar; 1 st 1 8                      | unfinished-write 0 2 both
  a store in flight, and the same value                 | 0 st 1 7; bar; 1 st 1 7                      |
  a store in flight, and another word                   | 0 st 1 7; bar; 1 st 2 8                      |
  the first of two stores in flight                     | 0 st 1 7; 0 st 2 7; bar; 1 st 1 8            | unfinished-write 0 3 both
  the second of two stores in flight                    | 0 st 1 7; 0 st 2 7; bar; 1 st 2 8            | unfinished-write 1 3 both
  a store in flight, behind a load of another           | 1 ld 3; 0 st 1 7; bar; 1 st 1 8              | unfinished-write 1 3 both
  a store in flight over two barriers                   | 0 st 1 7; bar; 1 ld 2; bar; 1 st 1 8         | unfinished-write 0 4 both
  a store in flight, and a load                         | 0 st 1 7; bar; 1 ld 1                        | unfinished-write 0 2 both
  a load in flight, and a store                         | 0 st 1 7; 0 wait; bar; 0 ld 1; bar; 1 st 1 8 | unfinished-read 3 5 both
  the same wave, which goes on in order                 | 0 st 1 7; 0 ld 1; 0 st 1 8                   |
  the same wave behind a barrier                        | 0 st 1 7; bar; 0 st 1 8                      |
  no barrier between                                    | 0 st 1 7; 1 st 1 8                           | unordered 0 1 barrier
  no barrier between, and the same value                | 0 st 1 7; 1 st 1 7                           |
  no barrier between a load and a store                 | 0 ld 1; 1 st 1 8                             | unordered 0 1 barrier
  no barrier between, behind one                        | 0 st 2 7; 0 wait; bar; 0 st 1 7; 1 st 1 8    | unordered 3 4 barrier
  a store in flight, waited for behind the barrier      | 0 st 1 7; bar; 0 wait; 1 st 1 8              | unfinished-write 0 3 barrier
  a store in flight, waited for before the next barrier | 0 st 1 7; bar; 0 wait; bar; 1 st 1 8         |
  a copy, and a load of its wave                        | 0 cp 1 7; 0 ld 1                             | unfinished-copy 0 1 wait
  a copy that its wave waits for                        | 0 cp 1 7; 0 wait; 0 ld 1                     |
  a copy, and a load                                    | 0 cp 1 7; 1 ld 1                             | unfinished-copy 0 1 both
  a copy that is waited for, and a load                 | 0 cp 1 7; 0 wait; 1 ld 1                     | unfinished-copy 0 2 barrier
  a copy that is waited for, behind a barrier           | 0 cp 1 7; 0 wait; bar; 1 ld 1                |
  a copy over a barrier                                 | 0 cp 1 7; bar; 1 ld 1                        | unfinished-copy 0 2 both
  a copy behind a load of its wave                      | 0 ld 1; 0 cp 1 7                             | unfinished-read 0 1 wait
  a copy behind a load that is waited for               | 0 ld 1; 0 wait; 0 cp 1 7                     |
  a copy before the wait for a load                     | 0 ld 1; 0 cp 1 7; 0 wait                     | unfinished-read 0 1 wait
  a copy behind a store of its wave                     | 0 st 1 7; 0 cp 1 8                           | unfinished-write 0 1 wait
  copies of one wave                                    | 0 cp 1 7; 0 cp 1 8                           |
  copies of two waves, and the same value               | 0 cp 1 7; 1 cp 1 7                           |
  copies of two waves                                   | 0 cp 1 7; 1 cp 1 8                           | unordered 0 1 both
  a copy, and a store of another wave before            | 1 st 1 7; 0 cp 1 7                           | unordered 0 1 barrier
`)('%s', (_, acts, races) => {
  expect(racesOf(acts)).toBe(races);
});
