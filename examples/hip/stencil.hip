// out = the mean of a cell and its four neighbours: a tile of 16 x 16 with a halo of one cell, rows of 18 words.
#include <hip/hip_runtime.h>

constexpr int TILE = 16;

__global__ void __launch_bounds__(TILE *TILE) stencil(float *out, const float *in, int n) {
  __shared__ float cells[TILE + 2][TILE + 2];
  int x = threadIdx.x + 1, y = threadIdx.y + 1;
  int column = blockIdx.x * TILE + x, row = blockIdx.y * TILE + y;
  const float *cell = &in[row * (n + 2) + column];
  cells[y][x] = *cell;
  if (x == 1) cells[y][0] = cell[-1];
  if (x == TILE) cells[y][TILE + 1] = cell[1];
  if (y == 1) cells[0][x] = cell[-(n + 2)];
  if (y == TILE) cells[TILE + 1][x] = cell[n + 2];
  __syncthreads();
  float sum = cells[y][x] + cells[y - 1][x] + cells[y + 1][x];
  sum += cells[y][x - 1] + cells[y][x + 1];
  out[(row - 1) * n + column - 1] = sum * 0.2f;
}
