/** Integers as bytes, nibbles and bits: counts, permutes, sums of differences, dot products, wide products. */
export { countOnes as countBits } from '../base/numbers.ts';

export function reverseBits(value: number): number {
  let bits = value;
  bits = ((bits >>> 1) & 0x55555555) | ((bits & 0x55555555) << 1);
  bits = ((bits >>> 2) & 0x33333333) | ((bits & 0x33333333) << 2);
  bits = ((bits >>> 4) & 0x0f0f0f0f) | ((bits & 0x0f0f0f0f) << 4);
  bits = ((bits >>> 8) & 0x00ff00ff) | ((bits & 0x00ff00ff) << 8);
  return (bits >>> 16) | (bits << 16);
}

/** The next number of the pseudo-random sequence of `v_prng_b32`. */
export function random(value: number): number {
  return (value << 1) ^ (value < 0 ? 197 : 0);
}

/** Bits 63:32 of the product of two unsigned words. */
export function mulHigh(a: number, b: number): number {
  const low = (a & 0xffff) * b;
  return Math.floor(((a >>> 16) * b + Math.floor(low / 65536)) / 65536);
}

/** Bits 63:32 of the product of two signed words. */
export function mulHighSigned(a: number, b: number): number {
  return (mulHigh(a >>> 0, b >>> 0) - (a < 0 ? b : 0) - (b < 0 ? a : 0)) | 0;
}

/** `v_perm_b32` with any selector: 0-7 a byte of {a, b}, 8-11 a sign, 12 zero, above all ones. */
export function permuteBytes(a: number, b: number, selector: number): number {
  let result = 0;
  for (let shift = 0; shift < 32; shift += 8) {
    result |= selectedByte(a, b, (selector >>> shift) & 255) << shift;
  }
  return result;
}

function selectedByte(a: number, b: number, selector: number): number {
  if (selector < 8) return ((selector < 4 ? b : a) >>> ((selector & 3) << 3)) & 255;
  if (selector === 12) return 0;
  if (selector > 12) return 255;
  const half = ((selector < 10 ? b : a) >> (selector & 1 ? 31 : 15)) & 1;
  return half ? 255 : 0;
}

/** Averages bytes, rounding up where the bit of c is set. */
export function lerpBytes(a: number, b: number, c: number): number {
  let result = 0;
  for (let shift = 0; shift < 32; shift += 8) {
    const sum = ((a >>> shift) & 255) + ((b >>> shift) & 255) + ((c >>> shift) & 1);
    result |= (sum >>> 1) << shift;
  }
  return result;
}

/** Sum of the absolute differences of four bytes. */
export function sadBytes(a: number, b: number): number {
  let sum = 0;
  for (let shift = 0; shift < 32; shift += 8)
    sum += Math.abs(((a >>> shift) & 255) - ((b >>> shift) & 255));
  return sum;
}

/** The same without bytes where b is zero. */
export function sadBytesMasked(a: number, b: number): number {
  let sum = 0;
  for (let shift = 0; shift < 32; shift += 8) {
    const reference = (b >>> shift) & 255;
    if (reference !== 0) sum += Math.abs(((a >>> shift) & 255) - reference);
  }
  return sum;
}

/** Four bytes of {high, low} from byte `first` on. */
function window(low: number, high: number, first: number): number {
  return first === 0 ? low : (low >>> (first * 8)) | (high << (32 - first * 8));
}

/** Two sums of 16 bits, at byte offsets `first` and `first` + 1, added to the halves of c. */
export function quadSad(
  sum: (a: number, b: number) => number,
  low: number,
  high: number,
  b: number,
  c: number,
  first: number,
): number {
  const r0 = sum(window(low, high, first), b) + (c & 0xffff);
  const r1 = sum(window(low, high, first + 1), b) + (c >>> 16);
  return (r0 & 0xffff) | (r1 << 16);
}

/** `v_mqsad_u32_u8`: four sums of 32 bits in four registers. */
export function quadSadWide(
  registers: Int32Array,
  at: number,
  low: number,
  high: number,
  b: number,
  c: number,
): void {
  const sums = [0, 1, 2, 3].map(
    (first) => sadBytesMasked(window(low, high, first), b) + (registers[c + 64 * first] ?? 0),
  );
  for (let first = 0; first < 4; first++) registers[at + 64 * first] = sums[first] ?? 0;
}

export function dot4Signed(a: number, b: number): number {
  return (
    ((a << 24) >> 24) * ((b << 24) >> 24) +
    ((a << 16) >> 24) * ((b << 16) >> 24) +
    ((a << 8) >> 24) * ((b << 8) >> 24) +
    (a >> 24) * (b >> 24)
  );
}

export function dot4Unsigned(a: number, b: number): number {
  return (
    (a & 255) * (b & 255) +
    ((a >>> 8) & 255) * ((b >>> 8) & 255) +
    ((a >>> 16) & 255) * ((b >>> 16) & 255) +
    (a >>> 24) * (b >>> 24)
  );
}

export function dot8Signed(a: number, b: number): number {
  let sum = 0;
  for (let shift = 28; shift >= 0; shift -= 4) sum += ((a << shift) >> 28) * ((b << shift) >> 28);
  return sum;
}

export function dot8Unsigned(a: number, b: number): number {
  let sum = 0;
  for (let shift = 0; shift < 32; shift += 4) sum += ((a >>> shift) & 15) * ((b >>> shift) & 15);
  return sum;
}

/** Four products of bytes; each side is signed or not. */
export function dot4Mixed(a: number, b: number, signA: boolean, signB: boolean): number {
  let sum = 0;
  for (let shift = 24; shift >= 0; shift -= 8) {
    const x = signA ? (a << shift) >> 24 : (a << shift) >>> 24;
    sum += x * (signB ? (b << shift) >> 24 : (b << shift) >>> 24);
  }
  return sum;
}

/** Eight products of 4 bits; each side is signed or not. */
export function dot8Mixed(a: number, b: number, signA: boolean, signB: boolean): number {
  let sum = 0;
  for (let shift = 28; shift >= 0; shift -= 4) {
    const x = signA ? (a << shift) >> 28 : (a << shift) >>> 28;
    sum += x * (signB ? (b << shift) >> 28 : (b << shift) >>> 28);
  }
  return sum;
}
