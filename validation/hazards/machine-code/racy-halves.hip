// gfx90a, 128 threads: a word is read of which another wave stores a half
#include <hip/hip_runtime.h>
extern "C" __global__ void k(const unsigned *g, unsigned *o) {
  __shared__ unsigned short s[256];
  unsigned t = threadIdx.x;
  unsigned at = 2 * (t & 63) + (t >> 6);
  s[at] = g[t];
  asm volatile("s_barrier" ::: "memory");
  o[t] = ((unsigned *)s)[t & 63]; // hazard/unfinished-write
}
