#include <hip/hip_runtime.h>
// launch: grid=1,block=64
// An index of a vector is behind those of the array.
// observed: t element=16 widest=16
typedef float f4 __attribute__((ext_vector_type(4)));
__global__ void k(float *out, const f4 *in) {
  __shared__ f4 t[8][8];
  int x = threadIdx.x % 8, y = threadIdx.x / 8;
  t[y][x] = in[y * 8 + x];
  __syncthreads();
  out[y * 8 + x] = t[x][y][1] + t[x][y].x;
}
