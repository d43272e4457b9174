/**
 * The bytes of LDS that an instruction moves are those of its rows in the trace, lane by lane: nothing touches LDS uncounted, and
 * nothing is counted that does not touch it.
 *
 *     ds_append v4       one word read, one stored       one lane in the trace, not 64
 *     flat_load_dword    lanes in the shared aperture    a row with those lanes
 *
 * LDS is watched at its memory: the arrays of the emulator count what is read and stored, whatever instruction does it.
 */
import * as fc from 'fast-check';
import {
  findRule,
  isActive,
  type Lds,
  machineNamed,
  type Opcode,
  opcodeAt,
  opcodeNumber,
  simulate,
} from '@ldscope/core';
import { describe, expect, it } from 'vitest';
import { forAll } from '../../../../test/for-all.ts';
import { dsRows } from '../../src/isa/ds/ds.ts';
import { memoryRows } from '../../src/isa/memory/rows.ts';
import { PRIVATE_APERTURE, SHARED_APERTURE } from '../../src/state/scalars.ts';
import { codeOf, existsOn, type Target, targets, type WaveSize } from '../../src/state/target.ts';
import { EXEC, M0 } from '../../src/state/wave.ts';
import { type Bench, bench, kernelText, runKernel, setPair, setRow } from './harness.ts';
import { lineOn } from './lines.ts';
import { rows } from '../../../../test/rows.ts';
import { textsIn } from '../../../../test/texts.ts';

const textOf = textsIn(new URL('lds-touched.s', import.meta.url));

const LDS_BYTES = 4096;
const RUNS = Number(process.env['FUZZ_RUNS'] ?? 8);

/** Exchanges between lanes, and what orders workgroups. */
const NO_LDS = /^ds_(?:b?permute|swizzle|gws_|nop)/;

/** How often each byte was read and stored. */
interface Moved {
  readonly read: Map<number, number>;
  readonly stored: Map<number, number>;
}

/** Watches the memory of LDS, in bytes and in words. */
function watch(lds: Lds): Moved {
  const moved: Moved = { read: new Map(), stored: new Map() };
  const note = (counts: Map<number, number>, index: string | symbol, size: number): void => {
    if (typeof index !== 'string' || !/^\d+$/.test(index)) return;
    for (let byte = Number(index) * size; byte < (Number(index) + 1) * size; byte++)
      counts.set(byte, (counts.get(byte) ?? 0) + 1);
  };
  for (const [name, size] of [
    ['data', 1],
    ['words', 4],
  ] as const) {
    const value = new Proxy(lds[name], {
      get: (array, index) => {
        note(moved.read, index, size);
        return Reflect.get(array, index);
      },
      set: (array, index, to) => {
        note(moved.stored, index, size);
        return Reflect.set(array, index, to);
      },
    });
    Object.defineProperty(lds, name, { value });
  }
  return moved;
}

/** How often the lanes of the trace are at each byte inside LDS. */
function countedBytes({ environment }: Bench): Map<number, number> {
  const counts = new Map<number, number>();
  const trace = environment.recorder.finish();
  for (let row = 0; row < trace.count; row++) {
    const opcode = opcodeAt(trace.op[row] ?? 0);
    const bytes = movedBytes(opcode);
    for (let lane = 0; lane < trace.waveSize; lane++) {
      const address = trace.addressBytes[row * trace.waveSize + lane] ?? 0;
      if (!isActive(trace, row, lane) || address + bytes > LDS_BYTES) continue;
      for (let byte = address; byte < address + bytes; byte++)
        counts.set(byte, (counts.get(byte) ?? 0) + 1);
    }
  }
  return counts;
}

/** Copies to LDS store whole words of less than one. */
function movedBytes({ addressing, widthBytes }: Opcode): number {
  if (addressing.kind === 'none') return 0;
  return addressing.kind === 'lane-contiguous' ? Math.max(4, widthBytes) : widthBytes;
}

