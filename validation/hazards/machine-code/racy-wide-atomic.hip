// gfx942, 128 threads: a sum of 64 bits is read while atomics are in flight
#include <hip/hip_runtime.h>
extern "C" __global__ void k(const unsigned *g, unsigned *o) {
  __shared__ unsigned long long sum;
  unsigned t = threadIdx.x;
  if (t == 0) sum = 0;
  __syncthreads();
  __hip_atomic_fetch_add(&sum, (unsigned long long)g[t], __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_WORKGROUP);
  asm volatile("s_barrier" ::: "memory");
  o[t] = sum >> 3; // hazard/unfinished-write
}
