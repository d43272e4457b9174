// gfx90a, 256 threads: each step reads and stores with one barrier between, and none behind
#include <hip/hip_runtime.h>
extern "C" __global__ void k(const unsigned *g, unsigned *o) {
  __shared__ unsigned s[256];
  unsigned t = threadIdx.x;
  s[t] = g[t];
  __syncthreads();
  #pragma unroll 1
  for (unsigned n = 64; n < 256; n <<= 1) {
    unsigned left = t >= n ? s[t - n] : 0; // hazard/lds-race
    __syncthreads();
    s[t] += left;
  }
  o[t] = s[t];
}
