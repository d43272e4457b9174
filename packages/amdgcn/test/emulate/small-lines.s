; `A` a vector source, `T` a target, `S` a scalar source, `D` a scalar target, `C` a constant; lines are apart by `;`.

; ---- patterns
v_add_u32_e32 T, A, A
v_lshlrev_b32_e32 T, 2, A
v_and_b32_e32 T, C, A
v_xor_b32_e32 T, S, A
v_mul_lo_u32 T, S, A
v_mov_b32_e32 T, S
v_mov_b32_e32 T, C
v_cndmask_b32_e32 T, A, A, vcc
v_cmp_gt_u32_e32 vcc, C, A
v_cmp_eq_u32_e32 vcc, S, A
v_cmp_lt_i32_e64 s[18:19], A, A
v_cmpx_ne_u32_e32 5, A
v_add_co_u32_e32 T, vcc, A, A
v_addc_co_u32_e32 T, vcc, A, A, vcc
v_add_f16_e64 T, A, A op_sel:[0,0,1]
v_mov_b32_dpp T, A quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_add_u32_dpp T, A, A row_shr:1 row_mask:0xa bank_mask:0xf
v_add_u32_sdwa T, A, A dst_sel:BYTE_1 dst_unused:UNUSED_PRESERVE src0_sel:DWORD src1_sel:DWORD
v_readfirstlane_b32 D, A
v_readlane_b32 D, A, 3
v_writelane_b32 T, S, 5
v_swap_b32 v1, v2
v_accvgpr_write_b32 a1, A
v_accvgpr_read_b32 T, a1
v_mfma_f32_4x4x4f16 a[0:3], v[2:3], v[4:5], a[0:3]
v_pk_fma_f16 T, A, A, A
s_add_u32 D, S, S
s_addc_u32 D, S, S
s_lshl_b32 D, S, 3
s_and_b32 D, S, C
s_mul_i32 D, S, S
s_cmp_lt_u32 S, S
s_cmp_eq_u32 S, 1
s_cselect_b32 D, S, S
s_cmov_b32 D, S
s_mov_b64 exec, -1
s_mov_b64 s[18:19], exec
s_and_b64 exec, exec, s[18:19]
s_and_saveexec_b64 s[22:23], vcc
s_or_b64 exec, exec, s[22:23]
s_not_b64 vcc, vcc
s_mov_b32 m0, S
s_barrier
s_waitcnt vmcnt(0) lgkmcnt(0)
s_load_dword D, s[8:9], 0x10; s_waitcnt lgkmcnt(0)
s_and_b32 s20, S, 0x1c; s_load_dword D, s[8:9], s20; s_waitcnt lgkmcnt(0)
s_memtime s[18:19]; s_waitcnt lgkmcnt(0)
v_and_b32_e32 v7, 0xfc, A; ds_write_b32 v7, A
v_and_b32_e32 v7, 0xfc, A; ds_read_b32 T, v7 offset:4; s_waitcnt lgkmcnt(0)
v_and_b32_e32 v7, 0xfc, A; ds_read2_b32 v[3:4], v7 offset1:8; s_waitcnt lgkmcnt(0)
v_and_b32_e32 v7, 0xfc, A; ds_add_u32 v7, A
v_and_b32_e32 v7, 0xfc, A; ds_add_rtn_u32 T, v7, A; s_waitcnt lgkmcnt(0)
v_lshlrev_b32_e32 v7, 2, v0; ds_write_b32 v7, A; s_waitcnt lgkmcnt(0); s_barrier
ds_bpermute_b32 T, A, A; s_waitcnt lgkmcnt(0)
ds_swizzle_b32 T, A offset:0x8055; s_waitcnt lgkmcnt(0)
ds_read_u16_d16 T, v7; s_waitcnt lgkmcnt(0)
v_and_b32_e32 v7, 0xfc, A; global_load_dword T, v7, s[8:9]; s_waitcnt vmcnt(0)
v_and_b32_e32 v7, 0xfc, A; global_store_dword v7, A, s[8:9]
v_and_b32_e32 v7, 0xfc, A; global_store_dword v7, A, s[12:13]
v_and_b32_e32 v7, 0xfc, A; global_load_dword T, v7, s[12:13]; s_waitcnt vmcnt(0)
v_and_b32_e32 v7, 0xfc, A; global_atomic_add v7, A, s[8:9]
v_and_b32_e32 v7, 0xfc, A; global_atomic_add T, v7, A, s[12:13] glc; s_waitcnt vmcnt(0)
s_mov_b32 m0, 0; v_and_b32_e32 v7, 0xfc, A; global_load_lds_dword v7, s[8:9]; s_waitcnt vmcnt(0)
scratch_store_dword off, A, off offset:8
scratch_load_dword T, off, off offset:8; s_waitcnt vmcnt(0)