const chips: readonly Target[] = targets.filter((target) =>
  ['gfx908', 'gfx90a', 'gfx942', 'gfx950', 'gfx1100', 'gfx1201', 'gfx1250'].includes(target),
);

/** All instructions that may touch LDS. */
const mnemonicsOf = (target: Target): readonly string[] => [
  ...dsRows.filter((row) => existsOn(row.targets, target)).map(({ mnemonic }) => mnemonic),
  ...memoryRows
    .filter(({ space, action, targets: chips }) => {
      const touches = action.kind === 'lds' || action.kind === 'async' || space === 'flat';
      return touches && action.kind !== 'idle' && existsOn(chips, target);
    })
    .map(({ mnemonic }) => mnemonic),
];

/** Addresses at the boundaries: one word for two lanes, off by one, at the end of LDS and behind it. */
const place = fc.oneof(
  fc.nat(LDS_BYTES / 4).map((word) => 4 * word),
  fc.nat(LDS_BYTES + 32),
  fc.constantFrom(0, 1, 2, 3, 4, 124, 128, ...[20, 16, 1, 0].map((back) => LDS_BYTES - back)),
);
const masks = fc.constantFrom(0, 1, 0x80000000, 0xffffffff, 0x55555555);
const mask = fc.oneof(masks, fc.nat(0xffffffff));
const OF_WAVE = { minLength: 64, maxLength: 64 };
const situation = fc.record({
  places: fc.oneof(
    fc.array(place, OF_WAVE),
    place.map((one) => Array(64).fill(one)),
  ),
  kinds: fc.array(fc.constantFrom('shared', 'shared', 'memory', 'private'), OF_WAVE),
  m0: fc.oneof(place, fc.nat(0xffffffff)),
  low: mask,
  high: mask,
  full: fc.boolean(),
});
type Situation = typeof situation extends fc.Arbitrary<infer T> ? T : never;

/** Every vector register has addresses; those of flat accesses are in the memory that a lane's kind says. */
function prepare(all: Bench, mnemonic: string, given: Situation): void {
  const { wave, buffer } = all;
  const full = given.full || wave.size === 32;
  for (let row = 0; row < 32; row++)
    setRow(wave, row, (lane) => (given.places[lane] ?? 0) + (row > 16 ? row : 0));
  if (!mnemonic.startsWith('ds_')) {
    const isFlat = mnemonic.startsWith('flat_');
    const kindOf = (lane: number): string => (isFlat ? (given.kinds[lane] ?? '') : 'memory');
    const inMemory = (lane: number): number => (buffer.base % 2 ** 32) + 32 * lane;
    setRow(wave, 3, (lane) => {
      const kind = kindOf(lane);
      if (kind === 'shared') return SHARED_APERTURE;
      return kind === 'private' ? PRIVATE_APERTURE : Math.floor(buffer.base / 2 ** 32);
    });
    setRow(wave, 2, (lane) => {
      const kind = kindOf(lane);
      if (kind === 'memory') return inMemory(lane);
      return kind === 'private' ? 8 : (given.places[lane] ?? 0);
    });
    setPair(wave, 4, buffer.base);
    wave.s.set([4096, 0, 0], 6);
    if (mnemonic.startsWith('buffer_')) setRow(wave, 2, (lane) => 16 * lane);
  }
  wave.s[M0] = given.m0 >>> 0;
  wave.setPair(
    EXEC,
    full ? 0xffffffff : given.low >>> 0,
    wave.size === 32 ? 0 : full ? 0xffffffff : given.high >>> 0,
  );
}

const executable = chips.flatMap((target) =>
  mnemonicsOf(target)
    .map((mnemonic) => [target, mnemonic, lineOn(target, mnemonic)] as const)
    .filter(([, , line]) => line !== ''),
);

