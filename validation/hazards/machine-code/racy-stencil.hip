// gfx1100, 64 threads: the steps use one buffer
#include <hip/hip_runtime.h>
extern "C" __global__ void k(const unsigned *g, unsigned *o) {
  __shared__ unsigned s[2][64];
  unsigned t = threadIdx.x;
  s[0][t] = g[t];
  __syncthreads();
  for (int i = 0; i < 3; i++) {
    unsigned sum = s[0][t] + s[0][t ^ 32];
    s[0][t] = sum; // hazard/lds-race
    __syncthreads();
  }
  o[t] = s[0][t];
}
