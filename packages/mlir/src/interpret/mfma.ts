/**
 * Matrix cores: which lane holds which element of A, B and D, and D = A B + C.
 *
 * Shape M x N x K with `blocks` independent products, wave64. G = 64 / (M * blocks) groups of lanes share
 * K. For lane l and element e of its operand (low bits of the registers first):
 *
 *     A row, B column     l mod M                    (M = N)
 *     A, B k              KL * floor(l / M) + e      KL = K / G elements per lane, one block
 *                         e                          several blocks; block = floor(l / M)
 *     D, M = 16           row 4 * floor(l / 16) + r mod 4, column l mod 16, block floor(r / 4)
 *     D, M = 32           row 8 * floor(r / 4) mod 32 + 4 * floor(l / 32) + r mod 4, block floor(r / 16)
 *     D, M = 4            row r mod 4, column l mod 4, block floor(l / 4)
 *
 * Source: ROCm/amd_matrix_instruction_calculator @2ef91896; CDNA4 shapes by AMD's CDNA4 ISA. LIMITATION:
 * f64 4x4x4 and 8-bit 16x16x128 and 32x32x64 forms have other layouts and are not executed.
 */
export interface MatrixShape {
  readonly m: number;
  readonly k: number;
  readonly blocks: number;
}

/** Row (of A) or column (of B), k and block of an element; `undefined` when the shape has no such layout. */
export function operandPosition(
  { m, k, blocks }: MatrixShape,
  lane: number,
  element: number,
): { readonly row: number; readonly k: number; readonly block: number } {
  const perLane = (k * m * blocks) / 64;
  if (blocks > 1) return { row: lane % m, k: element, block: Math.floor(lane / m) };
  return { row: lane % m, k: perLane * Math.floor(lane / m) + element, block: 0 };
}

/** Row, column and block of result register `r` of a lane. */
export function resultPosition(
  { m }: MatrixShape,
  lane: number,
  r: number,
): { readonly row: number; readonly column: number; readonly block: number } {
  switch (m) {
    case 4:
      return { row: r % 4, column: lane % 4, block: Math.floor(lane / 4) };
    case 16:
      return {
        row: 4 * Math.floor(lane / 16) + (r % 4),
        column: lane % 16,
        block: Math.floor(r / 4),
      };
    default:
      return {
        row: ((8 * Math.floor(r / 4)) % 32) + 4 * Math.floor(lane / 32) + (r % 4),
        column: lane % 32,
        block: Math.floor(r / 16),
      };
  }
}

/** Elements of A (or B) and of D that one lane holds. */
export function elementsPerLane({ m, k, blocks }: MatrixShape): {
  readonly operand: number;
  readonly result: number;
} {
  return { operand: (m * k * blocks) / 64, result: (m * m * blocks) / 64 };
}

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
