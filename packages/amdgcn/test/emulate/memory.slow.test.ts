/** Vector memory of CDNA and RDNA: every row against what bytes and unlimited integers say. */
import { range } from '@ldscope/core';
import { describe, expect, it } from 'vitest';
import { cdnaRows } from '../../src/isa/memory/cdna.ts';
import { rdnaRows } from '../../src/isa/memory/rdna.ts';
import type { MemoryRow } from '../../src/isa/memory/row.ts';
import { existsOn, type Target } from '../../src/state/target.ts';
import { EXEC, M0 } from '../../src/state/wave.ts';
import { atomicResult, operationOf, samples32, samples64 } from './atomics.ts';
import { bench, executed, rowOf, setPair, setRow } from './harness.ts';
import { lineOn } from './lines.ts';
import { memoryBench, placesOf } from './memory-bench.ts';
import { chosenOf, triesAll } from '../../../../test/cases.ts';
import { rows } from '../../../../test/rows.ts';

const modes = [
  ['gfx950', 64],
  ['gfx1100', 32],
  ['gfx1100', 64],
  ['gfx1201', 32],
  ['gfx1201', 64],
] as const;

const rowsOn = (chip: Target, kind: MemoryRow['action']['kind']): readonly MemoryRow[] =>
  [...cdnaRows, ...rdnaRows].filter(
    ({ action, targets }) => action.kind === kind && existsOn(targets, chip),
  );

/** What the name of a load or a store says of its data: `global_load_sbyte_d16_hi`, `global_store_b96`. */
function formOf(mnemonic: string): {
  readonly bits: number;
  readonly signed: boolean;
  readonly half: 'low' | 'high' | undefined;
} {
  const [, type = '', count = 1] =
    /(byte|short|dword|_[uib])x?(\d+)?(?:_d16)?(?:_hi)?$/.exec(mnemonic) ?? [];
  const bits = { byte: 8, short: 16, dword: 32 * Number(count) }[type] ?? Number(count);
  const half = mnemonic.includes('_d16') ? 'low' : undefined;
  return {
    bits,
    signed: /_s(byte|short)|_i\d+$/.test(mnemonic),
    half: mnemonic.includes('_hi') ? 'high' : half,
  };
}

const signed = (value: number, bits: number): number => (value << (32 - bits)) >> (32 - bits);

describe.each(chosenOf(modes))('%s in waves of %i', (chip, size) => {
  it.each(rowsOn(chip, 'store'))('$mnemonic', (row) => {
    const all = memoryBench(row.space, chip, size);
    all.run(lineOn(chip, row.mnemonic));
    const place = placesOf(row, all);
    const { bits, half } = formOf(row.mnemonic);
    const shift = half === 'high' ? 16 : 0;
    const bytes = range(size).map((lane) => range(bits / 8).map((byte) => place(lane, byte)));
    const wanted = range(size).map((lane) =>
      range(bits / 8).map((byte) => {
        const source = (all.wave.u[(8 + (byte >> 2)) * 64 + lane] ?? 0) >>> shift;
        return (source >>> (8 * (byte & 3))) & 0xff;
      }),
    );
    expect(bytes).toEqual(wanted);
  });

  it.each(rowsOn(chip, 'load'))('$mnemonic', (row) => {
    const all = memoryBench(row.space, chip, size);
    const { wave, run } = all;
    // Private memory is empty at first.
    const fill = chip === 'gfx950' ? 'dwordx4' : 'b128';
    if (row.space === 'scratch') run(`scratch_store_${fill} v2, v[12:15], off offset:16`);
    const place = placesOf(row, all);
    const before = rowOf(wave, 8);
    run(lineOn(chip, row.mnemonic));
    const form = formOf(row.mnemonic);
    const bits = Math.min(32, form.bits);
    for (let word = 0; word < Math.max(1, form.bits / 32); word++) {
      const wanted = range(size).map((lane) => {
        const old = before[lane] ?? 0;
        const bytes = range(bits / 8).map((byte) => place(lane, 4 * word + byte));
        const raw = bytes.reduce((sum, value, byte) => sum + value * 2 ** (8 * byte), 0);
        const value = form.signed ? signed(raw, bits) : raw;
        if (form.half === 'high') return ((old & 0xffff) | (value << 16)) >>> 0;
        return (form.half === 'low' ? (old & 0xffff0000) | (value & 0xffff) : value) >>> 0;
      });
      expect(rowOf(wave, 8 + word).slice(0, size)).toEqual(wanted);
    }
    if (size === 32) expect(rowOf(wave, 8).slice(32).join()).toBe(before.slice(32).join());
  });
});

