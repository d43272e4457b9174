#include <hip/hip_runtime.h>
// launch: grid=1,block=32x32,lds=6144
// observed: a element=4 widest=4 bytes=6144
// the place of b does not follow from the rows of a
extern "C" __global__ void k(float *out, const float *in) {
  extern __shared__ float smem[];
  float *a = smem, *b = smem + 1024;
  int x = threadIdx.x, y = threadIdx.y;
  a[y * 32 + x] = in[y * 32 + x];
  b[x] = 0;
  __syncthreads();
  out[y * 32 + x] = a[x * 32 + y] + b[x];
}
