/**
 * The number of workgroups and waves that a compute unit (NVIDIA: an SM) holds at once, and its limits: the one count behind
 * every report.
 *
 *     gfx942, 128 VGPRs + 128 AGPRs     align4(128) + 128 = 256 of 512 per SIMD      2 waves per SIMD
 *     32 KiB of LDS per workgroup       64 KiB / 32 KiB                              2 workgroups
 *     4 waves per workgroup             4 SIMDs x 2 waves / 4                        2 workgroups: both limit
 *
 * A wave takes its slot whole, so threads are counted by waves: 32 slots of 64 lanes are the 2,048 threads of a compute unit.
 * What is not known is left out and named: MLIR has no registers yet. Registers are counted per lane and handed out in
 * granules. Sources of the rules: LLVM's AMDGPU back end, NVIDIA's programming guide; each bound names the fact it rests on.
 */
import { roundUp } from '../base/numbers.ts';
import type { Machine } from './machine.ts';
import type { Evidence, Fact } from './evidence.ts';

/** What one wave and its workgroup need. */
export interface KernelResources {
  /** Absent: not known, and not a limit. */
  readonly registers?: KernelRegisters | undefined;
  readonly ldsBytes: number;
  readonly wavesPerWorkgroup: number;
  /** Lanes of a wave; by default those that the chip has first. */
  readonly waveSize?: 32 | 64;
}

/** Registers of a wave: per lane, scalar ones of the wave. */
export interface KernelRegisters {
  readonly vector: number;
  readonly accumulators: number;
  /** Absent: not known, and not a limit. */
  readonly scalar?: number | undefined;
}

export type OccupancyLimit =
  | 'wave slots'
  | 'vector registers'
  | 'scalar registers'
  | 'lds'
  | 'workgroup slots';

export interface OccupancyBound {
  readonly limit: OccupancyLimit;
  /** Workgroups that it allows. */
  readonly workgroups: number;
  /**
   * The amount that there is, and the amount that one takes: a workgroup of wave slots, LDS and workgroup slots, a wave
   * of registers.
   */
  readonly available: number;
  readonly needed: number;
  /** The arithmetic: `64 KiB / 32 KiB`. */
  readonly words: string;
  /** How what there is is known. */
  readonly evidence: Evidence;
  readonly source: string;
}

/** How many waves and workgroups a compute unit holds at once, and what limits them. */
export interface OccupancyReport {
  /** Vector registers that a wave occupies, granule and accumulators included; 0 where they are not known. */
  readonly allocatedRegisters: number;
  readonly allocatedLdsBytes: number;
  readonly wavesPerSimd: number;
  readonly workgroups: number;
  /** Resources that are counted: registers only where they are known. */
  readonly counted: readonly ('waves' | 'lds' | 'registers')[];
  /** The tightest first. */
  readonly bounds: readonly OccupancyBound[];
}

