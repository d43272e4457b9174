/** Operand forms and modifiers, lane by lane against plain models. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { forAll } from '../../../../test/for-all.ts';
import { rows } from '../../../../test/rows.ts';
import { AGPR_ROW, LANES, VCC, type Wave } from '../../src/state/wave.ts';
import { bitop3 } from '../../src/isa/valu/generate.ts';
import {
  compileLine,
  lanesOf,
  maskBit,
  newWave,
  randomWords,
  readBits,
  run,
  writeBits,
} from './harness.ts';

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

/** The bits of a cell: `0x3c00`, or an f32. */
const bitsOf = (text: string): number =>
  text.startsWith('0x')
    ? Number(text)
    : (new Uint32Array(Float32Array.of(Number(text)).buffer)[0] ?? 0);
/** Registers of a cell with their bits: `v0: 0x3c00; s2: -2.5; a3: 8`. */
const registersIn = (cell: string): [file: string, index: number, bits: number][] =>
  [...cell.matchAll(/([vas]|scc)(\d*): (\S+?)(?:;|$)/g)].map(([, file = '', index, text = '']) => [
    file,
    Number(index),
    bitsOf(text),
  ]);
const rowOf = (file: string, index: number): number =>
  (file === 'a' ? AGPR_ROW + index : index) * LANES;

describe('registers of lane 0', () => {
  test.each(rows`
    // Sources: scalars, constants, literals, accumulators, with a sign or without.
    v_add_f32 v2, s0, v3                     | s0: -2.5; v3: 0.25 | v2: -2.25
    v_add_f32 v2, 0.5, v3                    | v3: 0.25           | v2: 0.75
    v_add_f32 v2, 1.0, v3                    | v3: 0.25           | v2: 1.25
    v_add_f32 v2, 0x40490fdb, v3             | v3: 0              | v2: 0x40490fdb
    v_add_f32 v2, a3, v3                     | a3: 8; v3: 0.25    | v2: 8.25
    v_add_f32 v2, v1, v3                     | v1: 3; v3: 0.25    | v2: 3.25
    v_add_f32 v2, -s0, v3                    | s0: -2.5; v3: 0.25 | v2: 2.75
    v_add_f32 v2, |s0|, v3                   | s0: -2.5; v3: 0.25 | v2: 2.75
    v_add_f32 v2, -|s0|, v3                  | s0: -2.5; v3: 0.25 | v2: -2.25
    v_mov_b32 a4, v1                         | v1: 3              | a4: 3
    v_add_u32 v2, 64, v3                     | v3: 0xfffffff0     | v2: 0x30
    v_add_f64 v[2:3], s[2:3], 1.0            |                    | v2: 0x0; v3: 0x3ff00000
    v_mov_b32 v2, exec_hi                    |                    | v2: 0xffffffff
    v_mov_b32 v2, src_scc                    | scc: 0x1           | v2: 0x1
    v_add_f16_e64 v2, -v0, -v0               | v0: 0x3c00         | v2: 0xc000
    v_add_f64 v[2:3], -v[0:1], -|v[0:1]|     | v1: 0x3ff00000     | v3: 0xc0000000
    v_add_f32_e64 v2, v0, v1 clamp           | v0: NaN            | v2: 0
    // Halves and words of packed operations, and of mixed ones.
    v_pack_b32_f16 v2, v0, v1 op_sel:[1,0,0] | v0: 0x11112222; v1: 0x33334444 | v2: 0x44441111
    v_pk_add_f16 v2, v0, v1 op_sel:[1,0] op_sel_hi:[0,1] neg_lo:[0,1] neg_hi:[1,0] | v0: 0x40003c00; v1: 0x44004200 | v2: 0x4200bc00
    v_pk_mul_f16 v2, v0, 2.0 op_sel_hi:[1,0] | v0: 0x40003c00 | v2: 0x44004000
    v_pk_add_f32 v[4:5], v[0:1], v[2:3] op_sel:[1,0] op_sel_hi:[0,1] neg_lo:[1,0] | v0: 1; v1: 2; v2: 3; v3: 4 | v4: 1; v5: 5
    v_pk_mul_f32 v[4:5], v[0:1], s[2:3] op_sel_hi:[1,0] | v0: 1; v1: 2; s2: 5 | v4: 5; v5: 10
    v_pk_mov_b32 v[4:5], v[0:1], v[2:3] op_sel:[1,0] | v0: 1; v1: 2; v2: 3; v3: 4 | v4: 2; v5: 3
    v_fma_mix_f32 v3, v0, -v1, v2 op_sel:[1,0,0] op_sel_hi:[1,0,1] | v0: 0x40003c00; v1: 3; v2: 0xc400 | v3: -10
    v_fma_mix_f32 v3, |v1|, 1.0, 0.5 op_sel_hi:[0,1,1] | v1: 3 | v3: 3.5
    // Bytes and words of SDWA.
    v_cvt_f32_f16_sdwa v1, v0 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:WORD_1 | v0: 0x40003c00 | v1: 2
    v_add_f16_sdwa v2, v0, v0 dst_sel:WORD_1 dst_unused:UNUSED_PRESERVE src0_sel:WORD_0 src1_sel:WORD_1 | v0: 0x40003c00 | v2: 0x42000000
    v_cmp_lt_u32_sdwa s[0:1], v0, v0 src0_sel:WORD_0 src1_sel:WORD_1 | v0: 0x40003c00 | s0: 0x1
    v_cvt_f32_fp8_sdwa v1, v3 src0_sel:BYTE_1 | | v1: 0
  `)('%s with %s gives %s', (line, before = '', after = '') => {
    const wave = newWave();
    for (const [file, index, bits] of registersIn(before))
      if (file === 'scc') wave.scc = bits;
      else if (file === 's') wave.s[index] = bits;
      else wave.u[rowOf(file, index)] = bits;
    run(line, wave);
    const wanted = registersIn(after);
    const found = wanted.map(([file, index]) =>
      file === 's' ? wave.s[index] : wave.u[rowOf(file, index)],
    );
    expect(wanted.length).toBeGreaterThan(0);
    expect(found).toEqual(wanted.map(([, , bits]) => bits));
  });
});

