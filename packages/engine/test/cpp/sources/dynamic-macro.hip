#include <hip/hip_runtime.h>
// launch: grid=1,block=32x32,lds=4096
// observed: smem element=4 widest=4 bytes=4096
extern "C" __global__ void k(float *out, const float *in) {
  HIP_DYNAMIC_SHARED(float, smem)
  int x = threadIdx.x, y = threadIdx.y;
  smem[y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = smem[x * 32 + y];
}
