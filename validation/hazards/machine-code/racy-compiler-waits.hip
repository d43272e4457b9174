// gfx942, 256 threads: __builtin_amdgcn_s_barrier is no wait on chips with a barrier that backs off
#include <hip/hip_runtime.h>
extern "C" __global__ void k(const unsigned *g, unsigned *o) {
  __shared__ unsigned s[256];
  unsigned t = threadIdx.x;
  s[t] = g[t];
  asm volatile("" ::: "memory");
  __builtin_amdgcn_s_barrier();
  asm volatile("" ::: "memory");
  o[t] = s[t ^ 64]; // hazard/unfinished-write
}
