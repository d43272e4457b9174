/** What the kernels of `programs.hip` mean. */
import { expect } from 'vitest';
import { int32 } from '../harness.ts';
import { type Cases, expectColumns, list, memory, numbers, value } from './case.ts';

const short = (x: number): number => (x << 16) >> 16;

/** The stack machine of `interpreter`: four programs of 16 bytes. */
const CODE: readonly (readonly number[])[] = [
  [0x80, 0x01, 0x20, 0x40, 0x74, 0xf0],
  [0x06, 0x50, 0x03, 0x30, 0x41, 0x10, 0x50, 0x01, 0x20, 0x40, 0x7a, 0x90, 0xf0],
  [0x80, 0x62, 0x40, 0x30, 0xa0, 0xf0],
  [0x40, 0x66, 0x10, 0x05, 0x30, 0x40, 0x10, 0x40, 0x61, 0x20, 0xb0, 0x0c, 0x10, 0xf0],
];

function interpret(code: Uint8Array, at: number, x: number): number {
  const stack = [x];
  const pop = (): number => stack.pop() ?? 0;
  const peek = (depth = 0): number => stack[stack.length - 1 - depth] ?? 0;
  let [pc, steps] = [at, 0];
  for (let on = true; on && steps < 200; steps++) {
    const op = code[pc++] ?? 0;
    const n = op & 15;
    const two = (of: (a: number, b: number) => number): void => {
      const b = pop();
      stack.push(of(pop(), b) | 0);
    };
    const act: readonly (() => void)[] = [
      () => stack.push(n),
      () => two((a, b) => a + b),
      () => two((a, b) => a - b),
      () => two((a, b) => Math.imul(a, b)),
      () => stack.push(peek(n)),
      () => stack.push(pop(), pop()),
      () => stack.push(pop() >> n),
      () => {
        if (pop() !== 0) pc -= n;
      },
      () => stack.push(pop() & 255),
      () => pop(),
      () => stack.push(-pop() | 0),
      () => stack.push(Number(pop() === 0)),
    ];
    const chosen = act[op >> 4];
    if (chosen === undefined) on = false;
    else chosen();
  }
  return (peek() * 256 + steps) | 0;
}

const TEXT =
  'In 1971 a 4-bit chip had 2300 transistors; 50 years later: 54,200,000,000 of them, ' +
  'on 826 mm2 (TSMC N7) -- and a heap of SRAM banks. What follows is not read.';

function countSigns(text: Uint8Array, start: number): number {
  let [words, numbers, others, state] = [0, 0, 0, 0];
  for (const c of text.subarray(start)) {
    const sign = String.fromCharCode(c);
    if (sign === '.') break;
    if (/[0-9]/.test(sign)) {
      if (state !== 2) numbers++;
      state = 2;
    } else if (/[a-z]/i.test(sign)) {
      if (state !== 1) words++;
      state = 1;
    } else {
      state = 0;
      if (sign !== ' ') others++;
    }
  }
  return words * 10000 + numbers * 100 + others;
}

function escapes(a: number, b: number): number {
  const f = Math.fround;
  let [x, z, n] = [0, 0, 0];
  while (n < 200) {
    const [p, q] = [f(x * x), f(z * z)];
    if (f(p + q) > 4) break;
    z = f(f(f(2 * x) * z) + b);
    x = f(f(p - q) + a);
    n++;
  }
  return n;
}

function nested(v: number, t: number): number {
  if (v < 0) return -1;
  let sum = 0;
  for (let i = 0; i < (v & 15); i++) {
    if (i === 3) continue;
    let j = i;
    do {
      sum = (sum + j * v) | 0;
      if (sum & 0x400) break;
      j -= 2;
    } while (j > 0);
    if (sum > 100000) return -2;
  }
  if (t % 3 === 0) for (let i = t; i !== 1 && i !== 0; i = i & 1 ? i * 3 + 1 : i / 2) sum++;
  return sum;
}

