/**
 * A matrix instruction on the registers of its 64 lanes: D += A B, the sum over k in plain numbers.
 *
 *     a[lane * perLane + e], b the same, d[lane * results + r]
 *
 * Which element that is, `machine/matrix.ts` says. Rounding is not modelled: use values whose products are exact.
 */
import {
  elementsPerLane,
  type MatrixShape,
  operandPosition,
  resultPosition,
} from '../../../machine/matrix.ts';

const LANES = 64;

/** The tables of one shape with one block, made once for many products. */
export class MatrixUnit {
  readonly shape: MatrixShape;
  /** Elements that a lane holds of A, of B, and of D. */
  readonly perLane: { readonly operand: number; readonly result: number };
  /** For each operand register of each lane: row * k + k. */
  readonly #operand: Int32Array;
  /** For each result register of each lane: its row and its column. */
  readonly #row: Int32Array;
  readonly #column: Int32Array;
  readonly #a: Float64Array;
  readonly #b: Float64Array;

  constructor(shape: MatrixShape) {
    this.shape = shape;
    this.perLane = elementsPerLane(shape);
    const { operand, result } = this.perLane;
    this.#operand = Int32Array.from({ length: LANES * operand }, (_, i) => {
      const { row, k } = operandPosition(shape, Math.floor(i / operand), i % operand);
      return row * shape.k + k;
    });
    const results = Array.from({ length: LANES * result }, (_, i) =>
      resultPosition(shape, Math.floor(i / result), i % result),
    );
    this.#row = Int32Array.from(results, ({ row }) => row);
    this.#column = Int32Array.from(results, ({ column }) => column);
    this.#a = new Float64Array(shape.m * shape.k);
    this.#b = new Float64Array(shape.m * shape.k);
  }

  /** `a(lane, e)` and `b(lane, e)` give operand registers; `d` has the result registers, lane by lane. */
  multiply(
    a: (lane: number, element: number) => number,
    b: (lane: number, element: number) => number,
    d: Float64Array,
  ): void {
    const { operand, result } = this.perLane;
    const { k } = this.shape;
    for (let i = 0; i < LANES * operand; i++) {
      const place = this.#operand[i] ?? 0;
      this.#a[place] = a(Math.floor(i / operand), i % operand);
      this.#b[place] = b(Math.floor(i / operand), i % operand);
    }
    for (let i = 0; i < LANES * result; i++) {
      const [row, column] = [(this.#row[i] ?? 0) * k, (this.#column[i] ?? 0) * k];
      let sum = 0;
      for (let q = 0; q < k; q++) sum += (this.#a[row + q] ?? 0) * (this.#b[column + q] ?? 0);
      d[i] = (d[i] ?? 0) + sum;
    }
  }
}
