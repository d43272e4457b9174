// gfx1100, 256 threads: a sum with a barrier behind each step
#include <hip/hip_runtime.h>
extern "C" __global__ void k(const unsigned *g, unsigned *o) {
  __shared__ unsigned s[256];
  unsigned t = threadIdx.x;
  s[t] = g[t];
  __syncthreads();
  for (unsigned n = 128; n > 0; n >>= 1) {
    if (t < n) s[t] += s[t + n];
    __syncthreads();
  }
  o[t] = s[t];
}
