// gfx942, 256 threads: atomics begin before all zeros are stored
#include <hip/hip_runtime.h>
extern "C" __global__ void k(const unsigned *g, unsigned *o) {
  __shared__ unsigned h[256];
  unsigned t = threadIdx.x;
  h[t] = 0;
  asm volatile("" ::: "memory");
  __hip_atomic_fetch_add(&h[g[t] & 255], 1u, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_WORKGROUP); // hazard/lds-race
  __syncthreads();
  o[t] = h[t];
}
