/** Two-source instructions (VOP2), and their forms with a constant of 32 bits (madmk, madak, fmamk, fmaak). */
import {
  SINCE_CDNA1,
  SINCE_CDNA2,
  SINCE_CDNA3,
  SINCE_CDNA4,
  SINCE_GFX906,
  UNTIL_CDNA2,
} from '../../state/target.ts';
import type { Sum } from '../row.ts';
import type { Row, Table } from './row.ts';

/** Least and greatest by IEEE 754-2008 minNum and maxNum; a signalling NaN in IEEE mode gives a NaN. */
const least = (quiet: string, bits: string): string =>
  `a < b ? a : b < a ? b : minRare(a, b, IEEE && ((a !== a && !(a${bits} & ${quiet})) || (b !== b && !(b${bits} & ${quiet}))))`;
const greatest = (quiet: string, bits: string): string =>
  `a > b ? a : b > a ? b : maxRare(a, b, IEEE && ((a !== a && !(a${bits} & ${quiet})) || (b !== b && !(b${bits} & ${quiet}))))`;

export const extremes = {
  minF32: least('4194304', 'Bits'),
  maxF32: greatest('4194304', 'Bits'),
  minF16: least('512', 'Bits'),
  maxF16: greatest('512', 'Bits'),
  minF64: least('524288', 'BitsH'),
  maxF64: greatest('524288', 'BitsH'),
};

const omits = (...omitsVcc: readonly Row['family'][]) => ({ omitsVcc }) as const;
const carry = (sum: Sum) => ({ sum, ...omits('cdna') }) as const;

