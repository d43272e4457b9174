#include <cuda_pipeline.h>
// observed: st element=2 widest=16
__global__ void k(const half *A, float *C) {
  __shared__ __align__(16) half st[2][64][32];
  int t = threadIdx.x;
  for (int s = 0; s < 2; s++) __pipeline_memcpy_async(&st[s][t / 4][t % 4 * 8], &A[t * 8], 16);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  C[t] = (float)st[0][t % 64][t / 64];
}
