; Pieces of programs that nobody would write.

; ---- what kernels begin with
s_load_dwordx4 s[8:11], s[0:1], 0x0
v_and_b32_e32 v0, 0x3ff, v0
v_lshlrev_b32_e32 v1, 2, v0
s_waitcnt lgkmcnt(0)
v_mov_b32_e32 v3, s9
v_add_co_u32_e32 v2, vcc, s8, v1
v_addc_co_u32_e32 v3, vcc, 0, v3, vcc
s_mov_b32 s12, s8
s_mov_b32 s13, s9
s_mov_b32 s14, 0x1000
s_mov_b32 s15, 0x27000
s_mov_b32 m0, 64

; ---- right lines of all kinds, labels among them
v_add_u32_e32 v4, v1, v5
v_add_nc_u32_e32 v4, v1, v5
v_cmp_gt_i32_e32 vcc_lo, s10, v0
v_add_co_u32 v2, vcc_lo, s8, v1
v_add_co_ci_u32_e64 v3, null, s9, 0, vcc_lo
s_and_saveexec_b32 s16, vcc_lo
s_or_b32 exec_lo, exec_lo, s16
s_add_f32 s16, s10, 1.0
s_cmp_lt_f32 s16, s10
s_barrier_signal -1
s_barrier_wait -1
s_wait_loadcnt_dscnt 0x1
s_waitcnt_vscnt null, 0x0
s_load_u8 s16, s[8:9], 0x3
ds_load_b32 v4, v1
ds_store_b64 v1, v[4:5] offset:8
global_load_b64 v[4:5], v[2:3], off
s_movrelsd_2_b32 s16, s10
v_mul_lo_u32 v5, s10, v0
v_fma_f32 v6, v4, -|v5|, 1.0
v_cvt_f16_f32_sdwa v7, v6 dst_sel:WORD_1 dst_unused:UNUSED_PRESERVE src0_sel:DWORD
v_mov_b32_dpp v7, v6 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_add_f32_dpp v7, v6, v6 row_shr:1 row_mask:0xa bank_mask:0xf bound_ctrl:0
v_pk_fma_f16 v8, v4, v5, v6 op_sel:[0,1,0] neg_lo:[1,0,0]
v_perm_b32 v8, v4, v5, s10
v_cmp_gt_i32_e32 vcc, s10, v0
v_cmp_lt_u64_e64 s[16:17], v[2:3], v[4:5]
v_cmpx_ne_u32_e32 5, v0
v_cndmask_b32_e32 v9, v4, v5, vcc
v_readfirstlane_b32 s18, v4
v_readlane_b32 s19, v4, 63
v_writelane_b32 v9, s18, s19
v_lshl_add_u64 v[10:11], v[2:3], 1, s[8:9]
v_div_scale_f64 v[10:11], vcc, v[4:5], v[4:5], 1.0
v_accvgpr_write_b32 a0, v4
v_accvgpr_read_b32 v4, a0
v_mfma_f32_32x32x8_f16 a[0:15], v[4:5], v[6:7], a[0:15]
v_mfma_f32_16x16x16_f16 v[12:15], v[4:5], v[6:7], 0 cbsz:1 abid:1 blgp:1
v_mfma_f64_16x16x4_f64 a[0:7], v[4:5], v[6:7], a[0:7]
v_swap_b32 v4, v5
v_bfe_i32 v4, v0, 3, 1
v_permlane32_swap_b32 v4, v5
s_add_u32 s16, s10, 0x1234
s_addc_u32 s17, s11, 0
s_lshl_b64 s[16:17], s[10:11], s12
s_and_saveexec_b64 s[20:21], vcc
s_or_b64 exec, exec, s[20:21]
s_not_b64 exec, exec
s_cmp_eq_u32 s10, 1
s_bitcmp1_b32 s10, 31
s_cbranch_scc1 L1
s_cbranch_execz L2
s_cbranch_vccnz L3
s_branch L0
L0:
L1:
L2:
L3:
s_call_b64 s[22:23], L1
s_getpc_b64 s[22:23]
s_add_u32 s22, s22, D@rel32@lo+4
s_setpc_b64 s[22:23]
s_swappc_b64 s[24:25], s[22:23]
s_cbranch_g_fork s[22:23], s[24:25]
s_set_gpr_idx_on s10, gpr_idx(SRC0,DST)
s_set_gpr_idx_off
s_setreg_b32 hwreg(HW_REG_MODE, 0, 4), s10
s_getreg_b32 s16, hwreg(HW_REG_HW_ID)
s_movrels_b32 s16, s10
s_barrier
s_endpgm
s_trap 2
s_sleep 1
s_sendmsg sendmsg(MSG_INTERRUPT)
s_memtime s[16:17]
s_waitcnt vmcnt(0) lgkmcnt(0)
s_waitcnt 0
s_load_dwordx8 s[16:23], s[8:9], s10
s_load_dword s16, s[8:9], 0x7fff
s_buffer_load_dwordx4 s[16:19], s[12:15], 0x10
s_store_dword s16, s[8:9], 0x0
s_atomic_add s16, s[8:9], 0x0
s_dcache_wb
ds_write_b32 v1, v4
ds_write_b8_d16_hi v1, v4 offset:3
ds_write2st64_b64 v1, v[4:5], v[6:7] offset0:1 offset1:255
ds_read_b128 v[4:7], v1 offset:64
ds_read_u16_d16 v4, v1
ds_read_b64_tr_b16 v[4:5], v1
ds_read_addtid_b32 v4
ds_add_rtn_f32 v4, v1, v5
ds_cmpst_rtn_b64 v[4:5], v1, v[6:7], v[8:9]
ds_bpermute_b32 v4, v1, v5
ds_swizzle_b32 v4, v5 offset:swizzle(QUAD_PERM, 0, 1, 2, 3)
ds_append v4 offset:8
ds_ordered_count v4, v5 offset:260 gds
global_load_dwordx4 v[4:7], v1, s[8:9] offset:16
global_load_ushort v4, v[2:3], off glc
global_store_dwordx3 v[2:3], v[4:6], off offset:-4
global_atomic_cmpswap_x2 v[4:5], v1, v[6:9], s[8:9] glc
global_atomic_pk_add_f16 v1, v4, s[8:9]
global_load_lds_dword v1, s[8:9] offset:4
flat_load_dwordx2 v[4:5], v[2:3]
flat_store_byte v[2:3], v4
flat_atomic_add_f64 v[2:3], v[4:5]
scratch_load_dwordx4 v[4:7], off, s10
scratch_store_short v1, v4, off offset:16
buffer_load_dwordx2 v[4:5], v1, s[12:15], 0 offen offset:8
buffer_load_dwordx4 v[4:7], v[2:3], s[12:15], s10 idxen offen glc
buffer_store_format_xy v[4:5], off, s[12:15], 0
buffer_load_dword v1, s[12:15], s10 offen offset:4 lds
buffer_atomic_smax v4, v1, s[12:15], 0 offen
tbuffer_load_format_x v4, v1, s[12:15], 0 format:[BUF_DATA_FORMAT_32] offen
buffer_wbl2 sc1

