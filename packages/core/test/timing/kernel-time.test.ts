/** The time of a launch: bytes by brute force, rounds and shares by hand. */
import {
  deviceOf,
  devices,
  GlobalTraceBuilder,
  kernelTime,
  type LaunchedWork,
  MemoryBytes,
  memoryShare,
  StreamBuilder,
  timedChips,
  type TimedProgram,
} from '@ldscope/core';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { raise } from '../../../../test/raise.ts';
import { timedChip } from './chip.ts';
import { forAll } from '../../../../test/for-all.ts';

const { machine, timing } = timedChip('gfx950');
const device = deviceOf('gfx950', 'mi355x') ?? raise('no MI355X');

function traceOf(rows: readonly { isStore: boolean; width: number; starts: readonly number[] }[]) {
  const builder = new GlobalTraceBuilder(64);
  for (const { isStore, width, starts } of rows) {
    const instruction = builder.addInstruction({
      name: `${isStore}${width}`,
      direction: isStore ? 'store' : 'load',
      widthBytes: width,
    });
    const lanes = (from: number): number =>
      starts.slice(from, from + 32).reduce((mask, _, lane) => mask | (1 << lane), 0);
    builder.add(instruction, 0, 0, 0, starts, lanes(0), lanes(32));
  }
  return builder.finish();
}

