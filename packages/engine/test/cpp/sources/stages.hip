#include <hip/hip_runtime.h>
// launch: grid=1,block=32x32
// observed: stage element=4
struct Stage { float a[32][32], b[32][32]; };
extern "C" __global__ void k(float *out, const float *in) {
  __shared__ Stage stage[2];
  int x = threadIdx.x, y = threadIdx.y;
  for (int i = 0; i < 2; i++) {
    Stage &s = stage[i];
    s.a[y][x] = in[y * 32 + x];
    s.b[y][x] = in[y * 32 + x];
  }
  __syncthreads();
  out[y * 32 + x] = stage[0].a[x][y] + stage[1].b[x][y];
}
