/** Rounding, denormals, special values and overflow of products. */
import { findMatrixInstruction } from '@ldscope/core';
import { assert, integer, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LANES, Wave } from '../../src/state/wave.ts';
import type { Target } from '../../src/state/target.ts';
import { fusedMultiplyAdd } from '../../src/isa/mfma/multiply-f64.ts';
import { BITS, counts, encode, instruction, put, registers, run, take } from './harness.ts';

const A = 0;
const B = 16;
const D = 64;

/** Element (0, 0) of D for a row of A, a column of B and C. */
function dot(
  name: string,
  target: Target,
  left: readonly (number | bigint)[],
  right: readonly (number | bigint)[],
  c = 0,
): number {
  const row = findMatrixInstruction(name, target);
  if (row === undefined) throw new Error(name);
  const wave = new Wave(0, 0);
  const { source, result } = counts(row);
  const perLane = (row.m * row.k * row.blocks) / 64;
  const bits = BITS[row.a] ?? 0;
  for (let k = 0; k < row.k; k++) {
    const place = { lane: row.m * Math.floor(k / perLane), element: k % perLane };
    const [x, y] = [left[k] ?? 0, right[k] ?? 0];
    put(wave, A, bits, place, typeof x === 'bigint' ? x : encode(row.a, target, x));
    put(wave, B, bits, place, typeof y === 'bigint' ? y : encode(row.b, target, y));
  }
  put(wave, D, BITS[row.d] ?? 0, { lane: 0, element: 0 }, encode(row.d, target, c));
  const d = registers(D, result);
  run(instruction(name, [d, registers(A, source), registers(B, source), d]), target, wave);
  return take(wave, D, row.d, { lane: 0, element: 0 });
}

describe('denormals', () => {
  const tiny = 2 ** -15;
  it('f16 and bf16 on gfx90a are flushed, on gfx942 and gfx950 they are not', () => {
    expect(dot('v_mfma_f32_32x32x8f16', 'gfx90a', [tiny], [1024], 1)).toBe(1);
    expect(dot('v_mfma_f32_32x32x8_f16', 'gfx942', [tiny], [1024], 1)).toBe(1 + 2 ** -5);
    expect(dot('v_mfma_f32_32x32x8_f16', 'gfx950', [tiny], [1024], 1)).toBe(1 + 2 ** -5);
    expect(dot('v_mfma_f32_32x32x8bf16_1k', 'gfx90a', [2 ** -127], [2 ** 100])).toBe(0);
    expect(dot('v_mfma_f32_32x32x8_bf16', 'gfx942', [2 ** -127], [2 ** 100])).toBe(2 ** -27);
  });
  it('C and D of f16 on gfx90a are flushed too', () => {
    expect(dot('v_mfma_f32_32x32x8f16', 'gfx90a', [0], [0], 2 ** -130)).toBe(0);
    expect(dot('v_mfma_f32_32x32x8_f16', 'gfx942', [0], [0], 2 ** -130)).toBe(2 ** -130);
  });
  it('f32 keeps them', () => {
    expect(dot('v_mfma_f32_32x32x2f32', 'gfx90a', [2 ** -130], [1])).toBe(2 ** -130);
  });
});

describe('rounding', () => {
  const small = 2 ** -24;
  it('gfx942 rounds f16 once in eight products, gfx90a after each pair', () => {
    // Eight halves of a unit in the last place of 1: kept when they are summed first.
    const halves = Array.from({ length: 8 }, () => 2 ** -12);
    expect(dot('v_mfma_f32_32x32x8_f16', 'gfx942', halves, halves, 1)).toBe(1 + 8 * small);
    expect(dot('v_mfma_f32_32x32x8f16', 'gfx90a', halves, halves, 1)).toBe(1 + 8 * small);
    // One product at a time would lose each of them.
    expect(dot('v_mfma_f32_32x32x2_f32', 'gfx942', [small, small], [1, 1], 1)).toBe(1);
  });
  it('the second group of eight sees the rounded sum of the first', () => {
    const half = [...Array.from({ length: 15 }, () => 0), 2 ** -12];
    const first = [2 ** -12];
    expect(dot('v_mfma_f32_16x16x16_f16', 'gfx942', first, first, 1)).toBe(1);
    const both = half.map((value, k) => (k === 0 ? 2 ** -12 : value));
    expect(dot('v_mfma_f32_16x16x16_f16', 'gfx942', both, both, 1)).toBe(1);
  });
  it('xf32 cuts 13 bits off', () => {
    const below2 = 2 - 2 ** -23;
    expect(dot('v_mfma_f32_16x16x8_xf32', 'gfx942', [below2], [1])).toBe(2 - 2 ** -10);
    expect(dot('v_mfma_f32_16x16x8_xf32', 'gfx942', [-below2], [1])).toBe(-2 + 2 ** -10);
    expect(dot('v_mfma_f32_16x16x4_f32', 'gfx942', [below2], [1])).toBe(below2);
  });
});

