/**
 * Matrix cores: D = A B + C on the values of a wave.
 *
 * Which lane holds which element is core's knowledge (`machine/matrix.ts`, `machine/wmma-table.ts`); here the operands
 * are gathered by it, multiplied in double precision, rounded once and written back.
 */
import {
  elementsPerLane,
  type MatrixShape,
  operandPosition,
  type OperandPosition,
  resultPosition,
  type ResultPosition,
} from '@ldscope/core';

export { elementsPerLane, type MatrixShape };

/** Where the elements of a multiplication are. */
export interface MatrixPlan extends MatrixShape {
  readonly lanes: number;
  /** Elements of one lane: of A and of B, of C and of D. */
  readonly operand: number;
  readonly result: number;
  readonly a: (lane: number, element: number) => OperandPosition;
  readonly b: (lane: number, element: number) => OperandPosition;
  readonly d: (lane: number, element: number) => ResultPosition;
}

type Multiply = (a: Float64Array, b: Float64Array, c: Float64Array, out: Float64Array) => void;

/** The plan of an MFMA instruction; `chunkA`, `chunkB`: consecutive k of a lane, `rows`: see `resultPosition`. */
export function mfmaPlan(
  shape: MatrixShape,
  options: {
    readonly chunkA?: number | undefined;
    readonly chunkB?: number | undefined;
    readonly rows?: 1 | 4;
  } = {},
): MatrixPlan {
  const { chunkA, chunkB, rows } = options;
  return {
    ...shape,
    ...elementsPerLane(shape),
    lanes: 64,
    a: (lane, element) => operandPosition(shape, lane, element, chunkA),
    b: (lane, element) => operandPosition(shape, lane, element, chunkB),
    d: (lane, element) => resultPosition(shape, lane, element, rows),
  };
}

/** A matrix multiplication; buffers are made once and reused. */
export function multiplyBy(plan: MatrixPlan, round: (value: number) => number): Multiply {
  const { m, k, blocks, lanes, operand, result } = plan;
  /** Where element e of lane l lies in a `blocks x m x k` array, of A or of transposed B. */
  const gather = (position: MatrixPlan['a']): Uint32Array => {
    const places = new Uint32Array(operand * lanes);
    for (let e = 0; e < operand; e++) {
      for (let lane = 0; lane < lanes; lane++) {
        const at = position(lane, e);
        places[e * lanes + lane] = (at.block * m + at.row) * k + at.k;
      }
    }
    return places;
  };
  const [gatherA, gatherB] = [gather(plan.a), gather(plan.b)];
  const rows = new Uint32Array(result * lanes);
  const columns = new Uint32Array(result * lanes);
  for (let r = 0; r < result; r++) {
    for (let lane = 0; lane < lanes; lane++) {
      const at = plan.d(lane, r);
      rows[r * lanes + lane] = (at.block * m + at.row) * k;
      columns[r * lanes + lane] = (at.block * m + at.column) * k;
    }
  }
  const left = new Float64Array(blocks * m * k);
  const right = new Float64Array(blocks * m * k);
  return (a, b, c, out) => {
    for (let i = 0; i < gatherA.length; i++) {
      left[gatherA[i] ?? 0] = a[i] ?? 0;
      right[gatherB[i] ?? 0] = b[i] ?? 0;
    }
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i] ?? 0;
      const column = columns[i] ?? 0;
      let sum = c[i] ?? 0;
      for (let j = 0; j < k; j++) sum += (left[row + j] ?? 0) * (right[column + j] ?? 0);
      out[i] = round(sum);
    }
  };
}
