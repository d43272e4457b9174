// gfx1201, 64 threads: a buffer is used again while the other wave reads its old values
#include <hip/hip_runtime.h>
extern "C" __global__ void k(const unsigned *g, unsigned *o) {
  __shared__ unsigned s[256];
  unsigned t = threadIdx.x;
  s[t] = g[t];
  __syncthreads();
  unsigned a = s[t ^ 32];
  asm volatile("s_wait_dscnt 0" ::: "memory");
  s[t] = a + 1; // hazard/lds-race
  __syncthreads();
  o[t] = s[t ^ 32];
}