describe('8-bit floats', () => {
  it('are FNUZ on gfx942 and OCP on gfx950', () => {
    const one = { gfx942: 0x40n, gfx950: 0x38n } as const;
    for (const target of ['gfx942', 'gfx950'] as const) {
      const name = 'v_mfma_f32_16x16x32_fp8_fp8';
      expect(dot(name, target, [one[target]], [one[target]])).toBe(1);
    }
    expect(dot('v_mfma_f32_16x16x32_fp8_fp8', 'gfx942', [0x80n], [one.gfx942])).toBeNaN();
    expect(dot('v_mfma_f32_16x16x32_fp8_fp8', 'gfx950', [0x80n], [one.gfx950])).toBe(0);
    expect(dot('v_mfma_f32_16x16x32_fp8_fp8', 'gfx950', [0x7fn], [one.gfx950])).toBeNaN();
    expect(dot('v_mfma_f32_16x16x32_bf8_fp8', 'gfx950', [0x7cn], [one.gfx950])).toBe(Infinity);
  });
});

it('infinities and their difference', () => {
  expect(dot('v_mfma_f32_32x32x8_f16', 'gfx942', [Infinity], [1])).toBe(Infinity);
  expect(dot('v_mfma_f32_32x32x8_f16', 'gfx942', [Infinity, 1], [1, -Infinity])).toBeNaN();
  expect(dot('v_mfma_f32_32x32x8_f16', 'gfx942', [Infinity], [0])).toBeNaN();
});

it('i8 wraps at 32 bits', () => {
  expect(dot('v_mfma_i32_16x16x32_i8', 'gfx942', [-128], [-128], 2 ** 31 - 1)).toBe(
    -(2 ** 31) + 16383,
  );
});

it('f64 is fused', () => {
  const e = 2 ** -30;
  // (1 + e)(1 - e) = 1 - e^2, which a product of its own would round to 1.
  expect(dot('v_mfma_f64_16x16x4_f64', 'gfx942', [1 + e], [1 - e], -1)).toBe(-(e * e));
  expect(fusedMultiplyAdd(2 ** 1000, 2, 1)).toBe(2 ** 1001);
  expect(fusedMultiplyAdd(Infinity, 1, 1)).toBe(Infinity);
});

it('the fused multiply-add of f64 agrees with exact arithmetic on integers', () => {
  const whole = integer({ min: -(2 ** 30), max: 2 ** 30 });
  assert(
    property(whole, whole, whole, whole, (x, y, z, w) => {
      const [a, b, c] = [x * 2 ** 10 + y, z * 2 ** 10 + w, y * w];
      const exact = BigInt(a) * BigInt(b) + BigInt(c);
      expect(fusedMultiplyAdd(a, b, c)).toBe(Number(exact));
    }),
  );
});

it('leaves other registers alone', () => {
  const wave = new Wave(0, 0);
  wave.u.fill(0x3c003c00);
  const d = registers(D, 4);
  run(
    instruction('v_mfma_f32_16x16x16_f16', [d, registers(A, 2), registers(B, 2), d]),
    'gfx942',
    wave,
  );
  expect(wave.u.findIndex((bits) => bits !== 0x3c003c00)).toBe(D * LANES);
  expect(wave.u.findLastIndex((bits) => bits !== 0x3c003c00)).toBe((D + 4) * LANES - 1);
});
