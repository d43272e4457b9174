/** What other people's assemblers and linkers write: each kernel has one LDS read, 32 ways, behind what is unusual. */
import { executeProgram, parseAssembly } from '@ldscope/amdgcn';
import { copyTrace, machineNamed, simulate } from '@ldscope/core';
import { describe, expect, it } from 'vitest';
import { kernelText } from './harness.ts';

/** Codes of the diagnostics, and the ways of each counted access. */
function execute(text: string): { readonly codes: string[]; readonly ways: number[] } {
  const { program, diagnostics } = parseAssembly(text);
  const gfx942 = machineNamed('gfx942');
  const ways: number[] = [];
  const execution = executeProgram(program, text, {
    machine: gfx942,
    kernel: 'k',
    launch: { block: [64, 1, 1], scalars: new Map(), dynamicLdsBytes: 8192 },
    onWorkgroup: (lent) => ways.push(...simulate(copyTrace(lent), gfx942).worstWays),
  });
  const all = [...diagnostics, ...execution.diagnostics];
  return { codes: all.map(({ code }) => code), ways };
}

/** 32 lanes of a phase at one bank. */
const address = 'v_lshlrev_b32_e32 v1, 7, v0';

describe('assembly', () => {
  it('jumps to labels by their distance from the literal', () => {
    const { codes, ways } = execute(
      kernelText(`${address}
s_getpc_b64 s[4:5]
s_add_i32 s6, target, 4
s_add_u32 s4, s4, s6
s_addc_u32 s5, s5, 0
s_setpc_b64 s[4:5]
v_mov_b32 v1, 0
s_endpgm
target: ds_read_b32 v3, v1`),
    );
    expect(ways).toEqual([32]);
    expect(codes).toEqual([]);
  });

  it('may leave out the commas before registers and numbers, as in LLVM', () => {
    const { codes, ways } = execute(
      kernelText(`v_lshlrev_b32_e32 v1 7 v0
s_cmp_lg_u32 s2 1
ds_read_b32 v3 v1 offset:4`),
    );
    expect(ways).toEqual([32]);
    expect(codes).toEqual([]);
  });

  it('is entered behind the header of preloaded arguments', () => {
    const { codes, ways } = execute(
      kernelText(
        `s_trap 2
.fill 63, 4, 0xbf800000
${address}
ds_read_b32 v3, v1`,
        '.amdhsa_user_sgpr_kernarg_preload_length 2',
      ),
    );
    expect(ways).toEqual([32]);
    // The arguments are in registers from the start, and nobody gave them.
    expect(codes).toEqual(['emulate/no-arguments']);
  });

  it('is entered behind a header that ends with an alignment', () => {
    const { ways } = execute(
      kernelText(
        `s_load_dwordx2 s[8:9], s[4:5], 0x0
s_waitcnt lgkmcnt(0)
s_trap 2
.p2align 8
${address}
ds_read_b32 v3, v1`,
        '.amdhsa_user_sgpr_kernarg_preload_length 2',
      ),
    );
    expect(ways).toEqual([32]);
  });

  it('with instructions as words is executed where a wave comes to them', () => {
    const { codes, ways } = execute(
      kernelText(`${address}\n.long 0xd86c0000, 0x03000001\ns_nop 0\nds_read_b32 v3, v1`),
    );
    expect(ways).toEqual([32, 32]);
    expect(codes).toEqual(['amdgcn/encoded-words']);
  });

  it('in words alone has the addresses of a code object, for gfx940 and gfx941 as for gfx942', () => {
    // Instructions of four and of eight bytes; the jump adds 28 to what s_getpc_b64 gives.
    const words = [
      '0x24020087 // v_lshlrev_b32 v1, 7, v0',
      '0xbe841c00 // s_getpc_b64 s[4:5]',
      '0x81068498 // s_add_i32 s6, 24, 4',
      '0x80040604 // s_add_u32 s4, s4, s6',
      '0x82058005 // s_addc_u32 s5, s5, 0',
      '0xbe801d04 // s_setpc_b64 s[4:5]',
      '0xbe8700ff, 0x12345 // s_mov_b32 s7, 0x12345',
      '0xbf810000 // s_endpgm',
      '0xd86c0000, 0x03000001 // ds_read_b32 v3, v1',
      '0xbf810000 // s_endpgm',
    ];
    const text = kernelText(words.map((word) => `.long ${word}`).join('\n')).replace(
      /\n\s*s_endpgm\n/,
      '\n',
    );
    for (const chip of ['gfx940', 'gfx941', 'gfx942']) {
      const { codes, ways } = execute(text.replace('gfx942', chip));
      expect(ways).toEqual([32]);
      expect(codes).toEqual(['amdgcn/encoded-words']);
    }
  });

  it.each([
    ['behind a label', 's_branch inner\ninner: .long 0xd86c0000, 0x03000001'],
    ['in halves of words', '.2byte 0, 0xd86c, 1, 0x0300'],
  ])('with instructions as numbers is not executed: %s', (_what, lines) => {
    const { codes, ways } = execute(
      kernelText(`${address}\n${lines}\ns_nop 0\nds_read_b32 v3, v1`),
    );
    expect(ways).toEqual([]);
    expect(codes).toContain('amdgcn/encoded');
  });

  it.each([
    ['by a branch', 's_branch inner\ns_endpgm\ninner: .long 0xd86c0000'],
    [
      'by a branch that may not be taken',
      's_cbranch_scc0 inner\ns_endpgm\ninner: .4byte 0xd86c0000',
    ],
    ['behind an instruction', '.2byte 0, 0xd86c, 1, 0'],
  ])('to which an access leads is not counted either: %s', (_what, lines) => {
    const { codes, ways } = execute(kernelText(`${address}\nds_read_b32 v3, v1\n${lines}`));
    expect(ways).toEqual([]);
    expect(codes).toContain('amdgcn/encoded');
  });

  it('from another file is an error', () => {
    for (const line of ['.incbin "code.bin"', '.include "code.s"']) {
      const { diagnostics } = parseAssembly(kernelText(`${address}\n${line}`));
      const found = diagnostics.find(({ code }) => code === 'amdgcn/unsupported-directive');
      expect(found?.severity).toBe('error');
    }
  });

  it('may have numbers behind a jump across them', () => {
    const lines = 's_branch over\n.long 1\nover:\nds_read_b32 v3, v1';
    expect(execute(kernelText(`${address}\n${lines}`)).ways).toEqual([32]);
  });

  it('that is all numbers says to assemble it', () => {
    const text = kernelText('').replace('  s_endpgm\n', '  .2byte 0, 0xbf81\n');
    const { diagnostics } = parseAssembly(text);
    const error = diagnostics.find(({ severity }) => severity === 'error');
    expect(error?.code).toBe('amdgcn/no-code');
    expect(error?.hint).toContain('assemble it first');
  });
});

