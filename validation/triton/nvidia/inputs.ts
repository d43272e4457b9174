/**
 * The inputs of the launches, as formats.py makes them: multiples of a step by a hash of the index, as bytes of their type.
 * They are so small that every type holds them exactly.
 */

export type ElementType =
  'fp16' | 'bf16' | 'fp32' | 'fp64' | 'fp8e4nv' | 'fp8e5' | 'i8' | 'u8' | 'i32' | 'i64';

export interface LaunchBuffer {
  readonly dtype: ElementType;
  readonly shape: readonly number[];
  /** Of random inputs; 0 for zeros. */
  readonly seed: number;
  readonly low: number;
  readonly high: number;
  readonly step: number;
  readonly out: boolean;
}

const ELEMENT_BYTES: Readonly<Record<ElementType, number>> = {
  fp16: 2,
  bf16: 2,
  fp32: 4,
  fp64: 8,
  fp8e4nv: 1,
  fp8e5: 1,
  i8: 1,
  u8: 1,
  i32: 4,
  i64: 8,
};

/** The bytes that a buffer has when the kernel begins. */
export function inputBytes({ dtype, shape, seed, low, high, step }: LaunchBuffer): Uint8Array {
  const count = shape.reduce((product, size) => product * size, 1);
  const width = ELEMENT_BYTES[dtype];
  const bytes = new Uint8Array(count * width);
  if (seed === 0) return bytes;
  const view = new DataView(bytes.buffer);
  const values = Math.round((high - low) / step) + 1;
  for (let index = 0; index < count; index++) {
    const value = low + (hash(index, seed) % values) * step;
    writeElement(view, index * width, dtype, value);
  }
  return bytes;
}

/** The last mix of MurmurHash3 over an index. */
function hash(index: number, seed: number): number {
  let x = (Math.imul(index, 0x9e3779b1) + seed * 7919) | 0;
  x = Math.imul(x ^ (x >>> 16), 0x85ebca6b);
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35);
  return (x ^ (x >>> 16)) >>> 0;
}

const wide = new DataView(new ArrayBuffer(8));

/** The bits of a value in a narrow float that holds it exactly. */
function narrowBits(value: number, exponentBits: number, mantissaBits: number): number {
  wide.setFloat64(0, value);
  const bits = wide.getBigUint64(0);
  const sign = Number(bits >> 63n) << (exponentBits + mantissaBits);
  if (value === 0) return sign;
  const exponent = Number((bits >> 52n) & 0x7ffn) - 1023 + (2 ** (exponentBits - 1) - 1);
  const mantissa = Number(
    (bits >> BigInt(52 - mantissaBits)) & ((1n << BigInt(mantissaBits)) - 1n),
  );
  return sign | (exponent << mantissaBits) | mantissa;
}

function writeElement(view: DataView, at: number, dtype: ElementType, value: number): void {
  switch (dtype) {
    case 'fp16':
      view.setUint16(at, narrowBits(value, 5, 10), true);
      return;
    case 'bf16':
      view.setUint16(at, narrowBits(value, 8, 7), true);
      return;
    case 'fp8e4nv':
      view.setUint8(at, narrowBits(value, 4, 3));
      return;
    case 'fp8e5':
      view.setUint8(at, narrowBits(value, 5, 2));
      return;
    case 'fp32':
      view.setFloat32(at, value, true);
      return;
    case 'fp64':
      view.setFloat64(at, value, true);
      return;
    case 'i8':
    case 'u8':
      view.setUint8(at, value & 0xff);
      return;
    case 'i32':
      view.setInt32(at, value, true);
      return;
    case 'i64':
      view.setBigInt64(at, BigInt(value), true);
      return;
  }
}
