/** Every name that a row's text may call, in addition to those of `core/arithmetic`. */
import {
  decodeSmallFloat,
  decodeTable,
  encodeSmallFloat,
  lazy,
  type SmallFloat,
  smallFloats,
} from '@ldscope/core';
import * as arithmetic from '@ldscope/core/arithmetic';
import { exactHelpers } from './exact-helpers.ts';

const {
  addOdd,
  asF32,
  bits32,
  fma64,
  halfTable,
  round32Zero,
  toHalf,
  toHalfDown,
  toHalfUp,
  toHalfZero,
} = arithmetic;

/** Every f16 by its bits. */
const halves = lazy(() => new Float32Array(halfTable()));

/** The 64-bit integer of two words. */
function big(low: number, high: number, signed: boolean): bigint {
  const value = (BigInt(high >>> 0) << 32n) | BigInt(low >>> 0);
  return signed ? BigInt.asIntN(64, value) : value;
}

/** Writes an integer as two words. */
function give(value: bigint, words: Int32Array): void {
  words[0] = Number(BigInt.asIntN(32, value));
  words[1] = Number(BigInt.asIntN(32, value >> 32n));
}

function quotient64(
  aL: number,
  aH: number,
  bL: number,
  bH: number,
  signed: boolean,
  words: Int32Array,
): void {
  const b = big(bL, bH, signed);
  give(b === 0n ? -1n : big(aL, aH, signed) / b, words);
}

function remainder64(
  aL: number,
  aH: number,
  bL: number,
  bH: number,
  signed: boolean,
  words: Int32Array,
): void {
  const [a, b] = [big(aL, aH, signed), big(bL, bH, signed)];
  give(b === 0n ? -1n : a % b, words);
}

function high64Of(
  aL: number,
  aH: number,
  bL: number,
  bH: number,
  signed: boolean,
  words: Int32Array,
): void {
  give((big(aL, aH, signed) * big(bL, bH, signed)) >> 64n, words);
}

/** `sad` of 64 bits: |a - b| + c. */
function distance64(
  aL: number,
  aH: number,
  bL: number,
  bH: number,
  cL: number,
  cH: number,
  signed: boolean,
  words: Int32Array,
): void {
  const difference = big(aL, aH, signed) - big(bL, bH, signed);
  give((difference < 0n ? -difference : difference) + big(cL, cH, false), words);
}

/** Of `bfe.u32` and `bfe.s32`: bits beyond the word are its sign, or 0. */
function extractBits(value: number, position: number, length: number, signed: boolean): number {
  const sign = signed && length > 0 ? (value >>> Math.min(position + length - 1, 31)) & 1 : 0;
  const fill = sign === 1 ? -1 : 0;
  const shifted = position > 31 ? fill : signed ? value >> position : (value >>> position) | 0;
  if (length === 0) return 0;
  if (length > 31)
    return sign === 1 || !signed ? shifted : shifted & (position > 31 ? 0 : -1 >>> position);
  const mask = (1 << length) - 1;
  const kept = position > 31 ? fill & mask : shifted & mask;
  return sign === 1 ? kept | ~mask : kept;
}

function extractBits64(
  aL: number,
  aH: number,
  position: number,
  length: number,
  signed: boolean,
  words: Int32Array,
): void {
  const value = big(aL, aH, signed);
  if (length === 0) {
    give(0n, words);
    return;
  }
  const sign = signed
    ? (BigInt.asUintN(64, value) >> BigInt(Math.min(position + length - 1, 63))) & 1n
    : 0n;
  const bits = Math.min(length, Math.max(0, 64 - position));
  const field = bits === 0 ? 0n : BigInt.asUintN(bits, value >> BigInt(position));
  const filled = sign === 1n ? field | (-1n << BigInt(bits)) : field;
  give(filled, words);
}

function insertBits(field: number, into: number, position: number, length: number): number {
  if (position > 31 || length === 0) return into;
  const bits = Math.min(length, 32 - position);
  const mask = (bits === 32 ? -1 : (1 << bits) - 1) << position;
  return (into & ~mask) | ((field << position) & mask);
}

function insertBits64(
  aL: number,
  aH: number,
  bL: number,
  bH: number,
  position: number,
  length: number,
  words: Int32Array,
): void {
  const into = big(bL, bH, false);
  if (position > 63 || length === 0) {
    give(into, words);
    return;
  }
  const mask = ((1n << BigInt(Math.min(length, 64 - position))) - 1n) << BigInt(position);
  give((into & ~mask) | ((big(aL, aH, false) << BigInt(position)) & mask), words);
}

/** `szext`: the low bits of a word with their sign, or zeros. */
function signExtendAt(value: number, position: number, wraps: boolean, signed: boolean): number {
  const n = wraps ? position & 31 : position;
  if (n === 0) return 0;
  if (n > 31) return value;
  return signed ? (value << (32 - n)) >> (32 - n) : value & ((1 << n) - 1);
}

/** `bmsk`: ones from a position on. */
function bitMask(position: number, length: number, wraps: boolean): number {
  const [from, n] = wraps ? [position & 31, length & 31] : [position, length];
  if (from > 31 || n === 0) return 0;
  return (n > 31 ? -1 : (1 << n) - 1) << from;
}

