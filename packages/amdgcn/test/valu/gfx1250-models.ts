/** Models of what gfx1250 has beyond RDNA 4, over exact integers and values. */
import { at, i, max, min, u } from './big-integers.ts';
import {
  add,
  BF16,
  decode,
  encode,
  F16,
  multiply,
  type Value,
} from '../../../core/test/arithmetic/exact.ts';
import type { Model } from './model.ts';
import { i32, least, most, packedFloat, u32 } from './models.ts';

const wide =
  (of: (a: bigint, b: bigint, c: bigint) => bigint): Model =>
  (s) =>
    u(64, of(at(s, 0), at(s, 1), at(s, 2)));

/** Both halves of a word, each as a number with or without sign. */
const halves =
  (signed: boolean, of: (a: bigint, b: bigint, c: bigint) => bigint): Model =>
  (s) => {
    const part = (shift: bigint): bigint => {
      const [a = 0n, b = 0n, c = 0n] = [0, 1, 2].map((n) => {
        const bits = u(16, at(s, n) >> shift);
        return signed ? i(16, bits) : bits;
      });
      return u(16, of(a, b, c));
    };
    return part(0n) | (part(16n) << 16n);
  };

/** Both halves of a word as bf16. */
const bfloats =
  (of: (a: Value, b: Value, c: Value) => Value): Model =>
  (s) => {
    const part = (shift: bigint): bigint => {
      const value = (n: number): Value => decode(BF16, u(16, at(s, n) >> shift));
      return u(16, encode(BF16, of(value(0), value(1), value(2))));
    };
    return part(0n) | (part(16n) << 16n);
  };

function* ofIntegers(): Generator<[string, Model]> {
  for (const [name, best] of [
    ['min', min],
    ['max', max],
  ] as const) {
    yield [`v_${name}_u64`, wide((a, b) => best(u(64, a), u(64, b)))];
    yield [`v_${name}_i64`, wide((a, b) => best(i(64, a), i(64, b)))];
    yield [`v_add_${name}_u32`, u32((a, b, c) => best(u(32, a + b), c))];
    yield [`v_add_${name}_i32`, i32((a, b, c) => best(i(32, a + b), c))];
    for (const signed of [true, false]) {
      const type = signed ? 'i16' : 'u16';
      const wrap = (sum: bigint): bigint => (signed ? i(16, sum) : u(16, sum));
      yield [`v_pk_add_${name}_${type}`, halves(signed, (a, b, c) => best(wrap(a + b), c))];
      yield [`v_pk_${name}3_${type}`, halves(signed, (a, b, c) => best(best(a, b), c))];
    }
  }
}

/** By mnemonic. */
export const gfx1250Models: Readonly<Record<string, Model>> = {
  ...Object.fromEntries(ofIntegers()),
  v_add_nc_u64: wide((a, b) => a + b),
  v_sub_nc_u64: wide((a, b) => a - b),
  v_mul_u64: wide((a, b) => a * b),
  v_mad_u32: u32((a, b, c) => a * b + c),
  v_mad_nc_u64_u32: wide((a, b, c) => u(32, a) * u(32, b) + c),
  v_mad_nc_i64_i32: wide((a, b, c) => i(32, a) * i(32, b) + c),
  v_pk_min3_num_f16: packedFloat(F16, (a, b, c) => least(a, b, c)),
  v_pk_max3_num_f16: packedFloat(F16, (a, b, c) => most(a, b, c)),
  v_pk_add_bf16: bfloats(add),
  v_pk_mul_bf16: bfloats(multiply),
  v_pk_fma_bf16: bfloats((a, b, c) => add(multiply(a, b), c)),
  v_pk_min_num_bf16: bfloats((a, b) => least(a, b)),
  v_pk_max_num_bf16: bfloats((a, b) => most(a, b)),
};
