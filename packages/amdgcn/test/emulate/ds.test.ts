import { laneAddresses } from '@ldscope/core';
import { describe, expect, it } from 'vitest';
import { dsRows } from '../../src/isa/ds/ds.ts';
import { existsOn } from '../../src/state/target.ts';
import { EXEC, M0 } from '../../src/state/wave.ts';
import { atomicResult, samples32, samples64 } from './atomics.ts';
import { bench, executed, rowOf, setRow } from './harness.ts';
import { cdnaLine as lineOf } from './lines.ts';

/** A wave whose lanes have addresses 16 apart in v4 or v8, and LDS with different bytes everywhere. */
function prepared(addressRow: number, step = 16): ReturnType<typeof bench> {
  const all = bench('gfx950', 8192);
  const { wave, environment } = all;
  for (let i = 0; i < 8192; i++) environment.lds.data[i] = (i * 37 + (i >> 8) * 11) & 0xff;
  for (let row = 0; row < 32; row++)
    setRow(wave, row, (lane) => (row * 0x01010101 + lane * 0x00030507) >>> 0);
  setRow(wave, addressRow, (lane) => lane * step);
  return all;
}

const reads: readonly (readonly [
  string,
  number,
  (view: DataView, at: number, old: number) => number,
])[] = [
  ['u8', 1, (v, at) => v.getUint8(at)],
  ['i8', 1, (v, at) => v.getInt8(at)],
  ['u16', 1, (v, at) => v.getUint16(at, true)],
  ['i16', 1, (v, at) => v.getInt16(at, true)],
  ['u8_d16', 1, (v, at, old) => (old & 0xffff0000) | v.getUint8(at)],
  ['u8_d16_hi', 1, (v, at, old) => (old & 0xffff) | (v.getUint8(at) << 16)],
  ['i8_d16', 1, (v, at, old) => (old & 0xffff0000) | (v.getInt8(at) & 0xffff)],
  ['i8_d16_hi', 1, (v, at, old) => (old & 0xffff) | (v.getInt8(at) << 16)],
  ['u16_d16', 1, (v, at, old) => (old & 0xffff0000) | v.getUint16(at, true)],
  ['u16_d16_hi', 1, (v, at, old) => (old & 0xffff) | (v.getUint16(at, true) << 16)],
  ...([1, 2, 3, 4] as const).map(
    (words) =>
      [`b${32 * words}`, words, (v: DataView, at: number) => v.getUint32(at, true)] as const,
  ),
];

describe('LDS reads', () => {
  it.each(reads)('ds_read_%s', (name, words, value) => {
    const { wave, environment, run } = prepared(8);
    const view = new DataView(environment.lds.data.buffer);
    const before = rowOf(wave, 4);
    run(lineOf(`ds_read_${name}`));
    for (let word = 0; word < words; word++) {
      const wanted = before.map((old, lane) => value(view, 16 * lane + 16 + 4 * word, old) >>> 0);
      expect(rowOf(wave, 4 + word)).toEqual(wanted);
    }
  });

  it('leaves inactive lanes alone', () => {
    const { wave, run } = prepared(8);
    const before = rowOf(wave, 4);
    wave.setPair(EXEC, 0x0000ffff, 0);
    run('ds_read_b32 v4, v8');
    expect(rowOf(wave, 4).slice(16)).toEqual(before.slice(16));
    expect(rowOf(wave, 4)[3]).not.toBe(before[3]);
  });

  it.each([
    ['ds_read2_b32', 1, 4],
    ['ds_read2_b64', 2, 8],
    ['ds_read2st64_b32', 1, 256],
    ['ds_read2st64_b64', 2, 512],
  ] as const)('%s', (mnemonic, words, unit) => {
    const { wave, environment, run } = prepared(8);
    run(`${mnemonic} v[4:${3 + 2 * words}], v8 offset0:1 offset1:2`);
    const view = new DataView(environment.lds.data.buffer);
    for (let word = 0; word < 2 * words; word++) {
      const at = (word < words ? 1 : 2) * unit + 4 * (word % words);
      const wanted = Array.from({ length: 64 }, (_, lane) => view.getUint32(16 * lane + at, true));
      expect(rowOf(wave, 4 + word)).toEqual(wanted);
    }
    expect(environment.recorder.finish().count).toBe(2);
  });

  it('reads by lane from M0', () => {
    const { wave, environment, run } = prepared(8);
    wave.s[M0] = 0x100;
    run('ds_read_addtid_b32 v4 offset:32');
    const wanted = Array.from(environment.lds.words.subarray(72, 72 + 64));
    expect(rowOf(wave, 4)).toEqual(wanted);
  });
});

