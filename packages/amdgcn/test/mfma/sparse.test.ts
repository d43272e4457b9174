/** Every sparse instruction: against a triple loop, against published probes of hardware, and its index sets. */
import { matrixInstructions, matrixNames, type MatrixInstruction } from '@ldscope/core';
import { describe, expect, it } from 'vitest';
import { LANES, Wave } from '../../src/state/wave.ts';
import type { Target } from '../../src/state/target.ts';
import {
  a,
  BITS,
  compile,
  counts,
  encode,
  halvesPlace,
  instruction,
  plainPlace,
  put,
  random,
  registers,
  resultPlace,
  run,
  take,
  type Place,
} from './harness.ts';

const A = a(2);
const B = 16;
const D = 64;
const INDEX = 40;

const sparse = matrixInstructions.filter((row) => row.sparse);
const PAIRS: readonly (readonly [number, number])[] = [
  [0, 1],
  [0, 2],
  [0, 3],
  [1, 2],
  [1, 3],
  [2, 3],
];

/** Only gfx950 has these, and their B goes in two halves. */
const isWide = (row: MatrixInstruction): boolean => row.passes.gfx942 === undefined;

const placeB = (row: MatrixInstruction, j: number, k: number): Place =>
  isWide(row) ? halvesPlace(row, j, k) : plainPlace(row, j, k, 0);

/** Lane and place of the `which`-th value of a group of four k, and bit of its index in a set. */
function placeA({ m, k }: MatrixInstruction, i: number, four: number, which: number) {
  const foursPerLane = k / 4 / (64 / m);
  const inLane = four % foursPerLane;
  return {
    lane: m * Math.floor(four / foursPerLane) + i,
    element: 2 * inLane + which,
    bit: 4 * inLane + 2 * which,
  };
}

const bitsPerSet = ({ m, k }: MatrixInstruction): number => k / (64 / m);

function of(row: MatrixInstruction, modifiers: Readonly<Record<string, number>> = {}) {
  const { source, result } = counts(row);
  return instruction(
    row.name,
    [registers(D, result), registers(A, source / 2), registers(B, source), registers(INDEX, 1)],
    modifiers,
  );
}

function random4to2(row: MatrixInstruction, target: Target, set: number) {
  const wave = new Wave(0, 0);
  const next = random(row.m * row.k + set);
  const small = (): number => Math.floor(next() * 5) - 2;
  // What is not part of the set must not matter.
  for (let lane = 0; lane < LANES; lane++) wave.u[INDEX * LANES + lane] = next() * 2 ** 32;
  const dense = Array.from({ length: row.m }, () => new Float64Array(row.k));
  const right = Array.from({ length: row.k }, () => new Float64Array(row.m));
  for (let i = 0; i < row.m; i++) {
    for (let four = 0; four < row.k / 4; four++) {
      const pair = PAIRS[Math.floor(next() * 6)] ?? [0, 1];
      for (const which of [0, 1] as const) {
        const value = small();
        const place = placeA(row, i, four, which);
        put(wave, A, BITS[row.a] ?? 0, place, encode(row.a, target, value));
        const bit = set * bitsPerSet(row) + place.bit;
        const two = { lane: place.lane, element: bit / 2 };
        put(wave, INDEX, 2, two, BigInt(pair[which]));
        const line = dense[i];
        if (line !== undefined) line[4 * four + pair[which]] = value;
      }
    }
    for (let k = 0; k < row.k; k++) {
      const value = small();
      put(wave, B, BITS[row.b] ?? 0, placeB(row, i, k), encode(row.b, target, value));
      const line = right[k];
      if (line !== undefined) line[i] = value;
    }
    for (let j = 0; j < row.m; j++) {
      const place = resultPlace(row, i, j, 0);
      put(wave, D, 32, place, encode(row.d, target, i - j));
    }
  }
  return { wave, dense, right };
}

