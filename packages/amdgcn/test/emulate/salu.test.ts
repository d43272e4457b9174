import { describe, expect, it } from 'vitest';
import { EXEC, M0, VCC } from '../../src/state/wave.ts';
import { saluRows } from '../../src/isa/salu/salu.ts';
import { existsOn } from '../../src/state/target.ts';
import { rows } from '../../../../test/rows.ts';
import { controlNames } from './control-names.ts';
import { bench, executed } from './harness.ts';

/** What an instruction gives, computed on unlimited integers: the second way to every number. */
interface Model {
  readonly bits: 32 | 64;
  /** Sources, `b` of 32 bits when it is a shift or a position. */
  readonly sources: readonly (32 | 64)[];
  readonly result: (a: bigint, b: bigint, scc: bigint) => bigint;
  readonly scc?: 'nonzero' | ((a: bigint, b: bigint, scc: bigint) => boolean);
  /** The old destination is the first source. */
  readonly inPlace?: true;
  /** The second source is written as a 16-bit constant. */
  readonly short?: true;
}

const mask = (bits: number): bigint => (1n << BigInt(bits)) - 1n;
const s = (value: bigint, bits = 32): bigint => BigInt.asIntN(bits, value);
const u = (value: bigint, bits = 32): bigint => BigInt.asUintN(bits, value);
const ones = (value: bigint): bigint => BigInt(value.toString(2).replaceAll('0', '').length);
const binary = (value: bigint, bits: number): string => value.toString(2).padStart(bits, '0');
const fromBinary = (text: string): bigint => BigInt(`0b${text}`);
const reversed = (value: bigint, bits: number): bigint =>
  fromBinary([...binary(value, bits)].reverse().join(''));
const position = (index: number): bigint => u(BigInt(index));

const models = new Map<string, Model>();
const define = (name: string, model: Model): void => void models.set(name, model);

for (const bits of [32, 64] as const) {
  const two = [bits, bits] as const;
  const shift = [bits, 32] as const;
  const by = (b: bigint): bigint => b & BigInt(bits - 1);
  const all = (
    names: Readonly<Record<string, Model['result']>>,
    sources: Model['sources'],
    more: Partial<Model> = {},
  ): void => {
    for (const [name, result] of Object.entries(names))
      define(`s_${name}${bits}`, { bits, sources, result, ...more });
  };
  const nonzero = { scc: 'nonzero' } as const;
  const inPlace = { inPlace: true } as const;
  const logic: Readonly<Record<string, Model['result']>> = {
    and_b: (a, b) => a & b,
    or_b: (a, b) => a | b,
    xor_b: (a, b) => a ^ b,
    andn2_b: (a, b) => a & ~b,
    orn2_b: (a, b) => a | ~b,
    nand_b: (a, b) => ~(a & b),
    nor_b: (a, b) => ~(a | b),
    xnor_b: (a, b) => ~(a ^ b),
  };
  all(logic, two, nonzero);
  all({ mov_b: (a) => a, brev_b: (a) => reversed(a, bits) }, [bits]);
  all({ cmov_b: (old, a, scc) => (scc === 1n ? a : old) }, two, inPlace);
  all({ cselect_b: (a, b, scc) => (scc === 1n ? a : b) }, two);
  all({ bfm_b: (a, b) => mask(Number(by(a))) << by(b) }, [32, 32]);
  const field = (a: bigint, b: bigint): readonly [bigint, number] => {
    const width = Math.min(Number((b >> 16n) & 0x7fn), bits);
    return [(a >> by(b)) & mask(width), width];
  };
  const shifts: Readonly<Record<string, Model['result']>> = {
    lshl_b: (a, b) => a << by(b),
    lshr_b: (a, b) => a >> by(b),
    ashr_i: (a, b) => s(a, bits) >> by(b),
    bfe_u: (a, b) => field(a, b)[0],
    bfe_i: (a, b) => {
      const [, width] = field(a, b);
      return width === 0 ? 0n : s((s(a, bits) >> by(b)) & mask(width), width);
    },
  };
  all(shifts, shift, nonzero);
  const bitset: Readonly<Record<string, Model['result']>> = {
    bitset0_b: (old, a) => old & ~(1n << by(a)),
    bitset1_b: (old, a) => old | (1n << by(a)),
  };
  all(bitset, shift, inPlace);
  /** Each four bits as one text where all are 0, and another one otherwise. */
  const quads = (a: bigint, none: string, any: string): bigint =>
    fromBinary(binary(a, bits).replaceAll(/.{4}/g, (quad) => (quad === '0000' ? none : any)));
  const whole: Readonly<Record<string, Model['result']>> = {
    not_b: (a) => ~a,
    wqm_b: (a) => quads(a, '0000', '1111'),
    quadmask_b: (a) => quads(a, '0', '1'),
  };
  all(whole, [bits], nonzero);
  // Results of one word from either width.
  const last = (text: string, digit: string): number => {
    const index = text.lastIndexOf(digit);
    return index < 0 ? -1 : bits - 1 - index;
  };
  const ofSign = (a: bigint): bigint => {
    const text = binary(a, bits);
    return position(text.indexOf(text[0] === '0' ? '1' : '0'));
  };
  const one = { bits: 32 } as const;
  all({ bcnt0_i32_b: (a) => BigInt(bits) - ones(a), bcnt1_i32_b: ones }, [bits], {
    ...one,
    ...nonzero,
  });
  const positions: Readonly<Record<string, Model['result']>> = {
    ff0_i32_b: (a) => position(last(binary(a, bits), '0')),
    ff1_i32_b: (a) => position(last(binary(a, bits), '1')),
    flbit_i32_b: (a) => position(binary(a, bits).indexOf('1')),
  };
  all(positions, [bits], one);
  all({ [bits === 32 ? 'flbit_i' : 'flbit_i32_i']: ofSign }, [bits], one);
}

