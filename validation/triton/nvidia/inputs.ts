/**
 * The inputs of the launches, as formats.py makes them: multiples of a step by a hash of the index, as bytes of their type.
 * They are so small that every type holds them exactly.
 */

export type ElementType =
  | 'fp16'
  | 'bf16'
  | 'fp32'
  | 'fp64'
  | 'fp8e4nv'
  | 'fp8e5'
  | 'i8'
  | 'u8'
  | 'i32'
  | 'i64';

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

/** Bytes of an element, and how it is written. */
type Elements = readonly [
  bytes: number,
  write: (view: DataView, at: number, value: number) => void,
];

const narrow = (bytes: 1 | 2, exponentBits: number, mantissaBits: number): Elements => [
  bytes,
  (view, at, value) => {
    const bits = narrowBits(value, exponentBits, mantissaBits);
    if (bytes === 1) view.setUint8(at, bits);
    else view.setUint16(at, bits, true);
  },
];

const ELEMENTS: Readonly<Record<ElementType, Elements>> = {
  fp16: narrow(2, 5, 10),
  bf16: narrow(2, 8, 7),
  fp8e4nv: narrow(1, 4, 3),
  fp8e5: narrow(1, 5, 2),
  fp32: [4, (view, at, value) => view.setFloat32(at, value, true)],
  fp64: [8, (view, at, value) => view.setFloat64(at, value, true)],
  i8: [1, (view, at, value) => view.setUint8(at, value & 0xff)],
  u8: [1, (view, at, value) => view.setUint8(at, value & 0xff)],
  i32: [4, (view, at, value) => view.setInt32(at, value, true)],
  i64: [8, (view, at, value) => view.setBigInt64(at, BigInt(value), true)],
};

/** The bytes that a buffer has when the kernel begins. */
export function inputBytes({ dtype, shape, seed, low, high, step }: LaunchBuffer): Uint8Array {
  const count = shape.reduce((product, size) => product * size, 1);
  const [width, write] = ELEMENTS[dtype];
  const bytes = new Uint8Array(count * width);
  if (seed === 0) return bytes;
  const view = new DataView(bytes.buffer);
  const values = Math.round((high - low) / step) + 1;
  for (let index = 0; index < count; index++) {
    const value = low + (hash(index, seed) % values) * step;
    write(view, index * width, value);
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
