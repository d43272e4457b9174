; clang 22.1.8 -O3 --offload-arch=gfx942
	.amdgcn_target "amdgcn-amd-amdhsa--gfx942"
	.amdhsa_code_object_version 6
	.text
	.protected	tutorial_01
	.globl	tutorial_01
	.p2align	8
	.type	tutorial_01,@function
tutorial_01:
	s_load_dwordx2 s[8:9], s[0:1], 0x10
	v_readfirstlane_b32 s3, v0
	s_waitcnt lgkmcnt(0)
	s_cmp_lt_i32 s9, 1
	s_cbranch_scc1 .LBB0_3
	s_load_dwordx4 s[4:7], s[0:1], 0x0
	s_lshl_b32 s0, s2, 6
	s_mul_i32 s2, s9, s0
	s_lshr_b32 s11, s3, 6
	s_ashr_i32 s3, s2, 31
	s_lshl_b64 s[2:3], s[2:3], 1
	v_mbcnt_lo_u32_b32 v0, -1, 0
	s_waitcnt lgkmcnt(0)
	s_add_u32 s14, s4, s2
	s_mul_i32 s1, s9, 0x7e
	v_mbcnt_hi_u32_b32 v1, -1, v0
	s_addc_u32 s15, s5, s3
	s_add_i32 s2, s1, 64
	s_lshl_b32 s4, s11, 4
	v_lshrrev_b32_e32 v2, 2, v1
	v_lshrrev_b32_e32 v4, 3, v1
	s_ashr_i32 s1, s0, 31
	v_add_u32_e32 v0, s4, v2
	v_and_b32_e32 v3, 3, v1
	v_lshlrev_b32_e32 v2, 6, v2
	v_and_b32_e32 v1, 7, v1
	v_lshlrev_b32_e32 v5, 1, v4
	s_lshl_b64 s[0:1], s[0:1], 1
	v_lshl_add_u32 v4, s11, 3, v4
	v_lshlrev_b32_e32 v3, 4, v3
	v_mul_lo_u32 v0, s9, v0
	v_lshl_add_u32 v2, s11, 10, v2
	v_lshl_or_b32 v5, v1, 9, v5
	s_add_u32 s16, s6, s0
	s_mul_i32 s0, s8, 62
	v_lshlrev_b32_e32 v1, 4, v1
	v_mul_lo_u32 v4, s8, v4
	s_mov_b32 s10, 0
	v_lshl_add_u32 v0, v0, 1, v3
	s_addc_u32 s17, s7, s1
	s_add_i32 s6, s0, 0x80
	v_lshl_add_u32 v1, v4, 1, v1
	s_lshl_b32 s8, s8, 5
	s_mov_b32 s3, 0x27000
	v_add_u32_e32 v2, v2, v3
	v_add_u32_e32 v3, s4, v5
	s_mov_b32 s18, 0x5040100
	s_mov_b32 s12, 0
.LBB0_2:
	s_ashr_i32 s13, s12, 31
	s_lshl_b64 s[0:1], s[12:13], 1
	s_add_u32 s0, s14, s0
	s_addc_u32 s1, s15, s1
	s_and_b32 s1, s1, 0xffff
	buffer_load_dwordx4 v[4:7], v0, s[0:3], 0 offen
	s_ashr_i32 s11, s10, 31
	s_lshl_b64 s[0:1], s[10:11], 1
	s_add_u32 s4, s16, s0
	s_addc_u32 s0, s17, s1
	s_add_i32 s12, s12, 32
	s_add_i32 s10, s10, s8
	s_and_b32 s5, s0, 0xffff
	s_mov_b32 s7, s3
	s_cmp_lt_i32 s12, s9
	s_waitcnt vmcnt(0)
	ds_write_b128 v2, v[4:7]
	s_waitcnt lgkmcnt(0)
	s_barrier
	ds_read_u16 v4, v3
	ds_read_u16 v8, v3 offset:64
	ds_read_u16 v5, v3 offset:128
	ds_read_u16 v9, v3 offset:192
	ds_read_u16 v6, v3 offset:256
	ds_read_u16 v10, v3 offset:320
	ds_read_u16 v7, v3 offset:384
	ds_read_u16 v11, v3 offset:448
	s_waitcnt lgkmcnt(4)
	v_perm_b32 v5, v9, v5, s18
	v_perm_b32 v4, v8, v4, s18
	s_waitcnt lgkmcnt(2)
	v_perm_b32 v6, v10, v6, s18
	s_waitcnt lgkmcnt(0)
	v_perm_b32 v7, v11, v7, s18
	s_barrier
	buffer_store_dwordx4 v[4:7], v1, s[4:7], 0 offen
	s_cbranch_scc1 .LBB0_2
.LBB0_3:
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel tutorial_01
		.amdhsa_group_segment_fixed_size 4096
		.amdhsa_kernarg_size 24
		.amdhsa_user_sgpr_count 2
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_system_sgpr_workgroup_id_x 1
		.amdhsa_next_free_vgpr 12
		.amdhsa_next_free_sgpr 19
		.amdhsa_accum_offset 12
		.amdhsa_reserve_vcc 0
		.amdhsa_float_denorm_mode_32 3
		.amdhsa_float_denorm_mode_16_64 3
		.amdhsa_dx10_clamp 1
		.amdhsa_ieee_mode 1
	.end_amdhsa_kernel
	.text
.Lfunc_end0:
	.size	tutorial_01, .Lfunc_end0-tutorial_01
	.text
	.protected	tutorial_02
	.globl	tutorial_02
	.p2align	8
	.type	tutorial_02,@function
tutorial_02:
	s_load_dwordx2 s[8:9], s[0:1], 0x10
	v_readfirstlane_b32 s3, v0
	s_waitcnt lgkmcnt(0)
	s_cmp_lt_i32 s9, 1
	s_cbranch_scc1 .LBB1_3
	s_load_dwordx4 s[4:7], s[0:1], 0x0
	s_lshl_b32 s0, s2, 6
	s_mul_i32 s2, s9, s0
	v_mbcnt_lo_u32_b32 v0, -1, 0
	s_lshr_b32 s11, s3, 6
	s_ashr_i32 s3, s2, 31
	v_mbcnt_hi_u32_b32 v1, -1, v0
	s_lshl_b64 s[2:3], s[2:3], 1
	v_lshrrev_b32_e32 v2, 2, v1
	s_waitcnt lgkmcnt(0)
	s_add_u32 s14, s4, s2
	s_mul_i32 s1, s9, 0x7e
	v_lshl_add_u32 v0, s11, 4, v2
	v_and_b32_e32 v3, 3, v1
	v_lshlrev_b32_e32 v2, 1, v2
	s_addc_u32 s15, s5, s3
	s_add_i32 s2, s1, 64
	v_lshlrev_b32_e32 v4, 4, v3
	v_mul_lo_u32 v0, s9, v0
	v_lshl_or_b32 v2, v3, 10, v2
	v_lshrrev_b32_e32 v3, 3, v1
	v_and_b32_e32 v1, 7, v1
	s_ashr_i32 s1, s0, 31
	v_lshl_add_u32 v0, v0, 1, v4
	s_lshl_b32 s4, s11, 5
	v_lshlrev_b32_e32 v4, 7, v3
	v_lshlrev_b32_e32 v5, 4, v1
	s_lshl_b64 s[0:1], s[0:1], 1
	v_lshl_add_u32 v1, s11, 3, v3
	v_lshl_add_u32 v4, s11, 10, v4
	s_add_u32 s16, s6, s0
	s_mul_i32 s0, s8, 62
	v_mul_lo_u32 v1, s8, v1
	s_mov_b32 s10, 0
	s_addc_u32 s17, s7, s1
	s_add_i32 s6, s0, 0x80
	v_lshl_add_u32 v1, v1, 1, v5
	s_lshl_b32 s8, s8, 5
	s_mov_b32 s3, 0x27000
	v_add_u32_e32 v2, s4, v2
	v_add_u32_e32 v3, v4, v5
	s_mov_b32 s12, 0
