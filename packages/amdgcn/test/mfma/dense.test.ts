/** Every dense matrix instruction on every chip that has it, against a plain triple loop. */
import { matrixInstructions, matrixNames, type MatrixInstruction } from '@ldscope/core';
import { describe, expect, it } from 'vitest';
import type { Target } from '../../src/state/target.ts';
import { Wave } from '../../src/state/wave.ts';
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

const TARGETS: readonly Target[] = ['gfx90a', 'gfx942', 'gfx950'];
const dense = matrixInstructions.filter((row) => !row.sparse && row.a !== 'f8f6f4');

/** Where the operands are: A and B among the vectors, C and D among the accumulators or the other way round. */
const A = 2;
const B = 40;
const C = a(0);
const D = 100;

type Matrix = (block: number, row: number, column: number) => number;

function load(wave: Wave, row: MatrixInstruction, target: Target, left: Matrix, right: Matrix) {
  for (let block = 0; block < row.blocks; block++) {
    for (let i = 0; i < row.m; i++) {
      for (let k = 0; k < row.k; k++) {
        const place = plainPlace(row, i, k, block);
        put(wave, A, BITS[row.a] ?? 0, place, encode(row.a, target, left(block, i, k)));
        put(wave, B, BITS[row.b] ?? 0, place, encode(row.b, target, right(block, k, i)));
      }
    }
  }
}

function loadC(wave: Wave, row: MatrixInstruction, target: Target, values: Matrix) {
  eachResult(row, (block, i, j) =>
    put(
      wave,
      C,
      BITS[row.d] ?? 0,
      resultPlace(row, i, j, block),
      encode(row.d, target, values(block, i, j)),
    ),
  );
}

function eachResult(
  { m, blocks }: MatrixInstruction,
  visit: (block: number, i: number, j: number) => void,
) {
  for (let block = 0; block < blocks; block++) {
    for (let i = 0; i < m; i++) for (let j = 0; j < m; j++) visit(block, i, j);
  }
}

function of(row: MatrixInstruction, name: string) {
  const { source, result } = counts(row);
  return instruction(name, [
    registers(D, result),
    registers(A, source),
    registers(B, source),
    registers(C, result),
  ]);
}

/** A matrix of random values. */
function matrix(size: number, next: () => number): Matrix {
  const values = Float64Array.from({ length: 16 * size * size }, next);
  return (block, i, j) => values[(block * size + i) * size + j] ?? 0;
}

for (const target of TARGETS) {
  describe(target, () => {
    for (const row of dense) {
      const [name] = matrixNames(row, target);
      if (name === undefined) continue;
      const size = Math.max(row.m, row.k);

      it(`${name}: products of integers are exact`, () => {
        const next = random(row.m * row.k);
        const small = () => Math.floor(next() * 7) - 3;
        const [left, right, add] = [matrix(size, small), matrix(size, small), matrix(size, small)];
        const wave = new Wave(0, 0);
        load(wave, row, target, left, right);
        loadC(wave, row, target, add);
        run(of(row, name), target, wave);
        eachResult(row, (block, i, j) => {
          let sum = add(block, i, j);
          for (let k = 0; k < row.k; k++) sum += left(block, i, k) * right(block, k, j);
          expect(take(wave, D, row.d, resultPlace(row, i, j, block))).toBe(sum);
        });
      });

      it(`${name}: the identity moves B to D`, () => {
        const wave = new Wave(0, 0);
        load(
          wave,
          row,
          target,
          (_, i, k) => Number(i === k),
          (block, k, j) => ((block * 7 + k * 5 + j * 3) % 15) - 7,
        );
        run(of(row, name), target, wave);
        eachResult(row, (block, i, j) => {
          const expected = i < row.k ? ((block * 7 + i * 5 + j * 3) % 15) - 7 : 0;
          expect(take(wave, D, row.d, resultPlace(row, i, j, block))).toBe(expected);
        });
      });

      if (row.d === 'i32') continue;
      it(`${name}: products of fractions are within the rounding of the sum`, () => {
        const next = random(row.m + row.k);
        // Few bits of mantissa: exact in every type but fp8 and bf8, where the encoding rounds to the same.
        const few = () => (Math.floor(next() * 8) - 4) * 2 ** Math.floor(next() * 5 - 3);
        const [left, right, add] = [matrix(size, few), matrix(size, few), matrix(size, few)];
        const wave = new Wave(0, 0);
        load(wave, row, target, left, right);
        loadC(wave, row, target, add);
        run(of(row, name), target, wave);
        eachResult(row, (block, i, j) => {
          let sum = add(block, i, j);
          let magnitude = Math.abs(sum);
          for (let k = 0; k < row.k; k++) {
            const product = left(block, i, k) * right(block, k, j);
            sum += product;
            magnitude += Math.abs(product);
          }
          const found = take(wave, D, row.d, resultPlace(row, i, j, block));
          const steps = row.d === 'f64' ? 2 ** -52 : 2 ** -23;
          expect(Math.abs(found - sum)).toBeLessThanOrEqual(row.k * steps * magnitude);
        });
      });
    }

    it('takes every spelling of its assembler and reports the others', () => {
      for (const row of dense) {
        const names = new Set(matrixNames(row, target));
        for (const name of [row.name, row.oldName, ...row.aliases]) {
          if (name === undefined) continue;
          const known = dense.some((other) => matrixNames(other, target).includes(name));
          const { step, reports } = compile(of(row, name), target);
          if (names.has(name)) expect(step).toBeDefined();
          else if (!known) expect(reports).toEqual([`${name}: use on ${target} is not supported`]);
        }
      }
    });
  });
}
