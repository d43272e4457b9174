/**
 * Vector memory of RDNA: every row against what bytes and unlimited integers say, range checks of descriptors against the
 * table of the ISA document, and the names against those that LLVM knows.
 */
import { range } from '@ldscope/core';
import { spawnSync } from 'node:child_process';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rdnaLdsAliases, dsRows } from '../../src/isa/ds/ds.ts';
import { rdnaMemoryAliases, rdnaRows } from '../../src/isa/memory/rdna.ts';
import { loadForms, storeForms, wordsOf } from '../../src/isa/memory/values.ts';
import { operations } from '../../src/isa/memory/operations.ts';
import { existsOn, RDNA, type Target, type WaveSize } from '../../src/state/target.ts';
import { EXEC } from '../../src/state/wave.ts';
import { skips } from '../../../../test/llvm.ts';
import { assembler } from '../text/oracle.ts';
import { atomicResult, samples32, samples64 } from './atomics.ts';
import { type Bench, bench, executed, rowOf, setPair, setRow } from './harness.ts';
import { lineOn } from './lines.ts';

/** Lane l's address is 48 l into the buffer, for flat, global and buffer forms; scratch has 8 l mod 32. */
function prepared(space: string, chip: Target, size: WaveSize = 32): Bench {
  const all = bench(chip, 4096, false, size);
  const { wave, data, buffer } = all;
  for (let i = 0; i < data.length; i++) data[i] = (i * 91 + (i >> 7) * 3) & 0xff;
  for (let row = 8; row < 32; row++)
    setRow(wave, row, (lane) => (row * 0x11223344 + lane * 0x01030507) >>> 0);
  setRow(wave, 3, () => Math.floor(buffer.base / 2 ** 32));
  setRow(wave, 2, (lane) => (buffer.base % 2 ** 32) + 48 * lane);
  setPair(wave, 4, buffer.base);
  if (space === 'buffer') {
    setRow(wave, 2, (lane) => 48 * lane);
    // A raw buffer: OOB_SELECT 3; of gfx1250 the size in units of 128 bytes, and no flags.
    wave.s.set(chip === 'gfx1250' ? [4096 / 128, 0, 0] : [4096, 3 * 2 ** 28, 0], 6);
  }
  if (space === 'scratch') setRow(wave, 2, (lane) => 8 * (lane & 3));
  return all;
}

/** Byte `byte` of what lane `lane` addresses. */
function placesOf(
  row: (typeof rdnaRows)[number],
  all: Bench,
): (lane: number, byte: number) => number {
  const { environment, data, wave } = all;
  if (row.byLane === true) return (lane, byte) => data[4 * lane + 16 + byte] ?? 0;
  if (row.space !== 'scratch') return (lane, byte) => data[48 * lane + 16 + byte] ?? 0;
  const region = environment.memory.find(environment.scratch.base);
  if (region === undefined) throw new Error('no private memory');
  return (lane, byte) => {
    const at = 8 * (lane & 3) + 16 + byte;
    return region.load8((at >> 2) * 4 * wave.size + 4 * lane + (at & 3));
  };
}

const modes = (['gfx1100', 'gfx1201'] as const).flatMap((chip) =>
  ([32, 64] as const).map((size) => [chip, size] as const),
);
const rowsOn = (chip: Target): typeof rdnaRows =>
  rdnaRows.filter(({ targets }) => existsOn(targets, chip));