describe('bytes of LDS that are touched are those that are counted', () => {
  it.each(chips)('on %s, by every instruction', (target) => {
    const sizes: readonly WaveSize[] = codeOf(target).family === 'cdna' ? [64] : [32, 64];
    const own = executable.filter(([chip]) => chip === target);
    expect(own.length).toBeGreaterThan(100);
    for (const [, mnemonic, line] of own) {
      let anything = false;
      for (const size of target === 'gfx1250' ? ([32] as const) : sizes) {
        const all = bench(target, LDS_BYTES, false, size);
        const moved = watch(all.environment.lds);
        forAll([situation], { numRuns: RUNS, seed: 7 }, (given) => {
          prepare(all, mnemonic, given);
          moved.read.clear();
          moved.stored.clear();
          all.run(line);
          anything ||= moved.read.size + moved.stored.size > 0;
          const counted = countedBytes(all);
          // Atomics read what they replace.
          const { read, stored } = moved;
          const touched = stored.size > 0 ? stored : read;
          expect(Object.fromEntries(counted), `${line} on ${target}`).toEqual(
            Object.fromEntries(touched),
          );
        });
      }
      expect(anything, `${mnemonic} touches LDS`).toBe(!NO_LDS.test(mnemonic));
    }
  });
});

/** An LDS instruction in the place of `LINE` of a kernel whose arguments are not given, and how many of its instructions count. */
function coverage(
  line: string,
  machineName: string,
  fields = '',
  size = '.amdhsa_group_segment_fixed_size 1024',
): unknown {
  const lines = `  s_load_dwordx2 s[4:5], s[0:1], 0x0
  s_mov_b32 m0, 0
  s_waitcnt lgkmcnt(0)
  v_mov_b32 v2, s4
  v_mov_b32 v3, s5
  ${line}`;
  const text = kernelText(lines, `.amdhsa_kernarg_size 16\n${fields}`, machineName);
  const sized = text.replace('.amdhsa_group_segment_fixed_size 1024', size);
  const { execution } = runKernel(sized, { machine: machineName });
  return execution.kernel.ldsInstructions;
}

describe('what is not counted is named', () => {
  it.each(rows`
    gfx942  | buffer_store_lds_dword s[4:7], 0 offset:4 lds
    gfx942  | v_mov_b32_e32 v0, src_lds_direct
    gfx900  | ds_add_src2_u32 v0
    gfx950  | ds_read_b64_tr_b32 v[4:5], v0
    gfx1100 | lds_direct_load v4 wait_vdst:15
    gfx1100 | lds_param_load v4, attr0.x wait_vdst:15
    gfx1201 | ds_direct_load v4 wait_va_vdst:15 wait_vm_vsrc:1
    gfx1201 | ds_param_load v4, attr0.x wait_va_vdst:15 wait_vm_vsrc:1
    gfx1201 | ds_bvh_stack_push4_pop1_rtn_b32 v1, v0, v2, v[4:7]
    gfx1250 | ds_load_tr6_b96 v[4:6], v0
    gfx1250 | ds_atomic_async_barrier_arrive_b64 v0
    gfx1250 | tensor_load_to_lds s[4:7], s[8:15]
    gfx1250 | tensor_store_from_lds s[4:7], s[8:15]
    gfx1250 | cluster_load_async_to_lds_b32 v0, v1, s[4:5]
    gfx942  | flat_load_dword v4, v[2:3]
    gfx942  | flat_store_dword v[2:3], v4
    gfx1201 | flat_atomic_add_u32 v[2:3], v4
    gfx1250 | flat_load_b32 v4, v0, s[4:5]
  `)('on %s: %s', (chip = '', line = '') => {
    const fields = /^gfx(?:9|1250)/.test(chip) ? '' : '.amdhsa_wavefront_size32 1';
    expect(coverage(line, chip, fields)).toMatchObject({ instructions: 1, counted: 0 });
  });

  it.each(rows`
    gfx942  | ds_gws_init v0 gds
    gfx942  | ds_ordered_count v4, v5 offset:260 gds
    gfx942  | ds_add_u32 v0, v1 gds
    gfx942  | ds_swizzle_b32 v4, v5 offset:0x8000
    gfx1201 | ds_nop
    gfx942  | global_load_dword v4, v[2:3], off
  `)('on %s nothing for %s', (chip = '', line = '') => {
    expect(coverage(line, chip)).toMatchObject({ instructions: 0 });
  });

  it('a flat address whose high word is known, and a kernel without LDS, are not in LDS', () => {
    const known = 'v_mov_b32 v3, 5\n  flat_load_dword v4, v[2:3]';
    expect(coverage(known, 'gfx942')).toMatchObject({ instructions: 0 });
    const none = '.amdhsa_group_segment_fixed_size 0';
    expect(coverage('flat_load_dword v4, v[2:3]', 'gfx942', '', none)).toMatchObject({
      instructions: 0,
    });
  });
});

