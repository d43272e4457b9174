/**
 * Vector memory: DS, FLAT (with GLOBAL and SCRATCH), MUBUF, MTBUF and MIMG.
 *
 *     37 ds_read2_b32    =v64 addr : offset2      ds_read2_b32 v[2:3], v1 offset0:1 offset1:2
 *     14 load_dword      =v : flat global scratch lds      global_load_dword v1, v2, s[4:5] offset:16
 *
 * `=v64` is the destination, `v64` data, in registers of the VGPR or the AGPR file. An atomic of FLAT returns `=` when
 * its bit says so. `lds`: the instruction can write to LDS (a bit of FLAT on gfx90a only). `-scc`: gfx90a has no scc.
 * `vgpr_result`: global, with a result, takes VGPRs only; `vgpr_sc1`: so does the instruction with a result and sc1.
 * Source: AMD, "Instinct MI300 Instruction Set Architecture", Vector memory encodings; checked against LLVM 22.
 */

export const ds = `
  0 ds_add_u32                 addr v
  1 ds_sub_u32                 addr v
  2 ds_rsub_u32                addr v
  3 ds_inc_u32                 addr v
  4 ds_dec_u32                 addr v
  5 ds_min_i32                 addr v
  6 ds_max_i32                 addr v
  7 ds_min_u32                 addr v
  8 ds_max_u32                 addr v
  9 ds_and_b32                 addr v
  a ds_or_b32                  addr v
  b ds_xor_b32                 addr v
  c ds_mskor_b32               addr v v
  d ds_write_b32               addr v
  e ds_write2_b32              addr v v : offset2
  f ds_write2st64_b32          addr v v : offset2
 10 ds_cmpst_b32               addr v v
 11 ds_cmpst_f32               addr v v
 12 ds_min_f32                 addr v
 13 ds_max_f32                 addr v
 14 ds_nop                     : zero
 15 ds_add_f32                 addr v
 17 ds_pk_add_f16              addr v @942,950
 18 ds_pk_add_bf16             addr v @942,950
 1d ds_write_addtid_b32        v
 1e ds_write_b8                addr v
 1f ds_write_b16               addr v
 20 ds_add_rtn_u32             =v addr v
 21 ds_sub_rtn_u32             =v addr v
 22 ds_rsub_rtn_u32            =v addr v
 23 ds_inc_rtn_u32             =v addr v
 24 ds_dec_rtn_u32             =v addr v
 25 ds_min_rtn_i32             =v addr v
 26 ds_max_rtn_i32             =v addr v
 27 ds_min_rtn_u32             =v addr v
 28 ds_max_rtn_u32             =v addr v
 29 ds_and_rtn_b32             =v addr v
 2a ds_or_rtn_b32              =v addr v
 2b ds_xor_rtn_b32             =v addr v
 2c ds_mskor_rtn_b32           =v addr v v
 2d ds_wrxchg_rtn_b32          =v addr v
 2e ds_wrxchg2_rtn_b32         =v64 addr v v : offset2
 2f ds_wrxchg2st64_rtn_b32     =v64 addr v v : offset2
 30 ds_cmpst_rtn_b32           =v addr v v
 31 ds_cmpst_rtn_f32           =v addr v v
 32 ds_min_rtn_f32             =v addr v
 33 ds_max_rtn_f32             =v addr v
 34 ds_wrap_rtn_b32            =v addr v v
 35 ds_add_rtn_f32             =v addr v
 36 ds_read_b32                =v addr
 37 ds_read2_b32               =v64 addr : offset2
 38 ds_read2st64_b32           =v64 addr : offset2
 39 ds_read_i8                 =v addr
 3a ds_read_u8                 =v addr
 3b ds_read_i16                =v addr
 3c ds_read_u16                =v addr
 3d ds_swizzle_b32             =v addr : swizzle
 3e ds_permute_b32             =v addr v : no_gds
 3f ds_bpermute_b32            =v addr v : no_gds
 40 ds_add_u64                 addr v64
 41 ds_sub_u64                 addr v64
 42 ds_rsub_u64                addr v64
 43 ds_inc_u64                 addr v64
 44 ds_dec_u64                 addr v64
 45 ds_min_i64                 addr v64
 46 ds_max_i64                 addr v64
 47 ds_min_u64                 addr v64
 48 ds_max_u64                 addr v64
 49 ds_and_b64                 addr v64
 4a ds_or_b64                  addr v64
 4b ds_xor_b64                 addr v64
 4c ds_mskor_b64               addr v64 v64
 4d ds_write_b64               addr v64
 4e ds_write2_b64              addr v64 v64 : offset2
 4f ds_write2st64_b64          addr v64 v64 : offset2
 50 ds_cmpst_b64               addr v64 v64
 51 ds_cmpst_f64               addr v64 v64
 52 ds_min_f64                 addr v64
 53 ds_max_f64                 addr v64
 54 ds_write_b8_d16_hi         addr v
 55 ds_write_b16_d16_hi        addr v
 56 ds_read_u8_d16             =v addr
 57 ds_read_u8_d16_hi          =v addr
 58 ds_read_i8_d16             =v addr
 59 ds_read_i8_d16_hi          =v addr
 5a ds_read_u16_d16            =v addr
 5b ds_read_u16_d16_hi         =v addr
 5c ds_add_f64                 addr v64
 60 ds_add_rtn_u64             =v64 addr v64
 61 ds_sub_rtn_u64             =v64 addr v64
 62 ds_rsub_rtn_u64            =v64 addr v64
 63 ds_inc_rtn_u64             =v64 addr v64
 64 ds_dec_rtn_u64             =v64 addr v64
 65 ds_min_rtn_i64             =v64 addr v64
 66 ds_max_rtn_i64             =v64 addr v64
 67 ds_min_rtn_u64             =v64 addr v64
 68 ds_max_rtn_u64             =v64 addr v64
 69 ds_and_rtn_b64             =v64 addr v64
 6a ds_or_rtn_b64              =v64 addr v64
 6b ds_xor_rtn_b64             =v64 addr v64
 6c ds_mskor_rtn_b64           =v64 addr v64 v64
 6d ds_wrxchg_rtn_b64          =v64 addr v64
 6e ds_wrxchg2_rtn_b64         =v128 addr v64 v64 : offset2
 6f ds_wrxchg2st64_rtn_b64     =v128 addr v64 v64 : offset2
 70 ds_cmpst_rtn_b64           =v64 addr v64 v64
 71 ds_cmpst_rtn_f64           =v64 addr v64 v64
 72 ds_min_rtn_f64             =v64 addr v64
 73 ds_max_rtn_f64             =v64 addr v64
 76 ds_read_b64                =v64 addr
 77 ds_read2_b64               =v128 addr : offset2
 78 ds_read2st64_b64           =v128 addr : offset2
 7c ds_add_rtn_f64             =v64 addr v64
 7e ds_condxchg32_rtn_b64      =v64 addr v64
 98 ds_gws_sema_release_all    : gws
 99 ds_gws_init                addr : gws
 9a ds_gws_sema_v              : gws
 9b ds_gws_sema_br             addr : gws
 9c ds_gws_sema_p              : gws
 9d ds_gws_barrier             addr : gws
 b6 ds_read_addtid_b32         =v
 b7 ds_pk_add_rtn_f16          =v addr v @942,950
 b8 ds_pk_add_rtn_bf16         =v addr v @942,950
 bd ds_consume                 =v
 be ds_append                  =v
 de ds_write_b96               addr v96
 df ds_write_b128              addr v128
 e0 ds_read_b64_tr_b4          =v64 addr @950
 e1 ds_read_b96_tr_b6          =any96 addr @950
 e2 ds_read_b64_tr_b8          =v64 addr @950
 e3 ds_read_b64_tr_b16         =v64 addr @950
 fe ds_read_b96                =v96 addr
 ff ds_read_b128               =v128 addr`;

