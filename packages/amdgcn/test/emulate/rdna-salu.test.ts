/** Scalar instructions that only RDNA has, or has under other names: values against plain arithmetic. */
import { describe, expect, it } from 'vitest';
import { fma } from '@ldscope/core/arithmetic';
import { saluRows } from '../../src/isa/salu/salu.ts';
import { EXEC, M0, type Wave } from '../../src/state/wave.ts';
import { existsOn, type Target } from '../../src/state/target.ts';
import { bench, executed } from './harness.ts';

const bits = (value: number): number => new Uint32Array(Float32Array.of(value).buffer)[0] ?? 0;
const float = (value: number): number => new Float32Array(Uint32Array.of(value).buffer)[0] ?? 0;

/** Runs a line with words in s4, s5, ... and gives the wave. */
function after(line: string, words: readonly number[], target: Target = 'gfx1201'): Wave {
  const { wave, run } = bench(target);
  wave.s.set(words, 4);
  run(line);
  return wave;
}

const one = (line: string, words: readonly number[], target?: Target): number =>
  after(line, words, target).s[0] ?? 0;

/** Operands, and what the result and scc are; scc `undefined` where it is kept. */
type Case = readonly [
  line: string,
  words: readonly number[],
  result: number,
  scc?: 0 | 1 | undefined,
];

const A = 0xf0f0_1234;
const B = 0x0ff0_ff0f;

const words: readonly Case[] = [
  ['s_and_not1_b32 s0, s4, s5', [A, B], (A & ~B) >>> 0, 1],
  ['s_or_not1_b32 s0, s4, s5', [A, B], (A | ~B) >>> 0, 1],
  ['s_ctz_i32_b32 s0, s4', [0x50], 4],
  ['s_ctz_i32_b64 s0, s[4:5]', [0, 0x50], 36],
  ['s_clz_i32_u32 s0, s4', [0x50], 25],
  ['s_clz_i32_u64 s0, s[4:5]', [0x50, 0], 57],
  ['s_cls_i32 s0, s4', [0xffff_0000], 16],
  ['s_cls_i32_i64 s0, s[4:5]', [0, 0xffff_0000], 16],
  ['s_add_co_u32 s0, s4, s5', [0xffff_ffff, 2], 1, 1],
  ['s_sub_co_u32 s0, s4, s5', [1, 2], 0xffff_ffff, 1],
  ['s_add_co_i32 s0, s4, s5', [0x7fff_ffff, 1], 0x8000_0000, 1],
  ['s_sub_co_i32 s0, s4, s5', [5, 7], 0xffff_fffe, 0],
  ['s_add_co_ci_u32 s0, s4, s5', [5, 7], 12, 0],
  ['s_sub_co_ci_u32 s0, s4, s5', [5, 7], 0xffff_fffe, 1],
  ['s_mov_b32 s0, s4\ns_addk_co_i32 s0, 0xfffe', [5], 3, 0],
  ['s_pack_hl_b32_b16 s0, s4, s5', [A, B], ((B << 16) | (A >>> 16)) >>> 0],
  ['s_cvt_pk_rtz_f16_f32 s0, s4, s5', [bits(1), bits(-2)], 0xc000_3c00],
  ['s_cvt_hi_f32_f16 s0, s4', [0x3c00_c000], bits(1)],
  ['s_cvt_f32_f16 s0, s4', [0x3c00_c000], bits(-2)],
  ['s_cvt_f16_f32 s0, s4', [bits(1.5)], 0x3e00],
  ['s_cvt_f32_i32 s0, s4', [0xffff_ffff], bits(-1)],
  ['s_cvt_f32_u32 s0, s4', [0xffff_ffff], bits(2 ** 32)],
  ['s_cvt_i32_f32 s0, s4', [bits(-3.7)], 0xffff_fffd],
  ['s_cvt_u32_f32 s0, s4', [bits(3.7)], 3],
  ['s_add_f16 s0, s4, 1.0', [0x3c00], 0x4000],
  ['s_sub_f16 s0, s4, s5', [0x3c00, 0x4000], 0xbc00],
  ['s_mul_f16 s0, s4, 2.0', [0xc000], 0xc400],
  ['s_mov_b32 s0, 0x3c00\ns_fmac_f16 s0, s4, s5', [0x4000, 0x4000], 0x4500],
  ['s_fmaak_f32 s0, s4, s5, 0x40400000', [bits(2), bits(5)], bits(13)],
  ['s_fmamk_f32 s0, s4, 0x40400000, s5', [bits(2), bits(5)], bits(11)],
  ['s_minimum_f32 s0, s4, s5', [bits(-3), bits(5)], bits(-3)],
  ['s_maximum_f16 s0, s4, s5', [0x3c00, 0x4000], 0x4000],
];

