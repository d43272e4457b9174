// gfx90a, 96 threads: the last wave has 32 of 64 threads, and stores what the first one has read
#include <hip/hip_runtime.h>
extern "C" __global__ void k(const unsigned *g, unsigned *o) {
  __shared__ unsigned s[256];
  unsigned t = threadIdx.x;
  s[t] = g[t];
  __syncthreads();
  unsigned a = s[95 - t];
  __syncthreads();
  s[t] = a + t;
  __syncthreads();
  o[t] = s[t];
}
