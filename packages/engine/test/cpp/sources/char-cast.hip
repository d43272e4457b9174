#include <hip/hip_runtime.h>
// launch: grid=1,block=32x32
// observed: t element=4 widest=4 bytes=4096
extern "C" __global__ void k(float *out, const float *in) {
  __shared__ char raw[4096];
  float *t = (float *)raw;
  int x = threadIdx.x, y = threadIdx.y;
  t[y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = t[x * 32 + y];
}
