#include <cuda_runtime.h>
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