describe('LDS writes', () => {
  it.each([
    ['b8', 1, 0],
    ['b8_d16_hi', 1, 16],
    ['b16', 2, 0],
    ['b16_d16_hi', 2, 16],
    ['b32', 4, 0],
    ['b64', 8, 0],
    ['b96', 12, 0],
    ['b128', 16, 0],
  ] as const)('ds_write_%s', (name, bytes, shift) => {
    const { wave, environment, run } = prepared(4);
    const wanted = environment.lds.data.slice();
    for (let lane = 0; lane < 64; lane++) {
      for (let byte = 0; byte < bytes; byte++) {
        const word = wave.u[(8 + (byte >> 2)) * 64 + lane] ?? 0;
        wanted[16 * lane + 16 + byte] = (word >>> shift) >>> (8 * (byte & 3));
      }
    }
    run(lineOf(`ds_write_${name}`));
    expect(environment.lds.data).toEqual(wanted);
  });

  it.each([
    ['ds_write2_b32', 1, 4],
    ['ds_write2_b64', 2, 8],
    ['ds_write2st64_b32', 1, 256],
    ['ds_write2st64_b64', 2, 512],
  ] as const)('%s', (mnemonic, words, unit) => {
    const { wave, environment, run } = prepared(4, unit * 4);
    wave.setPair(EXEC, 7, 0);
    const wanted = environment.lds.data.slice();
    const view = new DataView(wanted.buffer);
    for (let lane = 0; lane < 3; lane++) {
      for (let word = 0; word < 2 * words; word++) {
        const second = word >= words;
        const row = (second ? 12 : 8) + (word % words);
        const at = unit * (4 * lane + (second ? 2 : 1)) + 4 * (word % words);
        view.setUint32(at, wave.u[row * 64 + lane] ?? 0, true);
      }
    }
    run(lineOf(mnemonic));
    expect(environment.lds.data).toEqual(wanted);
  });

  it('writes by lane from M0', () => {
    const { wave, environment, run } = prepared(8);
    wave.s[M0] = 0x100;
    run('ds_write_addtid_b32 v4 offset:32');
    expect(Array.from(environment.lds.words.subarray(72, 72 + 64))).toEqual(rowOf(wave, 4));
  });
});

/** Operation names behind the verbs of LDS atomics. */
const operationOf = (mnemonic: string): string => {
  const [, verb = '', letter = ''] = /^ds_(pk_add|\w+?)_(?:rtn_)?(\w+?)\d+$/.exec(mnemonic) ?? [];
  if (verb === 'pk_add') return letter === 'f' ? 'pkAddF16' : 'pkAddBf16';
  if (verb === 'min' || verb === 'max')
    return `${letter === 'i' ? 's' : letter === 'u' ? 'u' : 'f'}${verb}`;
  if (verb === 'add' && letter === 'f') return 'fadd';
  if (verb === 'cmpst') return letter === 'f' ? 'fcmpswap' : 'cmpswap';
  return verb === 'wrxchg' ? 'swap' : verb;
};

const cdnaRows = dsRows.filter(({ targets }) => existsOn(targets, 'gfx950'));

const atomics = cdnaRows
  .map(({ mnemonic }) => mnemonic)
  .filter((name) =>
    /^ds_(add|sub|rsub|inc|dec|min|max|and|or|xor|mskor|cmpst|wrap|pk_add|wrxchg)_/.test(name),
  );