describe.each(modes)('%s in waves of %i', (chip, size) => {
  const loads = rowsOn(chip).filter(({ action }) => action.kind === 'load');
  const stores = rowsOn(chip).filter(({ action }) => action.kind === 'store');

  it.each(stores)('$mnemonic', (row) => {
    const all = prepared(row.space, chip, size);
    all.run(lineOn(chip, row.mnemonic));
    const place = placesOf(row, all);
    const form = row.action.kind === 'store' ? storeForms[row.action.form] : undefined;
    const { bytes = 0, shift = 0 } = form ?? {};
    for (const lane of range(size)) {
      for (let byte = 0; byte < bytes; byte++) {
        const source = (all.wave.u[(8 + (byte >> 2)) * 64 + lane] ?? 0) >>> shift;
        expect(place(lane, byte), `lane ${lane}`).toBe((source >>> (8 * (byte & 3))) & 0xff);
      }
    }
  });

  it.each(loads)('$mnemonic', (row) => {
    const all = prepared(row.space, chip, size);
    const { wave, run } = all;
    if (row.space === 'scratch') run('scratch_store_b128 v2, v[12:15], off offset:16');
    const place = placesOf(row, all);
    const before = rowOf(wave, 8);
    run(lineOn(chip, row.mnemonic));
    const form = row.action.kind === 'load' ? row.action.form : '';
    const bits = Number(/[uib](\d+)/.exec(form)?.[1]);
    for (const lane of range(size)) {
      const old = before[lane] ?? 0;
      for (let word = 0; word < wordsOf(bits / 8); word++) {
        let raw = 0;
        for (let byte = 0; byte < Math.min(4, bits / 8); byte++)
          raw += place(lane, 4 * word + byte) * 2 ** (8 * byte);
        const value = form.startsWith('i') ? (raw << (32 - bits)) >> (32 - bits) : raw;
        const wanted = form.endsWith('_hi')
          ? (old & 0xffff) | (value << 16)
          : form.endsWith('_d16')
            ? (old & 0xffff0000) | (value & 0xffff)
            : value;
        expect(wave.u[(8 + word) * 64 + lane], `lane ${lane}`).toBe(wanted >>> 0);
      }
    }
    if (size === 32) expect(rowOf(wave, 8).slice(32).join()).toBe(before.slice(32).join());
  });
});

const atomics = (['gfx1100', 'gfx1201'] as const).flatMap((chip) =>
  rowsOn(chip)
    .filter(({ action }) => action.kind === 'atomic')
    .map((row) => [chip, row.mnemonic, row] as const),
);

describe('atomics', () => {
  it.each(atomics)('of %s: %s', (chip, mnemonic, { space, action }) => {
    if (action.kind !== 'atomic') return;
    const { wave, data, run } = prepared(space, chip);
    const { words: count, operation } = action;
    const wide = count === 2;
    wave.setPair(EXEC, 1, 0);
    const memory = new Uint32Array(data.buffer);
    const get = (from: Uint32Array, at: number, step: number): bigint =>
      BigInt(from[at] ?? 0) | (wide ? BigInt(from[at + step] ?? 0) << 32n : 0n);
    const put = (row: number, value: bigint): void => {
      wave.u[row * 64] = Number(value & 0xffffffffn);
      if (wide) wave.u[row * 64 + 64] = Number(value >> 32n);
    };
    const plain = lineOn(chip, mnemonic);
    const asks = chip === 'gfx1100' ? 'glc' : 'th:TH_ATOMIC_RETURN';
    const target = count === 1 ? 'v20' : 'v[20:21]';
    const returning =
      space === 'buffer' ? `${plain} ${asks}` : `${plain.replace(' ', ` ${target}, `)} ${asks}`;
    const samples = wide ? samples64 : samples32;
    for (const old of samples) {
      for (const value of samples) {
        for (const line of [plain, returning]) {
          const compare = value === 1n ? old : value;
          memory[4] = Number(old & 0xffffffffn);
          memory[5] = Number(old >> 32n);
          put(8, value);
          if (operations[operation].operands === 2) put(8 + count, compare);
          run(line);
          const wanted = atomicResult(operation, old, value, compare, 32 * count);
          expect(get(memory, 4, 1), line).toBe(wanted);
          if (line === returning)
            expect(get(wave.u, (space === 'buffer' ? 8 : 20) * 64, 64)).toBe(old);
        }
      }
    }
  });
});

describe('addresses', () => {
  it('have a base and an unsigned offset of the lane', () => {
    const { wave, data, buffer, run } = prepared('global', 'gfx1201');
    setPair(wave, 10, buffer.base - 64);
    setRow(wave, 2, (lane) => 4 * lane + 128);
    run('global_load_b32 v8, v2, s[10:11] offset:-64 th:TH_LOAD_NT scope:SCOPE_SYS');
    expect(rowOf(wave, 8).slice(0, 32)).toEqual([...new Uint32Array(data.buffer, 0, 32)]);
  });

  it('of private memory add a register of the lane, a scalar and a constant', () => {
    const { wave, run } = prepared('scratch', 'gfx1100');
    wave.s[8] = 8;
    setRow(wave, 1, (lane) => 4 * (lane & 1));
    run('scratch_store_b32 v1, v8, s8 offset:4\nscratch_load_b32 v9, v1, off offset:12');
    expect(rowOf(wave, 9).slice(0, 32)).toEqual(rowOf(wave, 8).slice(0, 32));
  });

  it('of flat accesses mean LDS and private memory by their aperture', () => {
    for (const size of [32, 64] as const) {
      const { wave, environment, run } = prepared('flat', 'gfx1100', size);
      setRow(wave, 2, (lane) => 4 * lane);
      setRow(wave, 3, () => 0x0001_0000);
      run('flat_store_b32 v[2:3], v8');
      const words = [...environment.lds.words.subarray(0, size)];
      expect(words).toEqual(rowOf(wave, 8).slice(0, size));
      setRow(wave, 3, () => 0x0002_0000);
      setRow(wave, 2, () => 8);
      run('flat_store_b32 v[2:3], v9\nscratch_load_b32 v10, off, off offset:8');
      expect(rowOf(wave, 10).slice(0, size)).toEqual(rowOf(wave, 9).slice(0, size));
    }
  });
});

