/** What RDNA moves between lanes and registers: DPP, permutations, registers by M0, halves; and scalars of the vector unit. */
import { describe, expect, test } from 'vitest';
import { rdnaLaneRows } from '../../src/isa/valu/rdna-lanes.ts';
import type { WaveSize } from '../../src/state/target.ts';
import { EXEC, LANES, M0, type Wave } from '../../src/state/wave.ts';
import { compileLine, lanesOf, newWave, numbered, randomWords, run } from './harness.ts';

const lanes = (size: WaveSize, of: (lane: number) => number): number[] =>
  Array.from({ length: size }, (_, lane) => of(lane));

/** A wave of a size with random lanes active. */
function partly(size: WaveSize, seed: number): Wave {
  const wave = numbered(size);
  const next = randomWords(seed);
  wave.s[EXEC] = next();
  if (size === 64) wave.s[EXEC + 1] = next();
  return wave;
}

const SIZES = [32, 64] as const;

/** The lane that a control reads; -1 where there is none. */
const CONTROLS: Readonly<Record<string, (lane: number) => number>> = {
  'dpp8:[7,0,3,3,1,6,5,2]': (lane) => (lane & ~7) + ([7, 0, 3, 3, 1, 6, 5, 2][lane % 8] ?? 0),
  'quad_perm:[3,0,1,1]': (lane) => (lane & ~3) + ([3, 0, 1, 1][lane % 4] ?? 0),
  'row_share:5': (lane) => (lane & ~15) + 5,
  'row_xmask:6': (lane) => lane ^ 6,
  'row_shl:3': (lane) => (lane % 16 < 13 ? lane + 3 : -1),
  'row_shr:2': (lane) => (lane % 16 > 1 ? lane - 2 : -1),
  'row_ror:4': (lane) => (lane & ~15) + ((lane + 12) % 16),
  'row_mirror': (lane) => (lane & ~15) + 15 - (lane % 16),
  'row_half_mirror': (lane) => (lane & ~7) + 7 - (lane % 8),
};

describe.each(SIZES)('DPP in waves of %i', (size) => {
  for (const [control, sourceOf] of Object.entries(CONTROLS)) {
    const eight = control.startsWith('dpp8');
    const options = eight
      ? ['', 'fi:1']
      : [
          '',
          'bound_ctrl:1',
          'bound_ctrl:0',
          'fi:1',
          'bound_ctrl:1 fi:1',
          'row_mask:0x5 bank_mask:0xa',
        ];
    test.each(options)(`${control} %s`, (option) => {
      for (let seed = 1; seed <= 3; seed++) {
        const wave = partly(size, seed);
        const active = lanes(size, (lane) => Number(wave.isActive(lane)));
        run(`v_mov_b32_dpp v0, v1 ${control} ${option}`, wave, 'gfx1100');
        const expected = lanes(size, (lane) => {
          const masked =
            option.includes('row_mask') && !((lane >> 4) % 2 === 0 && ((lane >> 2) & 3) % 2 === 1);
          const source = sourceOf(lane);
          if (active[lane] === 0 || masked) return lane;
          const readable = source >= 0 && (active[source] === 1 || option.includes('fi:1'));
          if (readable) return 1000 + source;
          return eight || option.includes('bound_ctrl:1') ? 0 : lane;
        });
        expect(lanesOf(wave, 0)).toEqual(expected);
      }
    });
  }

  test('of the first source alone, with modifiers of the long encoding', () => {
    const wave = newWave(size);
    for (let lane = 0; lane < size; lane++) wave.f[LANES + lane] = lane;
    run('v_add_f32_e64_dpp v0, -v1, |v1| mul:2 row_xmask:1 bound_ctrl:1', wave, 'gfx1201');
    expect(Array.from(wave.f.subarray(0, size))).toEqual(
      lanes(size, (lane) => 2 * (lane - (lane ^ 1))),
    );
  });

  test('of a comparison: lanes without a source have no bit', () => {
    const wave = numbered(size);
    const mask = size === 32 ? 's4' : 's[4:5]';
    run(`v_cmp_lt_u32_e64_dpp ${mask}, v1, v2 row_shl:1`, wave, 'gfx1100');
    expect([wave.s[4], wave.s[5]]).toEqual([0x7fff7fff, size === 64 ? 0x7fff7fff : 0]);
  });
});

