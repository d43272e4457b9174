/** Products in WebAssembly are those of plain TypeScript, bit for bit: on all bits that registers can have. */
import { giveRegisters, takeRegisters } from '../../src/state/register-memory.ts';
import { elementsPerLane, matrixInstructions, matrixNames } from '@ldscope/core';
import { describe, expect, it } from 'vitest';
import { LANES, Wave } from '../../src/state/wave.ts';
import type { Target } from '../../src/state/target.ts';
import { plainStep } from '../../src/isa/mfma/dense.ts';
import { simdStep } from '../../src/isa/mfma/simd.ts';
import { random } from './harness.ts';

const TARGETS: readonly Target[] = ['gfx90a', 'gfx942', 'gfx950'];
const rows = matrixInstructions.filter(
  (row) => !row.sparse && row.a !== 'f8f6f4' && row.d !== 'f64',
);

const [A, B, D] = [0, 8 * LANES, 64 * LANES];
const places = { a: A, b: B, d: D, setC: () => {} };

/** Any bits, or those of numbers that are near enough to each other for sums to have digits in common. */
const FILLS: Readonly<Record<string, (next: () => number) => number>> = {
  'all bits': (next) => Math.floor(next() * 2 ** 32),
  'small exponents': (next) => Math.floor(next() * 2 ** 32) & 0xbfffbfff,
  'denormals, zeros and ones': (next) =>
    [0, 0x80008000, 0x00010001, 0x007f007f, 0x3c003c00, 0x03ff83ff, 0x3f803f80][
      Math.floor(next() * 7)
    ] ?? 0,
};

/** Registers as numbers; all NaN are one, as no instruction tells them apart. */
const values = (wave: Wave, integer: boolean, count: number): number[] =>
  Array.from((integer ? wave.i : wave.f).subarray(D, D + count));

for (const target of TARGETS) {
  describe(target, () => {
    for (const row of rows) {
      const [name] = matrixNames(row, target);
      if (name === undefined) continue;
      it(name, () => {
        const plain = plainStep(row, target, places);
        const simd = simdStep(row, target, places, plain);
        expect(simd).toBeDefined();
        const integer = row.d === 'i32';
        for (const fill of Object.values(FILLS)) {
          const next = random(row.m + row.k);
          const registers = takeRegisters();
          const [first, second] = [new Wave(0, 0), new Wave(0, 0)];
          const inPlace = new Wave(0, 0, undefined, registers);
          expect(inPlace.base).toBeGreaterThan(0);
          for (let i = 0; i < D + 32 * LANES; i++) first.u[i] = fill(next);
          second.u.set(first.u);
          inPlace.u.set(first.u);
          simd?.(first);
          simd?.(inPlace);
          plain(second);
          const count = LANES * elementsPerLane(row).result;
          expect(values(first, integer, count)).toEqual(values(second, integer, count));
          expect(values(inPlace, integer, count)).toEqual(values(second, integer, count));
          giveRegisters([registers]);
        }
      });
    }
  });
}
