/**
 * Matrix cores of CDNA: which lane holds which element of A, B, C and D.
 *
 * A shape is M x M x K with `blocks` independent products on 64 lanes. The lanes that remain when every row
 * of every block has one share K: `groups = 64 / (M * blocks)`. One formula serves all shapes; what differs is
 * how many consecutive k a lane holds before the next group goes on (`chunk`):
 *
 *     lane l, element e       row (of A) or column (of B)   l mod M
 *     (low bits first)        block                         floor(l / M) mod blocks
 *                             group                         floor(l / (M * blocks))
 *                             k     chunk * (groups * floor(e / chunk) + group) + e mod chunk
 *
 *     16x16x16 f16            4 groups, 4 elements, chunk 4:    lane 17 holds row 1, k = 4..7
 *     16x16x128 fp8 (gfx950)  4 groups, 32 elements, chunk 16:  lane 17 holds row 1, k = 16..31 and 80..95
 *     16x16x128 fp4 (gfx950)  4 groups, 32 elements, chunk 32:  lane 17 holds row 1, k = 32..63
 *
 * A result register holds `rows` consecutive rows of a column, one per register (4; 1 for f64). Rows that do not
 * fit into the lanes go on in later registers, then come further blocks:
 *
 *     16x16: lane l, register r   row 4 * floor(l / 16) + r         column l mod 16
 *     32x32: lane l, register r   row 8 * floor(r / 4) + 4 * floor(l / 32) + r mod 4   column l mod 32
 *     4x4:   lane l, register r   row r                             column l mod 4, block floor(l / 4)
 *
 * Invariant: each element of each operand is in exactly one place. Sources: with the table, `matrix-table.ts`.
 */
export interface MatrixShape {
  /** Rows of A and of D, and columns of B and of D: every instruction has M = N. */
  readonly m: number;
  readonly k: number;
  readonly blocks: number;
}

const MATRIX_LANES = 64;

/** Groups of lanes that share K. */
export function laneGroups({ m, blocks }: MatrixShape): number {
  return MATRIX_LANES / (m * blocks);
}

/** Elements of A, B (dense) and of C and D that one lane holds. */
export function elementsPerLane({ m, k, blocks }: MatrixShape): {
  readonly operand: number;
  readonly result: number;
} {
  return { operand: (m * k * blocks) / MATRIX_LANES, result: (m * m * blocks) / MATRIX_LANES };
}

/** Row of A or column of B, k and block of an element. */
export interface OperandPosition {
  readonly row: number;
  readonly k: number;
  readonly block: number;
}

/** What element `element` of lane `lane` is; without `chunk` a lane holds consecutive k. */
export function operandPosition(
  shape: MatrixShape,
  lane: number,
  element: number,
  chunk: number = elementsPerLane(shape).operand,
): OperandPosition {
  const { m, blocks } = shape;
  const group = Math.floor(lane / (m * blocks));
  const turn = Math.floor(element / chunk);
  return {
    row: lane % m,
    block: Math.floor(lane / m) % blocks,
    k: chunk * (laneGroups(shape) * turn + group) + (element % chunk),
  };
}

export interface ResultPosition {
  readonly row: number;
  readonly column: number;
  readonly block: number;
}

/** What result element `element` of a lane is; `rows` is 4, and 1 for f64. */
export function resultPosition(
  { m }: MatrixShape,
  lane: number,
  element: number,
  rows: 1 | 4 = 4,
): ResultPosition {
  const rowGroups = Math.min(m / rows, MATRIX_LANES / m);
  const laneBlocks = MATRIX_LANES / (m * rowGroups);
  const perBlock = m / rowGroups;
  const rowGroup = Math.floor(lane / (m * laneBlocks)) + rowGroups * Math.floor(element / rows);
  return {
    row: (rows * rowGroup + (element % rows)) % m,
    column: lane % m,
    block: laneBlocks * Math.floor(element / perBlock) + (Math.floor(lane / m) % laneBlocks),
  };
}
