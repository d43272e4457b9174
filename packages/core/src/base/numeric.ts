/**
 * Number formats of GPUs, bit-exact in both directions.
 *
 * A small float format is sign, exponent, mantissa and what it does with its top exponent:
 *
 *     f16   s eeeee mmmmmmmmmm    bias 15    top exponent: infinity and NaN
 *     bf16  s eeeeeeee mmmmmmm    bias 127   the upper half of an f32
 *     f8E4M3FNUZ                  bias 8     no infinity; the one NaN is negative zero's pattern
 *
 * Encoding rounds to nearest, ties to even. Sources: IEEE 754; OCP 8-bit floating point specification;
 * AMD CDNA3 ISA (FNUZ forms).
 */
export interface SmallFloat {
  readonly exponentBits: number;
  readonly mantissaBits: number;
  readonly bias: number;
  /** `ieee`: infinity and NaN; `fn`: NaN only with all bits set; `fnuz`: NaN is 0x80; `none`: neither. */
  readonly special: 'ieee' | 'fn' | 'fnuz' | 'none';
}

const format = (
  exponentBits: number,
  mantissaBits: number,
  bias: number,
  special: SmallFloat['special'],
): SmallFloat => ({ exponentBits, mantissaBits, bias, special });

/** Formats of 16 bits and fewer, by their MLIR name. */
export const smallFloats: Readonly<Record<string, SmallFloat>> = {
  f16: format(5, 10, 15, 'ieee'),
  bf16: format(8, 7, 127, 'ieee'),
  f8E5M2: format(5, 2, 15, 'ieee'),
  f8E4M3FN: format(4, 3, 7, 'fn'),
  f8E5M2FNUZ: format(5, 2, 16, 'fnuz'),
  f8E4M3FNUZ: format(4, 3, 8, 'fnuz'),
  f6E2M3FN: format(2, 3, 1, 'none'),
  f6E3M2FN: format(3, 2, 3, 'none'),
  f4E2M1FN: format(2, 1, 1, 'none'),
};

/** Bits of a format, sign included. */
export function formatWidth({ exponentBits, mantissaBits }: SmallFloat): number {
  return 1 + exponentBits + mantissaBits;
}

/** The value of a bit pattern. */
export function decodeSmallFloat(of: SmallFloat, bits: number): number {
  const { exponentBits, mantissaBits, bias, special } = of;
  const top = 2 ** exponentBits - 1;
  const sign = (bits >>> (exponentBits + mantissaBits)) & 1 ? -1 : 1;
  const exponent = (bits >>> mantissaBits) & top;
  const mantissa = bits & (2 ** mantissaBits - 1);
  if (special === 'ieee' && exponent === top) return mantissa === 0 ? sign * Infinity : NaN;
  if (special === 'fn' && exponent === top && mantissa === 2 ** mantissaBits - 1) return NaN;
  if (special === 'fnuz' && sign < 0 && exponent === 0 && mantissa === 0) return NaN;
  if (exponent === 0) return sign * mantissa * 2 ** (1 - bias - mantissaBits);
  return sign * (1 + mantissa / 2 ** mantissaBits) * 2 ** (exponent - bias);
}

/** A double, and its words. */
const double = new Float64Array(1);
const words = new Uint32Array(double.buffer);
const [LOW, HIGH] = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1 ? [0, 1] : [1, 0];
const DOUBLE_BIAS = 1023;
const DOUBLE_SHIFT = 20;

/** The exponent of a number above 0: 0 from 1 up to 2; of the least numbers, one that is low enough for any format. */
function exponentOf(magnitude: number): number {
  double[0] = magnitude;
  return ((words[HIGH] ?? 0) >>> DOUBLE_SHIFT) - DOUBLE_BIAS;
}

/** 2 to a power that an ordinary double has. */
function powerOfTwo(exponent: number): number {
  words[LOW] = 0;
  words[HIGH] = (exponent + DOUBLE_BIAS) << DOUBLE_SHIFT;
  return double[0] ?? 0;
}

/**
 * The bit pattern nearest to a value. Beyond the largest finite value it is infinity where the format has
 * one, NaN in `fn` and `fnuz` formats, the largest value in `none` formats.
 */
export function encodeSmallFloat(of: SmallFloat, value: number): number {
  const { exponentBits, mantissaBits, bias, special } = of;
  if (Number.isNaN(value)) return notANumber(of);
  const negative = value < 0 || Object.is(value, -0);
  const infinity = ((1 << exponentBits) - 1) << mantissaBits;
  const magnitude = Math.abs(value);
  const largest = special === 'ieee' ? infinity - 1 : largestPattern(of);
  let pattern = 0;
  if (magnitude === Infinity) {
    pattern = largest + 1;
  } else if (magnitude !== 0) {
    const exponent = Math.max(exponentOf(magnitude), 1 - bias);
    const steps = roundHalfEven(magnitude * powerOfTwo(mantissaBits - exponent));
    // Steps that carry into the exponent are the pattern of the next binade.
    pattern = ((exponent + bias - 1) << mantissaBits) + steps;
  }
  if (pattern > largest) {
    if (special === 'fn' || special === 'fnuz') return notANumber(of);
    pattern = special === 'ieee' ? infinity : largest;
  }
  if (special === 'fnuz' && pattern === 0) return 0;
  return negative ? pattern + (1 << (exponentBits + mantissaBits)) : pattern;
}

function largestPattern({ exponentBits, mantissaBits, special }: SmallFloat): number {
  const all = 2 ** (exponentBits + mantissaBits) - 1;
  return special === 'fn' ? all - 1 : all;
}

function notANumber({ exponentBits, mantissaBits, special }: SmallFloat): number {
  const magnitude = 2 ** (exponentBits + mantissaBits) - 1;
  if (special === 'fnuz') return magnitude + 1;
  if (special === 'ieee') return magnitude - (2 ** (mantissaBits - 1) - 1);
  return magnitude;
}

function roundHalfEven(value: number): number {
  const floor = Math.floor(value);
  const rest = value - floor;
  if (rest > 0.5 || (rest === 0.5 && floor % 2 === 1)) return floor + 1;
  return floor;
}

const tables = new Map<SmallFloat, Float64Array>();

/** All values of a format by bit pattern; made once. */
export function decodeTable(of: SmallFloat): Float64Array {
  let table = tables.get(of);
  if (table === undefined) {
    table = new Float64Array(2 ** formatWidth(of));
    for (let bits = 0; bits < table.length; bits++) table[bits] = decodeSmallFloat(of, bits);
    tables.set(of, table);
  }
  return table;
}

/** The value of a format nearest to `value`. */
export function roundToFormat(of: SmallFloat, value: number): number {
  return decodeSmallFloat(of, encodeSmallFloat(of, value));
}
