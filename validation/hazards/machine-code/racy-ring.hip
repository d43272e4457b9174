// gfx950, 128 threads: a ring of two buffers for steps that need three
#include <hip/hip_runtime.h>
extern "C" __global__ void k(const unsigned *g, unsigned *o) {
  __shared__ unsigned s[3][128];
  unsigned t = threadIdx.x;
  unsigned sum = 0;
  s[0][t] = g[t];
  s[1][t] = g[128 + t];
  __syncthreads();
  for (int i = 0; i < 4; i++) {
    sum += s[i % 2][t ^ 64];
    s[(i + 2) % 2][t] = g[i * 128 + 256 + t]; // hazard/lds-race
    __syncthreads();
  }
  o[t] = sum;
}
