/** siboehm/SGEMM_CUDA: all twelve kernels, instantiated as `runner.cu` does. */
import { buffer, f, i, KB, type KernelLaunch, type ProgramFile } from '../program.ts';
import { matrixProduct } from '../results.ts';

/** SGEMM_CUDA: 256 x 256 x 64, alpha 0.5, beta 3. */
const sgemm = (
  kernel: string,
  grid: readonly number[],
  block: readonly number[],
): KernelLaunch => ({
  kernel,
  grid,
  block,
  args: [i(256), i(256), i(64), f(0.5), buffer(64 * KB), buffer(64 * KB), f(3), buffer(256 * KB)],
  check: matrixProduct({ c: 2, a: 0, b: 1, size: 256, inner: 64, alpha: 0.5, beta: 3 }),
});

/** Instances as `runner.cu` makes them. */
const SGEMM_INSTANCES = `#include <cuda_runtime.h>
#include "kernels.cuh"
#define ARGS int, int, int, float
template __global__ void sgemm_global_mem_coalesce<32>(ARGS, const float*, const float*, float, float*);
template __global__ void sgemm_shared_mem_block<32>(ARGS, const float*, const float*, float, float*);
template __global__ void sgemm1DBlocktiling<64, 64, 8, 8>(ARGS, const float*, const float*, float, float*);
template __global__ void sgemm2DBlocktiling<128, 128, 8, 8, 8>(ARGS, const float*, const float*, float, float*);
template __global__ void sgemmVectorize<128, 128, 8, 8, 8>(ARGS, float*, float*, float, float*);
template __global__ void sgemmResolveBankConflicts<128, 128, 8, 8, 8>(ARGS, float*, float*, float, float*);
template __global__ void sgemmResolveBankExtraCol<128, 128, 8, 8, 8>(ARGS, float*, float*, float, float*);
template __global__ void sgemmAutotuned<128, 128, 16, 8, 8>(ARGS, float*, float*, float, float*);
template __global__ void sgemmWarptiling<128, 128, 16, 64, 64, 4, 8, 4, 128>(ARGS, float*, float*, float, float*);
template __global__ void sgemmDoubleBuffering<128, 256, 16, 128, 32, 1, 8, 8, 256>(ARGS, float*, float*, float, float*);
template __global__ void runSgemmDoubleBuffering2<128, 128, 16, 64, 64, 4, 8, 4, 128>(ARGS, float*, float*, float, float*);
`;

export const sgemmPrograms: readonly ProgramFile[] = [
  {
    source: 'SGEMM_CUDA/src/kernels.cuh',
    flags: ['-I@/SGEMM_CUDA/src'],
    wrapper: SGEMM_INSTANCES,
    launches: [
      sgemm('sgemm_naive', [8, 8], [32, 32]),
      sgemm('sgemm_global_mem_coalesce', [8, 8], [1024]),
      sgemm('sgemm_shared_mem_block', [8, 8], [1024]),
      sgemm('sgemm1DBlocktiling', [4, 4], [512]),
      sgemm('sgemm2DBlocktiling', [2, 2], [256]),
      sgemm('sgemmVectorize', [2, 2], [256]),
      sgemm('sgemmResolveBankConflicts', [2, 2], [256]),
      sgemm('sgemmResolveBankExtraCol', [2, 2], [256]),
      sgemm('sgemmAutotuned', [2, 2], [256]),
      sgemm('sgemmWarptiling', [2, 2], [128]),
      sgemm('sgemmDoubleBufferingILi128ELi256', [1, 2], [256]),
      sgemm('runSgemmDoubleBuffering2', [2, 2], [128]),
    ],
  },
];
