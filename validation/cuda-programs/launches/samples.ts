/** NVIDIA/cuda-samples: transposes, reductions, scans, sorts, histograms, transforms. */
import {
  buffer,
  f,
  i,
  KB,
  type KernelLaunch,
  long,
  many,
  type ProgramFile,
  sample,
  words,
} from '../program.ts';
import {
  doubleReduction,
  matrixProduct,
  plainReduction,
  prefixSums,
  sorted,
  transposed,
} from '../results.ts';

/** A product of square matrices of 64 through tiles of `tile`. */
const matrixMul = (kernel: string, tile: number): KernelLaunch => ({
  kernel,
  grid: [64 / tile, 64 / tile],
  block: [tile, tile],
  args: [buffer(16 * KB, 'zero'), buffer(16 * KB), buffer(16 * KB), i(64), i(64)],
  check: matrixProduct({ c: 0, a: 1, b: 2, size: 64 }),
});

const TRANSPOSES = ['transposeCoalesced', 'transposeNoBankConflicts', 'transposeDiagonal'] as const;
const transposes: readonly KernelLaunch[] = [
  ...['copySharedMem', 'transposeFineGrained', 'transposeCoarseGrained'].map((kernel) => ({
    kernel,
    grid: [2, 2],
    block: [32, 16],
    args: [buffer(16 * KB, 'zero'), buffer(16 * KB), i(64), i(64)],
  })),
  ...TRANSPOSES.map((kernel) => ({
    kernel,
    grid: [2, 2],
    block: [32, 16],
    args: [buffer(16 * KB, 'zero'), buffer(16 * KB), i(64), i(64)],
    check: transposed(64),
  })),
];

const reductions: readonly KernelLaunch[] = [
  ...[0, 1, 2].map((number) => ({ kernel: `_Z7reduce${number}IfE`, each: 256 })),
  { kernel: '_Z7reduce3IfE', each: 512 },
  ...[4, 5].map((number) => ({ kernel: `_Z7reduce${number}IfLj256EE`, each: 512 })),
  { kernel: '_Z7reduce6IfLj256ELb1EE', each: 512 },
  { kernel: '_Z7reduce7IfLj256ELb1EE', each: 512 },
  { kernel: '_Z9cg_reduceIfE', each: 512 },
].map(({ kernel, each }) => ({
  kernel,
  grid: [2],
  block: [256],
  sharedBytes: 1024,
  args: [buffer(8 * each), buffer(64, 'zero'), i(2 * each)],
  check: plainReduction(2 * each),
}));

/** Groups of several warps, each half of a block. */
const groupReductions: readonly KernelLaunch[] = [64, 128, 256, 512].flatMap((block) =>
  (['f', 'd'] as const).map((type): KernelLaunch => {
    const bytes = type === 'd' ? 8 : 4;
    return {
      kernel: `multi_warp_cg_reduceI${type}Lm${block}ELm${block / 2}EE`,
      grid: [2],
      block: [block],
      sharedBytes: 1024,
      args: [
        buffer(2 * block * bytes, type === 'd' ? 'doubles' : 'floats'),
        buffer(64, 'zero'),
        i(2 * block),
      ],
      check: type === 'd' ? doubleReduction(2 * block) : plainReduction(2 * block),
    };
  }),
);