describe('LDS atomics', () => {
  it.each(atomics)('%s', (mnemonic) => {
    const returns = mnemonic.includes('_rtn_');
    const wide = mnemonic.endsWith('64');
    const width = wide ? 64 : 32;
    const [address, first] = returns ? [8, 12] : [4, 8];
    const samples = wide ? samples64 : samples32;
    const operation = operationOf(mnemonic);
    const two = /mskor|cmpst|wrap/.test(mnemonic);
    const { wave, environment, run } = prepared(address);
    wave.setPair(EXEC, 1, 0);
    const { lds } = environment;
    const put = (row: number, value: bigint): void => {
      wave.u[row * 64] = Number(value & 0xffffffffn);
      wave.u[row * 64 + 64] = Number(value >> 32n);
    };
    const get = (words: Uint32Array, at: number): bigint =>
      BigInt(words[at] ?? 0) | (wide ? BigInt(words[at + 1] ?? 0) << 32n : 0n);
    for (const old of samples) {
      for (const data of samples) {
        lds.words[4] = Number(old & 0xffffffffn);
        lds.words[5] = Number(old >> 32n);
        // Two operands: the mask or the value to compare with comes first.
        const compare = two ? (data === 1n ? old : data) : 0n;
        put(first, two ? compare : data);
        put(first + 4, data);
        run(lineOf(mnemonic));
        const wanted = atomicResult(operation, old, data, compare, width);
        expect(get(lds.words, 4), `${mnemonic} ${old} ${data}`).toBe(wanted);
        if (returns) {
          const found = BigInt(wave.u[4 * 64] ?? 0);
          const top = wide ? BigInt(wave.u[5 * 64] ?? 0) << 32n : 0n;
          expect(found | top).toBe(old);
        }
      }
    }
  });

  it('adds up the lanes of a wave at one address', () => {
    const { wave, environment, run } = prepared(4, 0);
    environment.lds.words[4] = 0;
    setRow(wave, 8, (lane) => lane);
    run('ds_add_u32 v4, v8 offset:16');
    expect(environment.lds.words[4]).toBe((63 * 64) / 2);
  });

  it.each([
    ['ds_wrxchg2_rtn_b32', 1, 4],
    ['ds_wrxchg2st64_rtn_b32', 1, 256],
    ['ds_wrxchg2_rtn_b64', 2, 8],
    ['ds_wrxchg2st64_rtn_b64', 2, 512],
  ] as const)('%s', (mnemonic, words, unit) => {
    const { wave, environment, run } = prepared(8);
    wave.setPair(EXEC, 1, 0);
    const before = environment.lds.words.slice();
    run(lineOf(mnemonic));
    for (let word = 0; word < words; word++) {
      for (const [index, offset] of [1, 2].entries()) {
        const at = (offset * unit) / 4 + word;
        expect(wave.u[(4 + index * words + word) * 64]).toBe(before[at]);
        expect(environment.lds.words[at]).toBe(wave.u[(12 + 4 * index + word) * 64]);
      }
    }
  });

  it('exchanges where the top bit says so', () => {
    const { wave, environment, run } = prepared(8);
    wave.setPair(EXEC, 1, 0);
    environment.lds.words[4] = 1;
    environment.lds.words[5] = 2;
    wave.u[12 * 64] = 0x80000007;
    wave.u[13 * 64] = 9;
    run(lineOf('ds_condxchg32_rtn_b64'));
    expect(Array.from(environment.lds.words.subarray(4, 6))).toEqual([7, 2]);
    expect([wave.u[4 * 64], wave.u[5 * 64]]).toEqual([1, 2]);
  });

  it('appends and consumes by the number of active lanes', () => {
    const { wave, environment, run } = prepared(8);
    wave.s[M0] = 0x40;
    environment.lds.words[20] = 100;
    wave.setPair(EXEC, 0xff, 1);
    run('ds_append v4 offset:16');
    expect(environment.lds.words[20]).toBe(109);
    expect(rowOf(wave, 4).slice(0, 8)).toEqual(Array(8).fill(100));
    run('ds_consume v4 offset:16');
    expect(environment.lds.words[20]).toBe(100);
    expect(wave.u[4 * 64 + 32]).toBe(109);
    const { count, activeMask } = environment.recorder.finish();
    expect([count, ...activeMask]).toEqual([1, 1, 0]);
  });

  it('counts in a half of the wave, and out of LDS not at all', () => {
    const { wave, environment, run } = prepared(8);
    wave.s[M0] = 0x40;
    wave.setPair(EXEC, 0, 0x30);
    environment.lds.words[16] = 0;
    run('ds_append v4');
    expect(environment.lds.words[16]).toBe(2);
    const { activeMask } = environment.recorder.finish();
    expect(Array.from(activeMask.subarray(0, 2))).toEqual([0, 0x10]);
    wave.s[M0] = 0xfffc;
    run('ds_append v4');
    expect(rowOf(wave, 4).slice(36, 38)).toEqual([0, 0]);
  });
});

