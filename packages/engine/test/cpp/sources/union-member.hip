#include <hip/hip_runtime.h>
// launch: grid=1,block=32x32
// observed: u.tile element=4 widest=4
union Smem { float tile[32][32]; float sums[8][128]; };
extern "C" __global__ void k(float *out, const float *in) {
  __shared__ union Smem u;
  int x = threadIdx.x, y = threadIdx.y;
  u.tile[y][x] = in[y * 32 + x];
  __syncthreads();
  float v = u.tile[x][y];
  __syncthreads();
  if (y < 8) u.sums[y][x] = v;
  __syncthreads();
  out[y * 32 + x] = u.sums[x % 8][y];
}
