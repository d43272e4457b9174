/** Schedules as people write them: what they mean to the simulator, and what is said of those that are wrong. */
import { readFileSync } from 'node:fs';
import {
  analyzeTiming,
  checkWaits,
  type LoweredListing,
  lowerListing,
  machineNamed,
  parseListing,
  simulateTiming,
  type TimedProgram,
} from '@ldscope/core';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rows } from '../../../../test/rows.ts';
import { timedChip } from './chip.ts';
import { forAll } from '../../../../test/for-all.ts';

const { machine, timing } = timedChip('gfx942');

function read(text: string): LoweredListing {
  const { listing, diagnostics } = parseListing(text);
  const lowered = lowerListing(listing, machine, timing);
  return { ...lowered, diagnostics: [...diagnostics, ...lowered.diagnostics] };
}

function programOf(text: string): TimedProgram {
  const { program, diagnostics } = read(text);
  expect(diagnostics).toEqual([]);
  return program;
}

/** Issue cycles of the first wave, in order. */
function issues(program: TimedProgram): number[] {
  const { issue, wave } = simulateTiming(program, { machine, timing });
  return [...issue].filter((_, row) => wave[row] === 0);
}

describe('a schedule', () => {
  test.each([
    ['', 8],
    [' f4', 8],
    [' fp8', 16],
  ])('of f8f6f4%s has %i passes', (element, passes) => {
    const text = `mfma v_mfma_f32_32x32x64_f8f6f4${element}\nloop 2:\n  MFMA A, B, C\n`;
    const { program } = lowerListing(parseListing(text).listing, machineNamed('gfx950'), timing);
    expect(program.instructions[0]?.passes).toBe(passes);
  });

  test('gives each operation its unit, counters, registers and place in LDS', () => {
    const { instructions, streams } = programOf(`
      waves 2
      prologue:                      -> a comment
        buffer_load_dwordx4 p[0:1]
        wait_cnt(vcnt(0))
        ds_write_128b_3 to tile[1] from p[0]   // another
        ds_write_b64 p[1] to tile[0]
      loop 3:
        2 ds_read_128b[0:7] A[0,0:1] from tile[0:1] conflicts 5
        s_waitcnt lgkmcnt(0)
        MFMA A[0,0], A[0,1], C[0,0]
        v_exp_f32 e, A[0,0]
        sbarrier()
    `);
    expect(instructions.map(({ unit, dwords, counts }) => [unit, dwords, counts?.[0]])).toEqual([
      ['vmem', 4, 'vmcnt'],
      ['wait', undefined, undefined],
      ['lds', 4, 'lgkmcnt'],
      ['lds', 2, 'lgkmcnt'],
      ['lds', 4, 'lgkmcnt'],
      ['lds', 4, 'lgkmcnt'],
      ['wait', undefined, undefined],
      ['mfma', undefined, undefined],
      ['trans', undefined, undefined],
      ['barrier', undefined, undefined],
    ]);
    const [stream] = streams;
    expect(streams).toHaveLength(2);
    expect([...(stream?.instruction ?? [])]).toEqual([
      0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 4, 5, 6, 7, 8, 9, 4, 5, 6, 7, 8, 9,
    ]);
    expect(instructions.slice(2, 5).map(({ places }) => places)).toEqual([
      ['tile[1]'],
      ['tile[0]'],
      ['tile[0]', 'tile[1]'],
    ]);
    // A conflict-free b128 read takes 8 cycles.
    expect([stream?.bankCycles[4], stream?.conflictCycles[4]]).toEqual([13, 5]);
    expect(instructions[7]?.reads).toHaveLength(2);
    expect(instructions[7]?.accumulator).toHaveLength(1);
    expect(instructions[7]?.passes).toBe(8);
  });

  test('runs some operations in some waves only', () => {
    const { streams } = programOf('waves 3\nloop 2:\n  valu\n  @1-2 salu\n  @0 trans');
    expect(streams.map(({ instruction }) => [...instruction])).toEqual([
      [0, 2, 0, 2],
      [0, 1, 0, 1],
      [0, 1, 0, 1],
    ]);
  });

  test('waits for tokens of other waves, and stands still when they never come', () => {
    const good = programOf('waves 2\nloop 2:\n  @0 await full\n  @1 nop 20\n  @1 signal full\n');
    expect(issues(good)).toEqual([92, 180]);
    const bad = programOf(
      'waves 2\nloop 2:\n  @0 await full\n  @0 signal free\n  @1 await free\n  @1 signal full',
    );
    expect(simulateTiming(bad, { machine, timing }).deadlock).toEqual([
      { wave: 0, instruction: 0, reason: 'await', waitsFor: [1] },
      { wave: 1, instruction: 2, reason: 'await', waitsFor: [0] },
    ]);
  });

  test.each(rows`
    loop 2:\n  fma A, B            | timing/unknown-operation     | fma A, B
    wait_cnt(lgkmcnt(16))          | timing/beyond-counter        | wait_cnt(lgkmcnt(16))
    s_waitcnt vmcnt(64)            | timing/beyond-counter        | s_waitcnt vmcnt(64)
    v_mfma_f32_99x99x9_f16 A, B, C | timing/no-matrix-instruction | v_mfma_f32_99x99x9_f16 A, B, C
    MFMA A[0], B[0], C[0]          | timing/never-loaded          | MFMA A[0], B[0], C[0]
    loop 2:\n  valu A, B           | timing/never-loaded          | valu A, B
    ds_read_b128 A from tile       | timing/never-loaded          | ds_read_b128 A from tile
    8 buffer0_load_dwordx8_[0:8]   | timing/no-width              | 8 buffer0_load_dwordx8_[0:8]
    loop 0:                        | timing/beyond-limit          | 0
    waves 400\nvalu                | timing/beyond-limit          | 400
    ds_read_b128 A[0:              | syntax/expected              |
    valu A[0:9999999]              | timing/beyond-limit          | A
                                   | timing/no-instructions       |
    loop 100000:\n  4096 valu      | timing/beyond-limit          |
  `)('of %j says %s', (text, code, place) => {
    const { diagnostics } = read(text);
    const found = diagnostics.find((one) => one.code === code);
    expect(diagnostics.map((one) => one.code)).toContain(code);
    expect(found?.hint.length).toBeGreaterThan(0);
    if (place !== '') expect(text.slice(found?.span?.start, found?.span?.end)).toBe(place);
  });

  test('of any text ends, and never throws', () => {
    const words = fc.constantFrom(
      ...'loop|3|:|MFMA|A[0]|A[0:3,1]|,|ds_read_b128|ds_write_b128|to|from|tile|\n|\n|wait_cnt(|vmcnt(0)|)|@0-1|sbarrier|signal x|await x|->|buffer_load_dwordx4|lds|[|]|conflicts 3|v_exp_f32|s_nop 9|waves 2|prologue:'.split(
        '|',
      ),
    );
    forAll([fc.array(words, { maxLength: 40 })], 500, (parts) => {
      const { program } = read(parts.join(' '));
      simulateTiming(program, { machine, timing });
      checkWaits(program);
    });
  });
});

