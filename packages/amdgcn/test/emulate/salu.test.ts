import { describe, expect, it } from 'vitest';
import { EXEC, M0, VCC } from '../../src/state/wave.ts';
import { saluRows } from '../../src/isa/salu/salu.ts';
import { existsOn } from '../../src/state/target.ts';
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
  const logic = (verb: string, result: Model['result']): void =>
    define(`s_${verb}_b${bits}`, { bits, sources: two, result, scc: 'nonzero' });
  logic('and', (a, b) => a & b);
  logic('or', (a, b) => a | b);
  logic('xor', (a, b) => a ^ b);
  logic('andn2', (a, b) => a & ~b);
  logic('orn2', (a, b) => a | ~b);
  logic('nand', (a, b) => ~(a & b));
  logic('nor', (a, b) => ~(a | b));
  logic('xnor', (a, b) => ~(a ^ b));
  const word = (name: string, model: Omit<Model, 'bits'>): void => define(name, { bits, ...model });
  word(`s_mov_b${bits}`, { sources: [bits], result: (a) => a });
  word(`s_not_b${bits}`, { sources: [bits], result: (a) => ~a, scc: 'nonzero' });
  word(`s_cmov_b${bits}`, {
    sources: two,
    result: (old, a, scc) => (scc === 1n ? a : old),
    inPlace: true,
  });
  word(`s_cselect_b${bits}`, { sources: two, result: (a, b, scc) => (scc === 1n ? a : b) });
  word(`s_lshl_b${bits}`, { sources: shift, result: (a, b) => a << by(b), scc: 'nonzero' });
  word(`s_lshr_b${bits}`, { sources: shift, result: (a, b) => a >> by(b), scc: 'nonzero' });
  word(`s_ashr_i${bits}`, {
    sources: shift,
    result: (a, b) => s(a, bits) >> by(b),
    scc: 'nonzero',
  });
  word(`s_brev_b${bits}`, { sources: [bits], result: (a) => reversed(a, bits) });
  word(`s_bfm_b${bits}`, { sources: [32, 32], result: (a, b) => mask(Number(by(a))) << by(b) });
  const field = (a: bigint, b: bigint): readonly [bigint, number] => {
    const width = Math.min(Number((b >> 16n) & 0x7fn), bits);
    return [(a >> by(b)) & mask(width), width];
  };
  word(`s_bfe_u${bits}`, { sources: shift, result: (a, b) => field(a, b)[0], scc: 'nonzero' });
  word(`s_bfe_i${bits}`, {
    sources: shift,
    result: (a, b) => {
      const [, width] = field(a, b);
      return width === 0 ? 0n : s((s(a, bits) >> by(b)) & mask(width), width);
    },
    scc: 'nonzero',
  });
  word(`s_bitset0_b${bits}`, {
    sources: shift,
    result: (old, a) => old & ~(1n << by(a)),
    inPlace: true,
  });
  word(`s_bitset1_b${bits}`, {
    sources: shift,
    result: (old, a) => old | (1n << by(a)),
    inPlace: true,
  });
  /** Each four bits as one text where all are 0, and another one otherwise. */
  const quads = (name: string, none: string, any: string): void =>
    word(name, {
      sources: [bits],
      result: (a) =>
        fromBinary(binary(a, bits).replaceAll(/.{4}/g, (quad) => (quad === '0000' ? none : any))),
      scc: 'nonzero',
    });
  quads(`s_wqm_b${bits}`, '0000', '1111');
  quads(`s_quadmask_b${bits}`, '0', '1');
  // Results of one word from either width.
  const count = (name: string, result: (a: bigint) => bigint, scc?: 'nonzero'): void =>
    define(name, { bits: 32, sources: [bits], result, ...(scc === undefined ? {} : { scc }) });
  const suffix = bits === 32 ? 'b32' : 'b64';
  count(`s_bcnt0_i32_${suffix}`, (a) => BigInt(bits) - ones(a), 'nonzero');
  count(`s_bcnt1_i32_${suffix}`, ones, 'nonzero');
  const last = (text: string, digit: string): number => {
    const index = text.lastIndexOf(digit);
    return index < 0 ? -1 : bits - 1 - index;
  };
  count(`s_ff0_i32_${suffix}`, (a) => position(last(binary(a, bits), '0')));
  count(`s_ff1_i32_${suffix}`, (a) => position(last(binary(a, bits), '1')));
  count(`s_flbit_i32_${suffix}`, (a) => position(binary(a, bits).indexOf('1')));
  const signed = (a: bigint): bigint => {
    const text = binary(a, bits);
    return position(text.indexOf(text[0] === '0' ? '1' : '0'));
  };
  count(bits === 32 ? 's_flbit_i32' : 's_flbit_i32_i64', signed);
}

const word = (
  name: string,
  result: Model['result'],
  scc?: Model['scc'],
  more: Partial<Model> = {},
): void =>
  define(name, {
    bits: 32,
    sources: [32, 32],
    result,
    ...(scc === undefined ? {} : { scc }),
    ...more,
  });
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

