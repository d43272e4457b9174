/**
 * The vector ALU of RDNA: rows that it shares with CDNA, rows under other names, and rows that only it has.
 *
 *     v_add_nc_u32 = v_add_u32 of CDNA        v_cmpx_lt_f32 v0, v1: the mask goes to exec alone
 *     v_add_f16 v0, v1, v2 and v_add_f16 v0.l, v1.l, v2.l are one instruction: a 16-bit result keeps the other half
 *
 * Sources: names, operands and chips, LLVM (a test compares every opcode); semantics, AMD RDNA3 and RDNA4 ISA,
 * "Instructions". Where a sum has several terms the documents add one after the other, and so do the rows; whether each sum
 * is rounded they do not state.
 */
import { lazy } from '@ldscope/core';
import {
  BEFORE_GFX1250,
  RDNA,
  SINCE_GFX1250,
  SINCE_RDNA4,
  type Target,
  UNTIL_RDNA35,
} from '../../state/target.ts';
import { DOTS_OF_FLOATS, gfx1250Rows, SAME_ON_GFX1250 } from './gfx1250.ts';
import { isHalf, parseRow, type Row, type RowText, type Table } from './row.ts';
import { scaled } from './scaled.ts';
import { vop1 } from './vop1.ts';
import { vop2 } from './vop2.ts';
import { vop3 } from './vop3.ts';
import { vop3p } from './vop3p.ts';
import { vopc } from './vopc.ts';

const cdna: Table = { ...vop1, ...vop2, ...vop3, ...vop3p, ...vopc, ...scaled };

const words = (text: string): string[] => text.trim().split(/\s+/);

/** Rows with the meaning of CDNA's rows of that name. */
const SAME = words(`
  v_mov_b32 v_not_b32 v_bfrev_b32
  v_cvt_f32_i32 v_cvt_f32_u32 v_cvt_i32_f32 v_cvt_u32_f32 v_cvt_f64_i32 v_cvt_f64_u32 v_cvt_i32_f64 v_cvt_u32_f64
  v_cvt_f64_f32 v_cvt_f32_f64 v_cvt_f16_f32 v_cvt_f32_f16 v_cvt_f16_u16 v_cvt_f16_i16 v_cvt_u16_f16 v_cvt_i16_f16
  v_cvt_norm_i16_f16 v_cvt_norm_u16_f16 v_cvt_off_f32_i4
  v_cvt_f32_ubyte0 v_cvt_f32_ubyte1 v_cvt_f32_ubyte2 v_cvt_f32_ubyte3 v_sat_pk_u8_i16
  v_trunc_f32 v_ceil_f32 v_floor_f32 v_rndne_f32 v_fract_f32 v_trunc_f64 v_ceil_f64 v_floor_f64 v_rndne_f64 v_fract_f64
  v_trunc_f16 v_ceil_f16 v_floor_f16 v_rndne_f16 v_fract_f16
  v_exp_f32 v_log_f32 v_rcp_f32 v_rcp_iflag_f32 v_rsq_f32 v_sqrt_f32 v_sin_f32 v_cos_f32 v_rcp_f64 v_rsq_f64 v_sqrt_f64
  v_rcp_f16 v_rsq_f16 v_sqrt_f16 v_log_f16 v_exp_f16 v_sin_f16 v_cos_f16
  v_frexp_exp_i32_f32 v_frexp_exp_i32_f64 v_frexp_exp_i16_f16 v_frexp_mant_f32 v_frexp_mant_f64 v_frexp_mant_f16
  v_cndmask_b32 v_add_f32 v_sub_f32 v_subrev_f32 v_mul_f32 v_fmac_f32 v_fmamk_f32 v_fmaak_f32
  v_add_co_u32 v_sub_co_u32 v_subrev_co_u32 v_mul_i32_i24 v_mul_u32_u24 v_mul_hi_i32_i24 v_mul_hi_u32_u24
  v_min_i32 v_max_i32 v_min_u32 v_max_u32 v_lshrrev_b32 v_ashrrev_i32 v_lshlrev_b32 v_and_b32 v_or_b32 v_xor_b32 v_xnor_b32
  v_add_f16 v_sub_f16 v_subrev_f16 v_mul_f16 v_ldexp_f16 v_mul_lo_u16 v_lshlrev_b16 v_lshrrev_b16 v_ashrrev_i16
  v_max_u16 v_max_i16 v_min_u16 v_min_i16 v_pk_fmac_f16
  v_fma_f32 v_fma_f64 v_fma_f16 v_add_f64 v_mul_f64 v_ldexp_f64 v_ldexp_f32 v_trig_preop_f64
  v_mad_i32_i24 v_mad_u32_u24 v_mad_i32_i16 v_mad_u32_u16 v_mad_u16 v_mad_i16 v_mul_lo_u32 v_mul_hi_u32 v_mul_hi_i32
  v_add3_u32 v_lshl_add_u32 v_add_lshl_u32 v_lshl_or_b32 v_and_or_b32 v_or3_b32 v_xad_u32
  v_lshlrev_b64 v_lshrrev_b64 v_ashrrev_i64 v_bfe_u32 v_bfe_i32 v_bfi_b32 v_bfm_b32
  v_bcnt_u32_b32 v_mbcnt_lo_u32_b32 v_mbcnt_hi_u32_b32 v_perm_b32
  v_lerp_u8 v_sad_u8 v_sad_hi_u8 v_sad_u16 v_sad_u32 v_msad_u8 v_qsad_pk_u16_u8 v_mqsad_pk_u16_u8 v_mqsad_u32_u8
  v_min3_i32 v_max3_i32 v_med3_i32 v_min3_u32 v_max3_u32 v_med3_u32
  v_min3_i16 v_max3_i16 v_med3_i16 v_min3_u16 v_max3_u16 v_med3_u16
  v_cubeid_f32 v_cubesc_f32 v_cubetc_f32 v_cubema_f32
  v_div_scale_f32 v_div_scale_f64 v_div_fmas_f32 v_div_fmas_f64 v_div_fixup_f32 v_div_fixup_f64 v_div_fixup_f16
  v_pack_b32_f16 v_cvt_pk_u16_u32 v_cvt_pk_i16_i32 v_cvt_pk_u8_f32
  v_pk_add_f16 v_pk_mul_f16 v_pk_fma_f16 v_pk_mad_i16 v_pk_mad_u16 v_pk_mul_lo_u16 v_pk_add_i16 v_pk_sub_i16
  v_pk_add_u16 v_pk_sub_u16 v_pk_lshlrev_b16 v_pk_lshrrev_b16 v_pk_ashrrev_i16
  v_pk_max_i16 v_pk_min_i16 v_pk_max_u16 v_pk_min_u16
  v_fma_mix_f32 v_fma_mixlo_f16 v_fma_mixhi_f16 v_dot2_f32_f16 v_dot4_u32_u8 v_dot8_u32_u4
`);

