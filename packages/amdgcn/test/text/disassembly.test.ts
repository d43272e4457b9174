import { describe, expect, it } from 'vitest';
import { parseAssembly, printInstruction } from '../../src/index.ts';

const sample = `
kernel.o:	file format elf64-amdgpu

Disassembly of section .text:

0000000000001800 <helper>:
; helper():
; /src/a.hip:7
	v_add_u32_e32 v0, v1, v0                                   // 000000001800: 68000101
	s_setpc_b64 s[30:31]                                       // 000000001804: BE801D1E

0000000000001900 <kernel>:
	s_getpc_b64 s[0:1]                                         // 000000001900: BE801C00
	s_add_u32 s0, s0, 0xfffffefc                               // 000000001904: 8000FF00 FFFFFEFC
	s_addc_u32 s1, s1, -1                                      // 00000000190C: 8201C101
	s_cbranch_scc1 2                                           // 000000001910: BF850002 <kernel+0x1c>
	s_nop 0                                                    // 000000001914: BF800000
	s_branch 65530                                             // 000000001918: BF82FFFA <kernel+0x4>
	s_endpgm                                                   // 00000000191C: BF810000
	.long 0xbf9f0000                                           // 000000001920: BF9F0000
`;

describe('disassembly', () => {
  it('has labels where branches and s_getpc_b64 hold distances', () => {
    const { program, diagnostics } = parseAssembly(sample);
    expect(diagnostics.map(({ code }) => code)).toEqual(['amdgcn/no-descriptor']);
    expect(program.instructions.map(printInstruction)).toEqual([
      'v_add_u32_e32 v0, v1, v0',
      's_setpc_b64 s[30:31]',
      's_getpc_b64 s[0:1]',
      's_add_u32 s0, s0, helper@rel32@lo+4',
      's_addc_u32 s1, s1, helper@rel32@hi+12',
      's_cbranch_scc1 .L_191c',
      's_nop 0',
      's_branch .L_1904',
      's_endpgm',
    ]);
    expect(program.labels.get('.L_191c')).toBe(8);
    expect(program.labels.get('.L_1904')).toBe(3);
    expect(program.kernels).toEqual([{ name: 'kernel', entry: 2 }]);
    expect(program.instructions[0]?.source).toEqual([{ file: '/src/a.hip', line: 7, column: 0 }]);
  });

  it('may have the distance on the left', () => {
    const turned = sample.replace(/(s_addc?_u32 s\d), (s\d), (\S+)/g, '$1, $3, $2');
    expect(parseAssembly(turned).program.instructions.slice(3, 5).map(printInstruction)).toEqual([
      's_add_u32 s0, helper@rel32@lo+4, s0',
      's_addc_u32 s1, helper@rel32@hi+12, s1',
    ]);
  });

  it('may have symbolic labels, one set per function', () => {
    const text = `0000000000001800 <a>:
	s_branch L0                          // 000000001800: BF820000
0000000000001804 <L0>:
	s_endpgm                             // 000000001804: BF810000
0000000000001900 <b>:
	s_nop 0                              // 000000001900: BF800000
0000000000001904 <L0>:
	s_branch L0                          // 000000001904: BF82FFFF
	s_endpgm                             // 000000001908: BF810000
`;
    const { program } = parseAssembly(text);
    const targets = program.instructions.flatMap(({ operands }) =>
      operands.flatMap((operand) =>
        operand.kind === 'symbol' ? [program.labels.get(operand.name)] : [],
      ),
    );
    expect(targets).toEqual([1, 3]);
    expect(program.kernels.map(({ name }) => name)).toEqual(['a', 'b']);
  });

  it('may have descriptors', () => {
    const text = `a.elf:	file format elf64-amdgpu

Disassembly of section .rodata:

0000000000000740 <k.kd>:
.amdhsa_kernel k
	.amdhsa_group_segment_fixed_size 400
.end_amdhsa_kernel

Disassembly of section .text:

0000000000001800 <k>:
	s_endpgm                             // 000000001800: BF810000

Disassembly of section .data:

0000000000002800 <table>:
	v_cndmask_b32_e32 v0, s0, v0, vcc    // 000000002800: 00000000
`;
    const { program, diagnostics } = parseAssembly(text);
    expect(diagnostics).toEqual([]);
    expect(program.instructions).toHaveLength(1);
    expect(program.kernels[0]?.descriptor?.get('group_segment_fixed_size')).toBe(400);
  });

  it('without the target of a branch or an address is reported', () => {
    const cut = sample
      .replace(/\ts_endpgm.*\n/, '')
      .replace('FFFFFEFC', '')
      .replace('0xfffffefc', '0x12345');
    expect(parseAssembly(cut).diagnostics.map(({ code }) => code)).toEqual([
      'amdgcn/pc-relative',
      'amdgcn/branch-target',
      'amdgcn/no-descriptor',
      'amdgcn/no-descriptor',
    ]);
  });
});
