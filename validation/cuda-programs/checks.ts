/** What kernels of the launch files compute: a check of all kernels of a file, or of each by its name there. */
import { sum } from '@ldscope/core';
import { eigenvalues, symmetric } from './matrices.ts';
import * as numeric from './numeric-checks.ts';
import {
  bfloats,
  type Check,
  doubles,
  each,
  eachFloat,
  elementAt as at,
  floats,
  halves,
  integers,
  octets,
  product,
  type Read,
  reduction,
  sameNumbers,
  sorted,
  sumsBefore,
  transposed,
  words,
} from './results.ts';

/** Square matrices of 64: the first array is the product of the others. */
const squares = product({ m: 64, n: 64, k: 64, arrays: { c: 0, a: 1, b: 2 } });

/** `D = alpha A B^T + beta C` on tensor cores, rows of `A` and `B` one after another. */
const tensorProduct = (
  read: Read,
  [m, n, k]: readonly [number, number, number],
  {
    readOutput = floats,
    scales: [alpha, beta] = [0.5, 3],
    inB = (row: number, column: number) => column * k + row,
  }: {
    readonly readOutput?: Read;
    readonly scales?: readonly [number, number];
    readonly inB?: (row: number, column: number) => number;
  } = {},
): Check =>
  product({ m, n, k, arrays: { a: 0, b: 1, c: 2, d: 3 }, alpha, beta, read, readOutput, inB });
/** `simple_wmma_bf16gemm` exchanges the row and the column of its tiles of `B`. */
const exchanged = (row: number, column: number): number =>
  16 * (column >> 4) + (row & 15) + (16 * (row >> 4) + (column & 15)) * 64;
// The tiled kernel divides beta by alpha.
const octetProduct = { readOutput: words, scales: [2, 4] } as const;

/** `C = 0.5 A B^T + 3 C` of CuTe's tutorials: `C` by columns, 128 x 128; `A` and `B` by columns of 128, or by rows. */
const tileProduct = (byRows: boolean, isHalf: boolean): Check => {
  const k = isHalf ? 192 : 32;
  const place = (row: number, column: number): number =>
    byRows ? row * k + column : column * 128 + row;
  return product({
    m: 128,
    n: 128,
    k,
    arrays: { a: 0, b: 1, c: 2 },
    alpha: 0.5,
    beta: 3,
    read: isHalf ? halves : floats,
    inA: place,
    inB: (row, column) => place(column, row),
    inC: (row, column) => column * 128 + row,
    tolerance: isHalf ? 0.05 : 1e-4,
  });
};
const COLUMNS = 'EfNS1_IJNS3_ILi1EEEiEEE';
const ROWS = 'EfNS1_IJiNS3_ILi1EEEEEE';
const tiles = { [COLUMNS]: tileProduct(false, false), [ROWS]: tileProduct(true, false) };

const vectorAdd = eachFloat(2, (place, [a, b]) => at(a, place) + at(b, place));
const plus = (number: number): Check => each(0, (place, [a]) => at(a, place) + number);
/** The first array is what the second one was. */
const copied = each(0, (place, [, a]) => at(a, place));
const sevens = each(0, () => 0x07070707);
const lanes = each(0, (place) => place & 31);

/** Keys in order, and values with their keys. */
const sortedPairs: Check = (after, before) => {
  const [keys, values] = [words(before[0]), words(before[2])];
  const order = [...keys.keys()].sort((a, b) => at(keys, a) - at(keys, b) || a - b);
  const inOrder = (list: Uint32Array): number[] => order.map((place) => at(list, place));
  return (
    sameNumbers('key', words(after[1]), inOrder(keys), 0) ??
    sameNumbers('value', words(after[3]), inOrder(values), 0)
  );
};

/** Each element of an image of 64 x 64, the first array, is `of` its place in the second one. */
const placed = (of: (x: number, y: number, from: Float32Array) => number): Check =>
  eachFloat(
    0,
    (place, [, from = new Float32Array()]) => of(place % 64, Math.floor(place / 64), from),
    undefined,
    2e-5,
  );
/** A row or column of the filter of 17 weights, which are those of an array of the launch. */
const convolved = (dx: number, dy: number): Check => {
  const inside = (place: number): number => Math.min(63, Math.max(0, place));
  const steps = Array.from({ length: 17 }, (_, place) => place - 8);
  return placed((x, y, from) =>
    sum(steps.map((k) => 0.25 * at(from, inside(y + k * dy) * 64 + inside(x + k * dx)))),
  );
};

