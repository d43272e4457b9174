	.amdgcn_target "amdgcn-amd-amdhsa--gfx950"
	.amdhsa_code_object_version 6
	.text
	.protected	gemm                    ; -- Begin function gemm
	.globl	gemm
	.p2align	8
	.type	gemm,@function
gemm:                                   ; @gemm
; %bb.0:
	s_load_dwordx4 s[4:7], s[0:1], 0x0
	s_load_dwordx2 s[8:9], s[0:1], 0x10
	v_bfe_u32 v1, v0, 6, 4
	v_bfe_u32 v10, v0, 10, 10
	v_lshl_add_u32 v1, v10, 2, v1
	s_lshl_b32 s12, s2, 6
	s_waitcnt lgkmcnt(0)
	v_mov_b32_e32 v2, s6
	v_readfirstlane_b32 s6, v1
	v_lshl_add_u32 v1, v10, 5, s12
	v_bfe_u32 v4, v0, 3, 7
	v_and_b32_e32 v12, 0x3ff, v0
	v_add_lshl_u32 v4, v1, v4, 10
	v_mov_b32_e32 v5, 0
	v_lshlrev_b32_e32 v13, 3, v10
	v_lshlrev_b64 v[6:7], 1, v[4:5]
	v_lshlrev_b32_e32 v1, 4, v12
	v_lshl_add_u32 v14, s3, 5, v13
	v_lshl_add_u64 v[8:9], s[4:5], 0, v[6:7]
	v_and_b32_e32 v4, 0x70, v1
	v_bfe_u32 v1, v0, 5, 5
	v_mov_b32_e32 v3, s7
	v_lshl_add_u64 v[8:9], v[8:9], 0, v[4:5]
	v_add_lshl_u32 v4, v14, v1, 10
	v_lshlrev_b32_e32 v1, 2, v12
	s_lshl_b32 s13, s6, 10
	s_lshl_b32 s20, s6, 8
	v_lshl_add_u64 v[2:3], v[4:5], 1, v[2:3]
	v_and_b32_e32 v4, 0x7c, v1
	s_mov_b32 m0, s13
	s_add_i32 s14, s20, 0x4000
	v_lshl_add_u64 v[4:5], v[2:3], 0, v[4:5]
	global_load_lds_dwordx4 v[8:9], off
	s_mov_b32 m0, s14
	s_mov_b64 s[0:1], 0x8000
	s_add_i32 s16, s20, 0x4800
	global_load_lds_dword v[4:5], off
	v_lshl_add_u64 v[2:3], v[4:5], 0, s[0:1]
	s_mov_b32 m0, s16
	s_lshl_b32 s0, s6, 4
	global_load_lds_dword v[2:3], off
	s_and_b32 s15, s0, 48
	v_and_b32_e32 v15, 15, v0
	v_or_b32_e32 v1, s15, v15
	v_and_b32_e32 v2, 48, v0
	v_lshl_or_b32 v16, v1, 7, v2
	v_lshlrev_b32_e32 v1, 11, v10
	v_lshlrev_b32_e32 v3, 7, v15
	v_and_b32_e32 v0, 7, v0
	v_or3_b32 v1, v1, v3, v2
	v_lshl_or_b32 v6, v0, 4, v6
	v_add_u32_e32 v17, 0x4000, v1
	v_lshl_add_u64 v[6:7], s[4:5], 0, v[6:7]
	s_mov_b32 s17, 0
	s_mov_b64 s[0:1], 0
	v_mov_b32_e32 v0, 0
	v_mov_b32_e32 v1, 0
	v_mov_b32_e32 v2, 0
	v_mov_b32_e32 v3, 0
	s_mov_b64 s[2:3], 0x80
	s_add_i32 s18, s13, 0x2000
	s_add_i32 s19, s20, 0x5000
	s_mov_b64 s[4:5], 0x8080
	s_addk_i32 s20, 0x5800
	s_mov_b64 s[6:7], 0x100
	s_mov_b64 s[10:11], 0x8100
	s_branch .LBB0_2
.LBB0_1:                                ;   in Loop: Header=BB0_2 Depth=1
	s_waitcnt vmcnt(2)
	ds_read_b128 v[8:11], v16 offset:8192
	ds_read_b128 v[18:21], v16 offset:8256
	s_waitcnt vmcnt(0)
	ds_read_b128 v[22:25], v17 offset:4096
	ds_read_b128 v[26:29], v17 offset:4160
	s_addk_i32 s17, 0x80
	s_add_u32 s0, s0, 0x100
	s_addc_u32 s1, s1, 0
	s_waitcnt lgkmcnt(1)
	v_mfma_f32_16x16x32_f16 v[0:3], v[8:11], v[22:25], v[0:3]
	s_waitcnt lgkmcnt(0)
	v_mfma_f32_16x16x32_f16 v[0:3], v[18:21], v[26:29], v[0:3]
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	s_barrier
	s_mov_b64 vcc, vcc
	s_cbranch_vccnz .LBB0_4
