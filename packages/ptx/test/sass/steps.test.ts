/** Single steps of SASS on the registers of a warp. */
import { describe, expect, test } from 'vitest';
import { extreme } from '../../src/sass/evaluate/arithmetic.ts';
import { LaneRegisters } from '../../src/sass/evaluate/lane-registers.ts';
import { vote } from '../../src/sass/evaluate/moves.ts';
import { sassOperand } from '../../src/sass/evaluate/operands.ts';
import { isWholeBarrier } from '../../src/sass/flow.ts';
import { rows } from '../../../../test/rows.ts';

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
    const registers = new LaneRegisters();
    registers.wrotePredicate(1, ALL, ALL, bits);
    const before = registers.words.slice();
    vote(['R4', 'P0', 'P1'].map(sassOperand), [how])?.(registers, mask, undefined as never);
    const lane = Math.clz32(mask & -mask) ^ 31;
    expect([registers.word(4, lane), ((registers.bits[0] ?? 0) >>> lane) & 1]).toEqual([
      ballot,
      Number(holds),
    ]);
    // Words of other registers, and of lanes that take no part, are what they were.
    for (const [at, word] of registers.words.entries())
      if (at >> 5 !== 4 || ((mask >>> (at & 31)) & 1) === 0) expect(word).toBe(before[at]);
    expect([registers.known[4], registers.bitsKnown[0]]).toEqual([mask, mask]);
  });
});

describe('the least and the greatest', () => {
  // Of words that are all on one side of 0, which is not among them.
  test.each(rows`
    VIMNMX    | 2 | 5, 7, PT       | 5
    VIMNMX    | 2 | -5, -7, !PT    | -5
    VIMNMX3   | 3 | 9, 8, 7, PT    | 7
    VIMNMX3   | 3 | -9, -8, -7, !PT | -7
    VIADDMNMX | 3 | 2, 3, 7, PT    | 5
  `)('%s', (name, count, sources, wanted) => {
    const registers = new LaneRegisters();
    const operands = sources.split(', ').map((source, i) => {
      if (source.endsWith('PT')) return source;
      for (let lane = 0; lane < 32; lane++) registers.setWord(i + 1, lane, Number(source));
      registers.wrote(i + 1, -1, -1);
      return `R${i + 1}`;
    });
    const step = extreme(Number(count), name === 'VIADDMNMX');
    step(['R8', ...operands].map(sassOperand), [])?.(registers, -1, undefined as never);
    const found = Array.from({ length: 32 }, (_, lane) => registers.word(8, lane));
    expect(new Set(found)).toEqual(new Set([Number(wanted)]));
  });
});

describe('a barrier of the whole block', () => {
  test.each([
    ['BAR.SYNC.DEFER_BLOCKING 0x0', true],
    ['BAR.SYNC.DEFER_BLOCKING 0x1, 0x40', false],
    ['BAR.RED.POPC.DEFER_BLOCKING 0x0, P0', true],
    ['BAR.RED.POPC.DEFER_BLOCKING 0x0, 0x40, P0', false],
    ['BAR.ARV 0x1, 0x40', false],
    ['MEMBAR.SYNC 0x0', false],
  ])('is %s: %s', (text, isWhole) => {
    const [opcode = '', ...modifiers] = text.slice(0, text.indexOf(' ')).split('.');
    const operands = text.slice(text.indexOf(' ') + 1).split(', ');

    expect(isWholeBarrier({ opcode, modifiers, operands } as never)).toBe(isWhole);
  });
});
