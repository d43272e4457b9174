#include <hip/hip_runtime.h>
// launch: grid=1,block=32x32
// observed: tile element=4 widest=4 shape=32x32
template <typename T, int R, int C>
__global__ void k(T *out, const T *in) {
  __shared__ T tile[R][C];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[y * C + x];
  __syncthreads();
  out[y * C + x] = tile[x][y];
}
template __global__ void k<float, 32, 32>(float *, const float *);
