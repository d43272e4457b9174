#include <hip/hip_runtime.h>
// launch: grid=1,block=1024
// observed: t element=4 widest=4 bytes=4096
__device__ int hash(int i) { return i * 37 % 1024; }
extern "C" __global__ void k(float *out, const float *in) {
  __shared__ float t[1024];
  float *p = t + hash(threadIdx.x);
  *p = in[threadIdx.x];
  __builtin_memcpy(t, in, sizeof(t));
  __syncthreads();
  out[threadIdx.x] = t[hash(threadIdx.x)];
}
