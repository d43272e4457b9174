#include <hip/hip_runtime.h>
// launch: grid=1,block=32x32
// observed: t element=4 widest=4
// __shared__ float t[8][8];
/* t[1][2] */
extern "C" __global__ void k(float *out, const float *in) {
  __shared__ float t[32][32]; static const char *name = "t[y][x] // \"t";
  int x = threadIdx.x, y = threadIdx.y;
  t[y][x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = t[x][y];
}
