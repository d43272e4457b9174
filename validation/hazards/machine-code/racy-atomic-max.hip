// gfx950, 128 threads: the largest value is read while atomics are in flight
#include <hip/hip_runtime.h>
extern "C" __global__ void k(const unsigned *g, unsigned *o) {
  __shared__ unsigned m;
  unsigned t = threadIdx.x;
  if (t == 0) m = 0;
  __syncthreads();
  __hip_atomic_fetch_max(&m, g[t], __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_WORKGROUP);
  asm volatile("s_barrier" ::: "memory");
  o[t] = m; // hazard/unfinished-write
}