describe('scalar words of RDNA 4', () => {
  it.each(words.map((row) => [row[0], row] as const))('%s', (_, [line, given, result, scc]) => {
    const wave = after(line, given);
    expect(wave.s[0]).toBe(result);
    if (scc !== undefined) expect(wave.scc).toBe(scc);
  });

  it('are those of CDNA under its names on RDNA 3', () => {
    expect(one('s_add_u32 s0, s4, s5', [3, 4], 'gfx1100')).toBe(7);
    expect(after('s_cmpk_eq_u32 s4, 0x5', [5], 'gfx1151').scc).toBe(1);
    expect(() => after('s_cmpk_eq_u32 s4, 0x5', [5])).toThrow();
    expect(() => one('s_add_f32 s0, s4, s5', [0, 0], 'gfx1100')).toThrow();
  });
});

describe('scalar pairs of RDNA 4', () => {
  const pair = (line: string, given: readonly number[]): bigint => {
    const { s } = after(line, given);
    return (BigInt(s[1] ?? 0) << 32n) | BigInt(s[0] ?? 0);
  };
  const samples = [
    [0x2_0000_0001n, 0x4_0000_0003n],
    [2n ** 64n - 1n, 1n],
    [0x9abc_def0_1234_5678n, 0x7654_3210_fedc_ba98n],
  ] as const;
  const results: Readonly<Record<string, (a: bigint, b: bigint) => bigint>> = {
    s_add_nc_u64: (a, b) => a + b,
    s_sub_nc_u64: (a, b) => a - b,
    s_mul_u64: (a, b) => a * b,
  };
  it.each(Object.entries(results))('%s', (name, result) => {
    for (const [a, b] of samples) {
      const given = [...new Uint32Array(BigUint64Array.of(a, b).buffer)];
      const found = pair(`${name} s[0:1], s[4:5], s[6:7]`, given);
      expect(found).toBe(BigInt.asUintN(64, result(a, b)));
    }
  });

  it('s_and_not1_b64 and s_or_not1_b64', () => {
    expect(pair('s_and_not1_b64 s[0:1], s[4:5], s[6:7]', [7, 7, 1, 2])).toBe(0x5_0000_0006n);
    expect(pair('s_or_not1_b64 s[0:1], s[4:5], s[6:7]', [0, 0, 0xffff_fffe, -1])).toBe(1n);
  });
});

