
	.amdgcn_target "amdgcn-amd-amdhsa--gfx942"
	.text
	.globl reverse
	.p2align 8
	.type reverse,@function
reverse:
	s_load_dwordx4 s[4:7], s[0:1], 0x0
	s_load_dword s8, s[0:1], 0x10
	v_lshlrev_b32_e32 v1, 2, v0
	v_sub_u32_e32 v2, 0xfc, v1
	s_waitcnt lgkmcnt(0)
	global_load_dword v3, v1, s[4:5]
	s_waitcnt vmcnt(0)
	ds_write_b32 v1, v3
	s_waitcnt lgkmcnt(0)
	s_barrier
	ds_read_b32 v4, v2
	s_waitcnt lgkmcnt(0)
	v_add_u32_e32 v4, s8, v4
	global_store_dword v1, v4, s[6:7]
	s_endpgm
	.section .rodata,"a",@progbits
	.p2align 6, 0x0
	.amdhsa_kernel reverse
		.amdhsa_group_segment_fixed_size 256
		.amdhsa_kernarg_size 20
		.amdhsa_user_sgpr_count 2
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_next_free_vgpr 8
		.amdhsa_next_free_sgpr 16
		.amdhsa_accum_offset 8
	.end_amdhsa_kernel
	.amdgpu_metadata
---
amdhsa.kernels:
  - .args:
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
    .group_segment_fixed_size: 256
    .kernarg_segment_align: 8
    .kernarg_segment_size: 20
    .max_flat_workgroup_size: 64
    .name:           reverse
    .private_segment_fixed_size: 0
    .symbol:         reverse.kd
    .wavefront_size: 64
amdhsa.version:
  - 1
  - 2
...
	.end_amdgpu_metadata
