/**
 * The bytes of a value that a launch file gives, exact for every type.
 *
 *     { i64: -9223372036854775783 }     { u32: 0xffffffff }     { i64: "-9223372036854775783" }     { f32: nan }
 *
 * Integers come as numbers, as `bigint` where a double would lose bits, or as text, for files that are written as
 * JSON. A negative number stands for its bits in an unsigned type, and a large one for those of a signed type.
 */
import { floatOf, integerOf, integerRange } from '@ldscope/core';
import type { ElementType } from './dtypes.ts';

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
