/** NVIDIA/cuda-samples: what is left, most of it without shared memory: vectors, votes, atomics, graphs, images, random numbers. */
import { sum } from '@ldscope/core';
import {
  type Argument,
  buffer,
  data,
  f,
  i,
  KB,
  type KernelLaunch,
  long,
  type ProgramFile,
  sample,
  value,
  words as wordsOf,
} from '../program.ts';
import { type Check, floats, matrixProduct, sameNumbers, words } from '../results.ts';

const COUNT = 256;
const zeros = (bytes = 4 * COUNT): Argument => buffer(bytes, 'zero');
const numbers = buffer(4 * COUNT);
const integers = buffer(4 * COUNT, 'words');
const threads = { grid: [2], block: [128] };

/** An array of integers is what a function makes of each place, and of the words of the arrays before. */
const each =
  (
    array: number,
    of: (at: number, before: readonly Uint32Array[]) => number,
    count = COUNT,
  ): Check =>
  (after, before) => {
    const old = before.map(words);
    const wanted = Array.from({ length: count }, (_, at) => of(at, old) >>> 0);
    return sameNumbers(`array ${array}`, words(after[array]).subarray(0, count), wanted);
  };

/** The same of floats. */
const eachFloat =
  (
    array: number,
    of: (at: number, before: readonly Float32Array[]) => number,
    count = COUNT,
  ): Check =>
  (after, before) => {
    const old = before.map(floats);
    const wanted = Array.from({ length: count }, (_, at) => of(at, old));
    return sameNumbers(`array ${array}`, floats(after[array]).subarray(0, count), wanted);
  };

const at = (array: ArrayLike<number> | undefined, place: number): number => array?.[place] ?? 0;

/** The sum of two vectors in a third; `order`: which of the arrays is the sum. */
const vectorAdd = (kernel: string): KernelLaunch => ({
  kernel,
  ...threads,
  args: [numbers, numbers, zeros(), i(COUNT)],
  check: eachFloat(2, (place, [a, b]) => at(a, place) + at(b, place)),
});

const product = (
  kernel: string,
  tile: number,
  size: (number: number) => Argument,
): KernelLaunch => ({
  kernel,
  grid: [64 / tile, 64 / tile],
  block: [tile, tile],
  args: [zeros(16 * KB), buffer(16 * KB), buffer(16 * KB), size(64), size(64)],
  check: matrixProduct({ c: 0, a: 1, b: 2, size: 64 }),
});

const filled = (kernel: string): KernelLaunch => ({
  kernel,
  ...threads,
  args: [zeros(), i(4 * COUNT), value(Int8Array.of(7))],
  check: each(0, () => 0x07070707),
});

/** Threads of two blocks of 128, in atomics on a word each. */
const atomicResults: Check = (after) => {
  const found = new Int32Array(words(after[0]).buffer);
  // Added and subtracted 10 by each; the largest and the smallest thread; counts that begin again after 17 and 137.
  const wanted = [2560, -2560, found[2] ?? 0, 255, 0];
  return sameNumbers('results', found.subarray(0, 5), wanted);
};

