// gfx942, 256 threads: no barrier between store and load
#include <hip/hip_runtime.h>
extern "C" __global__ void k(const unsigned *g, unsigned *o) {
  __shared__ unsigned s[256];
  unsigned t = threadIdx.x;
  s[t] = g[t];
  asm volatile("" ::: "memory");
  o[t] = s[t ^ 64]; // hazard/lds-race
}
