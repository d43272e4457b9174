/** Single steps of SASS on the registers of a warp. */
import { bits32 } from '@ldscope/core/arithmetic';
import { describe, expect, test } from 'vitest';
import { readSass } from '../../src/index.ts';
import type { SassWarp } from '../../src/sass/execute/warp.ts';
import { factsOf } from '../../src/sass/facts.ts';
import { rows } from '../../../../test/rows.ts';
import { warpOf } from './warps.ts';

/** Executes an instruction in the lanes of a mask. */
function step(text: string, warp: SassWarp, mask = -1): void {
  const [instruction] = readSass(`.text.k:\n/*0000*/ ${text} ;`).functions[0]?.instructions ?? [];
  const operation = instruction && factsOf(instruction).operation;
  if (operation === undefined) throw new Error(`no step: ${text}`);
  operation.step(warp, mask);
}

/** Registers from R1 on with these words in all lanes. */
function given(words: readonly number[]): SassWarp {
  const warp = warpOf();
  for (const [i, word] of words.entries()) {
    for (let lane = 0; lane < 32; lane++) warp.setWord(i + 1, lane, word);
    warp.wrote(i + 1, -1, -1);
  }
  return warp;
}

describe('votes', () => {
  const ALL = -1;
  test.each([
    ['ANY', 0b110, ALL, [6, true]],
    ['ANY', 0, ALL, [0, false]],
    ['ANY', 0b110, 1, [0, false]],
    ['ALL', 0b110, ALL, [6, false]],
    ['ALL', 0b110, 0b110, [6, true]],
    ['EQ', 0b110, ALL, [6, false]],
    ['EQ', 0b110, 1, [0, true]],
    ['EQ', 0b110, 0b110, [6, true]],
  ] as const)('VOTE.%s of %i among %i', (how, bits, mask, [ballot, holds]) => {
    const warp = warpOf();
    warp.wrotePredicate(1, ALL, ALL, bits);
    const before = warp.words.slice();
    step(`VOTE.${how} R4, P0, P1`, warp, mask);
    const lane = Math.clz32(mask & -mask) ^ 31;
    expect([warp.word(4, lane), ((warp.bits[0] ?? 0) >>> lane) & 1]).toEqual([
      ballot,
      Number(holds),
    ]);
    // Words of other registers, and of lanes that take no part, are what they were.
    for (const [at, word] of warp.words.entries())
      if (at >> 5 !== 4 || ((mask >>> (at & 31)) & 1) === 0) expect(word).toBe(before[at]);
    expect([warp.known[4], warp.bitsKnown[0]]).toEqual([mask, mask]);
  });
});

describe('words', () => {
  test.each(rows`
    VIMNMX R9, R1, R2, PT          | 5 7      | 5
    VIMNMX R9, R1, R2, !PT         | -5 -7    | -5
    VIMNMX3 R9, R1, R2, R3, PT     | 9 8 7    | 7
    VIMNMX3 R9, R1, R2, R3, !PT    | -9 -8 -7 | -7
    VIADDMNMX R9, R1, R2, R3, PT   | 2 3 7    | 5
    REDUX.MIN R9, R1               | -3       | -3
    REDUX.SUM R9, R1               | -3       | -96
    SHFL.IDX PT, R9, R1, R2, 0x1f  | 8 40     | 8
    IADD.64 R8, R1, -R3            | 1 0 2 0  | -1
  `)('%s of %s', (text, words, wanted) => {
    const warp = given(words.split(' ').map(Number));
    step(text, warp);
    const found = Array.from({ length: 32 }, (_, lane) => warp.word(9, lane));
    expect(new Set(found)).toEqual(new Set([Number(wanted)]));
    expect(warp.known[9]).toBe(-1);
  });

  test('of a lane that takes no part are not known', () => {
    const warp = given([8]);
    step('SHFL.IDX PT, R9, R1, 0x11, 0x1f', warp, 0xffff);
    expect(warp.known[9]).toBe(0);
    step('SHFL.IDX PT, R9, R1, 0xf, 0x1f', warp, 0xffff);
    expect(warp.known[9]).toBe(0xffff);
  });
});

describe('floats', () => {
  test.each(rows`
    FADD R9, R1, -R2          | 1.5 0.25    | 1.25
    FMUL R9, |R1|, -2         | -3 0        | -6
    FFMA R9, R1, R2, 1        | 3 4         | 13
    FMNMX R9, R1, R2, !PT     | -3 4        | 4
    FSEL R9, R1, R2, !PT      | 3 4         | 4
    MUFU.RCP R9, R1           | 4 0         | 0.25
  `)('%s of %s', (text, floats, wanted) => {
    const warp = given(floats.split(' ').map((one) => bits32(Number(one))));
    step(text, warp);
    expect(warp.word(9, 31)).toBe(bits32(Number(wanted)));
  });

  test.each(rows`
    I2F.U32.RP R9, R1                | -1         | ${bits32(2 ** 32)}
    I2F.RZ R9, R1                    | -16777217  | ${bits32(-16777216)}
    F2I.FTZ.U32.TRUNC.NTZ R9, R1     | ${bits32(2.75)} | 2
    F2I.FTZ.U32.TRUNC.NTZ R9, R1     | ${bits32(-2.75)} | 0
    F2I.TRUNC.NTZ R9, R1             | ${bits32(-2.75)} | -2
    F2I.TRUNC.NTZ R9, R1             | ${bits32(1e20)} | 2147483647
  `)('%s of %s', (text, word, wanted) => {
    const warp = given([Number(word)]);
    step(text, warp);
    expect(warp.word(9, 0)).toBe(Number(wanted));
  });

  test.each(rows`
    FSETP.GEU.AND P0, PT, R1, R2, PT   | NaN | 1
    FSETP.GE.AND P0, PT, R1, R2, PT    | NaN | 0
    FSETP.NE.AND P0, PT, R1, R2, PT    | NaN | 0
    FSETP.NEU.AND P0, PT, R1, R2, PT   | NaN | 1
    FSETP.GT.OR P0, PT, R1, R2, PT     | 0   | 1
    FSETP.LT.AND P0, PT, |R1|, +INF, PT | -4 | 1
  `)('%s of %s', (text, first, holds) => {
    const warp = given([bits32(Number(first)), bits32(1)]);
    step(text, warp);
    expect((warp.bits[0] ?? 0) & 1).toBe(Number(holds));
  });

  test('that are no numbers have bits that are not known', () => {
    const warp = given([bits32(Infinity), bits32(Infinity)]);
    step('FADD R9, R1, -R2', warp);
    expect(warp.known[9]).toBe(0);
  });
});
