/**
 * The bytes of a value that a launch file gives, exact for every type.
 *
 *     { i64: -9223372036854775783 }     { u32: 0xffffffff }     { i64: "-9223372036854775783" }     { f32: nan }
 *
 * Integers come as numbers, as `bigint` where a double would lose bits, or as text, for files that are written as
 * JSON. A negative number stands for its bits in an unsigned type, and a large one for those of a signed type.
 */
import type { ElementType } from './dtypes.ts';

/** Numbers as text. A JSON Schema has no flags of patterns, so both cases are written out. */
export const INTEGER_TEXT = /^[+-]?([0-9]+|0[xX][0-9a-fA-F]+)$/;
export const FLOAT_TEXT =
  /^[+-]?([0-9]+\.?[0-9]*([eE][+-]?[0-9]+)?|\.[0-9]+([eE][+-]?[0-9]+)?|[iI][nN][fF]|[nN][aA][nN])$/;

/** Longest text of a number. */
export const MOST_NUMBER_TEXT = 40;

export const isIntegerText = (text: string): boolean =>
  text.length <= MOST_NUMBER_TEXT && INTEGER_TEXT.test(text);
export const isFloatText = (text: string): boolean =>
  text.length <= MOST_NUMBER_TEXT && FLOAT_TEXT.test(text);

/** The values of an integer type, signed and unsigned together. */
export const integerRange = (bits: number): readonly [low: bigint, high: bigint] => [
  -(1n << BigInt(bits - 1)),
  (1n << BigInt(bits)) - 1n,
];

/** The integer that a value stands for; `undefined` when it is none. */
export function integerOf(value: unknown): bigint | undefined {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number') return Number.isInteger(value) ? BigInt(value) : undefined;
  if (typeof value === 'boolean') return value ? 1n : 0n;
  if (typeof value !== 'string' || !isIntegerText(value)) return undefined;
  const magnitude = BigInt(value.replace(/^[+-]/, ''));
  return value.startsWith('-') ? -magnitude : magnitude;
}

/** The number that a value stands for; `undefined` when it is none. */
export function floatOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value === 'bigint') return Number(value);
  if (typeof value !== 'string' || !isFloatText(value)) return undefined;
  const text = value.toLowerCase();
  if (text.endsWith('nan')) return NaN;
  return Number(text.replace('inf', 'Infinity'));
}

/** Writes a value of a type at a byte; text says what would have been right. */
export function writeScalar(
  type: ElementType,
  view: DataView,
  byte: number,
  value: unknown,
): string | undefined {
  if (type.float) {
    const number = floatOf(value);
    if (number === undefined) return 'a number';
    type.write(view, byte, number);
    return undefined;
  }
  const integer = integerOf(value);
  const bits = 8 * type.bytes;
  const [low, high] = integerRange(bits);
  if (integer === undefined || integer < low || integer > high) {
    return `a whole number of ${bits} bits (${low} to ${high})`;
  }
  for (let i = 0; i < type.bytes; i++) {
    view.setUint8(byte + i, Number((integer >> BigInt(8 * i)) & 0xffn));
  }
  return undefined;
}

/** A size, count or offset: a whole number that a double holds. */
export function countOf(value: unknown): number | undefined {
  const number = typeof value === 'bigint' ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0
    ? number
    : undefined;
}