const example = (name: string): string =>
  readFileSync(new URL(`../../../../examples/schedules/${name}.sched`, import.meta.url), 'utf8');

describe('the pipelines of the notes', () => {
  test.each([
    ['gemm-level-1', 2243, 'mfma'],
    ['gemm-level-2', 1024, 'mfma'],
    ['gemm-256x256x32', 2083, 'mfma'],
  ])('%s takes %d cycles for an iteration', (name, cycles, unit) => {
    const { loops } = analyzeTiming(programOf(example(name)), { machine, timing }, []);
    expect(loops.map((loop) => Math.round(loop.cyclesPerIteration ?? 0))).toEqual([cycles]);
    expect(loops[0]?.critical).toEqual({ kind: 'unit', unit });
  });

  test('the first level waits for a tile that takes longer than 48 matrix instructions', () => {
    const program = programOf(example('gemm-level-1'));
    const { ablated, loops } = analyzeTiming(program, { machine, timing }, ['vmem-latency']);
    const [{ stalls = {} } = {}] = loops;
    expect(stalls.vmcnt).toBeGreaterThan(100);
    expect(ablated[0]?.loops[0]?.stalls.vmcnt ?? 0).toBe(0);
  });
});

describe('the GEMM of 256 x 256 x 32', () => {
  const text = example('gemm-256x256x32');
  const program = programOf(text);
  const line = (instruction: number): number =>
    text.slice(0, program.instructions[instruction]?.span?.start).split('\n').length;

  test('hides everything behind its 64 matrix instructions of 32 cycles', () => {
    const { loops } = analyzeTiming(program, { machine, timing }, []);
    expect(loops).toMatchObject([{ iterations: 100, critical: { kind: 'unit', unit: 'mfma' } }]);
    const [{ cyclesPerIteration = 0, busy = {} } = {}] = loops;
    expect(cyclesPerIteration).toBeGreaterThanOrEqual(2048);
    expect(cyclesPerIteration).toBeLessThan(2048 * 1.02);
    // 8 loads of 4 KiB for four waves at 32 B per cycle.
    expect((busy.vmem ?? 0) * cyclesPerIteration).toBeCloseTo(1024, -1);
  });

  test('has three waits that never wait, and one that is too weak', () => {
    const { waits, missing } = checkWaits(program);
    const judged = waits.filter(({ verdict }) => verdict !== 'needed');
    expect(
      judged.map(({ counter, value, verdict, inFlight }) => [counter, value, verdict, inFlight]),
    ).toEqual([
      ['lgkmcnt', 9, 'redundant', 1],
      ['lgkmcnt', 4, 'redundant', 4],
      ['lgkmcnt', 7, 'redundant', 7],
    ]);
    // lgkmcnt(7) lets seven of eight writes through to the barrier.
    const barriers = new Set(missing.map(({ instruction }) => line(instruction)));
    expect(barriers.size).toBe(1);
    expect(missing.map(({ value }) => value)).toEqual([6, 5, 4, 3, 2, 1, 0]);
  });
});