.LBB1_2:
	s_ashr_i32 s13, s12, 31
	s_lshl_b64 s[0:1], s[12:13], 1
	s_add_u32 s0, s14, s0
	s_addc_u32 s1, s15, s1
	s_and_b32 s1, s1, 0xffff
	buffer_load_dwordx4 v[4:7], v0, s[0:3], 0 offen
	s_ashr_i32 s11, s10, 31
	s_lshl_b64 s[0:1], s[10:11], 1
	s_add_u32 s4, s16, s0
	s_addc_u32 s0, s17, s1
	s_add_i32 s12, s12, 32
	s_add_i32 s10, s10, s8
	s_and_b32 s5, s0, 0xffff
	s_mov_b32 s7, s3
	s_cmp_lt_i32 s12, s9
	s_waitcnt vmcnt(0)
	ds_write_b16 v2, v4
	ds_write_b16_d16_hi v2, v4 offset:128
	ds_write_b16 v2, v5 offset:256
	ds_write_b16_d16_hi v2, v5 offset:384
	ds_write_b16 v2, v6 offset:512
	ds_write_b16_d16_hi v2, v6 offset:640
	ds_write_b16 v2, v7 offset:768
	ds_write_b16_d16_hi v2, v7 offset:896
	s_waitcnt lgkmcnt(0)
	s_barrier
	ds_read_b128 v[4:7], v3
	s_waitcnt lgkmcnt(0)
	s_barrier
	buffer_store_dwordx4 v[4:7], v1, s[4:7], 0 offen
	s_cbranch_scc1 .LBB1_2
.LBB1_3:
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel tutorial_02
		.amdhsa_group_segment_fixed_size 4096
		.amdhsa_kernarg_size 24
		.amdhsa_user_sgpr_count 2
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_system_sgpr_workgroup_id_x 1
		.amdhsa_next_free_vgpr 8
		.amdhsa_next_free_sgpr 18
		.amdhsa_accum_offset 8
		.amdhsa_reserve_vcc 0
		.amdhsa_float_denorm_mode_32 3
		.amdhsa_float_denorm_mode_16_64 3
		.amdhsa_dx10_clamp 1
		.amdhsa_ieee_mode 1
	.end_amdhsa_kernel
	.text
.Lfunc_end1:
	.size	tutorial_02, .Lfunc_end1-tutorial_02
	.text
	.protected	tutorial_03
	.globl	tutorial_03
	.p2align	8
	.type	tutorial_03,@function
tutorial_03:
	s_load_dwordx2 s[8:9], s[0:1], 0x10
	v_readfirstlane_b32 s3, v0
	s_waitcnt lgkmcnt(0)
	s_cmp_lt_i32 s9, 1
	s_cbranch_scc1 .LBB2_3
	s_load_dwordx4 s[4:7], s[0:1], 0x0
	s_lshl_b32 s0, s2, 6
	s_mul_i32 s2, s9, s0
	s_lshr_b32 s11, s3, 6
	s_ashr_i32 s3, s2, 31
	s_lshl_b64 s[2:3], s[2:3], 1
	v_mbcnt_lo_u32_b32 v0, -1, 0
	s_waitcnt lgkmcnt(0)
	s_add_u32 s14, s4, s2
	s_mul_i32 s1, s9, 0x7e
	v_mbcnt_hi_u32_b32 v1, -1, v0
	s_addc_u32 s15, s5, s3
	s_add_i32 s2, s1, 64
	s_lshl_b32 s1, s11, 4
	v_lshrrev_b32_e32 v0, 2, v1
	v_lshrrev_b32_e32 v4, 3, v1
	v_add_u32_e32 v2, s1, v0
	v_and_b32_e32 v0, 3, v1
	v_and_b32_e32 v5, 7, v1
	v_lshl_add_u32 v6, v4, 1, s1
	s_ashr_i32 s1, s0, 31
	v_lshl_add_u32 v1, s11, 3, v4
	s_movk_i32 s3, 0x44
	s_lshl_b64 s[0:1], s[0:1], 1
	v_lshlrev_b32_e32 v4, 4, v5
	v_mul_lo_u32 v1, s8, v1
	v_lshlrev_b32_e32 v3, 4, v0
	v_mul_lo_u32 v0, s9, v2
	v_mul_lo_u32 v2, v2, s3
	s_add_u32 s16, s6, s0
	s_mul_i32 s0, s8, 62
	v_lshl_add_u32 v1, v1, 1, v4
	v_mul_i32_i24_e32 v4, 0x220, v5
	s_mov_b32 s10, 0
	v_lshl_add_u32 v0, v0, 1, v3
	s_addc_u32 s17, s7, s1
	s_add_i32 s6, s0, 0x80
	s_lshl_b32 s8, s8, 5
	s_mov_b32 s3, 0x27000
	v_add_u32_e32 v2, v2, v3
	v_add_u32_e32 v3, v6, v4
	s_mov_b32 s18, 0x5040100
	s_mov_b32 s12, 0
.LBB2_2:
	s_ashr_i32 s13, s12, 31
	s_lshl_b64 s[0:1], s[12:13], 1
	s_add_u32 s0, s14, s0
	s_addc_u32 s1, s15, s1
	s_and_b32 s1, s1, 0xffff
	buffer_load_dwordx4 v[4:7], v0, s[0:3], 0 offen
	s_ashr_i32 s11, s10, 31
	s_lshl_b64 s[0:1], s[10:11], 1
	s_add_u32 s4, s16, s0
	s_addc_u32 s0, s17, s1
	s_add_i32 s12, s12, 32
	s_add_i32 s10, s10, s8
	s_and_b32 s5, s0, 0xffff
	s_mov_b32 s7, s3
	s_cmp_lt_i32 s12, s9
	s_waitcnt vmcnt(0)
	ds_write2_b32 v2, v4, v5 offset1:1
	ds_write2_b32 v2, v6, v7 offset0:2 offset1:3
	s_waitcnt lgkmcnt(0)
	s_barrier
	ds_read_u16 v4, v3
	ds_read_u16 v8, v3 offset:68
	ds_read_u16 v5, v3 offset:136
	ds_read_u16 v9, v3 offset:204
	ds_read_u16 v6, v3 offset:272
	ds_read_u16 v10, v3 offset:340
	ds_read_u16 v7, v3 offset:408
	ds_read_u16 v11, v3 offset:476
	s_waitcnt lgkmcnt(4)
	v_perm_b32 v5, v9, v5, s18
	v_perm_b32 v4, v8, v4, s18
	s_waitcnt lgkmcnt(2)
	v_perm_b32 v6, v10, v6, s18
	s_waitcnt lgkmcnt(0)
	v_perm_b32 v7, v11, v7, s18
	s_barrier
	buffer_store_dwordx4 v[4:7], v1, s[4:7], 0 offen
	s_cbranch_scc1 .LBB2_2
.LBB2_3:
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel tutorial_03
		.amdhsa_group_segment_fixed_size 4352
		.amdhsa_kernarg_size 24
		.amdhsa_user_sgpr_count 2
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_system_sgpr_workgroup_id_x 1
		.amdhsa_next_free_vgpr 12
		.amdhsa_next_free_sgpr 19
		.amdhsa_accum_offset 12
		.amdhsa_reserve_vcc 0
		.amdhsa_float_denorm_mode_32 3
		.amdhsa_float_denorm_mode_16_64 3
		.amdhsa_dx10_clamp 1
		.amdhsa_ieee_mode 1
	.end_amdhsa_kernel
	.text
.Lfunc_end2:
	.size	tutorial_03, .Lfunc_end2-tutorial_03
	.text
	.protected	tutorial_04
	.globl	tutorial_04
	.p2align	8
	.type	tutorial_04,@function
