#include <hip/hip_runtime.h>
// launch: grid=1,block=32x32
// observed: a element=4 widest=4
template <int R, int C> __device__ void fill(float (&t)[R][C], const float *in) {
  t[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
}
__device__ float sum(const float (&t)[32][32]) { return t[threadIdx.x][threadIdx.y]; }
extern "C" __global__ void k(float *out, const float *in) {
  __shared__ float a[32][32];
  fill(a, in);
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = sum(a);
}
