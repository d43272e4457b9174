#include <hip/hip_runtime.h>
// launch: grid=1,block=32x32,lds=8192
// observed: a element=4 widest=4 bytes=8192
extern "C" __global__ void k(float *out, const float *in) {
  extern __shared__ float smem[];
  float (*a)[32] = reinterpret_cast<float (*)[32]>(smem);
  float (*b)[32] = a + 32;
  int x = threadIdx.x, y = threadIdx.y;
  a[y][x] = in[y * 32 + x];
  b[y][x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = a[x][y] + b[x][y];
}
