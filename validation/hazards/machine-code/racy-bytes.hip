// gfx942, 128 threads: a byte is read that another wave stores
#include <hip/hip_runtime.h>
extern "C" __global__ void k(const unsigned *g, unsigned *o) {
  __shared__ unsigned char s[256];
  unsigned t = threadIdx.x;
  unsigned at = t;
  s[at] = g[t];
  asm volatile("" ::: "memory");
  o[t] = s[t ^ 64]; // hazard/lds-race
}
