/**
 * LDS instructions of CDNA and RDNA under their names, in waves of 32 and 64: each against what bytes and unlimited integers say.
 * What the trace counts is compared with a count of words per bank.
 */
import { describe, expect, it } from 'vitest';
import {
  findRule,
  laneAddresses,
  machineNamed,
  opcodeAt,
  opcodeNumber,
  range,
  simulate,
} from '@ldscope/core';
import { dsRows } from '../../src/isa/ds/ds.ts';
import { codeOf, existsOn, RDNA, type Target, type WaveSize } from '../../src/state/target.ts';
import { EXEC, M0 } from '../../src/state/wave.ts';
import { atomicResult, operationOf, samples32, samples64 } from './atomics.ts';
import { type Bench, bench, executed, rowOf, setRow } from './harness.ts';
import { lineOn } from './lines.ts';

const rdnaModes = (['gfx1100', 'gfx1151', 'gfx1201'] as const).flatMap((chip) =>
  ([32, 64] as const).map((size) => [chip, size] as const),
);
const modes = [['gfx950', 64] as const, ...rdnaModes];

/** The name that a chip has for an instruction of RDNA: `ds_load_2addr_b32` is `ds_read2_b32` on CDNA. */
const nameOn = (chip: Target, name: string): string =>
  codeOf(chip).family === 'rdna'
    ? name
    : name
        .replace('ds_load', 'ds_read')
        .replace('ds_storexchg', 'ds_wrxchg')
        .replace('ds_store', 'ds_write')
        .replace('_2addr_stride64', '2st64')
        .replace('_2addr', '2');

/** A wave whose lanes have addresses `step` apart in a register, and LDS with different bytes everywhere. */
function prepared(chip: Target, size: WaveSize, addressRow: number, step = 16): Bench {
  const all = bench(chip, 8192, false, size);
  const { wave, environment } = all;
  for (let i = 0; i < 8192; i++) environment.lds.data[i] = (i * 37 + (i >> 8) * 11) & 0xff;
  for (let row = 0; row < 32; row++)
    setRow(wave, row, (lane) => (row * 0x01010101 + lane * 0x00030507) >>> 0);
  setRow(wave, addressRow, (lane) => lane * step);
  return all;
}

/** The same on gfx950. */
const cdna = (addressRow: number, step = 16): Bench => prepared('gfx950', 64, addressRow, step);

type Read = (view: DataView, at: number, old: number) => number;

const narrow: Readonly<Record<string, Read>> = {
  u8: (v, at) => v.getUint8(at),
  i8: (v, at) => v.getInt8(at),
  u16: (v, at) => v.getUint16(at, true),
  i16: (v, at) => v.getInt16(at, true),
  u8_d16: (v, at, old) => (old & 0xffff0000) | v.getUint8(at),
  u8_d16_hi: (v, at, old) => (old & 0xffff) | (v.getUint8(at) << 16),
  i8_d16: (v, at, old) => (old & 0xffff0000) | (v.getInt8(at) & 0xffff),
  i8_d16_hi: (v, at, old) => (old & 0xffff) | (v.getInt8(at) << 16),
  u16_d16: (v, at, old) => (old & 0xffff0000) | v.getUint16(at, true),
  u16_d16_hi: (v, at, old) => (old & 0xffff) | (v.getUint16(at, true) << 16),
};
const whole: Read = (v, at) => v.getUint32(at, true);
const reads: readonly (readonly [form: string, words: number, value: Read])[] = [
  ...Object.entries(narrow).map(([form, value]) => [form, 1, value] as const),
  ...([1, 2, 3, 4] as const).map((words) => [`b${32 * words}`, words, whole] as const),
];

