// gfx1201, 256 threads: the last steps of a sum take a wave of 64 lanes for granted, and here waves have 32
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
    s[t] += s[t + 32]; // hazard/lds-race
    if (t < 32) s[t] += s[t + 16]; // hazard/lds-race
  }
  if (t == 0) o[0] = s[0];
}