; ---- special operands
vcc vcc_lo exec exec_hi m0 scc off null src_lds_direct src_shared_base src_private_base src_vccz src_execz flat_scratch
xnack_mask L0 L1 L2 L3 D D+4 nowhere D@rel32@lo+4 vmcnt(0) lgkmcnt(15) hwreg(HW_REG_MODE,0,32) hwreg(77) sendmsg(99)
gpr_idx(DST) L3-L0 lit(5) vmcnt(-1)

; ---- modifiers
glc slc sc0 sc1 nt gds lds offen idxen tfe clamp mul:2 div:2 cbsz:4 abid:15 blgp:7 op_sel:[1,1,1] op_sel_hi:[0,0]
neg_lo:[1,1,1] neg_hi:[0] row_shl:15 wave_ror:1 quad_perm:[3,3,3,3] row_mirror row_bcast:31 row_newbcast:7 bound_ctrl:0
row_mask:0 dst_sel:BYTE_3 src0_sel:WORD_1 src1_sel:BYTE_2 dst_unused:UNUSED_SEXT byte_sel:3 format:127 dim:2

; ---- fields of a descriptor
group_segment_fixed_size private_segment_fixed_size kernarg_size user_sgpr_count user_sgpr_kernarg_preload_length
user_sgpr_kernarg_preload_offset accum_offset system_vgpr_workitem_id float_round_mode_32 user_sgpr_dispatch_ptr
dx10_clamp user_sgpr_private_segment_buffer system_sgpr_workgroup_info uses_dynamic_stack