const introduction: readonly ProgramFile[] = [
  sample('0_Introduction/asyncAPI/asyncAPI.cu', [
    {
      kernel: 'increment_kernel',
      ...threads,
      args: [integers, i(26)],
      check: each(0, (place, [a]) => at(a, place) + 26),
    },
  ]),
  sample('0_Introduction/clock_nvrtc/clock_kernel.cu', [
    {
      kernel: 'timedReduction',
      grid: [4],
      block: [256],
      sharedBytes: 2048,
      args: [buffer(256 * KB), zeros(64), zeros(1024)],
    },
  ]),
  sample('0_Introduction/cudaOpenMP/cudaOpenMP.cu', [
    {
      kernel: 'kernelAddConstant',
      ...threads,
      args: [integers, i(5)],
      check: each(0, (place, [a]) => at(a, place) + 5),
    },
  ]),
  sample('0_Introduction/matrixMulDrv/matrixMul_kernel.cu', [
    product('matrixMul_bs8_64bit', 8, long),
    product('matrixMul_bs16_64bit', 16, long),
    product('matrixMul_bs32_64bit', 32, long),
  ]),
  sample('0_Introduction/matrixMul_nvrtc/matrixMul_kernel.cu', [
    product('matrixMulCUDA_block16', 16, i),
    product('matrixMulCUDA_block32', 32, i),
  ]),
  sample('0_Introduction/simpleAssert/simpleAssert.cu', [
    { kernel: 'testKernel', grid: [2], block: [32], args: [i(64)] },
  ]),
  sample('0_Introduction/simpleAtomicIntrinsics/simpleAtomicIntrinsics.cu', [
    {
      kernel: 'testKernel',
      grid: [2],
      block: [128],
      args: [zeros(64)],
      check: atomicResults,
    },
  ]),
  sample('0_Introduction/simpleCallback/simpleCallback.cu', [
    {
      kernel: 'incKernel',
      ...threads,
      args: [integers, i(COUNT)],
      check: each(0, (place, [a]) => at(a, place) + 1),
    },
  ]),
  sample('0_Introduction/simpleDrvRuntime/vectorAdd_kernel.cu', [vectorAdd('VecAdd_kernel')]),
  sample('0_Introduction/simpleIPC/simpleIPC.cu', [filled('simpleKernel')]),
  sample('0_Introduction/simpleMultiCopy/simpleMultiCopy.cu', [
    {
      kernel: 'incKernel',
      ...threads,
      args: [zeros(), integers, i(COUNT), i(5)],
      check: each(0, (place, [, a]) => at(a, place) + 1),
    },
  ]),
  sample('0_Introduction/simpleMultiGPU/simpleMultiGPU.cu', [
    {
      kernel: 'reduceKernel',
      grid: [2],
      block: [32],
      args: [zeros(256), numbers, i(COUNT)],
      check: eachFloat(
        0,
        (place, [, a]) => [0, 1, 2, 3].reduce((sum, step) => sum + at(a, place + 64 * step), 0),
        64,
      ),
    },
  ]),
  sample('0_Introduction/simpleOccupancy/simpleOccupancy.cu', [
    {
      kernel: 'square',
      ...threads,
      args: [integers, i(COUNT)],
      check: each(0, (place, [a]) => at(a, place) ** 2),
    },
  ]),
  sample('0_Introduction/simpleP2P/simpleP2P.cu', [
    {
      kernel: 'SimpleKernel',
      ...threads,
      args: [numbers, zeros()],
      check: eachFloat(1, (place, [a]) => 2 * at(a, place)),
    },
  ]),
  sample('0_Introduction/simplePrintf/simplePrintf.cu', [
    { kernel: 'testKernel', grid: [2, 2], block: [2, 2, 2], args: [i(10)] },
  ]),
  sample('0_Introduction/simpleStreams/simpleStreams.cu', [
    {
      kernel: 'init_array',
      ...threads,
      args: [zeros(), data(Int32Array.of(5)), i(3)],
      check: each(0, () => 15),
    },
  ]),
  sample('0_Introduction/simpleVoteIntrinsics/simpleVoteIntrinsics.cu', [
    {
      kernel: 'VoteAnyKernel1',
      block: [64],
      args: [
        data(Uint32Array.from({ length: 64 }, (_, place) => (place === 40 ? 1 : 0))),
        zeros(),
        i(64),
      ],
      check: each(1, (place) => (place < 32 ? 0 : 1), 64),
    },
    {
      kernel: 'VoteAllKernel2',
      block: [64],
      args: [
        data(Uint32Array.from({ length: 64 }, (_, place) => (place === 40 ? 0 : 1))),
        zeros(),
        i(64),
      ],
      check: each(1, (place) => (place < 32 ? 1 : 0), 64),
    },
    { kernel: 'VoteAnyKernel3', block: [96], args: [zeros(512), i(32)] },
  ]),
  sample('0_Introduction/simpleZeroCopy/simpleZeroCopy.cu', [vectorAdd('vectorAddGPU')]),
  sample('0_Introduction/systemWideAtomics/systemWideAtomics.cu', [
    {
      kernel: 'atomicKernel',
      block: [64],
      args: [zeros(64)],
      check: (after) => sameNumbers('sum', words(after[0]).subarray(0, 1), [64 * 50 * 10]),
    },
  ]),
  sample('0_Introduction/vectorAdd/vectorAdd.cu', [vectorAdd('vectorAdd')]),
  sample('0_Introduction/vectorAddDrv/vectorAdd_kernel.cu', [vectorAdd('VecAdd_kernel')]),
  sample('0_Introduction/vectorAddMMAP/vectorAdd_kernel.cu', [vectorAdd('VecAdd_kernel')]),
  sample('0_Introduction/vectorAdd_nvrtc/vectorAdd_kernel.cu', [vectorAdd('vectorAdd')]),
];