const tests: Readonly<Record<string, (size: WaveSize) => void>> = {
  v_nop: (size) => expect(run('v_nop', numbered(size), 'gfx1100').u).toEqual(numbered(size).u),
  v_pipeflush: (size) =>
    expect(run('v_pipeflush', numbered(size), 'gfx1201').u).toEqual(numbered(size).u),
  v_readfirstlane_b32: (size) => {
    const wave = numbered(size);
    wave.s[EXEC] = 0xf0;
    expect(run('v_readfirstlane_b32 s5, v1', wave, 'gfx1100').s[5]).toBe(1004);
    wave.s[EXEC] = 0;
    wave.s[EXEC + 1] = size === 64 ? 8 : 0;
    const first = size === 64 ? 1035 : 1000;
    expect(run('v_readfirstlane_b32 s5, v1', wave, 'gfx1100').s[5]).toBe(first);
  },
  v_readlane_b32: (size) => {
    const wave = numbered(size);
    wave.s[7] = 33;
    expect(run('v_readlane_b32 s5, v1, s7', wave, 'gfx1100').s[5]).toBe(size === 64 ? 1033 : 1001);
  },
  v_writelane_b32: (size) => {
    const wave = numbered(size);
    wave.s[7] = 7;
    run('v_writelane_b32 v1, s7, 33', wave, 'gfx1100');
    const at = size === 64 ? 33 : 1;
    expect(lanesOf(wave, 1)).toEqual(lanes(size, (lane) => (lane === at ? 7 : 1000 + lane)));
  },
  v_permlane16_swap_b32: (size) => swapRows(size),
  v_swap_b32: (size) => {
    const wave = partly(size, 4);
    const active = lanes(size, (lane) => Number(wave.isActive(lane)));
    run('v_swap_b32 v0, v1', wave, 'gfx1100');
    expect(lanesOf(wave, 0)).toEqual(lanes(size, (lane) => lane + 1000 * (active[lane] ?? 0)));
    expect(lanesOf(wave, 1)).toEqual(
      lanes(size, (lane) => lane + 1000 * (1 - (active[lane] ?? 0))),
    );
  },
  v_swap_b16: (size) => {
    const wave = newWave(size);
    wave.u.fill(0x11112222, 0, LANES);
    wave.u.fill(0x33334444, LANES, 2 * LANES);
    wave.s[EXEC] = 1;
    run('v_swap_b16 v0.h, v1.l', wave, 'gfx1100');
    expect([wave.u[0], wave.u[LANES]]).toEqual([0x44442222, 0x33331111]);
    expect([wave.u[1], wave.u[LANES + 1]]).toEqual([0x11112222, 0x33334444]);
    run('v_swap_b16 v0.l, v0.h', wave, 'gfx1100');
    expect(wave.u[0]).toBe(0x22224444);
  },
  v_permlane64_b32: (size) => {
    const wave = partly(size, 5);
    const active = lanes(size, (lane) => Number(wave.isActive(lane)));
    run('v_permlane64_b32 v0, v1', wave, 'gfx1100');
    expect(lanesOf(wave, 0)).toEqual(
      lanes(size, (lane) => (size === 64 && active[lane] === 1 ? 1000 + (lane ^ 32) : lane)),
    );
  },
  ...Object.fromEntries(
    (['v_permlane16_b32', 'v_permlanex16_b32'] as const).map((name) => [
      name,
      (size: WaveSize) => {
        for (const flags of ['', 'op_sel:[1,0]', 'op_sel:[0,1]', 'op_sel:[1,1]']) {
          const wave = partly(size, 6);
          const active = lanes(size, (lane) => Number(wave.isActive(lane)));
          [wave.s[2], wave.s[3]] = [0x32107654, 0xfeca8d0b];
          const digits = [4, 5, 6, 7, 0, 1, 2, 3, 11, 0, 13, 8, 10, 12, 14, 15];
          run(`${name} v0, v1, s2, s3 ${flags}`, wave, 'gfx1100');
          const other = name === 'v_permlanex16_b32' ? 16 : 0;
          permuted(
            wave,
            active,
            flags,
            (lane) => ((lane & ~15) + (digits[lane % 16] ?? 0)) ^ other,
          );
        }
      },
    ]),
  ),
  ...Object.fromEntries(
    (['v_permlane16_var_b32', 'v_permlanex16_var_b32'] as const).map((name) => [
      name,
      (size: WaveSize) => {
        for (const flags of ['', 'op_sel:[1,0]', 'op_sel:[0,1]']) {
          const wave = partly(size, 7);
          const active = lanes(size, (lane) => Number(wave.isActive(lane)));
          const next = randomWords(8);
          for (let lane = 0; lane < size; lane++) wave.u[2 * LANES + lane] = next();
          const digits = lanesOf(wave, 2).map((word) => word & 15);
          run(`${name} v0, v1, v2 ${flags}`, wave, 'gfx1201');
          const other = name === 'v_permlanex16_var_b32' ? 16 : 0;
          permuted(wave, active, flags, (lane) => ((lane & ~15) + (digits[lane] ?? 0)) ^ other);
        }
      },
    ]),
  ),
  v_movreld_b32: (size) => {
    const wave = partly(size, 9);
    wave.s[M0] = 3;
    const active = lanes(size, (lane) => Number(wave.isActive(lane)));
    run('v_movreld_b32 v0, v1', wave, 'gfx1100');
    expect(lanesOf(wave, 3)).toEqual(lanes(size, (lane) => (active[lane] ? 1000 : 3000) + lane));
    wave.s[9] = 77;
    run('v_movreld_b32 v1, s9', wave, 'gfx1100');
    expect(lanesOf(wave, 4)).toEqual(lanes(size, (lane) => (active[lane] ? 77 : 4000 + lane)));
  },
  v_movrels_b32: (size) => {
    const wave = numbered(size);
    wave.s[M0] = 3;
    expect(lanesOf(run('v_movrels_b32 v0, v1', wave, 'gfx1100'), 0)).toEqual(lanesOf(wave, 4));
    wave.s[M0] = 255;
    run('v_movrels_b32 v0, v1', wave, 'gfx1100');
    expect(wave.failure?.message).toContain('no register v256');
  },
  v_movrelsd_b32: (size) => {
    const wave = numbered(size);
    wave.s[M0] = 3;
    run('v_movrelsd_b32 v7, v1', wave, 'gfx1100');
    expect(lanesOf(wave, 10)).toEqual(lanes(size, (lane) => 4000 + lane));
  },
  v_movrelsd_2_b32: (size) => {
    const wave = numbered(size);
    wave.s[M0] = (5 << 16) | 3;
    run('v_movrelsd_2_b32 v7, v1', wave, 'gfx1100');
    expect(lanesOf(wave, 12)).toEqual(lanes(size, (lane) => 4000 + lane));
  },
  v_swaprel_b32: (size) => {
    const wave = numbered(size);
    wave.s[M0] = (5 << 16) | 3;
    run('v_swaprel_b32 v7, v1', wave, 'gfx1201');
    expect(lanesOf(wave, 12)).toEqual(lanes(size, (lane) => 4000 + lane));
    expect(lanesOf(wave, 4)).toEqual(lanes(size, (lane) => 12000 + lane));
  },
  ...scalarTests(),
};

