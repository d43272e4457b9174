// gfx942, 256 threads: a copy to LDS is not waited for before the barrier
#include <hip/hip_runtime.h>
extern "C" __global__ void k(const unsigned *g, unsigned *o) {
  __shared__ unsigned s[256];
  unsigned t = threadIdx.x;
  unsigned first = __builtin_amdgcn_readfirstlane(t & ~63u);
  __builtin_amdgcn_global_load_lds((__attribute__((address_space(1))) void *)(g + t), (__attribute__((address_space(3))) void *)(s + first), 4, 0, 0);
  asm volatile("s_barrier" ::: "memory");
  o[t] = s[t ^ 64]; // hazard/unfinished-async-copy
}
