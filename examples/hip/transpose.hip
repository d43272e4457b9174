// out = transpose(in): a tile is written by rows and read by columns, 32 words apart, so that all lanes of a row meet on one bank.
#include <hip/hip_runtime.h>

constexpr int TILE = 32;
constexpr int ROWS = 8;

__global__ void __launch_bounds__(TILE *ROWS) transpose(float *out, const float *in, int n) {
  __shared__ float tile[TILE][TILE];

  int x = blockIdx.x * TILE + threadIdx.x;
  int y = blockIdx.y * TILE + threadIdx.y;
  for (int i = 0; i < TILE; i += ROWS)
    tile[threadIdx.y + i][threadIdx.x] = in[(y + i) * n + x];
  __syncthreads();

  x = blockIdx.y * TILE + threadIdx.x;
  y = blockIdx.x * TILE + threadIdx.y;
  for (int i = 0; i < TILE; i += ROWS)
    out[(y + i) * n + x] = tile[threadIdx.x][threadIdx.y + i];
}
