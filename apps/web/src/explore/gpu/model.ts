/**
 * The way from a grid to a bank, for one lane that a reader follows.
 *
 *     grid of 4,096 workgroups     workgroup 309 is on unit 5, the second there
 *     256 lanes, 16 KiB of LDS     4 waves on 4 SIMDs; slice 16,384 to 32,767 of the LDS
 *     wave 2, lane 7               byte 16,412 of the LDS, bank 7
 *
 * Which unit a workgroup gets is a simplification: in turn. That it stays there, and that slices of one LDS share its
 * banks, is not.
 */
import { machineNamed, occupancyOf, range } from '@ldscope/core';
import { laneColor } from '@ldscope/render';
import { patternSpecification, strided } from '../parts/lane-pattern.ts';
import { lanes, serve, waveOf } from '../parts/one-access.ts';
import { devices, type GpuParameters, wavesOf } from './controls.ts';

/** Bytes from lane to lane in a tile of f32. */
function strideOf({ pattern, columns }: Pick<GpuParameters, 'pattern' | 'columns'>): number {
  const row = 4 * columns;
  return { 'row': 4, 'column': row, 'padded column': row + 4 }[pattern];
}

export type GpuView = ReturnType<typeof gpuView>;

export function gpuView(parameters: GpuParameters) {
  const { chip, block, ldsBytes, grid, workgroup, wave, lane } = parameters;
  const machine = machineNamed(chip);
  const device = devices.find((one) => one.chip === chip) ?? devices[0];
  const waveSize = waveOf(machine);
  const wavesPerWorkgroup = wavesOf(chip, block);
  const occupancy = occupancyWith(parameters, ldsBytes);
  const simds = machine.occupancy.simdsPerUnit.value;
  const unit = workgroup % device.units;
  const ofUnit = lanes(
    Math.ceil((grid - unit) / device.units),
    (turn) => unit + turn * device.units,
  );
  const { workgroups: perUnit, allocatedLdsBytes } = occupancy;
  const at = Math.floor(workgroup / device.units);
  const from = perUnit === 0 ? 0 : Math.floor(at / perUnit) * perUnit;
  const resident = ofUnit.slice(from, from + perUnit).map((one, slot) => ({
    workgroup: one,
    /** Its place on the unit, from 0. */
    slot,
    /** Where its slice of LDS begins. */
    baseBytes: slot * allocatedLdsBytes,
    waves: range(wavesPerWorkgroup).map((number) => {
      const place = slot * wavesPerWorkgroup + number;
      return { wave: number, simd: place % simds, row: Math.floor(place / simds) };
    }),
  }));
  const chosen = resident.find((one) => one.workgroup === workgroup);
  const stride = strideOf(parameters);
  const inBlock = Math.min(waveSize, block - wave * waveSize);
  const fitting = ldsBytes < 4 ? 0 : Math.floor((ldsBytes - 4) / stride) + 1;
  const activeLanes = Math.min(inBlock, fitting);
  const addresses = lanes(waveSize, (one) => (chosen?.baseBytes ?? 0) + one * stride);
  const access = serve(machine, 'read.b32', addresses, { active: activeLanes });
  /** Of the lane that is followed; `undefined` when it is outside of the slice. */
  const byte = access.addressBytes[lane];
  const { banks } = access.rule;
  return {
    machine,
    device,
    parameters,
    occupancy,
    wavesPerWorkgroup,
    simds,
    slotsPerSimd: machine.occupancy.wavesPerSimd.value,
    unit,
    /** Workgroups of the grid that are on this unit, in order; of these some are resident at once. */
    ofUnit,
    resident,
    chosen,
    colorOf: (slot: number): string => laneColor(slot, Math.max(2, perUnit)),
    /** How often the device is filled until the grid is done. */
    rounds: perUnit === 0 ? 0 : Math.ceil(grid / (device.units * perUnit)),
    access,
    activeLanes,
    byte,
    bank: byte === undefined ? undefined : Math.floor(byte / 4) % banks,
    phase: access.phases.find((phase) => phase.lanes.includes(lane))?.index,
    slicesStartAtBankZero: resident.every(({ baseBytes }) => baseBytes % (4 * banks) === 0),
  };
}

type Kernel = Pick<GpuParameters, 'chip' | 'block' | 'vectorRegisters'>;

const occupancyWith = ({ chip, block, vectorRegisters }: Kernel, ldsBytes: number) => {
  const registers = { vector: vectorRegisters, accumulators: 0 };
  const wavesPerWorkgroup = wavesOf(chip, block);
  return occupancyOf({ registers, ldsBytes, wavesPerWorkgroup }, machineNamed(chip));
};

/** Workgroups of a unit by what each of them takes of LDS: where their number changes. */
export function occupancyCurve(kernel: Kernel) {
  const { allocationGranuleBytes, bytesPerWorkgroup } = machineNamed(kernel.chip).sharedMemory;
  const points: { readonly ldsBytes: number; readonly workgroups: number }[] = [];
  const granule = allocationGranuleBytes.value;
  for (let ldsBytes = 0; ldsBytes <= bytesPerWorkgroup.value; ldsBytes += granule) {
    const { workgroups } = occupancyWith(kernel, ldsBytes);
    if (points.at(-1)?.workgroups !== workgroups) {
      points.push({ ldsBytes: Math.max(0, ldsBytes - granule + 1), workgroups });
    }
  }
  const last = points.at(-1)?.workgroups ?? 0;
  return [...points, { ldsBytes: bytesPerWorkgroup.value, workgroups: last }];
}

/** The read as a tile specification for the playground. */
export function specOf({ machine, parameters, wavesPerWorkgroup }: GpuView) {
  const read = {
    name: 'read',
    request: 'read.b32',
    pattern: strided(strideOf(parameters)),
  } as const;
  const text = patternSpecification(`${parameters.pattern} of a tile`, [read], machine);
  return text && `${text}waves: ${wavesPerWorkgroup}\n`;
}
