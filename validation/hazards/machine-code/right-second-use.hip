// gfx1201, 64 threads: a buffer is used again behind a barrier
#include <hip/hip_runtime.h>
extern "C" __global__ void k(const unsigned *g, unsigned *o) {
  __shared__ unsigned s[256];
  unsigned t = threadIdx.x;
  s[t] = g[t];
  __syncthreads();
  unsigned a = s[t ^ 32];
  __syncthreads();
  s[t] = a + 1;
  __syncthreads();
  o[t] = s[t ^ 32];
}
