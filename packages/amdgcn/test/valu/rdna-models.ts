/** Models of what RDNA has and CDNA has not, and the names under which RDNA has what CDNA has. */
import { at, i, max, min, u } from './big-integers.ts';
import {
  add,
  BF16,
  decode,
  encode,
  F16,
  F32,
  F64,
  type Format,
  fromNumber,
  multiply,
  order,
  type Value,
} from '../../../core/test/arithmetic/exact.ts';
import { gfx1250Models } from './gfx1250-models.ts';
import type { Model } from './model.ts';
import {
  dotFloat,
  bf,
  float,
  half,
  i32,
  least,
  middle,
  models,
  most,
  packedFloat,
  rounded,
  toInteger,
  u32,
  value16,
  value32,
  zero,
} from './models.ts';

/** The name of CDNA by the name of RDNA: in the other order, a list of what the assembler takes for the same. */
export const cdnaNames: Readonly<Record<string, string>> = {
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
  v_mad_co_u64_u32: 'v_mad_u64_u32',
  v_mad_co_i64_i32: 'v_mad_i64_i32',
  v_cmp_t_f16: 'v_cmp_tru_f16',
  v_cmp_t_f32: 'v_cmp_tru_f32',
  v_cmp_t_f64: 'v_cmp_tru_f64',
  v_cmpx_t_f16: 'v_cmpx_tru_f16',
  v_cmpx_t_f32: 'v_cmpx_tru_f32',
  v_cmpx_t_f64: 'v_cmpx_tru_f64',
};

const isNaN = ({ kind }: Value): boolean => kind === 'nan';
const NAN = fromNumber(NaN);

/** IEEE 754-2019 minimum and maximum: a NaN wins. */
const minimum = (a: Value, b: Value): Value => (isNaN(a) || isNaN(b) ? NAN : least(a, b));
const maximum = (a: Value, b: Value): Value => (isNaN(a) || isNaN(b) ? NAN : most(a, b));

function* extremes(): Generator<[string, Model]> {
  for (const [type, format] of [
    ['f32', F32],
    ['f16', F16],
    ['f64', F64],
  ] as const) {
    const of = (f: (a: Value, b: Value, c: Value) => Value): Model => float(format, f);
    yield [`v_min_num_${type}`, of((a, b) => least(a, b))];
    yield [`v_max_num_${type}`, of((a, b) => most(a, b))];
    yield [`v_minimum_${type}`, of(minimum)];
    yield [`v_maximum_${type}`, of(maximum)];
    if (type === 'f64') continue;
    yield [`v_min3_num_${type}`, of((a, b, c) => least(a, b, c))];
    yield [`v_max3_num_${type}`, of((a, b, c) => most(a, b, c))];
    yield [`v_med3_num_${type}`, of(middle)];
    for (const name of ['minmax', 'minmax_num'])
      yield [`v_${name}_${type}`, of((a, b, c) => most(least(a, b), c))];
    for (const name of ['maxmin', 'maxmin_num'])
      yield [`v_${name}_${type}`, of((a, b, c) => least(most(a, b), c))];
    yield [`v_minimum3_${type}`, of((a, b, c) => minimum(minimum(a, b), c))];
    yield [`v_maximum3_${type}`, of((a, b, c) => maximum(maximum(a, b), c))];
    yield [`v_minimummaximum_${type}`, of((a, b, c) => maximum(minimum(a, b), c))];
    yield [`v_maximumminimum_${type}`, of((a, b, c) => minimum(maximum(a, b), c))];
  }
  yield ['v_pk_min_num_f16', packedFloat(F16, (a, b) => least(a, b))];
  yield ['v_pk_max_num_f16', packedFloat(F16, (a, b) => most(a, b))];
  yield ['v_pk_minimum_f16', packedFloat(F16, minimum)];
  yield ['v_pk_maximum_f16', packedFloat(F16, maximum)];
}

