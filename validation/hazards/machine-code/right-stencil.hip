// gfx1100, 64 threads: the steps use two buffers in turn
#include <hip/hip_runtime.h>
extern "C" __global__ void k(const unsigned *g, unsigned *o) {
  __shared__ unsigned s[2][64];
  unsigned t = threadIdx.x;
  s[0][t] = g[t];
  __syncthreads();
  for (int i = 0; i < 3; i++) {
    unsigned sum = s[i & 1][t] + s[i & 1][t ^ 32];
    s[(i + 1) & 1][t] = sum;
    __syncthreads();
  }
  o[t] = s[1][t];
}
