/**
 * VOP3P: packed instructions, dot products, mixed precision, and the matrix instructions.
 *
 *     45 v_mfma_f32_16x16x4_f32    v128 av av c128 : mfma       v_mfma_f32_16x16x4_f32 a[0:3], v1, a2, a[0:3] cbsz:1 blgp:2
 *
 * The flag says what the bits of modifiers mean: `packed` and `dot` have op_sel, op_sel_hi, neg_lo and neg_hi, `mix`
 * has abs and neg, `mfma` and `smfmac` have cbsz, abid, blgp and the bits that choose AGPRs; `acc` moves an AGPR.
 */
export const vop3p = `
  0 v_pk_mad_i16               v b32 b32 b32 : packed
  1 v_pk_mul_lo_u16            v b32 b32 : packed
  2 v_pk_add_i16               v b32 b32 : packed
  3 v_pk_sub_i16               v b32 b32 : packed
  4 v_pk_lshlrev_b16           v b32 b32 : packed
  5 v_pk_lshrrev_b16           v b32 b32 : packed
  6 v_pk_ashrrev_i16           v b32 b32 : packed
  7 v_pk_max_i16               v b32 b32 : packed
  8 v_pk_min_i16               v b32 b32 : packed
  9 v_pk_mad_u16               v b32 b32 b32 : packed
  a v_pk_add_u16               v b32 b32 : packed
  b v_pk_sub_u16               v b32 b32 : packed
  c v_pk_max_u16               v b32 b32 : packed
  d v_pk_min_u16               v b32 b32 : packed
  e v_pk_fma_f16               v h16 h16 h16 : packed
  f v_pk_add_f16               v h16 h16 : packed
 10 v_pk_mul_f16               v h16 h16 : packed
 11 v_pk_min_f16               v h16 h16 : packed
 12 v_pk_max_f16               v h16 h16 : packed
 1a v_dot2_f32_bf16            v hb16 hb16 b32 : packed @950
 1b v_pk_minimum3_f16          v h16 h16 h16 : packed @950
 1c v_pk_maximum3_f16          v h16 h16 h16 : packed @950
 20 v_fma_mix_f32              v f16 f16 f16 : mix
 21 v_fma_mixlo_f16            v f16 f16 f16 : mix
 22 v_fma_mixhi_f16            v f16 f16 f16 : mix
 23 v_dot2_f32_f16             v h16 h16 b32 : packed
 26 v_dot2_i32_i16             v b32 b32 b32 : packed
 27 v_dot2_u32_u16             v b32 b32 b32 : packed
 28 v_dot4_i32_i8              v b32 b32 b32 : dot
 29 v_dot4_u32_u8              v b32 b32 b32 : dot
 2a v_dot8_i32_i4              v b32 b32 b32 : dot
 2b v_dot8_u32_u4              v b32 b32 b32 : dot
 2c v_mfma_ld_scale_b32        b32 : scale @950
 2d v_mfma_f32_16x16x128_f8f6f4 v128 av256 av256 c128 : f8f6f4 @950
 2e v_mfma_f32_32x32x64_f8f6f4 v512 av256 av256 c512 : f8f6f4 @950
 30 v_pk_fma_f32               v64 p32 p32 p32 : packed
 31 v_pk_mul_f32               v64 p32 p32 : packed
 32 v_pk_add_f32               v64 p32 p32 : packed
 33 v_pk_mov_b32               v64 p32 p32 : packed
 35 v_mfma_f32_16x16x32_bf16   v128 av128 av128 c128 : mfma @950
 36 v_mfma_i32_16x16x64_i8     v128 av128 av128 c128 : mfma @950
 37 v_mfma_f32_32x32x16_bf16   v512 av128 av128 c512 : mfma @950
 38 v_mfma_i32_32x32x32_i8     v512 av128 av128 c512 : mfma @950
 39 v_smfmac_f32_16x16x64_bf16 av128 av128 av256 v : smfmac @950
 3a v_smfmac_i32_16x16x128_i8  av128 av128 av256 v : smfmac @950
 3b v_smfmac_f32_16x16x128_bf8_bf8 av128 av128 av256 v : smfmac @950
 3c v_smfmac_f32_16x16x128_bf8_fp8 av128 av128 av256 v : smfmac @950
 3d v_smfmac_f32_16x16x128_fp8_bf8 av128 av128 av256 v : smfmac @950
 3e v_mfma_f32_16x16x8_xf32    v128 av64 av64 c128 : mfma @942
 3f v_mfma_f32_32x32x4_xf32    v512 av64 av64 c512 : mfma @942
 40 v_mfma_f32_32x32x1f32      v1024 av av c1024 : mfma @90a
 40 v_mfma_f32_32x32x1_2b_f32  v1024 av av c1024 : mfma @942,950
 41 v_mfma_f32_16x16x1f32      v512 av av c512 : mfma @90a
 41 v_mfma_f32_16x16x1_4b_f32  v512 av av c512 : mfma @942,950
 42 v_mfma_f32_4x4x1f32        v128 av av c128 : mfma @90a
 42 v_mfma_f32_4x4x1_16b_f32   v128 av av c128 : mfma @942,950
 43 v_smfmac_f32_16x16x128_fp8_fp8 av128 av128 av256 v : smfmac @950
 44 v_mfma_f32_32x32x2f32      v512 av av c512 : mfma @90a
 44 v_mfma_f32_32x32x2_f32     v512 av av c512 : mfma @942,950
 45 v_mfma_f32_16x16x4f32      v128 av av c128 : mfma @90a
 45 v_mfma_f32_16x16x4_f32     v128 av av c128 : mfma @942,950
 46 v_smfmac_f32_32x32x32_bf16 av512 av128 av256 v : smfmac @950
 47 v_smfmac_i32_32x32x64_i8   av512 av128 av256 v : smfmac @950
 48 v_mfma_f32_32x32x4f16      v1024 av64 av64 c1024 : mfma @90a
 48 v_mfma_f32_32x32x4_2b_f16  v1024 av64 av64 c1024 : mfma @942,950
 49 v_mfma_f32_16x16x4f16      v512 av64 av64 c512 : mfma @90a
 49 v_mfma_f32_16x16x4_4b_f16  v512 av64 av64 c512 : mfma @942,950
 4a v_mfma_f32_4x4x4f16        v128 av64 av64 c128 : mfma @90a
 4a v_mfma_f32_4x4x4_16b_f16   v128 av64 av64 c128 : mfma @942,950
 4b v_smfmac_f32_32x32x64_bf8_bf8 av512 av128 av256 v : smfmac @950
 4c v_mfma_f32_32x32x8f16      v512 av64 av64 c512 : mfma @90a
 4c v_mfma_f32_32x32x8_f16     v512 av64 av64 c512 : mfma @942,950
 4d v_mfma_f32_16x16x16f16     v128 av64 av64 c128 : mfma @90a
 4d v_mfma_f32_16x16x16_f16    v128 av64 av64 c128 : mfma @942,950
 4e v_smfmac_f32_32x32x64_bf8_fp8 av512 av128 av256 v : smfmac @950
 4f v_smfmac_f32_32x32x64_fp8_bf8 av512 av128 av256 v : smfmac @950
 50 v_mfma_i32_32x32x4i8       v1024 av av c1024 : mfma @90a
 50 v_mfma_i32_32x32x4_2b_i8   v1024 av av c1024 : mfma @942,950
 51 v_mfma_i32_16x16x4i8       v512 av av c512 : mfma @90a
 51 v_mfma_i32_16x16x4_4b_i8   v512 av av c512 : mfma @942,950
 52 v_mfma_i32_4x4x4i8         v128 av av c128 : mfma @90a
 52 v_mfma_i32_4x4x4_16b_i8    v128 av av c128 : mfma @942,950
 53 v_smfmac_f32_32x32x64_fp8_fp8 av512 av128 av256 v : smfmac @950
 54 v_mfma_i32_32x32x8i8       v512 av av c512 : mfma @90a
 54 v_mfma_f32_16x16x32_f16    v128 av128 av128 c128 : mfma @950
 55 v_mfma_i32_16x16x16i8      v128 av av c128 : mfma @90a
 55 v_mfma_f32_32x32x16_f16    v512 av128 av128 c512 : mfma @950
 56 v_mfma_i32_32x32x16_i8     v512 av64 av64 c512 : mfma @942,950
 57 v_mfma_i32_16x16x32_i8     v128 av64 av64 c128 : mfma @942,950
 58 v_accvgpr_read_b32         v a : acc
 59 v_accvgpr_write_b32        a b32 : acc
 5a v_smfmac_f32_16x16x64_f16  av128 av128 av256 v : smfmac @950
 5b v_smfmac_f32_32x32x32_f16  av512 av128 av256 v : smfmac @950
 5d v_mfma_f32_32x32x4_2b_bf16 v1024 av64 av64 c1024 : mfma @942,950
 5e v_mfma_f32_16x16x4_4b_bf16 v512 av64 av64 c512 : mfma @942,950
 5f v_mfma_f32_4x4x4_16b_bf16  v128 av64 av64 c128 : mfma @942,950
 60 v_mfma_f32_32x32x8_bf16    v512 av64 av64 c512 : mfma @942,950
 61 v_mfma_f32_16x16x16_bf16   v128 av64 av64 c128 : mfma @942,950
 62 v_smfmac_f32_16x16x32_f16  av128 av64 av128 v : smfmac @942,950
 63 v_mfma_f32_32x32x4bf16_1k  v1024 av64 av64 c1024 : mfma @90a
 64 v_mfma_f32_16x16x4bf16_1k  v512 av64 av64 c512 : mfma @90a
 64 v_smfmac_f32_32x32x16_f16  av512 av64 av128 v : smfmac @942,950
 65 v_mfma_f32_4x4x4bf16_1k    v128 av64 av64 c128 : mfma @90a
 66 v_mfma_f32_32x32x8bf16_1k  v512 av64 av64 c512 : mfma @90a
 66 v_smfmac_f32_16x16x32_bf16 av128 av64 av128 v : smfmac @942,950
 67 v_mfma_f32_16x16x16bf16_1k v128 av64 av64 c128 : mfma @90a
 68 v_mfma_f32_32x32x2bf16     v1024 av av c1024 : mfma @90a
 68 v_smfmac_f32_32x32x16_bf16 av512 av64 av128 v : smfmac @942,950
 69 v_mfma_f32_16x16x2bf16     v512 av av c512 : mfma @90a
 6a v_smfmac_i32_16x16x64_i8   av128 av64 av128 v : smfmac @942,950
 6b v_mfma_f32_4x4x2bf16       v128 av av c128 : mfma @90a
 6c v_mfma_f32_32x32x4bf16     v512 av av c512 : mfma @90a
 6c v_smfmac_i32_32x32x32_i8   av512 av64 av128 v : smfmac @942,950
 6d v_mfma_f32_16x16x8bf16     v128 av av c128 : mfma @90a
 6e v_mfma_f64_16x16x4f64      v256 av64 av64 d256 : mfma @90a
 6e v_mfma_f64_16x16x4_f64     v256 av64 av64 d256 : mfma @942,950
 6f v_mfma_f64_4x4x4f64        v64 av64 av64 d64 : mfma @90a
 6f v_mfma_f64_4x4x4_4b_f64    v64 av64 av64 d64 : mfma @942,950
 70 v_mfma_f32_16x16x32_bf8_bf8 v128 av64 av64 c128 : mfma @942,950
 71 v_mfma_f32_16x16x32_bf8_fp8 v128 av64 av64 c128 : mfma @942,950
 72 v_mfma_f32_16x16x32_fp8_bf8 v128 av64 av64 c128 : mfma @942,950
 73 v_mfma_f32_16x16x32_fp8_fp8 v128 av64 av64 c128 : mfma @942,950
 74 v_mfma_f32_32x32x16_bf8_bf8 v512 av64 av64 c512 : mfma @942,950
 75 v_mfma_f32_32x32x16_bf8_fp8 v512 av64 av64 c512 : mfma @942,950
 76 v_mfma_f32_32x32x16_fp8_bf8 v512 av64 av64 c512 : mfma @942,950
 77 v_mfma_f32_32x32x16_fp8_fp8 v512 av64 av64 c512 : mfma @942,950
 78 v_smfmac_f32_16x16x64_bf8_bf8 av128 av64 av128 v : smfmac @942,950
 79 v_smfmac_f32_16x16x64_bf8_fp8 av128 av64 av128 v : smfmac @942,950
 7a v_smfmac_f32_16x16x64_fp8_bf8 av128 av64 av128 v : smfmac @942,950
 7b v_smfmac_f32_16x16x64_fp8_fp8 av128 av64 av128 v : smfmac @942,950
 7c v_smfmac_f32_32x32x32_bf8_bf8 av512 av64 av128 v : smfmac @942,950
 7d v_smfmac_f32_32x32x32_bf8_fp8 av512 av64 av128 v : smfmac @942,950
 7e v_smfmac_f32_32x32x32_fp8_bf8 av512 av64 av128 v : smfmac @942,950
 7f v_smfmac_f32_32x32x32_fp8_fp8 av512 av64 av128 v : smfmac @942,950`;