function editDistance(words: Uint8Array, a: number, b: number): number {
  let row = list(9, (j) => j);
  for (let i = 1; i <= 8; i++) {
    const next = [i];
    for (let j = 1; j <= 8; j++) {
      const differs = Number(words[a + i - 1] !== words[b + j - 1]);
      next.push(Math.min((row[j - 1] ?? 0) + differs, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[8] ?? 0;
}

export const programs: Cases = {
  calls: () => {
    const { word } = numbers(31);
    const x = Int32Array.from(list(256, () => word() >> 8));
    const y = new Int32Array(256);
    const z = new Float64Array(256);
    const blend = (a: number, b: number, c: number, d: number, e: number, f: number): number =>
      ((a * 2 + b * 3 - c + Math.imul(d, e)) | 0) ^ f;
    const move = (t: number): { bits: number; weight: number } => {
      const v = x[t] ?? 0;
      let r = blend(v, t, 5, v >> 3, t & 7, 1);
      if (v & 1) r = blend(r, r >> 1, 1, 2, 3, t);
      let [px, py, weight] = [v, t, 0.25 * t];
      const tags = [1, 2, 3, 4];
      for (let i = 0; i < (t & 3); i++) {
        const by = i + (v % 5);
        px += by;
        py -= by;
        weight *= 2;
        tags[by & 3] = short(by);
      }
      const [a = 0, b = 0, c = 0] = tags;
      return { bits: r ^ px ^ (py * 3) ^ a ^ (b << 4) ^ (c << 8), weight: weight * 0.5 + 1 };
    };
    const check = (): void => {
      expectColumns(y, 256, [(t) => move(t).bits]);
      expectColumns(z, 256, [(t) => move(t).weight]);
    };
    return { arguments: [x, y, z].map(memory), check };
  },

  pointers: () => {
    const { word } = numbers(32);
    const x = Int32Array.from(list(256, word));
    const y = new Int32Array(256);
    const operations: readonly ((a: number, b: number) => number)[] = [
      (a, b) => (a + b) | 0,
      (a, b) => (a - b) | 0,
      Math.imul,
      (a, b) => (a ^ b) >> 1,
    ];
    const check = (): void =>
      expectColumns(y, 256, [(t) => operations[(x[t] ?? 0) & 3]?.(x[t] ?? 0, t) ?? 0]);
    return { arguments: [x, y].map(memory), check };
  },

  interpreter: () => {
    const { word } = numbers(33);
    const x = Int32Array.from(list(256, word));
    const y = new Int32Array(256);
    const code = Uint8Array.from(CODE.flatMap((part) => list(16, (n) => part[n] ?? 0xff)));
    const check = (): void =>
      expectColumns(y, 256, [(t) => interpret(code, 16 * (t & 3), x[t] ?? 0)]);
    return { arguments: [code, x, y].map(memory), check };
  },

  states: () => {
    const text = new TextEncoder().encode(TEXT);
    const y = new Int32Array(128);
    const check = (): void => expectColumns(y, 128, [(t) => countSigns(text, t)]);
    const args = [memory(text), memory(y), int32(text.length)];
    return { block: [128, 1, 1], arguments: args, check };
  },

  mandelbrot: () => {
    const y = new Int32Array(256);
    const [left, top, step] = [-2, -1.125, 0.046875];
    const check = (): void =>
      expectColumns(y, 256, [(i) => escapes(left + (i & 63) * step, top + (i >> 6) * 8 * step)]);
    const real = (x: number): Float32Array => Float32Array.of(x);
    const args = [memory(y), value(real(left)), value(real(top)), value(real(step))];
    return { block: [64, 1, 1], grid: [4, 1, 1], arguments: args, check };
  },

  queens: () => {
    const y = new Int32Array(64);
    const check = (): void => {
      const wanted = [4, 8, 16, 18, 18, 16, 8, 4];
      expectColumns(y, 64, [(t) => wanted[t] ?? 0]);
    };
    return { block: [64, 1, 1], arguments: [memory(y), int32(8)], check };
  },

  quicksort: () => {
    const { word, below } = numbers(34);
    const x = Int32Array.from(list(64 * 32, () => word() >> below(30)));
    const wanted = list(64, (t) => [...x.slice(32 * t, 32 * t + 32).sort()]).flat();
    const check = (): void => expect([...x]).toEqual(wanted);
    return { block: [64, 1, 1], arguments: [memory(x)], check };
  },

  by_value: () => {
    const y = new Float64Array(128);
    const config = new DataView(new ArrayBuffer(32));
    config.setInt8(0, -7);
    config.setInt16(2, -12345, true);
    config.setInt32(4, 1e9, true);
    config.setFloat64(8, Math.PI, true);
    for (let n = 0; n < 7; n++) config.setUint8(16 + n, 31 * n + 5);
    config.setBigUint64(24, 2n ** 63n + 2n ** 40n, true);
    const args = [
      value(config),
      value(Float32Array.of(0.3)),
      value(Uint8Array.of(200)),
      memory(y),
      value(Int16Array.of(-9)),
    ];
    const check = (): void =>
      expectColumns(y, 128, [
        (t) =>
          -7 +
          -12345 * t +
          1e9 +
          Math.PI * Math.fround(0.3) +
          (31 * (t % 7) + 5) +
          (2 ** 63 + 2 ** 40) +
          200000 +
          -9,
      ]);
    return { block: [128, 1, 1], arguments: args, check };
  },

  ids: () => {
    const [width, height, depth] = [10, 9, 4];
    const y = new Int32Array(width * height * depth);
    const check = (): void =>
      expectColumns(y, y.length, [
        (at) =>
          (at % width) +
          100 * (Math.floor(at / width) % height) +
          10000 * Math.floor(at / (width * height)) +
          3000000,
      ]);
    const args = [memory(y), int32(width), int32(height)];
    return { block: [5, 3, 2], grid: [2, 3, 2], arguments: args, check };
  },

  globals: () => {
    const y = new Int32Array(66);
    const z = new Float64Array(66);
    const primes = [2, 3, 5, 7, 11, 13, 17, 19];
    const names = ['alpha', 'be', 'gamma!'];
    const check = (): void => {
      const wanted = (t: number): number =>
        (primes[t & 7] ?? 0) + (names[t % 3]?.charCodeAt(t & 1) ?? 0);
      expectColumns(y, 64, [wanted]);
      expectColumns(z, 64, [(t) => [0.5, 0.25, -1.5, 8][t & 3] ?? 0]);
      expect([...y.slice(64), ...z.slice(64)]).toEqual([42, 44, 0, 1.5]);
    };
    return { block: [64, 1, 1], grid: [2, 1, 1], arguments: [y, z].map(memory), check };
  },

  unaligned: () => {
    const { below } = numbers(35);
    const x = Uint8Array.from(list(128 * 15, () => below(256)));
    const y = new Uint8Array(128 * 5);
    const out = new Uint8Array(128 * 15);
    const wanted = x.slice();
    const view = new DataView(wanted.buffer);
    for (let at = 0; at < wanted.length; at += 15) {
      view.setUint8(at, view.getUint8(at) + 1);
      view.setInt32(at + 1, Math.imul(view.getInt32(at + 1, true), 3), true);
      view.setInt16(at + 5, view.getInt16(at + 5, true) - 7, true);
      view.setUint8(at + 14, view.getUint8(at + 14) ^ 0x80);
    }
    const five = (t: number): number[] => {
      const [low, high] = [(x[3 * t + 1] ?? 0) ^ 0xaa, (x[3 * t + 2] ?? 0) ^ 0x55];
      return [low, low, high, ((x[t] ?? 0) >> 4) | (((x[t + 1] ?? 0) << 4) & 255), 0xee];
    };
    const check = (): void => {
      expect(out).toEqual(wanted);
      expect([...y]).toEqual(list(128, five).flat());
    };
    return { block: [128, 1, 1], arguments: [x, y, out].map(memory), check };
  },

  copies: () => {
    const { below } = numbers(36);
    const x = Uint8Array.from(list(128 * 64, () => below(256)));
    const y = new Uint32Array(128);
    const wanted = (t: number): number => {
      const local = new Uint8Array(96).fill(t);
      local.set(x.subarray(64 * t, 64 * t + 61), 8);
      local.copyWithin(20, 8, 58);
      let sum = 0;
      for (let i = 0; i < 96; i++) {
        const index = local[(i * 5 + t) % 96] ?? 0;
        sum = (Math.imul(sum, 31) + ((index * 7 + t) & 255)) >>> 0;
      }
      return sum;
    };
    const check = (): void => expectColumns(y, 128, [wanted]);
    return { block: [128, 1, 1], arguments: [x, y].map(memory), check };
  },

  vectors: () => {
    const { word } = numbers(37);
    const x = Int32Array.from(list(64, word));
    const y = new Int32Array(64);
    const z = new Float32Array(64);
    const uniform = 5;
    const whole = (t: number): number => {
      const a = [1, 2, 3, 4, 5, 6, 7, 8];
      a[(x[t] ?? 0) & 7] = 100 + t;
      a[uniform] = (a[uniform] ?? 0) + 1000;
      return (a[(t + uniform) & 7] ?? 0) * 2 + (a[uniform] ?? 0);
    };
    const real = (t: number): number => {
      const f = list(16, (i) => (x[(t + i) & 63] ?? 0) & 1023);
      f[uniform] = -1;
      f[t & 15] = (f[t & 15] ?? 0) + 0.5;
      let sum = 0;
      for (let i = 0; i < 16; i++)
        sum = Math.fround(Math.fround(sum * 0.5) + (f[(i + uniform) & 15] ?? 0));
      return sum;
    };
    const check = (): void => {
      expectColumns(y, 64, [whole]);
      expectColumns(z, 64, [real]);
    };
    const args = [memory(x), memory(y), memory(z), int32(uniform)];
    return { block: [64, 1, 1], arguments: args, check };
  },

  distance: () => {
    const { below } = numbers(38);
    const words = Uint8Array.from(list(65 * 8, () => 97 + below(4)));
    const y = new Int32Array(64);
    const check = (): void => expectColumns(y, 64, [(t) => editDistance(words, 8 * t, 8 * t + 8)]);
    return { block: [64, 1, 1], arguments: [words, y].map(memory), check };
  },

  search: () => {
    const { below } = numbers(39);
    const sorted = Int32Array.from(list(300, () => below(1000) - 500)).sort();
    const wanted = Int32Array.from(list(256, (t) => (t < 4 ? 501 - 334 * t : below(1000) - 500)));
    const y = new Int32Array(256);
    const place = (t: number): number => {
      const first = sorted.findIndex((v) => v >= (wanted[t] ?? 0));
      if (first < 0) return ~sorted.length;
      return sorted[first] === wanted[t] ? first : ~first;
    };
    const check = (): void => expectColumns(y, 256, [place]);
    return { arguments: [memory(sorted), int32(300), memory(wanted), memory(y)], check };
  },

  sieve: () => {
    const composite = new Uint8Array(3000);
    const isComposite = (n: number): number =>
      n > 3 && list(Math.floor(Math.sqrt(n)) - 1, (d) => d + 2).some((d) => n % d === 0) ? 1 : 0;
    const check = (): void => expectColumns(composite, 3000, [isComposite]);
    return { block: [192, 1, 1], arguments: [memory(composite), int32(3000)], check };
  },

  leaves: () => {
    const { word } = numbers(40);
    const x = Int32Array.from(list(128, () => word() >> 19));
    const y = new Int32Array(128).fill(77);
    const check = (): void => expectColumns(y, 128, [(t) => (t < 100 ? nested(x[t] ?? 0, t) : 77)]);
    return { block: [128, 1, 1], arguments: [memory(x), memory(y), int32(100)], check };
  },
};
