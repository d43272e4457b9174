#include <hip/hip_runtime.h>
// launch: grid=1,block=32x32
// observed: t element=4 widest=4 bytes=4096
constexpr int BM = 32, BK = 32;
constexpr int LD = BK;
extern "C" __global__ void k(float *out, const float *in) {
  __shared__ float t[BM * LD];
  int x = threadIdx.x, y = threadIdx.y;
  t[y * LD + x] = in[y * BK + x];
  __syncthreads();
  out[y * BK + x] = t[x * LD + y];
}
