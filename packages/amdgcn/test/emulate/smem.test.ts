import { describe, expect, it } from 'vitest';
import { smemRows } from '../../src/isa/smem.ts';
import { existsOn } from '../../src/state/target.ts';
import { atomicResult, samples32, samples64 } from './atomics.ts';
import { bench, executed, setPair } from './harness.ts';
import { lineOn } from './lines.ts';

const cdnaRows = smemRows.filter(({ targets }) => existsOn(targets, 'gfx950'));

const lineOf = (mnemonic: string): string => lineOn('gfx950', mnemonic);

/** A buffer with different words, its address in s[4:5] or its descriptor in s[4:7]. */
function prepared(buffer: boolean): ReturnType<typeof bench> {
  const all = bench();
  const { wave, data } = all;
  for (let i = 0; i < data.length; i++) data[i] = (i * 73 + (i >> 8)) & 0xff;
  setPair(wave, 4, all.buffer.base);
  if (buffer) wave.s.set([256, 0], 6);
  return all;
}

const names = cdnaRows.map(({ mnemonic }) => mnemonic);

describe('scalar memory', () => {
  it.each(names.filter((name) => /_load_/.test(name)))('%s', (mnemonic) => {
    const { wave, data, run } = prepared(mnemonic.includes('buffer'));
    run(lineOf(mnemonic));
    const words = Number(/x(\d+)$/.exec(mnemonic)?.[1] ?? 1);
    const wanted = new Uint32Array(data.buffer, 16, words);
    expect(Array.from(wave.s.subarray(16, 16 + words))).toEqual([...wanted]);
  });

  it.each(names.filter((name) => /_store_/.test(name)))('%s', (mnemonic) => {
    const { wave, data, run } = prepared(mnemonic.includes('buffer'));
    const words = Number(/x(\d+)$/.exec(mnemonic)?.[1] ?? 1);
    for (let word = 0; word < words; word++) wave.s[16 + word] = 0x11111111 * (word + 1);
    const after = new Uint32Array(data.buffer.slice(0), 16 + 4 * words, 4);
    run(lineOf(mnemonic));
    expect([...new Uint32Array(data.buffer, 16, words)]).toEqual(
      Array.from(wave.s.subarray(16, 16 + words)),
    );
    expect([...new Uint32Array(data.buffer, 16 + 4 * words, 4)]).toEqual([...after]);
  });

  it.each(names.filter((name) => /_atomic_/.test(name)))('%s', (mnemonic) => {
    const { wave, data, run } = prepared(mnemonic.includes('buffer'));
    const wide = mnemonic.endsWith('_x2');
    const operation = mnemonic.replace(/^s_(buffer_)?atomic_/, '').replace('_x2', '');
    const words = new Uint32Array(data.buffer);
    const put = (into: Uint32Array, at: number, value: bigint): void => {
      into[at] = Number(value & 0xffffffffn);
      if (wide) into[at + 1] = Number(value >> 32n);
    };
    const get = (from: Uint32Array, at: number): bigint =>
      BigInt(from[at] ?? 0) | (wide ? BigInt(from[at + 1] ?? 0) << 32n : 0n);
    const samples = wide ? samples64 : samples32;
    for (const old of samples) {
      for (const value of samples) {
        for (const returns of [false, true]) {
          const compare = value === 1n ? old : value;
          put(words, 4, old);
          put(wave.s, 16, value);
          if (operation === 'cmpswap') put(wave.s, wide ? 18 : 17, compare);
          run(lineOf(mnemonic) + (returns ? ' glc' : ''));
          const wanted = atomicResult(operation, old, value, compare, wide ? 64 : 32);
          expect(get(words, 4), `${mnemonic} ${old} ${value}`).toBe(wanted);
          expect(get(wave.s, 16)).toBe(returns ? old : value);
        }
      }
    }
  });

  it('has loads of up to 16 words, of private memory up to four; stores up to four', () => {
    const widthsOf = (stem: string): string =>
      names.flatMap((name) => name.split(`${stem}_dword`)[1] ?? []).join(' ');
    for (const stem of ['s_load', 's_buffer_load']) expect(widthsOf(stem)).toBe(' x2 x4 x8 x16');
    for (const stem of ['s_scratch_load', 's_store', 's_buffer_store', 's_scratch_store'])
      expect(widthsOf(stem)).toBe(' x2 x4');
  });

  it('adds a register and a constant, and rounds addresses down', () => {
    const { wave, data, run } = prepared(false);
    const words = new Uint32Array(data.buffer);
    wave.s[8] = 32;
    run('s_load_dword s16, s[4:5], s8');
    expect(wave.s[16]).toBe(words[8]);
    run('s_load_dword s16, s[4:5], s8 offset:0x10');
    expect(wave.s[16]).toBe(words[12]);
    setPair(wave, 4, wave.wide(4) + 66);
    run('s_load_dword s16, s[4:5], -0x20');
    expect(wave.s[16]).toBe(words[8]);
  });

  it('gives 0 beyond a descriptor, and counts records by their stride', () => {
    const { wave, data, run } = prepared(true);
    wave.s[6] = 24;
    run('s_buffer_load_dwordx4 s[16:19], s[4:7], 0x10');
    expect(Array.from(wave.s.subarray(16, 20))).toEqual([
      ...new Uint32Array(data.buffer, 16, 2),
      0,
      0,
    ]);
    wave.s[5] = (wave.s[5] ?? 0) | (16 << 16);
    wave.s[6] = 2;
    run('s_buffer_load_dwordx4 s[16:19], s[4:7], 0x10');
    expect(Array.from(wave.s.subarray(16, 20))).toEqual([...new Uint32Array(data.buffer, 16, 4)]);
  });

  it('counts time upwards', () => {
    const { wave, run } = prepared(false);
    run('s_memtime s[16:17]\n s_memrealtime s[18:19]');
    expect(wave.s[18]).toBeGreaterThan(wave.s[16] ?? 0);
  });

  it('has nothing to do for caches', () => {
    const { run } = prepared(false);
    for (const { mnemonic, kind } of cdnaRows)
      if (kind === 'idle') expect(() => run(lineOf(mnemonic))).not.toThrow();
  });
});

it('executed every row of the table', () => {
  const names = cdnaRows.map(({ mnemonic }) => mnemonic);
  expect(names.filter((mnemonic) => !executed.has(mnemonic))).toEqual([]);
});
