/**
 * Kernels with the builtins of WMMA that clang compiles for RDNA, in waves of 32 and 64: whole products against plain
 * arithmetic. Values are small, so that every sum is exact.
 */
import { encodeSmallFloat, machineNamed, smallFloats } from '@ldscope/core';
import { executeProgram, parseAssembly } from '@ldscope/amdgcn';
import { describe, expect, test } from 'vitest';
import { list, memory, numbers } from './hip/case.ts';
import { keptAssemblyOf } from './hip/compile.ts';
import { keptIn } from '../text/oracle.ts';
import { chosenOf } from '../../../../test/cases.ts';

const kept = keptIn('hip-wmma');

const code = (format: string, value: number): number => {
  const found = smallFloats[format];
  if (found === undefined) throw new Error(format);
  return encodeSmallFloat(found, value);
};

interface Kernel {
  readonly only?: string;
  readonly k: number;
  /** Formats of A, B and C; integers have none. */
  readonly a: string;
  readonly b: string;
  readonly c: string;
  /** B is given by columns. */
  readonly columns?: true;
  readonly isZero?: (k: number) => boolean;
  /** Least value of B. */
  readonly least?: number;
}

const kernels: Readonly<Record<string, Kernel>> = {
  f32_f16: { k: 16, a: 'f16', b: 'f16', c: 'f32' },
  f32_bf16: { k: 16, a: 'bf16', b: 'bf16', c: 'f32' },
  f16_f16: { k: 16, a: 'f16', b: 'f16', c: 'f16' },
  i32_iu8: { k: 16, a: 'i8', b: 'i8', c: 'i32', columns: true, least: 0 },
  f32_fp8_bf8: {
    only: 'gfx1201',
    k: 16,
    a: 'f8E4M3FN',
    b: 'f8E5M2',
    c: 'f32',
    columns: true,
  },
  sparse_f16: {
    only: 'gfx1201',
    k: 32,
    a: 'f16',
    b: 'f16',
    c: 'f32',
    isZero: (k) => k % 4 === 1 || k % 4 === 2,
  },
};

function encoded(type: string, values: readonly number[]): ArrayBufferView {
  if (type === 'f32') return Float32Array.from(values);
  if (type === 'i32') return Int32Array.from(values);
  if (type === 'i8') return Int8Array.from(values);
  const codes = values.map((value) => code(type, value));
  return type.startsWith('f8') ? Uint8Array.from(codes) : Uint16Array.from(codes);
}

const ways = (['gfx1100', 'gfx1151', 'gfx1201'] as const).flatMap((chip) =>
  ([32, 64] as const).map((size) => [chip, size] as const),
);

describe.each(ways)('%s in waves of %i', (chip, size) => {
  const options = [
    `-DWAVE=${size}`,
    ...(size === 64 ? ['-mwavefrontsize64'] : []),
    ...(chip === 'gfx1201' ? ['-DGFX12'] : []),
  ];
  let text: string | undefined;
  const own = Object.entries(kernels).filter(([, { only }]) => only === undefined || only === chip);

  test.each(chosenOf(own))('%s', (kernel, { k, a, b, c, columns, isZero, least = -4 }) => {
    text ??= keptAssemblyOf(kept, 'wmma', chip, '-O2', ...options);
    const { program, diagnostics } = parseAssembly(text);
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    const { below } = numbers(k + size);
    const left = list(16 * k, (at) => (isZero?.(at % k) === true ? 0 : below(9) - 4));
    const right = list(16 * k, () => below(9) + least);
    const start = list(256, () => below(40) - 20);
    const wanted = list(256, (at) => {
      const [row, column] = [Math.floor(at / 16), at % 16];
      const parts = list(k, (n) => (left[row * k + n] ?? 0) * (right[16 * n + column] ?? 0));
      return parts.reduce((sum, part) => sum + part, start[at] ?? 0);
    });
    const stored =
      columns === true
        ? list(16 * k, (at) => right[16 * (at % k) + Math.floor(at / k)] ?? 0)
        : right;
    const result = encoded(c, start);
    const execution = executeProgram(program, text, {
      machine: machineNamed(chip),
      kernel,
      launch: { block: [size, 1, 1], grid: [1, 1, 1], dynamicLdsBytes: 0, scalars: new Map() },
      arguments: [encoded(a, left), encoded(b, stored), result].map(memory),
      asyncCompletion: 'late',
    });
    expect(execution.diagnostics).toEqual([]);
    expect(execution.hazards).toEqual([]);
    expect(result).toEqual(encoded(c, wanted));
  });
});
