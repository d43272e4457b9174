/**
 * CuTe's `Swizzle<B,M,S>`: bits of an offset are XORed onto others.
 *
 *     bit of the offset    . . Y Y Y . . Z Z Z . . .       Z becomes Z ^ Y
 *                              |       |     |-M-|         M: bits below that stay
 *                              B bits  B bits              B: bits that change
 *                              |---S---|                   S: from Y down to Z; negative, from Y up
 *
 *     Swizzle<3,3,3> on (8,64):(64,1): chunks of 8 elements, XORed with the row
 *
 * It is its own inverse, because Y stays: |S| >= B keeps the two apart. Source: CUTLASS 4, include/cute/swizzle.hpp.
 * The topmost bit is bit 30, and offsets beyond it keep their upper bits.
 */
import { messages } from '../../base/messages.ts';
import { failure, success, type Result } from '../../base/result.ts';

export interface Swizzle {
  /** B: how many bits change. */
  readonly bits: number;
  /** M: how many bits below them stay. */
  readonly base: number;
  /** S: how far Y is above Z, or below when negative. */
  readonly shift: number;
}

/** Bits of an offset that a swizzle reads or writes are below this one. */
const WORD_BITS = 31;

/** `Swizzle<bits, base, shift>`. Fails where CUTLASS does, and above bit 30. */
export function makeSwizzle(bits: number, base: number, shift = bits): Result<Swizzle> {
  for (const [name, value] of [
    ['B', bits],
    ['M', base],
  ] as const) {
    if (!(Number.isSafeInteger(value) && value >= 0)) {
      return failure(messages.cute.swizzleParameter(name, value));
    }
  }
  if (!Number.isSafeInteger(shift)) return failure(messages.cute.swizzleParameter('S', shift));
  if (Math.abs(shift) < bits) return failure(messages.cute.swizzleOverlap(bits, base, shift));
  if (bits + base + Math.abs(shift) > WORD_BITS) {
    return failure(messages.cute.swizzleTooHigh(bits, base, shift));
  }
  return success({ bits, base, shift });
}

/** The bits that are read (Y). */
export function yyyMask({ bits, base, shift }: Swizzle): number {
  return (2 ** bits - 1) << (base + Math.max(0, shift));
}

/** The bits that change (Z). */
export function zzzMask({ bits, base, shift }: Swizzle): number {
  return (2 ** bits - 1) << (base - Math.min(0, shift));
}

/** The swizzled offset of one below 2^31. */
export function swizzleBits(swizzle: Swizzle, offset: number): number {
  const read = offset & yyyMask(swizzle);
  return offset ^ (swizzle.shift >= 0 ? read >>> swizzle.shift : read << -swizzle.shift);
}

/** `make_swizzle<Y,Z>`: the swizzle of two masks of consecutive bits; `undefined` when they are not those of one. */
export function swizzleOfMasks(yyy: number, zzz: number): Swizzle | undefined {
  if (yyy === 0 && zzz === 0) return { bits: 0, base: 0, shift: 0 };
  if (yyy === 0 || zzz === 0) return undefined;
  const low = trailingZeros(yyy);
  const target = trailingZeros(zzz);
  const made = makeSwizzle(32 - Math.clz32(zzz >>> target), Math.min(low, target), low - target);
  const fits = made.ok && yyyMask(made.value) === yyy && zzzMask(made.value) === zzz;
  return fits ? made.value : undefined;
}

/** `first`, then `second`: one swizzle when both have the same shift and neither reads what the other changes. */
export function composeSwizzles(second: Swizzle, first: Swizzle): Result<Swizzle> {
  if (first.bits === 0) return success(second);
  if (second.bits === 0) return success(first);
  const yyy = yyyMask(first) ^ yyyMask(second);
  const zzz = zzzMask(first) ^ zzzMask(second);
  const disturbed = (yyyMask(second) & zzzMask(first)) | (yyyMask(first) & zzzMask(second));
  const merged = disturbed === 0 ? swizzleOfMasks(yyy, zzz) : undefined;
  return first.shift === second.shift && merged !== undefined
    ? success(merged)
    : failure(messages.cute.swizzlesDoNotMerge());
}

function trailingZeros(value: number): number {
  return 31 - Math.clz32(value & -value);
}