tutorial_04:
	s_load_dwordx2 s[8:9], s[0:1], 0x10
	v_readfirstlane_b32 s3, v0
	s_waitcnt lgkmcnt(0)
	s_cmp_lt_i32 s9, 1
	s_cbranch_scc1 .LBB3_3
	v_mbcnt_lo_u32_b32 v0, -1, 0
	v_mbcnt_hi_u32_b32 v2, -1, v0
	s_load_dwordx4 s[4:7], s[0:1], 0x0
	s_lshr_b32 s1, s3, 6
	v_lshrrev_b32_e32 v0, 2, v2
	v_lshl_add_u32 v1, s1, 4, v0
	v_and_b32_e32 v3, 3, v2
	v_lshlrev_b32_e32 v0, 4, v3
	v_mul_lo_u32 v4, s9, v1
	v_and_b32_e32 v5, 1, v1
	v_lshl_add_u32 v0, v4, 1, v0
	v_lshrrev_b32_e32 v4, 1, v1
	v_lshl_or_b32 v3, v5, 2, v3
	v_bfe_u32 v1, v1, 1, 3
	v_xor_b32_e32 v1, v3, v1
	v_lshlrev_b32_e32 v3, 7, v4
	v_lshlrev_b32_e32 v4, 4, v1
	v_lshrrev_b32_e32 v1, 3, v2
	s_lshl_b32 s0, s2, 6
	v_and_b32_e32 v5, 7, v2
	v_lshl_add_u32 v1, s1, 3, v1
	v_lshlrev_b16_e32 v2, 2, v2
	s_mul_i32 s2, s9, s0
	v_lshrrev_b32_e32 v6, 3, v1
	v_and_b32_e32 v2, 4, v2
	s_ashr_i32 s3, s2, 31
	v_and_b32_e32 v7, 7, v1
	v_xor_b32_sdwa v2, v6, v2 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:WORD_0
	s_lshl_b64 s[2:3], s[2:3], 1
	v_lshlrev_b32_e32 v7, 1, v7
	v_lshlrev_b32_e32 v8, 4, v5
	v_mul_lo_u32 v1, s8, v1
	v_lshlrev_b32_e32 v9, 4, v2
	v_lshlrev_b32_e32 v2, 2, v5
	s_waitcnt lgkmcnt(0)
	s_add_u32 s14, s4, s2
	v_lshl_add_u32 v1, v1, 1, v8
	v_lshl_or_b32 v8, v5, 9, v7
	v_and_b32_e32 v5, 4, v2
	v_or_b32_e32 v11, 1, v2
	v_or_b32_e32 v14, 2, v2
	v_or_b32_e32 v2, 3, v2
	s_addc_u32 s15, s5, s3
	s_mul_i32 s2, s9, 0x7e
	s_ashr_i32 s1, s0, 31
	v_add_u32_e32 v10, 4, v6
	v_and_b32_e32 v12, 5, v11
	v_and_b32_e32 v15, 6, v14
	v_and_b32_e32 v17, 7, v2
	s_add_i32 s2, s2, 64
	s_lshl_b64 s[0:1], s[0:1], 1
	v_xor_b32_e32 v5, v10, v5
	v_xor_b32_e32 v13, v12, v6
	v_xor_b32_e32 v12, v10, v12
	v_xor_b32_e32 v16, v15, v6
	v_xor_b32_e32 v15, v10, v15
	v_xor_b32_e32 v6, v17, v6
	v_lshl_or_b32 v18, v2, 7, v7
	v_xor_b32_e32 v2, v10, v17
	s_add_u32 s16, s6, s0
	s_mul_i32 s0, s8, 62
	v_lshlrev_b32_e32 v5, 4, v5
	v_lshl_or_b32 v11, v11, 7, v7
	v_lshlrev_b32_e32 v13, 4, v13
	v_lshlrev_b32_e32 v12, 4, v12
	v_lshl_or_b32 v14, v14, 7, v7
	v_lshlrev_b32_e32 v16, 4, v16
	v_lshlrev_b32_e32 v15, 4, v15
	v_lshlrev_b32_e32 v19, 4, v6
	v_lshlrev_b32_e32 v10, 4, v2
	s_mov_b32 s10, 0
	s_addc_u32 s17, s7, s1
	s_add_i32 s6, s0, 0x80
	s_lshl_b32 s8, s8, 5
	s_mov_b32 s3, 0x27000
	v_add_u32_e32 v2, v3, v4
	v_add_u32_e32 v3, v8, v9
	v_add_u32_e32 v4, v8, v5
	v_add_u32_e32 v5, v11, v13
	v_add_u32_e32 v6, v11, v12
	v_add_u32_e32 v7, v14, v16
	v_add_u32_e32 v8, v14, v15
	v_add_u32_e32 v9, v18, v19
	v_add_u32_e32 v10, v18, v10
	s_mov_b32 s18, 0x5040100
	s_mov_b32 s12, 0
.LBB3_2:
	s_ashr_i32 s13, s12, 31
	s_lshl_b64 s[0:1], s[12:13], 1
	s_add_u32 s0, s14, s0
	s_addc_u32 s1, s15, s1
	s_and_b32 s1, s1, 0xffff
	buffer_load_dwordx4 v[12:15], v0, s[0:3], 0 offen
	s_ashr_i32 s11, s10, 31
	s_lshl_b64 s[0:1], s[10:11], 1
	s_add_u32 s4, s16, s0
	s_addc_u32 s0, s17, s1
	s_add_i32 s12, s12, 32
	s_add_i32 s10, s10, s8
	s_and_b32 s5, s0, 0xffff
	s_mov_b32 s7, s3
	s_cmp_lt_i32 s12, s9
	s_waitcnt vmcnt(0)
	ds_write_b128 v2, v[12:15]
	s_waitcnt lgkmcnt(0)
	s_barrier
	ds_read_u16 v11, v3
	ds_read_u16 v12, v4
	ds_read_u16 v13, v5
	ds_read_u16 v16, v6
	ds_read_u16 v14, v7
	ds_read_u16 v17, v8
	ds_read_u16 v15, v9
	ds_read_u16 v18, v10
	s_waitcnt lgkmcnt(4)
	v_perm_b32 v13, v16, v13, s18
	v_perm_b32 v12, v12, v11, s18
	s_waitcnt lgkmcnt(2)
	v_perm_b32 v14, v17, v14, s18
	s_waitcnt lgkmcnt(0)
	v_perm_b32 v15, v18, v15, s18
	s_barrier
	buffer_store_dwordx4 v[12:15], v1, s[4:7], 0 offen
	s_cbranch_scc1 .LBB3_2
.LBB3_3:
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel tutorial_04
		.amdhsa_group_segment_fixed_size 4096
		.amdhsa_kernarg_size 24
		.amdhsa_user_sgpr_count 2
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_system_sgpr_workgroup_id_x 1
		.amdhsa_next_free_vgpr 20
		.amdhsa_next_free_sgpr 19
		.amdhsa_accum_offset 20
		.amdhsa_reserve_vcc 0
		.amdhsa_float_denorm_mode_32 3
		.amdhsa_float_denorm_mode_16_64 3
		.amdhsa_dx10_clamp 1
		.amdhsa_ieee_mode 1
	.end_amdhsa_kernel
	.text
.Lfunc_end3:
	.size	tutorial_04, .Lfunc_end3-tutorial_04
	.text
	.protected	tutorial_05
	.globl	tutorial_05
	.p2align	8
	.type	tutorial_05,@function
