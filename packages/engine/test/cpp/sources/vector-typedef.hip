#include <hip/hip_runtime.h>
typedef _Float16 half8 __attribute__((ext_vector_type(8)));
// launch: grid=1,block=512
// observed: w element=16 widest=16
extern "C" __global__ void k(half8 *out, const half8 *in) {
  __shared__ half8 w[64][8];
  w[threadIdx.x / 8][threadIdx.x % 8] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = w[threadIdx.x % 64][threadIdx.x / 64];
}
