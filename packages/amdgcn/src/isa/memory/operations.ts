/**
 * Read-modify-write operations: the new value of memory, for LDS, vector and scalar atomics.
 *
 * A 32-bit operation gets unsigned words; a 64-bit one gets unsigned bigints. Numerics: f32 adds round to nearest even and
 * keep denormals, packed adds do so in their own format.
 */
import { decodeSmallFloat, encodeSmallFloat, type SmallFloat, smallFloats } from '@ldscope/core';

type Operation32 = (old: number, data: number, second: number) => number;
type Operation64 = (old: bigint, data: bigint, second: bigint) => bigint;

export interface Operation {
  readonly word: Operation32;
  readonly pair: Operation64;
  /** Takes two data operands: `data` and `second`. */
  readonly operands: 1 | 2;
}

const view = new DataView(new ArrayBuffer(8));

function asFloat(bits: number): number {
  view.setUint32(0, bits);
  return view.getFloat32(0);
}

function floatBits(value: number): number {
  view.setFloat32(0, value);
  return view.getUint32(0);
}

function asDouble(bits: bigint): number {
  view.setBigUint64(0, bits);
  return view.getFloat64(0);
}

function doubleBits(value: number): bigint {
  view.setFloat64(0, value);
  return view.getBigUint64(0);
}

const signed = (value: bigint): bigint => BigInt.asIntN(64, value);
const wrapped = (value: bigint): bigint => BigInt.asUintN(64, value);

const operation = (word: Operation32, pair: Operation64, operands: 1 | 2 = 1): Operation => ({
  word: (old, data, second) => word(old, data, second) >>> 0,
  pair: (old, data, second) => wrapped(pair(old, data, second)),
  operands,
});

/** True when the first float wins: a number over NaN, -0 below 0. */
const isLess = (a: number, b: number): boolean =>
  Number.isNaN(b) || a < b || (a === b && Object.is(a, -0));
const isGreater = (a: number, b: number): boolean =>
  Number.isNaN(b) || a > b || (a === b && !Object.is(a, -0));

/** `minNum` and `maxNum`: one of the two, bit by bit. */
const choose = (wins: (a: number, b: number) => boolean): Operation =>
  operation(
    (old, data) => (wins(asFloat(old), asFloat(data)) ? old : data),
    (old, data) => (wins(asDouble(old), asDouble(data)) ? old : data),
  );

const onFloats = (result: (a: number, b: number) => number): Operation =>
  operation(
    (old, data) => floatBits(result(asFloat(old), asFloat(data))),
    (old, data) => doubleBits(result(asDouble(old), asDouble(data))),
  );

function packedAdd(format: SmallFloat | undefined): Operation {
  if (format === undefined) throw new RangeError('no such float format');
  const half = (a: number, b: number): number =>
    encodeSmallFloat(format, decodeSmallFloat(format, a) + decodeSmallFloat(format, b));
  return operation(
    (old, data) => half(old & 0xffff, data & 0xffff) | (half(old >>> 16, data >>> 16) << 16),
    (old) => old,
  );
}

/** Operations by a neutral name; the tables of instructions map their spelling to it. */
export const operations = {
  swap: operation(
    (_old, data) => data,
    (_old, data) => data,
  ),
  /** `data` is stored where memory equals `second`. */
  cmpswap: operation(
    (old, data, second) => (old === second ? data : old),
    (old, data, second) => (old === second ? data : old),
    2,
  ),
  /** As `cmpswap`, comparing floats: 0 equals -0, NaN nothing. */
  fcmpswap: operation(
    (old, data, second) => (asFloat(old) === asFloat(second) ? data : old),
    (old, data, second) => (asDouble(old) === asDouble(second) ? data : old),
    2,
  ),
  /** Bits in `second` are cleared, then those of `data` set. */
  mskor: operation(
    (old, data, second) => (old & ~second) | data,
    (old, data, second) => (old & ~second) | data,
    2,
  ),
  /** A position in a ring: `second` back when there is room, else `data` on. */
  wrap: operation(
    (old, data, second) => (old >= second ? old - second : old + data),
    (old, data, second) => (old >= second ? old - second : old + data),
    2,
  ),
  add: operation(
    (old, data) => old + data,
    (old, data) => old + data,
  ),
  sub: operation(
    (old, data) => old - data,
    (old, data) => old - data,
  ),
  rsub: operation(
    (old, data) => data - old,
    (old, data) => data - old,
  ),
  smin: operation(
    (old, data) => Math.min(old | 0, data | 0),
    (old, data) => (signed(old) < signed(data) ? old : data),
  ),
  umin: operation(
    (old, data) => Math.min(old, data),
    (old, data) => (old < data ? old : data),
  ),
  smax: operation(
    (old, data) => Math.max(old | 0, data | 0),
    (old, data) => (signed(old) > signed(data) ? old : data),
  ),
  umax: operation(
    (old, data) => Math.max(old, data),
    (old, data) => (old > data ? old : data),
  ),
  /** Stays at 0 where memory holds less than `data`. */
  subClamp: operation(
    (old, data) => Math.max(0, old - data),
    (old, data) => (old > data ? old - data : 0n),
  ),
  /** Only where memory holds at least `data`. */
  condSub: operation(
    (old, data) => (old >= data ? old - data : old),
    (old, data) => (old >= data ? old - data : old),
  ),
  and: operation(
    (old, data) => old & data,
    (old, data) => old & data,
  ),
  or: operation(
    (old, data) => old | data,
    (old, data) => old | data,
  ),
  xor: operation(
    (old, data) => old ^ data,
    (old, data) => old ^ data,
  ),
  /** Counts up to `data`, then begins at 0. */
  inc: operation(
    (old, data) => (old >= data ? 0 : old + 1),
    (old, data) => (old >= data ? 0n : old + 1n),
  ),
  /** Counts down from `data` to 0. */
  dec: operation(
    (old, data) => (old === 0 || old > data ? data : old - 1),
    (old, data) => (old === 0n || old > data ? data : old - 1n),
  ),
  fadd: onFloats((a, b) => a + b),
  fmin: choose(isLess),
  fmax: choose(isGreater),
  pkAddF16: packedAdd(smallFloats['f16']),
  pkAddBf16: packedAdd(smallFloats['bf16']),
  /** Stores only while the top bit of what is stored is set: a conditional exchange of two words. */
  condxchg32: operation(
    (old, data) => (data >>> 31 === 1 ? data & 0x7fffffff : old),
    (old, data) => {
      const half = (from: bigint, value: bigint): bigint =>
        ((value >> 31n) & 1n) === 1n ? value & 0x7fffffffn : from;
      const low = half(old & 0xffffffffn, data & 0xffffffffn);
      return low | (half(old >> 32n, data >> 32n) << 32n);
    },
  ),
} as const satisfies Record<string, Operation>;

export type OperationName = keyof typeof operations;

/** Atomics on integers that scalar and vector memory have, under the names of their mnemonics. */
export const integerAtomics = [
  ...(['swap', 'cmpswap', 'add', 'sub', 'smin', 'umin', 'smax', 'umax'] as const),
  ...(['and', 'or', 'xor', 'inc', 'dec'] as const),
] as const;

/** True for operations that store only where memory has an expected value. */
export function isCompareSwap(operation: Operation): boolean {
  return operation === operations.cmpswap || operation === operations.fcmpswap;
}
