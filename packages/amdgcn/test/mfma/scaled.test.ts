/** The f8f6f4 forms: every pair of formats, scales per row and block, bytes of the scale, the split form. */
import { matrixInstructions, type MatrixInstruction } from '@ldscope/core';
import { describe, expect, it } from 'vitest';
import { LANES, Wave } from '../../src/state/wave.ts';
import type { ModifierValue, Operand } from '../../src/text/program.ts';
import {
  a,
  BITS,
  compile,
  counts,
  encode,
  halvesPlace,
  instruction,
  put,
  random,
  registers,
  resultPlace,
  run,
  take,
  type Place,
} from './harness.ts';

const FORMATS = ['fp8', 'bf8', 'fp6', 'bf6', 'fp4'] as const;
const rows = matrixInstructions.filter((row) => row.a === 'f8f6f4');
const A = 0;
const B = 8;
const C = a(0);
const D = a(16);
const SCALE_A = 60;
const SCALE_B = 61;
const INTEGERS = [0, 1, -1, 2, -2, 3, -3, 4];

/** 8-bit data in two halves of K; narrower data 32 consecutive k in a lane. */
function place(row: MatrixInstruction, type: string, i: number, k: number): Place {
  if (BITS[type] === 8) return halvesPlace(row, i, k);
  return { lane: row.m * Math.floor(k / 32) + i, element: k % 32 };
}

interface Filled {
  readonly wave: Wave;
  readonly left: (i: number, k: number) => number;
  readonly right: (k: number, j: number) => number;
}

function fill(row: MatrixInstruction, typeA: string, typeB: string): Filled {
  const wave = new Wave(0, 0);
  const next = random(row.k + typeA.length * 3 + typeB.length);
  const pick = (): number => INTEGERS[Math.floor(next() * INTEGERS.length)] ?? 0;
  const left = new Float64Array(row.m * row.k).map(pick);
  const right = new Float64Array(row.m * row.k).map(pick);
  for (let i = 0; i < row.m; i++) {
    for (let k = 0; k < row.k; k++) {
      const [x, y] = [left[i * row.k + k] ?? 0, right[k * row.m + i] ?? 0];
      put(wave, A, BITS[typeA] ?? 0, place(row, typeA, i, k), encode(typeA, 'gfx950', x));
      put(wave, B, BITS[typeB] ?? 0, place(row, typeB, i, k), encode(typeB, 'gfx950', y));
    }
    for (let j = 0; j < row.m; j++) {
      put(wave, C, 32, resultPlace(row, i, j, 0), encode('f32', 'gfx950', i - 2 * j));
    }
  }
  return {
    wave,
    left: (i, k) => left[i * row.k + k] ?? 0,
    right: (k, j) => right[k * row.m + j] ?? 0,
  };
}

function of(
  row: MatrixInstruction,
  typeA: string,
  typeB: string,
  scales: readonly Operand[] = [],
  modifiers: Readonly<Record<string, ModifierValue>> = {},
) {
  const { result } = counts(row, 8);
  const name = scales.length > 0 ? row.name.replace('v_mfma_', 'v_mfma_scale_') : row.name;
  const formats: Record<string, ModifierValue> = { ...modifiers };
  const [cbsz, blgp] = [typeA, typeB].map((type) => FORMATS.indexOf(type as 'fp8'));
  // The assembler leaves out what is 0.
  if (cbsz !== undefined && cbsz > 0) formats['cbsz'] = cbsz;
  if (blgp !== undefined && blgp > 0) formats['blgp'] = blgp;
  return instruction(
    name,
    [
      registers(D, result),
      registers(A, BITS[typeA] ?? 0),
      registers(B, BITS[typeB] ?? 0),
      registers(C, result),
      ...scales,
    ],
    formats,
  );
}

function check(
  row: MatrixInstruction,
  { wave, left, right }: Filled,
  scaleA: (i: number, block: number) => number = () => 1,
  scaleB: (j: number, block: number) => number = () => 1,
) {
  for (let i = 0; i < row.m; i++) {
    for (let j = 0; j < row.m; j++) {
      let sum = i - 2 * j;
      for (let k = 0; k < row.k; k++) {
        const block = Math.floor(k / 32);
        sum += left(i, k) * right(k, j) * scaleA(i, block) * scaleB(j, block);
      }
      expect(take(wave, D, 'f32', resultPlace(row, i, j, 0))).toBe(sum);
    }
  }
}

