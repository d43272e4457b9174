// gfx1100, 64 threads: odd lanes store what lanes of the other wave read
#include <hip/hip_runtime.h>
extern "C" __global__ void k(const unsigned *g, unsigned *o) {
  __shared__ unsigned s[256];
  unsigned t = threadIdx.x;
  s[t] = g[t];
  __syncthreads();
  if (t & 1) s[t] = g[64 + t];
  asm volatile("s_waitcnt lgkmcnt(0)" ::: "memory");
  if (!(t & 1)) o[t] = s[t ^ 33]; // hazard/lds-race
}
