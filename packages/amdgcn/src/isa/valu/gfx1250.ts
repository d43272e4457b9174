/**
 * The vector ALU of gfx1250 beyond RDNA 4: arithmetic of 64 bits, pairs of f32, bf16, and extremes of sums.
 *
 *     v_lshl_add_u64 v_pk_fma_f32 v_bitop3_b32     as CDNA 3 and 4 have them
 *     v_mad_u32 v0, v1, v2, v3                     v1 v2 + v3 in 32 bits
 *     v_add_max_i32 v0, v1, v2, v3                 the greater of v1 + v2 and v3
 *
 * Source: what LLVM 22 selects each of them for (`VOP2Instructions.td`, `VOP3Instructions.td`, `VOP3PInstructions.td`). Left
 * out, and so refused: `v_fmaak_f64`, whose constants have 64 bits; conversions to 8 bits and below, and those with scales;
 * tables by indices (`v_perm_pk16`); moves between lanes whose operands LLVM does not define (`v_permlane_up_b32`);
 * hyperbolic tangents and approximations in bf16, whose error is not documented.
 */
import { SINCE_GFX1250 } from '../../state/target.ts';
import type { RowText, Table } from './row.ts';

const chips = { chips: SINCE_GFX1250 } as const;
/** With clamp the sum would be limited before it is compared. */
const noClamp = { ...chips, clamp: 'refused' } as const;

/** Rows of CDNA that mean the same. */
export const SAME_ON_GFX1250: readonly string[] = `
  v_mov_b64 v_fmac_f64 v_lshl_add_u64 v_pk_add_f32 v_pk_mul_f32 v_pk_fma_f32 v_bitop3_b32 v_bitop3_b16
  v_cvt_pk_f16_f32 v_cvt_pk_bf16_f32 v_cvt_f32_bf16 v_prng_b32
  v_pk_minimum3_f16 v_pk_maximum3_f16
`
  .trim()
  .split(/\s+/);

/** Dot products of floats, which gfx1250 lacks. */
export const DOTS_OF_FLOATS = /^v_dot[24]_b?f\d/;

const bfloats = (low: string, high: string): string =>
  `{ r = toBfloatOnce(${low}) | (toBfloatOnce(${high}) << 16); }`;

const own: Table = {
  v_add_nc_u64: [
    'u64 = u64 u64',
    '{ r = a + b; rH = aH + bH + (r > 4294967295 ? 1 : 0); }',
    noClamp,
  ],
  v_sub_nc_u64: ['u64 = u64 u64', '{ r = a - b; rH = aH - bH - (r < 0 ? 1 : 0); }', noClamp],
  v_mul_u64: [
    'b64 = u64 u64',
    '{ r = Math.imul(a, b); rH = mulHigh(a, b) + Math.imul(a, bH) + Math.imul(aH, b); }',
    noClamp,
  ],
  v_mad_u32: ['b32 = b32 b32 b32', 'Math.imul(a, b) + c', noClamp],
  v_mad_nc_u64_u32: [
    'u64 = u32 u32 u64',
    '{ r = (Math.imul(a, b) >>> 0) + c; rH = mulHigh(a, b) + cH + (r > 4294967295 ? 1 : 0); }',
    noClamp,
  ],
  v_pk_min3_num_f16: ['pkf16 = pkf16 pkf16 pkf16', 'minNumber(minNumber(a, b), c)', chips],
  v_pk_max3_num_f16: ['pkf16 = pkf16 pkf16 pkf16', 'maxNumber(maxNumber(a, b), c)', chips],

  // Every 8-bit float is an f16.
  v_cvt_f16_fp8: ['f16 = s8', 'FP8[a]', chips],
  v_cvt_f16_bf8: ['f16 = s8', 'BF8[a]', chips],
  v_cvt_pk_f16_fp8: ['b32 = s16', 'toHalf(FP8[a & 255]) | (toHalf(FP8[a >>> 8]) << 16)', chips],
  v_cvt_pk_f16_bf8: ['b32 = s16', 'toHalf(BF8[a & 255]) | (toHalf(BF8[a >>> 8]) << 16)', chips],

  v_mad_nc_i64_i32: [
    'i64 = i32 i32 i64',
    '{ r = (Math.imul(a, b) >>> 0) + c; rH = mulHighSigned(a, b) + cH + (r > 4294967295 ? 1 : 0); }',
    noClamp,
  ],
};

/** The least and the greatest of two integers of 64 bits. */
function* extremes64(): Generator<[string, RowText]> {
  for (const type of ['i64', 'u64']) {
    for (const [name, sign] of [
      ['min', '<'],
      ['max', '>'],
    ] as const) {
      const first = `aH ${sign} bH || (aH === bH && a ${sign} b)`;
      const text = `{ if (${first}) { r = a; rH = aH; } else { r = b; rH = bH; } }`;
      yield [`v_${name}_${type}`, [`b64 = ${type} ${type}`, text, chips]];
    }
  }
}

/** v_add_max_i32 and its kin, of halves too; the least and the greatest of three halves. */
function* extremesOfSums(): Generator<[string, RowText]> {
  for (const signed of [true, false]) {
    const [letter, wrap32] = signed ? ['i', '(a + b) | 0'] : ['u', '(a + b) >>> 0'];
    const wrap16 = signed ? '((a + b) << 16) >> 16' : '(a + b) & 65535';
    const pair = `pk${letter}16`;
    for (const name of ['min', 'max']) {
      const best = (sum: string): string => `Math.${name}(${sum}, c)`;
      const word = `${letter}32`;
      const three = (type: string): string => `${type} = ${type} ${type} ${type}`;
      yield [`v_add_${name}_${word}`, [three(word), best(wrap32), noClamp]];
      yield [`v_pk_add_${name}_${letter}16`, [three(pair), best(wrap16), noClamp]];
      yield [`v_pk_${name}3_${letter}16`, [three(pair), `Math.${name}(a, b, c)`, chips]];
    }
  }
}

/** Pairs of bf16: sums and products are exact before they are rounded. */
function* bfloatPairs(): Generator<[string, RowText]> {
  const two = 'b32 = bf2 bf2';
  yield ['v_pk_add_bf16', [two, bfloats('addOdd(a0, b0)', 'addOdd(a1, b1)'), noClamp]];
  yield ['v_pk_mul_bf16', [two, bfloats('a0 * b0', 'a1 * b1'), noClamp]];
  const fused = bfloats('addOdd(a0 * b0, c0)', 'addOdd(a1 * b1, c1)');
  yield ['v_pk_fma_bf16', [`${two} bf2`, fused, noClamp]];
  for (const name of ['min', 'max'])
    yield [
      `v_pk_${name}_num_bf16`,
      [two, bfloats(`${name}Number(a0, b0)`, `${name}Number(a1, b1)`), noClamp],
    ];
}

export const gfx1250Rows: Table = Object.fromEntries([
  ...Object.entries(own),
  ...extremes64(),
  ...extremesOfSums(),
  ...bfloatPairs(),
]);
