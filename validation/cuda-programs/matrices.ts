/** Matrices of launches whose solutions are computed plainly: eigenvalues by bisection, and rows of a symmetric system. */
const SIZE = 96;

export const diagonal = Float32Array.from({ length: SIZE }, (_, at) => ((at * 13) % 29) / 4);

/** Beside the diagonal; a 0 is before. */
export const beside = Float32Array.from({ length: SIZE + 1 }, (_, at) =>
  at === 0 || at === SIZE ? 0 : 0.25 + ((at * 7) % 11) / 8,
);

/** How many eigenvalues are below a number: the negative pivots of the matrix less that number. */
function eigenvaluesBelow(x: number): number {
  let count = 0;
  let pivot = 1;
  for (let at = 0; at < SIZE; at++) {
    const next = beside[at] ?? 0;
    pivot = (diagonal[at] ?? 0) - x - (at === 0 ? 0 : (next * next) / pivot);
    if (pivot === 0) pivot = 1e-30;
    if (pivot < 0) count++;
  }
  return count;
}

/** The eigenvalue with a given number of below it. */
function eigenvalue(number: number): number {
  let [low, high] = [-6, 14];
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2;
    if (eigenvaluesBelow(middle) > number) high = middle;
    else low = middle;
  }
  return low;
}

/** All of them, in order. */
export const eigenvalues = (): Float64Array =>
  Float64Array.from({ length: SIZE }, (_, number) => eigenvalue(number));

/** Rows of 3 around the diagonal, the first and the last of 2. */
export const symmetric = Array.from({ length: SIZE }, (_, row) =>
  [row - 1, row, row + 1]
    .filter((column) => column >= 0 && column < SIZE)
    .map((column) => ({
      column,
      value: column === row ? 10 + (row % 7) : 0.5 + (Math.min(column, row) % 3) / 4,
    })),
);
