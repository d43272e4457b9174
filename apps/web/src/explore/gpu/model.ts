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
import {
  type AccessExplanation,
  type Machine,
  machineNamed,
  occupancyOf,
  type OccupancyReport,
} from '@ldscope/core';
import { patternSpecification, strided } from '../parts/lane-pattern.ts';
import { lanes, serve, waveOf } from '../parts/one-access.ts';
import { devices, type GpuParameters, wavesOf } from './controls.ts';

/** A workgroup that is on the unit that is looked at. */
export interface Resident {
  readonly workgroup: number;
  /** Its place on the unit, from 0. */
  readonly slot: number;
  /** Where its slice of LDS begins. */
  readonly baseBytes: number;
  readonly waves: readonly { readonly wave: number; readonly simd: number; readonly row: number }[];
}

export interface GpuView {
  readonly machine: Machine;
  readonly device: (typeof devices)[number];
  readonly parameters: GpuParameters;
  readonly occupancy: OccupancyReport;
  readonly wavesPerWorkgroup: number;
  readonly simds: number;
  readonly slotsPerSimd: number;
  /** The unit of the workgroup that is followed. */
  readonly unit: number;
  /** Workgroups of the grid that are on this unit, in order; the first of them are resident at once. */
  readonly ofUnit: readonly number[];
  readonly resident: readonly Resident[];
  /** The one that is followed, among the residents of its turn. */
  readonly chosen: Resident | undefined;
  /** How often the device is filled until the grid is done. */
  readonly rounds: number;
  /** The read of the wave that is followed. */
  readonly access: AccessExplanation;
  readonly activeLanes: number;
  /** Of the lane that is followed; `undefined` when it is outside of the slice. */
  readonly byte: number | undefined;
  readonly bank: number | undefined;
  readonly phase: number | undefined;
  /** A slice begins at bank 0. */
  readonly slicesStartAtBankZero: boolean;
}

/** Bytes from lane to lane in a tile of f32. */
function strideOf({ pattern, columns }: Pick<GpuParameters, 'pattern' | 'columns'>): number {
  const row = 4 * columns;
  return { 'row': 4, 'column': row, 'padded column': row + 4 }[pattern];
}

export function gpuView(parameters: GpuParameters): GpuView {
  const { chip, block, vectorRegisters, ldsBytes, grid, workgroup, wave, lane } = parameters;
  const machine = machineNamed(chip);
  const device = devices.find((one) => one.chip === chip) ?? devices[0];
  const waveSize = waveOf(machine);
  const wavesPerWorkgroup = wavesOf(chip, block);
  const occupancy = occupancyOf(
    {
      registers: { vector: vectorRegisters, accumulators: 0 },
      ldsBytes,
      wavesPerWorkgroup,
    },
    machine,
  );
  const simds = machine.occupancy.simdsPerUnit.value;
  const unit = workgroup % device.units;
  const ofUnit = lanes(
    Math.ceil((grid - unit) / device.units),
    (turn) => unit + turn * device.units,
  );
  const perUnit = occupancy.workgroups;
  const at = Math.floor(workgroup / device.units);
  const from = perUnit === 0 ? 0 : Math.floor(at / perUnit) * perUnit;
  const resident = ofUnit.slice(from, from + perUnit).map((one, slot): Resident => ({
    workgroup: one,
    slot,
    baseBytes: slot * occupancy.allocatedLdsBytes,
    waves: Array.from({ length: wavesPerWorkgroup }, (_, number) => {
      const place = slot * wavesPerWorkgroup + number;
      return { wave: number, simd: place % simds, row: Math.floor(place / simds) };
    }),
  }));
  const chosen = resident.find((one) => one.workgroup === workgroup);
  const base = chosen?.baseBytes ?? 0;
  const stride = strideOf(parameters);
  const inBlock = Math.min(waveSize, block - wave * waveSize);
  const fitting = ldsBytes < 4 ? 0 : Math.floor((ldsBytes - 4) / stride) + 1;
  const activeLanes = Math.min(inBlock, fitting);
  const addresses = lanes(waveSize, (one) => base + one * stride);
  const access = serve(machine, 'read.b32', addresses, { active: activeLanes });
  const byte = access.addressBytes[lane];
  const period = 4 * access.rule.banks;
  return {
    machine,
    device,
    parameters,
    occupancy,
    wavesPerWorkgroup,
    simds,
    slotsPerSimd: machine.occupancy.wavesPerSimd.value,
    unit,
    ofUnit,
    resident,
    chosen,
    rounds: perUnit === 0 ? 0 : Math.ceil(grid / (device.units * perUnit)),
    access,
    activeLanes,
    byte,
    bank: byte === undefined ? undefined : Math.floor(byte / 4) % access.rule.banks,
    phase: access.phases.find((phase) => phase.lanes.includes(lane))?.index,
    slicesStartAtBankZero: resident.every(({ baseBytes }) => baseBytes % period === 0),
  };
}

/** Workgroups of a unit by what each of them takes of LDS, with and without the other limits. */
export type OccupancyPoint = Readonly<{ ldsBytes: number; workgroups: number }>;

export function occupancyCurve({
  chip,
  block,
  vectorRegisters,
}: Pick<GpuParameters, 'chip' | 'block' | 'vectorRegisters'>): readonly OccupancyPoint[] {
  const machine = machineNamed(chip);
  const { allocationGranuleBytes, bytesPerWorkgroup } = machine.sharedMemory;
  const wavesPerWorkgroup = wavesOf(chip, block);
  const points: OccupancyPoint[] = [];
  const granule = allocationGranuleBytes.value;
  for (let ldsBytes = 0; ldsBytes <= bytesPerWorkgroup.value; ldsBytes += granule) {
    const report = occupancyOf(
      {
        registers: { vector: vectorRegisters, accumulators: 0 },
        ldsBytes,
        wavesPerWorkgroup,
      },
      machine,
    );
    const workgroups = report.workgroups;
    if (points.at(-1)?.workgroups !== workgroups) {
      points.push({ ldsBytes: ldsBytes === 0 ? 0 : ldsBytes - granule + 1, workgroups });
    }
  }
  const last = points.at(-1)?.workgroups ?? 0;
  points.push({ ldsBytes: bytesPerWorkgroup.value, workgroups: last });
  return points;
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
