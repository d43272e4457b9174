/** Listings of SASS are read as the disassemblers print them, and nothing in a text makes the reader throw. */
import { opcodeAt } from '@ldscope/core';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readSass } from '../../src/index.ts';
import { factsOf } from '../../src/sass/facts.ts';
import { LANE_REGISTERS } from '../../src/sass/operands.ts';
import { forAll } from '../../../../test/for-all.ts';
import { warpOf } from './warps.ts';
import { rows } from '../../../../test/rows.ts';

const nvdisasm = `
	.target	sm_90
//--------------------- .text.copy        --------------------------
	.section	.text.copy,"ax",@progbits
        .type           copy,@function
copy:
.text.copy:
	//## File "/a/k.cu", line 7
        /*0000*/                   S2R R9, SR_TID.X ;
	//## File "/a/h.hpp", line 110 inlined at "/a/k.cu", line 9
	//## File "/a/k.cu", line 9
        /*0010*/              @!P0 LDS.64 R8, [R2+UR4+-0x10] ;
.L_x_1:
	//## File "/a/k.cu", line 10
        /*0020*/                   STS [R7+0x84], R10 ;
        /*0030*/               @P0 BRA \`(.L_x_1) ;
        /*0040*/                   EXIT ;
`;
const cuobjdump = `
	code for sm_90
		Function : copy
	.headerflags	@"EF_CUDA_SM90"
        /*0000*/                   LDS R1, [R2] ;                       /* 0x00000a00ff017b82 */
                                                                        /* 0x000fe20000000800 */
        /*0010*/                   BRA 0x0;                             /* 0x0000000000097919 */
`;

const instructions = (text: string) => readSass(text).functions[0]?.instructions ?? [];

describe('the reader of SASS', () => {
  test('takes predicates, operands, labels and lines of nvdisasm', () => {
    const { functions, diagnostics } = readSass(nvdisasm);
    expect(diagnostics).toEqual([]);
    expect(functions.map(({ name }) => name)).toEqual(['copy']);
    const [first, load, store, branch] = instructions(nvdisasm);
    expect(first?.source).toEqual([{ file: '/a/k.cu', line: 7, column: 0 }]);
    expect(load).toMatchObject({
      pc: 16,
      predicate: { register: 'P0', negated: true },
      opcode: 'LDS',
      modifiers: ['64'],
      operands: ['R8', '[R2+UR4+-0x10]'],
      text: '@!P0 LDS.64 R8, [R2+UR4+-0x10]',
      line: 12,
    });
    // Markers behind each other are the functions around an inlined one.
    expect(load?.source.map(({ file, line }) => `${file}:${line}`)).toEqual([
      '/a/h.hpp:110',
      '/a/k.cu:9',
    ]);
    expect(store?.source).toHaveLength(1);
    expect(branch?.target).toBe(32);
  });

  test('takes the encodings of cuobjdump for comments, and branches to addresses', () => {
    expect(instructions(cuobjdump).map(({ text, target }) => [text, target])).toEqual([
      ['LDS R1, [R2]', undefined],
      ['BRA 0x0', 0],
    ]);
    expect(instructions('Function : f\n/*0000*/ BRA 0x1z ;')[0]?.target).toBeUndefined();
  });

  test('refuses a text without instructions', () => {
    expect(readSass('nothing').diagnostics[0]?.code).toBe('sass/no-instructions');
  });

  test('throws on nothing', () => {
    const pieces = [
      ...nvdisasm.split(/(?<=[\n ,;])/),
      '/*',
      '*/',
      '"',
      '`(',
      '@',
      '[',
      '//##',
      '\0',
    ];
    const garbage = fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string()), { maxLength: 60 });
    forAll([garbage], 300, (parts) => {
      const { functions } = readSass(parts.join(''));
      for (const one of functions.flatMap((own) => own.instructions)) {
        factsOf(one);
        expect(one.pc).toBeGreaterThanOrEqual(0);
      }
    });
  });
});

