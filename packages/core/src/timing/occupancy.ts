/**
 * How many waves and workgroups a compute unit holds, and what limits them.
 *
 *     gfx942, 128 VGPRs + 128 AGPRs     align4(128) + 128 = 256 of 512 per SIMD      2 waves per SIMD
 *     32 KiB of LDS per workgroup       64 KiB / 32 KiB                              2 workgroups
 *     4 waves per workgroup             4 SIMDs x 2 waves / 4                        2 workgroups: both limit
 *
 * Registers are counted per lane and handed out in granules. Source of the rules: LLVM's AMDGPU back end.
 */
import type { Machine } from '../machine/machine.ts';
import { workgroupsByMemory } from '../machine/occupancy.ts';

/** What one wave and its workgroup need. */
export interface KernelResources {
  readonly vectorRegisters: number;
  readonly accumulators: number;
  /** Absent: not known, and not a limit. */
  readonly scalarRegisters?: number;
  readonly ldsBytes: number;
  readonly wavesPerWorkgroup: number;
}

export type OccupancyLimit =
  'wave slots' | 'vector registers' | 'scalar registers' | 'lds' | 'workgroup slots';

export interface OccupancyBound {
  readonly limit: OccupancyLimit;
  /** Workgroups that it allows. */
  readonly workgroups: number;
  /** The arithmetic: `64 KiB / 32 KiB`. */
  readonly words: string;
}

export interface OccupancyReport {
  /** Vector registers that a wave occupies, granule and accumulators included. */
  readonly allocatedRegisters: number;
  readonly allocatedLdsBytes: number;
  readonly wavesPerSimd: number;
  readonly workgroups: number;
  /** The tightest first. */
  readonly bounds: readonly OccupancyBound[];
}

/** Resident workgroups of a compute unit (a SM of NVIDIA has other rules: `undefined`). */
export function occupancyOf(
  resources: KernelResources,
  machine: Machine,
): OccupancyReport | undefined {
  if (machine.vendor !== 'AMD') return undefined;
  const { occupancy, sharedMemory } = machine;
  const simds = occupancy.simdsPerUnit.value;
  const waves = Math.max(1, resources.wavesPerWorkgroup);
  const bounds: OccupancyBound[] = [];
  const bySimd = (limit: OccupancyLimit, perSimd: number, words: string): void => {
    bounds.push({ limit, workgroups: Math.floor((simds * perSimd) / waves), words });
  };
  const slots = occupancy.wavesPerSimd.value;
  bySimd('wave slots', slots, `${simds} SIMDs x ${slots} waves / ${waves}`);
  const allocatedRegisters = allocatedRegistersOf(resources, machine);
  if (allocatedRegisters > 0) {
    const file = occupancy.vectorRegistersPerSimd.value;
    const perSimd = Math.min(slots, Math.floor(file / allocatedRegisters));
    const words = `${file} registers / ${allocatedRegisters} = ${perSimd} waves per SIMD`;
    bySimd('vector registers', perSimd, words);
  }
  const scalars = scalarWaves(resources, machine);
  if (scalars !== undefined)
    bySimd('scalar registers', Math.min(slots, scalars.waves), scalars.words);
  const granule = sharedMemory.allocationGranuleBytes.value;
  const allocatedLdsBytes = Math.ceil(resources.ldsBytes / granule) * granule;
  if (resources.ldsBytes > 0) {
    const words = `${sharedMemory.bytes.value} bytes / ${allocatedLdsBytes}`;
    const workgroups = workgroupsByMemory(resources.ldsBytes, machine) ?? 0;
    bounds.push({ limit: 'lds', workgroups, words });
  }
  const most = occupancy.workgroupsPerUnit?.value;
  if (most !== undefined) {
    bounds.push({ limit: 'workgroup slots', workgroups: most, words: `${most} workgroups` });
  }
  bounds.sort((a, b) => a.workgroups - b.workgroups);
  const workgroups = bounds[0]?.workgroups ?? 0;
  return {
    allocatedRegisters,
    allocatedLdsBytes,
    wavesPerSimd: Math.min(slots, Math.ceil((workgroups * waves) / simds)),
    workgroups,
    bounds,
  };
}

function allocatedRegistersOf(
  { vectorRegisters, accumulators }: KernelResources,
  { occupancy }: Machine,
): number {
  const granule = occupancy.vectorRegisterGranule.value;
  const round = (count: number, to: number): number => Math.ceil(count / to) * to;
  switch (occupancy.accumulators.value) {
    case 'unified':
      return round(round(vectorRegisters, accumulators > 0 ? 4 : 1) + accumulators, granule);
    case 'separate':
      return round(Math.max(vectorRegisters, accumulators), granule);
    case 'none':
      return round(vectorRegisters, granule);
  }
}

function scalarWaves(
  { scalarRegisters }: KernelResources,
  { occupancy }: Machine,
): { readonly waves: number; readonly words: string } | undefined {
  const file = occupancy.scalarRegistersPerSimd?.value;
  const granule = occupancy.scalarRegisterGranule?.value;
  if (file === undefined || granule === undefined || scalarRegisters === undefined)
    return undefined;
  const allocated = Math.max(granule, Math.ceil(scalarRegisters / granule) * granule);
  const waves = Math.floor(file / allocated);
  return { waves, words: `${file} scalar registers / ${allocated} = ${waves} waves per SIMD` };
}
