// gfx950, 256 threads: no access is waited for before its barrier
#include <hip/hip_runtime.h>
extern "C" __global__ void k(const unsigned *g, unsigned *o) {
  __shared__ unsigned s[256];
  unsigned t = threadIdx.x;
  unsigned first = g[t], second = g[t + 256];
  s[t] = first;
  asm volatile("s_barrier" ::: "memory");
  unsigned a = s[t ^ 128]; // hazard/unfinished-write
  asm volatile("s_barrier" ::: "memory");
  s[t] = second; // hazard/unfinished-read
  asm volatile("s_barrier" ::: "memory");
  o[t] = a + s[t ^ 128]; // hazard/unfinished-write
}
