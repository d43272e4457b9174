/**
 * Scalar instructions: SOP1, SOP2, SOPC, SOPK, SOPP and SMEM.
 *
 *      0 s_add_u32      s b32 b32          s_add_u32 s1, s2, 0x12345678
 *
 * `s`, `s64`: SGPRs; `b32`, `b64`: SGPRs or a constant; `-`: the field is ignored; `k`: a literal that always follows.
 * Source: AMD, "Instinct MI300 Instruction Set Architecture", Scalar ALU and memory encodings; checked against LLVM 22.
 */

export const sop1 = `
  0 s_mov_b32                  s b32
  1 s_mov_b64                  s64 b64
  2 s_cmov_b32                 s b32
  3 s_cmov_b64                 s64 b64
  4 s_not_b32                  s b32
  5 s_not_b64                  s64 b64
  6 s_wqm_b32                  s b32
  7 s_wqm_b64                  s64 b64
  8 s_brev_b32                 s b32
  9 s_brev_b64                 s64 b64
  a s_bcnt0_i32_b32            s b32
  b s_bcnt0_i32_b64            s b64
  c s_bcnt1_i32_b32            s b32
  d s_bcnt1_i32_b64            s b64
  e s_ff0_i32_b32              s b32
  f s_ff0_i32_b64              s b64
 10 s_ff1_i32_b32              s b32
 11 s_ff1_i32_b64              s b64
 12 s_flbit_i32_b32            s b32
 13 s_flbit_i32_b64            s b64
 14 s_flbit_i32                s b32
 15 s_flbit_i32_i64            s b64
 16 s_sext_i32_i8              s b32
 17 s_sext_i32_i16             s b32
 18 s_bitset0_b32              s b32
 19 s_bitset0_b64              s64 b32
 1a s_bitset1_b32              s b32
 1b s_bitset1_b64              s64 b32
 1c s_getpc_b64                s64
 1d s_setpc_b64                - s64
 1e s_swappc_b64               s64 b64
 1f s_rfe_b64                  - s64
 20 s_and_saveexec_b64         s64 b64
 21 s_or_saveexec_b64          s64 b64
 22 s_xor_saveexec_b64         s64 b64
 23 s_andn2_saveexec_b64       s64 b64
 24 s_orn2_saveexec_b64        s64 b64
 25 s_nand_saveexec_b64        s64 b64
 26 s_nor_saveexec_b64         s64 b64
 27 s_xnor_saveexec_b64        s64 b64
 28 s_quadmask_b32             s b32
 29 s_quadmask_b64             s64 b64
 2a s_movrels_b32              s s
 2b s_movrels_b64              s64 s64
 2c s_movreld_b32              s b32
 2d s_movreld_b64              s64 b64
 2e s_cbranch_join             - s
 30 s_abs_i32                  s b32
 32 s_set_gpr_idx_idx          - b32
 33 s_andn1_saveexec_b64       s64 b64
 34 s_orn1_saveexec_b64        s64 b64
 35 s_andn1_wrexec_b64         s64 b64
 36 s_andn2_wrexec_b64         s64 b64
 37 s_bitreplicate_b64_b32     s64 b32`;

export const sop2 = `
  0 s_add_u32                  s b32 b32
  1 s_sub_u32                  s b32 b32
  2 s_add_i32                  s b32 b32
  3 s_sub_i32                  s b32 b32
  4 s_addc_u32                 s b32 b32
  5 s_subb_u32                 s b32 b32
  6 s_min_i32                  s b32 b32
  7 s_min_u32                  s b32 b32
  8 s_max_i32                  s b32 b32
  9 s_max_u32                  s b32 b32
  a s_cselect_b32              s b32 b32
  b s_cselect_b64              s64 b64 b64
  c s_and_b32                  s b32 b32
  d s_and_b64                  s64 b64 b64
  e s_or_b32                   s b32 b32
  f s_or_b64                   s64 b64 b64
 10 s_xor_b32                  s b32 b32
 11 s_xor_b64                  s64 b64 b64
 12 s_andn2_b32                s b32 b32
 13 s_andn2_b64                s64 b64 b64
 14 s_orn2_b32                 s b32 b32
 15 s_orn2_b64                 s64 b64 b64
 16 s_nand_b32                 s b32 b32
 17 s_nand_b64                 s64 b64 b64
 18 s_nor_b32                  s b32 b32
 19 s_nor_b64                  s64 b64 b64
 1a s_xnor_b32                 s b32 b32
 1b s_xnor_b64                 s64 b64 b64
 1c s_lshl_b32                 s b32 b32
 1d s_lshl_b64                 s64 b64 b32
 1e s_lshr_b32                 s b32 b32
 1f s_lshr_b64                 s64 b64 b32
 20 s_ashr_i32                 s b32 b32
 21 s_ashr_i64                 s64 b64 b32
 22 s_bfm_b32                  s b32 b32
 23 s_bfm_b64                  s64 b32 b32
 24 s_mul_i32                  s b32 b32
 25 s_bfe_u32                  s b32 b32
 26 s_bfe_i32                  s b32 b32
 27 s_bfe_u64                  s64 b64 b32
 28 s_bfe_i64                  s64 b64 b32
 29 s_cbranch_g_fork           - b64 b64
 2a s_absdiff_i32              s b32 b32
 2b s_rfe_restore_b64          - b64 b32
 2c s_mul_hi_u32               s b32 b32
 2d s_mul_hi_i32               s b32 b32
 2e s_lshl1_add_u32            s b32 b32
 2f s_lshl2_add_u32            s b32 b32
 30 s_lshl3_add_u32            s b32 b32
 31 s_lshl4_add_u32            s b32 b32
 32 s_pack_ll_b32_b16          s b32 b32
 33 s_pack_lh_b32_b16          s b32 b32
 34 s_pack_hh_b32_b16          s b32 b32`;

