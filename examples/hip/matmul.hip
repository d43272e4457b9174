// c = a * b, tiles of 16 x 16 as in every introduction: rows of a are shared by lanes, rows of b lie on neighbouring banks.
#include <hip/hip_runtime.h>

template <int TILE> __global__ void __launch_bounds__(TILE *TILE) matmul(float *c, const float *a, const float *b, int n) {
  __shared__ float as[TILE][TILE];
  __shared__ float bs[TILE][TILE];
  int row = blockIdx.y * TILE + threadIdx.y;
  int column = blockIdx.x * TILE + threadIdx.x;
  float sum = 0;
  for (int k0 = 0; k0 < n; k0 += TILE) {
    as[threadIdx.y][threadIdx.x] = a[row * n + k0 + threadIdx.x];
    bs[threadIdx.y][threadIdx.x] = b[(k0 + threadIdx.y) * n + column];
    __syncthreads();
    for (int k = 0; k < TILE; k++)
      sum += as[threadIdx.y][k] * bs[k][threadIdx.x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

template __global__ void matmul<16>(float *c, const float *a, const float *b, int n);