describe('an access of SASS', () => {
  const accessIn = (text: string) => {
    const [one] = instructions(`Function : f\n/*0000*/ ${text} ;`);
    if (one === undefined) throw new Error(`not read: ${text}`);
    return factsOf(one);
  };

  test.each(rows`
    LDS R1, [R2]                                | shared load 4          | ld.shared.b32
    LDS R1, [RZ]                                | shared load 4          | ld.shared.b32
    LDS.U8 R1, [R2.X4+0x7]                      | shared load 1          | ld.shared.b8
    LDS.S8 R1, [R2]                             | shared load 1          | ld.shared.b8
    LDS.U16 R1, [R2+0x6]                        | shared load 2          | ld.shared.b16
    LDS.S16 R1, [R2]                            | shared load 2          | ld.shared.b16
    LDS.64 R2, [R2]                             | shared load 8          | ld.shared.v2.b32
    STS.128 [R7+UR4+0x10], R12                  | shared store 16        | st.shared.v4.b32
    STS [UR4+-0x4], RZ                          | shared store 4         | st.shared.b32
    STS.U8 [R4], R5                             | shared store 1         | st.shared.b8
    LDSM.16.M88 R4, [R5]                        | shared matrix load 16  | ldmatrix.x1
    LDSM.16.M88.2 R4, [R5]                      | shared matrix load 16  | ldmatrix.x2
    LDSM.16.MT88.4 R4, [R5+0x20]                | shared matrix load 16  | ldmatrix.x4.trans
    STSM.16.MT88.2 [R5], R4                     | shared matrix store 16 | stmatrix.x2.trans
    ATOMS.ADD R3, [R6], R2                      | shared atomic 4        | red.shared.add.u32
    ATOMS.ADD.64 R3, [R6], R2                   | shared atomic 8        |
    ATOMS.EXCH R3, [R6], R2                     | shared atomic 4        | atom.shared.exch.b32
    ATOMS.CAS.64 R2, [R6], R4, R8               | shared atomic 8        | atom.shared.cas.b64
    ATOMS.POPC.INC.32 RZ, [R6]                  | shared atomic 4        | ATOMS.POPC.INC
    ATOMS.CAST.SPIN.64 R6, [R13], R4, R6        | shared atomic 8        | ATOMS.CAST.b64
    LDGSTS.E.BYPASS.128 [R7], desc[UR12][R2.64] | shared copy 16         | cp.async.b128
    LDGSTS.E.128 [R7], desc[UR12][R2.64]        | shared copy 16         | cp.async.ca.b128
    LDGSTS.E.64 [R7], desc[UR12][R2.64]         | shared copy 8          | cp.async.b64
    LDGSTS.E desc[UR12][R2.64], [R7+0x4]        | shared copy 4          | cp.async.b32
    LD.E R8, desc[UR6][R14.64]                  | generic load 4         | ld.shared.b32
    LD.E.64 R8, desc[UR6][R14.64+0x8]           | generic load 8         | ld.v2.b32
    LD.E.128 R8, desc[UR6][R14.64]              | generic load 16        | ld.v4.b32
    ST.E.64 desc[UR6][R14.64], R8               | generic store 8        | st.shared.v2.b32
    ATOM.E.CAS R3, desc[UR6][R6.64], R4, R8     | generic atomic 4       | atom.shared.cas.b32
  `)('%s', (text, expected, cost) => {
    const { access } = accessIn(text);
    if (access === undefined) throw new Error('no access');
    const { space, does, bytes, op } = access;
    expect(`${space} ${does} ${bytes}`).toBe(expected);
    expect(op === undefined ? '' : opcodeAt(op).name).toBe(cost);
  });

  test.each(rows`
    LDS R1, [R2]           | 1000 | 0       | 1000
    LDS R1, [RZ]           | 1000 | 0       | 0
    LDS.U8 R1, [R2.X4+0x7] | 1000 | 0       | 4007
    STS [UR4+-0x4], RZ     | 0    | 1000    | 996
    STS [R2+UR4+0x10], R12 | 1000 | 24      | 1040
    LD.E R1, desc[UR8][R2.64+0x8] | 8 | 0   | ${8 + 5 * 2 ** 32 + 8}
  `)('%s at %s and %s', (text, r2, ur4, address) => {
    const { access } = accessIn(text);
    const warp = warpOf();
    for (const [number, word] of [
      [2, r2],
      [3, 5],
      [LANE_REGISTERS + 4, ur4],
    ] as const) {
      warp.setWord(number, 0, Number(word));
      warp.wrote(number, -1, 1);
    }
    expect((access?.address.known(warp) ?? 0) & 1).toBe(1);
    expect(access?.address.read(warp, 0)).toBe(Number(address));
  });

  test.each(['LDG.E R2, desc[UR6][R2.64]', 'LDC R1, c[0x0][0x28]', 'BAR.SYNC 0x0', 'EXIT'])(
    '%s touches no shared memory',
    (text) => {
      expect(accessIn(text).touchesShared).toBe(false);
    },
  );
});
