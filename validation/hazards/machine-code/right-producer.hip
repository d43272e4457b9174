// gfx1201, 64 threads: one wave stores for the other, and waits for it before the barrier
#include <hip/hip_runtime.h>
extern "C" __global__ void k(const unsigned *g, unsigned *o) {
  __shared__ unsigned s[256];
  unsigned t = threadIdx.x;
  if (t < 32) s[t] = g[t];
  asm volatile("s_wait_dscnt 0" ::: "memory");
  asm volatile("s_barrier_signal -1\n\ts_barrier_wait -1" ::: "memory");
  if (t >= 32) o[t] = s[t - 32];
}
