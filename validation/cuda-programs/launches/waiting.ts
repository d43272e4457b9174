/** NVIDIA/cuda-samples: grids that wait for all of their blocks, and kernels that take memory from the heap. */
import { buffer, data, f, i, KB, type ProgramFile, sample } from '../program.ts';
import { type Check, doubles, floats, sameNumbers, words } from '../results.ts';

/** The first of the second array is the sum of the first. */
const sum: Check = (after, before) => {
  const wanted = floats(before[0]).reduce((all, one) => all + one, 0);
  return sameNumbers('sum', floats(after[1]), [wanted]);
};

const POINTS = 512;
const positive = Float32Array.from({ length: POINTS }, (_, at) => 1 + ((at * 13) % 17) / 8);

/** Both vectors, divided by the root of their product. */
const normalized: Check = (after, before) => {
  const [a, b] = [floats(before[0]), floats(before[1])];
  const root = Math.sqrt(a.reduce((all, one, at) => all + one * (b[at] ?? 0), 0));
  return (
    sameNumbers(
      'A',
      floats(after[0]),
      [...a].map((one) => one / root),
    ) ??
    sameNumbers(
      'B',
      floats(after[1]),
      [...b].map((one) => one / root),
    ) ??
    sameNumbers('root', doubles(after[2]), [root])
  );
};

const ROWS = 96;
/** Rows of 3 around the diagonal, the first and the last of 2. */
const matrix = Array.from({ length: ROWS }, (_, row) =>
  [row - 1, row, row + 1]
    .filter((column) => column >= 0 && column < ROWS)
    .map((column) => ({ column, value: column === row ? 10 + (row % 7) : 0.5 + (row % 3) / 4 })),
);
const symmetric = matrix.map((entries, row) =>
  entries.map(({ column, value }) => ({
    column,
    value: column === row ? value : 0.5 + (Math.min(column, row) % 3) / 4,
  })),
);
const starts = Int32Array.from({ length: ROWS + 1 }, (_, row) =>
  symmetric.slice(0, row).reduce((count, { length }) => count + length, 0),
);
const ones = new Float32Array(ROWS).fill(1);

/** The matrix times the solution is 1 everywhere. */
const solved: Check = (after) => {
  const x = floats(after[3]);
  const found = symmetric.map((entries) =>
    entries.reduce((all, { column, value }) => all + value * (x[column] ?? NaN), 0),
  );
  return sameNumbers('A x', found, ones);
};

/** Numbers from 0 on that half of the threads pushed, in any order, and -1 for the others. */
const popped: Check = (after) => {
  const found = [...new Int32Array(words(after[0]).buffer)].sort((a, b) => a - b);
  const wanted = found.map((_, at) => Math.max(-1, at - found.length / 2));
  return sameNumbers('popped', found, wanted, 0);
};

export const waitingPrograms: readonly ProgramFile[] = [
  sample('0_Introduction/simpleAWBarrier/simpleAWBarrier.cu', [
    {
      kernel: 'normVecByDotProductAWBarrier',
      grid: [4],
      block: [64],
      sharedBytes: 64,
      args: [data(positive), data(positive.toReversed()), buffer(64, 'zero'), i(POINTS)],
      check: normalized,
    },
  ]),
  sample('2_Concepts_and_Techniques/reductionMultiBlockCG/reductionMultiBlockCG.cu', [
    {
      kernel: 'reduceSinglePassMultiBlockCG',
      grid: [4],
      block: [128],
      sharedBytes: KB,
      args: [buffer(8 * KB), buffer(64, 'zero'), i(2 * KB)],
      check: sum,
    },
  ]),
  sample('4_CUDA_Libraries/conjugateGradientMultiBlockCG/conjugateGradientMultiBlockCG.cu', [
    {
      kernel: 'gpuConjugateGradient',
      grid: [3],
      block: [64],
      sharedBytes: 64,
      args: [
        data(starts),
        data(Int32Array.from(symmetric.flat(), ({ column }) => column)),
        data(Float32Array.from(symmetric.flat(), ({ value }) => value)),
        buffer(4 * ROWS, 'zero'),
        buffer(4 * ROWS, 'zero'),
        buffer(4 * ROWS, 'zero'),
        data(ones),
        buffer(8, 'zero'),
        i(symmetric.flat().length),
        i(ROWS),
        f(1e-5),
      ],
      check: solved,
    },
  ]),
  sample('3_CUDA_Features/newdelete/newdelete.cu', [
    { kernel: 'vectorCreate', block: [1], args: [buffer(8, 'zero'), i(64)] },
    { kernel: 'placementNew', block: [64], args: [buffer(256, 'zero')], check: popped },
    { kernel: 'complexVector', block: [64], args: [buffer(256, 'zero')], check: popped },
  ]),
];
