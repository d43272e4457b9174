/** Products of floats as products of integers are those of plain TypeScript, bit for bit, and are made where floats fit. */
import { afterAll, describe, expect, it } from 'vitest';
import { elementsPerLane, matrixInstructions, matrixNames } from '@ldscope/core';
import { plainStep } from '../../src/isa/mfma/dense.ts';
import { integersOf, simdStep } from '../../src/isa/mfma/simd.ts';
import { giveRegisters, takeRegisters } from '../../src/state/register-memory.ts';
import type { Target } from '../../src/state/target.ts';
import { LANES, Wave } from '../../src/state/wave.ts';
import { encode, random } from './harness.ts';

type Next = () => number;
const below = (next: Next, most: number): number => Math.floor(next() * most);
const sign = (next: Next): number => (next() < 0.5 ? -1 : 1);

/** Elements of A and of B in one binade or several, and whether they fit. `digits` of their type, the hidden one too. */
interface Fill {
  readonly fits: boolean;
  readonly of: (next: Next, digits: number) => number;
  readonly ofB?: Fill['of'];
}

/** `spread`: binades above those that have all digits. */
const multiples =
  (spread: number, unit = 1): Fill['of'] =>
  (next, digits) =>
    sign(next) * below(next, 2 ** digits) * 2 ** below(next, spread + 1) * unit;

const sevenBits: Fill['of'] = (next) => below(next, 255) - 127;

const FILLS: Readonly<Record<string, Fill>> = {
  'whole numbers of 7 bits': { fits: true, of: sevenBits },
  'zeros': { fits: true, of: (next) => (next() < 0.5 ? 0 : -0) },
  'zeros and whole numbers': { fits: true, of: () => 0, ofB: sevenBits },
  'a binade': {
    fits: true,
    of: (next, digits) => 2 ** (digits - 1) + below(next, 2 ** (digits - 1)),
  },
  // f16 has the most: 11 digits and 3 binades are 14 bits.
  'four binades': { fits: true, of: multiples(3) },
  'the largest of 14 bits': {
    fits: true,
    of: (_next, digits) => (2 ** digits - 1) * 2 ** (14 - digits),
  },
  'many binades': { fits: false, of: (next, digits) => multiples(10, 2 ** -9)(next, digits) },
  'an infinity': { fits: false, of: (next) => (next() < 0.02 ? Infinity : 1) },
  'a NaN in B': { fits: false, of: sevenBits, ofB: (next) => (next() < 0.02 ? NaN : 1) },
};

/** Of f16 alone, where the smallest are denormals; and of bf16, where products leave the range of f32. */
const OF_F16: Readonly<Record<string, Fill>> = {
  'denormals': { fits: true, of: (next) => sign(next) * below(next, 1024) * 2 ** -24 },
  'denormals and what follows': {
    fits: true,
    of: (next) => sign(next) * below(next, 2 ** 11) * 2 ** -24,
  },
  'the largest': { fits: true, of: (next) => sign(next) * (65504 - 32 * below(next, 900)) },
};
const OF_BF16: Readonly<Record<string, Fill>> = {
  'small with large': { fits: true, of: multiples(6, 2 ** -70), ofB: multiples(6, 2 ** 60) },
  'products that f32 does not have': { fits: false, of: multiples(6, 2 ** -70) },
  'products that are infinite': { fits: false, of: multiples(6, 2 ** 60) },
  'denormals with large': { fits: true, of: multiples(0, 2 ** -133), ofB: multiples(6, 2 ** 60) },
  'the largest': { fits: false, of: multiples(6, 2 ** 114), ofB: sevenBits },
};

const float = new Float32Array(1);
const bits = new Uint32Array(float.buffer);
const asBits = (value: number): number => {
  float[0] = value;
  return bits[0] ?? 0;
};

/** What D holds before. */
const SUMS: Readonly<Record<string, (next: Next) => number>> = {
  'whole numbers': (next) => asBits(below(next, 2 ** 20) - 2 ** 19),
  'floats of all digits': (next) => asBits((next() - 0.5) * 2 ** (below(next, 40) - 10)),
  'all bits': (next) => below(next, 2 ** 32),
  'specials': (next) =>
    [0, 0x80000000, 1, 0x807fffff, 0x7f800000, 0xff800000, 0x7fc00000, 0x7f7fffff][
      below(next, 8)
    ] ?? 0,
};

const [A, B, D] = [0, 8 * LANES, 64 * LANES];
const places = { a: A, b: B, d: D, setC: () => {} };
const TARGETS: readonly Target[] = ['gfx942', 'gfx950'];
const registers = takeRegisters();
afterAll(() => giveRegisters([registers]));

/** D as numbers: all NaN are one, -0 is not 0. */
const valuesOf = (wave: Wave, count: number): number[] => Array.from(wave.f.subarray(D, D + count));

for (const target of TARGETS) {
  describe(target, () => {
    for (const row of matrixInstructions) {
      const { a: type } = row;
      const [name] = matrixNames(row, target);
      if (name === undefined || row.sparse || (type !== 'f16' && type !== 'bf16')) continue;
      const digits = type === 'f16' ? 11 : 8;
      it(name, () => {
        const plain = plainStep(row, target, places);
        const integers = integersOf(row, target);
        const { operand, result } = elementsPerLane(row);
        const next = random(row.m + row.k);
        const plainWave = new Wave(0, 0);
        const wave = new Wave(0, 0, undefined, registers);
        const fills = { ...FILLS, ...(type === 'f16' ? OF_F16 : OF_BF16) };
        for (const [fill, { fits, of, ofB = of }] of Object.entries(fills)) {
          for (const [from, element] of [
            [A, of],
            [B, ofB],
          ] as const) {
            const some = Array.from({ length: 200 }, () => element(next, digits));
            const halves = some.map((value) => Number(encode(type, target, value)));
            const half = (): number => halves[below(next, halves.length)] ?? 0;
            for (let i = 0; i < (LANES * operand) / 2; i++)
              wave.u[from + i] = half() | (half() << 16);
          }
          const [a, b] = [wave.base + 4 * A, wave.base + 4 * B];
          // It rests after it has not fitted: a new one does not.
          expect(integersOf(row, target)?.convert(a, b), fill).toBe(fits);
          for (const [sums, sum] of Object.entries(SUMS)) {
            for (let i = 0; i < LANES * result; i++) wave.u[D + i] = sum(next);
            plainWave.u.set(wave.u);
            simdStep(row, target, places, plain)?.(wave);
            plain(plainWave);
            const count = LANES * result;
            expect(valuesOf(wave, count), `${fill}, ${sums}`).toEqual(valuesOf(plainWave, count));
          }
        }
        expect(integers).toBeDefined();
      });
    }
  });
}

it('does not ask again at once where floats did not fit', () => {
  const row = matrixInstructions.find(({ name }) => name === 'v_mfma_f32_32x32x8_f16');
  const integers = row && integersOf(row, 'gfx942');
  const wave = new Wave(0, 0, undefined, registers);
  const ask = (times: number): (boolean | undefined)[] =>
    Array.from({ length: times }, () => integers?.convert(wave.base, wave.base + 4 * B));
  wave.u[0] = 0x7c00;
  expect(ask(2)).toEqual([false, false]);
  wave.u[0] = 0;
  // One rests for 1 execution and then, as the third still found nothing, would for 3.
  expect(ask(2)).toEqual([true, true]);
});
