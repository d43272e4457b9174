/** A times B, of which both have their sums along rows: a plain loop, for tests. */
export function plainProduct(
  a: Float64Array,
  b: Float64Array,
  rows: number,
  columns: number,
  k: number,
): Float64Array {
  return Float64Array.from({ length: rows * columns }, (_, i) => {
    const [row, column] = [Math.floor(i / columns), i % columns];
    let sum = 0;
    for (let q = 0; q < k; q++) sum += (a[row * k + q] ?? 0) * (b[column * k + q] ?? 0);
    return sum;
  });
}