describe('scalar floats', () => {
  const samples = [0, -0, 1, -1.5, 3.25e-3, 1e38, 2 ** -140, Infinity, -Infinity, NaN, 0.1];
  const values = samples.map(Math.fround);
  it('compute as the vector ALU does', () => {
    const { wave, run } = bench('gfx1151');
    const after = (line: string, ...words: readonly number[]): number => {
      wave.s.set(words.map(bits), 4);
      run(line);
      return float(wave.s[0] ?? 0);
    };
    for (const a of values) {
      for (const b of values) {
        expect(after('s_add_f32 s0, s4, s5', a, b)).toBe(Math.fround(a + b));
        expect(after('s_sub_f32 s0, s4, s5', a, b)).toBe(Math.fround(a - b));
        expect(after('s_mul_f32 s0, s4, s5', a, b)).toBe(Math.fround(a * b));
      }
      const sum = after('s_mov_b32 s0, s6\ns_fmac_f32 s0, s4, s5', a, 0.1, 7);
      expect(sum).toBe(Math.fround(fma(a, Math.fround(0.1), 7)));
      expect(after('s_ceil_f32 s0, s4', a)).toBe(Math.ceil(a));
      expect(after('s_floor_f32 s0, s4', a)).toBe(Math.floor(a));
      expect(after('s_trunc_f32 s0, s4', a)).toBe(Math.trunc(a));
    }
  });

  it('round to even, and take the smaller and the larger', () => {
    expect(float(one('s_rndne_f32 s0, s4', [bits(2.5)]))).toBe(2);
    for (const [target, name] of [
      ['gfx1151', 'min'],
      ['gfx1201', 'min_num'],
      ['gfx1201', 'min'],
    ] as const) {
      expect(float(one(`s_${name}_f32 s0, s4, s5`, [bits(2), bits(-3)], target))).toBe(-3);
      expect(one(`s_${name}_f16 s0, s4, s5`, [0x3c00, 0x4000], target)).toBe(0x3c00);
      const most = name.replace('min', 'max');
      expect(float(one(`s_${most}_f32 s0, s4, s5`, [bits(NaN), bits(-3)], target))).toBe(-3);
      expect(one(`s_${most}_f16 s0, s4, s5`, [0x3c00, 0x4000], target)).toBe(0x4000);
    }
    for (const name of ['ceil', 'floor', 'trunc', 'rndne'])
      expect(one(`s_${name}_f16 s0, s4`, [0x4200])).toBe(0x4200);
    expect(float(one('s_maximum_f32 s0, s4, s5', [bits(2), bits(-3)]))).toBe(2);
    expect(one('s_minimum_f16 s0, s4, s5', [0x3c00, 0x4000])).toBe(0x3c00);
  });

  const relations: Readonly<Record<string, (a: number, b: number) => boolean>> = {
    lt: (a, b) => a < b,
    eq: (a, b) => a === b,
    le: (a, b) => a <= b,
    gt: (a, b) => a > b,
    lg: (a, b) => Math.abs(a - b) > 0,
    ge: (a, b) => a >= b,
    o: (a, b) => a === a && b === b,
    u: (a, b) => a !== a || b !== b,
    nge: (a, b) => !(a >= b),
    nlg: (a, b) => !(Math.abs(a - b) > 0),
    ngt: (a, b) => !(a > b),
    nle: (a, b) => !(a <= b),
    neq: (a, b) => a !== b,
    nlt: (a, b) => !(a < b),
  };
  const halves: readonly (readonly [number, number])[] = [
    [1, 0x3c00],
    [2, 0x4000],
    [NaN, 0x7e00],
  ];
  it.each(Object.entries(relations))('compare into scc: %s', (relation, holds) => {
    for (const waveSize of [32, 64] as const) {
      const { wave, run } = bench('gfx1201', 4096, false, waveSize);
      wave.setPair(106, 0x1234, 0x5678);
      for (const [a, aHalf] of halves) {
        for (const [b, bHalf] of halves) {
          wave.s.set([bits(a), bits(b), aHalf, bHalf], 4);
          run(`s_cmp_${relation}_f32 s4, s5`);
          expect(wave.scc).toBe(Number(holds(a, b)));
          run(`s_cmp_${relation}_f16 s6, s7`);
          expect(wave.scc).toBe(Number(holds(a, b)));
        }
      }
      // What they borrow of the vector ALU is as it was.
      expect([wave.s[106], wave.s[107], wave.s[EXEC]]).toEqual([0x1234, 0x5678, 0xffff_ffff]);
    }
  });

  it('follow the MODE register', () => {
    const third = [bits(1), bits(3)];
    const line = 's_add_f32 s0, s4, 0x33000000';
    expect(one(line, third)).toBe(bits(1));
    expect(one(`s_round_mode 0x1\n${line}`, third)).toBe(bits(1) + 1);
    expect(one('s_denorm_mode 0x0\ns_add_f32 s0, s4, s4', [1])).toBe(0);
    const modes = 's_round_mode 0xd\ns_denorm_mode 0xb\ns_getreg_b32 s0, hwreg(HW_REG_MODE, 0, 8)';
    expect(one(modes, [])).toBe(0xbd);
    expect(() => one('s_add_f32 s0, exec_lo, s4', [1])).toThrow('exec as a source');
  });
});