export const sopc = `
  0 s_cmp_eq_i32               b32 b32
  1 s_cmp_lg_i32               b32 b32
  2 s_cmp_gt_i32               b32 b32
  3 s_cmp_ge_i32               b32 b32
  4 s_cmp_lt_i32               b32 b32
  5 s_cmp_le_i32               b32 b32
  6 s_cmp_eq_u32               b32 b32
  7 s_cmp_lg_u32               b32 b32
  8 s_cmp_gt_u32               b32 b32
  9 s_cmp_ge_u32               b32 b32
  a s_cmp_lt_u32               b32 b32
  b s_cmp_le_u32               b32 b32
  c s_bitcmp0_b32              b32 b32
  d s_bitcmp1_b32              b32 b32
  e s_bitcmp0_b64              b64 b32
  f s_bitcmp1_b64              b64 b32
 10 s_setvskip                 b32 b32
 11 s_set_gpr_idx_on           b32 gpr_idx
 12 s_cmp_eq_u64               b64 b64
 13 s_cmp_lg_u64               b64 b64`;

export const sopk = `
  0 s_movk_i32                 s simm
  1 s_cmovk_i32                s simm
  2 s_cmpk_eq_i32              s simm
  3 s_cmpk_lg_i32              s simm
  4 s_cmpk_gt_i32              s simm
  5 s_cmpk_ge_i32              s simm
  6 s_cmpk_lt_i32              s simm
  7 s_cmpk_le_i32              s simm
  8 s_cmpk_eq_u32              s simm
  9 s_cmpk_lg_u32              s simm
  a s_cmpk_gt_u32              s simm
  b s_cmpk_ge_u32              s simm
  c s_cmpk_lt_u32              s simm
  d s_cmpk_le_u32              s simm
  e s_addk_i32                 s simm
  f s_mulk_i32                 s simm
 10 s_cbranch_i_fork           s64 branch
 11 s_getreg_b32               s hwreg
 12 s_setreg_b32               hwreg s
 14 s_setreg_imm32_b32         hwreg k
 15 s_call_b64                 s64 branch`;

export const sopp = `
  0 s_nop                      simm
  1 s_endpgm                   end
  2 s_branch                   branch
  3 s_wakeup
  4 s_cbranch_scc0             branch
  5 s_cbranch_scc1             branch
  6 s_cbranch_vccz             branch
  7 s_cbranch_vccnz            branch
  8 s_cbranch_execz            branch
  9 s_cbranch_execnz           branch
  a s_barrier
  b s_setkill                  simm
  c s_waitcnt                  waitcnt
  d s_sethalt                  simm
  e s_sleep                    simm
  f s_setprio                  simm
 10 s_sendmsg                  sendmsg
 11 s_sendmsghalt              sendmsg
 12 s_trap                     simm
 13 s_icache_inv
 14 s_incperflevel             simm
 15 s_decperflevel             simm
 16 s_ttracedata
 17 s_cbranch_cdbgsys          branch
 18 s_cbranch_cdbguser         branch
 19 s_cbranch_cdbgsys_or_user  branch
 1a s_cbranch_cdbgsys_and_user branch
 1b s_endpgm_saved
 1c s_set_gpr_idx_off
 1d s_set_gpr_idx_mode         gpr_idx
 1e s_endpgm_ordered_ps_done`;

