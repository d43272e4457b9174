// gfx950, 256 threads: a copy to LDS overtakes reads of another wave
#include <hip/hip_runtime.h>
extern "C" __global__ void k(const unsigned *g, unsigned *o) {
  __shared__ unsigned s[256];
  unsigned t = threadIdx.x;
  unsigned first = __builtin_amdgcn_readfirstlane(t & ~63u);
  s[t] = g[t];
  __syncthreads();
  unsigned a = s[t ^ 64];
  asm volatile("s_barrier" ::: "memory");
  __builtin_amdgcn_global_load_lds((__attribute__((address_space(1))) void *)(g + 256 + t), (__attribute__((address_space(3))) void *)(s + first), 4, 0, 0); // hazard/unfinished-read
  asm volatile("s_waitcnt vmcnt(0)" ::: "memory");
  asm volatile("s_waitcnt lgkmcnt(0)" ::: "memory");
  asm volatile("s_barrier" ::: "memory");
  o[t] = a + s[t ^ 64];
}