function check(row: MatrixInstruction, target: Target, set: number, cbsz = 0, abid = set) {
  const { wave, dense, right } = random4to2(row, target, set);
  run(of(row, { cbsz, abid }), target, wave);
  for (let i = 0; i < row.m; i++) {
    for (let j = 0; j < row.m; j++) {
      let sum = i - j;
      for (let k = 0; k < row.k; k++) sum += (dense[i]?.[k] ?? 0) * (right[k]?.[j] ?? 0);
      expect(take(wave, D, row.d, resultPlace(row, i, j, 0))).toBe(sum);
    }
  }
}

for (const target of ['gfx942', 'gfx950'] as const) {
  describe(target, () => {
    for (const row of sparse) {
      if (matrixNames(row, target).length === 0) continue;
      const sets = 32 / bitsPerSet(row);
      it(`${row.name}: ${sets} index set${sets === 1 ? '' : 's'}`, () => {
        for (let set = 0; set < sets; set++) check(row, target, set);
        check(row, target, 0, 1, 3);
        expect(compile(of(row, { abid: sets }), target).reports).toEqual([
          `${row.name}: index set ${sets} of ${sets} is not supported`,
        ]);
      });
    }
  });
}

it('values of B that A does not select do not matter, not even infinities', () => {
  const row = sparse.find(({ name }) => name === 'v_smfmac_f32_16x16x32_f16');
  if (row === undefined) throw new Error('no row');
  const wave = new Wave(0, 0);
  // Every pair is 0 and 1; k = 2 and 3 of each four are infinite.
  wave.u.fill(0x44444444, INDEX * LANES, (INDEX + 1) * LANES);
  for (let j = 0; j < 16; j++) {
    for (let k = 0; k < 32; k++) {
      put(wave, B, 16, placeB(row, j, k), k % 4 < 2 ? 0x3c00n : 0x7c00n);
    }
  }
  run(of(row), 'gfx942', wave);
  expect(take(wave, D, 'f32', resultPlace(row, 3, 4, 0))).toBe(0);
});

/**
 * One-hot probes on gfx950: element `x` of A in lane group `g` meets element `slot` of B in group `to`, when each
 * index selects the first two (`+ 2`: the last two) of four.
 */
describe('probes of gfx950', () => {
  const probes = [
    {
      name: 'v_smfmac_f32_16x16x64_f16',
      elements: 8,
      one: 0x3c00n,
      slot: (x: number, g: number) => 8 * (g >> 1) + 4 * ((x % 4) >> 1) + (x % 2),
      to: (x: number, g: number) => 2 * (g % 2) + (x >> 2),
    },
    {
      name: 'v_smfmac_f32_16x16x128_fp8_fp8',
      elements: 16,
      one: 0x38n,
      slot: (x: number, g: number) => 16 * (g >> 1) + 4 * ((x % 8) >> 1) + (x % 2),
      to: (x: number, g: number) => 2 * (g % 2) + (x >> 3),
    },
  ] as const;
  for (const { name, elements, one, slot, to } of probes) {
    it(name, () => {
      const row = sparse.find((each) => each.name === name);
      if (row === undefined) throw new Error(name);
      const bits = BITS[row.a] ?? 0;
      for (const [selector, shift] of [
        [0x44444444, 0],
        [0xeeeeeeee, 2],
      ] as const) {
        for (let g = 0; g < 4; g++) {
          for (let x = 0; x < elements; x++) {
            const wave = new Wave(0, 0);
            wave.u.fill(selector, INDEX * LANES, (INDEX + 1) * LANES);
            put(wave, A, bits, { lane: 16 * g + 5, element: x }, one);
            const hit = { lane: 16 * to(x, g) + 9, element: slot(x, g) + shift };
            put(wave, B, bits, hit, one);
            run(of(row), 'gfx950', wave);
            expect(take(wave, D, 'f32', resultPlace(row, 5, 9, 0))).toBe(1);
          }
        }
      }
    });
  }
});
