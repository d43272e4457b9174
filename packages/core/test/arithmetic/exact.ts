/**
 * Floats as exact integers times powers of two: a slow model of IEEE 754, written apart from the emulator.
 */
export interface Format {
  readonly exponent: number;
  readonly mantissa: number;
}

export const F16: Format = { exponent: 5, mantissa: 10 };
export const BF16: Format = { exponent: 8, mantissa: 7 };
export const F32: Format = { exponent: 8, mantissa: 23 };
export const F64: Format = { exponent: 11, mantissa: 52 };

/** sign * n * 2^e, or infinity or NaN. */
export interface Value {
  readonly kind: 'finite' | 'infinite' | 'nan';
  readonly negative: boolean;
  readonly n: bigint;
  readonly e: number;
}

const NOT_A_NUMBER: Value = { kind: 'nan', negative: false, n: 0n, e: 0 };
const infinite = (negative: boolean): Value => ({ kind: 'infinite', negative, n: 0n, e: 0 });

const top = ({ exponent }: Format): bigint => (1n << BigInt(exponent)) - 1n;
const biasOf = ({ exponent }: Format): number => 2 ** (exponent - 1) - 1;

export function decode(format: Format, bits: bigint): Value {
  const m = BigInt(format.mantissa);
  const mantissa = bits & ((1n << m) - 1n);
  const exponent = (bits >> m) & top(format);
  const negative = ((bits >> (m + BigInt(format.exponent))) & 1n) === 1n;
  if (exponent === top(format)) return mantissa === 0n ? infinite(negative) : NOT_A_NUMBER;
  const subnormal = exponent === 0n;
  return {
    kind: 'finite',
    negative,
    n: subnormal ? mantissa : mantissa | (1n << m),
    e: Number(subnormal ? 1n : exponent) - biasOf(format) - format.mantissa,
  };
}

export type Rounding = 'even' | 'zero' | 'up' | 'down';

export function encode(format: Format, value: Value, rounding: Rounding = 'even'): bigint {
  const m = BigInt(format.mantissa);
  const sign = value.negative ? 1n << (m + BigInt(format.exponent)) : 0n;
  const infinity = top(format) << m;
  if (value.kind === 'nan') return infinity | (1n << (m - 1n));
  if (value.kind === 'infinite') return sign | infinity;
  if (value.n === 0n) return sign;
  const length = value.n.toString(2).length;
  const lowest = 1 - biasOf(format) - format.mantissa;
  const e = Math.max(value.e + length - (format.mantissa + 1), lowest);
  const n = shiftRound(value.n, e - value.e, rounding, value.negative);
  const bits = n + (BigInt(e - lowest) << m);
  if (bits >= infinity) {
    const cut =
      rounding === 'zero' ||
      (rounding === 'up' && value.negative) ||
      (rounding === 'down' && !value.negative);
    return sign | (cut ? infinity - 1n : infinity);
  }
  return sign | bits;
}

function shiftRound(n: bigint, shift: number, rounding: Rounding, negative: boolean): bigint {
  if (shift <= 0) return n << BigInt(-shift);
  const by = BigInt(shift);
  const floor = n >> by;
  const rest = n - (floor << by);
  if (rest === 0n) return floor;
  const half = 1n << (by - 1n);
  const up =
    rounding === 'even'
      ? rest > half || (rest === half && (floor & 1n) === 1n)
      : (rounding === 'up' && !negative) || (rounding === 'down' && negative);
  return up ? floor + 1n : floor;
}

export const negate = (a: Value): Value => ({ ...a, negative: !a.negative });

export function multiply(a: Value, b: Value): Value {
  const negative = a.negative !== b.negative;
  if (a.kind === 'nan' || b.kind === 'nan') return NOT_A_NUMBER;
  if (a.kind === 'infinite' || b.kind === 'infinite') {
    const zero = (a.kind === 'finite' && a.n === 0n) || (b.kind === 'finite' && b.n === 0n);
    return zero ? NOT_A_NUMBER : infinite(negative);
  }
  return { kind: 'finite', negative, n: a.n * b.n, e: a.e + b.e };
}

export const add = (a: Value, b: Value): Value => addRounded(a, b, 'even');

/** The exact sum; what cancels is -0 when rounding down. */
export function addRounded(a: Value, b: Value, rounding: Rounding): Value {
  if (a.kind === 'nan' || b.kind === 'nan') return NOT_A_NUMBER;
  if (a.kind === 'infinite')
    return b.kind === 'infinite' && a.negative !== b.negative ? NOT_A_NUMBER : a;
  if (b.kind === 'infinite') return b;
  const e = Math.min(a.e, b.e);
  const part = (v: Value): bigint => (v.negative ? -1n : 1n) * (v.n << BigInt(v.e - e));
  const sum = part(a) + part(b);
  if (sum === 0n) {
    const negative = a.negative === b.negative ? a.negative : rounding === 'down';
    return { kind: 'finite', negative, n: 0n, e: 0 };
  }
  return { kind: 'finite', negative: sum < 0n, n: sum < 0n ? -sum : sum, e };
}

/** -1, 0, 1, or undefined when unordered. */
export function order(a: Value, b: Value): number | undefined {
  if (a.kind === 'nan' || b.kind === 'nan') return undefined;
  return (
    Math.sign(toNumber(a) - toNumber(b)) ||
    (toNumber(a) < toNumber(b) ? -1 : toNumber(a) > toNumber(b) ? 1 : 0)
  );
}

/** As a double: exact for values of the formats here. */
export function toNumber(a: Value): number {
  if (a.kind === 'nan') return NaN;
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, encode(F64, a));
  return view.getFloat64(0);
}

export function fromNumber(value: number): Value {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  return decode(F64, view.getBigUint64(0));
}
