/**
 * The arithmetic of a GEMM tile: what a K step costs each wave in instructions, registers, LDS and cycles.
 *
 *     256 x 256 x 32 f16 on one compute unit, 2 x 2 waves, v_mfma_f32_32x32x8_f16
 *     a wave            128 x 128 x 32     64 MFMA of 32 cycles = 2048, 256 accumulators
 *     global -> LDS     32 KiB             8 loads and 8 writes of 16 bytes per lane
 *     LDS -> registers  A and B of a wave  16 reads of 16 bytes per lane: each is read by two waves
 *
 * An instruction of several blocks is that many small products: they are laid out over the rows and columns of the wave's
 * tile, and blocks that share rows of A or columns of B hold copies of them.
 *
 *     16 x 16 x 16 with 4x4x4_16b    4 x 4 blocks of 4 x 4, 4 instructions; A and B four times each
 *
 * Pure counting: the formulas are those of tingqli/pyhip:tests/gemm/gemm.md.
 */
import { diagnose } from '../base/diagnostic.ts';
import { messages } from '../base/messages.ts';
import { failure, type Result, success } from '../base/result.ts';
import type { Machine } from '../machine/machine.ts';
import type { MatrixInstruction } from '../machine/matrix-table.ts';
import {
  exampleMatrixInstruction,
  type GemmElement,
  gemmElement,
  gemmElements,
  gemmElementsOf,
  matrixCycles,
  matrixInstructionsFor,
  matrixRow,
  multiplies,
} from './gemm-element.ts';
import { findMatrixInstruction, matrixChipOf } from '../machine/matrix-table.ts';

export interface GemmStepRequest {
  /** Of a workgroup. */
  readonly m: number;
  readonly n: number;
  readonly k: number;
  /** `f16`: a name of `gemmElements`. */
  readonly element: string;
  /** Waves along m and n. */
  readonly waves: readonly [m: number, n: number];
  /** `v_mfma_f32_32x32x8_f16`; by default the largest of the chip that divides the tile. */
  readonly instruction?: string;
  /** Bytes that a lane moves with one load, write or read; by default the most that hold whole elements. */
  readonly accessBytes?: number;
  /** Buffers of the tile in LDS. */
  readonly buffers: number;
  /** How much of k has its operands in registers at once; by default all of it. */
  readonly slice?: number;
}

/** A tile with all that was chosen for it. */
export interface GemmStep extends Required<GemmStepRequest> {
  readonly elementBytes: number;
}

export interface GemmBudget {
  readonly matrixInstructions: number;
  readonly matrixCycles: number;
  /** Per lane of each wave and K step. */
  readonly globalLoads: number;
  readonly ldsWrites: number;
  readonly ldsReads: number;
  /** How often each element that is written to LDS is read. */
  readonly reuse: number;
  /** Bytes of A and B for one step of the workgroup. */
  readonly stepBytes: number;
  readonly ldsBytes: number;
  /** Parts of k whose operands are in registers one after the other. */
  readonly slices: number;
  /** Per lane. */
  readonly registers: {
    /** Fetched from global memory, on their way to LDS. */
    readonly prefetch: number;
    /** Operands of all matrix instructions of a slice. */
    readonly operands: number;
    readonly accumulators: number;
  };
}

const LANES = 64;

/** Bytes that one instruction moves per lane between memory and whole registers. */
const ACCESS_BYTES: readonly number[] = [16, 12, 8, 4];

/** How the product of a wave divides into matrix instructions. */
export interface GemmProducts {
  readonly row: MatrixInstruction;
  /** Instructions along the rows and columns of the wave's result, and along k. */
  readonly rows: number;
  readonly columns: number;
  readonly depth: number;
  /** Blocks of an instruction along m and n. */
  readonly blocks: readonly [m: number, n: number];
  /** Bytes of a lane that hold A, or B, of one instruction. */
  readonly operandBytes: number;
}

/** The budget of a tile with what was chosen for it, or what is wrong with it. */
export function gemmBudget(
  tile: GemmStepRequest,
  machine: Machine,
): Result<{
  readonly step: GemmStep;
  readonly budget: GemmBudget;
  readonly products: GemmProducts;
}> {
  const element = gemmElement(tile.element);
  if (element === undefined) {
    return failure(diagnose(messages.timing.tileText(tile.element, Object.keys(gemmElements))));
  }
  const access = accessOf(tile, element);
  if (!access.ok) return access;
  const split = splitOf(tile, element, machine);
  if (!split.ok) return split;
  const { instruction, row, cycles, blocks } = split.value;
  const { m, n, k, waves, buffers, slice = k } = tile;
  if (k % slice !== 0 || slice % row.k !== 0) {
    const [what, parts] =
      k % slice === 0
        ? [`a slice of ${slice} in k`, `the ${row.k} of ${row.name}`]
        : [`k = ${k}`, `a slice of ${slice}`];
    return failure(diagnose(messages.timing.unevenTile(what, parts)));
  }
  const elementBytes = element.bits / 8;
  const count = waves[0] * waves[1];
  const [ownM, ownN] = [m / waves[0], n / waves[1]];
  const stepBytes = (m + n) * k * elementBytes;
  // Blocks side by side along n hold the same rows of A, and those along m the same columns of B.
  const ownBytes = (ownM * blocks[1] + ownN * blocks[0]) * k * elementBytes;
  const products = {
    row,
    rows: ownM / row.m / blocks[0],
    columns: ownN / row.m / blocks[1],
    depth: k / row.k,
    blocks,
    operandBytes: (row.m * row.k * row.blocks * elementBytes) / LANES,
  };
  const matrixInstructions = products.rows * products.columns * products.depth;
  const perLane = (bytes: number): number => Math.ceil(bytes / LANES / access.value);
  const registersOf = (bytes: number): number => Math.ceil(bytes / LANES / 4);
  return success({
    step: { ...tile, elementBytes, instruction, accessBytes: access.value, slice },
    products,
    budget: {
      matrixInstructions,
      matrixCycles: cycles * matrixInstructions,
      globalLoads: perLane(stepBytes / count),
      ldsWrites: perLane(stepBytes / count),
      ldsReads: perLane(ownBytes),
      reuse: (ownBytes * count) / stepBytes,
      stepBytes,
      ldsBytes: stepBytes * buffers,
      slices: k / slice,
      registers: {
        prefetch: registersOf(stepBytes / count),
        operands: registersOf((ownBytes * slice) / k),
        accumulators: ((ownM * ownN) / LANES) * (row.d === 'f64' ? 2 : 1),
      },
    },
  });
}

