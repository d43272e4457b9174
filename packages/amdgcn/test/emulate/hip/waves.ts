/** What the kernels of `waves.hip` mean. */
import { sum } from '@ldscope/core';
import { expect } from 'vitest';
import { int32 } from '../harness.ts';
import { type Cases, expectClose, expectColumns, list, memory, numbers } from './case.ts';
/** Lanes of one wave, lowest first. */
const wave = (of: Int32Array, item: number): Int32Array =>
  of.subarray(item & ~63, (item & ~63) + 64);
const u64 = (value: bigint): bigint => BigInt.asUintN(64, value);

/** Words, pairs and the float that `atomics` in the kernels works on, after all of `x`. */
function afterAtomics(
  x: Int32Array,
  w: Uint32Array,
  l: BigUint64Array,
): { words: number[]; pairs: bigint[]; float: number } {
  const [words, pairs] = [w.slice(), l.slice()];
  const change = (at: number, of: (old: number) => number): void => {
    words[at] = of(words[at] ?? 0);
  };
  const changePair = (at: number, of: (old: bigint) => bigint): void => {
    pairs[at] = u64(of(pairs[at] ?? 0n));
  };
  for (const v of x) {
    const wide = BigInt(v);
    change(0, (old) => old + v);
    change(1, (old) => old - v);
    change(2, (old) => old & ~(1 << (v & 31)));
    change(3, (old) => old | (1 << (v & 31)));
    change(4, (old) => old ^ Math.imul(v, 77777));
    change(5, (old) => Math.min(old, v));
    change(6, (old) => Math.max(old, v));
    change(7, (old) => Math.min(old | 0, v - 500));
    change(8, (old) => Math.max(old | 0, v - 500));
    change(9, (old) => Math.imul(old, 3) + 1);
    changePair(0, (old) => old + (wide << 30n));
    changePair(1, (old) => old ^ (wide * 0x123456789abn));
    changePair(2, (old) => (old > wide << 33n ? old : wide << 33n));
    changePair(3, (old) => {
      const [a, b] = [BigInt.asIntN(64, old), -(wide << 33n)];
      return a < b ? a : b;
    });
    changePair(4, (old) => old * 5n + 1n);
  }
  return { words: [...words], pairs: [...pairs], float: sum(x) };
}

const START: readonly number[] = [5, 9, 0xffffffff, 0, 77, 900, 3, 8, 0xfffffff0, 7];
const START_PAIRS: readonly bigint[] = [1n << 40n, 0xffffffffffn, 1n << 35n, 0n, 3n];