export const flat = `
 10 load_ubyte                 =v : flat global scratch lds
 11 load_sbyte                 =v : flat global scratch lds
 12 load_ushort                =v : flat global scratch lds
 13 load_sshort                =v : flat global scratch lds
 14 load_dword                 =v : flat global scratch lds
 15 load_dwordx2               =v64 : flat global scratch
 16 load_dwordx3               =v96 : flat global scratch
 17 load_dwordx4               =v128 : flat global scratch
 18 store_byte                 v : flat global scratch
 19 store_byte_d16_hi          v : flat global scratch
 1a store_short                v : flat global scratch
 1b store_short_d16_hi         v : flat global scratch
 1c store_dword                v : flat global scratch
 1d store_dwordx2              v64 : flat global scratch
 1e store_dwordx3              v96 : flat global scratch
 1f store_dwordx4              v128 : flat global scratch
 20 load_ubyte_d16             =v : flat global scratch
 21 load_ubyte_d16_hi          =v : flat global scratch
 22 load_sbyte_d16             =v : flat global scratch
 23 load_sbyte_d16_hi          =v : flat global scratch
 24 load_short_d16             =v : flat global scratch
 25 load_short_d16_hi          =v : flat global scratch
 26 load_lds_ubyte             : global scratch @942,950
 27 load_lds_sbyte             : global scratch @942,950
 28 load_lds_ushort            : global scratch @942,950
 29 load_lds_sshort            : global scratch @942,950
 2a load_lds_dword             : global scratch @942,950
 40 atomic_swap                =v v : flat global
 41 atomic_cmpswap             =v v64 : flat global
 42 atomic_add                 =v v : flat global
 43 atomic_sub                 =v v : flat global
 44 atomic_smin                =v v : flat global
 45 atomic_umin                =v v : flat global
 46 atomic_smax                =v v : flat global
 47 atomic_umax                =v v : flat global
 48 atomic_and                 =v v : flat global
 49 atomic_or                  =v v : flat global
 4a atomic_xor                 =v v : flat global
 4b atomic_inc                 =v v : flat global
 4c atomic_dec                 =v v : flat global
 4d atomic_add_f32             =v v : flat global vgpr_result @942,950
 4d atomic_add_f32             =v v : global -scc @90a
 4e atomic_pk_add_f16          =v v : flat global vgpr_result @942,950
 4e atomic_pk_add_f16          =v v : global -scc @90a
 4f atomic_add_f64             =v64 v64 : flat global -scc vgpr_sc1
 50 atomic_min_f64             =v64 v64 : flat global -scc vgpr_sc1
 51 atomic_max_f64             =v64 v64 : flat global -scc vgpr_sc1
 52 atomic_pk_add_bf16         =v v : flat global @942,950
 60 atomic_swap_x2             =v64 v64 : flat global
 61 atomic_cmpswap_x2          =v64 v128 : flat global
 62 atomic_add_x2              =v64 v64 : flat global
 63 atomic_sub_x2              =v64 v64 : flat global
 64 atomic_smin_x2             =v64 v64 : flat global
 65 atomic_umin_x2             =v64 v64 : flat global
 66 atomic_smax_x2             =v64 v64 : flat global
 67 atomic_umax_x2             =v64 v64 : flat global
 68 atomic_and_x2              =v64 v64 : flat global
 69 atomic_or_x2               =v64 v64 : flat global
 6a atomic_xor_x2              =v64 v64 : flat global
 6b atomic_inc_x2              =v64 v64 : flat global
 6c atomic_dec_x2              =v64 v64 : flat global
 7d load_lds_dwordx4           : global @950
 7e load_lds_dwordx3           : global @950`;