/** The same up to RDNA 3.5; RDNA 4 names or defines them otherwise. */
const SAME_UNTIL_RDNA35 = words(`
  v_min_f32 v_max_f32 v_min_f16 v_max_f16 v_min_f64 v_max_f64 v_pk_min_f16 v_pk_max_f16
  v_min3_f32 v_max3_f32 v_med3_f32 v_min3_f16 v_max3_f16 v_med3_f16 v_mad_u64_u32 v_mad_i64_i32
`);

const SAME_SINCE_RDNA4 = words(`
  v_cvt_pk_fp8_f32 v_cvt_pk_bf8_f32 v_cvt_sr_fp8_f32 v_cvt_sr_bf8_f32 v_maximum3_f32 v_minimum3_f32
`);

/** By the name that RDNA gives them, the name of CDNA. */
const RENAMED: Readonly<Record<string, string>> = {
  v_clz_i32_u32: 'v_ffbh_u32',
  v_ctz_i32_b32: 'v_ffbl_b32',
  v_cls_i32: 'v_ffbh_i32',
  v_cvt_nearest_i32_f32: 'v_cvt_rpi_i32_f32',
  v_cvt_floor_i32_f32: 'v_cvt_flr_i32_f32',
  v_add_nc_u32: 'v_add_u32',
  v_sub_nc_u32: 'v_sub_u32',
  v_subrev_nc_u32: 'v_subrev_u32',
  v_add_nc_i32: 'v_add_i32',
  v_sub_nc_i32: 'v_sub_i32',
  v_add_nc_u16: 'v_add_u16',
  v_sub_nc_u16: 'v_sub_u16',
  v_add_nc_i16: 'v_add_i16',
  v_sub_nc_i16: 'v_sub_i16',
  v_add_co_ci_u32: 'v_addc_co_u32',
  v_sub_co_ci_u32: 'v_subb_co_u32',
  v_subrev_co_ci_u32: 'v_subbrev_co_u32',
  v_mul_dx9_zero_f32: 'v_mul_legacy_f32',
  v_cvt_pk_rtz_f16_f32: 'v_cvt_pkrtz_f16_f32',
  v_cvt_pk_norm_i16_f32: 'v_cvt_pknorm_i16_f32',
  v_cvt_pk_norm_u16_f32: 'v_cvt_pknorm_u16_f32',
  v_cvt_pk_norm_i16_f16: 'v_cvt_pknorm_i16_f16',
  v_cvt_pk_norm_u16_f16: 'v_cvt_pknorm_u16_f16',
};

