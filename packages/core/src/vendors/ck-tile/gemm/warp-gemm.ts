/**
 * What one wave multiplies at a time: CK's warp GEMM, a tile of M x M x K for one or two MFMA instructions.
 *
 *     32x32x8 f16     lane l holds A[l % 32][4 (l / 32) ... + 3], so a row of 8 k is two lanes
 *     32x32x16 f16    8 consecutive k a lane: one instruction on gfx950, on gfx942 two of 32x32x8 (IterateK)
 *
 *     A, B    Hs (M), (groups, k per lane)           P lane = (group, row)    Y = k
 *     C       Hs (M0, groups, 4), (N)                P lane = (group, column) Y = M0, 4
 *
 * With two instructions the first takes the lower half of each lane's k. A and B both do so, so the sum is the same.
 * Source: CK `ops/gemm/warp/warp_gemm_attribute_mfma.hpp`, `block/block_universal_gemm_as_bs_cr.hpp`; the lanes of
 * the instructions are those of `machine/matrix.ts`.
 */
import { diagnose } from '../../../base/diagnostic.ts';
import { messages } from '../../../base/messages.ts';
import { failure, type Result, success } from '../../../base/result.ts';
import { elementsPerLane, laneGroups, type MatrixShape } from '../../../machine/matrix.ts';
import {
  type MatrixChip,
  type MatrixInstruction,
  matrixInstructions,
} from '../../../machine/matrix-table.ts';
import type { TileDistributionEncoding } from '../encoding.ts';

export interface WarpGemm {
  /** Rows and columns of the tile. */
  readonly m: 16 | 32;
  readonly k: number;
  readonly instruction: MatrixInstruction;
  /** Instructions of a tile: CK's kKIter. */
  readonly iterations: 1 | 2;
}

/** The warp GEMM of fp16 operands with this tile on a chip. */
export function warpGemm(m: 16 | 32, k: number, chip: MatrixChip): Result<WarpGemm> {
  for (const iterations of [1, 2] as const) {
    const instruction = matrixInstructions.find(
      (row) =>
        row.a === 'f16' &&
        row.m === m &&
        row.k === k / iterations &&
        row.blocks === 1 &&
        !row.sparse &&
        row.passes[chip] !== undefined,
    );
    if (instruction !== undefined) return success({ m, k, instruction, iterations });
  }
  const what = `${chip} has no matrix instruction for tiles of ${m} x ${m} x ${k} fp16, nor two of half the K`;
  return failure(diagnose(messages.layout.gemm(what)));
}

/** CK's AWarpDstrEncoding and BWarpDstrEncoding: rows (of A) or columns (of B) by k. */
export function operandEncoding({
  m,
  instruction,
  iterations,
}: WarpGemm): TileDistributionEncoding {
  const perLane = elementsPerLane(instruction).operand * iterations;
  return {
    rs: [],
    hs: [[m], [laneGroups(instruction), perLane]],
    psMajor: [[2, 1]],
    psMinor: [[0, 0]],
    ysMajor: [2],
    ysMinor: [1],
  };
}

/** CK's CWarpDstrEncoding: rows by columns. */
export function resultEncoding({ m, instruction }: WarpGemm): TileDistributionEncoding {
  const lanes = laneGroups(instruction);
  return {
    rs: [],
    hs: [[m / (ROWS * lanes), lanes, ROWS], [m]],
    psMajor: [[1, 2]],
    psMinor: [[1, 0]],
    ysMajor: [1, 1],
    ysMinor: [0, 2],
  };
}

/** Consecutive rows of a result that a lane holds. */
const ROWS = 4;

/** The shape alone, for the lanes. */
export function shapeOf({ instruction: { m, k, blocks } }: WarpGemm): MatrixShape {
  return { m, k, blocks };
}