export const mubuf = `
  0 buffer_load_format_x       v : lds
  1 buffer_load_format_xy      v64
  2 buffer_load_format_xyz     v96
  3 buffer_load_format_xyzw    v128
  4 buffer_store_format_x      v
  5 buffer_store_format_xy     v64
  6 buffer_store_format_xyz    v96
  7 buffer_store_format_xyzw   v128
  8 buffer_load_format_d16_x   v
  9 buffer_load_format_d16_xy  v
  a buffer_load_format_d16_xyz v64
  b buffer_load_format_d16_xyzw v64
  c buffer_store_format_d16_x  v
  d buffer_store_format_d16_xy v
  e buffer_store_format_d16_xyz v64
  f buffer_store_format_d16_xyzw v64
 10 buffer_load_ubyte          v : lds
 11 buffer_load_sbyte          v : lds
 12 buffer_load_ushort         v : lds
 13 buffer_load_sshort         v : lds
 14 buffer_load_dword          v : lds
 15 buffer_load_dwordx2        v64
 16 buffer_load_dwordx3        v96 @90a,942
 16 buffer_load_dwordx3        v96 : lds @950
 17 buffer_load_dwordx4        v128 @90a,942
 17 buffer_load_dwordx4        v128 : lds @950
 18 buffer_store_byte          v
 19 buffer_store_byte_d16_hi   v
 1a buffer_store_short         v
 1b buffer_store_short_d16_hi  v
 1c buffer_store_dword         v
 1d buffer_store_dwordx2       v64
 1e buffer_store_dwordx3       v96
 1f buffer_store_dwordx4       v128
 20 buffer_load_ubyte_d16      v
 21 buffer_load_ubyte_d16_hi   v
 22 buffer_load_sbyte_d16      v
 23 buffer_load_sbyte_d16_hi   v
 24 buffer_load_short_d16      v
 25 buffer_load_short_d16_hi   v
 26 buffer_load_format_d16_hi_x v
 27 buffer_store_format_d16_hi_x v
 28 buffer_wbl2                : cache
 29 buffer_invl2               : cache @90a
 29 buffer_inv                 : cache @942,950
 3d buffer_store_lds_dword     : lds_store @90a
 3e buffer_wbinvl1             : cache @90a
 3f buffer_wbinvl1_vol         : cache @90a
 40 buffer_atomic_swap         v
 41 buffer_atomic_cmpswap      v64
 42 buffer_atomic_add          v
 43 buffer_atomic_sub          v
 44 buffer_atomic_smin         v
 45 buffer_atomic_umin         v
 46 buffer_atomic_smax         v
 47 buffer_atomic_umax         v
 48 buffer_atomic_and          v
 49 buffer_atomic_or           v
 4a buffer_atomic_xor          v
 4b buffer_atomic_inc          v
 4c buffer_atomic_dec          v
 4d buffer_atomic_add_f32      v : -scc
 4e buffer_atomic_pk_add_f16   v : -scc
 4f buffer_atomic_add_f64      v64 : -scc
 50 buffer_atomic_min_f64      v64 : -scc
 51 buffer_atomic_max_f64      v64 : -scc
 52 buffer_atomic_pk_add_bf16  v @950
 60 buffer_atomic_swap_x2      v64
 61 buffer_atomic_cmpswap_x2   v128
 62 buffer_atomic_add_x2       v64
 63 buffer_atomic_sub_x2       v64
 64 buffer_atomic_smin_x2      v64
 65 buffer_atomic_umin_x2      v64
 66 buffer_atomic_smax_x2      v64
 67 buffer_atomic_umax_x2      v64
 68 buffer_atomic_and_x2       v64
 69 buffer_atomic_or_x2        v64
 6a buffer_atomic_xor_x2       v64
 6b buffer_atomic_inc_x2       v64
 6c buffer_atomic_dec_x2       v64`;

