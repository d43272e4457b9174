/** NVIDIA/cuda-samples: kernels of CUB, which Thrust calls. */
import { type Argument, i, long, type ProgramFile, sample, shared, value } from '../program.ts';
import { type Check, sameNumbers, words } from '../results.ts';

const KEYS = 1000;

/** Keys in order, and values with their keys. */
const sortedPairs: Check = (after, before) => {
  const [keys, values] = [words(before[0]), words(before[2])];
  const order = [...keys.keys()].sort((a, b) => (keys[a] ?? 0) - (keys[b] ?? 0) || a - b);
  return (
    sameNumbers(
      'key',
      words(after[1]),
      order.map((at) => keys[at] ?? 0),
      0,
    ) ??
    sameNumbers(
      'value',
      words(after[3]),
      order.map((at) => values[at] ?? 0),
      0,
    )
  );
};

const NUMBERS = 9000;
/** Numbers that a block sums up. */
const TILE = 3072;

/** Sums of all before. */
const exclusiveSums: Check = (after, before) => {
  const from = words(before[0]);
  let sum = 0;
  const wanted = [...from].map((one) => (sum += one) - one);
  return sameNumbers('sum', words(after[1]), wanted, 0);
};

/** A struct of a pointer alone. */
const holding = (to: Argument): Argument => ({
  kind: 'bytes',
  bytes: new Uint8Array(8),
  pointers: [{ at: 0, to }],
});
const nothing = value(new Uint8Array(1));
const tiles = holding(shared('tiles', 8 * 64));

export const thrustPrograms: readonly ProgramFile[] = [
  sample('2_Concepts_and_Techniques/particles/particleSystem_cuda.cu', [
    {
      kernel: 'DeviceRadixSortSingleTileKernel',
      block: [256],
      args: [
        shared('keys', 4 * KEYS, 'words'),
        shared('sorted keys', 4 * KEYS),
        shared('values', 4 * KEYS, 'words'),
        shared('sorted values', 4 * KEYS),
        long(KEYS),
        i(0),
        i(32),
        nothing,
      ],
      check: sortedPairs,
    },
  ]),
  sample('5_Domain_Specific/marchingCubes/marchingCubes_kernel.cu', [
    {
      kernel: 'DeviceScanKernelINS2_10policy_hubIjjjj',
      grid: [Math.ceil(NUMBERS / TILE)],
      block: [128],
      args: [
        holding(shared('numbers', 4 * NUMBERS, 'words')),
        holding(shared('sums', 4 * NUMBERS)),
        tiles,
        i(0),
        nothing,
        value(new Uint8Array(16)),
        i(NUMBERS),
      ],
      first: [
        {
          kernel: 'DeviceScanInitKernel',
          grid: [1],
          block: [128],
          args: [tiles, i(Math.ceil(NUMBERS / TILE))],
        },
      ],
      check: exclusiveSums,
    },
  ]),
];
