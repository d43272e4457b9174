/**
 * The table that the notes begin with: latency and rate of memory instructions, measured on MI308X, beside what the
 * model gives for the same instruction of one wave.
 *
 *     ds_read_b128, no conflict    64 cycles, one every 16        the model's constants are taken from these rows
 *     ds_read_b32, 16 lanes a bank 120 and 16                     the model: 64 and 16
 */
import { lowerListing, parseListing, simulateTiming } from '@ldscope/core';
import type { DataTable } from '@ldscope/render';
import { tableOf } from '../../picture/table-of.ts';
import { lanes, serve } from '../parts/one-access.ts';
import { constantsOf, machineOf } from './model.ts';
import type { Chip } from './schedules.ts';

interface Measured {
  readonly what: string;
  readonly operation: string;
  /** Bytes from lane to lane, of a read whose conflicts are counted. */
  readonly strideBytes?: number;
  /** Of the notes: cycles. */
  readonly latency: string;
  readonly throughput: string;
  /** Between one instruction of each of four waves and the next. */
  readonly fourWaves?: string;
  readonly remark: string;
}

const rows: readonly Measured[] = [
  {
    what: 'buffer_load_dwordx4',
    operation: 'buffer_load_dwordx4 p',
    latency: '500 to 800',
    throughput: '32',
    fourWaves: '128',
    remark: 'the constants are these',
  },
  {
    what: 'buffer_load_dword lds',
    operation: 'buffer_load_dword lds to tile',
    latency: '500 to 800',
    throughput: '11',
    fourWaves: '44',
    remark: 'a SIMD has a turn every 4 cycles; 44 is four times 11',
  },
  {
    what: 'ds_read_b128',
    operation: 'ds_read_b128 a from tile',
    latency: '64',
    throughput: '16',
    fourWaves: '32',
    remark: 'the constants are these',
  },
  {
    what: 'ds_read_b32',
    operation: 'ds_read_b32 a from tile',
    latency: '52',
    throughput: '4',
    remark: 'the constants are these',
  },
  {
    what: 'ds_read_b32, stride 32 B: 4 banks',
    operation: 'ds_read_b32 a from tile',
    strideBytes: 32,
    latency: '120',
    throughput: '16',
    remark: '120 cannot be the latency of what takes 16, beside 119 for 64',
  },
  {
    what: 'ds_read_b32, stride 128 B: 1 bank',
    operation: 'ds_read_b32 a from tile',
    strideBytes: 128,
    latency: '119',
    throughput: '64',
    remark: '48 cycles, and one for each lane',
  },
];

/** Fewer than the queue of global memory holds, so that latency does not show in the rate. */
const REPEATED = 16;
const WAVES = 4;

export interface MemoryRow extends Measured {
  readonly modelLatency: number;
  readonly modelThroughput: number;
  readonly modelFourWaves: number;
}

/** Each row with what the model has: one instruction alone, and the distance of many of one wave. */
export function memoryRows(chip: Chip): MemoryRow[] {
  const machine = machineOf(chip);
  return rows.map((row) => {
    const conflicts =
      row.strideBytes === undefined
        ? 0
        : (serve(
            machine,
            'read.b32',
            lanes(64, (lane) => lane * (row.strideBytes ?? 0)),
          )?.bankConflict ?? 0);
    const operation = conflicts === 0 ? row.operation : `${row.operation} conflicts ${conflicts}`;
    const [only] = times(chip, 1, operation);
    return {
      ...row,
      modelLatency: (only?.done ?? 0) - (only?.issue ?? 0),
      modelThroughput: distance(times(chip, 1, `${REPEATED} ${operation}`), 1),
      modelFourWaves: distance(times(chip, WAVES, `${REPEATED} ${operation}`), WAVES),
    };
  });
}

interface Times {
  readonly wave: number;
  readonly issue: number;
  readonly done: number;
}

/** Cycles from an instruction of a wave to its next, on average over the waves. */
function distance(all: readonly Times[], waves: number): number {
  const each = Array.from({ length: waves }, (_, wave) => {
    const own = all.filter((one) => one.wave === wave);
    return ((own.at(-1)?.done ?? 0) - (own[0]?.done ?? 0)) / Math.max(1, own.length - 1);
  });
  return each.reduce((sum, one) => sum + one, 0) / waves;
}

/** When each of the operations of a given number of waves issued, and when it was done. */
function times(chip: Chip, waves: number, operation: string): Times[] {
  const machine = machineOf(chip);
  const timing = constantsOf(chip);
  const { listing } = parseListing(`machine ${chip}\nwaves ${waves}\nbody:\n  ${operation}\n`);
  const { program } = lowerListing(listing, machine, timing);
  const { count, wave, issue, done } = simulateTiming(program, { machine, timing });
  return Array.from({ length: count }, (_, row) => ({
    wave: wave[row] ?? 0,
    issue: issue[row] ?? 0,
    done: done[row] ?? 0,
  }));
}

const rounded = (value: number): number => Math.round(value * 10) / 10;

export const memoryTable = (chip: Chip): DataTable =>
  tableOf(
    `Cycles measured on MI308X (gfx942), and simulated for ${chip}: one wave, then four waves side by side`,
    memoryRows(chip),
    [
      ['instruction', ({ what }) => what],
      ['latency, notes', ({ latency }) => latency, 'numeric'],
      ['latency, model', ({ modelLatency }) => rounded(modelLatency)],
      ['one every, notes', ({ throughput }) => throughput, 'numeric'],
      ['one every, model', ({ modelThroughput }) => rounded(modelThroughput)],
      ['of four waves, notes', ({ fourWaves }) => fourWaves, 'numeric'],
      [
        'of four waves, model',
        ({ fourWaves, modelFourWaves }) => fourWaves && rounded(modelFourWaves),
      ],
      ['remark', ({ remark }) => (chip === 'gfx942' ? remark : '')],
    ],
  );