tutorial_05:
	s_load_dwordx2 s[8:9], s[0:1], 0x10
	v_readfirstlane_b32 s3, v0
	s_waitcnt lgkmcnt(0)
	s_cmp_lt_i32 s9, 1
	s_cbranch_scc1 .LBB4_3
	s_load_dwordx4 s[4:7], s[0:1], 0x0
	v_mbcnt_lo_u32_b32 v0, -1, 0
	s_lshl_b32 s0, s2, 6
	v_mbcnt_hi_u32_b32 v2, -1, v0
	s_lshr_b32 s1, s3, 6
	s_mul_i32 s2, s9, s0
	v_lshrrev_b32_e32 v0, 2, v2
	s_ashr_i32 s3, s2, 31
	v_lshl_add_u32 v1, s1, 4, v0
	v_and_b32_e32 v3, 3, v2
	s_lshl_b64 s[2:3], s[2:3], 1
	v_lshlrev_b32_e32 v0, 4, v3
	v_mul_lo_u32 v4, s9, v1
	v_and_b32_e32 v5, 1, v1
	s_waitcnt lgkmcnt(0)
	s_add_u32 s14, s4, s2
	v_lshl_add_u32 v0, v4, 1, v0
	v_lshrrev_b32_e32 v4, 1, v1
	v_lshl_or_b32 v3, v5, 2, v3
	v_bfe_u32 v1, v1, 1, 3
	s_addc_u32 s15, s5, s3
	v_xor_b32_e32 v1, v3, v1
	s_movk_i32 s3, 0x84
	v_mul_lo_u32 v3, v4, s3
	v_lshlrev_b32_e32 v4, 4, v1
	v_lshrrev_b32_e32 v1, 3, v2
	v_and_b32_e32 v5, 7, v2
	v_lshl_add_u32 v1, s1, 3, v1
	v_lshlrev_b16_e32 v2, 2, v2
	v_lshrrev_b32_e32 v6, 3, v1
	v_and_b32_e32 v2, 4, v2
	v_xor_b32_sdwa v2, v6, v2 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:WORD_0
	v_and_b32_e32 v7, 7, v1
	v_lshlrev_b32_e32 v8, 4, v5
	v_mul_lo_u32 v1, s8, v1
	v_lshlrev_b32_e32 v9, 4, v2
	v_lshlrev_b32_e32 v2, 2, v5
	v_lshl_add_u32 v1, v1, 1, v8
	v_mul_i32_i24_e32 v8, 0x210, v5
	v_and_b32_e32 v5, 4, v2
	v_mul_u32_u24_e32 v11, 0x84, v2
	v_or_b32_e32 v12, 1, v2
	v_or_b32_e32 v15, 2, v2
	v_or_b32_e32 v2, 3, v2
	s_mul_i32 s2, s9, 0x7e
	v_lshlrev_b32_e32 v7, 1, v7
	s_ashr_i32 s1, s0, 31
	v_add_u32_e32 v10, 4, v6
	v_and_b32_e32 v13, 5, v12
	v_and_b32_e32 v16, 6, v15
	v_and_b32_e32 v18, 7, v2
	s_add_i32 s2, s2, 64
	s_lshl_b64 s[0:1], s[0:1], 1
	v_xor_b32_e32 v5, v10, v5
	v_xor_b32_e32 v14, v13, v6
	v_xor_b32_e32 v13, v10, v13
	v_xor_b32_e32 v17, v16, v6
	v_xor_b32_e32 v16, v10, v16
	v_xor_b32_e32 v6, v18, v6
	v_mad_u32_u24 v19, v2, s3, v7
	v_xor_b32_e32 v2, v10, v18
	s_add_u32 s16, s6, s0
	s_mul_i32 s0, s8, 62
	v_or_b32_e32 v8, v7, v8
	v_or_b32_e32 v11, v7, v11
	v_lshlrev_b32_e32 v5, 4, v5
	v_mad_u32_u24 v12, v12, s3, v7
	v_lshlrev_b32_e32 v14, 4, v14
	v_lshlrev_b32_e32 v13, 4, v13
	v_mad_u32_u24 v15, v15, s3, v7
	v_lshlrev_b32_e32 v17, 4, v17
	v_lshlrev_b32_e32 v16, 4, v16
	v_lshlrev_b32_e32 v20, 4, v6
	v_lshlrev_b32_e32 v10, 4, v2
	s_mov_b32 s10, 0
	s_addc_u32 s17, s7, s1
	s_add_i32 s6, s0, 0x80
	s_lshl_b32 s8, s8, 5
	s_mov_b32 s3, 0x27000
	v_add_u32_e32 v2, v3, v4
	v_add_u32_e32 v3, v8, v9
	v_add_u32_e32 v4, v11, v5
	v_add_u32_e32 v5, v12, v14
	v_add_u32_e32 v6, v12, v13
	v_add_u32_e32 v7, v15, v17
	v_add_u32_e32 v8, v15, v16
	v_add_u32_e32 v9, v19, v20
	v_add_u32_e32 v10, v19, v10
	s_mov_b32 s18, 0x5040100
	s_mov_b32 s12, 0
.LBB4_2:
	s_ashr_i32 s13, s12, 31
	s_lshl_b64 s[0:1], s[12:13], 1
	s_add_u32 s0, s14, s0
	s_addc_u32 s1, s15, s1
	s_and_b32 s1, s1, 0xffff
	buffer_load_dwordx4 v[12:15], v0, s[0:3], 0 offen
	s_ashr_i32 s11, s10, 31
	s_lshl_b64 s[0:1], s[10:11], 1
	s_add_u32 s4, s16, s0
	s_addc_u32 s0, s17, s1
	s_add_i32 s12, s12, 32
	s_add_i32 s10, s10, s8
	s_and_b32 s5, s0, 0xffff
	s_mov_b32 s7, s3
	s_cmp_lt_i32 s12, s9
	s_waitcnt vmcnt(0)
	ds_write_b128 v2, v[12:15]
	s_waitcnt lgkmcnt(0)
	s_barrier
	ds_read_u16 v11, v3
	ds_read_u16 v12, v4
	ds_read_u16 v13, v5
	ds_read_u16 v16, v6
	ds_read_u16 v14, v7
	ds_read_u16 v17, v8
	ds_read_u16 v15, v9
	ds_read_u16 v18, v10
	s_waitcnt lgkmcnt(4)
	v_perm_b32 v13, v16, v13, s18
	v_perm_b32 v12, v12, v11, s18
	s_waitcnt lgkmcnt(2)
	v_perm_b32 v14, v17, v14, s18
	s_waitcnt lgkmcnt(0)
	v_perm_b32 v15, v18, v15, s18
	s_barrier
	buffer_store_dwordx4 v[12:15], v1, s[4:7], 0 offen
	s_cbranch_scc1 .LBB4_2
.LBB4_3:
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel tutorial_05
		.amdhsa_group_segment_fixed_size 4224
		.amdhsa_kernarg_size 24
		.amdhsa_user_sgpr_count 2
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_system_sgpr_workgroup_id_x 1
		.amdhsa_next_free_vgpr 21
		.amdhsa_next_free_sgpr 19
		.amdhsa_accum_offset 24
		.amdhsa_reserve_vcc 0
		.amdhsa_float_denorm_mode_32 3
		.amdhsa_float_denorm_mode_16_64 3
		.amdhsa_dx10_clamp 1
		.amdhsa_ieee_mode 1
	.end_amdhsa_kernel
	.text
.Lfunc_end4:
	.size	tutorial_05, .Lfunc_end4-tutorial_05
	.text
	.protected	tutorial_08
	.globl	tutorial_08
	.p2align	8
	.type	tutorial_08,@function
tutorial_08:
	s_load_dwordx2 s[8:9], s[0:1], 0x10
	v_readfirstlane_b32 s3, v0
	s_waitcnt lgkmcnt(0)
	s_cmp_lt_i32 s9, 1
	s_cbranch_scc1 .LBB5_3
	s_load_dwordx4 s[4:7], s[0:1], 0x0
	s_lshl_b32 s0, s2, 6
	v_mbcnt_lo_u32_b32 v0, -1, 0
	s_mul_i32 s2, s9, s0
	v_mbcnt_hi_u32_b32 v1, -1, v0
	s_lshr_b32 s11, s3, 6
	s_ashr_i32 s3, s2, 31
	v_lshrrev_b32_e32 v0, 2, v1
	s_lshl_b64 s[2:3], s[2:3], 1
	v_lshl_add_u32 v2, s11, 4, v0
	v_and_b32_e32 v3, 3, v1
	s_waitcnt lgkmcnt(0)
	s_add_u32 s14, s4, s2
	s_mul_i32 s1, s9, 0x7e
	v_lshlrev_b32_e32 v0, 4, v3
	v_mul_lo_u32 v4, s9, v2
	v_and_b32_e32 v5, 1, v2
	s_addc_u32 s15, s5, s3
	s_add_i32 s2, s1, 64
	v_lshl_add_u32 v0, v4, 1, v0
	v_lshrrev_b32_e32 v4, 1, v2
	v_lshl_or_b32 v3, v5, 2, v3
	v_bfe_u32 v2, v2, 1, 3
	s_ashr_i32 s1, s0, 31
	v_xor_b32_e32 v2, v3, v2
	v_and_b32_e32 v3, 1, v1
	s_lshl_b64 s[0:1], s[0:1], 1
	v_lshlrev_b32_e32 v9, 7, v4
	v_lshl_add_u32 v3, v3, 2, s11
	v_bfe_u32 v4, v1, 1, 3
	s_add_u32 s16, s6, s0
	s_mul_i32 s0, s8, 62
	s_mul_i32 s11, s11, s8
	v_xor_b32_e32 v3, v3, v4
	s_addc_u32 s17, s7, s1
	s_add_i32 s6, s0, 0x80
	v_lshl_add_u32 v8, s11, 3, v1
	s_lshl_b32 s0, s8, 1
	v_lshlrev_b32_e32 v12, 4, v3
	v_add_lshl_u32 v3, v8, s0, 1
	s_mul_i32 s0, s8, 3
	v_add_lshl_u32 v4, v8, s0, 1
	s_lshl_b32 s0, s8, 2
	v_add_lshl_u32 v5, v8, s0, 1
	s_mul_i32 s0, s8, 5
	v_lshlrev_b32_e32 v10, 4, v2
	v_lshrrev_b32_e32 v2, 1, v1
	v_add_lshl_u32 v6, v8, s0, 1
	s_mul_i32 s0, s8, 6
	v_lshlrev_b32_e32 v11, 7, v2
	v_add_lshl_u32 v7, v8, s0, 1
	s_mul_i32 s0, s8, 7
	s_mov_b32 s10, 0
	v_lshlrev_b32_e32 v1, 1, v8
	v_add_lshl_u32 v2, v8, s8, 1
	v_add_lshl_u32 v8, v8, s0, 1
	s_lshl_b32 s8, s8, 5
	s_mov_b32 s3, 0x27000
	v_add_u32_e32 v9, v9, v10
	v_add_u32_e32 v10, v11, v12
	s_mov_b32 s12, 0
