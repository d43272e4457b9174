// gfx942, 256 threads: the next tile is stored while the other waves use this one
#include <hip/hip_runtime.h>
extern "C" __global__ void k(const unsigned *g, unsigned *o) {
  __shared__ unsigned s[256];
  unsigned t = threadIdx.x;
  unsigned sum = 0;
  for (int i = 0; i < 3; i++) {
    s[t] = g[i * 256 + t]; // hazard/lds-race
    __syncthreads();
    for (int j = 0; j < 4; j++) sum += s[(t + 64 * j) & 255];
  }
  o[t] = sum;
}
