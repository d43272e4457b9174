// c = alpha * a * b per batch, launched as CK launches its kernels: one struct by value has all that a workgroup needs to know.
#include <hip/hip_runtime.h>

struct BatchedGemm {
  static constexpr int TILE = 32;
  static constexpr int DEPTH = 16;

  struct Shape {
    int m, n, k;
  };

  struct Kargs {
    const _Float16 *a;
    const _Float16 *b;
    float *c;
    Shape shape;
    float alpha;
    int strides[3]; // rows of a, b and c, in elements
    struct {
      long a, b, c;
    } batch;
  };

  __device__ void operator()(const Kargs &kargs) const {
    // a stands in LDS by its columns, so that a step of k reads a row of both tiles.
    __shared__ float as[DEPTH][TILE];
    __shared__ float bs[DEPTH][TILE];
    const auto &[lda, ldb, ldc] = kargs.strides;
    const _Float16 *a = kargs.a + blockIdx.z * kargs.batch.a;
    const _Float16 *b = kargs.b + blockIdx.z * kargs.batch.b;
    float *c = kargs.c + blockIdx.z * kargs.batch.c;
    int row0 = blockIdx.y * TILE, column0 = blockIdx.x * TILE;
    int x = threadIdx.x % 16, y = threadIdx.x / 16;
    float sums[2][2] = {};
    for (int k0 = 0; k0 < kargs.shape.k; k0 += DEPTH) {
      for (int i = 0; i < TILE; i += 16)
        as[x][y + i] = a[(row0 + y + i) * lda + k0 + x];
      for (int i = 0; i < TILE; i += 16)
        bs[y][x + i] = b[(k0 + y) * ldb + column0 + x + i];
      __syncthreads();
      for (int k = 0; k < DEPTH; k++)
        for (int i = 0; i < 2; i++)
          for (int j = 0; j < 2; j++)
            sums[i][j] += as[k][y + 16 * i] * bs[k][x + 16 * j];
      __syncthreads();
    }
    for (int i = 0; i < 2; i++)
      for (int j = 0; j < 2; j++)
        if (row0 + y + 16 * i < kargs.shape.m && column0 + x + 16 * j < kargs.shape.n)
          c[(row0 + y + 16 * i) * ldc + column0 + x + 16 * j] = kargs.alpha * sums[i][j];
  }
};

template <class Kernel>
__global__ void __launch_bounds__(256) kentry(typename Kernel::Kargs kargs) {
  Kernel{}(kargs);
}

template __global__ void kentry<BatchedGemm>(BatchedGemm::Kargs);
