// observed: tile element=4 widest=4 sizes=1,4,8 shape=32x32
#include <hip/hip_runtime.h>
// generic transposition: helper owns the tile, element type and tile size are template arguments
template <typename T, int TILE, int ROWS>
__device__ __forceinline__ void transpose_tile(T *__restrict__ dst, const T *__restrict__ src, int ld_dst, int ld_src) {
  __shared__ T tile[TILE][TILE];
  const int tx = threadIdx.x, ty = threadIdx.y;
#pragma unroll
  for (int r = 0; r < TILE; r += ROWS) tile[ty + r][tx] = src[(blockIdx.y * TILE + ty + r) * ld_src + blockIdx.x * TILE + tx];
  __syncthreads();
#pragma unroll
  for (int r = 0; r < TILE; r += ROWS) dst[(blockIdx.x * TILE + ty + r) * ld_dst + blockIdx.y * TILE + tx] = tile[tx][ty + r];
}
extern "C" __global__ void __launch_bounds__(256) transpose_f32(float *d, const float *s, int n) { transpose_tile<float, 32, 8>(d, s, n, n); }
extern "C" __global__ void __launch_bounds__(512) transpose_f64(double *d, const double *s, int n) { transpose_tile<double, 32, 16>(d, s, n, n); }
extern "C" __global__ void __launch_bounds__(512) transpose_i8(signed char *d, const signed char *s, int n) { transpose_tile<signed char, 64, 8>(d, s, n, n); }
