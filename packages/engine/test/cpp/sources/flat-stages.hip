#include <hip/hip_runtime.h>
// launch: grid=1,block=32x32
// observed: t element=4 widest=4 bytes=8192
constexpr int BM = 32, BK = 32;
extern "C" __global__ void k(float *out, const float *in) {
  __shared__ float t[2 * BM * BK];
  int x = threadIdx.x, y = threadIdx.y;
  for (int s = 0; s < 2; s++) t[s * BM * BK + y * BK + x] = in[y * BK + x];
  __syncthreads();
  out[y * BK + x] = t[(1 * BM + x) * BK + y];
}