export const smem = `
  0 s_load_dword               s base64 offset
  1 s_load_dwordx2             s64 base64 offset
  2 s_load_dwordx4             s128 base64 offset
  3 s_load_dwordx8             s256 base64 offset
  4 s_load_dwordx16            s512 base64 offset
  5 s_scratch_load_dword       s base64 offset
  6 s_scratch_load_dwordx2     s64 base64 offset
  7 s_scratch_load_dwordx4     s128 base64 offset
  8 s_buffer_load_dword        s base128 offset
  9 s_buffer_load_dwordx2      s64 base128 offset
  a s_buffer_load_dwordx4      s128 base128 offset
  b s_buffer_load_dwordx8      s256 base128 offset
  c s_buffer_load_dwordx16     s512 base128 offset
 10 s_store_dword              s base64 offset
 11 s_store_dwordx2            s64 base64 offset
 12 s_store_dwordx4            s128 base64 offset
 15 s_scratch_store_dword      s base64 offset
 16 s_scratch_store_dwordx2    s64 base64 offset
 17 s_scratch_store_dwordx4    s128 base64 offset
 18 s_buffer_store_dword       s base128 offset
 19 s_buffer_store_dwordx2     s64 base128 offset
 1a s_buffer_store_dwordx4     s128 base128 offset
 20 s_dcache_inv
 21 s_dcache_wb
 22 s_dcache_inv_vol
 23 s_dcache_wb_vol
 24 s_memtime                  s64
 25 s_memrealtime              s64
 26 s_atc_probe                probe base64 offset
 27 s_atc_probe_buffer         probe base128 offset
 28 s_dcache_discard           base64 offset
 29 s_dcache_discard_x2        base64 offset
 40 s_buffer_atomic_swap       s base128 offset
 41 s_buffer_atomic_cmpswap    s64 base128 offset
 42 s_buffer_atomic_add        s base128 offset
 43 s_buffer_atomic_sub        s base128 offset
 44 s_buffer_atomic_smin       s base128 offset
 45 s_buffer_atomic_umin       s base128 offset
 46 s_buffer_atomic_smax       s base128 offset
 47 s_buffer_atomic_umax       s base128 offset
 48 s_buffer_atomic_and        s base128 offset
 49 s_buffer_atomic_or         s base128 offset
 4a s_buffer_atomic_xor        s base128 offset
 4b s_buffer_atomic_inc        s base128 offset
 4c s_buffer_atomic_dec        s base128 offset
 60 s_buffer_atomic_swap_x2    s64 base128 offset
 61 s_buffer_atomic_cmpswap_x2 s128 base128 offset
 62 s_buffer_atomic_add_x2     s64 base128 offset
 63 s_buffer_atomic_sub_x2     s64 base128 offset
 64 s_buffer_atomic_smin_x2    s64 base128 offset
 65 s_buffer_atomic_umin_x2    s64 base128 offset
 66 s_buffer_atomic_smax_x2    s64 base128 offset
 67 s_buffer_atomic_umax_x2    s64 base128 offset
 68 s_buffer_atomic_and_x2     s64 base128 offset
 69 s_buffer_atomic_or_x2      s64 base128 offset
 6a s_buffer_atomic_xor_x2     s64 base128 offset
 6b s_buffer_atomic_inc_x2     s64 base128 offset
 6c s_buffer_atomic_dec_x2     s64 base128 offset
 80 s_atomic_swap              s base64 offset
 81 s_atomic_cmpswap           s64 base64 offset
 82 s_atomic_add               s base64 offset
 83 s_atomic_sub               s base64 offset
 84 s_atomic_smin              s base64 offset
 85 s_atomic_umin              s base64 offset
 86 s_atomic_smax              s base64 offset
 87 s_atomic_umax              s base64 offset
 88 s_atomic_and               s base64 offset
 89 s_atomic_or                s base64 offset
 8a s_atomic_xor               s base64 offset
 8b s_atomic_inc               s base64 offset
 8c s_atomic_dec               s base64 offset
 a0 s_atomic_swap_x2           s64 base64 offset
 a1 s_atomic_cmpswap_x2        s128 base64 offset
 a2 s_atomic_add_x2            s64 base64 offset
 a3 s_atomic_sub_x2            s64 base64 offset
 a4 s_atomic_smin_x2           s64 base64 offset
 a5 s_atomic_umin_x2           s64 base64 offset
 a6 s_atomic_smax_x2           s64 base64 offset
 a7 s_atomic_umax_x2           s64 base64 offset
 a8 s_atomic_and_x2            s64 base64 offset
 a9 s_atomic_or_x2             s64 base64 offset
 aa s_atomic_xor_x2            s64 base64 offset
 ab s_atomic_inc_x2            s64 base64 offset
 ac s_atomic_dec_x2            s64 base64 offset`;
