/** Listings of SASS are read as the disassemblers print them, and nothing in a text makes the reader throw. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readSass } from '../../src/index.ts';
import { sassAccess, writtenRegisters } from '../../src/sass/accesses.ts';
import { forAll } from '../../../../test/for-all.ts';

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
        sassAccess(one);
        writtenRegisters(one);
        expect(one.pc).toBeGreaterThanOrEqual(0);
      }
    });
  });
});

describe('an instruction of SASS', () => {
  const accessOf = (text: string) => {
    const [one] = instructions(`Function : f\n/*0000*/ ${text} ;`);
    if (one === undefined) throw new Error(`not read: ${text}`);
    return sassAccess(one);
  };

  test.each([
    ['LDS R1, [R2]', 'read', 4, 'R2', 0],
    ['LDS.U8 R1, [R2.X4+0x7]', 'read', 1, 'R2.X4', 7],
    ['STS.128 [R7+UR4+0x10], R12', 'write', 16, 'R7+UR4', 16],
    ['STS [UR4+-0x4], RZ', 'write', 4, 'UR4', -4],
    ['LDSM.16.MT88.4 R4, [R5+0x20]', 'matrix read', 16, 'R5', 32],
    ['ATOMS.CAST.SPIN.64 R6, [R13], R4, R6', 'atomic', 8, 'R13', 0],
    ['LDGSTS.E.BYPASS.128 [R7], desc[UR12][R2.64]', 'async', 16, 'R7', 0],
    ['LDGSTS.E desc[UR12][R2.64], [R7+0x4]', 'async', 4, 'R7', 4],
    ['LD.E.64 R8, desc[UR6][R14.64+0x8]', 'read', 8, 'R14.64', 8],
    ['LDS R1, [RZ]', 'read', 4, '', 0],
  ])('%s', (text, kind, widthBytes, base, offsetBytes) => {
    expect(accessOf(text)).toMatchObject({ kind, widthBytes, base, offsetBytes });
  });

  test.each(['LDG.E R2, desc[UR6][R2.64]', 'LDC R1, c[0x0][0x28]', 'BAR.SYNC 0x0', 'EXIT'])(
    '%s touches no shared memory',
    (text) => {
      expect(accessOf(text)).toBeUndefined();
    },
  );

  test.each([
    ['LDS.128 R4, [R2]', ['R4', 'R5', 'R6', 'R7']],
    ['IMAD.WIDE R2, R0, 0x4, R2', ['R2', 'R3']],
    ['SHFL.BFLY PT, R3, R2, 0x1, 0x1f', ['R3']],
    ['ISETP.GT.AND P0, PT, R9, 0x2f, PT', []],
    ['STS [R2], R4', []],
    ['LOP3.LUT P0, RZ, R4, 0xf, RZ, 0xc0, !PT', []],
  ])('%s writes', (text, expected) => {
    const [one] = instructions(`Function : f\n/*0000*/ ${text} ;`);
    expect(one && writtenRegisters(one)).toEqual(expected);
  });
});