describe('the address in M0', () => {
  // CDNA3 and CDNA4 ISA: `addtid` takes M0[15:0]; copies M0[15:0], from CDNA4 on M0[17:0].
  const copy = 'buffer_load_dword v8, s[16:19], 0 offen lds';
  it.each([
    ['gfx90a', 'ds_read_addtid_b32 v4', 0, 4],
    ['gfx942', 'ds_read_addtid_b32 v4', 0, 4],
    ['gfx950', 'ds_read_addtid_b32 v4', 0, 4],
    ['gfx950', 'ds_write_addtid_b32 v4', 0, 4],
    ['gfx90a', 'ds_append v4', 0, 0],
    ['gfx942', 'ds_consume v4', 0, 0],
    ['gfx950', 'ds_append v4', 0x10000, 0],
    ['gfx950', 'ds_consume v4', 0x10000, 0],
    ['gfx942', copy, 0, 4],
    ['gfx950', copy, 0x10000, 4],
  ] as const)('on %s, of %s', (target, text, above, step) => {
    const { wave, environment, run } = bench(target, 0x20000);
    for (let i = 0; i < 4; i++) wave.s[16 + i] = 0;
    wave.s[M0] = 0xfff10040;
    run(text);
    const trace = environment.recorder.finish();
    // Counters of a wave are one access; lanes have no addresses.
    const lanes = step === 0 ? 1 : 64;
    const wanted = Array.from({ length: lanes }, (_, lane) => above + 0x40 + step * lane);
    expect(laneAddresses(trace, 0).filter((address) => address !== undefined)).toEqual(wanted);
  });
});

