/** What RDNA moves between lanes and registers: DPP, permutations, registers by M0, halves; and scalars of the vector unit. */
import { describe, expect, test } from 'vitest';
import { rows } from '../../../../test/rows.ts';
import { rdnaLaneRows } from '../../src/isa/valu/rdna-lanes.ts';
import type { Target, WaveSize } from '../../src/state/target.ts';
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
    const more = [
      'bound_ctrl:1',
      'bound_ctrl:0',
      'bound_ctrl:1 fi:1',
      'row_mask:0x5 bank_mask:0xa',
    ];
    const options = ['', 'fi:1', ...(eight ? [] : more)];
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

/** What a lane has after a move; `isOn` says which lanes are active. */
type LaneOf = (lane: number, isOn: (lane: number) => boolean, size: WaveSize) => number;

interface Move {
  readonly target?: Target;
  readonly scalars?: Readonly<Record<number, number>>;
  /** Random lanes are active, instead of all. */
  readonly seed?: number;
  /** What v2 has; register `n` has `1000 n + lane` otherwise. */
  readonly v2?: (lane: number) => number;
  /** By register. */
  readonly after: Readonly<Record<number, LaneOf>>;
}

/** Lanes of v1 that a rule names: what is inactive is kept, zero, or read. */
const permuted =
  (flags: string, sourceOf: (lane: number) => number): LaneOf =>
  (lane, isOn) => {
    if (!isOn(lane)) return lane;
    if (flags.includes('[1') || isOn(sourceOf(lane))) return 1000 + sourceOf(lane);
    return flags.includes(',1]') ? 0 : lane;
  };

const PERMUTATIONS = ['', 'x'].flatMap((x): [string, Move][] => {
  const across = x === 'x' ? 16 : 0;
  const digits = [4, 5, 6, 7, 0, 1, 2, 3, 11, 0, 13, 8, 10, 12, 14, 15];
  const ofDigits = (lane: number): number => ((lane & ~15) + (digits[lane % 16] ?? 0)) ^ across;
  const v2 = (lane: number): number => Math.imul(lane + 1, 0x9e3779b1) >>> 0;
  const ofV2 = (lane: number): number => ((lane & ~15) + (v2(lane) & 15)) ^ across;
  const scalars = { 2: 0x32107654, 3: 0xfeca8d0b };
  return ['', 'op_sel:[1,0]', 'op_sel:[0,1]', 'op_sel:[1,1]'].flatMap((flags): [string, Move][] => [
    [
      `v_permlane${x}16_b32 v0, v1, s2, s3 ${flags}`,
      { seed: 6, scalars, after: { 0: permuted(flags, ofDigits) } },
    ],
    [
      `v_permlane${x}16_var_b32 v0, v1, v2 ${flags}`,
      { target: 'gfx1201', seed: 7, v2, after: { 0: permuted(flags, ofV2) } },
    ],
  ]);
});

/** Registers that M0 adds to: of both ends, or of each its own. */
const BY_M0 = { [M0]: 3 };
const BY_TWO = { [M0]: (5 << 16) | 3 };
const MOVES: readonly (readonly [line: string, move: Move])[] = [
  ...PERMUTATIONS,
  [
    'v_swap_b32 v0, v1',
    {
      seed: 4,
      after: { 0: (l, isOn) => l + (isOn(l) ? 1000 : 0), 1: (l, isOn) => l + (isOn(l) ? 0 : 1000) },
    },
  ],
  // Odd rows of v0 change places with even rows of v1.
  [
    'v_permlane16_swap_b32 v0, v1',
    {
      target: 'gfx1250',
      after: {
        0: (l) => (l & 16 ? 1000 + l - 16 : l),
        1: (l) => (l & 16 ? 1000 + l : l + 16),
      },
    },
  ],
  [
    'v_permlane64_b32 v0, v1',
    { seed: 5, after: { 0: (l, isOn, size) => (size === 64 && isOn(l) ? 1000 + (l ^ 32) : l) } },
  ],
  [
    'v_writelane_b32 v1, s7, 33',
    { scalars: { 7: 7 }, after: { 1: (l, _, size) => (l === 33 % size ? 7 : 1000 + l) } },
  ],
  [
    'v_movreld_b32 v0, v1',
    { seed: 9, scalars: BY_M0, after: { 3: (l, isOn) => (isOn(l) ? 1000 : 3000) + l } },
  ],
  [
    'v_movreld_b32 v1, s9',
    { seed: 9, scalars: { ...BY_M0, 9: 77 }, after: { 4: (l, isOn) => (isOn(l) ? 77 : 4000 + l) } },
  ],
  ['v_movrels_b32 v0, v1', { scalars: BY_M0, after: { 0: (l) => 4000 + l } }],
  ['v_movrelsd_b32 v7, v1', { scalars: BY_M0, after: { 10: (l) => 4000 + l } }],
  ['v_movrelsd_2_b32 v7, v1', { scalars: BY_TWO, after: { 12: (l) => 4000 + l } }],
  [
    'v_swaprel_b32 v7, v1',
    { target: 'gfx1201', scalars: BY_TWO, after: { 12: (l) => 4000 + l, 4: (l) => 12000 + l } },
  ],
];

