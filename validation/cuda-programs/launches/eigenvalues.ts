/** NVIDIA/cuda-samples: eigenvalues of symmetric tridiagonal matrices by bisection, with those of a plain bisection beside them. */
import { buffer, data, f, i, KB, type ProgramFile, sample } from '../program.ts';
import { type Check, floats } from '../results.ts';

const SIZE = 96;
const diagonal = Float32Array.from({ length: SIZE }, (_, at) => ((at * 13) % 29) / 4);
/** Beside the diagonal; a 0 is before. */
const beside = Float32Array.from({ length: SIZE + 1 }, (_, at) =>
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

const [LOW, HIGH] = [-6, 14];

/** The eigenvalue with a given number of below it. */
function eigenvalue(number: number): number {
  let [low, high] = [LOW, HIGH];
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2;
    if (eigenvaluesBelow(middle) > number) high = middle;
    else low = middle;
  }
  return low;
}

const eigenvalues = Float64Array.from({ length: SIZE }, (_, number) => eigenvalue(number));
const EPSILON = 1e-4;

/** Each eigenvalue is near one of the numbers of the third array. */
const allFound: Check = (after) => {
  const found = floats(after[2]);
  for (const [number, wanted] of eigenvalues.entries()) {
    if (!found.some((one) => Math.abs(one - wanted) <= EPSILON))
      return `eigenvalue ${number}, ${wanted}, is not found`;
  }
  return undefined;
};

const matrix = [data(diagonal), data(beside, 4), i(SIZE)];
/** Intervals of a first step, with one eigenvalue each. */
const around = (side: -1 | 1): Float32Array =>
  Float32Array.from(eigenvalues, (one, at) => {
    const next = eigenvalues[at + side] ?? one + side;
    return (one + next) / 2;
  });
const PRECISION = 1e-5;

export const eigenvalueLaunches: readonly ProgramFile[] = [
  sample('2_Concepts_and_Techniques/eigenvalues/bisect_small.cu', [
    {
      kernel: '_Z12bisectKernelP',
      block: [512],
      args: [
        ...matrix,
        ...['zero', 'zero', 'zero', 'zero'].map(() => buffer(2 * KB, 'zero')),
        f(LOW),
        f(HIGH),
        i(0),
        i(SIZE),
        f(PRECISION),
      ],
      check: allFound,
    },
  ]),
  sample('2_Concepts_and_Techniques/eigenvalues/bisect_large.cu', [
    {
      kernel: '_Z17bisectKernelLargeP',
      block: [256],
      args: [
        ...matrix,
        f(LOW),
        f(HIGH),
        i(0),
        i(SIZE),
        f(PRECISION),
        ...Array.from({ length: 11 }, () => buffer(4 * KB, 'zero')),
      ],
    },
    {
      kernel: 'bisectKernelLarge_OneIntervals',
      block: [256],
      args: [
        ...matrix,
        i(SIZE),
        data(around(-1)),
        data(around(1)),
        data(Uint32Array.from(eigenvalues.keys(), (below) => below + 1)),
        f(PRECISION),
      ],
      check: allFound,
    },
  ]),
];
