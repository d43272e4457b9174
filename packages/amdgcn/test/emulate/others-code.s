; ---- has the addresses of the code object
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

; ---- branches by its encodings where one of several names stands at the target
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