export const mtbuf = `
  0 tbuffer_load_format_x      v
  1 tbuffer_load_format_xy     v64
  2 tbuffer_load_format_xyz    v96
  3 tbuffer_load_format_xyzw   v128
  4 tbuffer_store_format_x     v
  5 tbuffer_store_format_xy    v64
  6 tbuffer_store_format_xyz   v96
  7 tbuffer_store_format_xyzw  v128
  8 tbuffer_load_format_d16_x  v
  9 tbuffer_load_format_d16_xy v
  a tbuffer_load_format_d16_xyz v64
  b tbuffer_load_format_d16_xyzw v64
  c tbuffer_store_format_d16_x v
  d tbuffer_store_format_d16_xy v
  e tbuffer_store_format_d16_xyz v64
  f tbuffer_store_format_d16_xyzw v64`;

export const mimg = `
  0 image_load                 v : d16 @90a
  1 image_load_mip             v : d16 @90a
  2 image_load_pck             v @90a
  3 image_load_pck_sgn         v @90a
  4 image_load_mip_pck         v @90a
  5 image_load_mip_pck_sgn     v @90a
  8 image_store                v : d16 @90a
  9 image_store_mip            v : d16 @90a
  a image_store_pck            v @90a
  b image_store_mip_pck        v @90a
  e image_get_resinfo          v @90a
 10 image_atomic_swap          v @90a
 11 image_atomic_cmpswap       v64 @90a
 12 image_atomic_add           v @90a
 13 image_atomic_sub           v @90a
 14 image_atomic_smin          v @90a
 15 image_atomic_umin          v @90a
 16 image_atomic_smax          v @90a
 17 image_atomic_umax          v @90a
 18 image_atomic_and           v @90a
 19 image_atomic_or            v @90a
 1a image_atomic_xor           v @90a
 1b image_atomic_inc           v @90a
 1c image_atomic_dec           v @90a
 20 image_sample               v sampler : d16 @90a`;