/** What makes an atomic return the old value. */
const RETURNS = { gfx950: 'sc0', gfx1100: 'glc', gfx1201: 'th:TH_ATOMIC_RETURN' } as const;

const atomics = (['gfx950', 'gfx1100', 'gfx1201'] as const).flatMap((chip) =>
  rowsOn(chip, 'atomic').map(({ mnemonic, space }) => [chip, mnemonic, space] as const),
);

it.each(atomics)('atomics of %s: %s', (chip, mnemonic, space) => {
  const { wave, data, run } = memoryBench(space, chip);
  const wide = /_x2$|64$/.test(mnemonic);
  const count = wide ? 2 : 1;
  wave.setPair(EXEC, 1, 0);
  const memory = new Uint32Array(data.buffer);
  const get = (from: Uint32Array, at: number, step: number): bigint =>
    BigInt(from[at] ?? 0) | (wide ? BigInt(from[at + step] ?? 0) << 32n : 0n);
  const put = (row: number, value: bigint): void => {
    wave.u[row * 64] = Number(value & 0xffffffffn);
    if (wide) wave.u[row * 64 + 64] = Number(value >> 32n);
  };
  const plain = lineOn(chip, mnemonic);
  const target = wide ? 'v[20:21]' : 'v20';
  const returning =
    space === 'buffer'
      ? `${plain} ${RETURNS[chip]}`
      : `${plain.replace(' ', ` ${target}, `)} ${RETURNS[chip]}`;
  const samples = wide ? samples64 : samples32;
  for (const old of samples) {
    for (const value of samples) {
      for (const line of [plain, returning]) {
        const compare = value === 1n ? old : value;
        memory[4] = Number(old & 0xffffffffn);
        memory[5] = Number(old >> 32n);
        put(8, value);
        if (mnemonic.includes('cmpswap')) put(8 + count, compare);
        run(line);
        const wanted = atomicResult(operationOf(mnemonic), old, value, compare, 32 * count);
        expect(get(memory, 4, 1), line).toBe(wanted);
        if (line === returning)
          expect(get(wave.u, (space === 'buffer' ? 8 : 20) * 64, 64)).toBe(old);
      }
    }
  }
});

