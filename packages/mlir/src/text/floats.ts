/** The float types of MLIR, and numbers from their bit patterns (`0x7FC00000 : f32`). */

/** Name and width in bits. */
export const floatWidths: readonly (readonly [string, number])[] = [
  ['f16', 16],
  ['bf16', 16],
  ['f32', 32],
  ['tf32', 19],
  ['f64', 64],
  ['f80', 80],
  ['f128', 128],
  ['f8E5M2', 8],
  ['f8E4M3', 8],
  ['f8E4M3FN', 8],
  ['f8E5M2FNUZ', 8],
  ['f8E4M3FNUZ', 8],
  ['f8E4M3B11FNUZ', 8],
  ['f8E3M4', 8],
  ['f8E8M0FNU', 8],
  ['f6E2M3FN', 6],
  ['f6E3M2FN', 6],
  ['f4E2M1FN', 4],
];

/** Exponent and mantissa bits of the formats with infinities, as IEEE 754 has them. */
const ieee: ReadonlyMap<string, readonly [exponent: number, mantissa: number]> = new Map([
  ['f16', [5, 10]],
  ['bf16', [8, 7]],
  ['f32', [8, 23]],
  ['tf32', [8, 10]],
  ['f64', [11, 52]],
  ['f8E5M2', [5, 2]],
  ['f8E4M3', [4, 3]],
  ['f8E3M4', [3, 4]],
]);

/** The value of a bit pattern; `NaN` for a format that is not in the IEEE 754 form. */
export function floatFromBits(name: string, bits: bigint): number {
  const format = ieee.get(name);
  if (format === undefined) return Number.NaN;
  const [exponentBits, mantissaBits] = format;
  const mantissa = Number(bits & ((1n << BigInt(mantissaBits)) - 1n));
  const topExponent = 2 ** exponentBits - 1;
  const exponent = Number((bits >> BigInt(mantissaBits)) & BigInt(topExponent));
  const sign = (bits >> BigInt(mantissaBits + exponentBits)) & 1n;
  const bias = (topExponent - 1) / 2;
  const fraction = mantissa / 2 ** mantissaBits;
  let value: number;
  if (exponent === topExponent) value = mantissa === 0 ? Number.POSITIVE_INFINITY : Number.NaN;
  else if (exponent === 0) value = fraction * 2 ** (1 - bias);
  else value = (1 + fraction) * 2 ** (exponent - bias);
  return sign === 1n ? -value : value;
}

/** The bits of infinity, or of a quiet NaN, in a format that has them. */
function specialBits(name: string, value: number): bigint {
  const [exponentBits, mantissaBits] = ieee.get(name) ?? [11, 52];
  const sign = value === Number.NEGATIVE_INFINITY ? 1n << BigInt(exponentBits + mantissaBits) : 0n;
  const quiet = Number.isNaN(value) ? 1n << BigInt(mantissaBits - 1) : 0n;
  return sign | (((1n << BigInt(exponentBits)) - 1n) << BigInt(mantissaBits)) | quiet;
}

/** A number as a literal of a float type: `1.0`, `3.0e-7`, `0x7F800000`. */
export function floatLiteral(name: string, value: number): string {
  if (!Number.isFinite(value)) {
    return `0x${specialBits(name, value).toString(16).toUpperCase()}`;
  }
  const text = Object.is(value, -0) ? '-0' : String(value);
  if (text.includes('.')) return text;
  const at = text.indexOf('e');
  return at < 0 ? `${text}.0` : `${text.slice(0, at)}.0${text.slice(at)}`;
}
