// gfx950, 256 threads: the barrier is before the stores
#include <hip/hip_runtime.h>
extern "C" __global__ void k(const unsigned *g, unsigned *o) {
  __shared__ unsigned s[256];
  unsigned t = threadIdx.x;
  __syncthreads();
  s[t] = g[t];
  asm volatile("" ::: "memory");
  o[t] = s[t ^ 64]; // hazard/lds-race
}