describe.each(modes)('%s in waves of %i', (chip, size) => {
  it.each(reads)('ds_load_%s', (form, words, value) => {
    const { wave, environment, run } = prepared(chip, size, 8);
    const view = new DataView(environment.lds.data.buffer);
    const before = rowOf(wave, 4);
    run(lineOn(chip, nameOn(chip, `ds_load_${form}`)));
    for (let word = 0; word < words; word++) {
      const found = rowOf(wave, 4 + word).slice(0, size);
      const wanted = range(size).map(
        (lane) => value(view, 16 * lane + 16 + 4 * word, before[lane] ?? 0) >>> 0,
      );
      expect(found).toEqual(wanted);
    }
    if (size === 32) expect(rowOf(wave, 4).slice(32)).toEqual(before.slice(32));
    const trace = environment.recorder.finish();
    expect([trace.waveSize, trace.count]).toEqual([size, 1]);
    expect([...trace.addressBytes.subarray(0, size)]).toEqual(
      range(size).map((lane) => 16 * lane + 16),
    );
  });

  it.each([
    ['b8', 1, 0],
    ['b8_d16_hi', 1, 16],
    ['b16', 2, 0],
    ['b16_d16_hi', 2, 16],
    ['b32', 4, 0],
    ['b64', 8, 0],
    ['b96', 12, 0],
    ['b128', 16, 0],
  ] as const)('ds_store_%s', (form, bytes, shift) => {
    const { wave, environment, run } = prepared(chip, size, 4);
    const wanted = environment.lds.data.slice();
    for (const lane of range(size)) {
      for (let byte = 0; byte < bytes; byte++) {
        const word = wave.u[(8 + (byte >> 2)) * 64 + lane] ?? 0;
        wanted[16 * lane + 16 + byte] = (word >>> shift) >>> (8 * (byte & 3));
      }
    }
    run(lineOn(chip, nameOn(chip, `ds_store_${form}`)));
    expect(environment.lds.data).toEqual(wanted);
  });

  it.each([
    ['2addr_b32', 1, 4],
    ['2addr_b64', 2, 8],
    ['2addr_stride64_b32', 1, 256],
    ['2addr_stride64_b64', 2, 512],
  ] as const)('ds_load_%s, ds_store, ds_storexchg', (form, words, unit) => {
    const load = prepared(chip, size, 8);
    load.run(lineOn(chip, nameOn(chip, `ds_load_${form}`)));
    const view = new DataView(load.environment.lds.data.buffer);
    for (let word = 0; word < 2 * words; word++) {
      const at = (word < words ? 1 : 2) * unit + 4 * (word % words);
      expect(rowOf(load.wave, 4 + word).slice(0, size)).toEqual(
        range(size).map((lane) => view.getUint32(16 * lane + at, true)),
      );
    }
    expect(load.environment.recorder.finish().count).toBe(2);
    for (const name of [`ds_store_${form}`, `ds_storexchg_${form.replace('_b', '_rtn_b')}`]) {
      const returns = name.includes('rtn');
      const [address, data] = returns ? [8, 12] : [4, 8];
      const { wave, environment, run } = prepared(chip, size, address, 4 * unit);
      wave.setPair(EXEC, 7, 0);
      const before = new DataView(environment.lds.data.slice().buffer);
      const wanted = environment.lds.data.slice();
      const after = new DataView(wanted.buffer);
      for (let lane = 0; lane < 3; lane++) {
        for (let word = 0; word < 2 * words; word++) {
          const second = Number(word >= words);
          const at = unit * (4 * lane + 1 + second) + 4 * (word % words);
          const source = (data + 4 * second + (word % words)) * 64 + lane;
          after.setUint32(at, wave.u[source] ?? 0, true);
        }
      }
      run(lineOn(chip, nameOn(chip, name)));
      expect(environment.lds.data).toEqual(wanted);
      for (let word = 0; word < (returns ? 2 * words : 0); word++) {
        const at = unit * (1 + Number(word >= words)) + 4 * (word % words);
        expect(wave.u[(4 + word) * 64]).toBe(before.getUint32(at, true));
      }
    }
  });

  it('by thread id and by counters, from M0', () => {
    const { wave, environment, run } = prepared(chip, size, 8);
    wave.s[M0] = 0x100;
    run(nameOn(chip, 'ds_load_addtid_b32 v4 offset:32'));
    const words = environment.lds.words;
    expect(rowOf(wave, 4).slice(0, size)).toEqual([...words.subarray(72, 72 + size)]);
    run(nameOn(chip, 'ds_store_addtid_b32 v8 offset:32'));
    expect([...words.subarray(72, 72 + size)]).toEqual(rowOf(wave, 8).slice(0, size));
    words[68] = 100;
    wave.setPair(EXEC, 0xff, size === 64 ? 1 : 0);
    run('ds_append v4 offset:16');
    const active = size === 64 ? 9 : 8;
    expect(words[68]).toBe(100 + active);
    run('ds_consume v5 offset:16');
    expect([words[68], wave.u[5 * 64], wave.u[5 * 64 + size - 32]]).toEqual([
      100,
      100 + active,
      100 + active,
    ]);
    expect(rowOf(wave, 4).slice(0, 8)).toEqual(Array(8).fill(100));
    const { count, activeMask } = environment.recorder.finish();
    expect([count, ...activeMask]).toEqual([1, 1, 0]);
  });

  it('between lanes', () => {
    const { wave, run } = prepared(chip, size, 8);
    // RDNA 3 permutes each half of a wave of 64 on its own.
    const within = chip.startsWith('gfx11') ? 31 : size - 1;
    const from = (lane: number): number => (lane & ~within) | ((lane * 5 + 40) & within);
    setRow(wave, 8, (lane) => 4 * ((lane * 5 + 40) & 63));
    const data = rowOf(wave, 12);
    run('ds_bpermute_b32 v4, v8, v12');
    expect(rowOf(wave, 4).slice(0, size)).toEqual(range(size).map((lane) => data[from(lane)]));
    const pushed = Array.from({ length: size }, () => 0);
    for (const lane of range(size)) pushed[from(lane)] = data[lane] ?? 0;
    run('ds_permute_b32 v4, v8, v12');
    expect(rowOf(wave, 4).slice(0, size)).toEqual(pushed);
    run('ds_swizzle_b32 v4, v12 offset:swizzle(SWAP,16)');
    expect(rowOf(wave, 4).slice(0, size)).toEqual(range(size).map((lane) => data[lane ^ 16]));
    wave.setPair(EXEC, 1, 0);
    wave.u[8 * 64] = 4 * 9;
    run('ds_bpermute_b32 v4, v8, v12');
    expect(wave.u[4 * 64]).toBe(0);
    if (chip !== 'gfx1201') return;
    run('ds_bpermute_fi_b32 v4, v8, v12');
    expect(wave.u[4 * 64]).toBe(data[9]);
  });
});

