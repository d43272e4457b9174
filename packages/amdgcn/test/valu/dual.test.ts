/** VOPD: both operations read before either writes, whichever registers they share. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { forAll } from '../../../../test/for-all.ts';
import { dualRows } from '../../src/isa/valu/dual-rows.ts';
import { findRow } from '../../src/isa/valu/rows.ts';
import { valuUse } from '../../src/isa/valu/valu.ts';
import { existsOn, type Target } from '../../src/state/target.ts';
import { EXEC, LANES, VCC, type Wave } from '../../src/state/wave.ts';
import { compileLine, newWave, parseLine, randomWords } from './harness.ts';

/** The text of an operation and, for the oracle, of the same operation alone. */
function operation(name: string, target: Target, registers: readonly number[]): [string, string] {
  const row = dualRows().get(name);
  const sources = Array.from({ length: row?.inputs.length ?? 0 }, (_, n) => `v${registers[n + 1]}`);
  if (name.endsWith('fmaak_f32')) sources[2] = '0x40490fdb';
  if (name.endsWith('fmamk_f32')) sources[1] = '0x40490fdb';
  const operands = [`v${registers[0]}`, ...sources].join(', ');
  const alone = name.replace('v_dual_', 'v_');
  const exists = findRow(alone, target) !== undefined;
  const vcc = name.endsWith('cndmask_b32') ? ', vcc_lo' : '';
  return [`${name} ${operands}`, exists ? `${alone} ${operands}${vcc}` : ''];
}

function filled(seed: number): Wave {
  const wave = newWave(32);
  const next = randomWords(seed);
  for (let register = 0; register < 6; register++) {
    for (let lane = 0; lane < 32; lane++) {
      const value = (next() / 2 ** 32 - 0.5) * 64;
      if (next() % 2 === 0) wave.f[register * LANES + lane] = value;
      else wave.u[register * LANES + lane] = next();
    }
  }
  wave.s[VCC] = next();
  wave.s[EXEC] = next();
  return wave;
}

const register = fc.integer({ min: 0, max: 3 });

test.each(['gfx1100', 'gfx1201'] as const)('pairs of %s are as each alone', (target) => {
  const names = [...dualRows().values()]
    .filter(
      ({ chips, mnemonic }) =>
        existsOn(chips, target) && operation(mnemonic, target, [0, 1, 2, 3])[1] !== '',
    )
    .map(({ mnemonic }) => mnemonic);
  expect(names.length).toBeGreaterThan(12);
  forAll(
    [
      fc.constantFrom(...names),
      fc.constantFrom(...names),
      fc.array(register, { minLength: 8, maxLength: 8 }),
      fc.nat(),
    ],
    { seed: 5, numRuns: 300 },
    (x, y, registers, seed) => {
      const [first = 0, ...others] = registers;
      const second = (first + 1 + 2 * (others[6] ?? 0)) % 4;
      const [textX, aloneX] = operation(x, target, [first, ...others]);
      const [textY, aloneY] = operation(y, target, [second, ...others.slice(3)]);
      const [both, onlyX, onlyY] = [filled(seed), filled(seed), filled(seed)];
      compileLine(`${textX} :: ${textY}`, target, 32)(both);
      compileLine(aloneX, target, 32)(onlyX);
      compileLine(aloneY, target, 32)(onlyY);
      for (let n = 0; n < 4; n++) {
        const right = n === second ? onlyY : onlyX;
        const row = (wave: Wave): number[] =>
          Array.from(wave.u.subarray(LANES * n, LANES * (n + 1)));
        expect(row(both), `v${n} of ${textX} :: ${textY}`).toEqual(row(right));
      }
    },
  );
});

test('bf16 products are added to the destination', () => {
  const wave = newWave(32);
  wave.u.fill(0x3f804000, LANES, 2 * LANES);
  wave.u.fill(0x40404080, 2 * LANES, 3 * LANES);
  wave.f.fill(0.5, 0, LANES);
  compileLine('v_dual_dot2acc_f32_bf16 v0, v1, v2 :: v_dual_mov_b32 v1, v0', 'gfx1100', 32)(wave);
  expect([wave.f[0], wave.f[LANES]]).toEqual([0.5 + 2 * 4 + 3, 0.5]);
});

test('registers of both operations are named', () => {
  const use = valuUse(parseLine('v_dual_fmac_f32 v0, s2, v1 :: v_dual_cndmask_b32 v3, v4, v5'), {
    target: 'gfx1100',
    waveSize: 32,
  });
  expect(new Set(use?.reads.rows)).toEqual(new Set([0, 1, 4, 5]));
  expect(new Set(use?.reads.scalars)).toEqual(new Set([2, VCC, EXEC]));
  expect(use?.writes.rows).toEqual([0, 3]);
});

test('what VOPD does not have is refused', () => {
  for (const [line, target, size, what] of [
    ['v_dual_mov_b32 v0, v1', 'gfx1100', 32, 'joined by ::'],
    ['v_dual_mov_b32 v0, v1 :: v_mov_b32 v1, v2', 'gfx1100', 32, 'joined by ::'],
    ['v_dual_mov_b32 v0, v1 :: v_dual_mov_b32 v0, v2', 'gfx1100', 32, 'twice'],
    ['v_dual_mov_b32 v0, v1 :: v_dual_mov_b32 v1, v2', 'gfx1100', 64, 'waves of 64'],
    [
      'v_dual_mov_b32 v0, v1 :: v_dual_max_f32 v1, v2, v3',
      'gfx1201',
      32,
      'v_dual_max_f32 on gfx1201',
    ],
  ] as const) {
    expect(() => compileLine(line, target, size), line).toThrow(what);
  }
});
