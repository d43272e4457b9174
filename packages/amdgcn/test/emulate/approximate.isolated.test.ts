/**
 * Division and square roots do not depend on how hardware rounds its approximations.
 *
 * The emulator rounds `v_rcp_f32`, `v_sqrt_f32` and their like to nearest; hardware may be one unit in the last place
 * away, and 2^29 of them for f64. Addresses come from integer division, which compilers begin with such a reciprocal:
 * here every approximation is rounded to either side, and every result has to stay. One sequence of LLVM's, for
 * operands below 2^24, multiplies once by the reciprocal: the quotient of a dividend x is one too large when
 * x * (2^-23 + 2^-24) reaches 1, so it is held to dividends below 2^22 here. Above, it is right for the reciprocals that
 * the emulator gives, and relies on those of the hardware.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { executeProgram, parseAssembly } from '@ldscope/amdgcn';
import { findMachine } from '@ldscope/core';
import { describe, expect, test, vi } from 'vitest';
import type * as approximate from '../../src/isa/valu/numeric/approximate.ts';
import { list, memory, numbers } from './hip/case.ts';
import { keptIn } from '../text/oracle.ts';
import { keptAssemblyOf } from './hip/compile.ts';

const SOURCE = readFileSync(new URL('approximate.hip', import.meta.url), 'utf8');

const chips = ['gfx90a', 'gfx942'] as const;
const roundings = ['nearest', 'above', 'below'] as const;
const ITEMS = 1024;

/** How the f32 approximations round, while a test runs. */
const hardware = vi.hoisted(() => ({ rounding: 'nearest' }));

vi.mock('../../src/isa/valu/numeric/approximate.ts', async (original) => {
  const actual = await original<typeof approximate>();
  const bits = new Int32Array(1);
  const float = new Float32Array(bits.buffer);
  /** The f32 on one side of a value, which is within one unit of it; what is exact stays. */
  const round = (value: number): number => {
    float[0] = value;
    const nearest = float[0];
    if (nearest === value || !Number.isFinite(nearest) || hardware.rounding === 'nearest')
      return nearest;
    const isOutside = Math.abs(nearest) > Math.abs(value);
    if (isOutside !== (hardware.rounding === 'above'))
      bits[0] = (bits[0] ?? 0) + (isOutside ? -1 : 1);
    return float[0];
  };
  const flush = (value: number): number =>
    Math.abs(value) < 2 ** -126 ? actual.rcp32(value < 0 ? -Infinity : Infinity) : value;
  return {
    ...actual,
    rcp32: (value: number) => flush(round(1 / flush(value))),
    rsq32: (value: number) => round(actual.rsq32(value)),
    sqrt32: (value: number) => round(actual.sqrt32(value)),
  };
});

/** The assembly with f64 approximations that differ in their last 29 bits. */
function perturbed(text: string): string {
  if (hardware.rounding === 'nearest') return text;
  return text.replaceAll(
    /^\s*v_(?:rcp|rsq)_f64(?:_e32|_e64)? v\[(\d+):(\d+)\],.*$/gm,
    (line, low: string, high: string) =>
      [
        line,
        's_nop 1',
        // A result of 0, infinity or NaN is exact.
        `v_cmp_class_f64_e64 s[90:91], v[${low}:${high}], 0x1b0`,
        'v_mov_b32_e32 v99, 0x1fffffff',
        'v_cndmask_b32_e64 v99, 0, v99, s[90:91]',
        `v_xor_b32_e32 v${low}, v99, v${low}`,
      ].join('\n  '),
  );
}

const kept = keptIn('approximate');