describe('sources', () => {
  test('neg and abs on floats, and on bits of v_cndmask', () => {
    const wave = floats();
    const [a, b] = [column(wave, 0), column(wave, 1)];
    run('v_mul_f32 v2, -v0, |v1|', wave);
    expect(column(wave, 2)).toEqual(a.map((x, lane) => Math.fround(-x * Math.abs(b[lane] ?? 0))));
    wave.s[106] = 0x0000ffff;
    run('v_cndmask_b32_e64 v2, -v0, |v1|, vcc', wave);
    expect(column(wave, 2)).toEqual(a.map((x, lane) => (lane < 16 ? Math.abs(b[lane] ?? 0) : -x)));
  });

  test('an instruction may overwrite its own sources', () => {
    const wave = random(1);
    const [low, high] = [lanesOf(wave, 0), lanesOf(wave, 1)];
    run('v_lshlrev_b64 v[0:1], 4, v[0:1]', wave);
    expect(lanesOf(wave, 1)).toEqual(
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
    // `lacking.test.ts` has the message with the chips.
    expect(() => compileLine('v_bitop3_b32 v0, v1, v2, v3', 'gfx942')).toThrow();
  });
});

describe('results', () => {
  test.each<[string, (sum: number) => number]>([
    ['clamp', (sum) => Math.max(0, Math.min(1, sum))],
    ['mul:4', (sum) => 4 * sum],
    ['div:2', (sum) => sum / 2],
  ])('floats with %s', (modifier, of) => {
    const wave = run(`v_add_f32_e64 v2, v0, v1 ${modifier}`, floats());
    const b = column(wave, 1);
    expect(column(wave, 2)).toEqual(
      column(wave, 0).map((x, lane) => of(Math.fround(x + (b[lane] ?? 0)))),
    );
  });

  const [least, most] = [-(2 ** 31), 2 ** 31 - 1];
  const sum16 = (x: number, y: number): number => Math.min((x & 0xffff) + (y & 0xffff), 0xffff);
  test.each<[string, (x: number, y: number) => number]>([
    ['v_add_u32_e64', (x, y) => Math.min(x + y, 0xffffffff)],
    ['v_sub_u32_e64', (x, y) => Math.max(x - y, 0)],
    ['v_add_i32', (x, y) => Math.max(least, Math.min(most, (x | 0) + (y | 0)))],
    ['v_pk_add_u16', (x, y) => (sum16(x >>> 16, y >>> 16) << 16) | sum16(x, y)],
  ])('clamp of %s saturates', (mnemonic, of) => {
    const wave = run(`${mnemonic} v2, v0, v1 clamp`, random(2));
    const b = lanesOf(wave, 1);
    expect(lanesOf(wave, 2)).toEqual(lanesOf(wave, 0).map((x, l) => of(x, b[l] ?? 0) >>> 0));
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
    const select = fc.constantFrom(...selects);
    const unuseds = fc.constantFrom('UNUSED_PAD', 'UNUSED_SEXT', 'UNUSED_PRESERVE');
    forAll(
      [select, select, select, unuseds, fc.boolean(), fc.integer()],
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
        [fc.nat(15), fc.nat(15), fc.boolean(), fc.bigInt(0n, 2n ** 64n - 1n), fc.integer()],
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
    const [low, high] = [lanesOf(wave, 2), lanesOf(wave, 3)];
    run('v_mov_b64_dpp v[2:3], v[2:3] row_newbcast:1 row_mask:0xf bank_mask:0xf', wave);
    expect([lanesOf(wave, 2)[40], lanesOf(wave, 3)[40]]).toEqual([low[33], high[33]]);
  });
});
