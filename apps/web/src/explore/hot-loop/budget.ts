/**
 * What a step of a GEMM tile asks of each unit, counted and each unit simulated alone.
 *
 *     256 x 256 x 32 on gfx942    matrix core 2,048   global memory 1,024   LDS reads 512   LDS writes 320
 *
 * Each unit alone is a schedule of nothing but its instructions, of four waves: what comes out is how long the unit is
 * busy. The longest is what no pipeline can go below.
 */
import {
  gemmBudget,
  type GemmBudget,
  type GemmStepRequest,
  lowerListing,
  parseListing,
  simulateTiming,
  type Unit,
} from '@ldscope/core';
import type { BarChart, DataTable } from '@ldscope/render';
import { type Column, tableOf } from '../../picture/table-of.ts';
import { grouped } from '../parts/words.ts';
import type { GemmTile } from './generate.ts';
import { constantsOf, machineOf } from './model.ts';
import { type Chip, instructionOf } from './schedules.ts';

const WAVES = [2, 2] as const;
const WAVE_COUNT = 4;
const ACCESS_BYTES = 16;
/** The tile of the notes. */
export const documentTile: GemmTile = { size: 256, depth: 32 };

export interface StepBudget {
  readonly tile: GemmTile;
  readonly chip: Chip;
  readonly counted: GemmBudget;
  /** Cycles for which each unit is busy with one step. */
  readonly alone: UnitCycles;
  /** Cycles until the fetched tile is there: latency, then bandwidth. */
  readonly fetch: number;
  readonly latency: number;
}

interface UnitCycles {
  readonly matrix: number;
  readonly global: number;
  readonly ldsReads: number;
  readonly ldsWrites: number;
}

function tileOf({ size, depth }: GemmTile, chip: Chip): GemmStepRequest {
  return {
    m: size,
    n: size,
    k: depth,
    element: 'f16',
    waves: WAVES,
    instruction: instructionOf(chip),
    accessBytes: ACCESS_BYTES,
    buffers: 1,
  };
}

/** The budget of a step; throws for a tile that four waves cannot share. */
export function stepBudget(tile: GemmTile, chip: Chip): StepBudget {
  const result = gemmBudget(tileOf(tile, chip), machineOf(chip));
  if (!result.ok) throw new RangeError(result.diagnostics.map(({ message }) => message).join('; '));
  const counted = result.value.budget;
  const { globalLoads, ldsReads, ldsWrites, matrixInstructions } = counted;
  const alone = {
    matrix: busyCycles(chip, 'mfma', `${matrixInstructions} MFMA A, B, C`),
    global: busyCycles(chip, 'vmem', `${globalLoads} buffer_load_dwordx4 p`),
    ldsReads: busyCycles(chip, 'lds', `${ldsReads} ds_read_b128 a from tile`),
    ldsWrites: busyCycles(chip, 'lds', `${ldsWrites} ds_write_b128 to tile from p`),
  };
  const latency = constantsOf(chip).vmem.latency.value;
  return { tile, chip, counted, alone, latency, fetch: latency + alone.global };
}

/** Cycles for which a unit serves an operation of four waves: of a SIMD, of a pair of them, of the compute unit. */
function busyCycles(chip: Chip, unit: Unit, operation: string): number {
  const machine = machineOf(chip);
  const timing = constantsOf(chip);
  const { listing } = parseListing(
    `machine ${chip}\nwaves ${WAVE_COUNT}\nmfma ${instructionOf(chip)}\nbody:\n  ${operation}\n`,
  );
  const { program } = lowerListing(listing, machine, timing);
  const { count, wave, waves, instruction, begin, end } = simulateTiming(program, {
    machine,
    timing,
  });
  const sums = new Map<number, number>();
  for (let row = 0; row < count; row++) {
    if (program.instructions[instruction[row] ?? 0]?.unit !== unit) continue;
    const simd = waves[wave[row] ?? 0]?.simd ?? 0;
    const place = unit === 'vmem' ? 0 : unit === 'lds' ? simd >> 1 : simd;
    sums.set(place, (sums.get(place) ?? 0) + (end[row] ?? 0) - (begin[row] ?? 0));
  }
  return Math.max(0, ...sums.values());
}

