// gfx1250, 64 threads: all threads read what the first one stores, behind a barrier
#include <hip/hip_runtime.h>
extern "C" __global__ void k(const unsigned *g, unsigned *o) {
  __shared__ unsigned s[256];
  unsigned t = threadIdx.x;
  if (t == 0) s[0] = g[5];
  __syncthreads();
  o[t] = s[0];
}
