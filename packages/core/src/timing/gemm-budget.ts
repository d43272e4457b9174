/**
 * The arithmetic of a GEMM tile: what a K step costs each wave in instructions, registers, LDS and cycles.
 *
 *     256 x 256 x 32 f16 on one compute unit, 2 x 2 waves, v_mfma_f32_32x32x8_f16
 *     a wave            128 x 128 x 32     64 MFMA of 32 cycles = 2048, 256 accumulators
 *     global -> LDS     32 KiB             8 loads and 8 writes of 16 bytes per lane
 *     LDS -> registers  A and B of a wave  16 reads of 16 bytes per lane: each is read by two waves
 *
 * Pure counting: the formulas are those of tingqli/pyhip:tests/gemm/gemm.md.
 */
import { diagnose } from '../base/diagnostic.ts';
import { messages } from '../base/messages.ts';
import { failure, type Result, success } from '../base/result.ts';
import type { Machine } from '../machine/machine.ts';
import { findMatrixInstruction, type MatrixChip } from '../machine/matrix-table.ts';

export interface GemmStep {
  /** Of a workgroup. */
  readonly m: number;
  readonly n: number;
  readonly k: number;
  readonly elementBytes: number;
  /** Waves along m and n. */
  readonly waves: readonly [m: number, n: number];
  /** `v_mfma_f32_32x32x8_f16`. */
  readonly instruction: string;
  /** Bytes that a lane moves with one load, write or read. */
  readonly accessBytes: number;
  /** Buffers of the tile in LDS. */
  readonly buffers: number;
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
  /** Of A and B for one step of the workgroup. */
  readonly stepBytes: number;
  readonly ldsBytes: number;
  /** Per lane. */
  readonly registers: {
    /** Fetched from global memory, on their way to LDS. */
    readonly prefetch: number;
    /** Operands of all matrix instructions of the step. */
    readonly operands: number;
    readonly accumulators: number;
  };
}

const LANES = 64;
const chips: readonly MatrixChip[] = ['gfx908', 'gfx90a', 'gfx942', 'gfx950'];

/** The budget of a tile, or what does not divide. */
export function gemmBudget(tile: GemmStep, machine: Machine): Result<GemmBudget> {
  const { m, n, k, elementBytes, waves, accessBytes, buffers } = tile;
  const found = chips.find((chip) => chip === machine.name);
  const row = found && findMatrixInstruction(tile.instruction, found);
  const passes = found && row?.passes[found];
  if (row === undefined || passes === undefined) {
    return failure(diagnose(messages.timing.noMatrixInstruction(tile.instruction, machine.name)));
  }
  const [ownM, ownN] = [m / waves[0], n / waves[1]];
  const uneven = [
    [`m = ${m}`, `${waves[0]} waves of ${row.m} rows`, ownM / row.m],
    [`n = ${n}`, `${waves[1]} waves of ${row.m} columns`, ownN / row.m],
    [`k = ${k}`, `the ${row.k} of ${row.name}`, k / row.k],
  ].find(([, , quotient]) => !Number.isInteger(quotient));
  if (uneven !== undefined) {
    return failure(diagnose(messages.timing.unevenTile(String(uneven[0]), String(uneven[1]))));
  }
  const count = waves[0] * waves[1];
  const stepBytes = (m + n) * k * elementBytes;
  const ownBytes = (ownM + ownN) * k * elementBytes;
  const matrixInstructions = (ownM / row.m) * (ownN / row.m) * (k / row.k);
  const perLane = (bytes: number): number => Math.ceil(bytes / LANES / accessBytes);
  return success({
    matrixInstructions,
    matrixCycles: 4 * passes * matrixInstructions,
    globalLoads: perLane(stepBytes / count),
    ldsWrites: perLane(stepBytes / count),
    ldsReads: perLane(ownBytes),
    reuse: (ownBytes * count) / stepBytes,
    stepBytes,
    ldsBytes: stepBytes * buffers,
    registers: {
      prefetch: stepBytes / count / LANES / 4,
      operands: ownBytes / LANES / 4,
      accumulators: (ownM * ownN) / LANES,
    },
  });
}