const word = (
  name: string,
  result: Model['result'],
  scc?: Model['scc'],
  more: Partial<Model> = {},
): void => define(name, { bits: 32, sources: [32, 32], result, ...more, ...(scc && { scc }) });
const overflows = (value: bigint): boolean => value !== s(value);

/** Results of 32 bits, with scc where it is not kept. */
const flagged: Readonly<Record<string, readonly [Model['result'], Model['scc']?]>> = {
  s_add_u32: [(a, b) => a + b, (a, b) => a + b > mask(32)],
  s_sub_u32: [(a, b) => a - b, (a, b) => b > a],
  s_add_i32: [(a, b) => a + b, (a, b) => overflows(s(a) + s(b))],
  s_sub_i32: [(a, b) => a - b, (a, b) => overflows(s(a) - s(b))],
  s_addc_u32: [(a, b, c) => a + b + c, (a, b, c) => a + b + c > mask(32)],
  s_subb_u32: [(a, b, c) => a - b - c, (a, b, c) => b + c > a],
  s_min_i32: [(a, b) => (s(a) < s(b) ? a : b), (a, b) => s(a) < s(b)],
  s_min_u32: [(a, b) => (a < b ? a : b), (a, b) => a < b],
  s_max_i32: [(a, b) => (s(a) > s(b) ? a : b), (a, b) => s(a) > s(b)],
  s_max_u32: [(a, b) => (a > b ? a : b), (a, b) => a > b],
  s_mul_i32: [(a, b) => a * b],
  s_mul_hi_u32: [(a, b) => (a * b) >> 32n],
  s_mul_hi_i32: [(a, b) => (s(a) * s(b)) >> 32n],
  s_absdiff_i32: [(a, b) => (s(a - b) < 0n ? -s(a - b) : s(a - b)), 'nonzero'],
  s_pack_ll_b32_b16: [(a, b) => (a & 0xffffn) | ((b & 0xffffn) << 16n)],
  s_pack_lh_b32_b16: [(a, b) => (a & 0xffffn) | ((b >> 16n) << 16n)],
  s_pack_hh_b32_b16: [(a, b) => (a >> 16n) | ((b >> 16n) << 16n)],
};
for (const [name, [result, scc]] of Object.entries(flagged)) word(name, result, scc);
for (const by of [1n, 2n, 3n, 4n])
  word(
    `s_lshl${by}_add_u32`,
    (a, b) => (a << by) + b,
    (a, b) => (a << by) + b > mask(32),
  );
const one: Partial<Model> = { sources: [32] };
word('s_sext_i32_i8', (a) => s(a, 8), undefined, one);
word('s_sext_i32_i16', (a) => s(a, 16), undefined, one);
word('s_abs_i32', (a) => (s(a) < 0n ? -s(a) : a), 'nonzero', one);
define('s_bitreplicate_b64_b32', {
  bits: 64,
  sources: [32],
  result: (a) => fromBinary([...binary(a, 32)].map((digit) => digit + digit).join('')),
});
const short: Partial<Model> = { inPlace: true, short: true };
const sums = (a: bigint, b: bigint): boolean => overflows(s(a) + s(b, 16));
word('s_addk_i32', (a, b) => a + s(b, 16), sums, short);
word('s_mulk_i32', (a, b) => a * s(b, 16), undefined, short);
word('s_cmovk_i32', (old, b, c) => (c === 1n ? s(b, 16) : old), undefined, short);