/** Odd rows of v0 change places with even rows of v1. */
function swapRows(size: WaveSize): void {
  const wave = numbered(size);
  compileLine('v_permlane16_swap_b32 v0, v1', 'gfx1250', size)(wave);
  expect(lanesOf(wave, 0)).toEqual(lanes(size, (lane) => (lane & 16 ? 1000 + lane - 16 : lane)));
  expect(lanesOf(wave, 1)).toEqual(lanes(size, (lane) => (lane & 16 ? 1000 + lane : lane + 16)));
}

/** Compares v0 with lanes of v1 that a rule names: what is inactive is kept, zero, or read. */
function permuted(
  wave: Wave,
  active: readonly number[],
  flags: string,
  sourceOf: (lane: number) => number,
): void {
  const any = flags.includes('[1');
  const zero = flags.includes(',1]');
  const expected = lanes(wave.size, (lane) => {
    if (active[lane] === 0) return lane;
    if (any || active[sourceOf(lane)] === 1) return 1000 + sourceOf(lane);
    return zero ? 0 : lane;
  });
  expect(lanesOf(wave, 0)).toEqual(expected);
}

/** Each function of a scalar gives what the vector instruction gives in a lane, with all modifiers. */
function scalarTests(): Record<string, (size: WaveSize) => void> {
  const result: Record<string, (size: WaveSize) => void> = {};
  for (const name of ['rcp', 'rsq', 'sqrt', 'exp', 'log']) {
    for (const type of ['f32', 'f16']) {
      result[`v_s_${name}_${type}`] = (size) => {
        const next = randomWords(10);
        for (const [before, after] of [
          ['', ''],
          ['-', ''],
          ['-|', '| mul:4'],
          ['|', '| div:2 clamp'],
        ] as const) {
          const of = (register: string): string =>
            `_${name}_${type} ${register}0, ${before}${register}1${after}`;
          const scalar = compileLine(`v_s${of('s')}`, 'gfx1201', size);
          const vector = compileLine(`v${of('v')}`, 'gfx1201', size);
          const wave = newWave(size);
          for (let round = 0; round < 40; round++) {
            const bits = next();
            const input = type === 'f16' ? bits & 0xffff : bits;
            wave.s[1] = input;
            wave.u[0] = 0;
            wave.u[LANES] = input;
            scalar(wave);
            vector(wave);
            expect(wave.s[0], `${name} of ${input.toString(16)}`).toBe(wave.u[0]);
          }
        }
      };
    }
  }
  return result;
}

describe.each(SIZES)('in waves of %i', (size) => {
  test.each(Object.keys(tests))('%s', (name) => tests[name]?.(size));
});

test('every instruction that moves values has a test', () => {
  expect([...rdnaLaneRows.keys()].filter((name) => !(name in tests))).toEqual([]);
});
