/**
 * Matrix cores: D = A B + C on the values of a wave of 64.
 *
 * Which lane holds which element is core's knowledge (`machine/matrix.ts`); here the operands are gathered by
 * it, multiplied and written back. LIMITATION: f64 and the forms of gfx950 whose lanes do not hold consecutive
 * k (8-bit 16x16x128 and 32x32x64) are not executed.
 */
import { elementsPerLane, operandPosition, resultPosition, type MatrixShape } from '@ldscope/core';

export { elementsPerLane, type MatrixShape };

/** A matrix multiplication of a wave of 64; buffers are made once and reused. */
export function matrixMultiply(
  shape: MatrixShape,
  round: (value: number) => number,
): (a: Float64Array, b: Float64Array, c: Float64Array, out: Float64Array) => void {
  const { m, k, blocks } = shape;
  const { operand, result } = elementsPerLane(shape);
  /** Where element e of lane l lies in a `blocks x m x k` array; the same for A and transposed B. */
  const gather = new Uint32Array(operand * 64);
  for (let e = 0; e < operand; e++) {
    for (let lane = 0; lane < 64; lane++) {
      const at = operandPosition(shape, lane, e);
      gather[e * 64 + lane] = (at.block * m + at.row) * k + at.k;
    }
  }
  const rows = new Uint32Array(result * 64);
  const columns = new Uint32Array(result * 64);
  for (let r = 0; r < result; r++) {
    for (let lane = 0; lane < 64; lane++) {
      const at = resultPosition(shape, lane, r);
      rows[r * 64 + lane] = (at.block * m + at.row) * k;
      columns[r * 64 + lane] = (at.block * m + at.column) * k;
    }
  }
  const left = new Float64Array(blocks * m * k);
  const right = new Float64Array(blocks * m * k);
  return (a, b, c, out) => {
    for (let i = 0; i < gather.length; i++) {
      const at = gather[i] ?? 0;
      left[at] = a[i] ?? 0;
      right[at] = b[i] ?? 0;
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
