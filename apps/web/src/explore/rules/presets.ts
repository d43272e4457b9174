/** Accesses on which the rules were taught or decided, each with what it shows. */
import { type LanePattern, strided } from '../parts/lane-pattern.ts';
import type { Request, RuleName } from './model.ts';

export interface Preset {
  readonly name: string;
  readonly rule: RuleName;
  readonly request: Request;
  readonly pattern: LanePattern;
  readonly text: string;
}

const columns = (rows: number, pitchBytes: number, stepBytes: number): LanePattern => ({
  baseBytes: 0,
  rows,
  pitchBytes,
  stepBytes,
  active: 64,
});

export const presets: readonly Preset[] = [
  {
    name: 'a row',
    rule: 'R1',
    request: 'read.b32',
    pattern: strided(4),
    text: 'Lane after lane on the next word: every bank of a half-wave has one lane.',
  },
  {
    name: 'every second word',
    rule: 'R1',
    request: 'read.b32',
    pattern: strided(8),
    text: 'Sixteen of 32 banks, two words each; of 64 banks every second once, if the instruction saw them.',
  },
  {
    name: 'a column',
    rule: 'R1',
    request: 'read.b32',
    pattern: strided(128),
    text: 'Rows of 128 bytes are one period of 32 banks: all lanes on one bank.',
  },
  {
    name: 'a broadcast',
    rule: 'R1',
    request: 'read.b32',
    pattern: strided(0),
    text: 'All lanes read one word; the bank serves it once for each half-wave.',
  },
  {
    name: 'one word, written',
    rule: 'R1',
    request: 'write.b32',
    pattern: strided(0),
    text: 'The second half of R1 is about reads. On AMD chips lanes that write one word are not combined, each takes a turn; on NVIDIA chips they are.',
  },
  {
    name: 'both halves of four words',
    rule: 'R2',
    request: 'read.b16',
    pattern: strided(2, 8),
    text: 'Eight lanes read the eight halves of four words. R2 says that halves do not mix; the word is what a bank serves, so it costs nothing.',
  },
  {
    name: 'tutorial 01, a read',
    rule: 'R2',
    request: 'read.b16',
    pattern: columns(8, 512, 2),
    text: 'Eight rows down a column, four columns to a half-wave: pairs of columns share words. R2 doubles what is counted.',
  },
  {
    name: 'tutorial 02, a write',
    rule: 'R2',
    request: 'write.b16',
    pattern: columns(4, 1024, 2),
    text: 'Two lanes write the two halves of a word. They are merged, so four rows are four words, not eight lanes.',
  },
  {
    name: 'two words a lane, in a row',
    rule: 'R3',
    request: 'read.b64',
    pattern: strided(8),
    text: 'On 32 banks a check of 32 lanes finds two on every second bank, at both steps. Hardware moves the whole vectors of 16 lanes, and these cover the banks once.',
  },
  {
    name: 'four words a lane, in a row',
    rule: 'R3',
    request: 'read.b128',
    pattern: strided(16),
    text: 'The plainest wide read there is. On 32 banks R3 finds four lanes on every fourth bank, at each of four steps. Hardware moves the whole vectors of eight lanes, and counters say no conflict.',
  },
  {
    name: 'four words a lane, every second vector',
    rule: 'R3',
    request: 'read.b128',
    pattern: strided(32),
    text: 'Eight lanes of a phase on 32 banks hold 32 words, two for each of 16 banks: 2 ways, where R3 finds 8.',
  },
  {
    name: 'a column of vectors',
    rule: 'R3',
    request: 'read.b128',
    pattern: strided(128),
    text: 'Rows of 128 bytes, one period of 32 banks: all lanes of a phase start at one bank. That is 8 ways in 8 phases, not 32 ways in 8 checks.',
  },
];
