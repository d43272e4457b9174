/**
 * What one wave multiplies at a time: CK's warp GEMM, a tile of M x M x K for one or two matrix instructions.
 *
 *     32x32x8 f16     lane l holds A[l % 32][4 (l / 32) ... + 3], so a row of 8 k is two lanes
 *     32x32x16 f16    8 consecutive k a lane: one instruction on gfx950, on gfx942 two of 32x32x8 (IterateK)
 *     16x16x16 f16    of RDNA, in waves of 32: gfx12 8 k a lane, gfx11 all 16, and lanes 16 apart hold copies
 *     16x16x32 f16    of gfx1250: 8 k of 0 to 15 and 8 of 16 to 31 a lane; 16x16x64 of 8 bits likewise
 *
 *     MFMA    A, B    Hs (M), (groups, k per lane)       P lane = (group, row)            Y = k
 *             C       Hs (M0, groups, 4), (N)            P lane = (group, column)         Y = M0, 4; f64: 1 for 4
 *     WMMA    A, B    Hs (M), (k / 16, groups, 8)        P lane = (copy,) (group, row)    Y = k / 16, 8; RDNA3: 1, 16
 *             C       Hs (M0, groups, M1), (N)           P lane = (group, column)         Y = M0, M1
 *
 * With two instructions the first takes the lower half of each lane's k. A and B both do so, so the sum is the same; so it
 * is where the hardware's order of k is another than CK's. Sources: CK `ops/gemm/warp/warp_gemm_attribute_mfma.hpp`,
 * `warp_gemm_attribute_wmma_impl_base_traits.hpp`, `block/block_universal_gemm_as_bs_cr.hpp`; the lanes of the
 * instructions are those of `machine/matrix.ts` and `machine/wmma-registers.ts`.
 */
import { diagnose } from '../../../base/diagnostic.ts';
import { messages } from '../../../base/messages.ts';
import { failure, type Result, success } from '../../../base/result.ts';
import {
  elementsPerLane,
  laneGroups,
  operandPosition,
  resultPosition,
} from '../../../machine/matrix.ts';
import { matrixChipOf, matrixInstructions } from '../../../machine/matrix-table.ts';
import {
  type WmmaForm,
  wmmaForms,
  wmmaOperandOf,
  wmmaRow,
} from '../../../machine/wmma-registers.ts';
import type { TileDistributionEncoding } from '../encoding.ts';
import { type GemmType, takesType, wmmaTakesType } from './element.ts';

export interface WarpGemm {
  /** Rows and columns of the tile. */
  readonly m: 16 | 32;
  readonly k: number;
  readonly type: GemmType;
  /** Instructions of a tile: CK's kKIter. */
  readonly iterations: 1 | 2;
  readonly instruction: MatrixLanes;
  /** CK's AWarpDstrEncoding and BWarpDstrEncoding: rows (of A) or columns (of B) by k. */
  readonly operand: TileDistributionEncoding;
  /** CK's CWarpDstrEncoding: rows by columns. */
  readonly result: TileDistributionEncoding;
}

/** One matrix instruction: where the registers of a wave have its elements. */
export interface MatrixLanes {
  readonly name: string;
  readonly waveSize: 32 | 64;
  readonly m: number;
  readonly k: number;
  /** Elements that a lane holds of A, of B, and of D. */
  readonly perLane: { readonly operand: number; readonly result: number };
  /** The row of A, or column of B, and the k of an element. */
  readonly operandAt: (
    lane: number,
    element: number,
  ) => { readonly row: number; readonly k: number };
  readonly resultAt: (
    lane: number,
    register: number,
  ) => { readonly row: number; readonly column: number };
}

/** The warp GEMM with this tile on a chip. */
export function warpGemm(
  m: 16 | 32,
  k: number,
  machineName: string,
  type: GemmType,
): Result<WarpGemm> {
  const form = wmmaForms(machineName).find(
    (each) =>
      !each.sparse &&
      m === 16 &&
      each.k === k &&
      (each.d === 'f32' || each.d === 'i32') &&
      wmmaTakesType(each, type) &&
      isOfCk(each),
  );
  const made = form === undefined ? mfmaGemm(m, k, machineName, type) : wmmaGemm(form, type);
  if (made !== undefined) return success(made);
  const what = `${machineName} has no matrix instruction for tiles of ${m} x ${m} x ${k} ${type}, nor two of half the K`;
  return failure(diagnose(messages.layout.gemm(what)));
}