describe('the LDS of a schedule', () => {
  const { value: room } = machine.sharedMemory.bytesPerWorkgroup;
  const errorsOf = (text: string): string[] =>
    read(text).diagnostics.flatMap(({ code, severity }) => (severity === 'error' ? code : []));
  const writes = (count: number, line: (place: number) => string): string =>
    Array.from({ length: count }, (_, place) => `  ${line(place)}\n`).join('');

  test.each([
    // Each wave has a kilobyte of what one operation writes.
    ['places', 4, (place: number) => `ds_write_b128 to tile[${place}] from p`, 4096],
    ['one wave', 4, (place: number) => `@0 ds_write_b128 to tile[${place}] from p`, 1024],
    ['two addresses', 4, (place: number) => `ds_write2_b64 to tile[${place}] from p`, 4096],
    ['narrow copies', 2, (place: number) => `buffer_load_dword lds to t[${place}]`, 512],
  ] as const)('is at least what the waves write: %s', (_, waves, line, bytes) => {
    const most = room / bytes;
    const of = (count: number): string => `waves ${waves}\nprologue:\n${writes(count, line)}`;
    expect(errorsOf(of(most))).toEqual([]);
    expect(errorsOf(of(most + 1))).toEqual(['timing/beyond-lds']);
  });

  test('is written again and again at one place', () => {
    const body = writes(200, () => 'ds_write_b128 to tile from p');
    expect(errorsOf(`waves 4\nloop 3:\n${body}`)).toEqual([]);
    const parts = writes(16, (place) => `ds_write_b128 to tile[${place}] from p`);
    expect(errorsOf(`waves 4\nprologue:\n${parts}  ds_write_b128 to tile from p\n`)).toEqual([]);
    expect(errorsOf('waves 4\nprologue:\n  ds_write_b128 to tile[0:99] from p\n')).toEqual([]);
  });
});
