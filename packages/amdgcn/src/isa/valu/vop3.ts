/** Instructions of two to four operands that have only the long encoding (VOP3). */
import { UNTIL_CDNA2, SINCE_CDNA3, SINCE_CDNA4 } from '../../state/target.ts';
import type { Table } from './row.ts';
import { extremes } from './vop2.ts';

const keep = { high: 'keep' } as const;
const quarter = { rate: 'quarter' } as const;

export const vop3: Table = {
  v_fma_f32: ['f32 = f32 f32 f32', 'fma(a, b, c)'],
  v_fma_f64: ['f64 = f64 f64 f64', 'fma64(a, b, c)'],
  v_fma_f16: ['f16 = f16 f16 f16', 'a * b + c', keep],
  v_fma_legacy_f16: ['f16 = f16 f16 f16', 'a * b + c'],
  v_mad_f32: ['f32 = f32 f32 f32', 'Math.fround(a * b) + c', { chips: UNTIL_CDNA2 }],
  v_mad_legacy_f32: [
    'f32 = f32 f32 f32',
    '(a === 0 || b === 0 ? 0 : Math.fround(a * b)) + c',
    { chips: UNTIL_CDNA2 },
  ],
  v_mad_f16: ['f16 = f16 f16 f16', 'roundHalf(a * b) + c', keep],
  v_mad_legacy_f16: ['f16 = f16 f16 f16', 'roundHalf(a * b) + c'],
  v_add_f64: ['f64 = f64 f64', 'a + b'],
  v_mul_f64: ['f64 = f64 f64', 'a * b'],
  v_min_f64: ['f64 = f64 f64', extremes.minF64],
  v_max_f64: ['f64 = f64 f64', extremes.maxF64],
  v_ldexp_f64: ['f64 = f64 i32', 'ldexp(a, b)'],
  v_ldexp_f32: ['f32 = f32 i32', 'ldexp(a, b)'],
  v_trig_preop_f64: ['f64 = f64 b32', 'trigPreop(a, b, (aBitsH >>> 20) & 2047)'],

  v_mad_i32_i24: ['i32 = i24 i24 i32', 'a * b + c'],
  v_mad_u32_u24: ['u32 = u24 u24 u32', 'a * b + c'],
  v_mad_i32_i16: ['i32 = i16 i16 i32', 'a * b + c'],
  v_mad_u32_u16: ['u32 = u16 u16 u32', 'a * b + c'],
  v_mad_u16: ['u16 = u16 u16 u16', 'a * b + c', keep],
  v_mad_i16: ['i16 = i16 i16 i16', 'a * b + c', keep],
  v_mad_legacy_u16: ['u16 = u16 u16 u16', 'a * b + c'],
  v_mad_legacy_i16: ['i16 = i16 i16 i16', 'a * b + c'],
  v_add_i16: ['i16 = i16 i16', 'a + b', keep],
  v_sub_i16: ['i16 = i16 i16', 'a - b', keep],
  v_add_i32: ['i32 = i32 i32', 'a + b'],
  v_sub_i32: ['i32 = i32 i32', 'a - b'],
  v_mul_lo_u32: ['b32 = b32 b32', 'Math.imul(a, b)', { sum: 'a * b', ...quarter }],
  v_mul_hi_u32: ['u32 = u32 u32', 'mulHigh(a, b)', quarter],
  v_mul_hi_i32: ['i32 = i32 i32', 'mulHighSigned(a, b)', quarter],
  v_mad_u64_u32: [
    'u64 mask = u32 u32 u64',
    '{ r = (Math.imul(a, b) >>> 0) + c; rH = mulHigh(a, b) + cH + (r > 4294967295 ? 1 : 0); carry = rH > 4294967295; }',
    quarter,
  ],
  v_mad_i64_i32: [
    'i64 mask = i32 i32 i64',
    '{ r = (Math.imul(a, b) >>> 0) + c; rH = mulHighSigned(a, b) + cH + (r > 4294967295 ? 1 : 0); carry = rH < -2147483648 || rH > 2147483647; }',
    quarter,
  ],

  v_add3_u32: ['u32 = u32 u32 u32', 'a + b + c', { sum: 'a + b + c' }],
  v_lshl_add_u32: ['u32 = b32 b32 u32', '((a << b) >>> 0) + c', { sum: '(a << b) + c' }],
  v_add_lshl_u32: ['b32 = b32 b32 b32', '(a + b) << c', { sum: '(a + b) << c' }],
  v_lshl_or_b32: ['b32 = b32 b32 b32', '(a << b) | c'],
  v_and_or_b32: ['b32 = b32 b32 b32', '(a & b) | c'],
  v_or3_b32: ['b32 = b32 b32 b32', 'a | b | c'],
  v_xad_u32: ['u32 = b32 b32 u32', '((a ^ b) >>> 0) + c'],
  v_lshl_add_u64: [
    'u64 = u64 b32 u64',
    '{ const n = b & 7; r = ((a << n) >>> 0) + c; rH = (n === 0 ? aH : ((aH << n) | (a >>> (32 - n))) >>> 0) + cH + (r > 4294967295 ? 1 : 0); }',
    { chips: SINCE_CDNA3 },
  ],
  v_bitop3_b32: ['b32 = b32 b32 b32', 'BITOP3', { chips: SINCE_CDNA4 }],
  v_bitop3_b16: ['b16 = b16 b16 b16', 'BITOP3', { chips: SINCE_CDNA4, ...keep }],

  v_lshlrev_b64: [
    'b64 = b32 b64',
    '{ const n = a & 63; r = n > 31 ? 0 : b << n; rH = n === 0 ? bH : n > 31 ? b << (n - 32) : (bH << n) | (b >>> (32 - n)); }',
  ],
  v_lshrrev_b64: [
    'b64 = b32 b64',
    '{ const n = a & 63; rH = n > 31 ? 0 : bH >>> n; r = n === 0 ? b : n > 31 ? bH >>> (n - 32) : (b >>> n) | (bH << (32 - n)); }',
  ],
  v_ashrrev_i64: [
    'b64 = b32 b64',
    '{ const n = a & 63; rH = n > 31 ? bH >> 31 : bH >> n; r = n === 0 ? b : n > 31 ? bH >> (n - 32) : (b >>> n) | (bH << (32 - n)); }',
  ],

  v_bfe_u32: ['b32 = b32 b32 b32', '(a >>> b) & ((1 << c) - 1)'],
  v_bfe_i32: [
    'b32 = b32 b32 b32',
    '(c & 31) === 0 ? 0 : (((a >> b) << (32 - (c & 31))) >> (32 - (c & 31)))',
  ],
  v_bfi_b32: ['b32 = b32 b32 b32', '(a & b) | (~a & c)'],
  v_bfm_b32: ['b32 = b32 b32', '((1 << a) - 1) << b'],
  v_bcnt_u32_b32: ['u32 = b32 u32', 'countBits(a) + b'],
  v_mbcnt_lo_u32_b32: ['u32 = b32 u32', 'countBits(a & (l > 31 ? -1 : (1 << l) - 1)) + b'],
  v_mbcnt_hi_u32_b32: ['u32 = b32 u32', 'countBits(a & (l < 32 ? 0 : (1 << (l - 32)) - 1)) + b'],
  v_alignbit_b32: [
    'b32 = b32 b32 b32',
    '(c & 31) === 0 ? b : (b >>> (c & 31)) | (a << (32 - (c & 31)))',
  ],
  v_alignbyte_b32: [
    'b32 = b32 b32 b32',
    '(c & 3) === 0 ? b : (b >>> ((c & 3) << 3)) | (a << (32 - ((c & 3) << 3)))',
  ],
  v_perm_b32: [
    'b32 = b32 b32 b32',
    `c & 0xf8f8f8f8 ? permuteBytes(a, b, c)
      : (((c & 4 ? a : b) >>> ((c & 3) << 3)) & 255)
      | ((((c & 0x400 ? a : b) >>> ((c >>> 5) & 24)) & 255) << 8)
      | ((((c & 0x40000 ? a : b) >>> ((c >>> 13) & 24)) & 255) << 16)
      | (((c & 0x4000000 ? a : b) >>> ((c >>> 21) & 24)) << 24)`,
  ],
  v_lerp_u8: ['b32 = b32 b32 b32', 'lerpBytes(a, b, c)'],
  v_sad_u8: ['u32 = b32 b32 u32', 'sadBytes(a, b) + c'],
  v_sad_hi_u8: ['u32 = b32 b32 u32', 'sadBytes(a, b) * 65536 + c'],
  v_sad_u16: [
    'u32 = b32 b32 u32',
    'Math.abs((a & 65535) - (b & 65535)) + Math.abs((a >>> 16) - (b >>> 16)) + c',
  ],
  v_sad_u32: ['u32 = u32 u32 u32', 'Math.abs(a - b) + c'],
  v_msad_u8: ['u32 = b32 b32 u32', 'sadBytesMasked(a, b) + c'],
  v_qsad_pk_u16_u8: [
    'b64 = b64 b32 b64',
    '{ r = quadSad(sadBytes, a, aH, b, c, 0); rH = quadSad(sadBytes, a, aH, b, cH, 2); }',
  ],
  v_mqsad_pk_u16_u8: [
    'b64 = b64 b32 b64',
    '{ r = quadSad(sadBytesMasked, a, aH, b, c, 0); rH = quadSad(sadBytesMasked, a, aH, b, cH, 2); }',
  ],
  v_mqsad_u32_u8: ['v4 = b64 b32 v4', '{ quadSadWide(I, at, a, aH, b, c); }'],

  v_min3_f32: ['f32 = f32 f32 f32', 'minNumber(minNumber(a, b), c)'],
  v_max3_f32: ['f32 = f32 f32 f32', 'maxNumber(maxNumber(a, b), c)'],
  v_med3_f32: ['f32 = f32 f32 f32', 'median(a, b, c)'],
  v_min3_f16: ['f16 = f16 f16 f16', 'minNumber(minNumber(a, b), c)', keep],
  v_max3_f16: ['f16 = f16 f16 f16', 'maxNumber(maxNumber(a, b), c)', keep],
  v_med3_f16: ['f16 = f16 f16 f16', 'median(a, b, c)', keep],
  v_minimum3_f32: ['f32 = f32 f32 f32', 'Math.min(a, b, c)', { chips: SINCE_CDNA4 }],
  v_maximum3_f32: ['f32 = f32 f32 f32', 'Math.max(a, b, c)', { chips: SINCE_CDNA4 }],
  v_min3_i32: ['i32 = i32 i32 i32', 'Math.min(a, b, c)'],
  v_max3_i32: ['i32 = i32 i32 i32', 'Math.max(a, b, c)'],
  v_med3_i32: ['i32 = i32 i32 i32', 'Math.max(Math.min(a, b), Math.min(Math.max(a, b), c))'],
  v_min3_u32: ['u32 = u32 u32 u32', 'Math.min(a, b, c)'],
  v_max3_u32: ['u32 = u32 u32 u32', 'Math.max(a, b, c)'],
  v_med3_u32: ['u32 = u32 u32 u32', 'Math.max(Math.min(a, b), Math.min(Math.max(a, b), c))'],
  v_min3_i16: ['i16 = i16 i16 i16', 'Math.min(a, b, c)', keep],
  v_max3_i16: ['i16 = i16 i16 i16', 'Math.max(a, b, c)', keep],
  v_med3_i16: ['i16 = i16 i16 i16', 'Math.max(Math.min(a, b), Math.min(Math.max(a, b), c))', keep],
  v_min3_u16: ['u16 = u16 u16 u16', 'Math.min(a, b, c)', keep],
  v_max3_u16: ['u16 = u16 u16 u16', 'Math.max(a, b, c)', keep],
  v_med3_u16: ['u16 = u16 u16 u16', 'Math.max(Math.min(a, b), Math.min(Math.max(a, b), c))', keep],

  v_cubeid_f32: ['f32 = f32 f32 f32', 'cubeFace(a, b, c)'],
  v_cubesc_f32: ['f32 = f32 f32 f32', 'cubeS(a, b, c)'],
  v_cubetc_f32: ['f32 = f32 f32 f32', 'cubeT(a, b, c)'],
  v_cubema_f32: ['f32 = f32 f32 f32', 'cubeMajor(a, b, c)'],

  v_div_scale_f32: [
    'f32 mask = f32 f32 f32',
    '{ carry = divideScales32(b, c); r = divideScale32(a, b, c); }',
  ],
  v_div_scale_f64: [
    'f64 mask = f64 f64 f64',
    '{ carry = divideScales64(b, c); r = divideScale64(a, b, c); }',
  ],
  v_div_fmas_f32: [
    'f32 = f32 f32 f32',
    'fmaScaled(a, b, c, vcc ? (Math.abs(c) >= 2 ? 64 : -64) : 0)',
  ],
  v_div_fmas_f64: [
    'f64 = f64 f64 f64',
    'fmaScaled64(a, b, c, vcc ? (Math.abs(c) >= 2 ? 128 : -128) : 0)',
  ],
  v_div_fixup_f32: ['f32 = f32 f32 f32', 'divideFixup(a, b, c, 150)'],
  v_div_fixup_f64: ['f64 = f64 f64 f64', 'divideFixup(a, b, c, 1075)'],
  v_div_fixup_f16: ['f16 = f16 f16 f16', 'divideFixup(a, b, c, 1000)', keep],
  v_div_fixup_legacy_f16: ['f16 = f16 f16 f16', 'divideFixup(a, b, c, 1000)'],

  v_pack_b32_f16: ['b32 = b16 b16', 'a | (b << 16)'],
  v_cvt_pkrtz_f16_f32: ['b32 = f32 f32', 'toHalfZero(a) | (toHalfZero(b) << 16)'],
  v_cvt_pk_f16_f32: ['b32 = f32 f32', 'toHalf(a) | (toHalf(b) << 16)', { chips: SINCE_CDNA4 }],
  v_cvt_pk_bf16_f32: ['b32 = f32 f32', 'toBfloat(a) | (toBfloat(b) << 16)', { chips: SINCE_CDNA4 }],
  v_cvt_pknorm_i16_f32: ['b32 = f32 f32', '(toSnorm(a) & 65535) | (toSnorm(b) << 16)'],
  v_cvt_pknorm_u16_f32: ['b32 = f32 f32', 'toUnorm(a) | (toUnorm(b) << 16)'],
  v_cvt_pknorm_i16_f16: ['b32 = f16 f16', '(toSnorm(a) & 65535) | (toSnorm(b) << 16)'],
  v_cvt_pknorm_u16_f16: ['b32 = f16 f16', 'toUnorm(a) | (toUnorm(b) << 16)'],
  v_cvt_pk_u16_u32: ['b32 = u32 u32', 'Math.min(a, 65535) | (Math.min(b, 65535) << 16)'],
  v_cvt_pk_i16_i32: [
    'b32 = i32 i32',
    '(clampTo(a, -32768, 32767) & 65535) | (clampTo(b, -32768, 32767) << 16)',
  ],
  v_cvt_pk_u8_f32: [
    'b32 = f32 b32 b32',
    '(c & ~(255 << ((b & 3) << 3))) | (toU8(a) << ((b & 3) << 3))',
  ],
  v_cvt_pkaccum_u8_f32: [
    'b32 = f32 b32',
    '(d & ~(255 << ((b & 3) << 3))) | (toU8(a) << ((b & 3) << 3))',
  ],
  v_ashr_pk_i8_i32: [
    'w16 = i32 i32 b32',
    '(clampTo(a >> c, -128, 127) & 255) | ((clampTo(b >> c, -128, 127) & 255) << 8)',
    { chips: SINCE_CDNA4 },
  ],
  v_ashr_pk_u8_i32: [
    'w16 = i32 i32 b32',
    'clampTo(a >> c, 0, 255) | (clampTo(b >> c, 0, 255) << 8)',
    { chips: SINCE_CDNA4 },
  ],
};
