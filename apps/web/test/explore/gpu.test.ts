import { machineNamed } from '@ldscope/core';
import { describe, expect, it } from 'vitest';
import {
  chips,
  devices,
  gpuControls,
  type GpuParameters,
  MOST_BLOCK,
  MOST_GRID,
  MOST_REGISTERS,
} from '../../src/explore/gpu/controls.ts';
import { gpuView, occupancyCurve } from '../../src/explore/gpu/model.ts';
import { levels, memoryTable, pathPicture, pathTable } from '../../src/explore/gpu/picture.ts';
import { combinations } from './combinations.ts';

const { start } = gpuControls;

describe('from the grid to a bank', () => {
  it('counts as the talk does: 4 SIMDs with 8 slots, 32 waves a unit', () => {
    const view = gpuView({ ...start, ldsBytes: 0, vectorRegisters: 1 });
    expect([view.simds, view.slotsPerSimd, view.device.units]).toEqual([4, 8, 304]);
    expect(view.occupancy.workgroups * view.wavesPerWorkgroup).toBe(32);
  });

  it('lets LDS, registers and slots limit', () => {
    const of = (change: Partial<GpuParameters>) => gpuView({ ...start, ...change }).occupancy;
    expect(of({}).workgroups).toBe(4);
    expect(of({ ldsBytes: 16385 }).workgroups).toBe(3);
    expect(of({ ldsBytes: 65536 }).workgroups).toBe(1);
    expect(of({ vectorRegisters: 512, ldsBytes: 0 })).toMatchObject({
      workgroups: 1,
      wavesPerSimd: 1,
    });
    expect(of({ chip: 'gfx950', ldsBytes: 65536 }).workgroups).toBe(2);
  });

  it('follows a lane to its bank by hand', () => {
    const view = gpuView(start);
    expect([view.unit, view.chosen?.slot, view.chosen?.baseBytes]).toEqual([5, 1, 16384]);
    expect([view.byte, view.bank, view.phase]).toEqual([16384 + 7 * 128, 0, 0]);
    expect(view.access.bankConflict).toBe(62);
    const row = gpuView({ ...start, pattern: 'row', lane: 40 });
    expect([row.byte, row.bank, row.phase, row.access.bankConflict]).toEqual([16544, 8, 1, 0]);
    expect(gpuView({ ...start, pattern: 'padded column' }).access.bankConflict).toBe(0);
  });

  it('has the same conflicts in every slice', () => {
    for (const chip of chips) {
      for (const ldsBytes of [4096, 5000, 16384]) {
        const view = gpuView({ ...start, chip, ldsBytes });
        expect(view.slicesStartAtBankZero).toBe(true);
        const costs = view.resident.map(
          ({ workgroup }) => gpuView({ ...start, chip, ldsBytes, workgroup }).access.idxActive,
        );
        expect(new Set(costs).size).toBe(1);
      }
    }
  });

  it('never holds more than there is, at the bounds of all parameters', () => {
    for (const { chip, units } of devices) {
      const machine = machineNamed(chip);
      const all = combinations({
        grid: [1, units + 1, MOST_GRID],
        block: [1, 65, MOST_BLOCK],
        ldsBytes: [0, 3, machine.sharedMemory.bytesPerWorkgroup.value],
        vectorRegisters: [1, 256, MOST_REGISTERS],
      });
      for (const one of all) {
        const most = { workgroup: MOST_GRID - 1, wave: 31, lane: 63 };
        const view = gpuView(gpuControls.settled({ ...start, ...most, chip, ...one }));
        const { resident, occupancy, slotsPerSimd, simds } = view;
        expect(resident.length).toBeLessThanOrEqual(occupancy.workgroups);
        const used = resident.length * occupancy.allocatedLdsBytes;
        expect(used).toBeLessThanOrEqual(machine.sharedMemory.bytes.value);
        const places = resident.flatMap(({ waves }) => waves);
        expect(places.length).toBeLessThanOrEqual(slotsPerSimd * simds);
        for (const { row } of places) expect(row).toBeLessThan(slotsPerSimd);
        expect(pathTable(view).rows.length).toBe(9);
        expect(memoryTable(machine).rows.length).toBeGreaterThan(2);
      }
    }
  });

  it('steps down where the curve says', () => {
    for (const { ldsBytes, workgroups } of occupancyCurve(start)) {
      expect(gpuView({ ...start, ldsBytes }).occupancy.workgroups).toBe(workgroups);
    }
    expect(occupancyCurve(start).map(({ workgroups }) => workgroups)).toEqual([5, 4, 3, 2, 1, 1]);
  });

  it('draws every level and chip in one size', () => {
    const sizes = chips.flatMap((chip) =>
      levels.map((_, level) => pathPicture(gpuView({ ...start, chip }), level).height),
    );
    expect(new Set(sizes).size).toBe(1);
  });
});