.LBB5_2:
	s_ashr_i32 s13, s12, 31
	s_lshl_b64 s[0:1], s[12:13], 1
	s_add_u32 s0, s14, s0
	s_addc_u32 s1, s15, s1
	s_and_b32 s1, s1, 0xffff
	buffer_load_dwordx4 v[12:15], v0, s[0:3], 0 offen
	s_ashr_i32 s11, s10, 31
	s_lshl_b64 s[0:1], s[10:11], 1
	s_add_u32 s4, s16, s0
	s_addc_u32 s0, s17, s1
	s_add_i32 s12, s12, 32
	s_add_i32 s10, s10, s8
	s_and_b32 s5, s0, 0xffff
	s_mov_b32 s7, s3
	s_cmp_lt_i32 s12, s9
	s_waitcnt vmcnt(0)
	ds_write_b128 v9, v[12:15]
	s_waitcnt lgkmcnt(0)
	s_barrier
	ds_read_b128 v[12:15], v10
	s_waitcnt lgkmcnt(0)
	v_lshrrev_b32_e32 v11, 16, v12
	v_lshrrev_b32_e32 v16, 16, v13
	v_lshrrev_b32_e32 v17, 16, v14
	v_lshrrev_b32_e32 v18, 16, v15
	s_barrier
	buffer_store_short v12, v1, s[4:7], 0 offen
	buffer_store_short v11, v2, s[4:7], 0 offen
	buffer_store_short v13, v3, s[4:7], 0 offen
	buffer_store_short v16, v4, s[4:7], 0 offen
	buffer_store_short v14, v5, s[4:7], 0 offen
	buffer_store_short v17, v6, s[4:7], 0 offen
	buffer_store_short v15, v7, s[4:7], 0 offen
	buffer_store_short v18, v8, s[4:7], 0 offen
	s_cbranch_scc1 .LBB5_2
.LBB5_3:
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel tutorial_08
		.amdhsa_group_segment_fixed_size 4096
		.amdhsa_kernarg_size 24
		.amdhsa_user_sgpr_count 2
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_system_sgpr_workgroup_id_x 1
		.amdhsa_next_free_vgpr 19
		.amdhsa_next_free_sgpr 18
		.amdhsa_accum_offset 20
		.amdhsa_reserve_vcc 0
		.amdhsa_float_denorm_mode_32 3
		.amdhsa_float_denorm_mode_16_64 3
		.amdhsa_dx10_clamp 1
		.amdhsa_ieee_mode 1
	.end_amdhsa_kernel
	.text
.Lfunc_end5:
	.size	tutorial_08, .Lfunc_end5-tutorial_08
	.text
	.protected	tutorial_10
	.globl	tutorial_10
	.p2align	8
	.type	tutorial_10,@function
tutorial_10:
	s_load_dwordx2 s[8:9], s[0:1], 0x10
	v_readfirstlane_b32 s3, v0
	s_waitcnt lgkmcnt(0)
	s_cmp_lt_i32 s9, 1
	s_cbranch_scc1 .LBB6_3
	s_load_dwordx4 s[4:7], s[0:1], 0x0
	s_lshl_b32 s0, s2, 6
	v_mbcnt_lo_u32_b32 v0, -1, 0
	s_mul_i32 s2, s9, s0
	v_mbcnt_hi_u32_b32 v1, -1, v0
	s_lshr_b32 s11, s3, 6
	s_ashr_i32 s3, s2, 31
	v_lshrrev_b32_e32 v0, 2, v1
	s_lshl_b64 s[2:3], s[2:3], 1
	v_lshl_add_u32 v2, s11, 4, v0
	v_and_b32_e32 v3, 3, v1
	s_waitcnt lgkmcnt(0)
	s_add_u32 s14, s4, s2
	s_mul_i32 s1, s9, 0x7e
	v_lshlrev_b32_e32 v0, 4, v3
	v_mul_lo_u32 v4, s9, v2
	v_and_b32_e32 v5, 1, v2
	s_addc_u32 s15, s5, s3
	s_add_i32 s2, s1, 64
	v_lshl_add_u32 v0, v4, 1, v0
	v_lshrrev_b32_e32 v4, 1, v2
	v_lshl_or_b32 v3, v5, 2, v3
	v_bfe_u32 v2, v2, 1, 3
	v_and_b32_e32 v5, 0x78, v1
	s_lshl_b32 s1, s11, 3
	v_xor_b32_e32 v2, v3, v2
	v_lshlrev_b32_e32 v3, 7, v4
	v_lshrrev_b32_e32 v4, 3, v1
	v_and_or_b32 v1, v1, 7, s1
	v_or_b32_e32 v9, 1, v5
	v_and_b32_e32 v6, 7, v1
	s_ashr_i32 s1, s0, 31
	v_lshlrev_b32_e32 v7, 4, v4
	v_mul_lo_u32 v1, s8, v1
	v_sub_u32_e32 v9, v9, v5
	v_lshrrev_b32_e32 v5, 1, v5
	v_lshlrev_b32_e32 v6, 1, v6
	s_lshl_b64 s[0:1], s[0:1], 1
	v_lshl_add_u32 v1, v1, 1, v7
	v_lshlrev_b32_e32 v7, 2, v4
	v_lshl_add_u32 v9, v9, 2, s11
	v_and_b32_e32 v10, 4, v5
	s_add_u32 s16, s6, s0
	s_mul_i32 s0, s8, 62
	v_and_b32_e32 v8, 4, v7
	v_xor_b32_e32 v9, v9, v10
	v_lshl_or_b32 v10, v5, 7, v6
	v_or_b32_e32 v11, 1, v7
	v_or_b32_e32 v13, 1, v5
	v_or_b32_e32 v15, 2, v7
	v_or_b32_e32 v17, 2, v5
	v_or_b32_e32 v7, 3, v7
	v_or_b32_e32 v5, 3, v5
	s_addc_u32 s17, s7, s1
	s_add_i32 s6, s0, 0x80
	v_and_b32_e32 v12, 5, v11
	v_and_b32_e32 v14, 5, v13
	s_add_i32 s0, s11, 4
	v_and_b32_e32 v16, 6, v15
	v_and_b32_e32 v18, 6, v17
	v_and_b32_e32 v19, 7, v7
	v_lshl_or_b32 v20, v7, 7, v6
	v_and_b32_e32 v7, 7, v5
	v_xor_b32_e32 v8, s11, v8
	v_xor_b32_e32 v12, s11, v12
	v_xor_b32_e32 v14, s0, v14
	v_xor_b32_e32 v16, s11, v16
	v_xor_b32_e32 v18, s0, v18
	v_xor_b32_e32 v19, s11, v19
	v_xor_b32_e32 v7, s0, v7
	v_lshlrev_b32_e32 v2, 4, v2
	v_lshl_or_b32 v4, v4, 9, v6
	v_lshlrev_b32_e32 v8, 4, v8
	v_lshlrev_b32_e32 v9, 4, v9
	v_lshl_or_b32 v11, v11, 7, v6
	v_lshlrev_b32_e32 v12, 4, v12
	v_lshl_or_b32 v13, v13, 7, v6
	v_lshlrev_b32_e32 v14, 4, v14
	v_lshl_or_b32 v15, v15, 7, v6
	v_lshlrev_b32_e32 v16, 4, v16
	v_lshl_or_b32 v17, v17, 7, v6
	v_lshlrev_b32_e32 v18, 4, v18
	v_lshlrev_b32_e32 v19, 4, v19
	v_lshl_or_b32 v21, v5, 7, v6
	v_lshlrev_b32_e32 v22, 4, v7
	s_mov_b32 s10, 0
	s_lshl_b32 s8, s8, 5
	s_mov_b32 s3, 0x27000
	v_add_u32_e32 v2, v3, v2
	v_add_u32_e32 v3, v4, v8
	v_add_u32_e32 v4, v10, v9
	v_add_u32_e32 v5, v11, v12
	v_add_u32_e32 v6, v13, v14
	v_add_u32_e32 v7, v15, v16
	v_add_u32_e32 v8, v17, v18
	v_add_u32_e32 v9, v20, v19
	v_add_u32_e32 v10, v21, v22
	s_mov_b32 s18, 0x5040100
	s_mov_b32 s12, 0
