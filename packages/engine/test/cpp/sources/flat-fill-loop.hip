#include <hip/hip_runtime.h>
// launch: grid=1,block=256
// observed: t element=4 widest=4 bytes=4096
extern "C" __global__ void k(float *out, const float *in) {
  __shared__ float t[32 * 32];
  for (int i = threadIdx.x; i < 1024; i += 256) t[i] = in[i];
  __syncthreads();
  for (int i = threadIdx.x; i < 1024; i += 256) out[i] = t[i % 32 * 32 + i / 32];
}
