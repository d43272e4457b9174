// gfx942, 512 threads: the reads are waited for before the raw barrier
#include <hip/hip_runtime.h>
extern "C" __global__ void k(const unsigned *g, unsigned *o) {
  __shared__ unsigned s[512];
  unsigned t = threadIdx.x;
  unsigned sum = 0;
  s[t] = g[t];
  __syncthreads();
  for (int i = 0; i < 3; i++) {
    unsigned a = s[t ^ 256], b = s[t ^ 320];
    unsigned next = g[(i + 1) * 512 + t];
    asm volatile("s_waitcnt lgkmcnt(0)" ::: "memory");
    asm volatile("s_barrier" ::: "memory");
    s[t] = next;
    __syncthreads();
    sum += a * b;
  }
  o[t] = sum;
}