.LBB6_2:
	s_ashr_i32 s13, s12, 31
	s_lshl_b64 s[0:1], s[12:13], 1
	s_add_u32 s0, s14, s0
	s_addc_u32 s1, s15, s1
	s_and_b32 s1, s1, 0xffff
	buffer_load_dwordx4 v[12:15], v0, s[0:3], 0 offen
	s_ashr_i32 s11, s10, 31
	s_lshl_b64 s[0:1], s[10:11], 1
	s_add_u32 s4, s16, s0
	s_addc_u32 s0, s17, s1
	s_add_i32 s12, s12, 32
	s_add_i32 s10, s10, s8
	s_and_b32 s5, s0, 0xffff
	s_mov_b32 s7, s3
	s_cmp_lt_i32 s12, s9
	s_waitcnt vmcnt(0)
	ds_write_b128 v2, v[12:15]
	s_waitcnt lgkmcnt(0)
	s_barrier
	ds_read_u16 v11, v3
	ds_read_u16 v12, v4
	ds_read_u16 v13, v5
	ds_read_u16 v16, v6
	ds_read_u16 v14, v7
	ds_read_u16 v17, v8
	ds_read_u16 v15, v9
	ds_read_u16 v18, v10
	s_waitcnt lgkmcnt(4)
	v_perm_b32 v13, v16, v13, s18
	v_perm_b32 v12, v12, v11, s18
	s_waitcnt lgkmcnt(2)
	v_perm_b32 v14, v17, v14, s18
	s_waitcnt lgkmcnt(0)
	v_perm_b32 v15, v18, v15, s18
	s_barrier
	buffer_store_dwordx4 v[12:15], v1, s[4:7], 0 offen
	s_cbranch_scc1 .LBB6_2
.LBB6_3:
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel tutorial_10
		.amdhsa_group_segment_fixed_size 4096
		.amdhsa_kernarg_size 24
		.amdhsa_user_sgpr_count 2
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_system_sgpr_workgroup_id_x 1
		.amdhsa_next_free_vgpr 23
		.amdhsa_next_free_sgpr 19
		.amdhsa_accum_offset 24
		.amdhsa_reserve_vcc 0
		.amdhsa_float_denorm_mode_32 3
		.amdhsa_float_denorm_mode_16_64 3
		.amdhsa_dx10_clamp 1
		.amdhsa_ieee_mode 1
	.end_amdhsa_kernel
	.text
.Lfunc_end6:
	.size	tutorial_10, .Lfunc_end6-tutorial_10
	.text
	.protected	tutorial_01_fp32
	.globl	tutorial_01_fp32
	.p2align	8
	.type	tutorial_01_fp32,@function
tutorial_01_fp32:
	s_load_dwordx2 s[8:9], s[0:1], 0x10
	v_readfirstlane_b32 s3, v0
	s_waitcnt lgkmcnt(0)
	s_cmp_lt_i32 s9, 1
	s_cbranch_scc1 .LBB7_3
	s_load_dwordx4 s[4:7], s[0:1], 0x0
	v_mbcnt_lo_u32_b32 v0, -1, 0
	s_lshl_b32 s0, s2, 6
	v_mbcnt_hi_u32_b32 v0, -1, v0
	s_lshr_b32 s11, s3, 6
	s_mul_i32 s2, s9, s0
	v_lshrrev_b32_e32 v1, 3, v0
	s_ashr_i32 s3, s2, 31
	v_lshl_add_u32 v2, s11, 3, v1
	v_lshlrev_b32_e32 v1, 7, v1
	s_lshl_b64 s[2:3], s[2:3], 2
	v_and_b32_e32 v3, 7, v0
	v_lshl_add_u32 v5, s11, 10, v1
	v_lshrrev_b32_e32 v1, 4, v0
	s_waitcnt lgkmcnt(0)
	s_add_u32 s14, s4, s2
	s_mul_i32 s1, s9, 0xfc
	v_lshlrev_b32_e32 v4, 4, v3
	v_and_b32_e32 v0, 15, v0
	v_lshlrev_b32_e32 v3, 2, v1
	s_addc_u32 s15, s5, s3
	s_add_i32 s2, s1, 0x80
	v_lshl_or_b32 v6, v0, 9, v3
	s_ashr_i32 s1, s0, 31
	v_lshl_add_u32 v3, s11, 2, v1
	s_lshl_b32 s4, s11, 4
	s_lshl_b64 s[0:1], s[0:1], 2
	v_lshlrev_b32_e32 v7, 4, v0
	v_mul_lo_u32 v0, s9, v2
	v_mul_lo_u32 v2, s8, v3
	s_add_u32 s16, s6, s0
	s_mul_i32 s0, s8, 0x7c
	v_lshl_add_u32 v0, v0, 2, v4
	v_lshl_add_u32 v2, v2, 2, v7
	s_mov_b32 s10, 0
	s_addc_u32 s17, s7, s1
	s_add_i32 s6, s0, 0x100
	v_lshl_add_u32 v1, s9, 7, v0
	v_lshl_add_u32 v3, s8, 6, v2
	s_lshl_b32 s8, s8, 5
	s_mov_b32 s3, 0x27000
	v_add_u32_e32 v4, v5, v4
	v_add_u32_e32 v5, s4, v6
	s_mov_b32 s12, 0
.LBB7_2:
	s_ashr_i32 s13, s12, 31
	s_lshl_b64 s[0:1], s[12:13], 2
	s_add_u32 s0, s14, s0
	s_addc_u32 s1, s15, s1
	s_and_b32 s1, s1, 0xffff
	buffer_load_dwordx4 v[6:9], v0, s[0:3], 0 offen
	buffer_load_dwordx4 v[10:13], v1, s[0:3], 0 offen
	s_ashr_i32 s11, s10, 31
	s_lshl_b64 s[0:1], s[10:11], 2
	s_add_u32 s4, s16, s0
	s_addc_u32 s0, s17, s1
	s_add_i32 s12, s12, 32
	s_add_i32 s10, s10, s8
	s_and_b32 s5, s0, 0xffff
	s_mov_b32 s7, s3
	s_cmp_lt_i32 s12, s9
	s_waitcnt vmcnt(1)
	ds_write_b128 v4, v[6:9]
	s_waitcnt vmcnt(0)
	ds_write_b128 v4, v[10:13] offset:4096
	s_waitcnt lgkmcnt(0)
	s_barrier
	ds_read2_b32 v[14:15], v5 offset1:16
	ds_read2_b32 v[6:7], v5 offset0:32 offset1:48
	ds_read2_b32 v[16:17], v5 offset0:64 offset1:80
	ds_read2_b32 v[8:9], v5 offset0:96 offset1:112
	s_waitcnt lgkmcnt(3)
	v_mov_b32_e32 v10, v14
	s_waitcnt lgkmcnt(2)
	v_mov_b32_e32 v11, v6
	s_waitcnt lgkmcnt(1)
	v_mov_b32_e32 v12, v16
	s_waitcnt lgkmcnt(0)
	v_mov_b32_e32 v13, v8
	v_mov_b32_e32 v6, v15
	v_mov_b32_e32 v8, v17
	s_barrier
	buffer_store_dwordx4 v[10:13], v2, s[4:7], 0 offen
	buffer_store_dwordx4 v[6:9], v3, s[4:7], 0 offen
	s_cbranch_scc1 .LBB7_2