/** What s5 is in waves of 32 and of 64 lanes. */
const READS = rows`
  v_readfirstlane_b32 s5, v1 | exec: 0xf0     | 1004 | 1004
  v_readfirstlane_b32 s5, v1 | exec: 0 exec_hi: 8 | 1000 | 1035
  v_readlane_b32 s5, v1, s7  | s7: 33         | 1001 | 1033
`;

const FUNCTIONS = ['rcp', 'rsq', 'sqrt', 'exp', 'log'].flatMap((name) =>
  ['f32', 'f16'].map((type) => `${name}_${type}`),
);

describe.each(SIZES)('in waves of %i', (size) => {
  test.each(MOVES)('%s', (line, { target = 'gfx1100', scalars = {}, seed, v2, after }) => {
    const wave = seed === undefined ? numbered(size) : partly(size, seed);
    for (const [index, value] of Object.entries(scalars)) wave.s[Number(index)] = value;
    if (v2 !== undefined) wave.u.set(lanes(size, v2), 2 * LANES);
    const active = lanes(size, (lane) => Number(wave.isActive(lane)));
    run(line, wave, target);
    for (const [register, of] of Object.entries(after))
      expect(lanesOf(wave, Number(register)), `v${register}`).toEqual(
        lanes(size, (lane) => of(lane, (one) => active[one] === 1, size)),
      );
  });

  test.each(READS)('%s with %s', (line, before = '', of32, of64) => {
    const wave = numbered(size);
    const places: Readonly<Record<string, number>> = { exec: EXEC, exec_hi: EXEC + 1, s7: 7 };
    for (const [, name = '', value] of before.matchAll(/(\w+): (\w+)/g))
      if (size === 64 || name !== 'exec_hi') wave.s[places[name] ?? 0] = Number(value);
    expect(run(line, wave, 'gfx1100').s[5]).toBe(Number(size === 32 ? of32 : of64));
  });

  test.each([
    ['v_nop', 'gfx1100'],
    ['v_pipeflush', 'gfx1201'],
  ] as const)('%s changes nothing', (line, target) => {
    expect(run(line, numbered(size), target).u).toEqual(numbered(size).u);
  });

  test('v_swap_b16 changes halves of a lane', () => {
    const wave = newWave(size);
    wave.u.fill(0x11112222, 0, LANES);
    wave.u.fill(0x33334444, LANES, 2 * LANES);
    wave.s[EXEC] = 1;
    run('v_swap_b16 v0.h, v1.l', wave, 'gfx1100');
    expect([wave.u[0], wave.u[LANES]]).toEqual([0x44442222, 0x33331111]);
    expect([wave.u[1], wave.u[LANES + 1]]).toEqual([0x11112222, 0x33334444]);
    run('v_swap_b16 v0.l, v0.h', wave, 'gfx1100');
    expect(wave.u[0]).toBe(0x22224444);
  });

  test('v_movrels_b32 of a register that a wave does not have fails', () => {
    const wave = numbered(size);
    wave.s[M0] = 255;
    run('v_movrels_b32 v0, v1', wave, 'gfx1100');
    expect(wave.failure?.message).toContain('no register v256');
  });

  // Each function of a scalar gives what the vector instruction gives in a lane, with all modifiers.
  test.each(FUNCTIONS)('v_s_%s', (name) => {
    const next = randomWords(10);
    for (const [before, after] of [
      ['', ''],
      ['-', ''],
      ['-|', '| mul:4'],
      ['|', '| div:2 clamp'],
    ] as const) {
      const of = (register: string): string =>
        `_${name} ${register}0, ${before}${register}1${after}`;
      const scalar = compileLine(`v_s${of('s')}`, 'gfx1201', size);
      const vector = compileLine(`v${of('v')}`, 'gfx1201', size);
      const wave = newWave(size);
      for (let round = 0; round < 40; round++) {
        const input = name.endsWith('f16') ? next() & 0xffff : next();
        wave.s[1] = input;
        wave.u[0] = 0;
        wave.u[LANES] = input;
        scalar(wave);
        vector(wave);
        expect(wave.s[0], `${name} of ${input.toString(16)}`).toBe(wave.u[0]);
      }
    }
  });
});

test('every instruction that moves values has a test', () => {
  const lines = [...MOVES, ...READS].map(([line = '']) => line.split(' ')[0] ?? '');
  const tested = new Set(['v_nop', 'v_pipeflush', 'v_swap_b16', ...lines]);
  for (const name of FUNCTIONS) tested.add(`v_s_${name}`);
  expect([...rdnaLaneRows.keys()].filter((name) => !tested.has(name))).toEqual([]);
});
