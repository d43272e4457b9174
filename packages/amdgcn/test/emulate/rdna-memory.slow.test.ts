/**
 * Vector memory of RDNA beside what memory.slow.test.ts has for all chips: addresses, range checks of descriptors against the
 * table of the ISA document, and the names against those that LLVM knows.
 */
import { spawnSync } from 'node:child_process';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { forAll } from '../../../../test/for-all.ts';
import { rdnaLdsAliases, dsRows } from '../../src/isa/ds/ds.ts';
import { rdnaMemoryAliases, rdnaRows } from '../../src/isa/memory/rdna.ts';
import { existsOn, RDNA, type Target } from '../../src/state/target.ts';
import { EXEC } from '../../src/state/wave.ts';
import { answerOf, answersOf } from '../../../../test/tool-answers.ts';
import { assembler, keptIn } from '../text/oracle.ts';
import { rowOf, setPair, setRow } from './harness.ts';
import { lineOn } from './lines.ts';
import { memoryBench } from './memory-bench.ts';

const kept = keptIn('rdna-memory');

describe('addresses', () => {
  it('have a base and an unsigned offset of the lane', () => {
    const { wave, data, buffer, run } = memoryBench('global', 'gfx1201');
    setPair(wave, 10, buffer.base - 64);
    setRow(wave, 2, (lane) => 4 * lane + 128);
    run('global_load_b32 v8, v2, s[10:11] offset:-64 th:TH_LOAD_NT scope:SCOPE_SYS');
    expect(rowOf(wave, 8).slice(0, 32)).toEqual([...new Uint32Array(data.buffer, 0, 32)]);
  });

  it('of private memory add a register of the lane, a scalar and a constant', () => {
    const { wave, run } = memoryBench('scratch', 'gfx1100');
    wave.s[8] = 8;
    setRow(wave, 1, (lane) => 4 * (lane & 1));
    run('scratch_store_b32 v1, v8, s8 offset:4\nscratch_load_b32 v9, v1, off offset:12');
    expect(rowOf(wave, 9).slice(0, 32)).toEqual(rowOf(wave, 8).slice(0, 32));
  });

  it('of flat accesses mean LDS and private memory by their aperture', () => {
    for (const size of [32, 64] as const) {
      const { wave, environment, run } = memoryBench('flat', 'gfx1100', size);
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
    forAll(
      [
        fc.integer({ min: 0, max: 3 }),
        fc.record({
          index: fc.nat(12),
          offset: fc.nat(10).map((words) => 4 * words),
          records: fc.oneof(fc.constant(0), fc.nat(12), fc.nat(100)),
          stride: fc.nat(8).map((words) => 4 * words),
          soffset: fc.nat(4).map((words) => 4 * words),
          swizzled: fc.boolean(),
        }),
      ],
      (select, descriptor) => {
        const { index, offset, records, stride, soffset, swizzled } = descriptor;
        // Nothing states what mode 0 does without a stride.
        fc.pre(select !== 0 || stride !== 0);
        const { wave, data, buffer, run } = memoryBench('buffer', 'gfx1100');
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
    );
  });

  it('of an open meaning are reported', () => {
    const { wave, environment, run } = memoryBench('buffer', 'gfx1201');
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

describe('names', () => {
  it.each(['gfx1100', 'gfx1201'] as const)('of LDS and memory are those of LLVM on %s', (chip) => {
    const lines = [...encodings(chip)].map((words) => {
      const bytes = words.flatMap((word) => [0, 8, 16, 24].map((at) => (word >>> at) & 0xff));
      return `[${bytes.join(',')}]`;
    });
    const input = lines.join('\n');
    const args = ['--disassemble', '-triple=amdgcn-amd-amdhsa', `-mcpu=${chip}`];
    const names = answerOf(kept, assembler, args, input, () => {
      const options = { input, encoding: 'utf8', maxBuffer: 2 ** 28 } as const;
      const { stdout } = spawnSync(assembler.command, args, options);
      const found = stdout.matchAll(/^\s*((?:ds|flat|global|scratch|buffer|tbuffer)_\w+)/gm);
      return [...new Set(Array.from(found, ([, name = '']) => name))];
    });
    const known = new Set(names);
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
    const args = ['-triple=amdgcn-amd-amdhsa', `-mcpu=${chip}`];
    const found = answersOf(kept, assembler, args, texts, (asked) => {
      const options = { input: asked.join('\n'), encoding: 'utf8' } as const;
      const { stdout, stderr } = spawnSync(assembler.command, args, options);
      expect(stderr).toBe('');
      return Array.from(stdout.matchAll(/^\s+([a-z]\w+)/gm), ([, name]) => name ?? '');
    });
    expect(found).toEqual(taken.map(([, name]) => name));
    for (const [index, [alias, name]] of taken.entries()) {
      const text = texts[index] ?? '';
      const space = alias.split('_')[0] ?? '';
      const [one, other] = [memoryBench(space, chip), memoryBench(space, chip)];
      one.run(text);
      other.run(lineOn(chip, name));
      expect(isSame(one.wave.u, other.wave.u) && isSame(one.data, other.data), text).toBe(true);
    }
  });
});
