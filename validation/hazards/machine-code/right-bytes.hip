// gfx942, 128 threads: each wave reads bytes of its own, in words that it shares
#include <hip/hip_runtime.h>
extern "C" __global__ void k(const unsigned *g, unsigned *o) {
  __shared__ unsigned char s[256];
  unsigned t = threadIdx.x;
  unsigned at = 2 * (t & 63) + (t >> 6);
  s[at] = g[t];
  asm volatile("" ::: "memory");
  o[t] = s[at];
}