describe('the time of a launch', () => {
  test('fetches each line once, and writes each byte once per store', () => {
    const access = fc.record({
      isStore: fc.boolean(),
      width: fc.constantFrom(2, 4, 8, 16),
      starts: fc.uniqueArray(fc.nat(500), { minLength: 1, maxLength: 64 }),
    });
    forAll([fc.array(access, { maxLength: 8 })], (given) => {
      const rows = given.map((one) => ({
        ...one,
        starts: one.starts.map((start) => start * one.width),
      }));
      const memory = new MemoryBytes(machine);
      memory.of(traceOf(rows), 0);
      const lines = new Set<number>();
      let written = 0;
      for (const { isStore, width, starts } of rows)
        for (const start of starts) {
          if (isStore) written += width;
          else for (let byte = 0; byte < width; byte++) lines.add((start + byte) >> 7);
        }
      expect([memory.readBytes, memory.writtenBytes]).toEqual([128 * lines.size, written]);
    });
  });

  test('tells lines that two workgroups read', () => {
    const row = { isStore: false, width: 4, starts: [0, 4, 128] };
    const memory = new MemoryBytes(machine);
    memory.of(traceOf([row]), 0);
    expect(memory.sharedBytes).toBe(0);
    memory.of(traceOf([row]), 1);
    expect([memory.readBytes, memory.sharedBytes]).toEqual([256, 256]);
  });

  /** One wave per workgroup that loads `bytes`, as counted at the peak of memory. */
  const loads = (workgroups: number, bytes: number): TimedProgram => ({
    instructions: [
      {
        text: 'load',
        unit: 'vmem',
        memory: 'load',
        dwords: 4,
        reads: [],
        writes: [],
        counts: ['vmcnt'],
      },
      { text: 'wait', unit: 'wait', reads: [], writes: [], until: { vmcnt: 0 } },
    ],
    streams: Array.from({ length: workgroups }, (_, number) => {
      const builder = new StreamBuilder(number);
      builder.add(0, { bytes, memoryBytes: bytes });
      builder.add(1);
      return builder.finish();
    }),
  });

  const timeOf = (workgroups: number, executed: number): ReturnType<typeof kernelTime> =>
    kernelTime(
      {
        workgroups,
        executed,
        readBytes: executed * 65_536,
        writtenBytes: 0,
        sharedBytes: 0,
        program: loads(executed, 65_536),
      },
      device,
      { machine, timing },
    );

  test('is latency and transfer at the share of the peak', () => {
    const share = 8e12 / 256 / 2.4e9;
    const time = timeOf(1024, 4);
    expect(time?.share.value).toBeCloseTo(share);
    expect(time?.cycles ?? 0).toBeGreaterThan((4 * 65_536) / share + 650);
    expect(time?.cycles ?? 0).toBeLessThan((4 * 65_536) / share + 700);
    expect([time?.bytes, time?.leastSeconds]).toEqual([1024 * 65_536, undefined]);
  });

  test('takes rounds where a unit holds fewer workgroups than it gets', () => {
    const [one, four, five] = [timeOf(256, 4), timeOf(1024, 4), timeOf(1280, 4)];
    expect([one, four, five].map((time) => [time?.workgroupsPerUnit, time?.resident])).toEqual([
      [1, 1],
      [4, 4],
      [5, 4],
    ]);
    expect(five?.cycles).toBe((four?.cycles ?? 0) + (one?.cycles ?? 0));
    expect(timeOf(1025, 4)?.cycles).toBe(five?.cycles);
  });

  test('has an error only where it is like the measured launches', () => {
    const [lds, mfma] = (['lds', 'mfma'] as const).map((unit) => ({
      text: unit,
      unit,
      reads: [],
      writes: [],
    }));
    const { instructions, streams } = loads(1, 65_536);
    const differencesOf = (
      more: readonly TimedProgram['instructions'][number][],
      work: Partial<LaunchedWork> = {},
      on = device,
    ): readonly string[] | undefined => {
      const builder = new StreamBuilder(0);
      for (const [row] of [...instructions, ...more].entries()) builder.add(row);
      const program = {
        instructions: [...instructions, ...more],
        streams: [...streams, builder.finish()],
      };
      const bytes = { readBytes: 32_768, writtenBytes: 32_768, sharedBytes: 0 };
      const launched = { workgroups: 1024, executed: 1, ...bytes, program, ...work };
      const time = kernelTime(launched, on, { machine, timing });
      expect(time?.knownError !== undefined).toBe(time?.unlikeMeasured.length === 0);
      return time?.unlikeMeasured;
    };
    const through = [lds ?? raise('not there')];
    expect(differencesOf(through)).toEqual([]);
    expect(differencesOf([])).toEqual(['lds']);
    expect(differencesOf([...through, mfma ?? raise('not there')])).toEqual(['arithmetic']);
    expect(differencesOf(through, { writtenBytes: 0 })).toEqual(['copy']);
    expect(differencesOf(through, { sharedBytes: 128 })).toEqual(['copy']);
    expect(differencesOf(through, { workgroups: 256 })).toEqual(['size']);
    expect(differencesOf(through, { workgroups: 4096 })).toEqual(['size']);
    expect(differencesOf(through, {}, deviceOf('gfx950', 'mi350x'))).toEqual(['device']);
  });

  test('does not take a product for another of its chip', () => {
    const named = (chip: string, name: string): string | undefined => deviceOf(chip, name)?.name;
    expect([named('gfx942', 'MI308X'), named('gfx90a', 'MI250X')]).toEqual([undefined, undefined]);
    expect([named('gfx942', 'mi325x'), named('gfx942', 'AMD Instinct MI300A')]).toEqual([
      'MI325X',
      'MI300A',
    ]);
    // Not products: chips and families.
    for (const name of ['', 'gfx942', 'cdna3', 'MI300', 'gfx942:sramecc+:xnack-']) {
      expect(named('gfx942', name)).toBe('MI300X');
    }
    expect(named('gfx950', 'mi355')).toBe('MI355X');
  });

  test('has the figures of data sheets', () => {
    const figures = devices.map(({ name, computeUnits, clockHz, bytesPerSecond, lastCache }) =>
      [
        name,
        computeUnits.value,
        clockHz.value / 1e9,
        bytesPerSecond.value / 1e12,
        (lastCache?.bytes.value ?? 0) / 2 ** 20,
      ].join(' '),
    );
    expect(figures).toEqual([
      'MI300X 304 2.1 5.3 256',
      'MI300A 228 2.1 5.3 256',
      'MI325X 304 2.1 6 256',
      'MI355X 256 2.4 8 256',
      'MI350X 256 2.2 8 256',
      'MI210 104 1.7 1.6 0',
    ]);
  });

  test('has a device for every chip whose pipeline is modelled, with sources', () => {
    for (const chip of timedChips) expect(deviceOf(chip)?.chip).toBe(chip);
    for (const { computeUnits, clockHz, bytesPerSecond } of devices)
      for (const fact of [computeUnits, clockHz, bytesPerSecond]) expect(fact.source).toBeTruthy();
  });

  test('takes the measured share of a pattern, and of narrower accesses that of their bytes', () => {
    expect(memoryShare('gfx942', 'load', 64, 16)).toMatchObject({ evidence: 'measured' });
    expect(memoryShare('gfx942', 'load', 64, 16).value).toBeCloseTo(4183.8 / 5300);
    expect(memoryShare('gfx950', 'store', 8, 16)).toMatchObject({ evidence: 'inferred' });
    // 64 x 2 bytes are 32 x 4: between 64 and 16 lanes, so the row of 16.
    expect(memoryShare('gfx950', 'store', 64, 2).value).toBeCloseTo(3260.9 / 5300);
    expect(memoryShare('gfx942', 'store', 1, 4).value).toBeCloseTo(726.9 / 5300);
  });
});
