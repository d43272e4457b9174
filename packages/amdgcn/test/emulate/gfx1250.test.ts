/** What gfx1250 adds to the memory instructions of RDNA 4: transposing loads, copies between memory and LDS, scaled offsets. */
import { describe, expect, it } from 'vitest';
import { dsRows } from '../../src/isa/ds/ds.ts';
import { rdnaRows } from '../../src/isa/memory/rdna.ts';
import { existsOn } from '../../src/state/target.ts';
import { EXEC } from '../../src/state/wave.ts';
import { type Bench, bench, executed, rowOf, setPair, setRow } from './harness.ts';
import { lineOn } from './lines.ts';

const lanes = Array.from({ length: 32 }, (_, lane) => lane);

function prepared(late = false): Bench {
  const all = bench('gfx1250', 8192, late);
  const { wave, data, buffer, environment } = all;
  for (let i = 0; i < data.length; i++) data[i] = (i * 91 + (i >> 7) * 3) & 0xff;
  for (let i = 0; i < 8192; i++) environment.lds.data[i] = (i * 37 + (i >> 8) * 11) & 0xff;
  setPair(wave, 4, buffer.base);
  setRow(wave, 2, (lane) => (buffer.base % 2 ** 32) + 48 * lane);
  setRow(wave, 3, () => Math.floor(buffer.base / 2 ** 32));
  return all;
}

/** Element n of `bits` of what a lane has in the registers from `row` on. */
function elementOf({ wave }: Bench, row: number, lane: number, n: number, bits: 8 | 16): number {
  const at = n * bits;
  return ((wave.u[(row + (at >> 5)) * 64 + lane] ?? 0) >>> (at & 31)) & (2 ** bits - 1);
}

describe('transposing loads', () => {
  // Lanes read 16 or 8 bytes at addresses without a pattern.
  const place = (lane: number): number => 16 * ((lane * 7 + 3) % 32);

  it.each(['ds_load_tr16_b128 v[4:7], v8', 'global_load_tr16_b128 v[4:7], v8, s[4:5]'])(
    'of 16 bits turn 8 x 8 elements of 8 lanes: %s',
    (text) => {
      const all = prepared();
      setRow(all.wave, 8, place);
      all.run(text);
      const source = text.startsWith('ds') ? all.environment.lds.data : all.data;
      const view = new DataView(source.buffer, source.byteOffset);
      for (const lane of lanes) {
        for (let n = 0; n < 8; n++) {
          const from = 8 * Math.floor(lane / 8) + n;
          const wanted = view.getUint16(place(from) + 2 * (lane % 8), true);
          expect(elementOf(all, 4, lane, n, 16)).toBe(wanted);
        }
      }
    },
  );

  // AMD's figure: lanes 0 to 7 draw from lanes 0-3 and 8-11.
  const quads = [
    [0, 1, 2, 3, 8, 9, 10, 11],
    [4, 5, 6, 7, 12, 13, 14, 15],
  ];
  it.each(['ds_load_tr8_b64 v[4:5], v8', 'global_load_tr8_b64 v[4:5], v8, s[4:5]'])(
    'of 8 bits draw from two runs of four lanes: %s',
    (text) => {
      const all = prepared();
      setRow(all.wave, 8, place);
      all.run(text);
      const source = text.startsWith('ds') ? all.environment.lds.data : all.data;
      for (const lane of lanes) {
        for (let n = 0; n < 8; n++) {
          const from = 16 * (lane >> 4) + (quads[(lane >> 3) & 1]?.[n] ?? 0);
          expect(elementOf(all, 4, lane, n, 8)).toBe(source[place(from) + (lane % 8)]);
        }
      }
    },
  );

  it.each([
    'ds_load_tr16_b128 v[4:7], v8',
    'global_load_tr16_b128 v[4:7], v8, s[4:5]',
    'global_load_tr8_b64 v[4:5], v8, s[4:5]',
  ])('in a part of a wave are reported: %s', (text) => {
    const { wave, environment, run } = prepared();
    setRow(wave, 8, place);
    const codes = (): string[] => environment.findings.problems.map(({ message }) => message.code);
    run(text);
    expect(codes()).toEqual([]);
    wave.setPair(EXEC, 0x7fffffff, 0);
    run(text);
    expect(codes()).toEqual(['execute/partial-wave']);
  });

  it('of 4 and 6 bits, whose exchange is not documented, are refused', () => {
    for (const text of ['ds_load_tr4_b64 v[4:5], v8', 'global_load_tr6_b96 v[4:6], v[8:9], off'])
      expect(() => bench('gfx1250').run(text)).toThrow('exchange elements is not documented');
  });
});