export const waves: Cases = {
  shuffled: () => {
    const { below } = numbers(1);
    const x = Float32Array.from(list(256, () => below(1000)));
    const y = Float64Array.from(list(256, () => below(1000) + below(8) / 8));
    const [f, d] = [new Float32Array(256), new Float64Array(256)];
    const total = (of: Float32Array | Float64Array, item: number): number =>
      sum(of.subarray(item & ~63, (item & ~63) + 64));
    const check = (): void => {
      expectColumns(f, 256, [(item) => total(x, item)]);
      expectColumns(d, 256, [(item) => total(y, item)]);
    };
    return { block: [128, 1, 1], grid: [2, 1, 1], arguments: [x, y, f, d].map(memory), check };
  },

  dpp_scan: () => {
    const { word } = numbers(2);
    const x = Int32Array.from(list(128, word));
    const y = new Int32Array(128);
    const wanted = (item: number): number => sum(wave(x, item).subarray(0, (item & 63) + 1)) | 0;
    const check = (): void => expectColumns(y, 128, [wanted]);
    return { block: [64, 1, 1], grid: [2, 1, 1], arguments: [x, y].map(memory), check };
  },

  dpp_moves: () => {
    const { word } = numbers(3);
    const x = Int32Array.from(list(128, word));
    const y = new Int32Array(7 * 128);
    const at = (item: number): number => x[item] ?? 0;
    const check = (): void =>
      expectColumns(y, 128, [
        (t) => at(t ^ 3),
        (t) => at(t ^ 15),
        (t) => (((t >> 2) & 1) === 0 ? at(t ^ 7) : -1),
        (t) => (((t >> 4) & 1) === 0 ? at((t & ~15) | ((t - 4) & 15)) : -1),
        (t) => ((t & 15) + 3 < 16 ? at(t + 3) : 0),
        (t) => ((t & 63) === 0 ? -1 : at(t - 1)),
        (t) => at(t ^ 1),
      ]);
    return { block: [128, 1, 1], arguments: [x, y].map(memory), check };
  },

  block_scan: () => {
    const { below } = numbers(4);
    const x = Int32Array.from(list(1024, () => below(2000) - 1000));
    const [y, z] = [new Int32Array(1024), new Int32Array(1024)];
    const check = (): void => {
      let before = 0;
      const wanted = Array.from(x, (v) => (before += v));
      expect(Array.from(y)).toEqual(wanted);
      expect(z).toEqual(y.map((v, t) => v - (x[t] ?? 0)));
    };
    return { block: [1024, 1, 1], arguments: [x, y, z].map(memory), check };
  },

  radix_sort: () => {
    const { word, below } = numbers(5);
    const x = Uint32Array.from(list(256, () => word() >>> below(20)));
    const wanted = x.slice().sort();
    return { arguments: [memory(x)], check: () => expect(x).toEqual(wanted) };
  },

  compact: () => {
    const { word } = numbers(6);
    const x = Int32Array.from(list(512, () => word() >> 8));
    const y = new Int32Array(512);
    const count = new Uint32Array(1);
    const check = (): void => {
      const wanted = x.filter((v) => v % 3 === 0);
      expect(count[0]).toBe(wanted.length);
      expect(y.slice(0, wanted.length).sort()).toEqual(wanted.sort());
    };
    return { grid: [2, 1, 1], arguments: [x, y, count].map(memory), check };
  },

  lanes: () => {
    const { word } = numbers(7);
    const x = Int32Array.from(list(128, word));
    const y = new Int32Array(128);
    const masks = new BigUint64Array(128);
    const ballot = (item: number, odd: number, holds: (v: number) => boolean): bigint =>
      Array.from(wave(x, item)).reduce(
        (mask, v, lane) => ((lane & 1) === odd && holds(v) ? mask | (1n << BigInt(lane)) : mask),
        0n,
      );
    const check = (): void => {
      expectColumns(y, 128, [
        (t) => Array.from(wave(x, t)).reduce((total, v) => (Math.imul(total, 3) + v) | 0, 0),
      ]);
      expectColumns(masks, 128, [
        (t) =>
          (t & 1) === 1
            ? ballot(t, 1, (v) => v > 0)
            : ballot(t, 0, (v) => (v & 2) !== 0) ^ ballot(t, 0, () => true),
      ]);
    };
    return { block: [128, 1, 1], arguments: [x, y, masks].map(memory), check };
  },

  waterfall: () => {
    const { below } = numbers(8);
    const x = Int32Array.from(list(128, () => below(8)));
    const y = new Int32Array(128);
    const check = (): void =>
      expectColumns(y, 128, [
        (t) => {
          const v = x[t] ?? 0;
          const order = [...new Set(wave(x, t))];
          return 100 * (order.indexOf(v) + 1) + v;
        },
      ]);
    return { block: [128, 1, 1], arguments: [x, y].map(memory), check };
  },

  transpose: () => {
    const { word } = numbers(9);
    const x = Int32Array.from(list(4096, word));
    const y = new Int32Array(4096);
    const check = (): void => expect(y).toEqual(y.map((_, i) => x[64 * (i & 63) + (i >> 6)] ?? 0));
    return { arguments: [x, y].map(memory), check };
  },

  spin: () => {
    const y = new Int32Array(256);
    const check = (): void => expectColumns(y, 256, [(t) => [48, 16, 5, 1][t >> 6] ?? 0]);
    return { races: true, arguments: [memory(y)], check };
  },

  lock: () => {
    const words = new Int32Array(2);
    const check = (): void => expect([...words]).toEqual([0, (255 * 256) / 2]);
    return { arguments: [memory(words)], check };
  },

  last_group: () => {
    const { below } = numbers(10);
    const x = Int32Array.from(list(8, () => below(1000)));
    const state = new Uint32Array(1);
    const y = new Int32Array(9);
    const check = (): void => expect([...y]).toEqual([...x.map((v) => 2 * v), 2 * sum(x)]);
    return { grid: [8, 1, 1], arguments: [x, state, y].map(memory), check };
  },

  lds_atomics: () => {
    const { below } = numbers(11);
    const x = Int32Array.from(list(256, () => below(1000)));
    const [w, l] = [Uint32Array.from(START), BigUint64Array.from(START_PAIRS)];
    const f = new Float32Array(2);
    const old = new Uint32Array(256);
    const { words, pairs, float } = afterAtomics(x, w, l);
    const check = (): void => {
      expect([...w]).toEqual(words);
      expect([...l]).toEqual(pairs);
      expect([...f]).toEqual([float, float / 2]);
      expect([...old].sort((a, b) => a - b)).toEqual(list(256, (n) => n));
    };
    return { races: true, arguments: [x, w, l, f, old].map(memory), check };
  },

  global_atomics: () => {
    const { below } = numbers(12);
    const x = Int32Array.from(list(256, () => below(1000)));
    const [w, l] = [Uint32Array.from([...START, 0]), BigUint64Array.from(START_PAIRS)];
    const [f, d, old] = [new Float32Array(1), new Float64Array(1), new Uint32Array(256)];
    const { words, pairs, float } = afterAtomics(x, w, l);
    const check = (): void => {
      expect([...w].slice(0, 10)).toEqual(words.slice(0, 10));
      expect([...l]).toEqual(pairs);
      expect([f[0], d[0]]).toEqual([float, float / 2]);
      // Each item took what another one left.
      expect([...old, w[10] ?? 0].sort((a, b) => a - b)).toEqual(list(257, (n) => n));
    };
    const block = [128, 1, 1] as const;
    return { block, grid: [2, 1, 1], arguments: [x, w, l, f, d, old].map(memory), check };
  },

  shared_pieces: () => {
    const { signed } = numbers(13);
    const x = Float64Array.from(list(64, () => signed()));
    const y = new Float64Array(64);
    const check = (): void =>
      expectColumns(y, 64, [
        (t) => (x[63 - t] ?? 0) + (t ^ 1) * 1000 + (((((t + 7) & 63) * 5) << 24) >> 24),
      ]);
    return { block: [64, 1, 1], dynamicLdsBytes: 832, arguments: [x, y].map(memory), check };
  },

  life: () => {
    const { below } = numbers(14);
    const x = Uint8Array.from(list(1024, () => Number(below(3) === 0)));
    const y = new Uint8Array(1024);
    const next = (cells: Uint8Array): Uint8Array =>
      cells.map((alive, at) => {
        let n = -alive;
        for (let i = -1; i <= 1; i++)
          for (let j = -1; j <= 1; j++)
            n += cells[32 * (((at >> 5) + i) & 31) + ((at + j) & 31)] ?? 0;
        return Number(n === 3 || (n === 2 && alive === 1));
      });
    const check = (): void => {
      let cells: Uint8Array = x;
      for (let generation = 0; generation < 7; generation++) cells = next(cells);
      expect(Array.from(y)).toEqual(Array.from(cells));
    };
    return { block: [1024, 1, 1], arguments: [memory(x), memory(y), int32(7)], check };
  },

  fourier: () => {
    const { signed } = numbers(15);
    const [re, im] = [0, 1].map(() => Float32Array.from(list(256, signed)));
    if (re === undefined || im === undefined) return undefined;
    const angle = (k: number): number => (-2 * Math.PI * k) / 256;
    const cosines = Float32Array.from(list(128, (k) => Math.cos(angle(k))));
    const sines = Float32Array.from(list(128, (k) => Math.sin(angle(k))));
    const [a, b] = [re.slice(), im.slice()];
    const check = (): void => {
      for (let k = 0; k < 256; k++) {
        let [x, y] = [0, 0];
        for (let n = 0; n < 256; n++) {
          const [c, s] = [Math.cos(angle(k * n)), Math.sin(angle(k * n))];
          x += (a[n] ?? 0) * c - (b[n] ?? 0) * s;
          y += (a[n] ?? 0) * s + (b[n] ?? 0) * c;
        }
        expectClose(re[k] ?? NaN, x, 1e-5, `re ${k}`);
        expectClose(im[k] ?? NaN, y, 1e-5, `im ${k}`);
      }
    };
    return { block: [128, 1, 1], arguments: [re, im, cosines, sines].map(memory), check };
  },

  multiply: () => {
    const { below } = numbers(16);
    const [a, b] = [0, 1].map(() => Float32Array.from(list(1024, () => below(20) - 10)));
    const c = new Float32Array(1024);
    if (a === undefined || b === undefined) return undefined;
    const check = (): void =>
      expectColumns(c, 1024, [
        (at) => sum(list(32, (k) => (a[(at & ~31) + k] ?? 0) * (b[32 * k + (at & 31)] ?? 0))),
      ]);
    const list_ = [memory(a), memory(b), memory(c), int32(32)];
    return { block: [16, 16, 1], grid: [2, 2, 1], arguments: list_, check };
  },
};
