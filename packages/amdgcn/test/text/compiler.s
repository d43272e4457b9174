	.amdgcn_target "amdgcn-amd-amdhsa--gfx942"
	.amdhsa_code_object_version 6
	.text
	.p2align	2                               ; -- Begin function pick
	.type	pick,@function
pick:                                   ; @pick
	.file	1 "/src" "pick.hip" md5 0x00112233445566778899aabbccddeeff
	.loc	1 3 0                           ; pick.hip:3:0
	.cfi_startproc
; %bb.0:
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	.loc	1 4 12 prologue_end             ; pick.hip:4:12
	v_add_u32_e32 v0, 1, v0
	s_setpc_b64 s[30:31]
.Lfunc_end0:
	.size	pick, .Lfunc_end0-pick
	.cfi_endproc
                                        ; -- End function
	.set .Lpick.num_vgpr, 1
	.text
	.protected	copy                    ; -- Begin function copy
	.globl	copy
	.p2align	8
	.type	copy,@function
copy:                                   ; @copy
; %bb.0:
	s_load_dwordx2 s[2:3], s[0:1], 0x0
	.loc	1 0 0 is_stmt 0                 ; pick.hip:0:0
	s_getpc_b64 s[0:1]
	s_add_u32 s0, s0, pick@rel32@lo+4
	s_addc_u32 s1, s1, pick@rel32@hi+12
	v_lshlrev_b32_e32 v1, 2, v0
	.loc	1 9 3 is_stmt 1
	s_swappc_b64 s[30:31], s[0:1]
	s_getpc_b64 s[0:1]
	s_add_u32 s0, s0, table@rel32@lo+8
	s_addc_u32 s1, s1, table@rel32@hi+16
	global_load_dword v0, v1, s[0:1]
	ds_write_b32 v1, v0 offset:64
	s_cbranch_vccnz .LBB1_2
; %bb.1:
	s_waitcnt vmcnt(0) & lgkmcnt(0)
	v_cndmask_b32_sdwa v2, v1, v0, vcc dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:WORD_1
	v_mov_b32_dpp v3, v2 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf bound_ctrl:1
.LBB1_2:
	global_store_dword v1, v0, s[2:3]
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel copy
		.amdhsa_group_segment_fixed_size 320
		.amdhsa_kernarg_size 8
		.amdhsa_user_sgpr_count 2
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_next_free_vgpr max(totalnumvgprs(copy.num_agpr, copy.num_vgpr), 1, 0)
		.amdhsa_next_free_sgpr 34
		.amdhsa_accum_offset ((((((alignto(max(1, copy.num_vgpr), 4))/4)-1)&(~65536))&63)+1)*4
	.end_amdhsa_kernel
	.text
.Lfunc_end1:
	.size	copy, .Lfunc_end1-copy
	.set copy.num_vgpr, max(4, .Lpick.num_vgpr)
	.set copy.num_agpr, 0
	.section	.AMDGPU.csdata,"",@progbits
; Kernel info:
; codeLenInByte = 100
	.text
	.p2alignl 6, 3212836864
	.fill 256, 4, 3212836864
	.protected	table                   ; @table
	.type	table,@object
	.data
	.globl	table
	.p2align	3, 0x0
table:
	.long	1                               ; 0x1
	.long	.Lend-table
	.quad	table+4
.Lend:
	.size	table, 16
	.section	.debug_str,"MS",@progbits,1
.Linfo_string0:
	.asciz	"clang"                         ; string offset=0
	.ident	"clang"
	.section	".note.GNU-stack","",@progbits
	.addrsig
	.addrsig_sym table
	.amdgpu_metadata
---
amdhsa.kernels:
  - .agpr_count:     0
    .args:
      - .address_space:  global
        .name:           out.coerce
        .offset:         0
        .size:           8
        .value_kind:     global_buffer
    .group_segment_fixed_size: 320
    .kernarg_segment_align: 8
    .kernarg_segment_size: 8
    .max_flat_workgroup_size: 1024
    .name:           copy
    .private_segment_fixed_size: 0
    .reqd_workgroup_size: [64, 2, 1]
    .sgpr_count:     34
    .symbol:         copy.kd
    .uses_dynamic_stack: false
    .vgpr_count:     4
    .wavefront_size: 64
amdhsa.target:   amdgcn-amd-amdhsa--gfx942
amdhsa.version:
  - 1
  - 2
...

	.end_amdgpu_metadata