/** Table "Buffer Out Of Bounds Selection" of the RDNA4 ISA, for one word. */
function isOut(
  select: number,
  { index, offset, records, stride, soffset, swizzled }: Descriptor,
): boolean {
  const structured = index >= records || offset + 4 > stride;
  if (select === 0) return structured;
  if (select === 1) return index >= records;
  if (select === 2) return records === 0;
  return swizzled && stride !== 0 ? structured : offset + 4 > records - soffset;
}

interface Descriptor {
  readonly index: number;
  readonly offset: number;
  readonly records: number;
  readonly stride: number;
  readonly soffset: number;
  readonly swizzled: boolean;
}

describe('buffers', () => {
  it('check their range as OOB_SELECT says', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 3 }),
        fc.record({
          index: fc.nat(12),
          offset: fc.nat(10).map((words) => 4 * words),
          records: fc.oneof(fc.constant(0), fc.nat(12), fc.nat(100)),
          stride: fc.nat(8).map((words) => 4 * words),
          soffset: fc.nat(4).map((words) => 4 * words),
          swizzled: fc.boolean(),
        }),
        (select, descriptor) => {
          const { index, offset, records, stride, soffset, swizzled } = descriptor;
          // Nothing states what mode 0 does without a stride.
          fc.pre(select !== 0 || stride !== 0);
          const { wave, data, buffer, run } = prepared('buffer', 'gfx1100');
          wave.setPair(EXEC, 1, 0);
          wave.s[4] = buffer.base % 2 ** 32;
          wave.s[5] =
            (Math.floor(buffer.base / 2 ** 32) | (stride << 16) | (swizzled ? 1 << 30 : 0)) >>> 0;
          wave.s[6] = records;
          wave.s[7] = (select << 28) >>> 0;
          wave.s[8] = soffset;
          wave.u[2 * 64] = index;
          wave.u[3 * 64] = offset;
          run('buffer_load_b32 v8, v[2:3], s[4:7], s8 idxen offen');
          // Swizzled: eight records lie next to each other, word by word.
          const inside = swizzled
            ? (Math.floor(index / 8) * stride + 4 * Math.floor(offset / 4)) * 8 + (index % 8) * 4
            : index * stride + offset;
          const word = new DataView(data.buffer).getUint32(inside + soffset, true);
          expect(wave.u[8 * 64]).toBe(isOut(select, descriptor) ? 0 : word);
        },
      ),
    );
  });

  it('of an open meaning are reported', () => {
    const { wave, environment, run } = prepared('buffer', 'gfx1201');
    wave.s[7] = 0;
    run('buffer_load_b32 v8, v2, s[4:7], null offen');
    expect(environment.findings.problems.map(({ message }) => message.message).join()).toContain(
      'OOB_SELECT 0 and no stride',
    );
  });
});

/** Words of every operation of an encoding, with some operands, as bytes for `llvm-mc --disassemble`. */
function* encodings(chip: Target): Generator<readonly number[]> {
  const is12 = chip === 'gfx1201';
  for (let op = 0; op < 256; op++) {
    for (let bits = 0; bits < 16; bits++) {
      const [a, b, c, d] = [bits & 1, bits & 2, (bits & 4) >> 2, (bits & 8) >> 3];
      yield [((0x36 << 26) | (op << 18) | 16) >>> 0, (a | (b << 8) | (c << 18) | (d << 26)) >>> 0];
      for (const segment of [0, 1, 2]) {
        const [data, target, base] = [4 * a, 4 * b, c === 1 ? 4 : 124];
        if (is12)
          yield [
            ((0x3b << 26) | (segment << 24) | (op << 14) | base) >>> 0,
            target | (data << 23),
            2 | 2048,
          ];
        else if (op < 128)
          yield [
            ((0x37 << 26) | (op << 18) | (segment << 16) | 8) >>> 0,
            (2 | (data << 8) | (base << 16) | (target << 24)) >>> 0,
          ];
      }
    }
    if (is12)
      yield [((0x31 << 26) | (op << 14) | 124) >>> 0, 4 | 4096 | (1 << 30) | (1 << 23), 2050];
    else
      yield [
        ((0x38 << 26) | (op << 18) | 8) >>> 0,
        (2 | 0x400 | 0x20000 | (1 << 22) | 0x80000000) >>> 0,
      ];
  }
}

