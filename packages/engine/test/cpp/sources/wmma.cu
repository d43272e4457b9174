#include <mma.h>
// observed: a element=2 widest=16
// observed: b element=2 widest=16
using namespace nvcuda;
constexpr int LDA = 64;
__global__ void __launch_bounds__(128) gemm_wmma(const half *A, const half *B, float *C) {
  __shared__ __align__(32) half a[64][LDA];
  __shared__ __align__(32) half b[64][LDA];
  int t = threadIdx.x, warp = t / 32;
  for (int i = t; i < 512; i += 128) {
    *reinterpret_cast<uint4 *>(&a[i / 8][(i % 8) * 8]) = reinterpret_cast<const uint4 *>(A)[i];
    *reinterpret_cast<uint4 *>(&b[i / 8][(i % 8) * 8]) = reinterpret_cast<const uint4 *>(B)[i];
  }
  __syncthreads();
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc[4];
  for (int j = 0; j < 4; ++j) wmma::fill_fragment(acc[j], 0.0f);
  for (int k = 0; k < 64; k += 16) {
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
    wmma::load_matrix_sync(fa, &a[warp * 16][k], LDA);
    for (int j = 0; j < 4; ++j) {
      wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> fb;
      wmma::load_matrix_sync(fb, &b[j * 16][k], LDA);
      wmma::mma_sync(acc[j], fa, fb, acc[j]);
    }
  }
  for (int j = 0; j < 4; ++j) wmma::store_matrix_sync(C + warp * 16 * 64 + j * 16, acc[j], 64, wmma::mem_row_major);
}