/** Consecutive rows of a result that a lane holds. */
const rowsTogether = (type: GemmType): 1 | 4 => (type === 'f64' ? 1 : 4);

function mfmaGemm(
  m: 16 | 32,
  k: number,
  machineName: string,
  type: GemmType,
): WarpGemm | undefined {
  const chip = matrixChipOf(machineName);
  if (chip === undefined) return undefined;
  for (const iterations of [1, 2] as const) {
    const instruction = matrixInstructions.find(
      (row) =>
        takesType(row, type) &&
        row.m === m &&
        row.k === k / iterations &&
        row.blocks === 1 &&
        !row.sparse &&
        row.passes[chip] !== undefined,
    );
    if (instruction === undefined) continue;
    const [groups, rows] = [laneGroups(instruction), rowsTogether(type)];
    const perLane = elementsPerLane(instruction);
    const lanes: MatrixLanes = {
      name: instruction.name,
      waveSize: 64,
      m,
      k: instruction.k,
      perLane,
      operandAt: (lane, element) => operandPosition(instruction, lane, element),
      resultAt: (lane, register) => resultPosition(instruction, lane, register, rows),
    };
    return {
      m,
      k,
      type,
      iterations,
      instruction: lanes,
      operand: {
        rs: [],
        hs: [[m], [groups, perLane.operand * iterations]],
        psMajor: [[2, 1]],
        psMinor: [[0, 0]],
        ysMajor: [2],
        ysMinor: [1],
      },
      result: resultEncoding([m / (rows * groups), groups, rows], m),
    };
  }
  return undefined;
}

/** C of all matrix instructions: factors of its rows, and its columns along the lanes. */
const resultEncoding = (rows: readonly number[], columns: number): TileDistributionEncoding => ({
  rs: [],
  hs: [rows, [columns]],
  psMajor: [[1, 2]],
  psMinor: [[1, 0]],
  ysMajor: [1, 1],
  ysMinor: [0, 2],
});

const WMMA_SIDE = 16;

/** Consecutive k of a lane, by CK; on RDNA3 a lane has them all. */
const WMMA_K_TOGETHER = 8;

/** True for what CK has encodings of: on gfx1250 K of 32 for 16 bits and of 64 for 8; that of f32, K = 4, has another order. */
const isOfCk = ({ generation, a, k }: WmmaForm): boolean =>
  generation !== 5 || k === (a === 'f16' || a === 'bf16' ? 32 : 64);

/** In waves of 32. */
function wmmaGemm(form: WmmaForm, type: GemmType): WarpGemm {
  const { at, elements } = wmmaOperandOf(form, 'a', 32);
  const hasCopies = form.generation === 3;
  const inner = hasCopies
    ? ([1, 1, form.k] as const)
    : ([form.k / (2 * WMMA_K_TOGETHER), 2, WMMA_K_TOGETHER] as const);
  return {
    m: WMMA_SIDE,
    k: form.k,
    type,
    iterations: 1,
    instruction: {
      name: form.name,
      waveSize: 32,
      m: WMMA_SIDE,
      k: form.k,
      perLane: { operand: elements, result: 8 },
      operandAt: (lane, element) => {
        const { row, slot } = at(lane, element);
        return { row, k: slot };
      },
      resultAt: (lane, register) => ({
        row: wmmaRow(form, 32, lane, register),
        column: lane % WMMA_SIDE,
      }),
    },
    operand: {
      rs: [hasCopies ? 2 : 1],
      hs: [[WMMA_SIDE], inner],
      psMajor: [hasCopies ? [0, 2, 1] : [2, 1]],
      psMinor: [hasCopies ? [0, 1, 0] : [1, 0]],
      ysMajor: [2, 2],
      ysMinor: [0, 2],
    },
    result: resultEncoding(hasCopies ? [8, 2, 1] : [1, 2, 8], WMMA_SIDE),
  };
}
