/** Resident workgroups: against a placement of waves one by one, and against published figures. */
import { type KernelRegisters, type Machine, machines, occupancyOf, roundUp } from '@ldscope/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { forAll } from '../../../test/for-all.ts';

function chip(name: string): Machine {
  const found = machines.find((machine) => machine.name === name);
  if (found === undefined) throw new Error(`no ${name}`);
  return found;
}

/** Workgroups put one after the other, each of its waves where most is left, until something does not fit. */
function placed(
  machine: Machine,
  { ldsBytes, waves, registers }: { ldsBytes: number; waves: number; registers: number },
): number {
  const { occupancy, sharedMemory } = machine;
  const granule = occupancy.vectorRegisterGranule.value;
  const perWave = roundUp(registers, granule);
  const simds = Array.from({ length: occupancy.simdsPerUnit.value }, () => ({
    waves: 0,
    registers: 0,
  }));
  const step = sharedMemory.allocationGranuleBytes.value;
  const reserved =
    machine.vendor === 'NVIDIA' && ldsBytes > 0
      ? sharedMemory.bytes.value - sharedMemory.bytesPerWorkgroup.value
      : 0;
  const taken = Math.ceil((ldsBytes + reserved) / step) * step;
  if (ldsBytes > sharedMemory.bytesPerWorkgroup.value) return 0;
  for (let count = 0; ; count++) {
    if ((count + 1) * taken > sharedMemory.bytes.value) return count;
    const exempt = waves < (occupancy.workgroupsPerUnitFromWaves?.value ?? 1);
    if (!exempt && count === (occupancy.workgroupsPerUnit?.value ?? Infinity)) return count;
    for (let wave = 0; wave < waves; wave++) {
      const [simd] = simds.sort((a, b) => a.waves - b.waves);
      if (simd === undefined) return 0;
      simd.waves++;
      simd.registers += perWave;
      if (simd.waves > occupancy.wavesPerSimd.value) return count;
      if (simd.registers > occupancy.vectorRegistersPerSimd.value) return count;
    }
  }
}

describe('workgroups that are resident at once', () => {
  it('are as many as can be placed one by one, on every chip', () => {
    forAll(
      [
        fc.constantFrom(...machines),
        fc.integer({ min: 0, max: 70_000 }),
        fc.integer({ min: 1, max: 16 }),
        fc.integer({ min: 1, max: 256 }),
      ],
      2000,
      (machine, ldsBytes, waves, registers) => {
        const vector: KernelRegisters = { vector: registers, accumulators: 0 };
        const { workgroups } = occupancyOf(
          { ldsBytes, wavesPerWorkgroup: waves, registers: vector },
          machine,
        );
        expect(workgroups).toBe(placed(machine, { ldsBytes, waves, registers }));
      },
    );
  });

  it.each([
    // A small tile leaves room for 128 workgroups by LDS; a compute unit runs 16 of several waves, 32 of one.
    ['gfx942', 512, 4, 8],
    ['gfx942', 512, 2, 16],
    ['gfx942', 512, 1, 32],
    ['gfx942', 32_768, 4, 2],
    // 160 KiB in granules of 1,280 bytes.
    ['gfx950', 32_768, 4, 4],
    ['gfx906', 512, 1, 40],
    // 2,048 threads of an SM, in blocks of 1,024; at most 32 blocks.
    ['sm_90', 1024, 32, 2],
    ['sm_90', 1024, 1, 32],
    // 228 KiB, of which each block of 48 KiB takes one more.
    ['sm_90', 48 * 1024, 4, 4],
  ])('of %s with %i bytes and %i waves are %i', (name, ldsBytes, wavesPerWorkgroup, workgroups) => {
    expect(occupancyOf({ ldsBytes, wavesPerWorkgroup }, chip(name)).workgroups).toBe(workgroups);
  });

  it('count registers only where they are known, and say so', () => {
    const tile = { ldsBytes: 16_384, wavesPerWorkgroup: 4 };
    const unknown = occupancyOf(tile, chip('gfx942'));
    expect([unknown.workgroups, unknown.counted]).toEqual([4, ['waves', 'lds']]);
    const registers = { vector: 128, accumulators: 128 };
    const known = occupancyOf({ ...tile, registers }, chip('gfx942'));
    expect([known.workgroups, known.wavesPerSimd]).toEqual([2, 2]);
    expect(known.counted).toEqual(['waves', 'lds', 'registers']);
    expect(known.bounds[0]).toMatchObject({
      limit: 'vector registers',
      available: 512,
      needed: 256,
    });
    for (const { source } of known.bounds) expect(source).not.toBe('');
  });

  it('of waves of 64 lanes take two registers for one of the chips that run 32 first', () => {
    const registers = { vector: 96, accumulators: 0 };
    const of = (waveSize: 32 | 64) =>
      occupancyOf({ ldsBytes: 0, wavesPerWorkgroup: 4, registers, waveSize }, chip('gfx1100'));
    expect([of(32).wavesPerSimd, of(64).wavesPerSimd]).toEqual([16, 8]);
  });
});

describe('a wave with accumulators in the unified file', () => {
  it('begins them at the next multiple of four, behind its vector registers', () => {
    const registersOf = (vector: number, accumulators: number): number | undefined =>
      occupancyOf(
        { registers: { vector, accumulators }, ldsBytes: 0, wavesPerWorkgroup: 1 },
        chip('gfx90a'),
      ).allocatedRegisters;
    expect([registersOf(4, 4), registersOf(5, 4), registersOf(4, 5), registersOf(8, 0)]).toEqual([
      8, 16, 16, 8,
    ]);
  });
});
