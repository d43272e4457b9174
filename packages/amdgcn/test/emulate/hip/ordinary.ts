/** What the kernels of `kernels.hip` mean. */
import { expect } from 'vitest';
import { int32 } from '../harness.ts';
import { type Cases, list, memory, numbers } from './case.ts';

export const ordinary: Cases = {
  reduce: () => {
    const { below } = numbers(1);
    const x = Float32Array.from(list(1000, () => below(100)));
    const y = new Float32Array(2);
    const check = (): void => expect((y[0] ?? 0) + (y[1] ?? 0)).toBe(x.reduce((a, b) => a + b));
    return {
      grid: [2, 1, 1],
      dynamicLdsBytes: 1024,
      arguments: [memory(x), memory(y), int32(1000)],
      check,
    };
  },
  scan: () => {
    const { below } = numbers(2);
    const x = Int32Array.from(list(512, () => below(100)));
    const y = new Int32Array(512);
    const check = (): void => {
      const sums = [0, 256].flatMap((start) => {
        let sum = 0;
        return Array.from(x.subarray(start, start + 256), (value) => (sum += value));
      });
      expect(Array.from(y)).toEqual(sums);
    };
    return { grid: [2, 1, 1], arguments: [memory(x), memory(y)], check };
  },
  stack: () => {
    const { word } = numbers(3);
    const x = Int32Array.from(list(256, word));
    const y = new Int32Array(256);
    const wanted = (t: number): number => {
      const h = Int32Array.from(list(16, (i) => i * 3));
      for (let i = 0; i < 40; i++) {
        const k = (x[(t + i) & 255] ?? 0) & 15;
        h[k] = Math.imul(h[k] ?? 0, 5) + i;
      }
      return list(16, (i) => ((h[(i + t) & 15] ?? 0) + i) | 0).reduce((a, b) => a ^ b);
    };
    const check = (): void => expect(Array.from(y)).toEqual(list(256, wanted));
    return { arguments: [memory(x), memory(y)], check };
  },
  recurse: () => {
    const y = new Int32Array(256);
    const check = (): void =>
      expect(Array.from(y)).toEqual(list(256, (t) => [0, 1, 1, 2, 3, 5, 8, 13][t & 7]));
    return { arguments: [memory(y)], check };
  },
  doubles: () => {
    const { unit } = numbers(5);
    const x = Float64Array.from(list(256, () => unit() * 10));
    const y = new Float64Array(256);
    const check = (): void => {
      for (const [t, a] of x.entries()) {
        let sum = 0;
        for (let i = 1; i < 20; i++) sum += a / i - Math.sqrt(a * i);
        expect(Math.abs((y[t] ?? 0) - sum)).toBeLessThan(1e-11);
      }
    };
    return { arguments: [memory(x), memory(y)], check };
  },
  histogram: () => {
    const { below } = numbers(6);
    const x = Uint8Array.from(list(5000, () => below(256)));
    const y = new Uint32Array(256);
    const check = (): void => {
      const counts = list(256, () => 0);
      for (const value of x) counts[value] = (counts[value] ?? 0) + 2;
      expect(Array.from(y)).toEqual(counts);
    };
    const args = [memory(x), memory(y), int32(5000)];
    return { grid: [2, 1, 1], arguments: args, check };
  },
  bytes: () => {
    const { word } = numbers(7);
    const x = Int8Array.from(list(256, word));
    const y = new Uint16Array(256);
    const z = new Int16Array(256);
    const table = [3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3];
    const check = (): void => {
      const products = Int16Array.from(x, (value, t) => value * (t - 100));
      const wanted = products.map((value, t) =>
        (t & 1) === 1 ? value ^ (x[255 - t] ?? 0) : value,
      );
      expect(Array.from(y)).toEqual(Array.from(x, (value) => (table[value & 15] ?? 0) * 257));
      expect(z).toEqual(wanted);
    };
    return { arguments: [memory(x), memory(y), memory(z)], check };
  },
  collatz: () => {
    const x = Int32Array.from(list(256, (i) => i + 1));
    const y = new Int32Array(256);
    const steps = (value: number): number =>
      value === 1 ? 0 : 1 + steps(value % 2 === 0 ? value / 2 : 3 * value + 1);
    const check = (): void => expect(Array.from(y)).toEqual(Array.from(x, steps));
    return { arguments: [memory(x), memory(y)], check };
  },
  sort: () => {
    const { word } = numbers(9);
    const x = Int32Array.from(list(256, word));
    const wanted = x.slice().sort();
    return { arguments: [memory(x)], check: () => expect(x).toEqual(wanted) };
  },
  divide: () => {
    const { below, word } = numbers(10);
    const x = BigUint64Array.from(
      list(
        256,
        () => BigInt.asUintN(64, BigInt(word()) * BigInt(word()) * 3n) >> BigInt(below(50)),
      ),
    );
    const y = new BigUint64Array(256);
    const check = (): void => {
      const wanted = x.map((a, i) => {
        const b = (x[255 - i] ?? 0n) | 1n;
        return BigInt.asUintN(64, a / b + (a % b));
      });
      expect(y).toEqual(wanted);
    };
    return { arguments: [memory(x), memory(y)], check };
  },
  choose: () => {
    const { word } = numbers(11);
    const x = Int32Array.from(list(256, word));
    const y = new Int32Array(256);
    const ways: readonly ((v: number) => number)[] = [
      (v) => Math.imul(v, 3),
      (v) => Math.trunc(v / 7),
      (v) => v % 11,
      (v) => v << 3,
      (v) => -v,
      (v) => v ^ 0x55,
      (v) => Math.imul(v, v),
      (v) => v - 100,
    ];
    const check = (): void => expect(y).toEqual(x.map((v) => ways[v & 7]?.(v) ?? 0));
    return { arguments: [memory(x), memory(y)], check };
  },
  exchange: () => {
    const y = Uint32Array.of(7);
    const wanted = list(64, () => 0).reduce((old) => (Math.imul(old, 3) + 1) >>> 0, 7);
    const check = (): void => expect(y[0]).toBe(wanted);
    return { block: [64, 1, 1], arguments: [memory(y)], check };
  },
};
