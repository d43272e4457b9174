; ---- a sample
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

; ---- may have symbolic labels, one set per function
0000000000001800 <a>:
	s_branch L0                          // 000000001800: BF820000
0000000000001804 <L0>:
	s_endpgm                             // 000000001804: BF810000
0000000000001900 <b>:
	s_nop 0                              // 000000001900: BF800000
0000000000001904 <L0>:
	s_branch L0                          // 000000001904: BF82FFFF
	s_endpgm                             // 000000001908: BF810000

; ---- may have descriptors
a.elf:	file format elf64-amdgpu

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

; ---- has labels where calls hold distances
0000000000001900 <kernel>:
	s_call_b64 s[30:31], 1               // 000000001900: BA9E0001
	s_endpgm                             // 000000001904: BF810000
	s_setpc_b64 s[30:31]                 // 000000001908: BE801D1E