.LBB7_3:
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel tutorial_01_fp32
		.amdhsa_group_segment_fixed_size 8192
		.amdhsa_kernarg_size 24
		.amdhsa_user_sgpr_count 2
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_system_sgpr_workgroup_id_x 1
		.amdhsa_next_free_vgpr 18
		.amdhsa_next_free_sgpr 18
		.amdhsa_accum_offset 20
		.amdhsa_reserve_vcc 0
		.amdhsa_float_denorm_mode_32 3
		.amdhsa_float_denorm_mode_16_64 3
		.amdhsa_dx10_clamp 1
		.amdhsa_ieee_mode 1
	.end_amdhsa_kernel
	.text
.Lfunc_end7:
	.size	tutorial_01_fp32, .Lfunc_end7-tutorial_01_fp32
	.text
	.protected	tutorial_04_fp32
	.globl	tutorial_04_fp32
	.p2align	8
	.type	tutorial_04_fp32,@function
tutorial_04_fp32:
	s_load_dwordx2 s[8:9], s[0:1], 0x10
	v_readfirstlane_b32 s3, v0
	s_waitcnt lgkmcnt(0)
	s_cmp_lt_i32 s9, 1
	s_cbranch_scc1 .LBB8_3
	v_mbcnt_lo_u32_b32 v0, -1, 0
	v_mbcnt_hi_u32_b32 v0, -1, v0
	s_load_dwordx4 s[4:7], s[0:1], 0x0
	s_lshr_b32 s1, s3, 6
	v_lshrrev_b32_e32 v1, 3, v0
	v_lshl_add_u32 v2, s1, 3, v1
	v_and_b32_e32 v1, 7, v0
	v_lshlrev_b16_e32 v4, 2, v1
	v_lshlrev_b32_e32 v3, 4, v1
	v_lshrrev_b16_e32 v5, 1, v1
	v_and_b32_e32 v1, 4, v4
	v_mov_b32_e32 v4, 2
	v_lshlrev_b32_sdwa v4, v4, v1 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:WORD_0
	v_lshrrev_b32_e32 v1, 4, v0
	v_and_b32_e32 v6, 15, v0
	v_mul_lo_u32 v0, s9, v2
	v_lshl_add_u32 v0, v0, 2, v3
	v_add_u32_e32 v3, 32, v2
	v_and_b32_e32 v9, 3, v2
	v_lshl_or_b32 v10, v2, 7, v4
	v_and_b32_e32 v2, 3, v3
	s_lshl_b32 s0, s2, 6
	v_lshl_add_u32 v7, s1, 2, v1
	v_xor_b32_e32 v2, v2, v5
	s_mul_i32 s2, s9, s0
	v_xor_b32_e32 v9, v9, v5
	v_lshl_or_b32 v5, v3, 7, v4
	v_lshlrev_b32_e32 v11, 5, v2
	v_and_b32_e32 v2, 7, v7
	v_lshlrev_b32_e32 v3, 9, v6
	v_lshlrev_b32_e32 v4, 2, v7
	s_ashr_i32 s3, s2, 31
	v_lshlrev_b32_e32 v2, 2, v2
	v_and_b32_e32 v12, 0x7fffffe0, v4
	v_or_b32_e32 v4, 0x80, v3
	v_or_b32_e32 v15, 0x100, v3
	v_or_b32_e32 v18, 0x180, v3
	s_lshl_b64 s[2:3], s[2:3], 2
	v_lshlrev_b32_e32 v8, 4, v6
	v_or_b32_e32 v6, v2, v3
	v_or_b32_e32 v13, v2, v4
	v_or_b32_e32 v16, v2, v15
	v_or_b32_e32 v19, v2, v18
	v_add_u32_e32 v2, 16, v7
	s_waitcnt lgkmcnt(0)
	s_add_u32 s14, s4, s2
	v_and_b32_e32 v21, 0x3ffffff8, v2
	s_addc_u32 s15, s5, s3
	s_mul_i32 s2, s9, 0xfc
	s_ashr_i32 s1, s0, 31
	v_sub_u32_e32 v21, v7, v21
	v_lshlrev_b32_e32 v2, 2, v2
	s_addk_i32 s2, 0x80
	s_lshl_b64 s[0:1], s[0:1], 2
	v_lshlrev_b32_e32 v21, 2, v21
	v_and_b32_e32 v23, 0xffffffe0, v2
	v_mul_lo_u32 v2, s8, v7
	s_add_u32 s16, s6, s0
	s_mul_i32 s0, s8, 0x7c
	v_lshlrev_b32_e32 v9, 5, v9
	v_xor_b32_e32 v14, 32, v12
	v_xor_b32_e32 v17, 64, v12
	v_xor_b32_e32 v20, 0x60, v12
	v_add_u32_e32 v22, v21, v3
	v_add_u32_e32 v24, v21, v4
	v_xor_b32_e32 v25, 32, v23
	v_add_u32_e32 v15, v21, v15
	v_xor_b32_e32 v26, 64, v23
	v_add_u32_e32 v18, v21, v18
	v_xor_b32_e32 v21, 0x60, v23
	v_lshl_add_u32 v2, v2, 2, v8
	s_mov_b32 s10, 0
	s_addc_u32 s17, s7, s1
	s_add_i32 s6, s0, 0x100
	v_lshl_add_u32 v1, s9, 7, v0
	v_lshl_add_u32 v3, s8, 6, v2
	s_lshl_b32 s8, s8, 5
	s_mov_b32 s3, 0x27000
	v_add_u32_e32 v4, v10, v9
	v_add_u32_e32 v5, v5, v11
	v_add_u32_e32 v6, v6, v12
	v_add_u32_e32 v7, v13, v14
	v_add_u32_e32 v8, v16, v17
	v_add_u32_e32 v9, v19, v20
	v_add_u32_e32 v10, v22, v23
	v_add_u32_e32 v11, v24, v25
	v_add_u32_e32 v12, v15, v26
	v_add_u32_e32 v13, v18, v21
	s_mov_b32 s12, 0
.LBB8_2:
	s_ashr_i32 s13, s12, 31
	s_lshl_b64 s[0:1], s[12:13], 2
	s_add_u32 s0, s14, s0
	s_addc_u32 s1, s15, s1
	s_and_b32 s1, s1, 0xffff
	buffer_load_dwordx4 v[14:17], v0, s[0:3], 0 offen
	buffer_load_dwordx4 v[18:21], v1, s[0:3], 0 offen
	s_ashr_i32 s11, s10, 31
	s_lshl_b64 s[0:1], s[10:11], 2
	s_add_u32 s4, s16, s0
	s_addc_u32 s0, s17, s1
	s_add_i32 s12, s12, 32
	s_add_i32 s10, s10, s8
	s_and_b32 s5, s0, 0xffff
	s_mov_b32 s7, s3
	s_cmp_lt_i32 s12, s9
	s_waitcnt vmcnt(1)
	ds_write_b128 v4, v[14:17]
	s_waitcnt vmcnt(0)
	ds_write_b128 v5, v[18:21]
	s_waitcnt lgkmcnt(0)
	s_barrier
	ds_read_b32 v14, v6
	ds_read_b32 v15, v7
	ds_read_b32 v16, v8
	ds_read_b32 v17, v9
	ds_read_b32 v18, v10 offset:64
	ds_read_b32 v19, v11 offset:64
	ds_read_b32 v20, v12 offset:64
	ds_read_b32 v21, v13 offset:64
	s_waitcnt lgkmcnt(0)
	s_barrier
	buffer_store_dwordx4 v[14:17], v2, s[4:7], 0 offen
	buffer_store_dwordx4 v[18:21], v3, s[4:7], 0 offen
	s_cbranch_scc1 .LBB8_2
