/** Products of matrices of f64, for `mma` and `wmma`: an element per register of 64 bits. */
import { asF64, high64, low64 } from '@ldscope/core/arithmetic';
import type { Step, Warp } from '@ldscope/simt';
import type { Source } from './generate.ts';
import type { Place } from './matrix-layout.ts';
import { multiply } from './matrix-operands.ts';

/** An operand: its registers, and by lane the elements that they hold. */
type DoubleOperand = readonly [sources: readonly Source[], places: readonly (readonly Place[])[]];

/** D = A B + C, of which D has the places of C. */
export function doubleProduct(
  { m, n, k }: { readonly m: number; readonly n: number; readonly k: number },
  d: readonly number[],
  a: DoubleOperand,
  b: DoubleOperand,
  c: DoubleOperand,
): Step {
  const [matrixA, matrixB, sums] = [
    new Float64Array(m * k),
    new Float64Array(k * n),
    new Float64Array(m * n),
  ];
  const [, placesOfSums] = c;
  return (warp) => {
    take(warp, a, matrixA, k);
    take(warp, b, matrixB, n);
    take(warp, c, sums, n);
    multiply(m, n, k, matrixA, matrixB, sums);
    for (const [lane, list] of placesOfSums.entries()) {
      for (const [index, [row, column]] of list.entries()) {
        const value = sums[row * n + column] ?? 0;
        const at = (d[index] ?? 0) + 2 * lane;
        warp.i[at] = low64(value);
        warp.i[at + 1] = high64(value);
      }
    }
  };
}

/** Elements of all lanes into a matrix of rows. */
function take(
  { i }: Warp,
  [sources, places]: DoubleOperand,
  into: Float64Array,
  columns: number,
): void {
  for (const [lane, list] of places.entries()) {
    for (const [index, [row, column]] of list.entries()) {
      const source = sources[index];
      if (source === undefined) continue;
      into[row * columns + column] =
        source.kind === 'constant'
          ? source.value
          : asF64(i[source.offset + 2 * lane] ?? 0, i[source.offset + 2 * lane + 1] ?? 0);
    }
  }
}
