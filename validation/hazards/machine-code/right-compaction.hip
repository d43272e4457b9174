// gfx1201, 64 threads: places are counted by atomics, stored, and read behind a barrier
#include <hip/hip_runtime.h>
extern "C" __global__ void k(const unsigned *g, unsigned *o) {
  __shared__ unsigned s[64], count;
  unsigned t = threadIdx.x;
  if (t == 0) count = 0;
  s[t] = 0;
  __syncthreads();
  unsigned place = __hip_atomic_fetch_add(&count, 1u, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_WORKGROUP);
  s[place] = g[t];
  __syncthreads();
  o[t] = s[63 - t];
}
