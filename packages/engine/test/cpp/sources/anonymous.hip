#include <hip/hip_runtime.h>
// launch: grid=1,block=32x32
// observed: s.a element=4 widest=4
extern "C" __global__ void k(float *out, const float *in) {
  __shared__ struct {
    struct { float a[32][32]; };
    struct { int n[4]; } inner;
  } s;
  int x = threadIdx.x, y = threadIdx.y;
  s.a[y][x] = in[y * 32 + x];
  if (y == 0) s.inner.n[x % 4] = x % 4;
  __syncthreads();
  out[y * 32 + x] = s.a[x][y] + s.inner.n[x % 4];
}