describe('masks of waves of 32 lanes', () => {
  const forms: Readonly<Record<string, (a: number, exec: number) => number>> = {
    and: (a, exec) => a & exec,
    or: (a, exec) => a | exec,
    xor: (a, exec) => a ^ exec,
    nand: (a, exec) => ~(a & exec),
    nor: (a, exec) => ~(a | exec),
    xnor: (a, exec) => ~(a ^ exec),
    and_not0: (a, exec) => ~a & exec,
    or_not0: (a, exec) => ~a | exec,
    and_not1: (a, exec) => a & ~exec,
    or_not1: (a, exec) => a | ~exec,
  };
  it.each(Object.entries(forms))('s_%s_saveexec_b32', (name, result) => {
    const { wave, run } = bench('gfx1100');
    wave.s[EXEC] = 0x0ff0_f00f;
    wave.s[4] = A;
    run(`s_${name}_saveexec_b32 s0, s4`);
    const wanted = result(A, 0x0ff0_f00f) >>> 0;
    expect([wave.s[0], wave.s[EXEC], wave.s[EXEC + 1], wave.scc]).toEqual([
      0x0ff0_f00f,
      wanted,
      0,
      Number(wanted !== 0),
    ]);
    const wide = bench('gfx1100', 4096, false, 64);
    wide.wave.setPair(EXEC, 0x0ff0_f00f, 1);
    wide.wave.s.set([A, 3], 4);
    wide.run(`s_${name}_saveexec_b64 s[0:1], s[4:5]`);
    expect([wide.wave.s[EXEC], wide.wave.s[EXEC + 1]]).toEqual([wanted, result(3, 1) >>> 0]);
  });

  it('s_and_not0_wrexec and s_and_not1_wrexec give what exec becomes', () => {
    for (const [name, result] of [
      ['and_not0', ~A & 0xff],
      ['and_not1', A & ~0xff],
    ] as const) {
      const { wave, run } = bench('gfx1100');
      wave.s[EXEC] = 0xff;
      wave.s[4] = A;
      run(`s_${name}_wrexec_b32 s0, s4`);
      expect([wave.s[0], wave.s[EXEC]]).toEqual([result >>> 0, result >>> 0]);
      const wide = bench('gfx1100', 4096, false, 64);
      wide.wave.setPair(EXEC, 0xff, 0);
      wide.wave.s.set([A, 0], 4);
      wide.run(`s_${name}_wrexec_b64 s[0:1], s[4:5]`);
      expect(wide.wave.s[0]).toBe(result >>> 0);
    }
  });

  it('s_movrelsd_2_b32 moves both ends', () => {
    const { wave, run } = bench('gfx1100');
    wave.s[7] = 99;
    wave.s[M0] = (2 << 16) | 3;
    run('s_movrelsd_2_b32 s0, s4');
    expect(wave.s[2]).toBe(99);
  });
});

it('executed every row that CDNA does not have and that computes', () => {
  const steering =
    /^s_(delay_alu|clause|set_inst|code_end|version|wait|ttrace|sleep|barrier|round_mode|denorm_mode)/;
  const own = saluRows.filter(
    ({ mnemonic, targets }) => !existsOn(targets, 'gfx950') && !steering.test(mnemonic),
  );
  expect(own.map(({ mnemonic }) => mnemonic).filter((name) => !executed.has(name))).toEqual([]);
});
