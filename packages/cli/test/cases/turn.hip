#include <hip/hip_runtime.h>
#include "launch.h"
struct Turn {
  __device__ void operator()(float *out) const {
    __shared__ float tile[32][32];
    tile[threadIdx.y][threadIdx.x] = 1;
    __syncthreads();
    out[32 * threadIdx.y + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
  }
};
template __global__ void launch<Turn>(float *);