function assembly(chip: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'ldscope-'));
  try {
    const path = join(folder, 'a.hip');
    writeFileSync(path, SOURCE);
    return keptAssemblyOf(kept, path, chip, '-O2', '-ffp-contract=off');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs a kernel of the source on two arrays. */
function run(
  text: string,
  chip: string,
  kernel: string,
  a: ArrayBufferView,
  b: ArrayBufferView,
  out: ArrayBufferView,
): void {
  const { program, diagnostics } = parseAssembly(text);
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  const machine = findMachine(chip);
  if (machine === undefined) throw new Error(`no machine ${chip}`);
  const done = executeProgram(program, text, {
    machine,
    kernel,
    launch: { block: [256, 1, 1], grid: [ITEMS / 256, 1, 1], scalars: new Map() },
    arguments: [memory(a), memory(b), memory(out)],
  });
  expect(done.diagnostics).toEqual([]);
}

const random = numbers(11);
const special = [
  0n,
  1n,
  2n,
  3n,
  7n,
  255n,
  256n,
  65535n,
  65536n,
  0x7fffffffn,
  0xffffffffn,
  -1n,
  -2n,
];
const wideValues = (): BigUint64Array =>
  BigUint64Array.from(
    list(ITEMS, () => {
      const value =
        random.below(4) === 0 ? (special[random.below(special.length)] ?? 0n) : random.wide();
      return BigInt.asUintN(64, value << BigInt(random.below(3) === 0 ? random.below(60) : 0));
    }),
  );
const wide = { a: wideValues(), b: wideValues().map((value) => value || 1n) };
const words = {
  a: Uint32Array.from(wide.a, (value) => Number(BigInt.asUintN(32, value))),
  b: Uint32Array.from(wide.b, (value) => Number(BigInt.asUintN(32, value)) || 1),
};
const float = (): number => random.signed() * 2 ** (random.below(250) - 125);
const floats = {
  a: Float32Array.from(list(ITEMS, float)),
  b: Float32Array.from(list(ITEMS, float)),
};
const doubles = {
  a: Float64Array.from(list(ITEMS, float)),
  b: Float64Array.from(list(ITEMS, float)),
};

describe('compiled arithmetic', () => {
  describe.each(chips)('%s', (chip) => {
    const text = assembly(chip);
    test('begins with approximations', () => {
      expect(text.match(/v_rcp_(iflag_)?f32/g)?.length).toBeGreaterThan(5);
      expect(text.match(/v_(rcp|rsq)_f64/g)?.length).toBeGreaterThan(1);
    });
    test.each(roundings)('divides integers, with approximations %s', (rounding) => {
      hardware.rounding = rounding;
      const code = perturbed(text);
      const out = new Uint32Array(6 * ITEMS);
      run(code, chip, 'words', words.a, words.b, out);
      const bits = (value: number): number => value >>> 0;
      expect([...out]).toEqual(
        list(ITEMS, (i) => {
          const [x, y] = [words.a[i] ?? 0, words.b[i] ?? 0];
          const [narrow, byte] = [(y & 0xffff) | 1, (y & 255) | 1];
          const signed = [Math.trunc((x | 0) / (y | 0)), (x | 0) % (y | 0)];
          const small = [Math.floor((x & 0x3fffff) / narrow), (x & 0xffff) % byte];
          return [Math.floor(x / y), x % y, ...signed, ...small].map(bits);
        }).flat(),
      );
      const quotients = new BigUint64Array(4 * ITEMS);
      run(code, chip, 'wide', wide.a, wide.b, quotients);
      expect([...quotients]).toEqual(
        list(ITEMS, (i) => {
          const [x, y] = [wide.a[i] ?? 0n, wide.b[i] ?? 0n];
          const [sx, sy] = [BigInt.asIntN(64, x), BigInt.asIntN(64, y)];
          return [x / y, x % y, sx / sy, sx % sy].map((value) => BigInt.asUintN(64, value));
        }).flat(),
      );
    });
    test.each(roundings)(
      'divides and takes roots of floats, with approximations %s',
      (rounding) => {
        hardware.rounding = rounding;
        const code = perturbed(text);
        const out = new Float32Array(2 * ITEMS);
        run(code, chip, 'floats', floats.a, floats.b, out);
        const wanted = list(ITEMS, (i) => {
          const [x, y] = [floats.a[i] ?? 0, floats.b[i] ?? 0];
          return [Math.fround(x / y), Math.fround(Math.sqrt(Math.abs(x)))];
        });
        expect([...out]).toEqual(wanted.flat());
        const results = new Float64Array(2 * ITEMS);
        run(code, chip, 'doubles', doubles.a, doubles.b, results);
        const exact = list(ITEMS, (i) => {
          const [x, y] = [doubles.a[i] ?? 0, doubles.b[i] ?? 0];
          return [x / y, Math.sqrt(Math.abs(x))];
        });
        expect([...results]).toEqual(exact.flat());
      },
    );
  });
});