/** The sum of an array in the first place of the second. */
const summed: Check = (after, before) =>
  sameNumbers('sum', floats(after[1]), [sum(floats(before[0]))]);

/** Both vectors, divided by the root of their product. */
const normalized: Check = (after, before) => {
  const [a, b] = [floats(before[0]), floats(before[1])];
  const root = Math.sqrt(sum(Float64Array.from(a, (one, place) => one * at(b, place))));
  const divided = (list: Float32Array): number[] => [...list].map((one) => one / root);
  return (
    sameNumbers('A', floats(after[0]), divided(a)) ??
    sameNumbers('B', floats(after[1]), divided(b)) ??
    sameNumbers('root', doubles(after[2]), [root])
  );
};

/** The matrix times the solution is 1 everywhere. */
const solved: Check = (after) => {
  const x = floats(after[3]);
  const rows = symmetric.map((row) =>
    sum(row.map(({ column, value }) => value * (x[column] ?? NaN))),
  );
  return sameNumbers('A x', rows, new Float32Array(rows.length).fill(1));
};

/** Each eigenvalue is near one of the numbers of the third array. */
const allFound: Check = (after) => {
  const found = floats(after[2]);
  const lost = eigenvalues().find((one) => !found.some((other) => Math.abs(other - one) <= 1e-4));
  return lost === undefined ? undefined : `the eigenvalue ${lost} is not found`;
};

/** Numbers from 0 on that half of the threads pushed, in any order, and -1 for the others. */
const popped: Check = (after) => {
  const found = integers(after[0]).toSorted();
  const wanted = found.map((_, place) => Math.max(-1, place - found.length / 2));
  return sameNumbers('popped', found, wanted, 0);
};

/** Threads of two blocks of 128, in atomics on a word each. */
const atomicResults: Check = (after) => {
  const found = integers(after[0]);
  // Added and subtracted 10 by each; the largest and the smallest thread; counts that begin again after 17 and 137.
  return sameNumbers('results', found.subarray(0, 5), [2560, -2560, at(found, 2), 255, 0]);
};

const oddsAndEvens: Check = (after, before) => {
  const all = [...words(before[0])];
  const odd = all.filter((one) => (one & 1) === 1);
  return (
    sameNumbers('odd numbers', words(after[1]), [odd.length]) ??
    sameNumbers('sums', words(after[2]), [sum(odd), sum(all) - sum(odd)])
  );
};

const positives: Check = (after, before) => {
  const wanted = words(before[2])
    .filter((one) => one > 0)
    .toSorted();
  const found = words(after[0]).slice(0, wanted.length).toSorted();
  return (
    sameNumbers('count', words(after[1]), [wanted.length]) ?? sameNumbers('numbers', found, wanted)
  );
};

/** Calls less puts are prices less strikes without their interest. */
const callsLessPuts: Check = (after) => {
  const [calls, puts] = [floats(after[0]), floats(after[1])];
  const interest = 0.25 - 0.25 * Math.exp(-0.02 * 0.25);
  const differences = calls.map((one, place) => one - at(puts, place));
  return sameNumbers('calls less puts', differences, new Float64Array(512).fill(interest));
};

/** Pixels of three bytes, plane by plane. */
const planes: Check = (after) =>
  sameNumbers(
    'pixels',
    octets(after[1]),
    Array.from({ length: 192 }, (_, place) => 64 * (place % 3) + Math.floor(place / 3)),
  );

/** The sum of an array is in the first word. */
const wordIs =
  (array: number, value: number): Check =>
  (after) =>
    sameNumbers('sum', words(after[array]).subarray(0, 1), [value]);

