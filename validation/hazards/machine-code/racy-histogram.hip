// gfx90a, 256 threads: the histogram is read while atomics are in flight
#include <hip/hip_runtime.h>
extern "C" __global__ void k(const unsigned *g, unsigned *o) {
  __shared__ unsigned h[256];
  unsigned t = threadIdx.x;
  h[t] = 0;
  __syncthreads();
  __hip_atomic_fetch_add(&h[g[t] & 255], 1u, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_WORKGROUP);
  asm volatile("s_barrier" ::: "memory");
  o[t] = h[t]; // hazard/unfinished-write
}
