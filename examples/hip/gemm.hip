// c = a * b, tiles of 64 x 64, 4 x 4 results in the registers of a lane. The product of a tile is a function of its own: its lines
// keep their costs where it is inlined.
#include <hip/hip_runtime.h>

constexpr int TILE = 64;
constexpr int DEPTH = 16;

__device__ float dot(const float (*as)[DEPTH], const float (*bs)[TILE], int row, int column) {
  float sum = 0;
  for (int k = 0; k < DEPTH; k++)
    sum += as[row][k] * bs[k][column];
  return sum;
}

__global__ void __launch_bounds__(256) gemm(float *c, const float *a, const float *b, int n) {
  __shared__ float as[TILE][DEPTH];
  __shared__ float bs[DEPTH][TILE];
  int x = threadIdx.x % 16;
  int y = threadIdx.x / 16;
  float sums[4][4] = {};
  for (int k0 = 0; k0 < n; k0 += DEPTH) {
    for (int i = 0; i < TILE; i += 16)
      as[y + i][x] = a[(blockIdx.y * TILE + y + i) * n + k0 + x];
    float4 row = *reinterpret_cast<const float4 *>(&b[(k0 + y) * n + blockIdx.x * TILE + 4 * x]);
    *reinterpret_cast<float4 *>(&bs[y][4 * x]) = row;
    __syncthreads();
    for (int i = 0; i < 4; i++)
      for (int j = 0; j < 4; j++)
        sums[i][j] += dot(as, bs, 4 * y + i, 4 * x + j);
    __syncthreads();
  }
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++)
      c[(blockIdx.y * TILE + 4 * y + i) * n + blockIdx.x * TILE + 4 * x + j] = sums[i][j];
}
