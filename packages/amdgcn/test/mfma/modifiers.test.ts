/** Broadcasts, negation, constants and registers that overlap. */
import { findMatrixInstruction, type MatrixInstruction } from '@ldscope/core';
import { describe, expect, it } from 'vitest';
import { giveRegisters, takeRegisters } from '../../src/state/register-memory.ts';
import { EXEC, LANES, Wave } from '../../src/state/wave.ts';
import type { Target } from '../../src/state/target.ts';
import type { ModifierValue, Operand } from '../../src/text/program.ts';
import {
  a,
  BITS,
  compile,
  counts,
  encode,
  instruction,
  plainPlace,
  put,
  random,
  registers,
  resultPlace,
  run,
  take,
} from './harness.ts';

const A = 0;
const B = 16;
const D = 64;

function rowOf(name: string, target: Target): MatrixInstruction {
  const row = findMatrixInstruction(name, target);
  if (row === undefined) throw new Error(name);
  return row;
}

/** Fills A and B with small integers and says which. */
function fill(wave: Wave, row: MatrixInstruction, target: Target) {
  const next = random(row.m + row.k + row.blocks);
  const values = { left: new Map<string, number>(), right: new Map<string, number>() };
  for (let block = 0; block < row.blocks; block++) {
    for (let i = 0; i < row.m; i++) {
      for (let k = 0; k < row.k; k++) {
        const [x, y] = [Math.floor(next() * 7) - 3, Math.floor(next() * 7) - 3];
        const place = plainPlace(row, i, k, block);
        put(wave, A, BITS[row.a] ?? 0, place, encode(row.a, target, x));
        put(wave, B, BITS[row.b] ?? 0, place, encode(row.b, target, y));
        values.left.set(`${place.lane} ${place.element}`, x);
        values.right.set(`${place.lane} ${place.element}`, y);
      }
    }
  }
  return values;
}

function of(
  row: MatrixInstruction,
  modifiers: Readonly<Record<string, ModifierValue>>,
  c?: Operand,
  name = row.name,
) {
  const { source, result } = counts(row);
  const zero: Operand = { kind: 'integer', value: 0n };
  return instruction(
    name,
    [registers(D, result), registers(A, source), registers(B, source), c ?? zero],
    modifiers,
  );
}

/** Expects D to be the product when blocks of A and lanes of B are read from elsewhere. */
function check(
  name: string,
  target: Target,
  modifiers: Readonly<Record<string, ModifierValue>>,
  blockOf: (block: number) => number,
  laneOf: (lane: number) => number,
) {
  const row = rowOf(name, target);
  // In the memory of the SIMD unit, which has no broadcasts.
  const own = takeRegisters();
  const wave = new Wave(0, 0, undefined, own);
  const { left, right } = fill(wave, row, target);
  run(of(row, modifiers, undefined, name), target, wave);
  for (let block = 0; block < row.blocks; block++) {
    for (let i = 0; i < row.m; i++) {
      for (let j = 0; j < row.m; j++) {
        let sum = 0;
        for (let k = 0; k < row.k; k++) {
          const x = plainPlace(row, i, k, blockOf(block));
          const y = plainPlace(row, j, k, block);
          const one = left.get(`${x.lane} ${x.element}`) ?? 0;
          sum += one * (right.get(`${laneOf(y.lane)} ${y.element}`) ?? 0);
        }
        expect(take(wave, D, row.d, resultPlace(row, i, j, block))).toBe(sum);
      }
    }
  }
  giveRegisters([own]);
}

const same = (n: number): number => n;

describe('cbsz and abid', () => {
  for (const name of ['v_mfma_f32_4x4x4_16b_f16', 'v_mfma_i32_4x4x4_16b_i8']) {
    for (const cbsz of [1, 2, 3, 4]) {
      it(`${name}: one block of ${2 ** cbsz} is used for all of them`, () => {
        for (const abid of new Set([0, 1, 2 ** cbsz - 1])) {
          const first = (block: number): number => Math.floor(block / 2 ** cbsz) * 2 ** cbsz;
          check(name, 'gfx942', { cbsz, abid }, (block) => first(block) + abid, same);
        }
      });
    }
  }
  it('16 x 16 with four blocks, 32 x 32 with two', () => {
    check('v_mfma_f32_16x16x4_4b_bf16', 'gfx942', { cbsz: 2, abid: 2 }, () => 2, same);
    check('v_mfma_f32_32x32x1_2b_f32', 'gfx950', { cbsz: 1, abid: 1 }, () => 1, same);
    check('v_mfma_f32_32x32x2bf16', 'gfx90a', { cbsz: 1 }, () => 0, same);
  });
  it('more than the blocks there are is reported', () => {
    const row = rowOf('v_mfma_f32_32x32x1_2b_f32', 'gfx942');
    expect(compile(of(row, { cbsz: 2 }), 'gfx942').reports).toEqual([
      `${row.name}: cbsz:2 is not supported`,
    ]);
    expect(compile(of(row, { cbsz: 1, abid: 2 }), 'gfx942').reports).toEqual([
      `${row.name}: abid:2 with cbsz:1 is not supported`,
    ]);
  });
});

