// gfx1100, 64 threads: steps of a sort with barriers
#include <hip/hip_runtime.h>
extern "C" __global__ void k(const unsigned *g, unsigned *o) {
  __shared__ unsigned s[256];
  unsigned t = threadIdx.x;
  s[t] = g[t];
  __syncthreads();
  for (unsigned n = 32; n > 0; n >>= 1) {
    unsigned a = s[t], b = s[t ^ n];
    __syncthreads();
    s[t] = ((t & n) == 0) == (a < b) ? a : b;
    __syncthreads();
  }
  o[t] = s[t];
}
