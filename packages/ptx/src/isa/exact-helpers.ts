/** Helpers of rows that need whole numbers of any size: quotients and roots of f64 in directed modes, products of `vmad`. */
import { asF64, high64, low64 } from '@ldscope/core/arithmetic';

/** Rounding modes as `core/arithmetic` numbers them. */
const [UP, DOWN] = [1, 2];

/** A finite positive double as a whole number times a power of two. */
function parts(value: number): readonly [digits: bigint, exponent: number] {
  const [high, low] = [high64(value), low64(value)];
  const exponent = (high >>> 20) & 0x7ff;
  const digits = (BigInt(high & 0xfffff) << 32n) | BigInt(low >>> 0);
  return exponent === 0 ? [digits, -1074] : [digits | (1n << 52n), exponent - 1075];
}

/** digits * 2^exponent, plus a remainder where `rest`, rounded to a double under a mode. */
function roundTo(
  mode: number,
  negative: boolean,
  digits: bigint,
  exponent: number,
  rest: boolean,
): number {
  const place = Math.max(exponent + digits.toString(2).length - 53, -1074);
  const shift = BigInt(place - exponent);
  const kept = shift > 0n ? digits >> shift : digits << -shift;
  const isCut = rest || (shift > 0n && kept << shift !== digits);
  const away = isCut && mode === (negative ? DOWN : UP);
  const size = Number(away ? kept + 1n : kept) * 2 ** place;
  const whole = size < Infinity || away ? size : Number.MAX_VALUE;
  return negative ? -whole : whole;
}

const isNegative = (value: number): boolean => value < 0 || Object.is(value, -0);

/** a / b as f64, rounded once under a mode other than to nearest. */
function quotient64To(mode: number, a: number, b: number): number {
  const quotient = a / b;
  if (a === 0 || b === 0 || !(Math.abs(a) < Infinity) || !(Math.abs(b) < Infinity)) return quotient;
  const [[x, p], [y, q]] = [parts(Math.abs(a)), parts(Math.abs(b))];
  // Enough digits for 53 of the quotient and one more.
  const scaled = x << 120n;
  const digits = scaled / y;
  return roundTo(mode, isNegative(a) !== isNegative(b), digits, p - q - 120, digits * y !== scaled);
}

/** The square root as f64, rounded once under a mode other than to nearest. */
function root64To(mode: number, a: number): number {
  const root = Math.sqrt(a);
  if (!(root > 0 && root < Infinity)) return root;
  const [digits, exponent] = parts(a);
  const [square, half] =
    exponent % 2 === 0 ? [digits, exponent / 2] : [digits << 1n, (exponent - 1) / 2];
  const scaled = square << 120n;
  let whole = BigInt(Math.floor(Math.sqrt(Number(scaled))));
  // Newton's steps end at the whole number below the root.
  for (;;) {
    const next = (whole + scaled / whole) >> 1n;
    if (next === whole || next === whole + 1n) break;
    whole = next;
  }
  while (whole * whole > scaled) whole--;
  while ((whole + 1n) * (whole + 1n) <= scaled) whole++;
  return roundTo(mode, false, whole, half - 60, whole * whole !== scaled);
}

/**
 * `vmad`: x * y + c, scaled down by a shift; c has a sign, as on an H100. `negates`: 1 the product, 2 c, 4 adds one more (`.po`). Source: PTX ISA 9.0,
 * 9.7.18.4.
 */
function videoProduct(
  x: number,
  y: number,
  c: number,
  negates: number,
  signed: boolean,
  shift: number,
  saturates: boolean,
): number {
  let product = BigInt(x) * BigInt(y);
  let addend = BigInt(c | 0);
  let more = 0n;
  if ((negates & 4) !== 0) more = 1n;
  else if ((negates & 1) !== 0) [product, more] = [~product, 1n];
  else if ((negates & 2) !== 0) {
    [addend, more] = [BigInt(~c), 1n];
  }
  let result = (product + addend + more) >> BigInt(shift);
  if (saturates) {
    const [low, high] = signed ? [-(2n ** 31n), 2n ** 31n - 1n] : [0n, 2n ** 32n - 1n];
    result = result < low ? low : result > high ? high : result;
  }
  return Number(BigInt.asIntN(32, result));
}

/** The upper word of an f64, with zeros below; subnormal numbers are zeros. */
function upperHalf(value: number): number {
  if (Math.abs(value) < 2 ** -1022) return isNegative(value) ? -0 : 0;
  return asF64(0, high64(value));
}

/** `fns`: the place of the set bit that is `offset` bits from `base` on, upwards or downwards; all ones where there is none. */
function findSet(mask: number, base: number, offset: number): number {
  if (base > 31) return -1;
  if (offset === 0) return (mask >>> base) & 1 ? base : -1;
  let left = Math.abs(offset);
  for (let at = base; at >= 0 && at < 32; at += offset > 0 ? 1 : -1) {
    if ((mask >>> at) & 1 && --left === 0) return at;
  }
  return -1;
}

export const exactHelpers: Readonly<Record<string, unknown>> = {
  quotient64To,
  root64To,
  videoProduct,
  findSet,
  upperHalf,
};
