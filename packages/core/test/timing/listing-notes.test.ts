/** Schedules as notes: destinations in comments, remarks, and loops that only a comment begins. */
import { existsSync, readFileSync } from 'node:fs';
import {
  checkWaits,
  findLoops,
  lowerListing,
  parseListing,
  simulateTiming,
  timeLoop,
} from '@ldscope/core';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { timedChip } from './chip.ts';
import { forAll } from '../../../../test/for-all.ts';

const { machine, timing } = timedChip('gfx942');

function judged(text: string) {
  const { listing, diagnostics } = parseListing(text);
  const lowered = lowerListing(listing, machine, timing);
  const { waits, missing } = checkWaits(lowered.program);
  const verdicts = waits.map(({ value, verdict }) => `${value} ${verdict}`);
  const codes = [...diagnostics, ...lowered.diagnostics].map(({ code }) => code);
  return { program: lowered.program, verdicts, missing, codes, listing };
}

const noted = (second: string): string => `
2 buffer0_load_dwordx4_[0:1]      -> trigger buffer_0
wait_cnt(vmcnt(0))                -> there
2 ds_write_128b_[0:1]             -> buffer_0 into LDS
wait_cnt(lgkmcnt(0))
sbarrier()
////// hot loop start:
###### status: the tile is in LDS
       (and its first half on the way)
2 buffer1_load_dwordx4[0:1]       -> trigger buffer_1
ds_read_128b_0                    -> trigger A[0, 0:1] read
ds_read_128b_1                    -> trigger B[0,0:1]
wait_cnt(lgkmcnt(0))              -> ready
sbarrier
MFMA A[0,0], B[0,0] , C[0,0]
MFMA A[0,1]  B[0,1],  C[0,0]
wait_cnt(vcnt(1))
ds_write_128b[0]                  -> buffer1_0 into LDS
wait_cnt(vcnt(0))
ds_write_128b[1]                  -> buffer1_1 into LDS
update the pointers
wait_cnt(lgkmcnt(${second}))
sbarrier
`;

describe('notes', () => {
  test('are judged by what their comments load', () => {
    const { verdicts, missing, codes, listing } = judged(noted('0'));
    expect(missing).toEqual([]);
    expect(verdicts).toEqual(Array.from(verdicts, (verdict) => verdict.replace(/ .*/, ' needed')));
    expect(new Set(codes)).toEqual(
      new Set(['timing/noted-loop', 'timing/remark', 'timing/from-comments']),
    );
    expect(listing.sections.map(({ name, times }) => [name, times])).toEqual([
      ['body', 1],
      ['loop', 100],
    ]);
  });

  test('with a wait that is too weak have one missing', () => {
    const { missing, program } = judged(noted('1'));
    expect(missing.map(({ instruction }) => program.instructions[instruction]?.text)).toContain(
      'sbarrier',
    );
  });

  test.each([
    ['ds_read_b128 -> trigger A[0,2:3] read', [['A[0,2]', 'A[0,3]']], ['LDS']],
    ['ds_read_b128 B[1] from tile -> A[0]', [['B[1]']], ['tile']],
    ['2 ds_read_b128 -> A[0:1] + B[0:1]', [['A[0]', 'A[1]']], ['LDS']],
    ['ds_read_b128 -> A[9:1] and A[0:99999999]', [], undefined],
    ['ds_read_b128 -> nothing is named', [], undefined],
    ['buffer2_load_dwordx4[5] -> prefetch buffer2_6', [['buffer[6]']], undefined],
  ])('%s', (line, operands, from) => {
    const [section] = parseListing(line).listing.sections;
    const [first] = section?.statements ?? [];
    expect([first?.operands, first?.from]).toEqual([operands, from]);
  });

  test('never throw, whatever they say', () => {
    const word = fc.constantFrom(
      'ds_read_128b',
      '[0:7]',
      '->',
      'A[0,1:2]',
      'buffer1_',
      '(N+1)th',
      '8',
    );
    forAll([fc.array(fc.oneof(word, fc.string({ maxLength: 8 })), { maxLength: 40 })], (words) => {
      const { listing } = parseListing(words.join(' ').replaceAll('8 ', '8\n'));
      lowerListing(listing, machine, timing);
    });
  });

  const source = new URL(
    '../../../../../shared/reference/gemm-pipelining-notes.txt',
    import.meta.url,
  );
  test.skipIf(!existsSync(source))(
    "of tingqli's GEMM as they stand: three waits that never wait, and one that is missing",
    () => {
      const text = readFileSync(source, 'utf8');
      const { verdicts, missing, program } = judged(text.slice(text.indexOf('### ILP Prologue:')));
      const of = (word: string) => verdicts.filter((verdict) => verdict.endsWith(word));
      expect(of('redundant')).toEqual(['9 redundant', '4 redundant', '7 redundant']);
      expect(of('needed')).toHaveLength(verdicts.length - 3);
      expect(new Set(missing.map((one) => program.instructions[one.instruction]?.text))).toEqual(
        new Set(['sbarrier']),
      );
      const [loop] = findLoops(program);
      const timeline = simulateTiming(program, { machine, timing });
      expect(loop && timeLoop(program, timeline, loop).cyclesPerIteration).toBe(2083);
    },
  );
});