it('a read leaves inactive lanes alone', () => {
  const { wave, run } = cdna(8);
  const before = rowOf(wave, 4);
  wave.setPair(EXEC, 0x0000ffff, 0);
  run('ds_read_b32 v4, v8');
  expect(rowOf(wave, 4).slice(16)).toEqual(before.slice(16));
  expect(rowOf(wave, 4)[3]).not.toBe(before[3]);
});

const rowsOn = (chip: Target): typeof dsRows =>
  dsRows.filter(({ targets }) => existsOn(targets, chip));

const atomics = (['gfx950', 'gfx1100', 'gfx1201'] as const).flatMap((chip) =>
  rowsOn(chip)
    .map(({ mnemonic }) => mnemonic)
    .filter((name) => /_[uibf]*(f16|32|64)$/.test(name) && lineOn(chip, name) !== '')
    .filter(
      (name) =>
        !/^ds_(load|read|store_|write|swizzle|b?permute|condxchg|wrxchg2)|_2addr_/.test(name),
    )
    .map((mnemonic) => [chip, mnemonic] as const),
);

describe('LDS atomics', () => {
  it('are many', () => expect(atomics.length).toBeGreaterThan(140));

  it.each(atomics)('of %s: %s', (chip, mnemonic) => {
    const returns = mnemonic.includes('_rtn_');
    const wide = mnemonic.endsWith('64');
    const [address, first] = returns ? [8, 12] : [4, 8];
    const two = /mskor|cmpst|wrap/.test(mnemonic);
    const { wave, environment, run } = prepared(chip, chip === 'gfx950' ? 64 : 32, address);
    wave.setPair(EXEC, 1, 0);
    const { lds } = environment;
    const put = (row: number, value: bigint): void => {
      wave.u[row * 64] = Number(value & 0xffffffffn);
      wave.u[row * 64 + 64] = Number(value >> 32n);
    };
    const get = (words: Uint32Array, at: number): bigint =>
      BigInt(words[at] ?? 0) | (wide ? BigInt(words[at + 1] ?? 0) << 32n : 0n);
    const samples = wide ? samples64 : samples32;
    for (const old of samples) {
      for (const data of samples) {
        lds.words[4] = Number(old & 0xffffffffn);
        lds.words[5] = Number(old >> 32n);
        const second = two ? (data === 1n ? old : data + 2n) : 0n;
        // `cmpstore` has the value first; the others have the mask first.
        const valueFirst = !two || mnemonic.includes('cmpstore');
        put(first, valueFirst ? data : second);
        put(first + 4, valueFirst ? second : data);
        run(lineOn(chip, mnemonic));
        const wanted = atomicResult(operationOf(mnemonic), old, data, second, wide ? 64 : 32);
        expect(get(lds.words, 4), `${mnemonic} ${old} ${data}`).toBe(wanted);
        if (!returns) continue;
        const top = wide ? BigInt(wave.u[5 * 64] ?? 0) << 32n : 0n;
        expect(BigInt(wave.u[4 * 64] ?? 0) | top).toBe(old);
      }
    }
  });

  it.each(['gfx950', 'gfx1100'] as const)('exchange where the top bit says so on %s', (chip) => {
    const { wave, environment, run } = prepared(chip, chip === 'gfx950' ? 64 : 32, 8);
    wave.setPair(EXEC, 1, 0);
    environment.lds.words.set([1, 2], 4);
    wave.u[12 * 64] = 0x80000007;
    wave.u[13 * 64] = 9;
    run(lineOn(chip, 'ds_condxchg32_rtn_b64'));
    expect([...environment.lds.words.subarray(4, 6)]).toEqual([7, 2]);
    expect([wave.u[4 * 64], wave.u[5 * 64]]).toEqual([1, 2]);
  });

  it('of the global data share are refused', () => {
    expect(() => bench('gfx1100').run('ds_add_u32 v0, v1 gds')).toThrow('global data share');
  });

  it('adds up the lanes of a wave at one address', () => {
    const { wave, environment, run } = cdna(4, 0);
    environment.lds.words[4] = 0;
    setRow(wave, 8, (lane) => lane);
    run('ds_add_u32 v4, v8 offset:16');
    expect(environment.lds.words[4]).toBe((63 * 64) / 2);
  });

  it('counts in a half of the wave, and out of LDS not at all', () => {
    const { wave, environment, run } = cdna(8);
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
    const { wave, run } = cdna(8);
    const source = rowOf(wave, 8);
    run(`ds_swizzle_b32 v4, v8 offset:${offset}`);
    expect(rowOf(wave, 4)).toEqual(source.map((_, lane) => source[from(lane)]));
  });

  it('transposes 16-bit elements as published', () => {
    const { wave, environment, run } = cdna(8, 8);
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
    const { wave, environment, run } = cdna(8, 4 * words);
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
    const { run } = cdna(8);
    for (const { mnemonic } of rowsOn('gfx950'))
      if (/_gws_|ds_nop/.test(mnemonic))
        expect(() => run(lineOn('gfx950', mnemonic))).not.toThrow();
  });
});

