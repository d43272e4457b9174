/** Models of the comparisons: which of less, equal, greater and unordered each relation holds for. */
import { at, field, i, u } from './big-integers.ts';
import {
  decode,
  F16,
  F32,
  F64,
  order,
  type Format,
  type Value,
} from '../../../core/test/arithmetic/exact.ts';
import type { Model } from './model.ts';

/** Which of less, equal, greater and unordered a relation holds for. */
const RELATIONS: Readonly<Record<string, string>> = {
  f: '',
  lt: '<',
  eq: '=',
  le: '<=',
  gt: '>',
  lg: '<>',
  ge: '>=',
  o: '<=>',
  u: '?',
  nge: '<?',
  nlg: '=?',
  ngt: '<=?',
  nle: '>?',
  neq: '<>?',
  nlt: '>=?',
  tru: '<=>?',
  t: '<=>',
  ne: '<>',
};

export function comparisons(): Record<string, Model> {
  const result: Record<string, Model> = {};
  const formats: Record<string, Format> = { f16: F16, f32: F32, f64: F64 };
  const sign = (compared: number | undefined): string =>
    compared === undefined ? '?' : compared < 0 ? '<' : compared > 0 ? '>' : '=';
  for (const [name, holds] of Object.entries(RELATIONS)) {
    for (const [type, format] of Object.entries(formats)) {
      const width = Number(type.slice(1));
      const model: Model = (s) => {
        const read = (n: number): Value => decode(format, u(width, at(s, n)));
        return { mask: holds.includes(sign(order(read(0), read(1)))) };
      };
      result[`v_cmp_${name}_${type}`] = model;
      result[`v_cmpx_${name}_${type}`] = model;
    }
    for (const type of ['i16', 'u16', 'i32', 'u32', 'i64', 'u64']) {
      const width = Number(type.slice(1));
      const model: Model = (s) => {
        const read = (n: number): bigint => (type.startsWith('i') ? i : u)(width, at(s, n));
        const difference = read(0) - read(1);
        return { mask: holds.includes(sign(difference < 0n ? -1 : difference > 0n ? 1 : 0)) };
      };
      result[`v_cmp_${name}_${type}`] = model;
      result[`v_cmpx_${name}_${type}`] = model;
    }
  }
  for (const [type, format] of Object.entries(formats)) {
    const model: Model = (s) => ({
      mask: field(at(s, 1), classNumber(format, at(s, 0)), 1) === 1n,
    });
    result[`v_cmp_class_${type}`] = model;
    result[`v_cmpx_class_${type}`] = model;
  }
  return result;
}

function classNumber(format: Format, source: bigint): number {
  const bits = u(format.exponent + format.mantissa + 1, source);
  const value = decode(format, bits);
  if (value.kind === 'nan') return Number(field(bits, format.mantissa - 1, 1));
  if (value.kind === 'infinite') return value.negative ? 2 : 9;
  if (value.n === 0n) return value.negative ? 5 : 6;
  const normal = value.n >> BigInt(format.mantissa) !== 0n;
  if (normal) return value.negative ? 3 : 8;
  return value.negative ? 4 : 7;
}