export const samplePrograms: readonly ProgramFile[] = [
  sample('0_Introduction/matrixMul/matrixMul.cu', [
    matrixMul('MatrixMulCUDAILi16E', 16),
    matrixMul('MatrixMulCUDAILi32E', 32),
  ]),
  sample('0_Introduction/clock/clock.cu', [
    {
      kernel: 'timedReduction',
      grid: [4],
      block: [256],
      sharedBytes: 2048,
      args: [many, buffer(64, 'zero'), buffer(1024, 'zero')],
    },
  ]),
  sample(
    '0_Introduction/fp16ScalarProduct/fp16ScalarProduct.cu',
    ['intrinsics', 'native'].map((name) => ({
      kernel: `scalarProductKernel_${name}`,
      grid: [4],
      block: [128],
      args: [many, many, buffer(64, 'zero'), long(4096)],
    })),
  ),
  sample('0_Introduction/mergeSort/bitonic.cu', [
    {
      kernel: 'bitonicSortSharedKernel',
      grid: [2],
      block: [512],
      args: [buffer(8 * KB, 'zero'), buffer(8 * KB, 'zero'), words, words, i(1024), i(1)],
      check: sorted(0, 1024),
    },
  ]),
  sample('0_Introduction/mergeSort/mergeSort.cu', [
    {
      kernel: 'mergeSortSharedKernelILj1E',
      grid: [2],
      block: [512],
      args: [buffer(8 * KB, 'zero'), buffer(8 * KB, 'zero'), words, words, i(1024)],
      check: sorted(0, 1024),
    },
  ]),
  sample('0_Introduction/simpleTemplates/simpleTemplates.cu', [
    {
      kernel: 'testKernelIfE',
      block: [32],
      sharedBytes: 128,
      args: [buffer(128), buffer(128, 'zero')],
    },
  ]),
  sample('0_Introduction/template/template.cu', [
    {
      kernel: 'testKernel',
      block: [32],
      sharedBytes: 128,
      args: [buffer(128), buffer(128, 'zero')],
    },
  ]),
  sample('0_Introduction/simpleCooperativeGroups/simpleCooperativeGroups.cu', [
    { kernel: 'cgkernel', block: [64], sharedBytes: 256, args: [] },
  ]),
  sample('0_Introduction/simpleHyperQ/simpleHyperQ.cu', [
    { kernel: '_Z3sumPli', block: [32], args: [buffer(256, 'words'), i(32)] },
  ]),
  sample('2_Concepts_and_Techniques/convolutionSeparable/convolutionSeparable.cu', [
    {
      kernel: 'convolutionRowsKernel',
      grid: [1, 4],
      block: [16, 4],
      args: [many, many, i(128), i(16), i(128)],
    },
    {
      kernel: 'convolutionColumnsKernel',
      grid: [2, 1],
      block: [16, 8],
      args: [many, many, i(32), i(64), i(32)],
    },
  ]),
  sample('2_Concepts_and_Techniques/dct8x8/dct8x8.cu', [
    ...['CUDAkernel2DCTP', 'CUDAkernel2IDCTP'].map((kernel) => ({
      kernel,
      grid: [2, 4],
      block: [8, 4, 2],
      args: [many, many, i(64)],
    })),
    ...['CUDAkernelShortDCT', 'CUDAkernelShortIDCT'].map((kernel) => ({
      kernel,
      grid: [2, 2],
      block: [8, 4, 4],
      args: [words, i(64)],
    })),
  ]),
  sample('2_Concepts_and_Techniques/histogram/histogram256.cu', [
    {
      kernel: '_Z18histogram256Kernel',
      grid: [2],
      block: [192],
      args: [buffer(2 * KB, 'zero'), words, i(4096)],
    },
    {
      kernel: 'mergeHistogram256',
      grid: [4],
      block: [256],
      args: [buffer(KB, 'zero'), words, i(16)],
    },
  ]),
  sample('2_Concepts_and_Techniques/histogram/histogram64.cu', [
    {
      kernel: '_Z17histogram64Kernel',
      grid: [2],
      block: [64],
      args: [buffer(KB, 'zero'), words, i(1024)],
    },
    {
      kernel: 'mergeHistogram64',
      grid: [4],
      block: [256],
      args: [buffer(KB, 'zero'), words, i(64)],
    },
  ]),
  sample('2_Concepts_and_Techniques/reduction/reduction_kernel.cu', [
    ...reductions,
    ...groupReductions,
  ]),
  sample('2_Concepts_and_Techniques/scalarProd/scalarProd.cu', [
    {
      kernel: 'scalarProdGPU',
      grid: [4],
      block: [256],
      args: [buffer(64, 'zero'), many, many, i(4), i(4096)],
    },
  ]),
  sample('2_Concepts_and_Techniques/scan/scan.cu', [
    {
      kernel: 'scanExclusiveSharedP',
      grid: [2],
      block: [256],
      args: [buffer(8 * KB, 'zero'), buffer(8 * KB, 'words'), i(1024)],
      check: prefixSums(1024),
    },
    {
      kernel: 'scanExclusiveShared2',
      grid: [1],
      block: [256],
      args: [buffer(4 * KB, 'zero'), words, words, i(32), i(32)],
    },
    { kernel: 'uniformUpdate', grid: [2], block: [256], args: [words, buffer(64, 'words')] },
  ]),
  sample('2_Concepts_and_Techniques/shfl_scan/shfl_scan.cu', [
    {
      kernel: 'shfl_scan_test',
      grid: [2],
      block: [256],
      sharedBytes: 32,
      args: [words, i(32), buffer(64, 'zero')],
    },
    { kernel: 'uniform_add', grid: [2], block: [256], args: [words, words, i(512)] },
    {
      kernel: 'shfl_vertical_shfl',
      grid: [2],
      block: [32, 8],
      args: [buffer(512 * KB, 'words'), i(64), i(1080)],
    },
    { kernel: 'shfl_intimage_rows', grid: [4], block: [120], args: [words, words] },
  ]),
  sample('2_Concepts_and_Techniques/sortingNetworks/bitonicSort.cu', [
    {
      kernel: 'bitonicSortSharedP',
      grid: [2],
      block: [512],
      args: [buffer(8 * KB, 'zero'), buffer(8 * KB, 'zero'), words, words, i(1024), i(1)],
      check: sorted(0, 1024),
    },
    {
      kernel: 'bitonicSortShared1',
      grid: [2],
      block: [512],
      args: [buffer(8 * KB, 'zero'), buffer(8 * KB, 'zero'), words, words],
    },
    {
      kernel: 'bitonicMergeShared',
      grid: [2],
      block: [512],
      args: [words, words, words, words, i(2048), i(2048), i(1)],
    },
  ]),
  sample('2_Concepts_and_Techniques/sortingNetworks/oddEvenMergeSort.cu', [
    {
      kernel: 'oddEvenMergeSortShared',
      grid: [2],
      block: [512],
      args: [buffer(8 * KB, 'zero'), buffer(8 * KB, 'zero'), words, words, i(1024), i(1)],
      check: sorted(0, 1024),
    },
  ]),
  sample('2_Concepts_and_Techniques/threadFenceReduction/threadFenceReduction.cu', [
    {
      kernel: 'reduceMultiPassILj256ELb1E',
      grid: [2],
      block: [256],
      sharedBytes: 1024,
      args: [buffer(4 * KB), buffer(64, 'zero'), i(1024)],
      check: plainReduction(1024),
    },
    {
      kernel: 'reduceSinglePassILj256ELb1E',
      grid: [2],
      block: [256],
      sharedBytes: 1024,
      args: [buffer(4 * KB), buffer(64, 'zero'), i(1024)],
    },
  ]),
  sample('3_CUDA_Features/globalToShmemAsyncCopy/globalToShmemAsyncCopy.cu', [
    ...[
      'NaiveILi16E',
      'NaiveLargeChunkILi16E',
      'AsyncCopySingleStageILi16E',
      'AsyncCopyMultiStageILi16E',
    ].map((name) => product16(`MatrixMul${name}`)),
    ...['LargeChunkILi16E', 'LargeChunkAWBarrierILi16E', 'MultiStageLargeChunkILi16E'].map((name) =>
      product16(`MatrixMulAsyncCopy${name}`),
    ),
    { ...product16('MatrixMulAsyncCopyMultiStageSharedState'), block: [16, 20] },
  ]),
  sample('3_CUDA_Features/simpleCudaGraphs/simpleCudaGraphs.cu', [
    {
      kernel: '_Z6reducePfPdmm',
      grid: [2],
      block: [512],
      args: [many, buffer(KB, 'zero'), long(4096), long(2)],
    },
    {
      kernel: 'reduceFinal',
      grid: [1],
      block: [512],
      args: [buffer(KB, 'zero'), buffer(64, 'zero'), long(2)],
    },
  ]),
  sample('5_Domain_Specific/dwtHaar1D/dwtHaar1D.cu', [
    {
      kernel: 'dwtHaar1D',
      grid: [2],
      block: [256],
      sharedBytes: 2112,
      args: [many, many, many, i(9), i(512), i(0)],
    },
  ]),
  sample('5_Domain_Specific/fastWalshTransform/fastWalshTransform.cu', [
    {
      kernel: 'fwtBatch1Kernel',
      grid: [2],
      block: [256],
      sharedBytes: 4096,
      args: [many, many, i(10)],
    },
  ]),
  sample('5_Domain_Specific/recursiveGaussian/recursiveGaussian_cuda.cu', [
    { kernel: 'd_transpose', grid: [4, 4], block: [16, 16], args: [words, words, i(64), i(64)] },
  ]),
  sample('5_Domain_Specific/HSOpticalFlow/flowCUDA.cu', [
    {
      kernel: 'JacobiIterationILi32ELi6E',
      grid: [1, 1],
      block: [32, 6],
      args: [many, many, many, many, many, i(32), i(6), i(32), f(10), many, many],
    },
  ]),
  sample('5_Domain_Specific/dxtc/dxtc.cu', [
    {
      kernel: '_Z8compress',
      grid: [2],
      block: [64],
      args: [words, words, buffer(KB, 'zero'), i(0)],
    },
  ]),
  sample('6_Performance/transpose/transpose.cu', transposes),
  sample('6_Performance/UnifiedMemoryPerf/matrixMultiplyPerf.cu', [
    {
      kernel: 'matrixMultiplyKernel',
      grid: [2, 2],
      block: [32, 32],
      args: [buffer(16 * KB, 'zero'), buffer(16 * KB), buffer(16 * KB), i(64)],
      check: matrixProduct({ c: 0, a: 1, b: 2, size: 64 }),
    },
  ]),
];

/** `B` is constant, as the sample has it: the large chunks read it at the places of `A`. */
function product16(kernel: string): KernelLaunch {
  return {
    kernel,
    grid: [4, 4],
    block: [16, 16],
    args: [buffer(16 * KB, 'zero'), buffer(16 * KB), buffer(16 * KB, 'constant'), i(64), i(64)],
    check: matrixProduct({ c: 0, a: 1, b: 2, size: 64 }),
  };
}