const values32 = [
  0n,
  1n,
  2n,
  31n,
  0x12345678n,
  0x7fffffffn,
  0x80000000n,
  0xfffffff0n,
  0xffffffffn,
  0x00080003n,
  0x00200010n,
];
const values64 = [
  0n,
  1n,
  0x8000000000000000n,
  0xffffffffffffffffn,
  0x123456789abcdef0n,
  0xffffffffn,
  0x100000000n,
  0xf000f000000ff000n,
];
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

  it.each(Object.entries(relations))('comparisons by %s', (relation, holds) => {
    for (const a of values32) {
      for (const b of values32) {
        set(4, a);
        set(6, b);
        run(`s_cmp_${relation}_i32 s4, s6`);
        expect(wave.scc).toBe(Number(holds(s(a), s(b))));
        run(`s_cmp_${relation}_u32 s4, s6`);
        expect(wave.scc).toBe(Number(holds(a, b)));
      }
      for (const b of shorts) {
        run(`s_cmpk_${relation}_i32 s4, ${s(b, 16)}`);
        set(4, a);
        run(`s_cmpk_${relation}_i32 s4, ${s(b, 16)}`);
        expect(wave.scc).toBe(Number(holds(s(a), s(b, 16))));
        run(`s_cmpk_${relation}_u32 s4, ${b}`);
        expect(wave.scc).toBe(Number(holds(a, b)));
      }
    }
  });

  it('compares pairs and bits', () => {
    for (const a of values64) {
      for (const b of values64) {
        set(4, a);
        set(6, b);
        run('s_cmp_eq_u64 s[4:5], s[6:7]');
        expect(wave.scc).toBe(Number(a === b));
        run('s_cmp_lg_u64 s[4:5], s[6:7]');
        expect(wave.scc).toBe(Number(a !== b));
      }
      for (const bit of [0n, 31n, 32n, 63n]) {
        set(4, a);
        set(6, bit);
        const found = (a >> bit) & 1n;
        run('s_bitcmp1_b64 s[4:5], s6');
        expect(wave.scc).toBe(Number(found));
        run('s_bitcmp0_b64 s[4:5], s6');
        expect(wave.scc).toBe(1 - Number(found));
        const low = (a >> (bit & 31n)) & 1n;
        run('s_bitcmp1_b32 s4, s6');
        expect(wave.scc).toBe(Number(low));
        run('s_bitcmp0_b32 s4, s6');
        expect(wave.scc).toBe(1 - Number(low));
      }
    }
  });

  it('moves constants and through M0', () => {
    run('s_movk_i32 s8, 0x8000');
    expect(get(8, 32)).toBe(0xffff8000n);
    wave.s[M0] = 3;
    set(20, 77n);
    set(22, 5n << 40n);
    run('s_movrels_b32 s8, s17');
    expect(get(8, 32)).toBe(77n);
    wave.s[M0] = 2;
    run('s_movrels_b64 s[8:9], s[20:21]');
    expect(get(8, 64)).toBe(5n << 40n);
    set(4, 9n);
    run('s_movreld_b32 s10, s4');
    expect(get(12, 32)).toBe(9n);
    run('s_movreld_b64 s[10:11], s[22:23]');
    expect(get(12, 64)).toBe(5n << 40n);
  });

  it('reads special operands', () => {
    set(EXEC, 0n);
    set(VCC, 1n);
    run('s_mov_b32 s8, src_execz');
    expect(get(8, 32)).toBe(1n);
    run('s_mov_b32 s8, src_vccz');
    expect(get(8, 32)).toBe(0n);
    run('s_mov_b64 s[8:9], src_shared_base');
    expect(get(8, 64)).toBe(0x0001_0000n << 32n);
    // A literal has 32 bits: signed operands extend its sign, the others do not.
    run('s_mov_b64 s[8:9], 0xffffffff');
    expect(get(8, 64)).toBe(0xffffffffn);
    set(4, mask(64));
    run('s_and_b64 s[8:9], s[4:5], 0x80000000');
    expect(get(8, 64)).toBe(0x80000000n);
    run('s_lshr_b64 s[8:9], 0x80000000, 4');
    expect(get(8, 64)).toBe(0x08000000n);
    run('s_ashr_i64 s[8:9], 0x80000000, 4');
    expect(get(8, 64)).toBe(u(-0x08000000n, 64));
    run('s_mov_b64 s[8:9], -1');
    expect(get(8, 64)).toBe(mask(64));
    run('s_mov_b64 s[8:9], 0.5');
    expect(get(8, 64)).toBe(0x3fe0000000000000n);
  });

  it('executed every row of the table that is not about control', () => {
    const onCdna = saluRows.filter(({ targets }) => existsOn(targets, 'gfx950'));
    const names = onCdna.map(({ mnemonic }) => mnemonic);
    const others = names.filter((mnemonic) => !controlNames.test(mnemonic));
    expect(others.filter((mnemonic) => !executed.has(mnemonic))).toEqual([]);
  });
});