export const vop2: Table = {
  v_cndmask_b32: ['b32 = b32 b32 mask', 'm ? b : a', { chooses: true, omitsVcc: ['cdna', 'rdna'] }],

  v_add_f32: ['f32 = f32 f32', 'a + b'],
  v_sub_f32: ['f32 = f32 f32', 'a - b'],
  v_subrev_f32: ['f32 = f32 f32', 'b - a'],
  v_mul_f32: ['f32 = f32 f32', 'a * b'],
  v_mul_legacy_f32: ['f32 = f32 f32', 'a === 0 || b === 0 ? 0 : a * b'],
  v_min_f32: ['f32 = f32 f32', extremes.minF32],
  v_max_f32: ['f32 = f32 f32', extremes.maxF32],
  v_mac_f32: ['f32 = f32 f32', 'Math.fround(a * b) + d', { chips: UNTIL_CDNA2 }],
  v_madmk_f32: ['f32 = f32 f32 f32', 'Math.fround(a * b) + c', { chips: UNTIL_CDNA2 }],
  v_madak_f32: ['f32 = f32 f32 f32', 'Math.fround(a * b) + c', { chips: UNTIL_CDNA2 }],
  v_fmac_f32: ['f32 = f32 f32', 'fma(a, b, d)', { chips: SINCE_GFX906 }],
  v_fmamk_f32: ['f32 = f32 f32 f32', 'fma(a, b, c)', { chips: SINCE_CDNA3 }],
  v_fmaak_f32: ['f32 = f32 f32 f32', 'fma(a, b, c)', { chips: SINCE_CDNA3 }],
  v_fmac_f64: ['f64 = f64 f64', 'fma64(a, b, d)', { chips: SINCE_CDNA2 }],

  v_add_u32: ['u32 = u32 u32', 'a + b', { sum: 'a + b' }],
  v_sub_u32: ['u32 = u32 u32', 'a - b', { sum: 'a - b' }],
  v_subrev_u32: ['u32 = u32 u32', 'b - a', { sum: 'b - a' }],
  v_add_co_u32: ['u32 mask = u32 u32', '{ r = a + b; carry = r > 4294967295; }', carry('a + b')],
  v_sub_co_u32: ['u32 mask = u32 u32', '{ r = a - b; carry = r < 0; }', carry('a - b')],
  v_subrev_co_u32: ['u32 mask = u32 u32', '{ r = b - a; carry = r < 0; }', carry('b - a')],
  v_addc_co_u32: [
    'u32 mask = u32 u32 mask',
    '{ r = a + b + m; carry = r > 4294967295; }',
    omits('rdna'),
  ],
  v_subb_co_u32: ['u32 mask = u32 u32 mask', '{ r = a - b - m; carry = r < 0; }', omits('rdna')],
  v_subbrev_co_u32: ['u32 mask = u32 u32 mask', '{ r = b - a - m; carry = r < 0; }', omits('rdna')],
  v_mul_i32_i24: ['i32 = i24 i24', 'a * b'],
  v_mul_u32_u24: ['u32 = u24 u24', 'a * b'],
  v_mul_hi_i32_i24: ['i32 = i24 i24', 'Math.floor((a * b) / 4294967296)'],
  v_mul_hi_u32_u24: ['u32 = u24 u24', 'Math.floor((a * b) / 4294967296)'],
  v_min_i32: ['i32 = i32 i32', 'a < b ? a : b'],
  v_max_i32: ['i32 = i32 i32', 'a > b ? a : b'],
  v_min_u32: ['u32 = u32 u32', 'a < b ? a : b'],
  v_max_u32: ['u32 = u32 u32', 'a > b ? a : b'],
  v_lshrrev_b32: ['b32 = b32 b32', 'b >>> a'],
  v_ashrrev_i32: ['b32 = b32 b32', 'b >> a'],
  v_lshlrev_b32: ['b32 = b32 b32', 'b << a', { sum: 'b << a' }],
  v_and_b32: ['b32 = b32 b32', 'a & b'],
  v_or_b32: ['b32 = b32 b32', 'a | b'],
  v_xor_b32: ['b32 = b32 b32', 'a ^ b'],
  v_xnor_b32: ['b32 = b32 b32', '~(a ^ b)', { chips: SINCE_GFX906 }],

  v_add_f16: ['f16 = f16 f16', 'a + b'],
  v_sub_f16: ['f16 = f16 f16', 'a - b'],
  v_subrev_f16: ['f16 = f16 f16', 'b - a'],
  v_mul_f16: ['f16 = f16 f16', 'a * b'],
  v_min_f16: ['f16 = f16 f16', extremes.minF16],
  v_max_f16: ['f16 = f16 f16', extremes.maxF16],
  v_mac_f16: ['f16 = f16 f16', 'roundHalf(a * b) + d'],
  v_madmk_f16: ['f16 = f16 f16 f16', 'roundHalf(a * b) + c'],
  v_madak_f16: ['f16 = f16 f16 f16', 'roundHalf(a * b) + c'],
  v_ldexp_f16: ['f16 = f16 i16', 'ldexp(a, b)'],
  v_add_u16: ['u16 = u16 u16', 'a + b'],
  v_sub_u16: ['u16 = u16 u16', 'a - b'],
  v_subrev_u16: ['u16 = u16 u16', 'b - a'],
  v_mul_lo_u16: ['u16 = u16 u16', 'a * b'],
  v_lshlrev_b16: ['u16 = u16 u16', 'b << (a & 15)'],
  v_lshrrev_b16: ['u16 = u16 u16', 'b >>> (a & 15)'],
  v_ashrrev_i16: ['i16 = u16 i16', 'b >> (a & 15)'],
  v_max_u16: ['u16 = u16 u16', 'a > b ? a : b'],
  v_max_i16: ['i16 = i16 i16', 'a > b ? a : b'],
  v_min_u16: ['u16 = u16 u16', 'a < b ? a : b'],
  v_min_i16: ['i16 = i16 i16', 'a < b ? a : b'],
  v_pk_fmac_f16: ['pkf16 = pkf16 pkf16', 'a * b + d', { chips: SINCE_CDNA1 }],

  v_dot2c_f32_f16: ['f32 = h2 h2', 'Math.fround(d + a0 * b0) + a1 * b1', { chips: SINCE_CDNA1 }],
  v_dot2c_f32_bf16: ['f32 = bf2 bf2', 'Math.fround(d + a0 * b0) + a1 * b1', { chips: SINCE_CDNA4 }],
  v_dot2c_i32_i16: ['i32 = i2 i2', 'a0 * b0 + a1 * b1 + d', { chips: SINCE_CDNA1 }],
  v_dot4c_i32_i8: ['i32 = b32 b32', 'dot4Signed(a, b) + d', { chips: SINCE_CDNA1 }],
  v_dot8c_i32_i4: ['i32 = b32 b32', 'dot8Signed(a, b) + d', { chips: SINCE_CDNA1 }],
};
