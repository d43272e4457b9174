// gfx950, 256 threads: a tile is read by columns behind a barrier
#include <hip/hip_runtime.h>
extern "C" __global__ void k(const unsigned *g, unsigned *o) {
  __shared__ unsigned s[16][17];
  unsigned t = threadIdx.x;
  unsigned x = t % 16, y = t / 16;
  s[y][x] = g[t];
  __syncthreads();
  o[t] = s[x][y];
}
