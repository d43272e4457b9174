/**
 * The decoder against LLVM's disassembler.
 *
 * `encodings.txt` has each instruction once: chips, words, LLVM's text (`encodings.slow.test.ts`). Random code is compared with a digest of LLVM's text (`FUZZ_RUNS` instructions a chip; `npm run validate -- decode` compares more).
 */
import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { forAll } from '../../../../test/for-all.ts';
import { casesOf } from '../../../../test/cases.ts';
import { digest } from '../../../../test/tool-answers.ts';
import { disassembler, keptIn } from '../text/oracle.ts';
import { chips, compareCode, randomParts, textOf, theirDigests } from './compare.ts';
import { decoderOf } from './decoder.ts';

const kept = keptIn('decode');

describe('the decoder', () => {
  const golden = readFileSync(new URL('encodings.txt', import.meta.url), 'utf8');

  it.each(chips)('writes what LLVM writes for each instruction of %s', (chip) => {
    const lines = golden
      .split('\n')
      .filter((line) => line.split(' ', 1)[0]?.split(',').includes(chip.slice(3)));
    expect(lines.length).toBeGreaterThan(1000);
    const decoder = decoderOf(chip);
    for (const line of lines) {
      const [, code = '', text] = /^\S+ ((?:[0-9a-f]{8} )+) *(.*)$/.exec(line) ?? [];
      const words = code
        .trim()
        .split(' ')
        .map((word) => Number.parseInt(word, 16));
      decoder.open(new Uint8Array(Uint32Array.from(words).buffer));
      expect([decoder.textAt(0), decoder.size]).toEqual([text, 4 * words.length]);
    }
  });

  it.each(chips)('decodes any bytes of %s, and goes on', (chip) => {
    const decoder = decoderOf(chip);
    const words = fc.uint32Array({ minLength: 1, maxLength: 6 });
    forAll([words], (code) => {
      decoder.open(new Uint8Array(code.slice().buffer));
      for (let at = 0; at < code.byteLength; at += decoder.size) {
        expect(decoder.textAt(at)).toMatch(/^\S/);
        expect([4, 8, 12, 16, 20]).toContain(decoder.size);
        expect(at + decoder.size).toBeLessThanOrEqual(code.byteLength);
      }
    });
  });
});

describe('beside llvm-objdump', () => {
  const instructions = casesOf(20_000);

  it.each(chips)('decodes random code of %s', (chip) => {
    const parts = randomParts(chip, instructions);
    const texts = parts.map((words) => textOf(words, chip));
    const theirs = theirDigests(kept, chip, parts);
    const wrong = parts.filter((_, index) => digest(texts[index] ?? '') !== theirs[index]);
    // Where LLVM is there, it says what it would write.
    if (disassembler.missing === undefined)
      for (const words of wrong) expect(compareCode(words, chip).differences).toEqual([]);
    expect(wrong.map((words) => textOf(words, chip))).toEqual([]);
    const valid = texts.join('').match(/^\d+ (?!\.long|s_nop 0$)/gm) ?? [];
    expect(valid.length).toBeGreaterThan(instructions / 2);
  });
});