describe('lanes of a flat instruction that are in LDS', () => {
  const SPLIT = `  v_lshlrev_b32 v2, 7, v0
  s_mov_b64 s[4:5], src_shared_base
  v_mov_b32 v3, s5`;

  it('are a row of the trace, with the order of the instruction, and conflict as those of LDS', () => {
    const { execution, traces } = runKernel(
      kernelText(`${SPLIT}
  v_and_b32 v2, 0x3ff, v2
  ds_write_b32 v2, v0
  s_waitcnt lgkmcnt(0)
  flat_load_dword v4, v[2:3]
  s_waitcnt vmcnt(0) lgkmcnt(0)
  ds_write_b32 v2, v4`),
    );
    const [trace] = traces;
    expect(execution.kernel.ldsInstructions).toEqual({ instructions: 3, counted: 3, missing: [] });
    expect([...(trace?.op ?? [])].map((op) => opcodeAt(op).name)).toEqual([
      'ds_write_b32',
      'flat_load_dword',
      'ds_write_b32',
    ]);
    expect([...(trace?.order ?? [])]).toEqual([0, 1, 2]);
    if (trace === undefined) return;
    const { bankConflict, idxActive } = simulate(trace, machineNamed('gfx942'));
    expect([bankConflict[1], idxActive[1]]).toEqual([14, 16]);
  });

  it('have the name of the table where the text has an alias', () => {
    const all = bench('gfx1100', LDS_BYTES);
    setRow(all.wave, 3, () => SHARED_APERTURE);
    setRow(all.wave, 2, (lane) => 4 * lane);
    all.run('flat_load_dword v8, v[2:3]');
    const { op } = all.environment.recorder.finish();
    expect(opcodeAt(op[0] ?? 0).name).toBe('flat_load_b32');
  });

  it('take what is unknown into LDS and out of it', () => {
    const text = kernelText(
      textOf('take what is unknown into LDS and out of it'),
      '.amdhsa_kernarg_size 16',
    );
    const { ldsInstructions } = runKernel(text).execution.kernel;
    expect(ldsInstructions).toMatchObject({ instructions: 5, counted: 3 });
    expect(ldsInstructions?.missing[0]?.reason).toMatch(/^whose address depends on argument/);
  });

  it('every flat instruction has an opcode on its chips', () => {
    for (const chip of targets) {
      for (const { mnemonic, space, action, targets: chips } of memoryRows) {
        if (space !== 'flat' || action.kind === 'idle' || !existsOn(chips, chip)) continue;
        const number = opcodeNumber(mnemonic);
        expect(number, mnemonic).toBeDefined();
        const { isa, request } = opcodeAt(number ?? 0);
        const { isa: own, models, waveSizes } = machineNamed(chip);
        expect(isa, mnemonic).toContain(own);
        for (const size of waveSizes)
          expect(request && findRule(models[0], size, request)?.evidence, mnemonic).toMatch(
            /^(inferred|disputed)$/,
          );
      }
    }
  });
});
