; clang 22.1.8 -O3 --offload-arch=gfx942
	.amdgcn_target "amdgcn-amd-amdhsa--gfx942"
	.amdhsa_code_object_version 6
	.text
	.protected	transpose
	.globl	transpose
	.p2align	8
	.type	transpose,@function
transpose:
	s_load_dwordx2 s[8:9], s[0:1], 0x10
	v_readfirstlane_b32 s3, v0
	s_waitcnt lgkmcnt(0)
	s_cmp_lt_i32 s9, 1
	s_cbranch_scc1 .LBB0_3
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
.LBB0_2:
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
	s_cbranch_scc1 .LBB0_2
.LBB0_3:
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel transpose
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
.Lfunc_end0:
	.size	transpose, .Lfunc_end0-transpose
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
    .name:           transpose
    .private_segment_fixed_size: 0
    .sgpr_count:     24
    .sgpr_spill_count: 0
    .symbol:         transpose.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     19
    .vgpr_spill_count: 0
    .wavefront_size: 64
amdhsa.target:   amdgcn-amd-amdhsa--gfx942
amdhsa.version:
  - 1
  - 2
...
	.end_amdgpu_metadata
