/**
 * Vector instructions of one or two operands: VOP1, VOP2 and VOPC.
 *
 *     1f v_add_f16    v f16~ f16~ : clamp omod        v_add_f16_e32 v1, v2, v3     v_add_f16_e64 v1, -v2, |s3| clamp
 *
 * One row serves all encodings of an instruction: 32 bits (the last source is a VGPR, `sd` and `mask` are VCC), VOP3,
 * SDWA and DPP. Operands with 64 bits have no SDWA. `*` in a comparison stands for its conditions. Flags: `e32only`
 * and `-sdwa`, `-dpp` for encodings that do not exist, `-sdwa_omod` for omod that SDWA does not have; the others are those of VOP3 (`vop3.ts`).
 * Source: AMD, "Instinct MI300 Instruction Set Architecture", Vector ALU encodings; checked against LLVM 22.
 */

export const vop1 = `
  0 v_nop                      : bare
  1 v_mov_b32                  v b32
  2 v_readfirstlane_b32        sx vl : e32only
  3 v_cvt_i32_f64              v f64~ : clamp omod
  4 v_cvt_f64_i32              v64 b32 : clamp omod
  5 v_cvt_f32_i32              v b32 : clamp omod
  6 v_cvt_f32_u32              v b32 : clamp omod
  7 v_cvt_u32_f32              v b32~ : clamp omod -sdwa_omod
  8 v_cvt_i32_f32              v b32~ : clamp omod -sdwa_omod
  a v_cvt_f16_f32              v b32~ : clamp omod
  b v_cvt_f32_f16              v f16~ : clamp omod
  c v_cvt_rpi_i32_f32          v b32~ : clamp
  d v_cvt_flr_i32_f32          v b32~ : clamp
  e v_cvt_off_f32_i4           v b32 : clamp omod
  f v_cvt_f32_f64              v f64~ : clamp omod
 10 v_cvt_f64_f32              v64 b32~ : clamp omod
 11 v_cvt_f32_ubyte0           v b32 : clamp omod
 12 v_cvt_f32_ubyte1           v b32 : clamp omod
 13 v_cvt_f32_ubyte2           v b32 : clamp omod
 14 v_cvt_f32_ubyte3           v b32 : clamp omod
 15 v_cvt_u32_f64              v f64~ : clamp omod
 16 v_cvt_f64_u32              v64 b32 : clamp omod
 17 v_trunc_f64                v64 f64~ : clamp omod
 18 v_ceil_f64                 v64 f64~ : clamp omod
 19 v_rndne_f64                v64 f64~ : clamp omod
 1a v_floor_f64                v64 f64~ : clamp omod
 1b v_fract_f32                v b32~ : clamp omod
 1c v_trunc_f32                v b32~ : clamp omod
 1d v_ceil_f32                 v b32~ : clamp omod
 1e v_rndne_f32                v b32~ : clamp omod
 1f v_floor_f32                v b32~ : clamp omod
 20 v_exp_f32                  v b32~ : clamp omod
 21 v_log_f32                  v b32~ : clamp omod
 22 v_rcp_f32                  v b32~ : clamp omod
 23 v_rcp_iflag_f32            v b32~ : clamp omod
 24 v_rsq_f32                  v b32~ : clamp omod
 25 v_rcp_f64                  v64 f64~ : clamp omod
 26 v_rsq_f64                  v64 f64~ : clamp omod
 27 v_sqrt_f32                 v b32~ : clamp omod
 28 v_sqrt_f64                 v64 f64~ : clamp omod
 29 v_sin_f32                  v b32~ : clamp omod
 2a v_cos_f32                  v b32~ : clamp omod
 2b v_not_b32                  v b32
 2c v_bfrev_b32                v b32
 2d v_ffbh_u32                 v b32
 2e v_ffbl_b32                 v b32
 2f v_ffbh_i32                 v b32
 30 v_frexp_exp_i32_f64        v f64~ : clamp omod
 31 v_frexp_mant_f64           v64 f64~ : clamp omod
 32 v_fract_f64                v64 f64~ : clamp omod
 33 v_frexp_exp_i32_f32        v b32~ : clamp
 34 v_frexp_mant_f32           v b32~ : clamp omod
 35 v_clrexcp                  : bare -dpp
 37 v_screen_partition_4se_b32 v b32
 38 v_mov_b64                  v64 b64 @942,950
 39 v_cvt_f16_u16              v i16 : clamp omod
 3a v_cvt_f16_i16              v i16 : clamp omod
 3b v_cvt_u16_f16              v f16~ : clamp omod -sdwa_omod
 3c v_cvt_i16_f16              v f16~ : clamp omod -sdwa_omod
 3d v_rcp_f16                  v f16~ : clamp omod
 3e v_sqrt_f16                 v f16~ : clamp omod
 3f v_rsq_f16                  v f16~ : clamp omod
 40 v_log_f16                  v f16~ : clamp omod
 41 v_exp_f16                  v f16~ : clamp omod
 42 v_frexp_mant_f16           v f16~ : clamp omod
 43 v_frexp_exp_i16_f16        v f16~ : clamp omod -sdwa_omod
 44 v_floor_f16                v f16~ : clamp omod
 45 v_ceil_f16                 v f16~ : clamp omod
 46 v_trunc_f16                v f16~ : clamp omod
 47 v_rndne_f16                v f16~ : clamp omod
 48 v_fract_f16                v f16~ : clamp omod
 49 v_sin_f16                  v f16~ : clamp omod
 4a v_cos_f16                  v f16~ : clamp omod
 4b v_exp_legacy_f32           v b32~ : clamp omod
 4c v_log_legacy_f32           v b32~ : clamp omod
 4d v_cvt_norm_i16_f16         v f16~ : clamp omod -sdwa_omod
 4e v_cvt_norm_u16_f16         v f16~ : clamp omod -sdwa_omod
 4f v_sat_pk_u8_i16            v b32
 51 v_swap_b32                 v v : e32only
 52 v_accvgpr_mov_b32          a a : e32only
 54 v_cvt_f32_fp8              v b32 : clamp omod bytes @942,950
 55 v_cvt_f32_bf8              v b32 : clamp omod bytes @942,950
 56 v_cvt_pk_f32_fp8           v64 b32 : clamp omod bytes @942,950
 57 v_cvt_pk_f32_bf8           v64 b32 : clamp omod bytes @942,950
 58 v_prng_b32                 v b32 @950
 59 v_permlane16_swap_b32      v v : swap -sdwa -dpp @950
 5a v_permlane32_swap_b32      v v : swap -sdwa -dpp @950
 5b v_cvt_f32_bf16             v bf16~ : clamp omod @950`;

