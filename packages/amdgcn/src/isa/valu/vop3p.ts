/** Packed instructions (VOP3P): two halves of 32 bits, or two words of 64, at once; mixed precision; dot products. */
import { GFX900, SINCE_CDNA2, SINCE_CDNA4, SINCE_GFX906 } from '../../state/target.ts';
import type { Table } from './row.ts';
import { extremes } from './vop2.ts';

/** `mad` rounds the product and the sum, as `v_mad_f32` does. */
const MAD = 'Math.fround(Math.fround(a * b) + c)';

export const vop3p: Table = {
  v_pk_add_f16: ['pkf16 = pkf16 pkf16', 'a + b'],
  v_pk_mul_f16: ['pkf16 = pkf16 pkf16', 'a * b'],
  v_pk_fma_f16: ['pkf16 = pkf16 pkf16 pkf16', 'a * b + c'],
  v_pk_min_f16: ['pkf16 = pkf16 pkf16', extremes.minF16],
  v_pk_max_f16: ['pkf16 = pkf16 pkf16', extremes.maxF16],
  v_pk_minimum3_f16: ['pkf16 = pkf16 pkf16 pkf16', 'Math.min(a, b, c)', { chips: SINCE_CDNA4 }],
  v_pk_maximum3_f16: ['pkf16 = pkf16 pkf16 pkf16', 'Math.max(a, b, c)', { chips: SINCE_CDNA4 }],

  v_pk_mad_i16: ['pki16 = pki16 pki16 pki16', 'a * b + c'],
  v_pk_mad_u16: ['pku16 = pku16 pku16 pku16', 'a * b + c'],
  v_pk_mul_lo_u16: ['pku16 = pku16 pku16', 'a * b'],
  v_pk_add_i16: ['pki16 = pki16 pki16', 'a + b'],
  v_pk_sub_i16: ['pki16 = pki16 pki16', 'a - b'],
  v_pk_add_u16: ['pku16 = pku16 pku16', 'a + b'],
  v_pk_sub_u16: ['pku16 = pku16 pku16', 'a - b'],
  v_pk_lshlrev_b16: ['pku16 = pku16 pku16', 'b << (a & 15)'],
  v_pk_lshrrev_b16: ['pku16 = pku16 pku16', 'b >>> (a & 15)'],
  v_pk_ashrrev_i16: ['pki16 = pku16 pki16', 'b >> (a & 15)'],
  v_pk_max_i16: ['pki16 = pki16 pki16', 'a > b ? a : b'],
  v_pk_min_i16: ['pki16 = pki16 pki16', 'a < b ? a : b'],
  v_pk_max_u16: ['pku16 = pku16 pku16', 'a > b ? a : b'],
  v_pk_min_u16: ['pku16 = pku16 pku16', 'a < b ? a : b'],

  v_pk_fma_f32: ['pkf32 = pkf32 pkf32 pkf32', 'fma(a, b, c)', { chips: SINCE_CDNA2 }],
  v_pk_mul_f32: ['pkf32 = pkf32 pkf32', 'a * b', { chips: SINCE_CDNA2 }],
  v_pk_add_f32: ['pkf32 = pkf32 pkf32', 'a + b', { chips: SINCE_CDNA2 }],
  v_pk_mov_b32: [
    'b64 = b64 b64',
    '{ r = sel0 ? aH : a; rH = sel1 ? bH : b; }',
    { rate: 'packed', chips: SINCE_CDNA2 },
  ],

  v_fma_mix_f32: ['f32 = mix mix mix', 'fma(a, b, c)', { chips: SINCE_GFX906 }],
  v_fma_mixlo_f16: ['f16 = mix mix mix', 'fma(a, b, c)', { high: 'keep', chips: SINCE_GFX906 }],
  v_fma_mixhi_f16: ['f16 = mix mix mix', 'fma(a, b, c)', { half: 'high', chips: SINCE_GFX906 }],
  v_mad_mix_f32: ['f32 = mix mix mix', MAD, { chips: GFX900 }],
  v_mad_mixlo_f16: ['f16 = mix mix mix', MAD, { high: 'keep', chips: GFX900 }],
  v_mad_mixhi_f16: ['f16 = mix mix mix', MAD, { half: 'high', chips: GFX900 }],

  v_dot2_f32_f16: [
    'f32 = h2 h2 f32',
    'Math.fround(c + a0 * b0) + a1 * b1',
    { chips: SINCE_GFX906 },
  ],
  v_dot2_f32_bf16: [
    'f32 = bf2 bf2 f32',
    'Math.fround(a0 * b0 + a1 * b1) + c',
    { chips: SINCE_CDNA4 },
  ],
  v_dot2_i32_i16: ['i32 = i2 i2 i32', 'a0 * b0 + a1 * b1 + c', { chips: SINCE_GFX906 }],
  v_dot2_u32_u16: ['u32 = u2 u2 u32', 'a0 * b0 + a1 * b1 + c', { chips: SINCE_GFX906 }],
  v_dot4_i32_i8: ['i32 = b32 b32 i32', 'dot4Signed(a, b) + c', { chips: SINCE_GFX906 }],
  v_dot4_u32_u8: ['u32 = b32 b32 u32', 'dot4Unsigned(a, b) + c', { chips: SINCE_GFX906 }],
  v_dot8_i32_i4: ['i32 = b32 b32 i32', 'dot8Signed(a, b) + c', { chips: SINCE_GFX906 }],
  v_dot8_u32_u4: ['u32 = b32 b32 u32', 'dot8Unsigned(a, b) + c', { chips: SINCE_GFX906 }],
};
