; What registers, modes and private memory are when a kernel starts.

; ---- ids of work-items are packed into v0, and the last wave is not whole
;: block 8x6x2
;: fields system_vgpr_workitem_id 2
;: stores 96: 1 by 1 to 8, 1025 by 1 to 1032, 2049 by 1 to 2056, 3073 by 1 to 3080, 4097 by 1 to 4104, 5121 by 1 to 5128, 1048577 by 1 to 1048584, 1049601 by 1 to 1049608, 1050625 by 1 to 1050632, 1051649 by 1 to 1051656, 1052673 by 1 to 1052680, 1053697 by 1 to 1053704
  s_load_dwordx2 s[20:21], s[0:1], 0x0
  v_and_b32 v1, 0x3ff, v0
  v_bfe_u32 v2, v0, 10, 10
  v_bfe_u32 v3, v0, 20, 10
  v_mul_u32_u24 v4, 8, v2
  v_mul_u32_u24 v5, 48, v3
  v_add3_u32 v6, v1, v4, v5
  v_lshlrev_b32 v6, 2, v6
  s_waitcnt lgkmcnt(0)
  v_add_u32 v7, 1, v0
  global_store_dword v6, v7, s[20:21]

; ---- each workgroup has its ids
;: grid 3x2
;: stores 384: 0 x 64, 1 x 64, 2 x 64, 256 x 64, 257 x 64, 258 x 64
  s_lshl_b32 s24, s3, 8
  s_or_b32 s24, s24, s2
  s_mul_i32 s25, s3, 3
  s_add_u32 s25, s25, s2
  v_mov_b32 v9, s24
  s_load_dwordx2 s[20:21], s[0:1], 0x0
  v_and_b32 v20, 0x3ff, v0
  v_lshlrev_b32 v20, 2, v20
  s_lshl_b32 s22, s25, 8
  v_add_u32 v20, s22, v20
  s_waitcnt lgkmcnt(0)
  global_store_dword v20, v9, s[20:21]

; ---- user registers are in the order of the hardware: dispatch_ptr 0-1, queue_ptr 2-3, kernarg 4-5, dispatch_id 6-7, preloaded 8-9, x 10, y 11
;: block 64x2
;: grid 3
;: fields user_sgpr_dispatch_ptr 1 | user_sgpr_queue_ptr 1 | user_sgpr_dispatch_id 1 | user_sgpr_kernarg_preload_length 2 | user_sgpr_kernarg_preload_offset 2
;: values 77 88
;: stores 8: 131136, 192, 65536, 131072, 77, 88, 2, 0
  s_load_dwordx2 s[20:21], s[4:5], 0x0
  s_load_dwordx4 s[24:27], s[0:1], 0x4
  s_load_dwordx2 s[28:29], s[2:3], 0x40
  v_mov_b32 v1, 0
  s_waitcnt lgkmcnt(0)
  v_mov_b32 v2, s24
  v_mov_b32 v3, s26
  v_mov_b32 v4, s28
  v_mov_b32 v5, s29
  global_store_dwordx4 v1, v[2:5], s[20:21]
  v_mov_b32 v2, s8
  v_mov_b32 v3, s9
  v_mov_b32 v4, s10
  v_mov_b32 v5, s11
  global_store_dwordx4 v1, v[2:5], s[20:21] offset:16

; ---- more than 16 preloaded registers where a dispatch fills as many
;: chip gfx1250
;: block 32
;: fields user_sgpr_count 22 | user_sgpr_kernarg_preload_length 20
;: values 100 101 102 103 104 105 106 107 108 109 110 111 112 113 114 115 116 117
;: stores 1: 117
  v_mov_b32 v1, 0
  v_mov_b32 v2, s21
  global_store_b32 v1, v2, s[2:3]

; ---- no more than 16 where a dispatch fills 16
;: fields user_sgpr_count 22 | user_sgpr_kernarg_preload_length 20
;: values 100
  s_nop 0
;! error amdgcn/descriptor-range: .amdhsa_user_sgpr_count is 22, but has to be from 0 to 16
;! error amdgcn/descriptor-range: .amdhsa_user_sgpr_kernarg_preload_length is 20, but has to be from 0 to 16

; ---- rounding and denormals of the descriptor
;: fields float_round_mode_32 1 | float_round_mode_16_64 2 | float_denorm_mode_32 3 | float_denorm_mode_16_64 1 | ieee_mode 0
;: stores 64: 377 x 64
  s_getreg_b32 s10, hwreg(HW_REG_MODE, 0, 10)
  v_mov_b32 v9, s10
  s_load_dwordx2 s[20:21], s[0:1], 0x0
  v_and_b32 v20, 0x3ff, v0
  v_lshlrev_b32 v20, 2, v20
  s_lshl_b32 s22, s2, 8
  v_add_u32 v20, s22, v20
  s_waitcnt lgkmcnt(0)
  global_store_dword v20, v9, s[20:21]

; ---- private memory of each wave, with architected flat scratch
;: block 128
;: fields private_segment_fixed_size 32 | enable_private_segment 1
;: stores 128: 1000 by 1 to 1127
  v_lshlrev_b32 v1, 2, v0
  v_add_u32 v2, 1000, v0
  scratch_store_dword off, v2, off offset:4
  s_load_dwordx2 s[20:21], s[0:1], 0x0
  s_barrier
  scratch_load_dword v3, off, off offset:4
  s_waitcnt vmcnt(0) lgkmcnt(0)
  global_store_dword v1, v3, s[20:21]

; ---- private memory of each wave, without architected flat scratch
;: chip gfx90a
;: block 128
;: fields private_segment_fixed_size 32 | user_sgpr_flat_scratch_init 1 | enable_private_segment 1 | system_sgpr_workgroup_id_y 0
;: stores 128: 1000 by 1 to 1127
  s_add_u32 flat_scratch_lo, s2, s5
  s_addc_u32 flat_scratch_hi, s3, 0
  v_lshlrev_b32 v1, 2, v0
  v_add_u32 v2, 1000, v0
  scratch_store_dword off, v2, off offset:4
  s_load_dwordx2 s[20:21], s[0:1], 0x0
  s_barrier
  scratch_load_dword v3, off, off offset:4
  s_waitcnt vmcnt(0) lgkmcnt(0)
  global_store_dword v1, v3, s[20:21]