describe('LDS borders', () => {
  it('reads 0 out of range, drops stores, and reports both with a lane', () => {
    const { wave, environment, run } = cdna(8);
    setRow(wave, 8, (lane) => (lane === 5 ? 8192 : 4 * lane));
    run('ds_read_b32 v4, v8');
    expect(wave.u[4 * 64 + 5]).toBe(0);
    run('ds_write_b32 v8, v12');
    const codes = environment.findings.hazards.map(({ message }) => message.code);
    expect(codes).toContain('hazard/lds-out-of-range');
    expect(environment.findings.hazards[0]?.message.message).toContain('lane 5');
  });

  it('names the first byte outside of an access that begins inside', () => {
    const { wave, environment, run } = cdna(8);
    setRow(wave, 8, (lane) => (lane === 5 ? 8188 : 16 * lane));
    run('ds_read_b128 v[4:7], v8');
    const [hazard] = environment.findings.hazards;
    expect(hazard?.message.message).toBe('touches byte 8192, but the LDS has 8192 bytes (lane 5)');
  });

  it('reads words at any byte, and reports wide ones', () => {
    const { wave, environment, run } = cdna(8);
    setRow(wave, 8, (lane) => 17 * lane + 1);
    run('ds_read_b64 v[4:5], v8');
    const view = new DataView(environment.lds.data.buffer);
    expect(wave.u[4 * 64 + 7]).toBe(view.getUint32(120, true));
    const codes = environment.findings.hazards.map(({ message }) => message.code);
    expect(codes).toContain('hazard/misaligned');
  });
});

