; ---- disassembly
a.o:	file format elf64-amdgpu

Disassembly of section .text:

0000000000001900 <kernel>:
; a.hip:3
	s_getpc_b64 s[0:1]                                         // 000000001900: BE801C00
	s_add_u32 s0, s0, 0xfffffefc                               // 000000001904: 8000FF00 FFFFFEFC
	s_addc_u32 s1, s1, -1                                      // 00000000190C: 8201C101
	s_cbranch_scc1 2                                           // 000000001910: BF850002 <kernel+0x1c>
	s_branch L0                                                // 000000001918: BF82FFFA <kernel+0x4>
000000000000191c <L0>:
	s_endpgm                                                   // 00000000191C: BF810000
