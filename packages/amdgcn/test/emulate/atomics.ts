/** Read-modify-write operations on unlimited integers and doubles: the second way to every result. */
import { decodeSmallFloat, encodeSmallFloat, smallFloats } from '@ldscope/core';

const mask = (bits: number): bigint => (1n << BigInt(bits)) - 1n;

const view = new DataView(new ArrayBuffer(8));

function toFloat(bits: bigint, width: number): number {
  view.setBigUint64(0, bits);
  return width === 64 ? view.getFloat64(0) : view.getFloat32(4);
}

function fromFloat(value: number, width: number): bigint {
  view.setBigUint64(0, 0n);
  if (width === 64) view.setFloat64(0, value);
  else view.setFloat32(4, value);
  return view.getBigUint64(0);
}

type Result = (old: bigint, data: bigint, compare: bigint, width: number) => bigint;

const signed = (value: bigint, width: number): bigint => BigInt.asIntN(width, value);

const floats =
  (result: (a: number, b: number) => number): Result =>
  (old, data, _compare, width) =>
    fromFloat(result(toFloat(old, width), toFloat(data, width)), width);

/** NaN only when both are: bits of the one that is left, or that comes first in order. */
const ordered =
  (first: 1 | -1): Result =>
  (old, data, _compare, width) => {
    const numbers = [old, data].filter((bits) => !Number.isNaN(toFloat(bits, width)));
    const key = (bits: bigint): number => first * toFloat(bits, width);
    return numbers.sort((a, b) => key(a) - key(b))[0] ?? data;
  };

const packed =
  (name: string): Result =>
  (old, data) => {
    const format = smallFloats[name];
    if (format === undefined) throw new Error(name);
    const half = (shift: bigint): bigint => {
      const part = (value: bigint): number =>
        decodeSmallFloat(format, Number((value >> shift) & 0xffffn));
      return BigInt(encodeSmallFloat(format, part(old) + part(data))) << shift;
    };
    return half(0n) | half(16n);
  };

/** By the neutral name of the operation (`operationOf`); `compare` is the second operand of those that have one. */
const atomicModels: Readonly<Record<string, Result>> = {
  swap: (_old, data) => data,
  cmpswap: (old, data, compare) => (old === compare ? data : old),
  fcmpswap: (old, data, compare, width) =>
    toFloat(old, width) === toFloat(compare, width) ? data : old,
  wrap: (old, data, compare) => (old >= compare ? old - compare : old + data),
  mskor: (old, data, compare) => (old & ~compare) | data,
  add: (old, data) => old + data,
  sub: (old, data) => old - data,
  rsub: (old, data) => data - old,
  subClamp: (old, data) => (old < data ? 0n : old - data),
  condSub: (old, data) => (old < data ? old : old - data),
  smin: (old, data, _, width) => (signed(old, width) < signed(data, width) ? old : data),
  umin: (old, data) => (old < data ? old : data),
  smax: (old, data, _, width) => (signed(old, width) > signed(data, width) ? old : data),
  umax: (old, data) => (old > data ? old : data),
  and: (old, data) => old & data,
  or: (old, data) => old | data,
  xor: (old, data) => old ^ data,
  inc: (old, data) => (old >= data ? 0n : old + 1n),
  dec: (old, data) => (old === 0n || old > data ? data : old - 1n),
  fadd: floats((a, b) => a + b),
  fmin: ordered(1),
  fmax: ordered(-1),
  pkAddF16: packed('f16'),
  pkAddBf16: packed('bf16'),
};

/** Operations whose names are no verb with a type. */
const others: Readonly<Record<string, string>> = {
  pk_add_f16: 'pkAddF16',
  pk_add_bf16: 'pkAddBf16',
  sub_clamp_u32: 'subClamp',
  csub_u32: 'subClamp',
  cond_sub_u32: 'condSub',
};

/** The neutral name behind a mnemonic: `ds_min_rtn_i32`, `global_atomic_smin_x2` and `flat_atomic_min_i32` are `smin`. */
export function operationOf(mnemonic: string): string {
  const name = mnemonic.replace(/^\w+?_atomic_|^ds_/, '').replace(/_rtn|_num|_x2/g, '');
  const [, verb = name, letter = ''] = /^(\w+)_([uibf])\d+$/.exec(name) ?? [];
  const isFloat = letter === 'f';
  if (others[name] !== undefined) return others[name];
  if (verb === 'min' || verb === 'max') return `${letter === 'i' ? 's' : letter}${verb}`;
  if (verb === 'add') return isFloat ? 'fadd' : 'add';
  if (/^cmp(st|store|swap)$/.test(verb)) return isFloat ? 'fcmpswap' : 'cmpswap';
  return /^(wr|store)xchg$/.test(verb) ? 'swap' : verb;
}

/** What memory holds after an operation. */
export function atomicResult(
  name: string,
  old: bigint,
  data: bigint,
  compare: bigint,
  width: number,
): bigint {
  const model = atomicModels[name];
  if (model === undefined) throw new Error(`no model of ${name}`);
  return model(old, data, compare, width) & mask(width);
}

/** Values that meet the borders of integers, and are numbers as f32, f64, f16 and bf16. */
export const samples32 = [
  0n,
  1n,
  0x3f800000n,
  0xbf800000n,
  0x40004000n,
  0x7fffffffn,
  0x80000001n,
  0xc0503c00n,
];
export const samples64 = [
  0n,
  1n,
  0x3ff0000000000000n,
  0xc000000000000000n,
  0x7fffffffffffffffn,
  0x8000000000000001n,
];