.LBB0_2:                                ; =>This Inner Loop Header: Depth=1
	v_lshl_add_u64 v[8:9], v[6:7], 0, s[0:1]
	s_mov_b32 m0, s18
	v_lshl_add_u64 v[18:19], v[8:9], 0, s[2:3]
	v_lshl_add_u64 v[10:11], v[4:5], 0, s[0:1]
	v_lshl_add_u64 v[20:21], v[10:11], 0, s[2:3]
	global_load_lds_dwordx4 v[18:19], off
	s_mov_b32 m0, s19
	v_lshl_add_u64 v[18:19], v[10:11], 0, s[4:5]
	global_load_lds_dword v[20:21], off
	s_mov_b32 m0, s20
	s_cmpk_gt_u32 s17, 0x37f
	global_load_lds_dword v[18:19], off
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	s_barrier
	ds_read_b128 v[18:21], v16
	ds_read_b128 v[22:25], v16 offset:64
	ds_read_b128 v[26:29], v17
	ds_read_b128 v[30:33], v17 offset:64
	s_waitcnt lgkmcnt(1)
	v_mfma_f32_16x16x32_f16 v[0:3], v[18:21], v[26:29], v[0:3]
	s_cselect_b64 s[22:23], -1, 0
	s_and_b64 vcc, exec, s[22:23]
	s_waitcnt lgkmcnt(0)
	v_mfma_f32_16x16x32_f16 v[0:3], v[22:25], v[30:33], v[0:3]
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	s_barrier
	s_cbranch_vccnz .LBB0_1
; %bb.3:                                ;   in Loop: Header=BB0_2 Depth=1
	s_mov_b32 m0, s13
	v_lshl_add_u64 v[8:9], v[8:9], 0, s[6:7]
	v_lshl_add_u64 v[18:19], v[10:11], 0, s[6:7]
	global_load_lds_dwordx4 v[8:9], off
	s_mov_b32 m0, s14
	v_lshl_add_u64 v[10:11], v[10:11], 0, s[10:11]
	global_load_lds_dword v[18:19], off
	s_mov_b32 m0, s16
	s_nop 0
	global_load_lds_dword v[10:11], off
	s_branch .LBB0_1
.LBB0_4:
	v_lshrrev_b32_e32 v4, 2, v12
	v_and_or_b32 v4, v4, 12, s15
	v_add_u32_e32 v5, v14, v13
	v_or_b32_e32 v4, s12, v4
	v_or_b32_e32 v5, v5, v15
	v_lshl_add_u32 v4, v4, 8, v5
	v_mov_b32_e32 v5, 0
	v_lshl_add_u64 v[6:7], v[4:5], 2, s[8:9]
	global_store_dword v[6:7], v0, off
	v_add_u32_e32 v6, 0x100, v4
	v_mov_b32_e32 v7, v5
	v_lshl_add_u64 v[6:7], v[6:7], 2, s[8:9]
	global_store_dword v[6:7], v1, off
	v_add_u32_e32 v0, 0x200, v4
	v_mov_b32_e32 v1, v5
	v_lshl_add_u64 v[0:1], v[0:1], 2, s[8:9]
	v_add_u32_e32 v4, 0x300, v4
	global_store_dword v[0:1], v2, off
	v_lshl_add_u64 v[0:1], v[4:5], 2, s[8:9]
	global_store_dword v[0:1], v3, off
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel gemm
		.amdhsa_group_segment_fixed_size 24576
		.amdhsa_private_segment_fixed_size 0
		.amdhsa_kernarg_size 24
		.amdhsa_user_sgpr_count 2
		.amdhsa_user_sgpr_dispatch_ptr 0
		.amdhsa_user_sgpr_queue_ptr 0
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_user_sgpr_dispatch_id 0
		.amdhsa_user_sgpr_kernarg_preload_length 0
		.amdhsa_user_sgpr_kernarg_preload_offset 0
		.amdhsa_user_sgpr_private_segment_size 0
		.amdhsa_uses_dynamic_stack 0
		.amdhsa_enable_private_segment 0
		.amdhsa_system_sgpr_workgroup_id_x 1
		.amdhsa_system_sgpr_workgroup_id_y 1
		.amdhsa_system_sgpr_workgroup_id_z 0
		.amdhsa_system_sgpr_workgroup_info 0
		.amdhsa_system_vgpr_workitem_id 1
		.amdhsa_next_free_vgpr 34
		.amdhsa_next_free_sgpr 24
		.amdhsa_accum_offset 36
		.amdhsa_reserve_vcc 1
		.amdhsa_float_round_mode_32 0
		.amdhsa_float_round_mode_16_64 0
		.amdhsa_float_denorm_mode_32 3
		.amdhsa_float_denorm_mode_16_64 3
		.amdhsa_dx10_clamp 1
		.amdhsa_ieee_mode 1
		.amdhsa_fp16_overflow 0
		.amdhsa_tg_split 0
		.amdhsa_exception_fp_ieee_invalid_op 0
		.amdhsa_exception_fp_denorm_src 0
		.amdhsa_exception_fp_ieee_div_zero 0
		.amdhsa_exception_fp_ieee_overflow 0
		.amdhsa_exception_fp_ieee_underflow 0
		.amdhsa_exception_fp_ieee_inexact 0
		.amdhsa_exception_int_div_zero 0
	.end_amdhsa_kernel
	.text
