// out[block] = the sum of 256 words of in. Neighbours are added first, then neighbours of those: lanes move apart, onto fewer banks.
#include <hip/hip_runtime.h>

constexpr int BLOCK = 256;

__global__ void __launch_bounds__(BLOCK) reduction(int *out, const int *in) {
  __shared__ int sums[BLOCK];
  sums[threadIdx.x] = in[blockIdx.x * BLOCK + threadIdx.x];
  __syncthreads();
  for (int stride = 1; stride < BLOCK; stride *= 2) {
    int at = 2 * stride * threadIdx.x;
    if (at < BLOCK)
      sums[at] += sums[at + stride];
    __syncthreads();
  }
  if (threadIdx.x == 0)
    out[blockIdx.x] = sums[0];
}