const CHECKS: Readonly<Record<string, Check | Readonly<Record<string, Check>>>> = {
  'sgemm': product({ m: 256, n: 256, k: 64, arrays: { a: 0, b: 1, c: 2 }, alpha: 0.5, beta: 3 }),
  'cute-sgemm_1': tiles,
  'cute-sgemm_2': tiles,
  'cute-sgemm_sm70': tiles,
  'cute-sgemm_sm80': tileProduct(true, true),
  'cute-wgmma_sm90': {
    half_tENS1_IJNS3_ILi1EEEiEEE: tileProduct(false, true),
    half_tENS1_IJiNS3_ILi1EEEEEE: tileProduct(true, true),
  },
  'cute-wgmma_tma_sm90': {
    MajorE1ELS1K_1: tileProduct(false, true),
    MajorE0ELS1K_0: tileProduct(true, true),
  },
  'matrixMul': squares,
  'mergeSort-bitonic': sorted(0, 1024),
  'mergeSort-mergeSort': sorted(0, 1024),
  'reduction': {
    '*': reduction(floats),
    ...Object.fromEntries(
      ['64ELm32', '128ELm64', '256ELm128', '512ELm256'].map((sizes) => [
        `multi_warp_cg_reduceIdLm${sizes}EE`,
        reduction(doubles),
      ]),
    ),
  },
  'scan': {
    scanExclusiveSharedP: (after, before) =>
      sameNumbers('sum', words(after[0]), sumsBefore(words(before[1]), 1024), 0),
  },
  'sortingNetworks-bitonicSort': { bitonicSortSharedP: sorted(0, 1024) },
  'sortingNetworks-oddEvenMergeSort': sorted(0, 1024),
  'threadFenceReduction': { reduceMultiPassILj256ELb1E: reduction(floats) },
  'globalToShmemAsyncCopy': squares,
  'transpose': {
    transposeCoalesced: transposed(64),
    transposeNoBankConflicts: transposed(64),
    transposeDiagonal: transposed(64),
  },
  'UnifiedMemoryPerf-matrixMultiplyPerf': squares,
  'cudaTensorCoreGemm': {
    compute_gemm: tensorProduct(halves, [128, 128, 128]),
    simple_wmma_gemm: tensorProduct(halves, [64, 64, 64]),
  },
  'bf16TensorCoreGemm': {
    _Z16compute_bf16gemm: tensorProduct(bfloats, [128, 128, 128]),
    compute_bf16gemm_async_copy: tensorProduct(bfloats, [128, 128, 128]),
    simple_wmma_bf16gemm: tensorProduct(bfloats, [64, 64, 64], { inB: exchanged }),
  },
  'tf32TensorCoreGemm': {
    _Z16compute_tf32gemm: tensorProduct(floats, [128, 128, 128]),
    compute_tf32gemm_async_copy: tensorProduct(floats, [128, 128, 128]),
    simple_wmma_tf32gemm: tensorProduct(floats, [64, 64, 64]),
  },
  'immaTensorCoreGemm': {
    compute_gemm_imma: tensorProduct(octets, [128, 128, 128], octetProduct),
    simple_wmma_gemm_imma: tensorProduct(octets, [64, 64, 64], octetProduct),
  },
  'dmmaTensorCoreGemm': {
    _Z13compute_dgemm: tensorProduct(doubles, [64, 64, 128], { readOutput: doubles }),
    _Z24compute_dgemm_async_copy: tensorProduct(doubles, [64, 64, 128], { readOutput: doubles }),
    _Z27compute_dgemm_cg_async_copy: tensorProduct(doubles, [64, 64, 128], { readOutput: doubles }),
    simple_wmma_gemm: tensorProduct(doubles, [32, 32, 64], { readOutput: doubles }),
  },
  'nbody': {
    integrateBodiesIfE: numeric.bodies(floats),
    integrateBodiesIdE: numeric.bodies(doubles),
  },
  'FDTD3d': numeric.differences,
  'binomialOptions': numeric.options,
  'eigenvalues-bisect_small': allFound,
  'eigenvalues-bisect_large': { bisectKernelLarge_OneIntervals: allFound },
  'SobolQRNG': numeric.sobol,
  'jacobiCudaGraphs': { JacobiMethod: numeric.jacobi, finalError: numeric.farFromOne },
  'simpleAWBarrier': normalized,
  'reductionMultiBlockCG': summed,
  'conjugateGradientMultiBlockCG': solved,
  'newdelete': { placementNew: popped, complexVector: popped },
  'particles': sortedPairs,
  'marchingCubes': {
    DeviceScanKernelINS2_10policy_hubIjjjj: (after, before) =>
      sameNumbers('sum', words(after[1]), sumsBefore(words(before[0])), 0),
  },
  'simplePitchLinearTexture': placed((x, y, from) =>
    at(from, ((y + 3) % 64) * 64 + ((x + 5) % 64)),
  ),
  'convolutionTexture': {
    convolutionRowsKernel: convolved(1, 0),
    convolutionColumnsKernel: convolved(0, 1),
  },
  'asyncAPI': plus(26),
  'cudaOpenMP': plus(5),
  'matrixMulDrv': squares,
  'matrixMul_nvrtc': squares,
  'simpleAtomicIntrinsics': atomicResults,
  'simpleCallback': plus(1),
  'simpleDrvRuntime': vectorAdd,
  'simpleIPC': sevens,
  'simpleMultiCopy': each(0, (place, [, a]) => at(a, place) + 1),
  'simpleMultiGPU': eachFloat(
    0,
    (place, [, a]) => sum([0, 64, 128, 192].map((step) => at(a, place + step))),
    64,
  ),
  'simpleOccupancy': each(0, (place, [a]) => at(a, place) ** 2),
  'simpleP2P': eachFloat(1, (place, [a]) => 2 * at(a, place)),
  'simpleStreams': each(0, () => 15),
  'simpleVoteIntrinsics': {
    VoteAnyKernel1: each(1, (place) => (place < 32 ? 0 : 1), 64),
    VoteAllKernel2: each(1, (place) => (place < 32 ? 1 : 0), 64),
  },
  'simpleZeroCopy': vectorAdd,
  'systemWideAtomics': wordIs(0, 64 * 50 * 10),
  'vectorAdd': vectorAdd,
  'vectorAddDrv': vectorAdd,
  'vectorAddMMAP': vectorAdd,
  'vectorAdd_nvrtc': vectorAdd,
  'inlinePTX': lanes,
  'inlinePTX_nvrtc': lanes,
  'streamOrderedAllocation': vectorAdd,
  'streamOrderedAllocationIPC': sevens,
  'streamOrderedAllocationP2P': each(1, (place, [a]) => 2 * at(a, place)),
  'threadMigration': each(0, (place) => 32 - place, 32),
  // Of 8 vertices with two edges each: edge `e` goes from vertex `e >> 1` to `5 e & 7`.
  'segmentationTreeThrust': {
    addScalar: each(0, (place) => 2 * place + 3, 8),
    markSegments: each(1, (place) => (place & 1) ^ 1, 16),
    getVerticesMapping: each(2, (place) => at([1, 0, 1, 0], place), 4),
    getSuccessors: each(2, (place) => (5 * (2 * place + 1)) & 7, 8),
    removeCycles: each(0, (place) => at([0, 0, 1, 2], place), 4),
    getRepresentatives: each(1, () => 0, 4),
    invalidateLoops: each(
      2,
      (edge) => (edge >> 2 === ((5 * edge) & 7) >> 1 ? 0xffffffff : (5 * edge) & 7),
      16,
    ),
    calculateEdgesInfo: each(4, (edge) => edge >> 2, 16),
    makeNewEdges: each(4, (edge) => ((5 * (15 - edge)) & 7) >> 1, 16),
  },
  'StreamPriorities': copied,
  'binaryPartitionCG': oddsAndEvens,
  'cudaCompressibleMemory': {
    saxpy: eachFloat(2, (place, [x, y]) => 2 * at(x, place) + at(y, place)),
    _Z4init: eachFloat(1, () => 1.5),
  },
  'graphMemoryNodes': {
    squareArray: eachFloat(1, (place, [a]) => at(a, place) ** 2),
    negateArray: eachFloat(1, (place, [a]) => -at(a, place)),
  },
  'memMapIPCDrv': sevens,
  'ptxjit': each(0, (place) => place),
  'warpAggregatedAtomicsCG': {
    filter_arr: positives,
    mapToBuckets: each(2, (bucket) => (bucket === 0 ? 52 : 51), 5),
    calculateMaxInEachBuckets: each(2, (bucket) => (bucket === 0 ? 255 : 250 + bucket), 5),
  },
  'conjugateGradientCudaGraphs': {
    initVectors: eachFloat(0, () => 1),
    r1_div_x: eachFloat(2, () => 1.5, 1),
    a_minus: eachFloat(1, () => -3, 1),
  },
  'BlackScholes': callsLessPuts,
  'BlackScholes_nvrtc': callsLessPuts,
  'NV12toBGRandResize-utils': planes,
  'p2pBandwidthLatencyTest': copied,
  'LargeKernelParameter': wordIs(0, 2 * 1024 + 6976),
  'alignedTypes': copied,
};

/** The check of a kernel of a launch file; a kernel without one is only executed. */
export function checkOf(launches: string, kernel: string): Check | undefined {
  const found = CHECKS[launches];
  return typeof found === 'function' ? found : (found?.[kernel] ?? found?.['*']);
}