const execModels: Readonly<Record<string, (a: bigint, exec: bigint) => bigint>> = {
  s_and_saveexec_b64: (a, exec) => a & exec,
  s_or_saveexec_b64: (a, exec) => a | exec,
  s_xor_saveexec_b64: (a, exec) => a ^ exec,
  s_andn2_saveexec_b64: (a, exec) => a & ~exec,
  s_orn2_saveexec_b64: (a, exec) => a | ~exec,
  s_nand_saveexec_b64: (a, exec) => ~(a & exec),
  s_nor_saveexec_b64: (a, exec) => ~(a | exec),
  s_xnor_saveexec_b64: (a, exec) => ~(a ^ exec),
  s_andn1_saveexec_b64: (a, exec) => ~a & exec,
  s_orn1_saveexec_b64: (a, exec) => ~a | exec,
  s_andn1_wrexec_b64: (a, exec) => ~a & exec,
  s_andn2_wrexec_b64: (a, exec) => a & ~exec,
};

const relations: Readonly<Record<string, (a: bigint, b: bigint) => boolean>> = {
  eq: (a, b) => a === b,
  lg: (a, b) => a !== b,
  gt: (a, b) => a > b,
  ge: (a, b) => a >= b,
  lt: (a, b) => a < b,
  le: (a, b) => a <= b,
};

const whole = (text: string): bigint[] => text.split(' ').map(BigInt);
const values32 = whole(
  '0 1 2 31 0x12345678 0x7fffffff 0x80000000 0xfffffff0 0xffffffff 0x00080003 0x00200010',
);
const values64 = whole(
  '0 1 0x8000000000000000 0xffffffffffffffff 0x123456789abcdef0 0xffffffff 0x100000000 0xf000f000000ff000',
);
const SPECIAL: Readonly<Record<string, number>> = { m0: M0, vcc: VCC, exec: EXEC };
const shorts = [0n, 1n, 5n, 0x7fffn, 0x8000n, 0xffffn];