const since4 = { chips: SINCE_RDNA4 } as const;
const until35 = { chips: UNTIL_RDNA35 } as const;

const DOT2 = 'Math.fround(c + a0 * b0) + a1 * b1';
const BFLOAT = (value: string): string => `asF32(toBfloat(${value}) << 16)`;

const own: Table = {
  v_mov_b16: ['b16 = b16', 'a'],
  v_not_b16: ['b16 = b16', '~a'],
  v_and_b16: ['b16 = b16 b16', 'a & b'],
  v_or_b16: ['b16 = b16 b16', 'a | b'],
  v_xor_b16: ['b16 = b16 b16', 'a ^ b'],
  v_cndmask_b16: ['b16 = b16 b16 mask', 'm ? b : a'],
  v_xor3_b32: ['b32 = b32 b32 b32', 'a ^ b ^ c'],
  v_alignbit_b32: ['b32 = b32 b32 b16', cdna['v_alignbit_b32']?.[1] ?? ''],
  v_alignbyte_b32: ['b32 = b32 b32 b16', cdna['v_alignbyte_b32']?.[1] ?? ''],
  v_cvt_i32_i16: ['i32 = i16', 'a'],
  v_cvt_u32_u16: ['u32 = u16', 'a'],
  v_cvt_pk_i16_f32: ['b32 = f32 f32', '(toI16(a) & 65535) | (toI16(b) << 16)'],
  v_cvt_pk_u16_f32: ['b32 = f32 f32', 'toU16(a) | (toU16(b) << 16)'],
  v_fmac_f16: ['f16 = f16 f16', 'a * b + d'],
  v_fmamk_f16: ['f16 = f16 f16 f16', 'a * b + c'],
  v_fmaak_f16: ['f16 = f16 f16 f16', 'a * b + c'],
  v_fma_dx9_zero_f32: ['f32 = f32 f32 f32', 'a === 0 || b === 0 ? c : fma(a, b, c)'],
  v_fmac_dx9_zero_f32: ['f32 = f32 f32', 'a === 0 || b === 0 ? d : fma(a, b, d)', until35],
  v_mullit_f32: [
    'f32 = f32 f32 f32',
    '!(b > -3.4028234663852886e38) || !(c > 0) ? -3.4028234663852886e38 : a * b',
  ],
  v_minmax_i32: ['i32 = i32 i32 i32', 'Math.max(Math.min(a, b), c)'],
  v_maxmin_i32: ['i32 = i32 i32 i32', 'Math.min(Math.max(a, b), c)'],
  v_minmax_u32: ['u32 = u32 u32 u32', 'Math.max(Math.min(a, b), c)'],
  v_maxmin_u32: ['u32 = u32 u32 u32', 'Math.min(Math.max(a, b), c)'],

  v_dot2_f32_bf16: ['f32 = bf2 bf2 f32', DOT2],
  v_dot2_f16_f16: ['f16 = h2 h2 f16', 'roundHalf(c + a0 * b0) + a1 * b1'],
  v_dot2_bf16_bf16: ['bf16 = bf2 bf2 bf16', `${BFLOAT('c + a0 * b0')} + a1 * b1`],
  v_dot2acc_f32_f16: ['f32 = h2 h2', 'Math.fround(d + a0 * b0) + a1 * b1', until35],
  v_dot4_i32_iu8: ['i32 = b32 b32 i32', 'dot4Mixed(a, b, signA, signB) + c'],
  v_dot8_i32_iu4: ['i32 = b32 b32 i32', 'dot8Mixed(a, b, signA, signB) + c'],

  v_mad_co_u64_u32: [cdna['v_mad_u64_u32']?.[0] ?? '', cdna['v_mad_u64_u32']?.[1] ?? '', since4],
  v_mad_co_i64_i32: [cdna['v_mad_i64_i32']?.[0] ?? '', cdna['v_mad_i64_i32']?.[1] ?? '', since4],
  v_cvt_f32_fp8: ['f32 = s8', 'FP8[a]', since4],
  v_cvt_f32_bf8: ['f32 = s8', 'BF8[a]', since4],
  v_cvt_pk_f32_fp8: [
    'b64 = s16',
    '{ r = bits32(FP8[a & 255]); rH = bits32(FP8[a >>> 8]); }',
    since4,
  ],
  v_cvt_pk_f32_bf8: [
    'b64 = s16',
    '{ r = bits32(BF8[a & 255]); rH = bits32(BF8[a >>> 8]); }',
    since4,
  ],
};

