/** The words of a schedule as an editor asks for them: what the parser reads, without a judgement. */
import { readFileSync } from 'node:fs';
import { parseListing } from '@ldscope/core';
import { commentOf, scanWord } from '@ldscope/core/schedule-lexer';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { forAll } from '../../../../test/for-all.ts';

const pieces = [
  ' ',
  '\t',
  ...'ds_read_b128 A0 _ é 0x1F 0b101 007 3ul 4x :: && == [ : ] ( , -> // # $ "'.split(' '),
];

describe('a word', () => {
  test.each([
    ['ds_read_b128 A0', 0, { kind: 'name', text: 'ds_read_b128', end: 12 }],
    ['pitch=136B', 6, { kind: 'number', text: '136', end: 9 }],
    ['0x1Ful, 2', 0, { kind: 'number', text: '0x1F', end: 6 }],
    ['4x', 0, { kind: 'number', text: '4', end: 1 }],
    ['a::b', 1, { kind: 'sign', text: '::', end: 3 }],
    ['a b', 1, undefined],
    ['$', 0, undefined],
    ['a', 1, undefined],
  ])('%j at %i', (text, at, word) => {
    expect(scanWord(text, at)).toEqual(word);
  });

  test('of any text has its characters and ends behind them', () => {
    const texts = fc.array(fc.constantFrom(...pieces), { maxLength: 12 });
    forAll([texts], (parts) => {
      const text = parts.join('');
      for (let at = 0; at < text.length; at++) {
        const word = scanWord(text, at);
        if (word === undefined) continue;
        expect(text.startsWith(word.text, at)).toBe(true);
        expect(word.text).not.toBe('');
        expect(word.end).toBeGreaterThanOrEqual(at + word.text.length);
        expect(word.end).toBeLessThanOrEqual(text.length);
      }
    });
  });
});

describe('a comment', () => {
  test.each([
    ['MFMA A0[0] -> 16 cycles', 11],
    ['sbarrier // why', 9],
    ['# machine', 0],
    ['wait_cnt(vmcnt(0))', 18],
  ])('of %j begins at %i', (line, at) => {
    expect(commentOf(line)).toBe(at);
  });

  test('is nothing to the parser', () => {
    const text = readFileSync(
      new URL('../../../../examples/schedules/gemm-level-2.sched', import.meta.url),
      'utf8',
    );
    const bare = text.split('\n').map((line) => line.slice(0, commentOf(line)).trimEnd());
    const shape = ({ listing, diagnostics }: ReturnType<typeof parseListing>) => ({
      sections: listing.sections.map(({ name, times, statements }) => [
        name,
        times,
        statements.length,
      ]),
      diagnostics,
    });
    expect(shape(parseListing(bare.join('\n')))).toEqual(shape(parseListing(text)));
  });
});