describe('addresses of vector memory', () => {
  it('adds a 32-bit index of the lane to a scalar base', () => {
    const { wave, data, buffer, run } = memoryBench('global');
    setPair(wave, 10, buffer.base - 64);
    setRow(wave, 2, (lane) => 4 * lane + 128);
    run('global_load_dword v8, v2, s[10:11] offset:-64');
    expect(rowOf(wave, 8)).toEqual([...new Uint32Array(data.buffer, 0, 64)]);
  });

  it('finds LDS and private memory by the aperture of a flat address', () => {
    const all = memoryBench('flat');
    const { wave, environment, run } = all;
    wave.s.set([0x0001_0000, 0x0002_0000], 10);
    setRow(wave, 2, (lane) => 4 * lane);
    run('v_mov_b32 v3, s10\n flat_store_dword v[2:3], v8');
    expect(Array.from(environment.lds.words.subarray(0, 64))).toEqual(rowOf(wave, 8));
    run('flat_load_dword v9, v[2:3]');
    expect(rowOf(wave, 9)).toEqual(rowOf(wave, 8));
    setRow(wave, 2, () => 8);
    run(
      'v_mov_b32 v3, s11\n flat_store_dword v[2:3], v8\n scratch_load_dword v9, off, off offset:8',
    );
    expect(rowOf(wave, 9)).toEqual(rowOf(wave, 8));
  });

  it('adds a scalar to a scratch offset', () => {
    const { wave, run } = memoryBench('scratch');
    wave.s[10] = 24;
    run('scratch_store_dword off, v8, s10 offset:4\n scratch_load_dword v9, off, off offset:28');
    expect(rowOf(wave, 9)).toEqual(rowOf(wave, 8));
  });

  it('checks raw buffers by bytes, without what the scalar offset adds', () => {
    const { wave, data, run } = memoryBench('buffer');
    const words = new Uint32Array(data.buffer);
    wave.s[6] = 100;
    wave.s[8] = 8;
    setRow(wave, 2, (lane) => 4 * lane);
    run('buffer_load_dwordx2 v[8:9], v2, s[4:7], s8 offen');
    const wanted = (word: number): number[] =>
      Array.from({ length: 64 }, (_, lane) => {
        const at = 4 * (lane + word);
        return at + 4 <= 92 ? (words[(at + 8) / 4] ?? 0) : 0;
      });
    expect(rowOf(wave, 8)).toEqual(wanted(0));
    expect(rowOf(wave, 9)).toEqual(wanted(1));
    const before = data.slice();
    setRow(wave, 2, () => 0x80000000);
    run('buffer_store_dword v8, v2, s[4:7], 0 offen');
    expect(data).toEqual(before);
  });

  it.each(rows`
    byte    | 99  | 99
    byte    | 100 |
    short   | 98  | 98 99
    short   | 99  |
    dword   | 96  | 96 97 98 99
    dword   | 97  |
    dwordx2 | 92  | 92 93 94 95 96 97 98 99
    dwordx2 | 93  | 93 94 95 96
    dwordx2 | 96  | 96 97 98 99
    dwordx4 | 92  | 92 93 94 95 96 97 98 99
  `)('drops words that are partly outside: %s at %i of 100 bytes moves %s', (form, at, wanted) => {
    const { wave, data, run } = memoryBench('buffer');
    wave.s[6] = 100;
    wave.setPair(EXEC, 1, 0);
    setRow(wave, 2, () => Number(at));
    const words = form.startsWith('dwordx') ? Number(form.slice(6)) : 1;
    const registers = (first: number): string =>
      words === 1 ? `v${first}` : `v[${first}:${first + words - 1}]`;
    data.fill(0xa5);
    for (let row = 8; row < 16; row++) setRow(wave, row, () => 0);
    run(
      `buffer_load_${form.replace(/^(?=byte|short)/, 'u')} ${registers(12)}, v2, s[4:7], 0 offen`,
    );
    const loaded = [12, 13, 14, 15].map((row) => wave.u[64 * row] ?? 0);
    const bytes = new Uint8Array(Uint32Array.from(loaded).buffer);
    const moved = wanted === '' ? [] : wanted?.split(' ').map(Number);
    expect(bytes.filter((byte) => byte === 0xa5)).toHaveLength(moved?.length ?? -1);
    run(`buffer_store_${form} ${registers(8)}, v2, s[4:7], 0 offen`);
    expect([...data.keys()].filter((byte) => data[byte] === 0)).toEqual(moved);
  });

  it('checks structured buffers by records', () => {
    const { wave, data, run } = memoryBench('buffer');
    const words = new Uint32Array(data.buffer);
    wave.s[5] = (wave.s[5] ?? 0) | (16 << 16);
    wave.s[6] = 10;
    setRow(wave, 2, (lane) => lane);
    setRow(wave, 3, () => 4);
    run('buffer_load_dword v8, v[2:3], s[4:7], 0 idxen offen offset:4');
    const wanted = Array.from({ length: 64 }, (_, lane) => (lane < 10 ? words[4 * lane + 2] : 0));
    expect(rowOf(wave, 8)).toEqual(wanted);
  });

  it('interleaves swizzled buffers by lanes', () => {
    const { wave, data, run } = memoryBench('buffer');
    const words = new Uint32Array(data.buffer);
    // Records of 8 bytes, groups of 8 records, word by word.
    wave.s[5] = ((wave.s[5] ?? 0) | (8 << 16) | 0x80000000) >>> 0;
    wave.s[6] = 64;
    setRow(wave, 2, (lane) => lane);
    run('buffer_load_dword v8, v2, s[4:7], 0 idxen offset:4');
    const wanted = Array.from(
      { length: 64 },
      (_, lane) => words[(lane >> 3) * 16 + 8 + (lane & 7)],
    );
    expect(rowOf(wave, 8)).toEqual(wanted);
  });

  it('gives each lane its own stack through the scratch descriptor of gfx90a', () => {
    const { wave, environment, run } = memoryBench('buffer', 'gfx90a');
    setPair(wave, 4, environment.scratch.base);
    wave.s[5] = ((wave.s[5] ?? 0) | 0x80000000) >>> 0;
    wave.s.set([0xffffffff, (3 << 21) | (1 << 23)], 6);
    run('buffer_store_dword v8, off, s[4:7], 0 offset:12');
    const region = environment.memory.find(environment.scratch.base);
    expect(region?.load32(3 * 256 + 4 * 9)).toBe(wave.u[8 * 64 + 9]);
    run('buffer_load_dword v9, off, s[4:7], 0 offset:12');
    expect(rowOf(wave, 9)).toEqual(rowOf(wave, 8));
  });

  it('keeps a word of the stack together where it lies across two', () => {
    const { wave, environment, run } = memoryBench('buffer', 'gfx90a');
    setPair(wave, 4, environment.scratch.base);
    wave.s[5] = ((wave.s[5] ?? 0) | 0x80000000) >>> 0;
    wave.s.set([0xffffffff, (3 << 21) | (1 << 23)], 6);
    run('buffer_store_dword v8, off, s[4:7], 0 offset:10');
    run('buffer_load_dword v9, off, s[4:7], 0 offset:10');
    expect(rowOf(wave, 9)).toEqual(rowOf(wave, 8));
    // As its bytes, each on its own.
    const parts = [0, 1, 2, 3].map((byte) => {
      run(`buffer_load_ubyte v9, off, s[4:7], 0 offset:${10 + byte}`);
      return rowOf(wave, 9);
    });
    const together = rowOf(wave, 8).map(
      (_, lane) =>
        parts.reduce((word, part, byte) => word | ((part[lane] ?? 0) << (8 * byte)), 0) >>> 0,
    );
    expect(together).toEqual(rowOf(wave, 8));
    run('buffer_load_dwordx2 v[10:11], off, s[4:7], 0 offset:10');
    expect(rowOf(wave, 10)).toEqual(rowOf(wave, 8));
  });
});

