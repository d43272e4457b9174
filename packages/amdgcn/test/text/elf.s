; ---- disassembly
k.co:	file format elf64-amdgpu

Disassembly of section .text:

0000000000001900 <k>:
	v_lshlrev_b32_e32 v1, 2, v0                                // 000000001900: 24020082
	s_getpc_b64 s[0:1]                                         // 000000001904: BE801C00
	s_add_u32 s0, s0, 0x6f8                                    // 000000001908: 8000FF00 000006F8
	s_addc_u32 s1, s1, 0                                       // 000000001910: 82018001
	s_load_dword s2, s[0:1], 0x0                               // 000000001914: C0020080 00000000
	ds_write_b32 v1, v0                                        // 00000000191C: D81A0000 00000001
	s_endpgm                                                   // 000000001924: BF810000