/** v_dot4_f32_fp8_bf8 and its kin: four products, added one after the other to the third source. */
function* smallDots(): Generator<[string, RowText]> {
  for (const a of ['fp8', 'bf8']) {
    for (const b of ['fp8', 'bf8']) {
      const product = (byte: number): string => {
        const of = (name: string): string => `(${name} >>> ${8 * byte}) & 255`;
        return `${a.toUpperCase()}[${of('a')}] * ${b.toUpperCase()}[${of('b')}]`;
      };
      let sum = 'c';
      for (let byte = 0; byte < 4; byte++) sum = `Math.fround(${sum} + ${product(byte)})`;
      yield [`v_dot4_f32_${a}_${b}`, ['f32 = b32 b32 f32', sum, since4]];
    }
  }
}

/**
 * Least and greatest. `num` forms take a number before a NaN, a signalling one too; `minimum` and `maximum` give a NaN
 * when there is one. -0 is less than +0 in all.
 */
function* extremes(): Generator<[string, RowText]> {
  for (const type of ['f32', 'f16', 'f64']) {
    const two = `${type} = ${type} ${type}`;
    const three = `${two} ${type}`;
    const least = 'a < b ? a : b < a ? b : minRare(a, b, false)';
    const greatest = 'a > b ? a : b > a ? b : maxRare(a, b, false)';
    yield [`v_min_num_${type}`, [two, least, since4]];
    yield [`v_max_num_${type}`, [two, greatest, since4]];
    yield [`v_minimum_${type}`, [two, 'Math.min(a, b)', since4]];
    yield [`v_maximum_${type}`, [two, 'Math.max(a, b)', since4]];
    if (type === 'f64') continue;
    const minmax = 'maxNumber(minNumber(a, b), c)';
    const maxmin = 'minNumber(maxNumber(a, b), c)';
    yield [`v_min3_num_${type}`, [three, 'minNumber(minNumber(a, b), c)', since4]];
    yield [`v_max3_num_${type}`, [three, 'maxNumber(maxNumber(a, b), c)', since4]];
    yield [`v_med3_num_${type}`, [three, 'median(a, b, c)', since4]];
    yield [`v_minmax_num_${type}`, [three, minmax, since4]];
    yield [`v_maxmin_num_${type}`, [three, maxmin, since4]];
    yield [`v_minmax_${type}`, [three, minmax, until35]];
    yield [`v_maxmin_${type}`, [three, maxmin, until35]];
    yield [`v_minimum3_${type}`, [three, 'Math.min(a, b, c)', since4]];
    yield [`v_maximum3_${type}`, [three, 'Math.max(a, b, c)', since4]];
    yield [`v_minimummaximum_${type}`, [three, 'Math.max(Math.min(a, b), c)', since4]];
    yield [`v_maximumminimum_${type}`, [three, 'Math.min(Math.max(a, b), c)', since4]];
  }
  const packed = 'pkf16 = pkf16 pkf16';
  yield ['v_pk_min_num_f16', [packed, 'minNumber(a, b)', since4]];
  yield ['v_pk_max_num_f16', [packed, 'maxNumber(a, b)', since4]];
  yield ['v_pk_minimum_f16', [packed, 'Math.min(a, b)', since4]];
  yield ['v_pk_maximum_f16', [packed, 'Math.max(a, b)', since4]];
}