describe('copies between memory and LDS', () => {
  const widths = [
    ['b8', 1],
    ['b32', 4],
    ['b64', 8],
    ['b128', 16],
  ] as const;

  it.each(widths)(
    'global_load_async_to_lds_%s, whose offset enters both addresses',
    (name, bytes) => {
      for (const late of [false, true]) {
        const { wave, data, environment, run } = prepared(late);
        setRow(wave, 8, (lane) => 16 * (31 - lane));
        wave.setPair(EXEC, 0x0fffffff, 0);
        const wanted = environment.lds.data.slice();
        for (let lane = 0; lane < 28; lane++) {
          for (let byte = 0; byte < bytes; byte++)
            wanted[16 * (31 - lane) + 32 + byte] = data[48 * lane + 32 + byte] ?? 0;
        }
        run(`global_load_async_to_lds_${name} v8, v[2:3], off offset:32`);
        run('s_wait_asynccnt 0x0');
        expect(environment.lds.data.join()).toBe(wanted.join());
        expect(environment.recorder.finish().waveSize).toBe(32);
      }
    },
  );

  it.each(widths)('global_store_async_from_lds_%s', (name, bytes) => {
    const { wave, data, environment, run } = prepared();
    setRow(wave, 8, (lane) => 16 * (31 - lane));
    const wanted = data.slice();
    for (const lane of lanes) {
      for (let byte = 0; byte < bytes; byte++)
        wanted[48 * lane + 16 + byte] = environment.lds.data[16 * (31 - lane) + 16 + byte] ?? 0;
    }
    run(`global_store_async_from_lds_${name} v[2:3], v8, off offset:16`);
    expect(data.join()).toBe(wanted.join());
  });

  it('are in flight until asynccnt says so', () => {
    const { wave, data, environment, run } = prepared(true);
    setRow(wave, 8, (lane) => 16 * lane);
    const before = environment.lds.words.slice();
    run(`global_load_async_to_lds_b32 v8, v[2:3], off
      s_wait_loadcnt 0x0
      ds_load_b32 v9, v8
      s_wait_dscnt 0x0
      s_wait_asynccnt 0x0
      ds_load_b32 v10, v8
      s_wait_dscnt 0x0`);
    const words = new Uint32Array(data.buffer);
    expect(rowOf(wave, 9).slice(0, 32)).toEqual(lanes.map((lane) => before[4 * lane]));
    expect(rowOf(wave, 10).slice(0, 32)).toEqual(lanes.map((lane) => words[12 * lane]));
  });
});

describe('offsets of lanes', () => {
  it('are signed, and count elements where they are scaled', () => {
    const { wave, data, buffer, run } = prepared();
    setPair(wave, 10, buffer.base + 1024);
    setRow(wave, 8, (lane) => (4 * lane - 64) >>> 0);
    run('global_load_b32 v12, v8, s[10:11]');
    const words = new Uint32Array(data.buffer);
    expect(rowOf(wave, 12).slice(0, 32)).toEqual([...words.subarray(240, 272)]);
    setRow(wave, 8, (lane) => (lane - 16) >>> 0);
    run('global_load_b64 v[12:13], v8, s[10:11] offset:8 scale_offset');
    for (const lane of lanes) {
      const at = 256 + 2 * (lane - 16) + 2;
      expect([wave.u[12 * 64 + lane], wave.u[13 * 64 + lane]]).toEqual([words[at], words[at + 1]]);
    }
    run('flat_load_b32 v12, v8, s[10:11] scale_offset');
    expect(rowOf(wave, 12).slice(0, 32)).toEqual([...words.subarray(240, 272)]);
    wave.s[12] = 3;
    run('s_load_b64 s[14:15], s[10:11], s12 offset:0x8 scale_offset');
    expect([wave.s[14], wave.s[15]]).toEqual([words[264], words[265]]);
  });
});