describe('disassembly', () => {
  it('has the addresses of the code object', () => {
    const { codes, ways } = execute(`
k.o:	file format elf64-amdgpu

Disassembly of section .text:

0000000000001000 <k>:
	v_lshlrev_b32_e32 v1, 7, v0                                // 000000001000: 24020087
	s_getpc_b64 s[4:5]                                         // 000000001004: BE841C00
	s_add_i32 s6, 0x24, 4                                      // 000000001008: 810684FF 00000024
	s_add_u32 s4, s4, s6                                       // 000000001010: 80040604
	s_addc_u32 s5, s5, 0                                       // 000000001014: 82058005
	s_setpc_b64 s[4:5]                                         // 000000001018: BE801D04
	s_nop 0                                                    // 00000000101C: BF800000
	v_mov_b32_e32 v1, 0                                        // 000000001020: 7E020280
	v_mov_b32_e32 v1, 0                                        // 000000001024: 7E020280
	v_mov_b32_e32 v1, 0                                        // 000000001028: 7E020280
	s_endpgm                                                   // 00000000102C: BF810000
	ds_read_b32 v3, v1                                         // 000000001030: D86C0000 03000001
	s_endpgm                                                   // 000000001038: BF810000
`);
    expect(ways).toEqual([32]);
    expect(codes.filter((code) => code !== 'amdgcn/no-descriptor')).toEqual([]);
  });

  it('branches by its encodings where one of several names stands at the target', () => {
    const { codes, ways } = execute(`
k.o:	file format elf64-amdgpu

Disassembly of section .text:

0000000000000000 <k>:
	v_lshlrev_b32_e32 v1, 7, v0                                // 000000000000: 24020087
	s_cmp_eq_u32 s2, 0                                         // 000000000004: BF068002
	s_cbranch_scc1 inner                                       // 000000000008: BF850003
	v_mov_b32_e32 v1, 0                                        // 00000000000C: 7E020280
	s_branch inner                                             // 000000000010: BF820001
	s_endpgm                                                   // 000000000014: BF810000

0000000000000018 <outer>:
	ds_read_b32 v3, v1                                         // 000000000018: D86C0000 03000001
	s_endpgm                                                   // 000000000020: BF810000
`);
    expect(ways).toEqual([32]);
    expect(codes.filter((code) => code !== 'amdgcn/no-descriptor')).toEqual([]);
  });
});