export const vop2 = `
  0 v_cndmask_b32              v b32~ b32~ mask
  1 v_add_f32                  v b32~ b32~ : clamp omod
  2 v_sub_f32                  v b32~ b32~ : clamp omod
  3 v_subrev_f32               v b32~ b32~ : clamp omod
  4 v_fmac_f64                 v64 f64~ f64~ : clamp omod
  5 v_mul_f32                  v b32~ b32~ : clamp omod
  6 v_mul_i32_i24              v b32 b32 : clamp
  7 v_mul_hi_i32_i24           v b32 b32
  8 v_mul_u32_u24              v b32 b32 : clamp
  9 v_mul_hi_u32_u24           v b32 b32
  a v_min_f32                  v b32~ b32~ : clamp omod
  b v_max_f32                  v b32~ b32~ : clamp omod
  c v_min_i32                  v b32 b32
  d v_max_i32                  v b32 b32
  e v_min_u32                  v b32 b32
  f v_max_u32                  v b32 b32
 10 v_lshrrev_b32              v b32 b32
 11 v_ashrrev_i32              v b32 b32
 12 v_lshlrev_b32              v b32 b32
 13 v_and_b32                  v b32 b32
 14 v_or_b32                   v b32 b32
 15 v_xor_b32                  v b32 b32
 16 v_mac_f32                  v b32~ b32~ : clamp omod -sdwa @90a
 16 v_dot2c_f32_bf16           v hb16~ hb16~ : clamp omod -sdwa @950
 17 v_madmk_f32                v b32 k v : e32only @90a
 17 v_fmamk_f32                v b32 k v : e32only @942,950
 18 v_madak_f32                v b32 v k : e32only @90a
 18 v_fmaak_f32                v b32 v k : e32only @942,950
 19 v_add_co_u32               v sd b32 b32 : clamp
 1a v_sub_co_u32               v sd b32 b32 : clamp
 1b v_subrev_co_u32            v sd b32 b32 : clamp
 1c v_addc_co_u32              v sd b32 b32 mask : clamp
 1d v_subb_co_u32              v sd b32 b32 mask : clamp
 1e v_subbrev_co_u32           v sd b32 b32 mask : clamp
 1f v_add_f16                  v f16~ f16~ : clamp omod
 20 v_sub_f16                  v f16~ f16~ : clamp omod
 21 v_subrev_f16               v f16~ f16~ : clamp omod
 22 v_mul_f16                  v f16~ f16~ : clamp omod
 23 v_mac_f16                  v f16~ f16~ : clamp omod -sdwa
 24 v_madmk_f16                v f16 k v : e32only
 25 v_madak_f16                v f16 v k : e32only
 26 v_add_u16                  v i16 i16 : clamp
 27 v_sub_u16                  v i16 i16 : clamp
 28 v_subrev_u16               v i16 i16 : clamp
 29 v_mul_lo_u16               v i16 i16
 2a v_lshlrev_b16              v i16 i16
 2b v_lshrrev_b16              v i16 i16
 2c v_ashrrev_i16              v i16 i16
 2d v_max_f16                  v f16~ f16~ : clamp omod
 2e v_min_f16                  v f16~ f16~ : clamp omod
 2f v_max_u16                  v i16 i16
 30 v_max_i16                  v i16 i16
 31 v_min_u16                  v i16 i16
 32 v_min_i16                  v i16 i16
 33 v_ldexp_f16                v f16~ f16? : clamp omod
 34 v_add_u32                  v b32 b32 : clamp
 35 v_sub_u32                  v b32 b32 : clamp
 36 v_subrev_u32               v b32 b32 : clamp
 37 v_dot2c_f32_f16            v h16~ h16~ : clamp omod -sdwa
 38 v_dot2c_i32_i16            v b32? b32? : clamp -sdwa
 39 v_dot4c_i32_i8             v b32? b32? : clamp -sdwa
 3a v_dot8c_i32_i4             v b32? b32? : clamp -sdwa
 3b v_fmac_f32                 v b32~ b32~ : clamp omod -sdwa
 3c v_pk_fmac_f16              v h16~ h16~ : clamp omod sdwa?
 3d v_xnor_b32                 v b32 b32`;