const techniques: readonly ProgramFile[] = [
  sample('2_Concepts_and_Techniques/inlinePTX/inlinePTX.cu', [
    {
      kernel: 'sequence_gpu',
      ...threads,
      args: [zeros(), i(COUNT)],
      check: each(0, (place) => place & 31),
    },
  ]),
  sample('2_Concepts_and_Techniques/inlinePTX_nvrtc/inlinePTX_kernel.cu', [
    {
      kernel: 'sequence_gpu',
      ...threads,
      args: [zeros(), i(COUNT)],
      check: each(0, (place) => place & 31),
    },
  ]),
  sample('2_Concepts_and_Techniques/streamOrderedAllocation/streamOrderedAllocation.cu', [
    vectorAdd('vectorAddGPU'),
  ]),
  sample('2_Concepts_and_Techniques/streamOrderedAllocationIPC/streamOrderedAllocationIPC.cu', [
    filled('simpleKernel'),
  ]),
  sample('2_Concepts_and_Techniques/streamOrderedAllocationP2P/streamOrderedAllocationP2P.cu', [
    {
      kernel: 'copyP2PAndScale',
      ...threads,
      args: [integers, zeros(), i(COUNT)],
      check: each(1, (place, [a]) => 2 * at(a, place)),
    },
  ]),
  sample('2_Concepts_and_Techniques/threadMigration/threadMigration_kernel.cu', [
    {
      kernel: 'kernelFunction',
      block: [32],
      args: [buffer(128, 'words')],
      check: each(0, (place) => 32 - place, 32),
    },
  ]),
];