describe('scalar instructions give what unlimited integers give', () => {
  const { wave, run } = bench();
  const set = (index: number, value: bigint): void =>
    wave.setPair(index, Number(value & mask(32)), Number(value >> 32n));
  const get = (index: number, bits: number): bigint => {
    const low = BigInt(wave.s[index] ?? 0);
    return bits === 32 ? low : low | (BigInt(wave.s[index + 1] ?? 0) << 32n);
  };
  const name = (index: number, bits: number): string =>
    bits === 32 ? `s${index}` : `s[${index}:${index + 1}]`;

  it.each([...models])('%s', (mnemonic, model) => {
    const { bits, sources, inPlace, short } = model;
    const [first = 32, second] = sources;
    const target = name(inPlace === true ? 4 : 8, bits);
    const list = [target];
    if (inPlace !== true) list.push(name(4, first));
    const seconds = short === true ? shorts : second === 64 ? values64 : values32;
    for (const a of first === 64 ? values64 : values32) {
      for (const b of second === undefined ? [0n] : seconds) {
        for (const scc of [0, 1]) {
          set(4, a);
          set(6, b);
          wave.scc = scc;
          const last = second === undefined ? [] : [short === true ? String(b) : name(6, second)];
          run(`${mnemonic} ${[...list, ...last].join(', ')}`);
          const result = u(model.result(a, b, BigInt(scc)), bits);
          expect(get(inPlace === true ? 4 : 8, bits), `${mnemonic} ${a} ${b}`).toBe(result);
          const flag =
            model.scc === undefined
              ? scc
              : Number(model.scc === 'nonzero' ? result !== 0n : model.scc(a, b, BigInt(scc)));
          expect(wave.scc, `scc of ${mnemonic} ${a} ${b} ${scc}`).toBe(flag);
        }
      }
    }
  });

  it.each(Object.entries(execModels))('%s', (mnemonic, model) => {
    for (const a of values64) {
      for (const exec of values64) {
        set(EXEC, exec);
        set(4, a);
        run(`${mnemonic} s[8:9], s[4:5]`);
        const result = u(model(a, exec), 64);
        expect(get(EXEC, 64)).toBe(result);
        expect(get(8, 64)).toBe(mnemonic.includes('wrexec') ? result : exec);
        expect(wave.scc).toBe(Number(result !== 0n));
      }
    }
  });

  /** Scc after a line. */
  const sccOf = (line: string): number => {
    run(line);
    return wave.scc;
  };

  it.each(Object.entries(relations))('comparisons by %s', (relation, holds) => {
    for (const a of values32) {
      set(4, a);
      for (const b of values32) {
        set(6, b);
        expect(sccOf(`s_cmp_${relation}_i32 s4, s6`)).toBe(Number(holds(s(a), s(b))));
        expect(sccOf(`s_cmp_${relation}_u32 s4, s6`)).toBe(Number(holds(a, b)));
      }
      for (const b of shorts) {
        const short = s(b, 16);
        expect(sccOf(`s_cmpk_${relation}_i32 s4, ${short}`)).toBe(Number(holds(s(a), short)));
        expect(sccOf(`s_cmpk_${relation}_u32 s4, ${b}`)).toBe(Number(holds(a, b)));
      }
    }
  });

  it('compares pairs and bits', () => {
    for (const a of values64) {
      for (const b of values64) {
        set(4, a);
        set(6, b);
        expect(sccOf('s_cmp_eq_u64 s[4:5], s[6:7]')).toBe(Number(a === b));
        expect(sccOf('s_cmp_lg_u64 s[4:5], s[6:7]')).toBe(Number(a !== b));
      }
      for (const bit of [0n, 31n, 32n, 63n]) {
        set(4, a);
        set(6, bit);
        const [found, low] = [bit, bit & 31n].map((at) => Number((a >> at) & 1n));
        expect(sccOf('s_bitcmp1_b64 s[4:5], s6')).toBe(found);
        expect(sccOf('s_bitcmp0_b64 s[4:5], s6')).toBe(1 - (found ?? 0));
        expect(sccOf('s_bitcmp1_b32 s4, s6')).toBe(low);
        expect(sccOf('s_bitcmp0_b32 s4, s6')).toBe(1 - (low ?? 0));
      }
    }
  });

  // Registers that a line begins with, and one of them or two afterwards.
  it.each(rows`
    s_movk_i32 s8, 0x8000                |                           | s8: 0xffff8000
    s_movrels_b32 s8, s17                | m0: 3; s20: 77            | s8: 77
    s_movrels_b64 s[8:9], s[20:21]       | m0: 2; s22: ${5n << 40n}  | s[8:9]: ${5n << 40n}
    s_movreld_b32 s10, s4                | m0: 2; s4: 9              | s12: 9
    s_movreld_b64 s[10:11], s[22:23]     | m0: 2; s22: ${5n << 40n}  | s[12:13]: ${5n << 40n}
    s_mov_b32 s8, src_execz              | exec: 0                   | s8: 1
    s_mov_b32 s8, src_vccz               | vcc: 1                    | s8: 0
    s_mov_b64 s[8:9], src_shared_base    |                           | s[8:9]: 0x1000000000000
    // A literal has 32 bits: signed operands extend its sign, the others do not.
    s_mov_b64 s[8:9], 0xffffffff         |                           | s[8:9]: 0xffffffff
    s_and_b64 s[8:9], s[4:5], 0x80000000 | s4: 0xffffffffffffffff    | s[8:9]: 0x80000000
    s_lshr_b64 s[8:9], 0x80000000, 4     |                           | s[8:9]: 0x08000000
    s_ashr_i64 s[8:9], 0x80000000, 4     |                           | s[8:9]: 0xfffffffff8000000
    s_mov_b64 s[8:9], -1                 |                           | s[8:9]: 0xffffffffffffffff
    s_mov_b64 s[8:9], 0.5                |                           | s[8:9]: 0x3fe0000000000000
  `)('%s with %s gives %s', (line, before = '', after = '') => {
    const pair = (text: string): string[] => text.split(': ');
    const placeOf = (register: string): number =>
      SPECIAL[register] ?? Number(/\d+/.exec(register)?.[0]);
    for (const [register = '', value = ''] of before.split('; ').map(pair))
      if (register !== '') set(placeOf(register), BigInt(value));
    run(line);
    const [register = '', value = ''] = pair(after);
    expect(get(placeOf(register), register.includes(':') ? 64 : 32)).toBe(BigInt(value));
  });

  it('executed every row of the table that is not about control', () => {
    const onCdna = saluRows.filter(({ targets }) => existsOn(targets, 'gfx950'));
    const names = onCdna.map(({ mnemonic }) => mnemonic);
    const others = names.filter((mnemonic) => !controlNames.test(mnemonic));
    expect(others.filter((mnemonic) => !executed.has(mnemonic))).toEqual([]);
  });
});
