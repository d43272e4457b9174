/**
 * NVIDIA/cuda-samples: products on tensor cores through `wmma`, from global memory and through tiles of shared memory.
 *
 * `D = alpha A B^T + beta C`, rows of `A` and `B` one after another. Tiles of the whole matrices are constants of the sources, which are
 * made smaller.
 */
import {
  type Argument,
  buffer,
  d,
  f,
  type Fill,
  i,
  type KernelLaunch,
  type ProgramFile,
  sample,
} from '../program.ts';
import { type Check, doubles, floats, halves, sameNumbers, words } from '../results.ts';

const SHARED_BYTES = 131072;

/** How a program keeps its numbers. */
interface Numbers {
  readonly inputs: Fill;
  readonly inputBytes: number;
  readonly outputs: Fill;
  readonly outputBytes: number;
  readonly scalar: (value: number) => Argument;
  /** As numbers of the inputs, and of the outputs. */
  readonly read: (bytes: Uint8Array | undefined) => ArrayLike<number>;
  readonly readOutput: (bytes: Uint8Array | undefined) => ArrayLike<number>;
  readonly scales: readonly [alpha: number, beta: number];
}

const bfloats = (bytes: Uint8Array | undefined): Float32Array => {
  const bits = new Uint16Array((bytes ?? new Uint8Array(0)).slice().buffer);
  return new Float32Array(Uint32Array.from(bits, (one) => one << 16).buffer);
};
const plain = { outputs: 'floats', outputBytes: 4, scalar: f, readOutput: floats } as const;
const kinds = {
  half: { ...plain, inputs: 'halves', inputBytes: 2, read: halves, scales: [0.5, 3] },
  bfloat: { ...plain, inputs: 'bfloats', inputBytes: 2, read: bfloats, scales: [0.5, 3] },
  tf32: { ...plain, inputs: 'floats', inputBytes: 4, read: floats, scales: [0.5, 3] },
  double: {
    inputs: 'doubles',
    inputBytes: 8,
    outputs: 'doubles',
    outputBytes: 8,
    scalar: d,
    read: doubles,
    readOutput: doubles,
    scales: [0.5, 3],
  },
  byte: {
    inputs: 'bytes',
    inputBytes: 1,
    outputs: 'words',
    outputBytes: 4,
    scalar: i,
    read: (bytes) => bytes ?? new Uint8Array(0),
    readOutput: words,
    // The tiled kernel divides beta by alpha.
    scales: [2, 4],
  },
} satisfies Readonly<Record<string, Numbers>>;

interface Sizes {
  readonly m: number;
  readonly n: number;
  readonly k: number;
}

/** Where an element of `B` is in its array. */
type PlaceInB = (column: number, at: number, k: number) => number;

const byRows: PlaceInB = (column, at, k) => column * k + at;
/** `simple_wmma_bf16gemm` exchanges the row and the column of its tiles of `B`. */
const exchanged: PlaceInB = (column, at, k) =>
  16 * (column >> 4) + (at & 15) + (16 * (at >> 4) + (column & 15)) * k;

const product =
  (
    { read, readOutput, scales: [alpha, beta] }: Numbers,
    { m, n, k }: Sizes,
    placeInB: PlaceInB = byRows,
  ): Check =>
  (after, before) => {
    const [a, b] = [read(before[0]), read(before[1])];
    const c = readOutput(before[2]);
    const wanted = new Float64Array(m * n);
    for (let row = 0; row < m; row++) {
      for (let column = 0; column < n; column++) {
        let sum = 0;
        for (let at = 0; at < k; at++)
          sum += (a[row * k + at] ?? 0) * (b[placeInB(column, at, k)] ?? 0);
        wanted[row * n + column] = alpha * sum + beta * (c[row * n + column] ?? 0);
      }
    }
    return sameNumbers('D', readOutput(after[3]), wanted);
  };

/** The arrays of a product. */
function arrays({ inputs, inputBytes, outputs, outputBytes }: Numbers, { m, n, k }: Sizes) {
  return [
    buffer(m * k * inputBytes, inputs),
    buffer(n * k * inputBytes, inputs),
    buffer(m * n * outputBytes, outputs),
    buffer(m * n * outputBytes, 'zero'),
  ];
}

/** A kernel through shared memory, which takes its sizes from constants: one block computes all. */
const tiled = (kernel: string, numbers: Numbers, sizes: Sizes): KernelLaunch => ({
  kernel,
  block: [256],
  sharedBytes: SHARED_BYTES,
  args: [...arrays(numbers, sizes), ...numbers.scales.map(numbers.scalar)],
  check: product(numbers, sizes),
});

/** A kernel that reads global memory, a warp per tile: 4 x 4 tiles in a block. */
const simple = (
  kernel: string,
  numbers: Numbers,
  tile: number,
  placeInB?: PlaceInB,
): KernelLaunch => {
  const sizes = { m: 4 * tile, n: 4 * tile, k: 64 };
  return {
    kernel,
    block: [128, 4],
    args: [
      ...arrays(numbers, sizes),
      i(sizes.m),
      i(sizes.n),
      i(sizes.k),
      ...numbers.scales.map(numbers.scalar),
    ],
    check: product(numbers, sizes, placeInB),
  };
};

const { half, bfloat, tf32, double, byte } = kinds;
const BLOCK_OF_128 = { m: 128, n: 128, k: 128 } as const;
const BLOCK_OF_64 = { m: 64, n: 64, k: 128 } as const;
const tilesOf = (k: number) => ({ M_TILES: 8, N_TILES: 8, K_TILES: k });

export const tensorCorePrograms: readonly ProgramFile[] = [
  sample(
    '3_CUDA_Features/cudaTensorCoreGemm/cudaTensorCoreGemm.cu',
    [tiled('compute_gemm', half, BLOCK_OF_128), simple('simple_wmma_gemm', half, 16)],
    tilesOf(8),
  ),
  sample(
    '3_CUDA_Features/bf16TensorCoreGemm/bf16TensorCoreGemm.cu',
    [
      tiled('_Z16compute_bf16gemm', bfloat, BLOCK_OF_128),
      tiled('compute_bf16gemm_async_copy', bfloat, BLOCK_OF_128),
      simple('simple_wmma_bf16gemm', bfloat, 16, exchanged),
    ],
    tilesOf(8),
  ),
  sample(
    '3_CUDA_Features/tf32TensorCoreGemm/tf32TensorCoreGemm.cu',
    [
      tiled('_Z16compute_tf32gemm', tf32, BLOCK_OF_128),
      tiled('compute_tf32gemm_async_copy', tf32, BLOCK_OF_128),
      simple('simple_wmma_tf32gemm', tf32, 16),
    ],
    tilesOf(16),
  ),
  sample(
    '3_CUDA_Features/immaTensorCoreGemm/immaTensorCoreGemm.cu',
    [tiled('compute_gemm_imma', byte, BLOCK_OF_128), simple('simple_wmma_gemm_imma', byte, 16)],
    tilesOf(8),
  ),
  sample(
    '3_CUDA_Features/dmmaTensorCoreGemm/dmmaTensorCoreGemm.cu',
    [
      tiled('_Z13compute_dgemm', double, BLOCK_OF_64),
      tiled('_Z24compute_dgemm_async_copy', double, BLOCK_OF_64),
      tiled('_Z27compute_dgemm_cg_async_copy', double, BLOCK_OF_64),
      simple('simple_wmma_gemm', double, 8),
    ],
    tilesOf(32),
  ),
];