describe('direct-to-LDS loads', () => {
  it.each([
    ['ubyte', 1, 4, false],
    ['sbyte', 1, 4, true],
    ['ushort', 2, 4, false],
    ['sshort', 2, 4, true],
    ['dword', 4, 4, false],
    ['dwordx3', 12, 16, false],
    ['dwordx4', 16, 16, false],
  ] as const)('%s', (form, bytes, step, sign) => {
    const view = (data: Uint8Array, at: number): number[] => {
      const all = new DataView(data.buffer);
      if (bytes === 1) return [sign ? all.getInt8(at) : all.getUint8(at)];
      if (bytes === 2) return [sign ? all.getInt16(at, true) : all.getUint16(at, true)];
      return Array.from({ length: bytes / 4 }, (_, word) => all.getUint32(at + 4 * word, true));
    };
    for (const kind of ['global', 'buffer'] as const) {
      const { wave, data, environment, run } = memoryBench(kind);
      wave.s[M0] = 64;
      wave.setPair(EXEC, 0xffffffff, 0x7fffffff);
      run(
        kind === 'global'
          ? `global_load_lds_${form} v[2:3], off offset:16`
          : `buffer_load_${form} v2, s[4:7], 0 offen offset:16 lds`,
      );
      for (let lane = 0; lane < 64; lane++) {
        const at = (64 + 16 + step * lane) / 4;
        const found = Array.from(environment.lds.words.subarray(at, at + Math.max(1, bytes / 4)));
        const wanted = lane === 63 ? found.map(() => 0) : view(data, 48 * lane + 16);
        expect(found, `lane ${lane}`).toEqual(wanted.map((value) => value >>> 0));
      }
    }
  });

  it.each([
    ['ubyte', (word: number) => word & 0xff],
    ['sbyte', (word: number) => signed(word, 8)],
    ['ushort', (word: number) => word & 0xffff],
    ['sshort', (word: number) => signed(word, 16)],
    ['dword', (word: number) => word],
  ] as const)('scratch_load_lds_%s', (form, value) => {
    const { wave, environment, run } = memoryBench('scratch');
    wave.s[M0] = 64;
    run('scratch_store_dword v2, v12, off offset:16');
    run(`scratch_load_lds_${form} v2, off offset:16`);
    const found = Array.from(environment.lds.words.subarray(20, 84));
    expect(found).toEqual(rowOf(wave, 12).map((word) => value(word) >>> 0));
  });

  it('has no wide forms before gfx950', () => {
    const { run } = bench('gfx942');
    expect(() => run('buffer_load_dwordx4 v2, s[4:7], 0 offen lds')).toThrow(/not an instruction/);
  });
});

