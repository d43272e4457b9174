// gfx942, 64 threads: a copy to LDS when the reads of the wave are finished
#include <hip/hip_runtime.h>
extern "C" __global__ void k(const unsigned *g, unsigned *o) {
  __shared__ unsigned s[256];
  unsigned t = threadIdx.x;
  s[t] = g[t];
  __syncthreads();
  unsigned a = s[t ^ 3];
  asm volatile("s_waitcnt lgkmcnt(0)" ::: "memory");
  __builtin_amdgcn_global_load_lds((__attribute__((address_space(1))) void *)(g + 256 + t), (__attribute__((address_space(3))) void *)(s + 0), 4, 0, 0);
  asm volatile("s_waitcnt vmcnt(0) lgkmcnt(0)" ::: "memory");
  o[t] = a + s[t ^ 5];
}
