#include <hip/hip_runtime.h>
// launch: grid=1,block=32x32
// observed: a element=4 widest=4
// observed: b element=4 widest=4
__device__ void fill(float (*t)[32], const float *in);
__device__ void fill(float (*t)[32], const float *in) { t[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x]; }
extern "C" __global__ void k(float *out, const float *in) {
  __shared__ float a[32][32], b[32][32];
  fill(a, in);
  fill(b, in);
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = a[threadIdx.x][threadIdx.y] + b[threadIdx.x][threadIdx.y];
}
