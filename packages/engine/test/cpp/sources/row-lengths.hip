#include <hip/hip_runtime.h>
// The length of rows is also that of memory that the host allocates: only indices may change.
// observed: t element=4 widest=4 pitch=128
constexpr int BK = 32;
__global__ void k(float *out, const float *in) {
  __shared__ float t[32 * BK];
  int x = threadIdx.x, y = threadIdx.y;
  t[y * BK + x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = t[x * BK + y];
}
size_t bytes() { return 32 * BK * sizeof(float); }
