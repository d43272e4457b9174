// gfx942, 128 threads: the wait leaves one of two reads in flight, whose bytes are overwritten
#include <hip/hip_runtime.h>
extern "C" __global__ void k(const unsigned *g, unsigned *o) {
  __shared__ unsigned s[2][128];
  unsigned t = threadIdx.x;
  s[0][t] = g[t];
  s[1][t] = g[128 + t];
  __syncthreads();
  unsigned a, b, at = (t ^ 64) * 4;
  asm volatile("ds_read_b32 %0, %2\n\tds_read_b32 %1, %2 offset:512" : "=&v"(a), "=&v"(b) : "v"(at) : "memory");
  asm volatile("s_waitcnt lgkmcnt(1)\n\ts_barrier" ::: "memory");
  s[1][t] = 7; // hazard/unfinished-read
  __syncthreads();
  o[t] = a + b + s[1][t];
}