const isSame = (one: Uint32Array | Uint8Array, other: Uint32Array | Uint8Array): boolean =>
  one.every((value, index) => value === other[index]);

/** What is refused: formats, images and stacks of ray tracing, ordered atomics, blocks, loads that exchange between lanes. */
const REFUSED = /_format_|^tbuffer|_bvh_|_ordered_|_block$|global_load_tr_b/;

describe.skipIf(skips(assembler))('names', () => {
  it.each(['gfx1100', 'gfx1201'] as const)('of LDS and memory are those of LLVM on %s', (chip) => {
    const lines = [...encodings(chip)].map((words) => {
      const bytes = words.flatMap((word) => [0, 8, 16, 24].map((at) => (word >>> at) & 0xff));
      return `[${bytes.join(',')}]`;
    });
    const { stdout } = spawnSync(
      assembler.command,
      ['--disassemble', '-triple=amdgcn-amd-amdhsa', `-mcpu=${chip}`],
      { input: lines.join('\n'), encoding: 'utf8', maxBuffer: 2 ** 28 },
    );
    const known = new Set(
      [...stdout.matchAll(/^\s*((?:ds|flat|global|scratch|buffer|tbuffer)_\w+)/gm)].map(
        ([, name]) => name ?? '',
      ),
    );
    const own = new Set(
      [...dsRows, ...rdnaRows]
        .filter(({ targets }) => existsOn(targets, chip))
        .map(({ mnemonic }) => mnemonic),
    );
    const missing = [...known].filter((name) => !own.has(name) && !REFUSED.test(name));
    expect(missing).toEqual([]);
    const unknown = [...own].filter(
      (name) => !known.has(name) && !/^ds_nop|gl\d_inv$|(_inv|_wb|_wbinv)$/.test(name),
    );
    expect(unknown).toEqual([]);
  });

  it.each(RDNA)('of CDNA are taken as LLVM takes them on %s', (chip) => {
    const aliases = [...rdnaLdsAliases, ...rdnaMemoryAliases];
    const taken = aliases.filter(([, name]) => lineOn(chip, name) !== '');
    expect(taken.length).toBeGreaterThan(150);
    const texts = taken.map(([alias, name]) => lineOn(chip, name).replace(name, alias));
    const { stdout, stderr } = spawnSync(
      assembler.command,
      ['-triple=amdgcn-amd-amdhsa', `-mcpu=${chip}`],
      { input: texts.join('\n'), encoding: 'utf8' },
    );
    expect(stderr).toBe('');
    const found = [...stdout.matchAll(/^\s+([a-z]\w+)/gm)].map(([, name]) => name ?? '');
    expect(found).toEqual(taken.map(([, name]) => name));
    for (const [index, [alias, name]] of taken.entries()) {
      const text = texts[index] ?? '';
      const space = alias.split('_')[0] ?? '';
      const [one, other] = [prepared(space, chip), prepared(space, chip)];
      one.run(text);
      other.run(lineOn(chip, name));
      expect(isSame(one.wave.u, other.wave.u) && isSame(one.data, other.data), text).toBe(true);
    }
  });
});

it('has nothing to do for caches, and executed every row', () => {
  for (const { mnemonic, action, targets } of rdnaRows) {
    if (action.kind !== 'idle') continue;
    const chip = RDNA.find((one) => existsOn(targets, one));
    if (chip === undefined) continue;
    const { wave, data, run } = prepared('buffer', chip);
    const [registers, bytes] = [wave.u.slice(), data.slice()];
    run(lineOn(chip, mnemonic));
    expect(isSame(wave.u, registers) && isSame(data, bytes), mnemonic).toBe(true);
  }
  const names = rdnaRows
    .filter(({ targets }) => existsOn(targets, 'gfx1100') || existsOn(targets, 'gfx1201'))
    .map(({ mnemonic }) => mnemonic);
  expect(names.filter((name) => !executed.has(name))).toEqual([]);
  expect(Object.keys(loadForms).length).toBeGreaterThan(10);
});
