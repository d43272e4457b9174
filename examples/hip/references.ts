/** What the kernels of this folder compute, on the host. */

export type Numbers = readonly number[];

const sum = (count: number, term: (i: number) => number): number =>
  Array.from({ length: count }, (_, i) => term(i)).reduce((all, value) => all + value, 0);

const at = (values: Numbers, index: number): number => values[index] ?? NaN;

const cells = (
  rows: number,
  columns: number,
  of: (row: number, column: number) => number,
): number[] =>
  Array.from({ length: rows * columns }, (_, i) => of(Math.floor(i / columns), i % columns));

const transpose = ([, input = []]: readonly Numbers[]): number[] =>
  cells(64, 64, (row, column) => at(input, column * 64 + row));

const product =
  (n: number) =>
  ([, a = [], b = []]: readonly Numbers[]): number[] =>
    cells(n, n, (row, column) => sum(n, (k) => at(a, row * n + k) * at(b, k * n + column)));

/** The first buffer after the launch, of all buffers before it. */
export const references: Readonly<Record<string, (buffers: readonly Numbers[]) => Numbers>> = {
  transpose,
  'transpose-padded': transpose,
  'reduction': ([, input = []]) =>
    [0, 1].map((block) => sum(256, (i) => at(input, 256 * block + i))),
  'histogram': ([, input = []]) =>
    Array.from({ length: 256 }, (_, value) => input.filter((byte) => byte === value).length),
  'matmul': product(32),
  'gemm': product(128),
  'kargs-gemm': ([, a = [], b = []]) =>
    [0, 1].flatMap((batch) =>
      cells(64, 68, (row, column) => {
        const [left, right] = [batch * 64 * 40 + row * 40, batch * 32 * 72 + column];
        return column < 64 ? 0.5 * sum(32, (k) => at(a, left + k) * at(b, right + 72 * k)) : 0;
      }),
    ),
  'mfma': ([, a = [], b = []]) =>
    cells(32, 32, (row, column) => sum(64, (k) => at(a, row * 64 + k) * at(b, column * 64 + k))),
  'stencil': ([, input = []]) =>
    cells(32, 32, (row, column) => {
      const cell = (y: number, x: number): number => at(input, (row + y) * 34 + column + x);
      return (cell(1, 1) + cell(0, 1) + cell(2, 1) + cell(1, 0) + cell(1, 2)) * 0.2;
    }),
  'scan': ([, input = []]) => input.map((_, i) => sum(i, (k) => at(input, k))),
  'softmax': ([, input = []]) =>
    [0, 1].flatMap((row) => {
      const values = input.slice(1024 * row, 1024 * (row + 1));
      const most = Math.max(...values);
      const all = sum(1024, (i) => Math.exp(at(values, i) - most));
      return values.map((value) => Math.exp(value - most) / all);
    }),
  'bitonic': ([, input = []]) => [...input].sort((a, b) => a - b),
};
