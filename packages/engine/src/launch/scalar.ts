/**
 * The bytes of a value that a launch file gives, exact for every type.
 *
 *     { i64: -9223372036854775783 }     { u32: 0xffffffff }     { i64: "-9223372036854775783" }     { f32: nan }
 *
 * Integers come as numbers, as `bigint` where a double would lose bits, or as text, for files that are written as
 * JSON. A negative number stands for its bits in an unsigned type, and a large one for those of a signed type.
 */
import type { ElementType } from './dtypes.ts';

const INTEGER = /^[+-]?(\d+|0x[0-9a-f]+)$/i;

/** Floats that JSON has no number for. */
const NAMED: Readonly<Record<string, number>> = {
  'nan': NaN,
  'inf': Infinity,
  '+inf': Infinity,
  '-inf': -Infinity,
};

function integerOf(value: unknown): bigint | undefined {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : undefined;
  if (typeof value === 'boolean') return value ? 1n : 0n;
  if (typeof value !== 'string' || value.length > 40 || !INTEGER.test(value)) return undefined;
  const magnitude = BigInt(value.replace(/^[+-]/, ''));
  return value.startsWith('-') ? -magnitude : magnitude;
}

function floatOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value === 'bigint') return Number(value);
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  const number = NAMED[value.toLowerCase()] ?? Number(value);
  return Number.isNaN(number) && value.toLowerCase() !== 'nan' ? undefined : number;
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
  const [low, high] = [-(1n << BigInt(bits - 1)), (1n << BigInt(bits)) - 1n];
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
