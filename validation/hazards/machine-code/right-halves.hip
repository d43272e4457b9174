// gfx90a, 128 threads: halves of words are stored by two waves and read by each
#include <hip/hip_runtime.h>
extern "C" __global__ void k(const unsigned *g, unsigned *o) {
  __shared__ unsigned short s[256];
  unsigned t = threadIdx.x;
  unsigned at = 2 * (t & 63) + (t >> 6);
  s[at] = g[t];
  asm volatile("s_barrier" ::: "memory");
  o[t] = s[at];
}
