/**
 * Division by a constant as a multiplication, the way CK Tile's `magic_division` does it.
 *
 *     x / 5, x = 7:   shift = 3, multiplier = 2^32 (8 - 5) / 5 + 1 = 2576980378
 *                     ((x * multiplier >> 32) + x) >> 3 = (4 + 7) >> 3 = 1
 *
 * Exact for dividends in [0, 2^31). The sum is taken in 32 bits, so a negative dividend, which counts as one
 * above 2^31, can lose its carry: then the result is not its quotient. Source: CK
 * `core/utility/magic_div.hpp`.
 */

export interface MagicNumbers {
  readonly multiplier: number;
  readonly shift: number;
}

/** The numbers for a divisor from 1 to 2^31 - 1. */
export function magicNumbers(divisor: number): MagicNumbers {
  const shift = divisor === 1 ? 0 : 32 - Math.clz32(divisor - 1);
  const wide = (2n ** 32n * (2n ** BigInt(shift) - BigInt(divisor))) / BigInt(divisor) + 1n;
  return { multiplier: Number(BigInt.asUintN(32, wide)), shift };
}

/** What the multiplication gives for a 32-bit dividend, as a signed 32-bit number. */
export function magicQuotient(dividend: number, { multiplier, shift }: MagicNumbers): number {
  const unsigned = dividend >>> 0;
  const high = Number((BigInt(unsigned) * BigInt(multiplier)) >> 32n);
  return (((high + unsigned) >>> 0) >>> shift) | 0;
}
