/**
 * What the counters of a tutorial must be: its triple becomes instructions, these a trace, and the trace is served
 * by a machine under a model.
 *
 *     M = 65536, K = 256    1024 x 8 tiles of 64 x 32, 4 waves each: 32,768 wave-tiles
 */
import type { Isa } from '../../../access/opcode.ts';
import { type Result, success } from '../../../base/result.ts';
import { findModel, type ConflictModel, type Machine } from '../../../machine/machine.ts';
import { findMachine } from '../../../machine/machines.ts';
import { tileCost, type TileCost } from '../analyzer.ts';
import { makeDescriptor } from '../../../vendors/ck-tile/descriptor.ts';
import {
  allElements,
  makeDistribution,
  waveSizeOf,
} from '../../../vendors/ck-tile/distribution.ts';
import { planTileAccess, type TileAccessPlan } from '../../../vendors/ck-tile/tile-access.ts';
import { TILE_K, TILE_M, TILE_WAVES, type TransposeSpec, type Tutorial } from './tutorials.ts';

/**
 * The plans of the write and of the read, with every diagnostic on the way. `alike` are plans of the same distributions
 * under other descriptors: a caller that tries many computes the elements of each thread only once.
 */
export function planTranspose(
  spec: TransposeSpec,
  isa: Isa,
  alike: readonly TileAccessPlan[] = [],
): Result<readonly TileAccessPlan[]> {
  const plans: TileAccessPlan[] = [];
  const diagnostics = [];
  for (const direction of ['write', 'read'] as const) {
    const { descriptor: descriptorSpec, encoding } = spec[direction];
    const descriptor = makeDescriptor(descriptorSpec);
    if (!descriptor.ok) return descriptor;
    const known = alike.find(({ access }) => access.direction === direction)?.access;
    const made = known === undefined ? makeDistribution(encoding) : success(known.distribution);
    if (!made.ok) return made;
    const distribution = made.value;
    const { elements = allElements(distribution) } = known ?? {};
    const plan = planTileAccess(
      {
        direction,
        descriptor: descriptor.value,
        distribution,
        elements,
        elementBytes: spec.elementBytes,
        name: `LDS ${direction}`,
      },
      { isa, waveSize: waveSizeOf(distribution) },
    );
    if (!plan.ok) return plan;
    plans.push(plan.value);
    diagnostics.push(...descriptor.diagnostics, ...plan.diagnostics);
  }
  return success(plans, diagnostics);
}

/** A way to read the tutorials: the hardware's rules, and how many banks the descriptors were built for. */
export interface Reading {
  readonly title: string;
  readonly machine: string;
  /** A model of that machine; its default when absent. */
  readonly model?: string;
  readonly descriptorBanks: 32 | 64;
}

/** The readings of the research: the two chips as they are, and every reading that the counters reject. */
export const readings: readonly Reading[] = [
  { title: 'gfx942', machine: 'gfx942', descriptorBanks: 32 },
  { title: 'gfx942, descriptors for 64 banks', machine: 'gfx942', descriptorBanks: 64 },
  { title: 'gfx950', machine: 'gfx950', descriptorBanks: 64 },
  { title: 'gfx950, 32 banks hard-coded', machine: 'gfx950', descriptorBanks: 32 },
  ...(
    [
      ['sequential ds_read_b128 octets', 'sequential-octets'],
      ['both addresses of read2 in one pass', 'pairs-together'],
      ['deck, R1 and R3', 'deck-r1-r3-only'],
      ['deck, R1 and R2', 'deck-r1-r2-only'],
      ['four 16-lane phases up to 4 bytes', 'narrow-4x16'],
      ['one 64-lane phase up to 4 bytes', 'narrow-1x64'],
      ['every bank counts', 'every-bank'],
      ['even and odd lanes', 'even-odd'],
    ] as const
  ).map(([title, model]): Reading => ({ title, machine: 'gfx942', model, descriptorBanks: 32 })),
  {
    title: '64 banks for everything',
    machine: 'gfx950',
    model: 'banks-64',
    descriptorBanks: 64,
  },
];

/** Counters of a tutorial, for one wave and tile and for a whole matrix. */
export interface Replay {
  /** SQ_LDS_BANK_CONFLICT of the average wave and tile; all waves of these tutorials have the same. */
  readonly conflictsPerWaveTile: number;
  /** SQ_INSTS_LDS of a wave and tile. */
  readonly instructionsPerWaveTile: number;
  readonly cost: TileCost;
  readonly plans: readonly TileAccessPlan[];
}

/** Replays a tutorial on a machine under a model. */
export function replay(
  tutorial: Tutorial,
  machine: Machine,
  model: ConflictModel = machine.models[0],
  descriptorBanks: 32 | 64 = machine.sharedMemory.banks.value === 64 ? 64 : 32,
): Result<Replay> {
  const plans = planTranspose(tutorial.spec(descriptorBanks), machine.isa);
  if (!plans.ok) return plans;
  const cost = tileCost(plans.value, machine, model);
  return success(
    {
      conflictsPerWaveTile: cost.bankConflict / TILE_WAVES,
      instructionsPerWaveTile: cost.executions / TILE_WAVES,
      cost,
      plans: plans.value,
    },
    plans.diagnostics,
  );
}

/** Replays a tutorial under a reading; `undefined` when the machine has no such model. */
export function replayUnder(tutorial: Tutorial, reading: Reading): Result<Replay> | undefined {
  const machine = findMachine(reading.machine);
  const model = machine && findModel(machine, reading.model);
  return machine && model && replay(tutorial, machine, model, reading.descriptorBanks);
}

/** Waves times tiles of a matrix: what counters per wave-tile are multiplied with. */
export function waveTiles(m: number, k: number): number {
  return (m / TILE_M) * (k / TILE_K) * TILE_WAVES;
}
