#include <hip/hip_runtime.h>
// launch: grid=1,block=32x32
// observed: t element=4 widest=4
#define AT(r, c) t[r][c]
extern "C" __global__ void k(float *out, const float *in) {
  __shared__ float t[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  AT(y, x) = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = AT(x, y);
}