describe('buffers', () => {
  /** A descriptor of some bytes at s[4:7]; what is above is or-ed to the last word. */
  function described(all: Bench, bytes: number, flags = 0): void {
    const { base } = all.buffer;
    all.wave.setPair(4, base % 2 ** 32, Math.floor(base / 2 ** 32) | ((bytes & 127) << 25));
    all.wave.setPair(6, bytes >>> 7, flags);
  }

  it('have 57 bits of base and 45 of size, and read 0 beyond', () => {
    for (const bytes of [0, 7, 300, 301, 303, 304, 8192]) {
      const all = prepared();
      described(all, bytes);
      setRow(all.wave, 1, (lane) => 16 * lane);
      all.run('buffer_load_b32 v0, v1, s[4:7], null offen offset:12');
      const words = new Uint32Array(all.data.buffer);
      expect(rowOf(all.wave, 0).slice(0, 32)).toEqual(
        lanes.map((lane) => (16 * lane + 16 <= bytes ? words[4 * lane + 3] : 0)),
      );
    }
  });

  it('are refused with a stride or flags, and to scalars', () => {
    for (const flags of [8 << 12, 1 << 28, 1 << 29]) {
      const all = prepared();
      described(all, 8192, flags);
      all.run('buffer_load_b32 v0, v1, s[4:7], null offen');
      const found = all.environment.findings.problems.map(({ message }) => message.message);
      expect(found.join()).toContain('with a stride or flags');
    }
    expect(() => bench('gfx1250').run('s_buffer_load_b32 s0, s[4:7], 0x0')).toThrow(
      'buffer descriptor of gfx1250',
    );
  });
});

it('has private memory at flat addresses, a lane after the other', () => {
  const all = prepared();
  const { wave, run } = all;
  setRow(wave, 2, () => 8);
  setRow(wave, 3, (lane) => lane << 20);
  setRow(wave, 4, (lane) => 100 + lane);
  run(`s_mov_b64 s[8:9], src_flat_scratch_base_lo
    v_add_nc_u64 v[2:3], v[2:3], s[8:9]
    scratch_store_b32 off, v4, off offset:8
    flat_load_b32 v5, v[2:3]`);
  expect(rowOf(wave, 5).slice(0, 32)).toEqual(lanes.map((lane) => 100 + lane));
});

describe('pairs of operations', () => {
  it('choose by any mask, and by the truth table of two sources', () => {
    const { wave, run } = prepared();
    setRow(wave, 10, (lane) => lane);
    setRow(wave, 11, (lane) => 0x50 + lane);
    wave.s[20] = 0x0f0f00ff;
    run('v_dual_cndmask_b32 v12, v10, v11, s20 :: v_dual_bitop2_b32 v13, v10, v11 bitop3:0x54');
    expect(rowOf(wave, 12).slice(0, 32)).toEqual(
      lanes.map((lane) => ((0x0f0f00ff >>> lane) & 1 ? 0x50 + lane : lane)),
    );
    expect(rowOf(wave, 13).slice(0, 32)).toEqual(lanes.map((lane) => lane | (0x50 + lane)));
    for (const [table, of] of [
      [0x40, (a: number, b: number) => a & b],
      [0x14, (a: number, b: number) => a ^ b],
      [0x01, (a: number, b: number) => ~(a | b)],
      [0x10, (a: number, b: number) => a & ~b],
    ] as const) {
      run(
        `v_dual_mov_b32 v1, v2 :: v_dual_bitop2_b32 v13, v10, v11 bitop3:0x${table.toString(16)}`,
      );
      expect(rowOf(wave, 13).slice(0, 32)).toEqual(
        lanes.map((lane) => of(lane, 0x50 + lane) >>> 0),
      );
    }
  });

  it('read before either writes, f64 too', () => {
    const { wave, run } = prepared();
    const view = new DataView(new ArrayBuffer(8));
    const set = (row: number, value: number): void => {
      view.setFloat64(0, value);
      setRow(wave, row, () => view.getUint32(4));
      setRow(wave, row + 1, () => view.getUint32(0));
    };
    set(10, 1.5);
    set(12, 2.25);
    const high = wave.u[11 * 64] ?? 0;
    run('v_dual_add_f64 v[10:11], v[10:11], v[12:13] :: v_dual_mov_b32 v12, v11');
    view.setUint32(4, wave.u[10 * 64] ?? 0);
    view.setUint32(0, wave.u[11 * 64] ?? 0);
    expect(view.getFloat64(0)).toBe(3.75);
    expect(wave.u[12 * 64]).toBe(high);
  });
});

it('executes every row of memory that RDNA 4 has and every row of its own', () => {
  const chip = 'gfx1250';
  for (const { mnemonic, space, targets } of rdnaRows) {
    if (!existsOn(targets, chip) || space === 'buffer' || executed.has(mnemonic)) continue;
    const { wave, run } = prepared();
    if (space === 'scratch') setRow(wave, 2, () => 0);
    setRow(wave, 4, (lane) => 16 * lane);
    run(lineOn(chip, mnemonic));
  }
  for (const { mnemonic, targets } of dsRows) {
    if (!existsOn(targets, chip) || executed.has(mnemonic)) continue;
    const { wave, run } = prepared();
    for (const row of [4, 8]) setRow(wave, row, (lane) => 16 * lane);
    run(lineOn(chip, mnemonic));
  }
});