describe('blgp', () => {
  const patterns: readonly ((lane: number) => number)[] = [
    same,
    (lane) => lane & 31,
    (lane) => lane | 32,
    (lane) => (lane < 48 ? lane + 16 : lane - 48),
    (lane) => lane & 15,
    (lane) => (lane & 15) | 16,
    (lane) => (lane & 15) | 32,
    (lane) => (lane & 15) | 48,
  ];
  for (const [blgp, laneOf] of patterns.entries()) {
    it(`pattern ${blgp} takes the lanes of B from elsewhere`, () => {
      check('v_mfma_f32_4x4x4_16b_f16', 'gfx942', { blgp }, same, laneOf);
      check('v_mfma_f32_16x16x4f32', 'gfx90a', { blgp }, same, laneOf);
      check('v_mfma_f32_32x32x8f16', 'gfx90a', { blgp }, same, laneOf);
    });
  }
  it('is reported where the instruction has no pattern', () => {
    for (const [name, target] of [
      ['v_mfma_f32_32x32x8_f16', 'gfx942'],
      ['v_mfma_f32_16x16x32_fp8_fp8', 'gfx950'],
      ['v_mfma_f64_16x16x4f64', 'gfx90a'],
    ] as const) {
      const { reports } = compile(of(rowOf(name, target), { blgp: 1 }, undefined, name), target);
      expect(reports).toEqual([`${name}: blgp:1 is not supported`]);
    }
  });
});

describe('neg of f64', () => {
  for (const [x, y, z] of [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
    [1, 1, 1],
  ] as const) {
    it(`neg:[${x},${y},${z}]`, () => {
      const row = rowOf('v_mfma_f64_16x16x4_f64', 'gfx942');
      const plain = new Wave(0, 0);
      fill(plain, row, 'gfx942');
      run(of(row, {}), 'gfx942', plain);
      const wave = new Wave(0, 0);
      fill(wave, row, 'gfx942');
      run(of(row, { neg: [x, y, z] }, { kind: 'float', value: 2 }), 'gfx942', wave);
      for (let i = 0; i < 16; i++) {
        const place = resultPlace(row, i, 3, 0);
        const product = take(plain, D, 'f64', place) * (x === y ? 1 : -1);
        expect(take(wave, D, 'f64', place)).toBe(product + (z === 1 ? -2 : 2));
      }
    });
  }
});

describe('C', () => {
  it('an inline constant has the type of D', () => {
    const values: readonly (readonly [string, Operand, number])[] = [
      ['v_mfma_f32_16x16x16_f16', { kind: 'float', value: 1 }, 1],
      ['v_mfma_f32_16x16x16_f16', { kind: 'integer', value: 0n }, 0],
      ['v_mfma_i32_16x16x32_i8', { kind: 'integer', value: -16n }, -16],
      ['v_mfma_i32_16x16x32_i8', { kind: 'float', value: 1 }, 0x3f800000],
      ['v_mfma_f64_4x4x4_4b_f64', { kind: 'float', value: -0.5 }, -0.5],
    ];
    for (const [name, c, expected] of values) {
      const row = rowOf(name, 'gfx942');
      const wave = new Wave(0, 0);
      run(of(row, {}, c), 'gfx942', wave);
      expect(take(wave, D, row.d, resultPlace(row, 1, 2, 0))).toBe(expected);
    }
  });

  it('may be D, overlap D, and D may overlap A and B', () => {
    const row = rowOf('v_mfma_f32_32x32x8_f16', 'gfx942');
    const { source, result } = counts(row);
    const expected = (to: number, from: number, left: number, right: number): Float32Array => {
      const wave = new Wave(0, 0);
      const next = random(5);
      for (let n = 0; n < LANES * 256; n++) wave.u[n] = 0x3c003800 + Math.floor(next() * 4);
      const clean = new Wave(0, 0);
      clean.u.set(wave.u);
      const move = (row_: number, count: number, at: number): void =>
        void clean.u.copyWithin(LANES * at, LANES * row_, LANES * (row_ + count));
      move(from, result, a(100));
      move(left, source, a(140));
      move(right, source, a(150));
      const operands = (d: number, c: number, x: number, y: number) =>
        instruction(row.name, [
          registers(d, result),
          registers(x, source),
          registers(y, source),
          registers(c, result),
        ]);
      run(operands(a(0), a(100), a(140), a(150)), 'gfx942', clean);
      run(operands(to, from, left, right), 'gfx942', wave);
      expect(wave.f.slice(LANES * to, LANES * (to + result))).toEqual(
        clean.f.slice(LANES * a(0), LANES * (a(0) + result)),
      );
      return wave.f;
    };
    expected(0, 0, 40, 42);
    expected(8, 0, 40, 42);
    expected(0, 8, 40, 42);
    expected(0, 32, 2, 14);
    expected(a(4), a(4), a(40), 42);
  });
});

it('every lane takes part, whatever exec says', () => {
  const row = rowOf('v_mfma_f32_16x16x16_f16', 'gfx942');
  const [whole, masked] = [new Wave(0, 0), new Wave(0, 0)];
  fill(whole, row, 'gfx942');
  fill(masked, row, 'gfx942');
  masked.s[EXEC] = 1;
  masked.s[EXEC + 1] = 0;
  run(of(row, {}), 'gfx942', whole);
  run(of(row, {}), 'gfx942', masked);
  expect(masked.u).toEqual(whole.u);
});

describe('wrong operands are named', () => {
  const row = rowOf('v_mfma_f32_16x16x16_f16', 'gfx942');
  const report = (...operands: Operand[]) =>
    compile(instruction(row.name, operands), 'gfx942').reports;
  it('counts, files and kinds', () => {
    const name = row.name;
    const [d, s] = [registers(0, 4), registers(8, 2)];
    expect(report(registers(0, 2), s, s, d)).toEqual([`${name}: D has to be 4 vector registers`]);
    expect(report(d, registers(8, 4), s, d)).toEqual([`${name}: A has to be 2 vector registers`]);
    expect(report(d, s)).toEqual([`${name}: B has to be 2 vector registers`]);
    expect(report(d, s, s, { kind: 'special', name: 'vcc' })).toEqual([
      `${name}: C has to be 4 vector registers or an inline constant`,
    ]);
    expect(report(registers(254, 4), s, s, d)).toEqual([`${name}: D has to be 4 vector registers`]);
  });
});