for (const row of rows) {
  describe(row.name, () => {
    for (const typeA of FORMATS) {
      for (const typeB of FORMATS) {
        it(`${typeA} x ${typeB}`, () => {
          const filled = fill(row, typeA, typeB);
          run(of(row, typeA, typeB), 'gfx950', filled.wave);
          check(row, filled);
        });
        it(`${typeA} x ${typeB} with a scale for each 32 k`, () => {
          const filled = fill(row, typeA, typeB);
          const exponentA = (lane: number): number => (lane % 5) - 2;
          const exponentB = (lane: number): number => (lane % 3) - 1;
          for (let lane = 0; lane < LANES; lane++) {
            const [x, y] = [127 + exponentA(lane), 127 + exponentB(lane)];
            put(filled.wave, SCALE_A, 8, { lane, element: 1 }, BigInt(x));
            put(filled.wave, SCALE_B, 8, { lane, element: 2 }, BigInt(y));
          }
          const scales = [registers(SCALE_A, 1), registers(SCALE_B, 1)];
          const select = { op_sel: [1, 0, 0], op_sel_hi: [0, 1, 0] };
          run(of(row, typeA, typeB, scales, select), 'gfx950', filled.wave);
          check(
            row,
            filled,
            (i, block) => 2 ** exponentA(row.m * block + i),
            (j, block) => 2 ** exponentB(row.m * block + j),
          );
        });
      }
    }

    it('the scale 255 is not a number, 0 is 2^-127', () => {
      const filled = fill(row, 'fp4', 'fp4');
      filled.wave.u.fill(127, SCALE_A * LANES, (SCALE_B + 1) * LANES);
      filled.wave.u[SCALE_A * LANES + 3] = 255;
      filled.wave.u[SCALE_A * LANES + 4] = 0;
      const scales = [registers(SCALE_A, 1), registers(SCALE_B, 1)];
      run(of(row, 'fp4', 'fp4', scales), 'gfx950', filled.wave);
      expect(take(filled.wave, D, 'f32', resultPlace(row, 3, 0, 0))).toBeNaN();
      expect(take(filled.wave, D, 'f32', resultPlace(row, 4, 0, 0))).not.toBeNaN();
    });

    it('scales loaded by the instruction before are used once', () => {
      const scales = [registers(SCALE_A, 1), registers(SCALE_B, 1)];
      const load = compile(
        instruction('v_mfma_ld_scale_b32', scales, { op_sel_hi: [0, 0] }),
        'gfx950',
        6,
      );
      const multiply = compile(of(row, 'fp8', 'fp6'), 'gfx950', 7);
      const later = compile(of(row, 'fp8', 'fp6'), 'gfx950', 8);
      for (const [step, scale] of [
        [multiply.step, 4],
        [later.step, 1],
      ] as const) {
        const filled = fill(row, 'fp8', 'fp6');
        filled.wave.u.fill(128, SCALE_A * LANES, (SCALE_B + 1) * LANES);
        load.step?.(filled.wave);
        step?.(filled.wave);
        check(row, filled, () => scale);
        multiply.step?.(filled.wave);
        check(row, filled);
      }
    });

    it('without op_sel_hi a load of scales takes byte 2, a scalar its exponent bits', () => {
      const filled = fill(row, 'fp8', 'fp8');
      filled.wave.u.fill(0x00800000, SCALE_A * LANES, (SCALE_A + 1) * LANES);
      const operands: Operand[] = [registers(SCALE_A, 1), { kind: 'float', value: 4 }];
      compile(instruction('v_mfma_ld_scale_b32', operands), 'gfx950', 0).step?.(filled.wave);
      compile(of(row, 'fp8', 'fp8'), 'gfx950', 1).step?.(filled.wave);
      check(
        row,
        filled,
        () => 2,
        () => 4,
      );
    });

    it('registers follow the format, other formats are reported', () => {
      const wrong = instruction(row.name, of(row, 'fp8', 'fp8').operands, { blgp: 4 });
      expect(compile(wrong, 'gfx950').reports).toEqual([
        `${row.name}: B (fp4) has to be 4 vector registers`,
      ]);
      const unknown = instruction(row.name, of(row, 'fp8', 'fp8').operands, { cbsz: 5 });
      expect(compile(unknown, 'gfx950').reports).toEqual([`${row.name}: cbsz:5 is not supported`]);
      expect(compile(of(row, 'fp8', 'fp8'), 'gfx942').reports).toEqual([
        `${row.name}: use on gfx942 is not supported`,
      ]);
    });
  });
}
