#include <hip/hip_runtime.h>
// launch: grid=1,block=32x32
// observed: a element=4 widest=4 bytes=4096
__device__ void put(float *dst, int ld, int r, int c, float v) { dst[r * ld + c] = v; }
extern "C" __global__ void k(float *out, const float *in) {
  __shared__ float a[32 * 32];
  int x = threadIdx.x, y = threadIdx.y;
  put(a, 32, y, x, in[y * 32 + x]);
  __syncthreads();
  out[y * 32 + x] = a[x * 32 + y];
}
