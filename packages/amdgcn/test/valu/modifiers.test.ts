/** Operand forms and modifiers, lane by lane against plain models. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { forAll } from '../../../../test/for-all.ts';
import { AGPR_ROW, LANES, VCC, type Wave } from '../../src/state/wave.ts';
import { bitop3 } from '../../src/isa/valu/generate.ts';
import { compileLine, maskBit, newWave, randomWords, readBits, run, writeBits } from './harness.ts';

const random = (seed: number): Wave => {
  const wave = newWave();
  const next = randomWords(seed);
  for (let n = 0; n < 8 * LANES; n++) wave.u[n] = next();
  for (let n = 0; n < 32; n++) wave.s[n] = next();
  return wave;
};

const floats = (): Wave => {
  const wave = newWave();
  for (let n = 0; n < 8 * LANES; n++) wave.f[n] = Math.fround(Math.sin(n * 7) * 4);
  wave.s[0] = 0xc0200000;
  return wave;
};

const column = (wave: Wave, register: number): number[] =>
  Array.from(wave.f.subarray(register * LANES, (register + 1) * LANES));
const words = (wave: Wave, register: number): number[] =>
  Array.from(wave.u.subarray(register * LANES, (register + 1) * LANES));

describe('sources', () => {
  test('scalars, constants, literals and accumulators', () => {
    const wave = floats();
    wave.f[(AGPR_ROW + 3) * LANES] = 8;
    for (const [operand, value] of [
      ['s0', -2.5],
      ['0.5', 0.5],
      ['1.0', 1],
      ['0x40490fdb', Math.fround(Math.PI)],
      ['a3', 8],
      ['v1', wave.f[LANES] ?? 0],
      ['-s0', 2.5],
      ['|s0|', 2.5],
      ['-|s0|', -2.5],
    ] as const) {
      run(`v_add_f32 v2, ${operand}, v3`, wave);
      expect(wave.f[2 * LANES], operand).toBe(Math.fround(value + (wave.f[3 * LANES] ?? 0)));
    }
    run('v_mov_b32 a4, v1', wave);
    expect(wave.f[(AGPR_ROW + 4) * LANES]).toBe(wave.f[LANES]);
    run('v_add_u32 v2, 64, v3', wave);
    expect(wave.u[2 * LANES]).toBe(((wave.u[3 * LANES] ?? 0) + 64) >>> 0);
    run('v_add_f64 v[2:3], s[2:3], 1.0', wave);
    expect([wave.u[2 * LANES], wave.u[3 * LANES]]).toEqual([0, 0x3ff00000]);
    run('v_mov_b32 v2, exec_hi', wave);
    expect(wave.u[2 * LANES]).toBe(0xffffffff);
    wave.scc = 1;
    run('v_mov_b32 v2, src_scc', wave);
    expect(wave.u[2 * LANES]).toBe(1);
  });

  test('neg and abs on floats, on bits of v_cndmask, on f16 and f64', () => {
    const wave = floats();
    const [a, b] = [column(wave, 0), column(wave, 1)];
    run('v_mul_f32 v2, -v0, |v1|', wave);
    expect(column(wave, 2)).toEqual(a.map((x, lane) => Math.fround(-x * Math.abs(b[lane] ?? 0))));
    wave.s[106] = 0x0000ffff;
    run('v_cndmask_b32_e64 v2, -v0, |v1|, vcc', wave);
    expect(column(wave, 2)).toEqual(a.map((x, lane) => (lane < 16 ? Math.abs(b[lane] ?? 0) : -x)));
    wave.u[0] = 0x3c00;
    run('v_add_f16_e64 v2, -v0, -v0', wave);
    expect(wave.u[2 * LANES]).toBe(0xc000);
    wave.u[0] = 0;
    wave.u[LANES] = 0x3ff00000;
    run('v_add_f64 v[2:3], -v[0:1], -|v[0:1]|', wave);
    expect(wave.u[3 * LANES]).toBe(0xc0000000);
  });

  test('an instruction may overwrite its own sources', () => {
    const wave = random(1);
    const [low, high] = [words(wave, 0), words(wave, 1)];
    run('v_lshlrev_b64 v[0:1], 4, v[0:1]', wave);
    expect(words(wave, 1)).toEqual(
      high.map((x, lane) => ((x << 4) | ((low[lane] ?? 0) >>> 28)) >>> 0),
    );
    run('v_mad_u64_u32 v[0:1], vcc, v0, v1, v[0:1]', wave);
    run('v_pk_add_f32 v[0:1], v[0:1], v[0:1] op_sel:[1,1] op_sel_hi:[0,0]', wave);
  });

  test('operands that cannot be are reported', () => {
    for (const line of [
      'v_add_u32 v0, v1',
      'v_add_f64 v[0:1], v[2:3], v4',
      'v_readlane_b32 v0, v1, s0',
    ])
      expect(() => compileLine(line)).toThrow(/operand/);
    expect(() => compileLine('v_bitop3_b32 v0, v1, v2, v3', 'gfx942')).toThrow(/gfx942/);
  });
});

describe('results', () => {
  test('clamp and output scale of floats', () => {
    const wave = floats();
    const [a, b] = [column(wave, 0), column(wave, 1)];
    run('v_add_f32_e64 v2, v0, v1 clamp', wave);
    const clamped = (x: number): number => Math.max(0, Math.min(1, x));
    expect(column(wave, 2)).toEqual(a.map((x, l) => clamped(Math.fround(x + (b[l] ?? 0)))));
    run('v_add_f32_e64 v2, v0, v1 mul:4', wave);
    expect(column(wave, 2)).toEqual(a.map((x, l) => 4 * Math.fround(x + (b[l] ?? 0))));
    run('v_add_f32_e64 v2, v0, v1 div:2', wave);
    expect(column(wave, 2)).toEqual(a.map((x, l) => Math.fround(x + (b[l] ?? 0)) / 2));
    wave.f[0] = NaN;
    run('v_add_f32_e64 v2, v0, v1 clamp', wave);
    expect(wave.f[2 * LANES]).toBe(0);
  });

  test('clamp of integers saturates', () => {
    const wave = random(2);
    const [a, b] = [words(wave, 0), words(wave, 1)];
    run('v_add_u32_e64 v2, v0, v1 clamp', wave);
    expect(words(wave, 2)).toEqual(a.map((x, l) => Math.min(x + (b[l] ?? 0), 0xffffffff)));
    run('v_sub_u32_e64 v2, v0, v1 clamp', wave);
    expect(words(wave, 2)).toEqual(a.map((x, l) => Math.max(x - (b[l] ?? 0), 0)));
    run('v_add_i32 v2, v0, v1 clamp', wave);
    const wanted = a.map(
      (x, l) => Math.max(-(2 ** 31), Math.min(2 ** 31 - 1, (x | 0) + ((b[l] ?? 0) | 0))) >>> 0,
    );
    expect(words(wave, 2)).toEqual(wanted);
    run('v_pk_add_u16 v2, v0, v1 clamp', wave);
    expect(words(wave, 2)).toEqual(
      a.map((x, l) => {
        const y = b[l] ?? 0;
        const low = Math.min((x & 0xffff) + (y & 0xffff), 0xffff);
        return ((Math.min((x >>> 16) + (y >>> 16), 0xffff) << 16) | low) >>> 0;
      }),
    );
  });

  test.each([
    ['v_mad_u64_u32', BigInt.asUintN, 0n, 2n ** 64n - 1n],
    ['v_mad_i64_i32', BigInt.asIntN, -(2n ** 63n), 2n ** 63n - 1n],
  ] as const)('clamp of %s saturates, its carry says that it did', (mnemonic, as, least, most) => {
    const wave = random(4);
    // Sums near the ends: the addend is what the product lacks to them, give or take.
    for (let lane = 0; lane < LANES; lane++) {
      const product = as(32, readBits(wave, 0, 1, lane)) * as(32, readBits(wave, 1, 1, lane));
      const end = (lane & 1) === 0 ? most : least;
      const addend = as(64, end - product) === end - product ? end - product : end;
      writeBits(wave, 4, 2, lane, BigInt.asUintN(64, addend + BigInt((lane >> 1) % 3) - 1n));
    }
    const sums = Array.from(
      { length: LANES },
      (_, lane) =>
        as(32, readBits(wave, 0, 1, lane)) * as(32, readBits(wave, 1, 1, lane)) +
        as(64, readBits(wave, 4, 2, lane)),
    );
    run(`${mnemonic} v[2:3], vcc, v0, v1, v[4:5] clamp`, wave);
    for (const [lane, sum] of sums.entries()) {
      const wanted = sum > most ? most : sum < least ? least : sum;
      expect(as(64, readBits(wave, 2, 2, lane)), `lane ${lane}`).toBe(wanted);
      expect(maskBit(wave, VCC, lane)).toBe(sum !== wanted);
    }
    expect(sums.some((sum) => sum > most)).toBe(true);
    expect(sums.some((sum) => sum <= most && sum >= least)).toBe(true);
  });

  test('op_sel of 16-bit operations chooses halves of sources and destination', () => {
    const wave = random(3);
    const before = random(3);
    run('v_mad_u16 v2, v0, v1, v3 op_sel:[1,0,1,1]', wave);
    for (let lane = 0; lane < LANES; lane++) {
      const at = (register: number): number => before.u[register * LANES + lane] ?? 0;
      const result = Math.imul(at(0) >>> 16, at(1) & 0xffff) + (at(3) >>> 16);
      expect(wave.u[2 * LANES + lane]).toBe(((result << 16) | (at(2) & 0xffff)) >>> 0);
    }
    run('v_pack_b32_f16 v2, v0, v1 op_sel:[1,0,0]', wave);
    expect(wave.u[2 * LANES]).toBe(
      (((before.u[LANES] ?? 0) << 16) | ((before.u[0] ?? 0) >>> 16)) >>> 0,
    );
  });

  test('op_sel, op_sel_hi and neg of packed operations', () => {
    const wave = newWave();
    wave.u[0] = 0x40003c00;
    wave.u[LANES] = 0x44004200;
    run('v_pk_add_f16 v2, v0, v1 op_sel:[1,0] op_sel_hi:[0,1] neg_lo:[0,1] neg_hi:[1,0]', wave);
    expect(wave.u[2 * LANES]).toBe(0x4200bc00);
    run('v_pk_mul_f16 v2, v0, 2.0 op_sel_hi:[1,0]', wave);
    expect(wave.u[2 * LANES]).toBe(0x44004000);
    for (let n = 0; n < 4; n++) wave.f[n * LANES] = n + 1;
    run('v_pk_add_f32 v[4:5], v[0:1], v[2:3] op_sel:[1,0] op_sel_hi:[0,1] neg_lo:[1,0]', wave);
    expect([wave.f[4 * LANES], wave.f[5 * LANES]]).toEqual([1, 5]);
    wave.s[2] = 0x40a00000;
    run('v_pk_mul_f32 v[4:5], v[0:1], s[2:3] op_sel_hi:[1,0]', wave);
    expect([wave.f[4 * LANES], wave.f[5 * LANES]]).toEqual([5, 10]);
    run('v_pk_mov_b32 v[4:5], v[0:1], v[2:3] op_sel:[1,0]', wave);
    expect([wave.f[4 * LANES], wave.f[5 * LANES]]).toEqual([2, 3]);
  });

  test('mixed precision takes halves where op_sel_hi says so', () => {
    const wave = newWave();
    wave.u[0] = 0x40003c00;
    wave.f[LANES] = 3;
    wave.u[2 * LANES] = 0xc400;
    run('v_fma_mix_f32 v3, v0, -v1, v2 op_sel:[1,0,0] op_sel_hi:[1,0,1]', wave);
    expect(wave.f[3 * LANES]).toBe(-10);
    run('v_fma_mix_f32 v3, |v1|, 1.0, 0.5 op_sel_hi:[0,1,1]', wave);
    expect(wave.f[3 * LANES]).toBe(3.5);
  });

  test('v_bitop3 is its truth table', () => {
    forAll(
      [fc.integer({ min: 0, max: 255 }), fc.integer(), fc.integer(), fc.integer()],
      (table, a, b, c) => {
        let wanted = 0;
        for (let bit = 0; bit < 32; bit++) {
          const index = (((a >> bit) & 1) << 2) | (((b >> bit) & 1) << 1) | ((c >> bit) & 1);
          wanted |= ((table >> index) & 1) << bit;
        }
        const wave = newWave();
        [wave.i[LANES], wave.i[2 * LANES], wave.i[3 * LANES]] = [a, b, c];
        run(`v_bitop3_b32 v0, v1, v2, v3 bitop3:0x${table.toString(16)}`, wave);
        expect(wave.i[0], bitop3(table)).toBe(wanted);
      },
    );
  });
});

describe('SDWA', () => {
  const selects = ['BYTE_0', 'BYTE_1', 'BYTE_2', 'BYTE_3', 'WORD_0', 'WORD_1', 'DWORD'] as const;
  type Select = (typeof selects)[number];
  const shape = (select: Select): readonly [shift: number, bits: number] => {
    if (select === 'DWORD') return [0, 32];
    const bits = select.startsWith('BYTE') ? 8 : 16;
    return [bits * Number(select.slice(-1)), bits];
  };
  const take = (word: number, select: Select, signed: boolean): bigint => {
    const [shift, bits] = shape(select);
    const value = BigInt(word >>> 0) >> BigInt(shift);
    return signed ? BigInt.asIntN(bits, value) : BigInt.asUintN(bits, value);
  };

  test('selects, extends, and keeps or clears the rest', () => {
    forAll(
      [
        fc.constantFrom(...selects),
        fc.constantFrom(...selects),
        fc.constantFrom(...selects),
        fc.constantFrom('UNUSED_PAD', 'UNUSED_SEXT', 'UNUSED_PRESERVE'),
        fc.boolean(),
        fc.integer(),
      ],
      60,
      (first, second, target, unused, signed, seed) => {
        const wave = random(seed);
        const before = wave.u.slice(0, 3 * LANES);
        const a = signed ? 'sext(v0)' : 'v0';
        run(
          `v_add_u32_sdwa v2, ${a}, v1 dst_sel:${target} dst_unused:${unused} src0_sel:${first} src1_sel:${second}`,
          wave,
        );
        for (let lane = 0; lane < LANES; lane++) {
          const at = (register: number): number => before[register * LANES + lane] ?? 0;
          const sum = take(at(0), first, signed) + take(at(1), second, false);
          const [shift, bits] = shape(target);
          const part = BigInt.asUintN(bits, sum);
          const rest =
            unused === 'UNUSED_PAD'
              ? part << BigInt(shift)
              : unused === 'UNUSED_SEXT'
                ? BigInt.asIntN(bits, part) << BigInt(shift)
                : (BigInt(at(2)) & ~((2n ** BigInt(bits) - 1n) << BigInt(shift))) |
                  (part << BigInt(shift));
          expect(wave.u[2 * LANES + lane]).toBe(Number(BigInt.asUintN(32, rest)));
        }
      },
    );
  });

  test('floats, comparisons and carries', () => {
    const wave = newWave();
    wave.u[0] = 0x40003c00;
    run('v_cvt_f32_f16_sdwa v1, v0 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:WORD_1', wave);
    expect(wave.f[LANES]).toBe(2);
    run(
      'v_add_f16_sdwa v2, v0, v0 dst_sel:WORD_1 dst_unused:UNUSED_PRESERVE src0_sel:WORD_0 src1_sel:WORD_1',
      wave,
    );
    expect(wave.u[2 * LANES]).toBe(0x42000000);
    run('v_cmp_lt_u32_sdwa s[0:1], v0, v0 src0_sel:WORD_0 src1_sel:WORD_1', wave);
    expect((wave.s[0] ?? 0) & 1).toBe(1);
    run('v_cvt_f32_fp8_sdwa v1, v3 src0_sel:BYTE_1', wave);
    expect(wave.f[LANES]).toBe(0);
  });
});

describe('DPP', () => {
  const controls: Readonly<Record<string, (lane: number) => number>> = {
    'quad_perm:[3,0,2,1]': (lane) => (lane & ~3) + ([3, 0, 2, 1][lane % 4] ?? 0),
    'row_shl:3': (lane) => (lane % 16 > 12 ? -1 : lane + 3),
    'row_shr:5': (lane) => (lane % 16 < 5 ? -1 : lane - 5),
    'row_ror:4': (lane) => lane - (lane % 16) + ((lane + 12) % 16),
    'wave_shl:1': (lane) => (lane === 63 ? -1 : lane + 1),
    'wave_rol:1': (lane) => (lane + 1) % 64,
    'wave_shr:1': (lane) => lane - 1,
    'wave_ror:1': (lane) => (lane + 63) % 64,
    'row_mirror': (lane) => lane - (lane % 16) + 15 - (lane % 16),
    'row_half_mirror': (lane) => lane - (lane % 8) + 7 - (lane % 8),
    'row_bcast:15': (lane) => (lane < 16 ? -1 : Math.floor(lane / 16) * 16 - 1),
    'row_bcast:31': (lane) => (lane < 32 ? -1 : 31),
    'row_newbcast:9': (lane) => Math.floor(lane / 16) * 16 + 9,
  };
  for (const [control, sourceOf] of Object.entries(controls)) {
    test(control, () => {
      forAll(
        [
          fc.integer({ min: 0, max: 15 }),
          fc.integer({ min: 0, max: 15 }),
          fc.boolean(),
          fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
          fc.integer(),
        ],
        20,
        (rowMask, bankMask, bound, exec, seed) => {
          const wave = random(seed);
          wave.s[126] = Number(exec & 0xffffffffn);
          wave.s[127] = Number(exec >> 32n);
          const before = wave.u.slice(0, 3 * LANES);
          run(
            `v_xor_b32_dpp v2, v0, v1 ${control} row_mask:0x${rowMask.toString(16)} bank_mask:0x${bankMask.toString(16)}${bound ? ' bound_ctrl:0' : ''}`,
            wave,
          );
          const active = (lane: number): boolean => ((exec >> BigInt(lane)) & 1n) === 1n;
          for (let lane = 0; lane < LANES; lane++) {
            const source = sourceOf(lane);
            const valid = source >= 0 && active(source);
            const written =
              active(lane) &&
              (rowMask >> (lane >> 4)) % 2 === 1 &&
              (bankMask >> ((lane >> 2) % 4)) % 2 === 1 &&
              (valid || bound);
            const moved = valid ? (before[source] ?? 0) : 0;
            const wanted = written
              ? (moved ^ (before[LANES + lane] ?? 0)) >>> 0
              : before[2 * LANES + lane];
            expect(wave.u[2 * LANES + lane]).toBe(wanted);
          }
        },
      );
    });
  }

  test('the destination may be the source, in 64 bits as well, and floats take modifiers', () => {
    const wave = floats();
    const a = column(wave, 0);
    run('v_add_f32_dpp v0, -v0, |v0| row_shr:1 row_mask:0xf bank_mask:0xf bound_ctrl:0', wave);
    expect(column(wave, 0)).toEqual(
      a.map((x, l) => Math.fround((l % 16 === 0 ? -0 : -(a[l - 1] ?? 0)) + Math.abs(x))),
    );
    const [low, high] = [words(wave, 2), words(wave, 3)];
    run('v_mov_b64_dpp v[2:3], v[2:3] row_newbcast:1 row_mask:0xf bank_mask:0xf', wave);
    expect([words(wave, 2)[40], words(wave, 3)[40]]).toEqual([low[33], high[33]]);
  });
});
