#include <mma.h>
// observed: a element=2 widest=16
using namespace nvcuda;
__global__ void k(const half *A, float *C) {
  __shared__ __align__(32) half a[64][64];
  for (int i = threadIdx.x; i < 4096; i += 128) a[i / 64][i % 64] = A[i];
  __syncthreads();
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> f;
  wmma::load_matrix_sync(f, &a[threadIdx.x / 32 * 16][0], 64);
  C[threadIdx.x] = f.x[0];
}
