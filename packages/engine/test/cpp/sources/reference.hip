#include <hip/hip_runtime.h>
// launch: grid=1,block=32x32
// observed: s element=4 widest=4
extern "C" __global__ void k(float *out, const float *in) {
  __shared__ float s[32][32];
  auto &t = s;
  int x = threadIdx.x, y = threadIdx.y;
  t[y][x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = t[x][y];
}
