#include <hip/hip_runtime.h>
// launch: grid=1,block=32x32
// observed: a element=4 widest=4 bytes=4096
// observed: b element=4 widest=4 bytes=4096
constexpr int BK = 32;
__device__ inline int at(int r, int c) { return r * BK + c; }
extern "C" __global__ void k(float *out, const float *in) {
  __shared__ float a[32 * BK], b[32 * BK];
  int x = threadIdx.x, y = threadIdx.y;
  a[at(y, x)] = in[y * BK + x];
  b[at(y, x)] = in[y * BK + x];
  __syncthreads();
  out[y * BK + x] = a[at(x, y)] + b[at(x, y)];
}