/** Comparisons: `v_cmpx_*` writes exec and nothing else; RDNA 4 has none that are always or never true. */
function* comparisons(): Generator<[string, RowText]> {
  for (const [name, [types, text, options]] of Object.entries(vopc)) {
    const relation = /^v_cmpx?_([a-z]+)_([a-z]\d+)$/.exec(name);
    const constant = /^(f|t|tru)$/.test(relation?.[1] ?? '');
    if (constant && name.endsWith('16') && !name.endsWith('_f16')) continue;
    // CDNA's `tru` is `t` here.
    const rdna = name.replace('_tru_', '_t_');
    // A class of an f16 is a mask of 16 bits.
    const sources = rdna.endsWith('_class_f16') ? 'mask = f16 b16' : types;
    const chips = constant ? UNTIL_RDNA35 : RDNA;
    const own = options?.exec === true ? sources.replace('mask =', '=') : sources;
    yield [rdna, [own, text, { ...options, chips }]];
  }
}

/** A row of CDNA for chips of RDNA. */
function borrowed(name: string, from: string, chips: readonly Target[]): [string, RowText] {
  const row = cdna[from];
  if (row === undefined) throw new RangeError(`CDNA has no ${from}`);
  return [name, [row[0], row[1], { ...row[2], chips }]];
}

const table: Table = Object.fromEntries([
  ...SAME.map((name) => borrowed(name, name, RDNA)),
  ...SAME_UNTIL_RDNA35.map((name) => borrowed(name, name, UNTIL_RDNA35)),
  ...SAME_SINCE_RDNA4.map((name) => borrowed(name, name, SINCE_RDNA4)),
  ...Object.entries(RENAMED).map(([name, from]) => borrowed(name, from, RDNA)),
  ...SAME_ON_GFX1250.map((name) => borrowed(name, name, SINCE_GFX1250)),
  ...Object.entries(own),
  ...Object.entries(gfx1250Rows),
  ...smallDots(),
  ...extremes(),
  ...comparisons(),
]);

/** A row with the rule of all RDNA: a result of 16 bits keeps the other half of its register. */
function finished(mnemonic: string, text: RowText): Row {
  const row = parseRow(mnemonic, text, 'rdna');
  const all = row.chips ?? RDNA;
  const chips = DOTS_OF_FLOATS.test(mnemonic)
    ? all.filter((one) => BEFORE_GFX1250.includes(one))
    : all;
  const keeps = row.outputs.some(isHalf) && row.half !== 'high';
  return keeps ? { ...row, chips, high: 'keep' } : { ...row, chips };
}

/** Names of CDNA that assemblers of RDNA take for their own. */
const ALIASES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Object.entries(RENAMED)
      .filter(([, old]) => !/_co_|_[iu]16$/.test(old))
      .map(([name, old]) => [old, name]),
  ),
  v_add3_nc_u32: 'v_add3_u32',
  v_xor_add_u32: 'v_xad_u32',
  v_fma_legacy_f32: 'v_fma_dx9_zero_f32',
};

const ALIASES_UNTIL_RDNA35: Readonly<Record<string, string>> = {
  v_fmac_legacy_f32: 'v_fmac_dx9_zero_f32',
  v_dot2c_f32_f16: 'v_dot2acc_f32_f16',
  v_cmp_tru_f16: 'v_cmp_t_f16',
  v_cmp_tru_f32: 'v_cmp_t_f32',
  v_cmp_tru_f64: 'v_cmp_t_f64',
};

/** The names that RDNA 4 has changed are taken in their old form. */
const ALIASES_SINCE_RDNA4: Readonly<Record<string, string>> = {
  v_mad_i64_i32: 'v_mad_co_i64_i32',
  v_mad_u64_u32: 'v_mad_co_u64_u32',
  ...Object.fromEntries(
    words('min max min3 max3 med3 minmax maxmin pk_min pk_max')
      .flatMap((name) => ['f16', 'f32', 'f64'].map((type) => [name, type] as const))
      .map(([name, type]) => [`v_${name}_${type}`, `v_${name}_num_${type}`] as const)
      .filter(([, name]) => table[name] !== undefined),
  ),
};

/** Names under which chips have rows of other names. */
export const rdnaAliases = [
  { chips: RDNA, names: ALIASES },
  { chips: UNTIL_RDNA35, names: ALIASES_UNTIL_RDNA35 },
  { chips: SINCE_RDNA4, names: ALIASES_SINCE_RDNA4 },
] as const;

/** Every row of the vector ALU of RDNA by mnemonic. */
export const rdnaRows = lazy(
  (): ReadonlyMap<string, Row> =>
    new Map(Object.entries(table).map(([mnemonic, text]) => [mnemonic, finished(mnemonic, text)])),
);
