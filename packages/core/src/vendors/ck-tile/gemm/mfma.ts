/**
 * A matrix instruction on the registers of the lanes of a wave: D += A B, the sum over k in plain numbers.
 *
 *     a[lane * perLane + e], b the same, d[lane * results + r]
 *
 * Which element that is, `machine/matrix.ts` says, and for WMMA `machine/wmma-registers.ts`. Rounding is not modelled: use
 * values whose products are exact.
 */
import type { MatrixLanes } from './warp-gemm.ts';

/** The tables of one instruction, made once for many products. */
export class MatrixUnit {
  readonly perLane: MatrixLanes['perLane'];
  readonly lanes: number;
  readonly #k: number;
  /** For each operand register of each lane: row * k + k. */
  readonly #operand: Int32Array;
  /** For each result register of each lane: its row and its column. */
  readonly #row: Int32Array;
  readonly #column: Int32Array;
  readonly #a: Float64Array;
  readonly #b: Float64Array;

  constructor({ m, k, waveSize, perLane, operandAt, resultAt }: MatrixLanes) {
    this.perLane = perLane;
    this.lanes = waveSize;
    this.#k = k;
    const { operand, result } = perLane;
    this.#operand = Int32Array.from({ length: waveSize * operand }, (_, i) => {
      const at = operandAt(Math.floor(i / operand), i % operand);
      return at.row * k + at.k;
    });
    const results = Array.from({ length: waveSize * result }, (_, i) =>
      resultAt(Math.floor(i / result), i % result),
    );
    this.#row = Int32Array.from(results, ({ row }) => row);
    this.#column = Int32Array.from(results, ({ column }) => column);
    this.#a = new Float64Array(m * k);
    this.#b = new Float64Array(m * k);
  }

  /** `a(lane, e)` and `b(lane, e)` give operand registers; `d` has the result registers, lane by lane. */
  multiply(
    a: (lane: number, element: number) => number,
    b: (lane: number, element: number) => number,
    d: Float64Array,
  ): void {
    const { operand, result } = this.perLane;
    for (let i = 0; i < this.lanes * operand; i++) {
      const place = this.#operand[i] ?? 0;
      this.#a[place] = a(Math.floor(i / operand), i % operand);
      this.#b[place] = b(Math.floor(i / operand), i % operand);
    }
    for (let i = 0; i < this.lanes * result; i++) {
      const [row, column] = [(this.#row[i] ?? 0) * this.#k, (this.#column[i] ?? 0) * this.#k];
      let sum = 0;
      for (let q = 0; q < this.#k; q++) sum += (this.#a[row + q] ?? 0) * (this.#b[column + q] ?? 0);
      d[i] = (d[i] ?? 0) + sum;
    }
  }
}
