/**
 * The table that the notes begin with: latency and rate of memory instructions, measured on MI308X, beside what the
 * model gives for the same instruction of one wave.
 *
 *     ds_read_b128, no conflict    64 cycles, one every 16        the model's constants are taken from these rows
 *     ds_read_b32, 16 lanes a bank 120 and 16                     the model: 64 and 16
 */
import { machineNamed, range, sum } from '@ldscope/core';
import type { DataTable } from '@ldscope/render';
import { tableOf } from '../../picture/table-of.ts';
import type { GemmChip } from '../parts/gemm-tile.ts';
import { down, patternAddresses, requests } from '../parts/lane-pattern.ts';
import { lanes, serve } from '../parts/one-access.ts';
import { rowsOf } from '../parts/rows.ts';
import { timesOf } from './model.ts';

/** What is measured, in the language of schedules, its stride in bytes where it conflicts, and cycles of the notes. */
const rows = rowsOf`
buffer_load_dwordx4 | buffer_load_dwordx4 p | | 500 to 800 | 32 | 128 | the constants are these
buffer_load_dword lds | buffer_load_dword lds to tile | | 500 to 800 | 11 | 44 | a SIMD has a turn every 4 cycles; 44 is four times 11
ds_read_b128 | ds_read_b128 a from tile | | 64 | 16 | 32 | the constants are these
ds_read_b32 | ds_read_b32 a from tile | | 52 | 4 | | the constants are these
ds_read_b32, stride 32 B: 4 banks | ds_read_b32 a from tile | 32 | 120 | 16 | | 120 cannot be the latency of what takes 16, beside 119 for 64
ds_read_b32, stride 128 B: 1 bank | ds_read_b32 a from tile | 128 | 119 | 64 | | 48 cycles, and one for each lane`.map(
  ([what = '', operation = '', stride = '', latency = '', throughput = '', four, remark = '']) => {
    const fourWaves = four === '' ? undefined : four;
    return { what, operation, stride: Number(stride), latency, throughput, fourWaves, remark };
  },
);

/** Fewer than the queue of global memory holds, so that latency does not show in the rate. */
const REPEATED = 16;
const WAVES = 4;

/** Instructions that a reader can choose, with their operands in the language of schedules. */
const operands = {
  ds_read_b32: 'a from tile',
  ds_read_b64: 'a from tile',
  ds_read_b128: 'a from tile',
  ds_write_b32: 'to tile from p',
  ds_write_b64: 'to tile from p',
  ds_write_b128: 'to tile from p',
  buffer_load_dword: 'p',
  buffer_load_dwordx2: 'p',
  buffer_load_dwordx4: 'p',
} as const;
type Operation = keyof typeof operands;
export const operations = Object.keys(operands) as readonly Operation[];

/** Conflict cycles of an LDS instruction whose lanes are a stride apart. */
function conflictsOf(chip: GemmChip, operation: string, strideBytes: number): number {
  const [, direction, bits] = /^ds_(read|write)_b(\d+)/.exec(operation) ?? [];
  if (bits === undefined) return 0;
  const request = requests.find((one) => one === `${direction}.b${bits}`);
  const addresses = lanes(64, (lane) => lane * strideBytes);
  return request === undefined ? 0 : serve(machineNamed(chip), request, addresses).bankConflict;
}

/** What the model has: one instruction alone, and cycles from an instruction of one wave to its next, and of several waves. */
function modelled(chip: GemmChip, operation: string, waves: number) {
  const [only] = times(chip, 1, operation);
  return {
    latency: (only?.done ?? 0) - (only?.issue ?? 0),
    throughput: distance(times(chip, 1, `${REPEATED} ${operation}`), 1),
    together: distance(times(chip, waves, `${REPEATED} ${operation}`), waves),
  };
}

interface OwnInstruction {
  readonly chip: GemmChip;
  readonly operation: Operation;
  readonly strideBytes: number;
  readonly waves: number;
}

/** The same for an instruction of the reader's own, which must be aligned as its width asks. */
export function ownRow({ chip, operation, strideBytes, waves }: OwnInstruction) {
  const conflicts = conflictsOf(chip, operation, strideBytes);
  const text = `${operation} ${operands[operation]}${conflicts === 0 ? '' : ` conflicts ${conflicts}`}`;
  return { conflicts, ...modelled(chip, text, waves) };
}

/** Why lanes a stride apart cannot make the access. */
export function strideFault({ operation, strideBytes }: OwnInstruction): string | undefined {
  const bytes = Number(/^ds_\w+_b(\d+)/.exec(operation)?.[1] ?? 0) / 8;
  return bytes === 0 || strideBytes % bytes === 0
    ? undefined
    : `Lanes ${strideBytes} bytes apart are not aligned to the ${bytes} bytes of ${operation}: choose a multiple of ${bytes}.`;
}

/** Each row with what the model has. */
export const memoryRows = (chip: GemmChip) =>
  rows.map((row) => {
    const { operation, stride } = row;
    const conflicts = stride === 0 ? 0 : conflictsOf(chip, operation, stride);
    const text = conflicts === 0 ? operation : `${operation} conflicts ${conflicts}`;
    const { latency, throughput, together } = modelled(chip, text, WAVES);
    return {
      ...row,
      modelLatency: latency,
      modelThroughput: throughput,
      modelFourWaves: together,
    };
  });

type Times = Readonly<{ wave: number; issue: number; done: number }>;

/** Cycles from an instruction of a wave to its next, on average over the waves. */
function distance(all: readonly Times[], waves: number): number {
  const each = range(waves).map((wave) => {
    const own = all.filter((one) => one.wave === wave);
    return ((own.at(-1)?.done ?? 0) - (own[0]?.done ?? 0)) / Math.max(1, own.length - 1);
  });
  return sum(each) / waves;
}

/** The issue and completion time of each operation, for a number of waves. */
function times(chip: GemmChip, waves: number, operation: string): Times[] {
  const { count, wave, issue, done } = timesOf(chip, waves, operation);
  return range(count).map((row) => ({
    wave: wave[row] ?? 0,
    issue: issue[row] ?? 0,
    done: done[row] ?? 0,
  }));
}

export const rounded = (value: number): number => Math.round(value * 10) / 10;

export const memoryTable = (chip: GemmChip): DataTable =>
  tableOf(
    `Cycles measured on MI308X (gfx942), and simulated for ${chip}: one wave, then four waves side by side`,
    memoryRows(chip),
    [
      ['instruction', 'what'],
      ['latency, notes', 'latency', 'numeric'],
      ['latency, model', ({ modelLatency }) => rounded(modelLatency)],
      ['one every, notes', 'throughput', 'numeric'],
      ['one every, model', ({ modelThroughput }) => rounded(modelThroughput)],
      ['of four waves, notes', 'fourWaves', 'numeric'],
      [
        'of four waves, model',
        ({ fourWaves, modelFourWaves }) => fourWaves && rounded(modelFourWaves),
      ],
      ['remark', ({ remark }) => (chip === 'gfx942' ? remark : '')],
    ],
  );

/** Rows of an operand, one after the other as they are, and their reads of 16 bytes. */
const plainPattern = down(32, 64, 16);

/** Conflict cycles of an operand's read when rows of the tile are behind each other as they are. */
export function plainRows(chip: GemmChip): Readonly<{ rowBytes: number; conflicts: number }> {
  const addresses = patternAddresses(plainPattern, 64);
  const conflicts = serve(machineNamed(chip), 'read.b128', addresses).bankConflict;
  return { rowBytes: plainPattern.pitchBytes, conflicts };
}
