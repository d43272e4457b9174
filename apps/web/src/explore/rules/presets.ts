/** Accesses on which the rules were taught or decided, each with what it shows. */
import type { Preset } from '../../controls/form.tsx';
import { down, strided } from '../parts/lane-pattern.ts';
import type { Access } from './controls.ts';

interface AccessPreset extends Preset<Access> {
  readonly state: Omit<Access, 'chip'>;
  readonly text: string;
}

export const presets: readonly AccessPreset[] = [
  {
    name: 'a row',
    state: { request: 'read.b32', ...strided(4) },
    text: 'Lane after lane on the next word: every bank of a half-wave has one lane.',
  },
  {
    name: 'every second word',
    state: { request: 'read.b32', ...strided(8) },
    text: 'Sixteen of 32 banks, two words each; of 64 banks every second once, if the instruction saw them.',
  },
  {
    name: 'a column',
    state: { request: 'read.b32', ...strided(128) },
    text: 'Rows of 128 bytes are one period of 32 banks: all lanes on one bank.',
  },
  {
    name: 'a broadcast',
    state: { request: 'read.b32', ...strided(0) },
    text: 'All lanes read one word; the bank serves it once for each half-wave.',
  },
  {
    name: 'one word, written',
    state: { request: 'write.b32', ...strided(0) },
    text: 'The second half of R1 is about reads. On AMD chips lanes that write one word are not combined, each takes a turn; on NVIDIA chips they are.',
  },
  {
    name: 'both halves of four words',
    state: { request: 'read.b16', ...strided(2, 8) },
    text: 'Eight lanes read the eight halves of four words. R2 says that halves do not mix; the word is what a bank serves, so it costs nothing.',
  },
  {
    name: 'tutorial 01, a read',
    state: { request: 'read.b16', ...down(8, 512, 2) },
    text: 'Eight rows down a column, four columns to a half-wave: pairs of columns share words. R2 doubles what is counted.',
  },
  {
    name: 'tutorial 02, a write',
    state: { request: 'write.b16', ...down(4, 1024, 2) },
    text: 'Two lanes write the two halves of a word. They are merged, so four rows are four words, not eight lanes.',
  },
  {
    name: 'two words a lane, in a row',
    state: { request: 'read.b64', ...strided(8) },
    text: 'On 32 banks a check of 32 lanes finds two on every second bank, at both steps. Hardware moves the whole vectors of 16 lanes, and these cover the banks once.',
  },
  {
    name: 'four words a lane, in a row',
    state: { request: 'read.b128', ...strided(16) },
    text: 'The plainest wide read there is. On 32 banks R3 finds four lanes on every fourth bank, at each of four steps. Hardware moves the whole vectors of eight lanes, and counters say no conflict.',
  },
  {
    name: 'four words a lane, every second vector',
    state: { request: 'read.b128', ...strided(32) },
    text: 'Eight lanes of a phase on 32 banks hold 32 words, two for each of 16 banks: 2 ways, where R3 finds 8.',
  },
  {
    name: 'a column of vectors',
    state: { request: 'read.b128', ...strided(128) },
    text: 'Rows of 128 bytes, one period of 32 banks: all lanes of a phase start at one bank. That is 8 ways in 8 phases, not 32 ways in 8 checks.',
  },
];