.Lfunc_end0:
	.size	gemm, .Lfunc_end0-gemm
                                        ; -- End function
	.set gemm.num_vgpr, 34
	.set gemm.num_agpr, 0
	.set gemm.numbered_sgpr, 24
	.set gemm.num_named_barrier, 0
	.set gemm.private_seg_size, 0
	.set gemm.uses_vcc, 1
	.set gemm.uses_flat_scratch, 0
	.set gemm.has_dyn_sized_stack, 0
	.set gemm.has_recursion, 0
	.set gemm.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Kernel info:
; codeLenInByte = 880
; TotalNumSgprs: 30
; NumVgprs: 34
; NumAgprs: 0
; TotalNumVgprs: 34
; ScratchSize: 0
; MemoryBound: 0
; FloatMode: 240
; IeeeMode: 1
; LDSByteSize: 24576 bytes/workgroup (compile time only)
; SGPRBlocks: 3
; VGPRBlocks: 4
; NumSGPRsForWavesPerEU: 30
; NumVGPRsForWavesPerEU: 34
; AccumOffset: 36
; Occupancy: 8
; WaveLimiterHint : 0
; COMPUTE_PGM_RSRC2:SCRATCH_EN: 0
; COMPUTE_PGM_RSRC2:USER_SGPR: 2
; COMPUTE_PGM_RSRC2:TRAP_HANDLER: 0
; COMPUTE_PGM_RSRC2:TGID_X_EN: 1
; COMPUTE_PGM_RSRC2:TGID_Y_EN: 1
; COMPUTE_PGM_RSRC2:TGID_Z_EN: 0
; COMPUTE_PGM_RSRC2:TIDIG_COMP_CNT: 1
; COMPUTE_PGM_RSRC3_GFX90A:ACCUM_OFFSET: 8
; COMPUTE_PGM_RSRC3_GFX90A:TG_SPLIT: 0
	.text
	.p2alignl 6, 3212836864
	.fill 256, 4, 3212836864
	.section	.AMDGPU.gpr_maximums,"",@progbits
	.set amdgpu.max_num_vgpr, 0
	.set amdgpu.max_num_agpr, 0
	.set amdgpu.max_num_sgpr, 0
	.set amdgpu.max_num_named_barrier, 0
	.text
	.type	__hip_cuid_9d51f353f277bc83,@object ; @__hip_cuid_9d51f353f277bc83
	.section	.bss,"aw",@nobits
	.globl	__hip_cuid_9d51f353f277bc83
__hip_cuid_9d51f353f277bc83:
	.byte	0                               ; 0x0
	.size	__hip_cuid_9d51f353f277bc83, 1

	.ident	"Debian clang version 22.1.8 (1~deb12u1)"
	.section	".note.GNU-stack","",@progbits
	.addrsig
	.addrsig_sym __hip_cuid_9d51f353f277bc83
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
      - .address_space:  global
        .offset:         16
        .size:           8
        .value_kind:     global_buffer
    .group_segment_fixed_size: 24576
    .kernarg_segment_align: 8
    .kernarg_segment_size: 24
    .max_flat_workgroup_size: 512
    .name:           gemm
    .private_segment_fixed_size: 0
    .sgpr_count:     30
    .sgpr_spill_count: 0
    .symbol:         gemm.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     34
    .vgpr_spill_count: 0
    .wavefront_size: 64
amdhsa.target:   amdgcn-amd-amdhsa--gfx950
amdhsa.version:
  - 1
  - 2
...

	.end_amdgpu_metadata
