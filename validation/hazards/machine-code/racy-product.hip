// gfx1100, 256 threads: a tile of the next step is stored while waves multiply
#include <hip/hip_runtime.h>
extern "C" __global__ void k(const unsigned *g, unsigned *o) {
  __shared__ unsigned a[16][16], b[16][16];
  unsigned t = threadIdx.x;
  unsigned x = t % 16, y = t / 16, sum = 0;
  #pragma unroll 1
  for (int i = 0; i < 2; i++) {
    a[y][x] = g[i * 256 + t];
    b[y][x] = g[i * 256 + 512 + t];
    __syncthreads();
    for (int j = 0; j < 16; j++) sum += a[y][j] * b[j][x]; // hazard/lds-race
  }
  o[t] = sum;
}