/** The width that was requested, when an instruction moves it and it holds whole elements; else the widest. */
function accessOf(
  { element, accessBytes }: GemmStepRequest,
  { bits }: GemmElement,
): Result<number> {
  const whole = ACCESS_BYTES.filter((bytes) => (8 * bytes) % bits === 0);
  const chosen = accessBytes ?? whole[0] ?? 0;
  return whole.includes(chosen)
    ? success(chosen)
    : failure(diagnose(messages.timing.noAccess(chosen, element, whole)));
}

interface Split {
  /** As the chip's assembler takes it. */
  readonly instruction: string;
  readonly row: MatrixInstruction;
  readonly cycles: number;
  /** Blocks of the instruction along m and n. */
  readonly blocks: readonly [m: number, n: number];
}

/** The instruction of a tile, and where its blocks go. */
function splitOf(tile: GemmStepRequest, element: GemmElement, machine: Machine): Result<Split> {
  const chip = matrixChipOf(machine.name);
  // Blocks of a multi-block instruction share no operands: one is taken where it is requested.
  const has =
    chip === undefined
      ? []
      : matrixInstructionsFor(element, chip).filter(
          (name) => findMatrixInstruction(name, chip)?.blocks === 1,
        );
  if (tile.instruction !== undefined) return splitBy(tile.instruction, tile, element, machine);
  const [largest] = has;
  if (chip === undefined || largest === undefined) {
    const others = chip === undefined ? [] : gemmElementsOf(chip);
    return failure(diagnose(messages.timing.noMatrixFor(tile.element, machine.name, others)));
  }
  const splits = has.map((name) => splitBy(name, tile, element, machine));
  return splits.find(({ ok }) => ok) ?? splitBy(largest, tile, element, machine);
}

function splitBy(
  instruction: string,
  { m, n, k, element: name, waves }: GemmStepRequest,
  element: GemmElement,
  machine: Machine,
): Result<Split> {
  const found = matrixRow(instruction, machine.name);
  if (found === undefined) {
    const chip = matrixChipOf(machine.name);
    const example = chip === undefined ? undefined : exampleMatrixInstruction(chip);
    return failure(
      diagnose(messages.timing.noMatrixInstruction(instruction, machine.name, example)),
    );
  }
  const { row, chip } = found;
  if (!multiplies(row, element)) {
    const types = row.sparse
      ? `sparse ${row.a}`
      : row.a === row.b
        ? row.a
        : `${row.a} and ${row.b}`;
    const [better] = matrixInstructionsFor(element, chip);
    return failure(diagnose(messages.timing.matrixType(instruction, types, name, better)));
  }
  const own = [m / waves[0], n / waves[1]] as const;
  const blocks = blocksOf(row, own);
  const uneven =
    k % row.k !== 0
      ? ([`k = ${k}`, `the ${row.k} of ${row.name}`] as const)
      : blocks === undefined
        ? unevenSide(row, { m, n, waves })
        : undefined;
  if (uneven !== undefined || blocks === undefined) {
    const [size, parts] = uneven ?? ['the tile', row.name];
    return failure(diagnose(messages.timing.unevenTile(size, parts)));
  }
  return success({ instruction, row, cycles: matrixCycles(row, chip, element), blocks });
}

/** Blocks along m and n that divide the tile of a wave, with the fewest copies of operands. */
function blocksOf(
  { m, blocks }: MatrixInstruction,
  [ownM, ownN]: readonly [m: number, n: number],
): readonly [m: number, n: number] | undefined {
  const ways: (readonly [number, number])[] = [];
  for (let along = blocks; along >= 1; along /= 2) {
    const across = blocks / along;
    if (ownM % (m * along) === 0 && ownN % (m * across) === 0) ways.push([along, across]);
  }
  const copies = ([along, across]: readonly [number, number]): number =>
    ownM * across + ownN * along;
  return ways.sort((a, b) => copies(a) - copies(b))[0];
}

function unevenSide(
  { m: rows, blocks, name }: MatrixInstruction,
  { m, n, waves }: Pick<GemmStepRequest, 'm' | 'n' | 'waves'>,
): readonly [size: string, parts: string] {
  if ((m / waves[0]) % rows !== 0) return [`m = ${m}`, `${waves[0]} waves of ${rows} rows`];
  if ((n / waves[1]) % rows !== 0) return [`n = ${n}`, `${waves[1]} waves of ${rows} columns`];
  return [
    `the ${m / waves[0]} x ${n / waves[1]} of a wave`,
    `${blocks} blocks of ${rows} x ${rows}, the shape of ${name}`,
  ];
}
