/** What the kernels of `numbers.hip` mean. */
import { expect } from 'vitest';
import { type Cases, expectColumns, list, memory, numbers } from './case.ts';

const N = 256;
const s32 = (value: bigint): bigint => BigInt.asIntN(32, value);
const u32 = (value: bigint): bigint => BigInt.asUintN(32, value);
const s64 = (value: bigint): bigint => BigInt.asIntN(64, value);
const u64 = (value: bigint): bigint => BigInt.asUintN(64, value);
/** Low and high word of 64 bits. */
const pair = (low: number, high: number): bigint => (BigInt(high >>> 0) << 32n) | BigInt(low >>> 0);
const clamp = (low: number, value: number, high: number): number =>
  Math.max(low, Math.min(value, high));
const ones = (value: bigint): number => value.toString(2).replaceAll('0', '').length;
const leading = (value: bigint, bits: number): number =>
  value === 0n ? bits : bits - value.toString(2).length;
const trailing = (value: bigint): number => /0*$/.exec(value.toString(2))?.[0].length ?? 0;
const reversed = (value: bigint, bits: number): bigint =>
  BigInt(`0b${[...value.toString(2).padStart(bits, '0')].reverse().join('')}`);
const byte = (value: number, n: number): number => (value >>> (8 * n)) & 255;
const signedByte = (value: number, n: number): number => (value << (24 - 8 * n)) >> 24;
const half = (value: number, n: number): number => (value >>> (16 * n)) & 0xffff;
const short = (value: number): number => (value << 16) >> 16;
const bytes: readonly number[] = [0, 1, 2, 3];

/** Fields of both words, multiplied and added. */
function dot(a: number, b: number, bits: number, signed: boolean, start: number): bigint {
  let sum = BigInt(start);
  for (let n = 0; n < 32; n += bits) {
    const field = (word: number): bigint => {
      const value = BigInt.asUintN(bits, BigInt(word) >> BigInt(n));
      return signed ? BigInt.asIntN(bits, value) : value;
    };
    sum += field(a) * field(b);
  }
  return sum;
}

