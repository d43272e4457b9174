#include <hip/hip_runtime.h>
// launch: grid=1,block=32x32
// observed: t element=16 widest=16
extern "C" __global__ void k(float4 *out, const float4 *in) {
  __shared__ float4 t[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  t[y][x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = t[x][y];
}