/** Offsets of eight vertices with two edges each. */
const offsets = data(Uint32Array.from({ length: 8 }, (_, place) => 2 * place));
const mapping = data(Uint32Array.from({ length: 8 }, (_, place) => place >> 1));
const edges = data(Uint32Array.from({ length: 16 }, (_, place) => (5 * place) & 7));
const starts = data(Uint32Array.from({ length: 16 }, (_, place) => place >> 1));
const few = { block: [32] };
const nothing = 0xffffffff;
const trees: ProgramFile = {
  ...sample('2_Concepts_and_Techniques/segmentationTreeThrust/kernels.cuh', [
    {
      kernel: 'addScalar',
      ...few,
      args: [offsets, i(3), i(8)],
      check: each(0, (place) => 2 * place + 3, 8),
    },
    {
      kernel: 'markSegments',
      ...few,
      args: [offsets, zeros(64), i(8)],
      check: each(1, (place) => (place & 1) ^ 1, 16),
    },
    {
      kernel: 'getVerticesMapping',
      ...few,
      args: [data(Uint32Array.of(3, 1, 0, 2)), data(Uint32Array.of(0, 0, 1, 1)), zeros(16), i(4)],
      check: each(2, (place) => [1, 0, 1, 0][place] ?? 0, 4),
    },
    {
      kernel: 'getSuccessors',
      ...few,
      args: [offsets, edges, zeros(32), i(8), i(16)],
      check: each(2, (place) => (5 * (2 * place + 1)) & 7, 8),
    },
    {
      kernel: 'removeCycles',
      ...few,
      args: [data(Uint32Array.of(1, 0, 1, 2)), i(4)],
      check: each(0, (place) => [0, 0, 1, 2][place] ?? 0, 4),
    },
    {
      kernel: 'getRepresentatives',
      ...few,
      args: [data(Uint32Array.of(0, 0, 1, 2)), zeros(16), i(4)],
      check: each(1, () => 0, 4),
    },
    {
      kernel: 'invalidateLoops',
      ...few,
      args: [starts, mapping, edges, i(16)],
      check: each(
        2,
        (place) => {
          const end = (5 * place) & 7;
          return place >> 2 === end >> 1 ? nothing : end;
        },
        16,
      ),
    },
    {
      kernel: 'calculateEdgesInfo',
      ...few,
      args: [starts, mapping, edges, buffer(64), zeros(64), zeros(64), i(16), i(4)],
      check: each(4, (place) => place >> 2, 16),
    },
    {
      kernel: 'makeNewEdges',
      ...few,
      args: [
        data(Uint32Array.from({ length: 16 }, (_, place) => 15 - place)),
        mapping,
        edges,
        buffer(64),
        zeros(64),
        zeros(64),
        i(16),
      ],
      check: each(4, (place) => ((5 * (15 - place)) & 7) >> 1, 16),
    },
  ]),
  wrapper: '#include <climits>\n#include "kernels.cuh"\n',
};

const features: readonly ProgramFile[] = [
  sample('3_CUDA_Features/StreamPriorities/StreamPriorities.cu', [
    {
      kernel: 'memcpy_kernel',
      ...threads,
      args: [zeros(), integers, long(4 * COUNT)],
      check: each(0, (place, [, a]) => at(a, place)),
    },
  ]),
  sample('3_CUDA_Features/binaryPartitionCG/binaryPartitionCG.cu', [
    {
      kernel: 'oddEvenCountAndSumCG',
      ...threads,
      args: [integers, zeros(4), zeros(8), i(COUNT)],
      check: (after, before) => {
        const all = [...words(before[0])];
        const odd = all.filter((one) => (one & 1) === 1);
        const even = sum(all) - sum(odd);
        return (
          sameNumbers('odd numbers', words(after[1]), [odd.length]) ??
          sameNumbers('sums', words(after[2]), [sum(odd), even])
        );
      },
    },
  ]),
  sample('3_CUDA_Features/cudaCompressibleMemory/saxpy.cu', [
    {
      kernel: 'saxpy',
      ...threads,
      args: [f(2), numbers, numbers, zeros(), long(COUNT / 4)],
      check: eachFloat(2, (place, [x, y]) => 2 * at(x, place) + at(y, place)),
    },
    {
      kernel: '_Z4init',
      ...threads,
      args: [zeros(), zeros(), f(1.5), long(COUNT / 4)],
      check: eachFloat(1, () => 1.5),
    },
  ]),
  sample('3_CUDA_Features/graphMemoryFootprint/graphMemoryFootprint.cu', [
    { kernel: 'clockBlock', block: [1], args: [long(200)] },
  ]),
  sample('3_CUDA_Features/graphMemoryNodes/graphMemoryNodes.cu', [
    {
      kernel: 'squareArray',
      ...threads,
      args: [numbers, zeros(), i(COUNT)],
      check: eachFloat(1, (place, [a]) => at(a, place) ** 2),
    },
    {
      kernel: 'negateArray',
      ...threads,
      args: [numbers, zeros(), i(COUNT)],
      check: eachFloat(1, (place, [a]) => -at(a, place)),
    },
  ]),
  sample('3_CUDA_Features/memMapIPCDrv/memMapIpc_kernel.cu', [filled('memMapIpc_kernel')]),
  sample('3_CUDA_Features/ptxjit/ptxjit_kernel.cu', [
    {
      kernel: 'myKernel',
      ...threads,
      args: [zeros()],
      check: each(0, (place) => place),
    },
  ]),
  sample('3_CUDA_Features/warpAggregatedAtomicsCG/warpAggregatedAtomicsCG.cu', [
    {
      kernel: 'filter_arr',
      ...threads,
      args: [zeros(), zeros(4), integers, i(COUNT)],
      check: (after, before) => {
        const positive = [...words(before[2])].filter((one) => one > 0).sort((a, b) => a - b);
        const found = [...words(after[0])].slice(0, positive.length).sort((a, b) => a - b);
        return (
          sameNumbers('count', words(after[1]), [positive.length]) ??
          sameNumbers('numbers', found, positive)
        );
      },
    },
    {
      kernel: 'mapToBuckets',
      ...threads,
      args: [
        data(Int32Array.from({ length: COUNT }, (_, place) => (7 * place) % 5)),
        zeros(),
        zeros(20),
        i(COUNT),
        i(5),
      ],
      check: each(2, (bucket) => (bucket === 0 ? 52 : 51), 5),
    },
    {
      kernel: 'calculateMaxInEachBuckets',
      ...threads,
      args: [
        data(Int32Array.from({ length: COUNT }, (_, place) => place % 5)),
        data(Int32Array.from({ length: COUNT }, (_, place) => place)),
        zeros(20),
        i(COUNT),
        i(5),
      ],
      check: each(2, (bucket) => (bucket === 0 ? 255 : 250 + bucket), 5),
    },
  ]),
];