const isDocuments = ({ tile, chip }: StepBudget): boolean =>
  tile.size === documentTile.size && tile.depth === documentTile.depth && chip === 'gfx942';

/** Cycles of each unit, with the figures of the notes where they are about this tile. */
export function budgetChart(budget: StepBudget): BarChart {
  const { alone, tile, chip } = budget;
  const published = isDocuments(budget);
  const rows: readonly (readonly [string, number, number])[] = [
    ['matrix core of a SIMD', alone.matrix, 2048],
    ['global memory', alone.global, 1024],
    ['LDS reads, per pair', alone.ldsReads, 512],
    ['LDS writes, per pair', alone.ldsWrites, 512],
  ];
  return {
    title: `One step of ${tile.size} x ${tile.size} x ${tile.depth} f16 on ${chip}: each unit alone`,
    description: 'Cycles for which each unit is busy when four waves do nothing else. A model.',
    value: { title: 'busy', unit: 'cycles' },
    series: [{ title: 'simulated', look: 'accent' }],
    publishedTitle: 'published estimate',
    width: 640,
    groups: rows.map(([label, value, notes]) => ({
      label,
      values: [value],
      ...(published ? { published: [notes] } : {}),
    })),
  };
}

/** The arithmetic of the tile, beside the notes where they have it. */
export function budgetTable(budget: StepBudget): DataTable {
  const { counted, tile, chip, alone, fetch, latency } = budget;
  const { registers } = counted;
  const { sharedMemory, occupancy } = machineOf(chip);
  const kib = (bytes: number): string => `${grouped(bytes / 1024)} KiB`;
  const file = occupancy.vectorRegistersPerSimd.value;
  const rows: readonly (readonly [string, string, string, string])[] = [
    [
      'matrix instructions of a wave',
      `${counted.matrixInstructions}`,
      '64',
      `${tile.size / 2} x ${tile.size / 2} x ${tile.depth} / (32 x 32 x 8)`,
    ],
    [
      'their cycles',
      grouped(counted.matrixCycles),
      '2,048',
      `${counted.matrixCycles / counted.matrixInstructions} each`,
    ],
    [
      'loads of a lane, 16 bytes each',
      `${counted.globalLoads}`,
      '8',
      'A and B, shared by 256 lanes',
    ],
    ['LDS writes per lane', `${counted.ldsWrites}`, '8', 'the same bytes'],
    [
      'LDS reads per lane',
      `${counted.ldsReads}`,
      '16',
      `each element is read by ${counted.reuse} waves`,
    ],
    ['LDS per step', kib(counted.ldsBytes), '32 KiB', `of ${kib(sharedMemory.bytes.value)}`],
    [
      'registers for the fetched tile',
      `${registers.prefetch}`,
      '128, later 32',
      '128 is the bytes of a lane; a register holds 4 of them',
    ],
    [
      'registers for operands',
      `${registers.operands}`,
      '16 a slice, 64 in all',
      `${tile.depth / 8} slices of 8 in k`,
    ],
    [
      'accumulators',
      `${registers.accumulators}`,
      '64, later 256',
      `${tile.size / 2} x ${tile.size / 2} / 64 lanes; ${file} registers per SIMD`,
    ],
    [
      'until the next tile is there',
      `${grouped(alone.global)} + ${latency}`,
      '1,024 + 800',
      `${grouped(fetch)} cycles; ${latency} is the middle of the measured 500 to 800`,
    ],
    [
      'LDS writes, cycles per pair',
      grouped(alone.ldsWrites),
      '512',
      'both pairs write at once; the published estimate counts 64 bytes per cycle for all',
    ],
  ];
  type Row = (typeof rows)[number];
  const notes: Column<Row> = ['published', ([, , published]) => published, 'numeric'];
  return tableOf(`Four waves as 2 x 2, v_mfma_f32_32x32x8_f16, ${chip}`, rows, [
    ['figure', ([figure]) => figure],
    ['here', ([, here]) => here, 'numeric'],
    ...(isDocuments(budget) ? [notes] : []),
    ['how', ([, , , how]) => how],
  ]);
}