/** Resident workgroups of a compute unit or an SM; 0 when not one fits. */
export function occupancyOf(resources: KernelResources, machine: Machine): OccupancyReport {
  const { occupancy, sharedMemory } = machine;
  const { registers, ldsBytes } = resources;
  const simds = occupancy.simdsPerUnit.value;
  const waves = Math.max(1, resources.wavesPerWorkgroup);
  const slots = occupancy.wavesPerSimd.value;
  const bounds: OccupancyBound[] = [];
  const bound = (
    limit: OccupancyLimit,
    { evidence, source }: Fact<number>,
    rest: Omit<OccupancyBound, 'limit' | 'evidence' | 'source'>,
  ): void => {
    bounds.push({ limit, ...rest, evidence, source });
  };
  const workgroupsOf = (perSimd: number): number =>
    Math.floor((simds * Math.min(slots, perSimd)) / waves);
  bound('wave slots', occupancy.wavesPerSimd, {
    workgroups: workgroupsOf(slots),
    available: simds * slots,
    needed: waves,
    words: `${simds} SIMDs x ${slots} waves / ${waves}`,
  });
  const allocatedRegisters =
    registers === undefined ? 0 : allocatedBy(registers, resources, machine);
  if (allocatedRegisters > 0) {
    const file = occupancy.vectorRegistersPerSimd.value / widthOf(resources, machine);
    const perSimd = Math.min(slots, Math.floor(file / allocatedRegisters));
    bound('vector registers', occupancy.vectorRegistersPerSimd, {
      workgroups: workgroupsOf(perSimd),
      available: file,
      needed: allocatedRegisters,
      words: `${file} registers / ${allocatedRegisters} = ${perSimd} waves per SIMD`,
    });
  }
  const { scalarRegistersPerSimd: scalarFile, scalarRegisterGranule: scalarGranule } = occupancy;
  if (scalarFile !== undefined && scalarGranule !== undefined && registers?.scalar !== undefined) {
    const allocated =
      Math.max(1, Math.ceil(registers.scalar / scalarGranule.value)) * scalarGranule.value;
    const perSimd = Math.floor(scalarFile.value / allocated);
    bound('scalar registers', scalarFile, {
      workgroups: workgroupsOf(perSimd),
      available: scalarFile.value,
      needed: allocated,
      words: `${scalarFile.value} scalar registers / ${allocated} = ${perSimd} waves per SIMD`,
    });
  }
  const allocatedLdsBytes = allocatedLds(ldsBytes, machine);
  if (ldsBytes > 0) {
    const fits = ldsBytes <= sharedMemory.bytesPerWorkgroup.value;
    bound('lds', sharedMemory.bytes, {
      workgroups: fits ? Math.floor(sharedMemory.bytes.value / allocatedLdsBytes) : 0,
      available: sharedMemory.bytes.value,
      needed: allocatedLdsBytes,
      words: `${sharedMemory.bytes.value} bytes / ${allocatedLdsBytes}`,
    });
  }
  const most = occupancy.workgroupsPerUnit;
  if (most !== undefined && waves >= (occupancy.workgroupsPerUnitFromWaves?.value ?? 1)) {
    const { value } = most;
    const words = `${value} workgroups`;
    bound('workgroup slots', most, { workgroups: value, available: value, needed: 1, words });
  }
  bounds.sort((a, b) => a.workgroups - b.workgroups);
  const workgroups = bounds[0]?.workgroups ?? 0;
  return {
    allocatedRegisters,
    allocatedLdsBytes,
    wavesPerSimd: Math.min(slots, Math.ceil((workgroups * waves) / simds)),
    workgroups,
    counted: [
      'waves',
      ...(ldsBytes > 0 ? (['lds'] as const) : []),
      ...(registers === undefined ? [] : (['registers'] as const)),
    ],
    bounds,
  };
}

/** Shared memory that a workgroup occupies: whole granules, with what the driver reserves in each block. */
function allocatedLds(ldsBytes: number, { vendor, sharedMemory }: Machine): number {
  const { bytes, allocationGranuleBytes, bytesPerWorkgroup } = sharedMemory;
  const granule = allocationGranuleBytes.value;
  // The part of an SM's memory that a block cannot have is reserved by the driver in each block (1 KiB from sm_80 on).
  const reserved = vendor === 'NVIDIA' && ldsBytes > 0 ? bytes.value - bytesPerWorkgroup.value : 0;
  return Math.ceil((ldsBytes + reserved) / granule) * granule;
}

/** How many registers of the file a register of a wave takes: figures of a chip are for the waves that it has first. */
function widthOf({ waveSize }: KernelResources, { waveSizes }: Machine): number {
  const [own = 64] = waveSizes;
  return (waveSize ?? own) / own;
}

function allocatedBy(
  { vector, accumulators }: KernelRegisters,
  resources: KernelResources,
  machine: Machine,
): number {
  const { occupancy } = machine;
  const granule = Math.max(1, occupancy.vectorRegisterGranule.value / widthOf(resources, machine));
  switch (occupancy.accumulators.value) {
    case 'unified':
      return roundUp(roundUp(vector, accumulators > 0 ? 4 : 1) + accumulators, granule);
    case 'separate':
      return roundUp(Math.max(vector, accumulators), granule);
    case 'none':
      return roundUp(vector, granule);
  }
}
