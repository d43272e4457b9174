#include <hip/hip_runtime.h>
// launch: grid=1,block=32x32
// observed: t element=4 widest=4 bytes=4096
extern "C" __global__ void k(float *out, const float *in) {
  __shared__ float t[32 * 32];
  int x = threadIdx.x, y = threadIdx.y;
  const int to = y * 32 + x;
  int row = x * 32;
  t[to] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = t[row + y];
}