/** All three-input functions, bit by bit: entry 4a + 2b + c of the table. */
export function truthTable(a: number, b: number, c: number, table: number): number {
  let result = 0;
  if (table & 1) result |= ~a & ~b & ~c;
  if (table & 2) result |= ~a & ~b & c;
  if (table & 4) result |= ~a & b & ~c;
  if (table & 8) result |= ~a & b & c;
  if (table & 16) result |= a & ~b & ~c;
  if (table & 32) result |= a & ~b & c;
  if (table & 64) result |= a & b & ~c;
  if (table & 128) result |= a & b & c;
  return result;
}

/** Selectors of the modes of `prmt`, by its last two bits. */
const PERMUTATIONS: Readonly<Record<string, readonly number[]>> = {
  f4e: [0x3210, 0x4321, 0x5432, 0x6543],
  b4e: [0x5670, 0x6701, 0x7012, 0x0123],
  rc8: [0x0000, 0x1111, 0x2222, 0x3333],
  ecl: [0x3210, 0x3211, 0x3222, 0x3333],
  ecr: [0x0000, 0x1110, 0x2210, 0x3210],
  rc16: [0x1010, 0x3232, 0x1010, 0x3232],
};

/** Bytes of two words by selectors of four bits; bit 3 spreads the sign. */
export function permute(a: number, b: number, selector: number, mode = ''): number {
  const selectors = PERMUTATIONS[mode]?.[selector & 3] ?? selector;
  let result = 0;
  for (let byte = 0; byte < 4; byte++) {
    const select = selectors >>> (4 * byte);
    const index = select & 7;
    const value = ((index < 4 ? a : b) >>> (8 * (index & 3))) & 255;
    result |= (select & 8 ? (value > 127 ? 255 : 0) : value) << (8 * byte);
  }
  return result;
}

/** `dp4a`, `dp2a`: products of bytes, or of halves with two of the bytes from `part` on. */
function dotOf(
  a: number,
  b: number,
  parts: 4 | 2,
  part: number,
  signedA: boolean,
  signedB: boolean,
): number {
  const bits = 32 / parts;
  let result = 0;
  for (let i = 0; i < parts; i++) {
    const x = a << (32 - bits * (i + 1));
    const y = b << (24 - 8 * (part + i));
    result += Math.imul(
      signedA ? x >> (32 - bits) : x >>> (32 - bits),
      signedB ? y >> 24 : y >>> 24,
    );
  }
  return result;
}

const minNumber = (a: number, b: number): number => (a !== a ? b : b !== b ? a : Math.min(a, b));
const maxNumber = (a: number, b: number): number => (a !== a ? b : b !== b ? a : Math.max(a, b));
const minNaN = (a: number, b: number): number => Math.min(a, b);
const maxNaN = (a: number, b: number): number => Math.max(a, b);
const isNegative = (value: number): boolean => value < 0 || Object.is(value, -0);
const xorSign = (a: number, b: number): number => (isNegative(a) === isNegative(b) ? 1 : -1);
/** The size of b with the sign of a. */
const copySign = (a: number, b: number): number => (isNegative(a) === isNegative(b) ? b : -b);
/** `.sat`: within 0 and 1; NaN is 0. */
const saturate = (value: number): number => (value > 0 ? Math.min(value, 1) : 0);
const relu = (value: number): number => (value > 0 || value !== value ? value : 0);

/** a / b, rounded to odd: another rounding gives the right float. */
function quotientOdd(a: number, b: number): number {
  const quotient = a / b;
  if (!(Math.abs(quotient) < Infinity) || quotient === 0) return quotient;
  const error = fma64(-quotient, b, a);
  return error === 0 ? quotient : addOdd(quotient, error / b);
}

function rootOdd(a: number): number {
  const root = Math.sqrt(a);
  if (!(root > 0 && root < Infinity)) return root;
  const error = fma64(-root, root, a);
  return error === 0 ? root : addOdd(root, error / (2 * root));
}

/** The number of two words, rounded to a double. */
const wideNumber = (low: number, high: number, signed: boolean): number =>
  (signed ? high : high >>> 0) * 2 ** 32 + (low >>> 0);
/** The same, rounded to odd: a float of it is rounded once. */
const wideOdd = (low: number, high: number, signed: boolean): number =>
  addOdd((signed ? high : high >>> 0) * 2 ** 32, low >>> 0);

/** An integral double as a 64-bit integer; beyond the range its nearest end, NaN the lowest. */
function toWide(value: number, signed: boolean, words: Int32Array): void {
  const [low, high] = signed ? [-(2n ** 63n), 2n ** 63n - 1n] : [0n, 2n ** 64n - 1n];
  if (value !== value) give(signed ? low : 2n ** 63n, words);
  else if (value <= Number(low)) give(low, words);
  else if (value >= Number(high)) give(high, words);
  else give(BigInt(value), words);
}

/** An integral double within a range; the result of NaN depends on the type of the source. */
const toRange = (value: number, low: number, high: number, nan: number): number =>
  value > high ? high : value < low ? low : value === value ? value : nan;