.LBB8_3:
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel tutorial_04_fp32
		.amdhsa_group_segment_fixed_size 8192
		.amdhsa_kernarg_size 24
		.amdhsa_user_sgpr_count 2
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_system_sgpr_workgroup_id_x 1
		.amdhsa_next_free_vgpr 27
		.amdhsa_next_free_sgpr 18
		.amdhsa_accum_offset 28
		.amdhsa_reserve_vcc 0
		.amdhsa_float_denorm_mode_32 3
		.amdhsa_float_denorm_mode_16_64 3
		.amdhsa_dx10_clamp 1
		.amdhsa_ieee_mode 1
	.end_amdhsa_kernel
	.text
.Lfunc_end8:
	.size	tutorial_04_fp32, .Lfunc_end8-tutorial_04_fp32
	.text
	.text
	.amdgpu_metadata
---
amdhsa.kernels:
  - .agpr_count:     0
    .args:
      - .address_space:  global
        .offset:         0
        .size:           8
        .value_kind:     global_buffer
      - .address_space:  global
        .offset:         8
        .size:           8
        .value_kind:     global_buffer
      - .offset:         16
        .size:           4
        .value_kind:     by_value
      - .offset:         20
        .size:           4
        .value_kind:     by_value
    .group_segment_fixed_size: 4096
    .kernarg_segment_align: 8
    .kernarg_segment_size: 24
    .max_flat_workgroup_size: 256
    .name:           tutorial_01
    .private_segment_fixed_size: 0
    .sgpr_count:     25
    .sgpr_spill_count: 0
    .symbol:         tutorial_01.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     12
    .vgpr_spill_count: 0
    .wavefront_size: 64
  - .agpr_count:     0
    .args:
      - .address_space:  global
        .offset:         0
        .size:           8
        .value_kind:     global_buffer
      - .address_space:  global
        .offset:         8
        .size:           8
        .value_kind:     global_buffer
      - .offset:         16
        .size:           4
        .value_kind:     by_value
      - .offset:         20
        .size:           4
        .value_kind:     by_value
    .group_segment_fixed_size: 4096
    .kernarg_segment_align: 8
    .kernarg_segment_size: 24
    .max_flat_workgroup_size: 256
    .name:           tutorial_02
    .private_segment_fixed_size: 0
    .sgpr_count:     24
    .sgpr_spill_count: 0
    .symbol:         tutorial_02.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     8
    .vgpr_spill_count: 0
    .wavefront_size: 64
  - .agpr_count:     0
    .args:
      - .address_space:  global
        .offset:         0
        .size:           8
        .value_kind:     global_buffer
      - .address_space:  global
        .offset:         8
        .size:           8
        .value_kind:     global_buffer
      - .offset:         16
        .size:           4
        .value_kind:     by_value
      - .offset:         20
        .size:           4
        .value_kind:     by_value
    .group_segment_fixed_size: 4352
    .kernarg_segment_align: 8
    .kernarg_segment_size: 24
    .max_flat_workgroup_size: 256
    .name:           tutorial_03
    .private_segment_fixed_size: 0
    .sgpr_count:     25
    .sgpr_spill_count: 0
    .symbol:         tutorial_03.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     12
    .vgpr_spill_count: 0
    .wavefront_size: 64
  - .agpr_count:     0
    .args:
      - .address_space:  global
        .offset:         0
        .size:           8
        .value_kind:     global_buffer
      - .address_space:  global
        .offset:         8
        .size:           8
        .value_kind:     global_buffer
      - .offset:         16
        .size:           4
        .value_kind:     by_value
      - .offset:         20
        .size:           4
        .value_kind:     by_value
    .group_segment_fixed_size: 4096
    .kernarg_segment_align: 8
    .kernarg_segment_size: 24
    .max_flat_workgroup_size: 256
    .name:           tutorial_04
    .private_segment_fixed_size: 0
    .sgpr_count:     25
    .sgpr_spill_count: 0
    .symbol:         tutorial_04.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     20
    .vgpr_spill_count: 0
    .wavefront_size: 64
  - .agpr_count:     0
    .args:
      - .address_space:  global
        .offset:         0
        .size:           8
        .value_kind:     global_buffer
      - .address_space:  global
        .offset:         8
        .size:           8
        .value_kind:     global_buffer
      - .offset:         16
        .size:           4
        .value_kind:     by_value
      - .offset:         20
        .size:           4
        .value_kind:     by_value
    .group_segment_fixed_size: 4224
    .kernarg_segment_align: 8
    .kernarg_segment_size: 24
    .max_flat_workgroup_size: 256
    .name:           tutorial_05
    .private_segment_fixed_size: 0
    .sgpr_count:     25
    .sgpr_spill_count: 0
    .symbol:         tutorial_05.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     21
    .vgpr_spill_count: 0
    .wavefront_size: 64
  - .agpr_count:     0
    .args:
      - .address_space:  global
        .offset:         0
        .size:           8
        .value_kind:     global_buffer
      - .address_space:  global
        .offset:         8
        .size:           8
        .value_kind:     global_buffer
      - .offset:         16
        .size:           4
        .value_kind:     by_value
      - .offset:         20
        .size:           4
        .value_kind:     by_value
    .group_segment_fixed_size: 4096
    .kernarg_segment_align: 8
    .kernarg_segment_size: 24
    .max_flat_workgroup_size: 256
    .name:           tutorial_08
    .private_segment_fixed_size: 0
    .sgpr_count:     24
    .sgpr_spill_count: 0
    .symbol:         tutorial_08.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     19
    .vgpr_spill_count: 0
    .wavefront_size: 64
  - .agpr_count:     0
    .args:
      - .address_space:  global
        .offset:         0
        .size:           8
        .value_kind:     global_buffer
      - .address_space:  global
        .offset:         8
        .size:           8
        .value_kind:     global_buffer
      - .offset:         16
        .size:           4
        .value_kind:     by_value
      - .offset:         20
        .size:           4
        .value_kind:     by_value
    .group_segment_fixed_size: 4096
    .kernarg_segment_align: 8
    .kernarg_segment_size: 24
    .max_flat_workgroup_size: 256
    .name:           tutorial_10
    .private_segment_fixed_size: 0
    .sgpr_count:     25
    .sgpr_spill_count: 0
    .symbol:         tutorial_10.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     23
    .vgpr_spill_count: 0
    .wavefront_size: 64
  - .agpr_count:     0
    .args:
      - .address_space:  global
        .offset:         0
        .size:           8
        .value_kind:     global_buffer
      - .address_space:  global
        .offset:         8
        .size:           8
        .value_kind:     global_buffer
      - .offset:         16
        .size:           4
        .value_kind:     by_value
      - .offset:         20
        .size:           4
        .value_kind:     by_value
    .group_segment_fixed_size: 8192
    .kernarg_segment_align: 8
    .kernarg_segment_size: 24
    .max_flat_workgroup_size: 256
    .name:           tutorial_01_fp32
    .private_segment_fixed_size: 0
    .sgpr_count:     24
    .sgpr_spill_count: 0
    .symbol:         tutorial_01_fp32.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     18
    .vgpr_spill_count: 0
    .wavefront_size: 64
  - .agpr_count:     0
    .args:
      - .address_space:  global
        .offset:         0
        .size:           8
        .value_kind:     global_buffer
      - .address_space:  global
        .offset:         8
        .size:           8
        .value_kind:     global_buffer
      - .offset:         16
        .size:           4
        .value_kind:     by_value
      - .offset:         20
        .size:           4
        .value_kind:     by_value
    .group_segment_fixed_size: 8192
    .kernarg_segment_align: 8
    .kernarg_segment_size: 24
    .max_flat_workgroup_size: 256
    .name:           tutorial_04_fp32
    .private_segment_fixed_size: 0
    .sgpr_count:     24
    .sgpr_spill_count: 0
    .symbol:         tutorial_04_fp32.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     27
    .vgpr_spill_count: 0
    .wavefront_size: 64
amdhsa.target:   amdgcn-amd-amdhsa--gfx942
amdhsa.version:
  - 1
  - 2
...
	.end_amdgpu_metadata
