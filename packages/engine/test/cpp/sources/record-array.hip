#include <hip/hip_runtime.h>
// launch: grid=1,block=256
// observed: rows element=32 widest=4 bytes=8192
struct Row { float key[8]; };
extern "C" __global__ void k(float *out, const float *in) {
  __shared__ Row rows[256];
  for (int i = 0; i < 8; i++) rows[threadIdx.x].key[i] = in[threadIdx.x * 8 + i];
  __syncthreads();
  out[threadIdx.x] = rows[255 - threadIdx.x].key[threadIdx.x % 8];
}
