#include <hip/hip_runtime.h>
// launch: grid=1,block=32x32
// observed: a element=4 widest=4
template <int R, int C> __device__ float get(float (&t)[R][C], int r, int c) { return t[r][c]; }
extern "C" __global__ void k(float *out, const float *in) {
  __shared__ float a[32][32];
  a[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = get<32, 32>(a, threadIdx.x, threadIdx.y);
}