/** Two products added to the third source, one after the other, each sum rounded. */
const dot2 =
  (format: Format): Model =>
  (s) => {
    const value = (bits: bigint): Value => decode(format, u(16, bits));
    const [a, b] = [at(s, 0), at(s, 1)];
    const first = rounded(format, add(value(at(s, 2)), multiply(value(a), value(b))));
    return encode(format, add(first, multiply(value(a >> 16n), value(b >> 16n))));
  };

const mixedDot =
  (bits: number): Model =>
  (s) => {
    let sum = at(s, 2);
    for (let low = 0; low < 32; low += bits)
      sum += u(bits, at(s, 0) >> BigInt(low)) * u(bits, at(s, 1) >> BigInt(low));
    return u(32, sum);
  };

/** The multiply-add under which anything times zero is zero. */
const withoutNaN = (a: Value, b: Value, c: Value): Value =>
  zero(a) || zero(b) ? c : add(multiply(a, b), c);

const LARGEST = 0xff7fffffn;

/** Of instructions that exist on RDNA alone. */
const own: Readonly<Record<string, Model>> = {
  ...Object.fromEntries(extremes()),
  v_mov_b16: half(false, (a) => a),
  v_not_b16: half(false, (a) => ~a),
  v_and_b16: half(false, (a, b) => a & b),
  v_or_b16: half(false, (a, b) => a | b),
  v_xor_b16: half(false, (a, b) => a ^ b),
  v_cndmask_b16: half(false, (a, b, _, { vcc }) => (vcc ? b : a)),
  v_xor3_b32: u32((a, b, c) => a ^ b ^ c),
  v_cvt_i32_i16: (s) => u(32, i(16, at(s, 0))),
  v_cvt_u32_u16: (s) => u(16, at(s, 0)),
  v_cvt_pk_i16_f32: (s) =>
    [0, 1].reduce(
      (word, n) => word | (u(16, toInteger(value32(at(s, n)), -32768, 32767)) << BigInt(16 * n)),
      0n,
    ),
  v_cvt_pk_u16_f32: (s) =>
    [0, 1].reduce(
      (word, n) => word | (u(16, toInteger(value32(at(s, n)), 0, 65535)) << BigInt(16 * n)),
      0n,
    ),
  v_fmac_f16: float(F16, (a, b, _, d) => add(multiply(a, b), d)),
  v_fmamk_f16: float(F16, (a, b, c) => add(multiply(a, b), c)),
  v_fmaak_f16: float(F16, (a, b, c) => add(multiply(a, b), c)),
  v_fma_dx9_zero_f32: float(F32, withoutNaN),
  v_fmac_dx9_zero_f32: float(F32, (a, b, _, d) => withoutNaN(a, b, d)),
  v_mullit_f32: (s) => {
    const [a, b, c] = [0, 1, 2].map((n) => decode(F32, at(s, n))) as [Value, Value, Value];
    const low = isNaN(b) || (order(b, decode(F32, LARGEST)) ?? 0) <= 0;
    const dark = isNaN(c) || (order(c, fromNumber(0)) ?? 0) <= 0;
    return low || dark ? LARGEST : encode(F32, multiply(a, b));
  },
  v_minmax_i32: i32((a, b, c) => max(min(a, b), c)),
  v_maxmin_i32: i32((a, b, c) => min(max(a, b), c)),
  v_minmax_u32: u32((a, b, c) => max(min(a, b), c)),
  v_maxmin_u32: u32((a, b, c) => min(max(a, b), c)),
  v_dot2_f32_bf16: (s) => dotFloat(at(s, 0), at(s, 1), at(s, 2), bf),
  v_dot2_f16_f16: dot2(F16),
  v_dot2_bf16_bf16: dot2(BF16),
  v_dot2acc_f32_f16: (s, { d }) => dotFloat(at(s, 0), at(s, 1), d, value16),
  ...gfx1250Models,
  v_dot4_i32_iu8: mixedDot(8),
  v_dot8_i32_iu4: mixedDot(4),
};

/** The model of an instruction of RDNA; `undefined` where vectors stand for it. */
export function rdnaModel(mnemonic: string): Model | undefined {
  return own[mnemonic] ?? models[cdnaNames[mnemonic] ?? mnemonic];
}