export const vopc = `
 10 v_cmp_class_f32            s64 b32~ b32
 11 v_cmpx_class_f32           s64 b32~ b32
 12 v_cmp_class_f64            s64 f64~ b32
 13 v_cmpx_class_f64           s64 f64~ b32
 14 v_cmp_class_f16            s64 f16~ b32
 15 v_cmpx_class_f16           s64 f16~ b32
 20 v_cmp_*_f16                s64 f16~ f16~ : clamp
 30 v_cmpx_*_f16               s64 f16~ f16~ : clamp
 40 v_cmp_*_f32                s64 b32~ b32~ : clamp
 50 v_cmpx_*_f32               s64 b32~ b32~ : clamp
 60 v_cmp_*_f64                s64 f64~ f64~ : clamp
 70 v_cmpx_*_f64               s64 f64~ f64~ : clamp
 a0 v_cmp_*_i16                s64 i16 i16
 a8 v_cmp_*_u16                s64 i16 i16
 b0 v_cmpx_*_i16               s64 i16 i16
 b8 v_cmpx_*_u16               s64 i16 i16
 c0 v_cmp_*_i32                s64 b32 b32
 c8 v_cmp_*_u32                s64 b32 b32
 d0 v_cmpx_*_i32               s64 b32 b32
 d8 v_cmpx_*_u32               s64 b32 b32
 e0 v_cmp_*_i64                s64 b64 b64
 e8 v_cmp_*_u64                s64 b64 b64
 f0 v_cmpx_*_i64               s64 b64 b64
 f8 v_cmpx_*_u64               s64 b64 b64`;
