// gfx942, 256 threads: the last steps of a sum are of one wave of 64 lanes
#include <hip/hip_runtime.h>
extern "C" __global__ void k(const unsigned *g, unsigned *o) {
  __shared__ volatile unsigned s[256];
  unsigned t = threadIdx.x;
  s[t] = g[t];
  __syncthreads();
  if (t < 128) s[t] += s[t + 128];
  __syncthreads();
  if (t < 64) {
    s[t] += s[t + 64];
    s[t] += s[t + 32];
    if (t < 32) s[t] += s[t + 16];
  }
  if (t == 0) o[0] = s[0];
}