export const integers: Cases = {
  division: () => {
    const { word, below } = numbers(21);
    const x = Int32Array.from(list(N, word));
    const y = Int32Array.from(
      list(N, () => word() >> below(32)),
      (v) => (v === 0 || v === -1 ? 7 : v),
    );
    const s = new Int32Array(4 * N);
    const u = new Uint32Array(4 * N);
    const on =
      (of: (a: number, b: number) => number, mask: number) =>
      (t: number): number => {
        const [a, b] = [x[t] ?? 0, y[t] ?? 0];
        return mask === 0 ? of(a, b) | 0 : of(a >>> 0, b >>> 0) >>> 0;
      };
    const quotient = (a: number, b: number): number => (b === 0 ? 0 : Math.trunc(a / b));
    const rest = (a: number, b: number): number => (b === 0 ? 0 : a % b);
    const check = (): void => {
      expectColumns(s, N, [
        on(quotient, 0),
        on(rest, 0),
        on((a) => quotient(a, 1000) + (a % 7) * 3, 0),
        on((a, b) => quotient(short(a), short(b)) * 1000 + rest(short(a), short(b)), 0),
      ]);
      expectColumns(u, N, [
        on(quotient, 1),
        on(rest, 1),
        on((a) => quotient(a, 10) - (a % 641), 1),
        on((a, b) => quotient(a & 255, b & 255) * 1000 + rest(a & 255, b & 255), 1),
      ]);
    };
    return { arguments: [x, y, s, u].map(memory), check };
  },

  wide_division: () => {
    const { wide } = numbers(22);
    const x = BigInt64Array.from(list(N, wide));
    const y = BigInt64Array.from(list(N, wide), (v) => (v === 0n || v === -1n ? 7n : v));
    const s = new BigInt64Array(3 * N);
    const u = new BigUint64Array(3 * N);
    const of =
      (result: (a: bigint, b: bigint) => bigint, as: (value: bigint) => bigint) =>
      (t: number): bigint =>
        as(result(as(x[t] ?? 0n), as(y[t] ?? 0n)));
    const check = (): void => {
      for (const [found, as] of [
        [s, s64],
        [u, u64],
      ] as const) {
        const third = (a: bigint): bigint => (as === s64 ? a / 1000000007n : a % 1000000007n);
        expectColumns(found, N, [of((a, b) => a / b, as), of((a, b) => a % b, as), of(third, as)]);
      }
    };
    return { arguments: [x, y, s, u].map(memory), check };
  },

  products: () => {
    const { wide } = numbers(23);
    const [x, y] = [BigInt64Array.from(list(N, wide)), BigInt64Array.from(list(N, wide))];
    const out = new BigInt64Array(10 * N);
    const of =
      (result: (a: bigint, b: bigint) => bigint) =>
      (t: number): bigint =>
        s64(result(x[t] ?? 0n, y[t] ?? 0n));
    const s24 = (value: bigint): bigint => BigInt.asIntN(24, value);
    const check = (): void =>
      expectColumns(out, N, [
        of((a, b) => a * b),
        of((a, b) => (a * b) >> 64n),
        of((a, b) => (u64(a) * u64(b)) >> 64n),
        of((a, b) => s32(a) * s32(b)),
        of((a, b) => u32(a) * u32(b)),
        of((a, b) => ((s32(a) * s32(b)) >> 32n) + ((u32(a) * u32(b)) >> 32n)),
        of((a, b) => (a & 0xffffffn) * (b & 0xffffffn)),
        of((a, b) => s32(s24(a) * s24(b))),
        of((a, b) => u32(a) * u32(b) + (a ^ b)),
        of((a, b) => s32(a) * s32(b) + a - b),
      ]);
    return { arguments: [x, y, out].map(memory), check };
  },

  bits: () => {
    const { wide } = numbers(24);
    const x = BigUint64Array.from(list(N, wide), (v, t) => (t < 3 ? BigInt(t) : v));
    const out = new BigUint64Array(18 * N);
    type Of = (a: bigint, b: number, c: number, k: number, t: number) => bigint | number;
    const of =
      (result: Of) =>
      (t: number): bigint => {
        const a = x[t] ?? 0n;
        return u64(BigInt(result(a, Number(u32(a)), Number(a >> 32n), t & 63, t)));
      };
    const rotate = (value: number, by: number): number =>
      (value << (by & 31)) | (value >>> ((32 - by) & 31));
    const sad = (b: number, c: number, width: number, start: number): number => {
      let sum = start;
      for (let n = 0; n < 32; n += width) {
        const field = (word: number): number => (word >>> n) & (2 ** width - 1);
        sum += Math.abs(field(b) - field(c));
      }
      return sum;
    };
    const signedField = (c: number, width: number): number => {
      if (width === 0) return 0;
      return width + 3 < 32 ? (c << (29 - width)) >> (32 - width) : c >> 3;
    };
    const redundant = (a: bigint, bits: number): number => leading(a < 0n ? ~a : a, bits) - 1;
    const check = (): void =>
      expectColumns(out, N, [
        of((a, b) => ones(BigInt(b)) + 100 * ones(a)),
        of((a, b) => leading(BigInt(b) | 1n, 32) + 100 * leading(a | 1n, 64)),
        of((a, b) => trailing(BigInt(b) | (1n << 31n)) + 100 * trailing(a | (1n << 63n))),
        of((_, b) => reversed(BigInt(b), 32)),
        of((a) => reversed(a, 64)),
        of((_, b, c) =>
          pair(
            bytes.reduce((word, n) => word | (byte(b, n) << (24 - 8 * n)), 0),
            (byte(c, 0) << 8) | byte(c, 1),
          ),
        ),
        of((a) =>
          list(8, (n) => ((a >> BigInt(8 * n)) & 255n) << BigInt(56 - 8 * n)).reduce(
            (word, part) => word | part,
          ),
        ),
        of((_, b, c, k) => pair(rotate(b, k), rotate(c, 25))),
        of((a, _b, _c, k) => (a << BigInt(k)) | (a >> BigInt(64 - k))),
        of(
          (a, _b, _c, k) =>
            (a >> BigInt(k)) ^ u64(a << BigInt(63 - k)) ^ (s64(a) >> BigInt(k >> 1)),
        ),
        of((_, b, c, k) => pair((b >>> (k & 31)) & 31, signedField(c, k & 31))),
        of((_, b, c) =>
          pair(
            byte(c, 0) | (byte(b, 1) << 8) | (byte(c, 2) << 16) | (byte(b, 3) << 24),
            (((b >>> 15) & 1) * 255) | (byte(c, 0) << 8) | (255 << 16),
          ),
        ),
        of((_, b, c, k) => {
          const both = pair(c, b);
          return pair(
            Number(u32(both >> BigInt(k & 31))),
            Number(u32(both >> BigInt(8 * (k & 3)))),
          );
        }),
        of((_, b, c) => pair(sad(b, c, 8, 5), sad(b, c, 16, 6))),
        of((a, b) => {
          const [first, second] = [
            b === 0 ? 0 : trailing(BigInt(b)) + 1,
            a === 0n ? 0 : trailing(a) + 1,
          ];
          return first + 100 * second + 10000 * (ones(BigInt(b)) & 1);
        }),
        of((_, b, c) => pair((b & c) | (~b & 0x0ff00ff0), (b ^ c) & ~(b << 3))),
        of((_, b, c) => {
          const low = ((b & 0xff00) << 8) | ((c >>> 16) & 0xff);
          return pair(low, 0) | (u64(BigInt(short(b))) & 0xffff0000ffff0000n);
        }),
        of((a, b) => redundant(s64(a), 64) + 100 * redundant(s32(BigInt(b)), 32)),
      ]);
    return { arguments: [x, out].map(memory), check };
  },

  saturation: () => {
    const { word, below } = numbers(25);
    const [x, y] = [0, 1].map(() => Int32Array.from(list(N, () => word() >> below(24))));
    if (x === undefined || y === undefined) return undefined;
    const out = new Int32Array(10 * N);
    const of =
      (result: (a: number, b: number) => number) =>
      (t: number): number =>
        result(x[t] ?? 0, y[t] ?? 0) | 0;
    const to32 = (value: number): number => clamp(-(2 ** 31), value, 2 ** 31 - 1);
    const overflows = (value: bigint): number => Number(value !== s32(value));
    const check = (): void =>
      expectColumns(out, N, [
        of((a, b) => to32(a + b)),
        of((a, b) => to32(a - b)),
        of((a, b) => Math.min((a >>> 0) + (b >>> 0), 2 ** 32 - 1)),
        of((a, b) => Math.max((a >>> 0) - (b >>> 0), 0)),
        of((a, b) => clamp(-32768, short(a) + short(b), 32767)),
        of((a, b) => Math.max((a & 0xffff) - (b & 0xffff), 0)),
        of((a) => clamp(-1000, a, 1000)),
        of((a) => Math.trunc((Math.abs(a) | 0) / 2)),
        of((a, b) => overflows(BigInt(a) + BigInt(b)) + 2 * overflows(BigInt(a) * BigInt(b))),
        of((a, b) => a + b + 1 + Number((a >>> 0) + (b >>> 0) + 1 > 0xffffffff)),
      ]);
    return { arguments: [x, y, out].map(memory), check };
  },

  packed: () => {
    const { word } = numbers(26);
    const [x, y] = [Int32Array.from(list(N, word)), Int32Array.from(list(N, word))];
    const out = new Int32Array(11 * N);
    /** Both halves: those of `a` and `b`, and the number of the half. */
    type Half = (a: number, b: number, other: { a: number; b: number; n: number }) => number;
    const of =
      (result: Half) =>
      (t: number): number => {
        const [a, b] = [x[t] ?? 0, y[t] ?? 0];
        const part = (n: number): number =>
          result(short(half(a, n)), short(half(b, n)), {
            a: short(half(a, 1 - n)),
            b: short(half(b, 1 - n)),
            n,
          }) & 0xffff;
        return part(0) | (part(1) << 16);
      };
    const u = (value: number): number => value & 0xffff;
    const check = (): void =>
      expectColumns(out, N, [
        of((a, b) => a + b),
        of((a, b) => a - b),
        of((a, b, other) => a * b + other.a),
        of((a, b) => Math.max(a, b)),
        of((a, b) => Math.min(a, b)),
        of((a) => a << 3),
        of((a, b) => a >> (b & 15)),
        of((a, b) => u(a) >> (b & 7)),
        of((a, b) => clamp(-32768, a + b, 32767)),
        of((a, b) => Math.max(u(a) - u(b), 0)),
        of((a, _, other) => (other.n === 0 ? a : other.a) - other.b),
      ]);
    return { arguments: [x, y, out].map(memory), check };
  },

  dots: () => {
    const { word } = numbers(27);
    const [x, y] = [Uint32Array.from(list(N, word)), Uint32Array.from(list(N, word))];
    const out = new Int32Array(9 * N);
    const of =
      (bits: number, signed: boolean, start: number, limit?: bigint) =>
      (t: number): number => {
        const sum = dot(x[t] ?? 0, y[t] ?? 0, bits, signed, start);
        return Number(s32(limit !== undefined && sum > limit ? limit : sum));
      };
    const check = (): void =>
      expectColumns(out, N, [
        of(8, true, 7),
        of(8, false, 9),
        of(4, true, -5),
        of(4, false, 3),
        of(16, true, 11),
        of(16, false, 13),
        of(8, true, 0x7ffffff0, 0x7fffffffn),
        of(8, false, 0xfffffff0, 0xffffffffn),
        (t) =>
          bytes.reduce((sum, n) => sum + signedByte(x[t] ?? 0, n) * signedByte(y[t] ?? 0, n), 0),
      ]);
    return { arguments: [x, y, out].map(memory), check };
  },

  hashes: () => {
    const { word } = numbers(28);
    const x = Uint32Array.from(list(N, word));
    const out = new Uint32Array(4 * N);
    const checksum = (v: number): number => {
      let crc = -1;
      for (const n of bytes) {
        crc ^= byte(v, n);
        for (let k = 0; k < 8; k++) crc = crc & 1 ? 0xedb88320 ^ (crc >>> 1) : crc >>> 1;
      }
      return ~crc >>> 0;
    };
    const shifts = (v: number): number => {
      let s = v | 1;
      for (let i = 0; i < 100; i++) {
        s ^= s << 13;
        s ^= s >>> 17;
        s ^= s << 5;
      }
      return s >>> 0;
    };
    const products = (v: number): number => {
      let h = 0xcbf29ce484222325n;
      for (const n of bytes) h = u64((h ^ BigInt(byte(v, n))) * 0x100000001b3n);
      return Number(u32(h ^ (h >> 32n)));
    };
    const power = (v: number): number => {
      let [p, r] = [BigInt(v), 1n];
      for (let e = 65537; e > 0; e >>= 1) {
        if (e & 1) r = u64(r * p) % 1000003n;
        p = u64(p * p) % 1000003n;
      }
      return Number(r);
    };
    const at =
      (of: (v: number) => number) =>
      (t: number): number =>
        of(x[t] ?? 0);
    const check = (): void => {
      expectColumns(out, N, [checksum, shifts, products, power].map(at));
      expect(checksum(0x34333231)).toBe(0x9be3e0a3);
    };
    return { arguments: [x, out].map(memory), check };
  },
};
