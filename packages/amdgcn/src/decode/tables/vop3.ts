/**
 * Vector instructions that only VOP3 encodes.
 *
 *     1f4 v_min3_f16    v f16~ f16~ f16~ : op_sel clamp omod       v_min3_f16 v1, -v2, |v3|, s4 op_sel:[0,1,0,0] clamp mul:2
 *
 * `~` after a source: it can be negated and made absolute; `?`: the bits for that are ignored; `-?`: so they are for a
 * source that does not exist. `sd` is a second destination, SGPRs. Flags are modifiers that are printed where their
 * bits are set; bits of modifiers that a row does not name must be 0. `op_sel` bits are ignored without the flag.
 */
export const vop3 = `
1c0 v_mad_legacy_f32           v b32~ b32~ b32~ : clamp omod @90a
1c1 v_mad_f32                  v b32~ b32~ b32~ : clamp omod @90a
1c2 v_mad_i32_i24              v b32 b32 b32 : clamp
1c3 v_mad_u32_u24              v b32 b32 b32 : clamp
1c4 v_cubeid_f32               v b32~ b32~ b32~ : clamp omod
1c5 v_cubesc_f32               v b32~ b32~ b32~ : clamp omod
1c6 v_cubetc_f32               v b32~ b32~ b32~ : clamp omod
1c7 v_cubema_f32               v b32~ b32~ b32~ : clamp omod
1c8 v_bfe_u32                  v b32 b32 b32
1c9 v_bfe_i32                  v b32 b32 b32
1ca v_bfi_b32                  v b32 b32 b32
1cb v_fma_f32                  v b32~ b32~ b32~ : clamp omod
1cc v_fma_f64                  v64 f64~ f64~ f64~ : clamp omod
1cd v_lerp_u8                  v b32 b32 b32
1ce v_alignbit_b32             v b32 b32 b32 : op_sel clamp
1cf v_alignbyte_b32            v b32 b32 b32 : op_sel clamp
1d0 v_min3_f32                 v b32~ b32~ b32~ : clamp omod
1d1 v_min3_i32                 v b32 b32 b32
1d2 v_min3_u32                 v b32 b32 b32
1d3 v_max3_f32                 v b32~ b32~ b32~ : clamp omod
1d4 v_max3_i32                 v b32 b32 b32
1d5 v_max3_u32                 v b32 b32 b32
1d6 v_med3_f32                 v b32~ b32~ b32~ : clamp omod
1d7 v_med3_i32                 v b32 b32 b32
1d8 v_med3_u32                 v b32 b32 b32
1d9 v_sad_u8                   v b32 b32 b32 : clamp
1da v_sad_hi_u8                v b32 b32 b32 : clamp
1db v_sad_u16                  v b32 b32 b32 : clamp
1dc v_sad_u32                  v b32 b32 b32 : clamp
1dd v_cvt_pk_u8_f32            v b32~ b32? b32? : clamp
1de v_div_fixup_f32            v b32~ b32~ b32~ : clamp omod
1df v_div_fixup_f64            v64 f64~ f64~ f64~ : clamp omod
1e0 v_div_scale_f32            v sd b32~ b32~ b32~ : clamp omod
1e1 v_div_scale_f64            v64 sd f64~ f64~ f64~ : clamp omod
1e2 v_div_fmas_f32             v b32~ b32~ b32~ : clamp omod
1e3 v_div_fmas_f64             v64 f64~ f64~ f64~ : clamp omod
1e4 v_msad_u8                  v b32 b32 b32 : clamp
1e5 v_qsad_pk_u16_u8           v64 b64 b32 b64 : clamp
1e6 v_mqsad_pk_u16_u8          v64 b64 b32 b64 : clamp
1e7 v_mqsad_u32_u8             v128 b64 b32 v128 : clamp
1e8 v_mad_u64_u32              v64 sd b32 b32 b64 : clamp
1e9 v_mad_i64_i32              v64 sd b32 b32 b64 : clamp
1ea v_mad_legacy_f16           v f16~ f16~ f16~ : clamp omod
1eb v_mad_legacy_u16           v i16 i16 i16 : clamp
1ec v_mad_legacy_i16           v i16 i16 i16 : clamp
1ed v_perm_b32                 v b32 b32 b32
1ee v_fma_legacy_f16           v f16~ f16~ f16~ : clamp omod
1ef v_div_fixup_legacy_f16     v f16~ f16~ f16~ : clamp omod
1f0 v_cvt_pkaccum_u8_f32       v b32~ b32? : clamp
1f1 v_mad_u32_u16              v i16 i16 b32 : op_sel clamp
1f2 v_mad_i32_i16              v i16 i16 b32 : op_sel clamp
1f3 v_xad_u32                  v b32 b32 b32
1f4 v_min3_f16                 v f16~ f16~ f16~ : op_sel clamp omod
1f5 v_min3_i16                 v i16 i16 i16 : op_sel clamp
1f6 v_min3_u16                 v i16 i16 i16 : op_sel clamp
1f7 v_max3_f16                 v f16~ f16~ f16~ : op_sel clamp omod
1f8 v_max3_i16                 v i16 i16 i16 : op_sel clamp
1f9 v_max3_u16                 v i16 i16 i16 : op_sel clamp
1fa v_med3_f16                 v f16~ f16~ f16~ : op_sel clamp omod
1fb v_med3_i16                 v i16 i16 i16 : op_sel clamp
1fc v_med3_u16                 v i16 i16 i16 : op_sel clamp
1fd v_lshl_add_u32             v b32 b32 b32
1fe v_add_lshl_u32             v b32 b32 b32
1ff v_add3_u32                 v b32 b32 b32
200 v_lshl_or_b32              v b32 b32 b32
201 v_and_or_b32               v b32 b32 b32
202 v_or3_b32                  v b32 b32 b32
203 v_mad_f16                  v f16~ f16~ f16~ : op_sel clamp omod
204 v_mad_u16                  v i16 i16 i16 : op_sel clamp
205 v_mad_i16                  v i16 i16 i16 : op_sel clamp
206 v_fma_f16                  v f16~ f16~ f16~ : op_sel clamp omod
207 v_div_fixup_f16            v f16~ f16~ f16~ : op_sel clamp omod
208 v_lshl_add_u64             v64 b64 b32 b64 @942,950
233 v_bitop3_b16               v i16 i16 i16 : op_sel bitop3 @950
234 v_bitop3_b32               v b32 b32 b32 : bitop3 @950
235 v_cvt_scalef32_pk_fp8_f32  v b32~ b32~ b32~ : op_sel @950
236 v_cvt_scalef32_pk_bf8_f32  v b32~ b32~ b32~ : op_sel @950
237 v_cvt_scalef32_sr_fp8_f32  v b32~ b32? b32~ : op_sel @950
238 v_cvt_scalef32_sr_bf8_f32  v b32~ b32? b32~ : op_sel @950
239 v_cvt_scalef32_pk_f32_fp8  v64 b32? b32~ : op_sel @950
23a v_cvt_scalef32_pk_f32_bf8  v64 b32? b32~ : op_sel @950
23b v_cvt_scalef32_f32_fp8     v b32? b32~ : op_sel @950
23c v_cvt_scalef32_f32_bf8     v b32? b32~ : op_sel @950
23d v_cvt_scalef32_pk_fp4_f32  v b32~ b32~ b32~ : op_sel @950
23e v_cvt_scalef32_sr_pk_fp4_f32 v v64~ b32? b32~ : op_sel @950
23f v_cvt_scalef32_pk_f32_fp4  v64 b32? b32~ : op_sel @950
240 v_cvt_scalef32_pk_fp8_f16  v h16~ b32~ : op_sel @950
241 v_cvt_scalef32_pk_bf8_f16  v h16~ b32~ : op_sel @950
242 v_cvt_scalef32_sr_fp8_f16  v f16~ b32? b32~ : op_sel @950
243 v_cvt_scalef32_sr_bf8_f16  v f16~ b32? b32~ : op_sel @950
244 v_cvt_scalef32_pk_fp8_bf16 v hb16~ b32~ : op_sel @950
245 v_cvt_scalef32_pk_bf8_bf16 v hb16~ b32~ : op_sel @950
246 v_cvt_scalef32_sr_fp8_bf16 v bf16~ b32? b32~ : op_sel @950
247 v_cvt_scalef32_sr_bf8_bf16 v bf16~ b32? b32~ : op_sel @950
248 v_cvt_scalef32_pk_f16_fp8  v b32? b32~ : op_sel @950
249 v_cvt_scalef32_pk_f16_bf8  v b32? b32~ : op_sel @950
24a v_cvt_scalef32_f16_fp8     v b32? b32~ : op_sel @950
24b v_cvt_scalef32_f16_bf8     v b32? b32~ : op_sel @950
24c v_cvt_scalef32_pk_fp4_f16  v h16~ b32~ -? : op_sel @950
24d v_cvt_scalef32_pk_fp4_bf16 v hb16~ b32~ -? : op_sel @950
24e v_cvt_scalef32_sr_pk_fp4_f16 v h16~ b32? b32~ : op_sel @950
24f v_cvt_scalef32_sr_pk_fp4_bf16 v hb16~ b32? b32~ : op_sel @950
250 v_cvt_scalef32_pk_f16_fp4  v b32? b32~ : op_sel @950
251 v_cvt_scalef32_pk_bf16_fp4 v b32? b32~ : op_sel @950
252 v_cvt_scalef32_2xpk16_fp6_f32 v192 v512 v512 b32 @950
253 v_cvt_scalef32_2xpk16_bf6_f32 v192 v512 v512 b32 @950
254 v_cvt_scalef32_sr_pk32_fp6_f32 v192 v1024 b32 b32 @950
255 v_cvt_scalef32_sr_pk32_bf6_f32 v192 v1024 b32 b32 @950
256 v_cvt_scalef32_pk32_f32_fp6 v1024 v192 b32 @950
257 v_cvt_scalef32_pk32_f32_bf6 v1024 v192 b32 @950
258 v_cvt_scalef32_pk32_fp6_f16 v192 v512 b32 @950
259 v_cvt_scalef32_pk32_fp6_bf16 v192 v512 b32 @950
25a v_cvt_scalef32_pk32_bf6_f16 v192 v512 b32 @950
25b v_cvt_scalef32_pk32_bf6_bf16 v192 v512 b32 @950
25c v_cvt_scalef32_sr_pk32_fp6_f16 v192 v512 b32 b32 @950
25d v_cvt_scalef32_sr_pk32_fp6_bf16 v192 v512 b32 b32 @950
25e v_cvt_scalef32_sr_pk32_bf6_f16 v192 v512 b32 b32 @950
25f v_cvt_scalef32_sr_pk32_bf6_bf16 v192 v512 b32 b32 @950
260 v_cvt_scalef32_pk32_f16_fp6 v512 v192 b32 @950
261 v_cvt_scalef32_pk32_bf16_fp6 v512 v192 b32 @950
262 v_cvt_scalef32_pk32_f16_bf6 v512 v192 b32 @950
263 v_cvt_scalef32_pk32_bf16_bf6 v512 v192 b32 @950
265 v_ashr_pk_i8_i32           v b32? b32? b32? : op_sel @950
266 v_ashr_pk_u8_i32           v b32? b32? b32? : op_sel @950
267 v_cvt_pk_f16_f32           v b32~ b32~ : clamp omod @950
268 v_cvt_pk_bf16_f32          v b32~ b32~ : no_sel2 clamp omod @950
269 v_cvt_scalef32_pk_bf16_fp8 v b32? b32~ : op_sel @950
26a v_cvt_scalef32_pk_bf16_bf8 v b32? b32~ : op_sel @950
280 v_add_f64                  v64 f64~ f64~ : clamp omod
281 v_mul_f64                  v64 f64~ f64~ : clamp omod
282 v_min_f64                  v64 f64~ f64~ : clamp omod
283 v_max_f64                  v64 f64~ f64~ : clamp omod
284 v_ldexp_f64                v64 f64~ b32? : clamp omod
285 v_mul_lo_u32               v b32 b32
286 v_mul_hi_u32               v b32 b32
287 v_mul_hi_i32               v b32 b32
288 v_ldexp_f32                v b32~ b32? : clamp omod
289 v_readlane_b32             sx vl sb32
28a v_writelane_b32            v sb32 sb32
28b v_bcnt_u32_b32             v b32 b32
28c v_mbcnt_lo_u32_b32         v b32 b32
28d v_mbcnt_hi_u32_b32         v b32 b32
28f v_lshlrev_b64              v64 b32 b64
290 v_lshrrev_b64              v64 b32 b64
291 v_ashrrev_i64              v64 b32 b64
292 v_trig_preop_f64           v64 f64~ b32? : clamp omod
293 v_bfm_b32                  v b32 b32
294 v_cvt_pknorm_i16_f32       v b32~ b32~ : clamp
295 v_cvt_pknorm_u16_f32       v b32~ b32~ : clamp
296 v_cvt_pkrtz_f16_f32        v b32~ b32~ : clamp omod
297 v_cvt_pk_u16_u32           v b32 b32
298 v_cvt_pk_i16_i32           v b32 b32
299 v_cvt_pknorm_i16_f16       v f16~ f16~ : op_sel clamp
29a v_cvt_pknorm_u16_f16       v f16~ f16~ : op_sel clamp
29c v_add_i32                  v b32 b32 : clamp
29d v_sub_i32                  v b32 b32 : clamp
29e v_add_i16                  v i16 i16 : op_sel clamp
29f v_sub_i16                  v i16 i16 : op_sel clamp
2a0 v_pack_b32_f16             v f16~ f16~ : op_sel clamp
2a1 v_mul_legacy_f32           v b32~ b32~ : clamp omod
2a2 v_cvt_pk_fp8_f32           v b32~ b32~ : op_sel @942,950
2a3 v_cvt_pk_bf8_f32           v b32~ b32~ : op_sel @942,950
2a4 v_cvt_sr_fp8_f32           v b32~ b32? -? : op_sel @942,950
2a5 v_cvt_sr_bf8_f32           v b32~ b32? -? : op_sel @942,950
2a6 v_cvt_sr_f16_f32           v b32~ b32? : op_sel @950
2a7 v_cvt_sr_bf16_f32          v b32~ b32? : op_sel @950
2a8 v_minimum3_f32             v b32~ b32~ b32~ : clamp omod @950
2a9 v_maximum3_f32             v b32~ b32~ b32~ : clamp omod @950`;
