// out[v] += how often the byte v stands in in: counted in LDS, where lanes that have the same value wait for each other.
#include <hip/hip_runtime.h>

constexpr int BINS = 256;

__global__ void __launch_bounds__(BINS) histogram(unsigned *out, const unsigned char *in, int n) {
  __shared__ unsigned bins[BINS];
  bins[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * BINS + threadIdx.x; i < n; i += gridDim.x * BINS)
    atomicAdd(&bins[in[i]], 1u);
  __syncthreads();
  atomicAdd(&out[threadIdx.x], bins[threadIdx.x]);
}