/** NaN of halves, as hardware gives it. */
const NAN16 = 0x7fff;

export const halfBits = (value: number): number => (value === value ? toHalf(value) : NAN16);

/** The bf16 nearest to a double, ties to even: rounding to f32 between would round twice. */
export function bfloatBits(value: number): number {
  if (value !== value) return NAN16;
  const low = (bits32(round32Zero(value)) >>> 16) & 0xffff;
  if ((low & 0x7fff) === 0x7f80) return low;
  const [below, above] = [asF32(low << 16), asF32((low + 1) << 16)];
  const [down, up] = [Math.abs(value - below), Math.abs(above - value)];
  // Behind the largest comes infinity, as far from it as the value that would be next.
  if (Math.abs(above) === Infinity)
    return Math.abs(value) >= LARGEST_BFLOAT + 2 ** 119 ? low + 1 : low;
  return up < down || (up === down && (low & 1) === 1) ? low + 1 : low;
}
const LARGEST_BFLOAT = asF32(0x7f7f0000);

/** Rounded to values of f16 and bf16: towards zero, up, down. */
const truncateHalf = (value: number): number => halves()[toHalfZero(value)] ?? 0;
const halfUp = (value: number): number => halves()[toHalfUp(value)] ?? 0;
const halfDown = (value: number): number => halves()[toHalfDown(value)] ?? 0;
const truncateBfloat = (value: number): number => asF32(bits32(round32Zero(value)) & 0xffff0000);
const bfloatUp = (value: number): number => {
  const cut = truncateBfloat(value);
  return cut < value ? asF32((bits32(cut) & 0xffff0000) + 0x10000) : cut;
};
const bfloatDown = (value: number): number => -bfloatUp(-value);

/** Floats with 10 bits of mantissa, as the bits of an f32: to nearest, ties away from zero; to even; cut. */
const toTf32Away = (value: number): number => {
  const bits = bits32(value);
  return (bits & 0x7f800000) === 0x7f800000 ? bits : (bits + 0x1000) & ~0x1fff;
};
const toTf32 = (value: number): number => {
  const bits = bits32(value);
  if (value !== value) return NAN_TF32;
  return (bits & 0x7f800000) === 0x7f800000 ? bits : (bits + 0xfff + ((bits >>> 13) & 1)) & ~0x1fff;
};
const toTf32Zero = (value: number): number =>
  value === value ? bits32(value) & ~0x1fff : NAN_TF32;
const NAN_TF32 = 0x7fffe000;
/** `.satfinite` behind rounding: one step below infinity, as an H100 also does with NaN. */
const finiteTf32 = (bits: number): number =>
  (bits & 0x7f800000) === 0x7f800000 ? bits - 0x2000 : bits;

function isOfClass(value: number, name: string, wide: boolean): boolean {
  const least = wide ? 2 ** -1022 : 2 ** -126;
  const size = Math.abs(value);
  switch (name) {
    case 'finite':
      return size < Infinity;
    case 'infinite':
      return size === Infinity;
    case 'number':
      return value === value;
    case 'notanumber':
      return value !== value;
    case 'normal':
      return size === 0 || (size >= least && size < Infinity);
    default:
      return size > 0 && size < least;
  }
}

function formatNamed(name: string): SmallFloat {
  const format = smallFloats[name];
  if (format === undefined) throw new RangeError(`core has no format ${name}`);
  return format;
}

const e4m3 = formatNamed('f8E4M3FN');
const e5m2 = formatNamed('f8E5M2');

/** `.satfinite`: values that are too large become the largest finite value. */
const toSmall =
  (format: SmallFloat, largest: number): ((value: number) => number) =>
  (value) =>
    value !== value ? 0x7f : encodeSmallFloat(format, Math.max(-largest, Math.min(largest, value)));

/** By name. */
export const helpers: Readonly<Record<string, unknown>> = {
  ...arithmetic,
  ...exactHelpers,
  get HALF() {
    return halves();
  },
  E4M3: decodeTable(e4m3),
  E5M2: decodeTable(e5m2),
  toE4M3: toSmall(e4m3, decodeSmallFloat(e4m3, 0x7e)),
  toE5M2: toSmall(e5m2, decodeSmallFloat(e5m2, 0x7b)),
  W: new Int32Array(2),
  quotient64,
  remainder64,
  distance64,
  high64Of,
  extractBits,
  extractBits64,
  insertBits,
  insertBits64,
  signExtendAt,
  bitMask,
  truthTable,
  permute,
  dotOf,
  minNumber,
  maxNumber,
  minNaN,
  maxNaN,
  xorSign,
  copySign,
  saturate,
  relu,
  quotientOdd,
  rootOdd,
  wideNumber,
  wideOdd,
  toWide,
  toRange,
  halfBits,
  bfloatBits,
  truncateHalf,
  halfUp,
  halfDown,
  truncateBfloat,
  bfloatUp,
  bfloatDown,
  toTf32,
  toTf32Away,
  toTf32Zero,
  finiteTf32,
  isOfClass,
};