describe('borders of memory', () => {
  it('names the buffer, the byte and the lane', () => {
    const { wave, environment, run } = memoryBench('global');
    setRow(wave, 2, (lane) => (wave.u[2 * 64 + lane] ?? 0) + (lane === 3 ? 8192 : 0));
    run('global_load_dword v8, v[2:3], off');
    expect(wave.u[8 * 64 + 3]).toBe(0);
    const message = environment.findings.problems[0]?.message;
    expect(message?.code).toBe('emulate/out-of-bounds');
    expect(message?.message).toContain('argument x, which has 4096 bytes (lane 3)');
  });

  it('says where there is no memory at all', () => {
    const { wave, environment, run } = memoryBench('global');
    setRow(wave, 3, () => 0xdead);
    run('global_store_dword v[2:3], v8, off');
    expect(environment.findings.problems[0]?.message.code).toBe('emulate/wild-address');
  });

  it('loads the part of a vector that is inside', () => {
    const { wave, data, run } = memoryBench('global');
    setRow(wave, 2, () => (wave.u[2 * 64] ?? 0) + 4088);
    run('global_load_dwordx4 v[8:11], v[2:3], off');
    const last = [...new Uint32Array(data.buffer, 4088, 2)];
    expect([8, 9, 10, 11].map((row) => wave.u[row * 64])).toEqual([...last, 0, 0]);
  });
});

it('has nothing to do for caches', () => {
  const idle = [...cdnaRows, ...rdnaRows].filter(({ action }) => action.kind === 'idle');
  expect(idle.length).toBe(12);
  for (const { mnemonic, targets } of idle) {
    const chips = ['gfx950', 'gfx90a', 'gfx1100', 'gfx1201', 'gfx1250'] as const;
    const chip = chips.find((one) => existsOn(targets, one)) ?? 'gfx950';
    const { wave, data, run } = memoryBench('buffer', chip);
    const before = [wave.u.slice(), data.slice()];
    run(lineOn(chip, mnemonic));
    expect([wave.u, data], mnemonic).toEqual(before);
  }
});

it.runIf(triesAll())('executed every row of the tables', () => {
  const rows = [
    ...cdnaRows,
    ...rdnaRows.filter(({ targets }) =>
      ['gfx1100', 'gfx1201'].some((chip) => existsOn(targets, chip as Target)),
    ),
  ];
  const names = rows.map(({ mnemonic }) => mnemonic);
  expect(names.filter((mnemonic) => !executed.has(mnemonic))).toEqual([]);
});
