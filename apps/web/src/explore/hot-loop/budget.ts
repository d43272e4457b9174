/**
 * What a step of a GEMM tile asks of each unit, counted and each unit simulated alone.
 *
 *     256 x 256 x 32 on gfx942    matrix core 2,048   global memory 1,024   LDS reads 512   LDS writes 320
 *
 * Each unit alone is a schedule of nothing but its instruction, of all waves: what comes out, times their number, is how long the
 * unit is busy. The longest is what no pipeline can go below.
 */
import { type GemmBudget, gemmBudget, gemmElement, machineNamed, type Unit } from '@ldscope/core';
import type { BarChart, DataTable } from '@ldscope/render';
import { counted as counts, grouped } from '../../controls/words.ts';
import { tableOfRows } from '../../picture/table-of.ts';
import { refusal } from '../parts/answer.ts';
import {
  type GemmChip,
  type GemmTile,
  isDocumentTile,
  tileText,
  waveCount,
} from '../parts/gemm-tile.ts';
import { rowsOf } from '../parts/rows.ts';
import { constantsOf, timesOf } from './model.ts';

const LANES = 64;

export type StepBudget = Extract<ReturnType<typeof stepBudget>, { readonly ok: true }>['value'];

/** The budget of a step, or why the chip has none. */
export function stepBudget(tile: GemmTile, chip: GemmChip) {
  const result = gemmBudget({ ...tile, buffers: 1 }, machineNamed(chip));
  if (!result.ok) return refusal(result.diagnostics);
  const { step, products } = result.value;
  const counted: GemmBudget = result.value.budget;
  const { globalLoads, ldsReads, ldsWrites, matrixInstructions } = counted;
  const { accessBytes, instruction } = step;
  const busy = (unit: Unit, count: number, operation: string): number =>
    count === 0 ? 0 : count * busyCycles({ tile, chip, instruction }, unit, operation);
  const bits = 8 * accessBytes;
  // The last load of a wave may be of fewer lanes.
  const dwords = accessBytes / 4;
  const load = `buffer_load_dword${dwords === 1 ? '' : `x${dwords}`} p`;
  const rest = (counted.stepBytes / waveCount(tile)) % (LANES * accessBytes);
  const partial = rest === 0 ? 0 : 1;
  const alone = {
    matrix: busy('mfma', matrixInstructions, 'MFMA A, B, C'),
    global:
      busy('vmem', globalLoads - partial, load) +
      busy('vmem', partial, `${load} bytes ${Math.ceil(rest)}`),
    ldsReads: busy('lds', ldsReads, `ds_read_b${bits} a from tile`),
    ldsWrites: busy('lds', ldsWrites, `ds_write_b${bits} to tile from p`),
  };
  const latency = constantsOf(chip).vmem.latency.value;
  const { m, k, blocks } = products.row;
  const value = {
    tile,
    chip,
    counted,
    instruction,
    accessBytes,
    /** Cycles for which each unit is busy with one step. */
    alone,
    latency,
    /** Of the matrix instruction: rows and columns, k and blocks. */
    shape: { m, k, blocks },
    /** Cycles until the fetched tile is there: latency, then bandwidth. */
    fetch: latency + alone.global,
  };
  return { ok: true, value } as const;
}

type Served = Readonly<{ tile: GemmTile; chip: GemmChip; instruction: string }>;

/** Cycles for which a unit serves an operation of all waves: of a SIMD, of a pair of them, of the compute unit. */
function busyCycles(
  { tile, chip, instruction: matrix }: Served,
  unit: Unit,
  operation: string,
): number {
  const name = matrix.endsWith('_f8f6f4') ? `${matrix} ${tile.element}` : matrix;
  const own = timesOf(chip, waveCount(tile), operation, name);
  const { program, count, wave, waves, instruction, begin, end } = own;
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
  isDocumentTile(tile) && chip === 'gfx942';

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
    title: `One step of ${tileText(tile)} on ${chip}: each unit alone`,
    description: `Cycles for which each unit is busy when the ${waveCount(tile)} waves do nothing else. A model.`,
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
  const { counted, tile, chip, alone, fetch, latency, shape, accessBytes, instruction } = budget;
  const { registers, matrixInstructions, matrixCycles } = counted;
  const { sharedMemory, occupancy } = machineNamed(chip);
  const kib = (bytes: number): string => `${grouped(bytes / 1024)} KiB`;
  const file = occupancy.vectorRegistersPerSimd.value;
  const [alongM, alongN] = tile.waves;
  const [ownM, ownN] = [tile.m / alongM, tile.n / alongN];
  const blocks = shape.blocks === 1 ? '' : ` x ${shape.blocks}`;
  const isOwn = !isDocuments(budget);
  const slices = tile.k / shape.k;
  const bits = gemmElement(tile.element)?.bits ?? 0;
  const rows = rowsOf`
matrix instructions of a wave | ${matrixInstructions} | 64 | ${ownM} x ${ownN} x ${tile.k} / (${shape.m} x ${shape.m} x ${shape.k}${blocks})
their cycles | ${grouped(matrixCycles)} | 2,048 | ${matrixCycles / matrixInstructions} each
loads of a lane, ${accessBytes} bytes each | ${counted.globalLoads} | 8 | A and B, ${bits} bits per element, shared by ${LANES * waveCount(tile)} lanes
LDS writes per lane | ${counted.ldsWrites} | 8 | the same bytes
LDS reads per lane | ${counted.ldsReads} | 16 | each element is read by ${rounded(counted.reuse)} waves
LDS per step | ${kib(counted.ldsBytes)} | 32 KiB | of ${kib(sharedMemory.bytes.value)}${counted.ldsBytes > sharedMemory.bytesPerWorkgroup.value ? ': does not fit' : ''}
registers for the fetched tile | ${registers.prefetch} | 128, later 32 | ${isOwn ? `${(counted.stepBytes / waveCount(tile) / LANES).toFixed()} bytes of a lane` : '128 is the bytes of a lane'}; a register holds 4 of them
registers for operands | ${registers.operands} | 16 a slice, 64 in all | ${slices === 1 ? `one slice of ${shape.k} in k` : `${slices} slices of ${shape.k} in k`}
accumulators | ${registers.accumulators} | 64, later 256 | ${ownM} x ${ownN} / 64 lanes; ${file} registers per SIMD, of ${counts(Math.ceil(waveCount(tile) / occupancy.simdsPerUnit.value), 'wave')}
until the next tile is there | ${grouped(alone.global)} + ${latency} | 1,024 + 800 | ${grouped(fetch)} cycles; ${latency} is the middle of the measured 500 to 800
LDS writes, cycles per pair | ${grouped(alone.ldsWrites)} | 512 | both pairs write at once${isOwn ? '' : '; the published estimate counts 64 bytes per cycle for all'}
`;
  return tableOfRows(
    `${waveCount(tile)} waves as ${alongM} x ${alongN}, ${instruction}, ${chip}`,
    ['figure', 'here', ...(isOwn ? [] : ['published']), 'how'],
    rows.map((row) => (isOwn ? row.toSpliced(2, 1) : row)),
    ['here', 'published'],
  );
}

const rounded = (value: number): number => Math.round(value * 100) / 100;