describe('LDS instructions between lanes', () => {
  it.each([
    ['swizzle(QUAD_PERM,3,2,1,0)', (lane: number) => lane ^ 3],
    ['swizzle(BROADCAST,8,2)', (lane: number) => (lane & ~7) + 2],
    ['swizzle(SWAP,16)', (lane: number) => lane ^ 16],
    ['swizzle(REVERSE,8)', (lane: number) => lane ^ 7],
    ['swizzle(BITMASK_PERM,"00pip")', (lane: number) => (lane & 32) | ((lane & 7) ^ 2)],
    ['swizzle(ROTATE,0,3)', (lane: number) => (lane & 32) | ((lane + 3) & 31)],
    ['swizzle(ROTATE,1,3)', (lane: number) => (lane & 32) | ((lane - 3) & 31)],
    ['swizzle(FFT,31)', (lane: number) => lane],
    [
      'swizzle(FFT,0)',
      (lane: number) =>
        (lane & 32) |
        Number.parseInt([...(lane & 31).toString(2).padStart(5, '0')].reverse().join(''), 2),
    ],
  ] as const)('ds_swizzle_b32 offset:%s', (offset, from) => {
    const { wave, run } = prepared(8);
    const source = rowOf(wave, 8);
    run(`ds_swizzle_b32 v4, v8 offset:${offset}`);
    expect(rowOf(wave, 4)).toEqual(source.map((_, lane) => source[from(lane)]));
  });

  it('pulls and pushes, with 0 where nothing comes from', () => {
    const { wave, run } = prepared(8);
    setRow(wave, 8, (lane) => 4 * ((lane * 5) & 63));
    const data = rowOf(wave, 12);
    run('ds_bpermute_b32 v4, v8, v12');
    expect(rowOf(wave, 4)).toEqual(data.map((_, lane) => data[(lane * 5) & 63]));
    run('ds_permute_b32 v4, v8, v12');
    const pushed = Array.from({ length: 64 }, () => 0);
    for (let lane = 0; lane < 64; lane++) pushed[(lane * 5) & 63] = data[lane] ?? 0;
    expect(rowOf(wave, 4)).toEqual(pushed);
    wave.setPair(EXEC, 1, 0);
    wave.u[8 * 64] = 4 * 40;
    run('ds_bpermute_b32 v4, v8, v12');
    expect(wave.u[4 * 64]).toBe(0);
  });

  it('transposes 16-bit elements as published', () => {
    const { wave, environment, run } = prepared(8, 8);
    run('ds_read_b64_tr_b16 v[4:5], v8');
    const halves = new Uint16Array(environment.lds.data.buffer);
    for (let lane = 0; lane < 64; lane++) {
      for (let n = 0; n < 4; n++) {
        const source = (lane & ~15) + ((lane >> 2) & 3) + 4 * n;
        const wanted = halves[4 * source + (lane & 3)];
        const word = wave.u[(4 + (n >> 1)) * 64 + lane] ?? 0;
        expect((word >>> (16 * (n & 1))) & 0xffff).toBe(wanted);
      }
    }
  });

  it.each([
    ['ds_read_b64_tr_b8', 2, 8],
    ['ds_read_b64_tr_b4', 2, 4],
    ['ds_read_b96_tr_b6', 3, 6],
  ] as const)('%s gives lane l of 16 column l', (mnemonic, words, width) => {
    const { wave, environment, run } = prepared(8, 4 * words);
    run(`${mnemonic} v[4:${3 + words}], v8`);
    const bit = (value: (word: number) => number, at: number): number =>
      (value(at >> 5) >>> (at & 31)) & 1;
    const elements = (32 * words) / width;
    // A group of 16 lanes holds `elements` rows of 16 columns, one after the other.
    for (let lane = 0; lane < 64; lane++) {
      for (let n = 0; n < Math.floor(elements); n++) {
        const start = (lane >> 4) * 16 * words * 32 + (n * 16 + (lane & 15)) * width;
        for (let b = 0; b < width; b++) {
          const found = bit((word) => wave.u[(4 + word) * 64 + lane] ?? 0, n * width + b);
          const wanted = bit((word) => environment.lds.words[word] ?? 0, start + b);
          expect(found, `lane ${lane} element ${n} bit ${b}`).toBe(wanted);
        }
      }
    }
  });

  it('has nothing to do for global wave sync', () => {
    const { run } = prepared(8);
    for (const { mnemonic } of cdnaRows)
      if (/_gws_|ds_nop/.test(mnemonic)) expect(() => run(lineOf(mnemonic))).not.toThrow();
  });
});

describe('LDS borders', () => {
  it('reads 0 out of range, drops stores, and reports both with a lane', () => {
    const { wave, environment, run } = prepared(8);
    setRow(wave, 8, (lane) => (lane === 5 ? 8192 : 4 * lane));
    run('ds_read_b32 v4, v8');
    expect(wave.u[4 * 64 + 5]).toBe(0);
    run('ds_write_b32 v8, v12');
    const codes = environment.findings.hazards.map(({ message }) => message.code);
    expect(codes).toContain('hazard/lds-out-of-range');
    expect(environment.findings.hazards[0]?.message.message).toContain('lane 5');
  });

  it('names the first byte outside of an access that begins inside', () => {
    const { wave, environment, run } = prepared(8);
    setRow(wave, 8, (lane) => (lane === 5 ? 8188 : 16 * lane));
    run('ds_read_b128 v[4:7], v8');
    const [hazard] = environment.findings.hazards;
    expect(hazard?.message.message).toBe('touches byte 8192, but the LDS has 8192 bytes (lane 5)');
  });

  it('reads words at any byte, and reports wide ones', () => {
    const { wave, environment, run } = prepared(8);
    setRow(wave, 8, (lane) => 17 * lane + 1);
    run('ds_read_b64 v[4:5], v8');
    const view = new DataView(environment.lds.data.buffer);
    expect(wave.u[4 * 64 + 7]).toBe(view.getUint32(120, true));
    const codes = environment.findings.hazards.map(({ message }) => message.code);
    expect(codes).toContain('hazard/misaligned');
  });
});

it('executed every row of the table', () => {
  const names = cdnaRows.map(({ mnemonic }) => mnemonic);
  expect(names.filter((mnemonic) => !executed.has(mnemonic))).toEqual([]);
});
