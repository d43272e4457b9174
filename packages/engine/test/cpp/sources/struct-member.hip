#include <hip/hip_runtime.h>
// launch: grid=1,block=32x32
// observed: s.tile element=4 widest=4
struct Smem { float tile[32][32]; float sums[8]; };
extern "C" __global__ void k(float *out, const float *in) {
  __shared__ Smem s;
  int x = threadIdx.x, y = threadIdx.y;
  s.tile[y][x] = in[y * 32 + x];
  s.sums[y % 8] = 0;
  __syncthreads();
  out[y * 32 + x] = s.tile[x][y] + s.sums[x % 8];
}
