// gfx1201, 64 threads: a load between the halves of the barrier is in no order with the stores behind it
#include <hip/hip_runtime.h>
extern "C" __global__ void k(const unsigned *g, unsigned *o) {
  __shared__ unsigned s[256];
  unsigned t = threadIdx.x;
  s[t] = g[t];
  __syncthreads();
  asm volatile("s_barrier_signal -1" ::: "memory");
  unsigned a = s[t ^ 32];
  asm volatile("s_wait_dscnt 0\n\ts_barrier_wait -1" ::: "memory");
  s[t] = a + 1; // hazard/unfinished-read
  o[t] = s[t];
}