const black = (path: string): ProgramFile => ({
  ...sample(path, [
    {
      kernel: 'BlackScholesGPU',
      ...threads,
      args: [
        zeros(2 * KB),
        zeros(2 * KB),
        buffer(2 * KB, 'constant'),
        buffer(2 * KB, 'constant'),
        buffer(2 * KB, 'constant'),
        f(0.02),
        f(0.3),
        i(512),
      ],
      // Calls less puts are prices less strikes without their interest.
      check: (after) => {
        const [calls, puts] = [floats(after[0]), floats(after[1])];
        const interest = 0.25 - 0.25 * Math.exp(-0.02 * 0.25);
        return sameNumbers(
          'calls less puts',
          calls.map((one, place) => one - at(puts, place)),
          Array.from({ length: 512 }, () => interest),
          1e-4,
        );
      },
    },
  ]),
  wrapper: `#include "${path.slice(path.lastIndexOf('/') + 1)}"\n`,
});

const domains: readonly ProgramFile[] = [
  sample('4_CUDA_Libraries/conjugateGradientCudaGraphs/conjugateGradientCudaGraphs.cu', [
    {
      kernel: 'initVectors',
      ...threads,
      args: [zeros(), zeros(), i(COUNT)],
      check: eachFloat(0, () => 1),
    },
    {
      kernel: 'r1_div_x',
      block: [1],
      args: [data(Float32Array.of(3)), data(Float32Array.of(2)), zeros(4)],
      check: eachFloat(2, () => 1.5, 1),
    },
    {
      kernel: 'a_minus',
      block: [1],
      args: [data(Float32Array.of(3)), zeros(4)],
      check: eachFloat(1, () => -3, 1),
    },
  ]),
  sample('4_CUDA_Libraries/oceanFFT/oceanFFT_kernel.cu', [
    {
      kernel: 'generateSpectrumKernel',
      grid: [2, 2],
      block: [8, 8],
      args: [buffer(4 * KB), zeros(2 * KB), i(17), i(16), i(16), f(0.5), f(100)],
    },
    {
      kernel: 'updateHeightmapKernelP',
      grid: [2, 2],
      block: [8, 8],
      args: [zeros(), buffer(2 * KB), i(16)],
    },
    {
      kernel: 'updateHeightmapKernel_y',
      grid: [2, 2],
      block: [8, 8],
      args: [zeros(), buffer(2 * KB), i(16)],
    },
    {
      kernel: 'calculateSlopeKernel',
      grid: [2, 2],
      block: [8, 8],
      args: [numbers, zeros(2 * KB), i(16), i(16)],
    },
  ]),
  black('5_Domain_Specific/BlackScholes/BlackScholes_kernel.cuh'),
  black('5_Domain_Specific/BlackScholes_nvrtc/BlackScholes_kernel.cuh'),
  sample('5_Domain_Specific/NV12toBGRandResize/utils.cu', [
    {
      kernel: 'floatToChar',
      block: [64],
      args: [
        data(Float32Array.from({ length: 192 }, (_, place) => place)),
        zeros(192),
        i(8),
        i(8),
        i(1),
      ],
      check: (after) =>
        sameNumbers(
          'pixels',
          after[1] ?? [],
          Array.from({ length: 192 }, (_, place) => 64 * (place % 3) + Math.floor(place / 3)),
        ),
    },
  ]),
  sample('5_Domain_Specific/NV12toBGRandResize/nv12_to_bgr_planar.cu', [
    {
      kernel: 'nv12ToBGRplanarBatchKernel',
      grid: [1, 1, 1],
      block: [8, 8],
      args: [buffer(KB, 'bytes'), i(32), zeros(8 * KB), i(128), i(32), i(16), i(1)],
    },
  ]),
  sample('5_Domain_Specific/p2pBandwidthLatencyTest/p2pBandwidthLatencyTest.cu', [
    {
      kernel: 'copyp2p',
      ...threads,
      args: [zeros(), integers, long(COUNT / 4)],
      check: each(0, (place, [, a]) => at(a, place)),
    },
  ]),
  sample('5_Domain_Specific/quasirandomGenerator/quasirandomGenerator_kernel.cu', [
    {
      kernel: 'quasirandomGeneratorKernel',
      grid: [1],
      block: [32, 3],
      args: [zeros(), i(0), i(64)],
      globals: {
        c_Table: data(Uint32Array.from({ length: 93 }, (_, place) => 2 ** (30 - (place % 31)))),
      },
    },
    {
      kernel: 'inverseCNDKernel',
      ...threads,
      args: [zeros(), wordsOf, i(COUNT)],
    },
  ]),
  sample('6_Performance/LargeKernelParameter/LargeKernelParameter.cu', [
    {
      kernel: 'kernelDefault',
      block: [1],
      args: [value(new Int32Array(1024).fill(2)), zeros(4)],
      globals: { excess_params: data(new Int32Array(6976).fill(1)) },
      check: (after) => sameNumbers('sum', words(after[0]).subarray(0, 1), [2 * 1024 + 6976]),
    },
  ]),
  sample('6_Performance/alignedTypes/alignedTypes.cu', [
    {
      kernel: 'testKernelIhE',
      ...threads,
      args: [zeros(), integers, i(4 * COUNT)],
      check: each(0, (place, [, a]) => at(a, place)),
    },
  ]),
  sample('6_Performance/UnifiedMemoryPerf/commonKernels.cu', [
    { kernel: 'spinWhileLessThanOne', block: [1], args: [data(Uint32Array.of(1))] },
  ]),
  sample('6_Performance/cudaGraphsPerfScaling/cudaGraphPerfScaling.cu', [
    { kernel: '_Z5emptyv', block: [1], args: [] },
    { kernel: '_Z5delayx', block: [1], args: [long(100)] },
    { kernel: 'waitWithTimeout', block: [1], args: [long(100), zeros(4), zeros(8), long(0)] },
    { kernel: 'preUploadAnnotation', block: [1], args: [] },
    { kernel: 'postUploadAnnotation', block: [1], args: [] },
  ]),
];

export const plainPrograms: readonly ProgramFile[] = [
  ...introduction,
  ...techniques,
  trees,
  ...features,
  ...domains,
];
