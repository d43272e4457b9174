/** What an instruction of SASS reads, writes and decides follows from its row and its operands. */
import { describe, expect, test } from 'vitest';
import { rows } from '../../../../test/rows.ts';
import { readSass } from '../../src/index.ts';
import { type Facts, factsOf } from '../../src/sass/facts.ts';
import {
  GLOBAL_PLACE,
  predicateNumber,
  registerNumber,
  REGISTERS,
  SHARED_PLACE,
} from '../../src/sass/operands.ts';

const factsIn = (text: string): Facts => {
  const [instruction] = readSass(`.text.k:\n/*0000*/ ${text} ;`).functions[0]?.instructions ?? [];
  if (instruction === undefined) throw new Error(`not an instruction: ${text}`);
  return factsOf(instruction);
};

function place(name: string): number {
  if (name === 'shared') return SHARED_PLACE;
  if (name === 'global') return GLOBAL_PLACE;
  const predicate = predicateNumber(name);
  return registerNumber(name) ?? (predicate === undefined ? NaN : REGISTERS + predicate);
}

const places = (names: string): Set<number> => new Set(names.split(' ').filter(Boolean).map(place));

describe('an instruction reads and writes', () => {
  test.each(rows`
    IADD3 R2, P0, R4, -R6, RZ                       | R4 R6          | R2 P0
    IADD3.X R3, R5, ~R7, RZ, P0, !PT                | R5 R7 P0       | R3
    @!P1 ISETP.LT.U32.OR P0, PT, R5, R2, P3         | R5 R2 P1 P3    | P0
    LOP3.LUT P2, RZ, R0, 0x8, RZ, 0xc0, !PT         | R0             | P2
    IMAD.WIDE R2, R3, 0x4, R4                       | R3 R4 R5       | R2 R3
    VOTE.ANY R4, PT, P1                             | P1             | R4
    VOTE.ALL P0, P1                                 | P1             | P0
    LDG.E.64 R8, desc[UR6][R2.64+0x10]              | R2 R3 global   | R8 R9
    STG.E.128 desc[UR6][R2.64], R4                  | R2 R3 R4 R5 R6 R7 | global
    LDG.E.SYS R8, [R2]                              | R2 R3 global   | R8
    LDS.128 R4, [R2+UR4]                            | R2 UR4 shared  | R4 R5 R6 R7
    STS.64 [R2+UR4], R6                             | R2 UR4 R6 R7   | shared
    ATOMS.CAS R3, [R8], R2, R4                      | R8 R2 R4 shared | R3 shared
    ATOMS.CAST.SPIN.64 R6, [R13], R4, R8            | R13 R4 R5 R8 R9 shared | R6 R7 shared
    HMMA.16816.F32 R4, R8, R10, R4                  |                | R4 R5 R6 R7
    SYNCS.PHASECHK.TRANS64.TRYWAIT P0, [UR4], R5    |                | P0
    DADD R4, R6, -R8                                | R6 R7 R8 R9    | R4 R5
    FFMA R4, -R2, |R3|, 1                           | R2 R3          | R4
    SHFL.UP P0, R3, R2, 0x1, RZ                     | R2             | P0 R3
    UIADD3 UR4, UP0, UR5, UR6, URZ                  | UR5 UR6        | UR4 UP0
    LDSM.16.M88.4 R4, [R2]                          | R2 shared      | R4 R5 R6 R7
  `)('%s', (text, reads, writes) => {
    const { flow } = factsIn(text);
    expect([new Set(flow.reads), new Set(flow.writes)]).toEqual([places(reads), places(writes)]);
  });

  test('an access needs its address and its predicate in any case', () => {
    const { flow } = factsIn('@!P1 STS [R2], R6');
    expect(new Set(flow.needs)).toEqual(places('P1 R2'));
  });

  test('the old result stays where a predicate does not hold', () => {
    expect(factsIn('@P0 MOV R2, R3').flow.replaces).toEqual([]);
    expect(factsIn('MOV R2, R3').flow.replaces).toEqual([2]);
  });
});

describe('lanes go where these say', () => {
  test.each(rows`
    @P0 BRA P1, \`(.L_1)            | P0 P1
    RET.REL.NODEC R20 \`(k)         | R20
    BAR.SYNC R3, R4                 | R3 R4
    BAR.RED.POPC.DEFER_BLOCKING 0x0, P2 |
    WARPSYNC R5                     | R5
    @!P3 EXIT                       | P3
    IADD3 R2, R3, R4, RZ            |
  `)('%s', (text, decides) => {
    expect(new Set(factsIn(text.replaceAll('\\`', '`')).decides)).toEqual(places(decides));
  });
});

test('an opcode without a row may write anything', () => {
  const { row, words, bits } = factsIn('XYZ R4, R2');
  expect([row, words.length, bits.length]).toEqual([undefined, 510, 14]);
});
