/**
 * What each example computes, said a second time in plain TypeScript, for the test that runs them.
 *
 * Shapes come from the kernel: its last argument is the result, the others are inputs.
 */
export interface Matrix {
  readonly shape: readonly number[];
  /** Row-major. */
  readonly values: Float64Array;
}

/** The element at `indices`; `NaN` outside, so that a wrong formula cannot pass. */
function at({ shape, values }: Matrix | undefined = EMPTY, ...indices: readonly number[]): number {
  const inside = indices.every((index, i) => index >= 0 && index < (shape[i] ?? 0));
  const position = indices.reduce((place, index, i) => place * (shape[i] ?? 0) + index, 0);
  return inside ? (values[position] ?? Number.NaN) : Number.NaN;
}

const EMPTY: Matrix = { shape: [], values: new Float64Array() };

function sum(count: number, term: (index: number) => number): number {
  let total = 0;
  for (let i = 0; i < count; i++) total += term(i);
  return total;
}

/** Element of the result at its indices, from the inputs. */
type Formula = (inputs: readonly Matrix[], ...indices: readonly number[]) => number;

/** Values of the codes of e2m1: OCP MX specification 1.0, table 5. */
const E2M1 = [0, 0.5, 1, 1.5, 2, 3, 4, 6, -0, -0.5, -1, -1.5, -2, -3, -4, -6];

/** Element k of a row of MXFP4: two codes to a byte, an e8m0 exponent for 32 of them. */
function mxfp4(
  packed: Matrix | undefined,
  scales: Matrix | undefined,
  row: number,
  k: number,
): number {
  const byte = at(packed, row, Math.floor(k / 2));
  const code = k % 2 === 0 ? byte % 16 : Math.floor(byte / 16);
  return (E2M1[code] ?? Number.NaN) * 2 ** (at(scales, row, Math.floor(k / 32)) - 127);
}

/** By the name that `expected.json` gives as `result`. */
export const formulas: Readonly<Record<string, Formula>> = {
  'transpose': ([a], row = 0, column = 0) => at(a, column, row),
  'product with transposed': ([a, b], row = 0, column = 0) =>
    sum(a?.shape[1] ?? 0, (k) => at(a, row, k) * at(b, column, k)),
  'MXFP4 product with transposed': ([a, scaleA, b, scaleB], row = 0, column = 0) =>
    sum(2 * (a?.shape[1] ?? 0), (k) => mxfp4(a, scaleA, row, k) * mxfp4(b, scaleB, column, k)),
  'row sums': ([a], row = 0) => sum(a?.shape[1] ?? 0, (column) => at(a, row, column)),
  'sum': ([a]) => sum(a?.shape[0] ?? 0, (i) => at(a, i)),
  'scaled': ([a, factor], i = 0) => at(a, i) * at(factor, 0),
  'table look-ups': ([a], lane = 0) =>
    at(a, 0) + at(a, Math.floor(lane / 16)) + at(a, (lane % 2) * 32),
  'matrix fragment': ([a], lane = 0, element = 0) =>
    at(a, lane % 16, 8 * Math.floor(lane / 16) + element),
  'matrix fragment, thrice': ([a], _copy, lane = 0, element = 0) =>
    at(a, lane % 16, 8 * Math.floor(lane / 16) + element),
};

/** All elements of a result of this shape. */
export function compute(
  formula: Formula,
  inputs: readonly Matrix[],
  shape: readonly number[],
): Matrix {
  const count = shape.reduce((product, size) => product * size, 1);
  const values = Float64Array.from({ length: count }, (_, position) => {
    let rest = position;
    const indices = shape.toReversed().map((size) => {
      const index = rest % size;
      rest = (rest - index) / size;
      return index;
    });
    return formula(inputs, ...indices.toReversed());
  });
  return { shape, values };
}
