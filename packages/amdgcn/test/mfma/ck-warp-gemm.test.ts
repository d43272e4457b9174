/**
 * CK Tile's warp GEMMs of RDNA4 and gfx1250 on the executed instruction: A, B and D are in the registers that CK's encodings have, and
 * D is the plain product. CK's order of k need not be the hardware's, as long as A and B have the same.
 */
import {
  allElements,
  encodeSmallFloat,
  type GemmType,
  makeDistribution,
  smallFloats,
  type TileDistributionEncoding,
  warpGemm,
} from '@ldscope/core';
import { expect, test } from 'vitest';
import type { Target } from '../../src/state/target.ts';
import { LANES } from '../../src/state/wave.ts';
import { bench } from '../emulate/harness.ts';

const FORMATS: Readonly<Record<string, string>> = {
  f16: 'f16',
  bf16: 'bf16',
  fp8: 'f8E4M3FN',
  bf8: 'f8E5M2',
};

function code(type: GemmType, value: number): number {
  const format = smallFloats[FORMATS[type] ?? ''];
  return format === undefined ? value & 255 : encodeSmallFloat(format, value);
}

/** Row and column of each register of each lane. */
function elementsOf(encoding: TileDistributionEncoding): {
  readonly registers: number;
  readonly of: (lane: number, register: number) => readonly [row: number, column: number];
} {
  const made = makeDistribution(encoding);
  if (!made.ok) throw new Error('no distribution');
  const { registers } = made.value;
  const [rows, columns] = allElements(made.value);
  return {
    registers,
    of: (lane, register) => {
      const at = lane * registers + register;
      return [rows?.[at] ?? 0, columns?.[at] ?? 0];
    },
  };
}

test.each([
  ['gfx1201', 'f16', 16],
  ['gfx1201', 'fp8', 16],
  ['gfx1250', 'f16', 32],
  ['gfx1250', 'bf16', 32],
  ['gfx1250', 'i8', 64],
  ['gfx1250', 'fp8', 64],
  ['gfx1250', 'bf8', 64],
] as const)('%s %s, K = %d', (target: Target, type, k) => {
  const gemm = warpGemm(16, k, target, type);
  if (!gemm.ok) expect.unreachable(gemm.diagnostics[0]?.message);
  const [a, b] = [3, 5].map((step) =>
    Array.from({ length: 16 }, (_, row) =>
      Array.from({ length: k }, (__, q) => ((row * 7 + q * step + ((row * q) >> 2)) % 4) - 1),
    ),
  );
  const { wave, run } = bench(target);
  const operand = elementsOf(gemm.value.operand);
  expect(operand.registers).toBe(k / 2);
  const perRegister = type.endsWith('16') ? 2 : 4;
  const words = operand.registers / perRegister;
  for (const [first, values] of [
    [32, a],
    [64, b],
  ] as const)
    for (let lane = 0; lane < 32; lane++)
      for (let e = 0; e < operand.registers; e++) {
        const [row, q] = operand.of(lane, e);
        const at = LANES * (first + Math.floor(e / perRegister)) + lane;
        const bits =
          code(type, values?.[row]?.[q] ?? 0) << ((32 / perRegister) * (e % perRegister));
        wave.u[at] = ((wave.u[at] ?? 0) | bits) >>> 0;
      }
  const name = gemm.value.instruction.name;
  const signs = type === 'i8' ? ' neg_lo:[1,1,0]' : '';
  run(`${name} v[8:15], v[32:${31 + words}], v[64:${63 + words}], 0${signs}`);
  const result = elementsOf(gemm.value.result);
  const floats = new Float32Array(wave.u.buffer, wave.u.byteOffset, wave.u.length);
  for (let lane = 0; lane < 32; lane++)
    for (let r = 0; r < 8; r++) {
      const [row, column] = result.of(lane, r);
      const wanted = Array.from(
        { length: k },
        (_, q) => (a?.[row]?.[q] ?? 0) * (b?.[column]?.[q] ?? 0),
      );
      const at = LANES * (8 + r) + lane;
      const got = type === 'i8' ? (wave.u[at] ?? 0) | 0 : floats[at];
      expect(got).toBe(wanted.reduce((sum, one) => sum + one, 0));
    }
});

test('what CK has no encoding of is refused', () => {
  for (const [type, k] of [
    ['f32', 4],
    ['fp8', 128],
    ['f16', 16],
  ] as const)
    expect(warpGemm(16, k, 'gfx1250', type).ok).toBe(false);
});
