// gfx1201, 64 threads: the load is before the first half of the barrier and waited for there
#include <hip/hip_runtime.h>
extern "C" __global__ void k(const unsigned *g, unsigned *o) {
  __shared__ unsigned s[256];
  unsigned t = threadIdx.x;
  s[t] = g[t];
  __syncthreads();
  unsigned a = s[t ^ 32];
  asm volatile("s_wait_dscnt 0\n\ts_barrier_signal -1" ::: "memory");
  asm volatile("s_wait_dscnt 0\n\ts_barrier_wait -1" ::: "memory");
  s[t] = a + 1;
  o[t] = s[t];
}
