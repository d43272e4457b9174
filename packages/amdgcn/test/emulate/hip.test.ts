/** Kernels that clang compiles from HIP, with and without optimisation, against their meaning in TypeScript. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { executeProgram, type KernelArgument, parseAssembly, type Program } from '@ldscope/amdgcn';
import { buffer, int32, machine } from './harness.ts';

const compiler = ['clang-22', 'clang'].find((name) => {
  const { status, stdout } = spawnSync(name, ['--print-targets'], { encoding: 'utf8' });
  return status === 0 && stdout.includes('amdgcn');
});
if (compiler === undefined) console.log('no clang for AMD GPUs: HIP kernels are not compiled');

const source = fileURLToPath(new URL('./hip/kernels.hip', import.meta.url));

function compile(chip: string, level: string): { program: Program; text: string } {
  const { stdout, stderr, status } = spawnSync(
    compiler ?? '',
    `-x hip --cuda-device-only -nogpulib -nogpuinc --offload-arch=${chip} ${level} -S -o -`
      .split(' ')
      .concat(source),
    { encoding: 'utf8', maxBuffer: 2 ** 26 },
  );
  if (status !== 0) throw new Error(stderr);
  return { program: parseAssembly(stdout).program, text: stdout };
}

/** Numbers that are the same everywhere. */
function sequence(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const next = sequence(3);
const below = (limit: number) => () => Math.floor(next() * limit);
const word = (): number => (next() * 2 ** 32) | 0;
const of = <T>(count: number, value: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => value(index));
const bytesOf = (array: ArrayBufferView): KernelArgument => buffer(new Uint8Array(array.buffer));

interface Case {
  readonly kernel: string;
  readonly groups?: number;
  readonly items?: number;
  readonly arguments: readonly KernelArgument[];
  readonly check: () => void;
}

const cases: readonly (() => Case)[] = [
  () => {
    const x = Float32Array.from(of(1000, below(100)));
    const y = new Float32Array(2);
    const check = (): void => expect((y[0] ?? 0) + (y[1] ?? 0)).toBe(x.reduce((a, b) => a + b));
    return { kernel: 'reduce', groups: 2, arguments: [bytesOf(x), bytesOf(y), int32(1000)], check };
  },
  () => {
    const x = Int32Array.from(of(512, below(100)));
    const y = new Int32Array(512);
    const check = (): void => {
      const sums = [0, 256].flatMap((start) => {
        let sum = 0;
        return Array.from(x.subarray(start, start + 256), (value) => (sum += value));
      });
      expect(Array.from(y)).toEqual(sums);
    };
    return { kernel: 'scan', groups: 2, arguments: [bytesOf(x), bytesOf(y)], check };
  },
  () => {
    const x = Int32Array.from(of(256, word));
    const y = new Int32Array(256);
    const wanted = (t: number): number => {
      const h = Int32Array.from(of(16, (i) => i * 3));
      for (let i = 0; i < 40; i++) {
        const k = (x[(t + i) & 255] ?? 0) & 15;
        h[k] = Math.imul(h[k] ?? 0, 5) + i;
      }
      return of(16, (i) => ((h[(i + t) & 15] ?? 0) + i) | 0).reduce((a, b) => a ^ b);
    };
    const check = (): void => expect(Array.from(y)).toEqual(of(256, wanted));
    return { kernel: 'stack', arguments: [bytesOf(x), bytesOf(y)], check };
  },
  () => {
    const y = new Int32Array(256);
    const check = (): void =>
      expect(Array.from(y)).toEqual(of(256, (t) => [0, 1, 1, 2, 3, 5, 8, 13][t & 7]));
    return { kernel: 'recurse', arguments: [bytesOf(y)], check };
  },
  () => {
    const x = Float64Array.from(of(256, () => next() * 10));
    const y = new Float64Array(256);
    const check = (): void => {
      for (const [t, a] of x.entries()) {
        let sum = 0;
        for (let i = 1; i < 20; i++) sum += a / i - Math.sqrt(a * i);
        expect(Math.abs((y[t] ?? 0) - sum)).toBeLessThan(1e-11);
      }
    };
    return { kernel: 'doubles', arguments: [bytesOf(x), bytesOf(y)], check };
  },
  () => {
    const x = Uint8Array.from(of(5000, below(256)));
    const y = new Uint32Array(256);
    const check = (): void => {
      const counts = of(256, () => 0);
      for (const value of x) counts[value] = (counts[value] ?? 0) + 2;
      expect(Array.from(y)).toEqual(counts);
    };
    const list = [bytesOf(x), bytesOf(y), int32(5000)];
    return { kernel: 'histogram', groups: 2, arguments: list, check };
  },
  () => {
    const x = Int8Array.from(of(256, word));
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
    return { kernel: 'bytes', arguments: [bytesOf(x), bytesOf(y), bytesOf(z)], check };
  },
  () => {
    const x = Int32Array.from(of(256, (i) => i + 1));
    const y = new Int32Array(256);
    const steps = (value: number): number =>
      value === 1 ? 0 : 1 + steps(value % 2 === 0 ? value / 2 : 3 * value + 1);
    const check = (): void => expect(Array.from(y)).toEqual(Array.from(x, steps));
    return { kernel: 'collatz', arguments: [bytesOf(x), bytesOf(y)], check };
  },
  () => {
    const x = Int32Array.from(of(256, word));
    const wanted = x.slice().sort();
    return { kernel: 'sort', arguments: [bytesOf(x)], check: () => expect(x).toEqual(wanted) };
  },
  () => {
    const x = BigUint64Array.from(
      of(
        256,
        () => BigInt.asUintN(64, BigInt(word()) * BigInt(word()) * 3n) >> BigInt(below(50)()),
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
    return { kernel: 'divide', arguments: [bytesOf(x), bytesOf(y)], check };
  },
  () => {
    const x = Int32Array.from(of(256, word));
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
    return { kernel: 'choose', arguments: [bytesOf(x), bytesOf(y)], check };
  },
  () => {
    const y = Uint32Array.of(7);
    const wanted = of(64, () => 0).reduce((old) => (Math.imul(old, 3) + 1) >>> 0, 7);
    const check = (): void => expect(y[0]).toBe(wanted);
    return { kernel: 'exchange', items: 64, arguments: [bytesOf(y)], check };
  },
];

describe.skipIf(compiler === undefined).each([
  ['gfx90a', '-O2'],
  ['gfx942', '-O2'],
  ['gfx950', '-O2'],
  ['gfx90a', '-O0'],
  ['gfx942', '-O0'],
])('HIP kernels on %s with %s', (chip, level) => {
  const compiled = compiler === undefined ? undefined : compile(chip, level);

  it.each(cases.map((make) => [make().kernel, make] as const))('%s', (_, make) => {
    for (const asyncCompletion of ['early', 'late'] as const) {
      const { kernel, groups = 1, items = 256, arguments: list, check } = make();
      if (compiled === undefined) return;
      const { diagnostics, hazards } = executeProgram(compiled.program, compiled.text, {
        machine: machine(chip),
        kernel,
        launch: { block: [items, 1, 1], grid: [groups, 1, 1], scalars: new Map() },
        arguments: list,
        dynamicLdsBytes: kernel === 'reduce' ? 1024 : 0,
        asyncCompletion,
      });
      expect(diagnostics).toEqual([]);
      expect(hazards).toEqual([]);
      check();
    }
  });
});