/** Ways to lay a tile of 32 x 32 words out, as byte addresses. */
const layouts: Readonly<Record<string, (row: number, column: number) => number>> = {
  plain: (row, column) => 4 * (32 * row + column),
  padded: (row, column) => 4 * (33 * row + column),
  xor: (row, column) => 4 * (32 * row + (column ^ row)),
};

/** Cycles that 32 banks need when lanes come 32 at a time: the most words of a bank, summed. */
function cyclesOf(addresses: readonly number[]): number {
  let cycles = 0;
  for (let first = 0; first < addresses.length; first += 32) {
    const words = new Set(addresses.slice(first, first + 32).map((address) => address >> 2));
    const counts = new Map<number, number>();
    for (const word of words) counts.set(word & 31, (counts.get(word & 31) ?? 0) + 1);
    cycles += Math.max(...counts.values());
  }
  return cycles;
}

describe.each(rdnaModes)('a transpose through LDS on %s in waves of %i', (chip, size) => {
  it.each(Object.entries(layouts))('%s', (_, place) => {
    for (const [name, byRow] of [
      ['ds_store_b32 v4, v8', true],
      ['ds_load_b32 v8, v4', false],
    ] as const) {
      const { wave, environment, run } = bench(chip, 8192, false, size);
      const address = (lane: number): number => {
        const [first, second] = [lane >> 5, lane & 31];
        return byRow ? place(first, second) : place(second, first);
      };
      setRow(wave, 4, (lane) => (lane < size ? address(lane) : 0));
      environment.lds.data.fill(1);
      run(name);
      const trace = environment.recorder.finish();
      const [model] = machineNamed(chip).models;
      const { idxActive, bankConflict } = simulate(trace, machineNamed(chip), model);
      const wanted = cyclesOf(range(size).map(address));
      expect([idxActive[0], bankConflict[0]]).toEqual([wanted, wanted - size / 32]);
    }
  });
});

it('maps every LDS instruction to a rule, and executed every row', () => {
  for (const chip of RDNA) {
    const [model] = machineNamed(chip).models;
    for (const { mnemonic, bytes, targets } of dsRows) {
      if (bytes === 0 || !existsOn(targets, chip)) continue;
      const { isa, request, addressing } = opcodeAt(opcodeNumber(mnemonic) ?? -1);
      expect(isa, mnemonic).toContain(machineNamed(chip).isa);
      // Counters of a wave have no lanes that could meet in a bank.
      if (addressing.kind === 'counter') continue;
      for (const size of machineNamed(chip).waveSizes) {
        const rule = request === undefined ? undefined : findRule(model, size, request);
        expect(rule, `${mnemonic} on ${chip} in waves of ${size}`).toBeDefined();
      }
    }
  }
  for (const chip of ['gfx950', 'gfx1201'] as const) {
    const names = rowsOn(chip).map(({ mnemonic }) => mnemonic);
    expect(names.filter((name) => name !== 'ds_nop' && !executed.has(name))).toEqual([]);
  }
});
