#include <hip/hip_runtime.h>
typedef _Float16 half8 __attribute__((ext_vector_type(8)));
// launch: grid=1,block=256,lds=8192
// observed: w element=2 widest=16 bytes=8192
constexpr int N = 64, K = 64, LD = 64;
extern "C" __global__ void gemv(const _Float16 *W, float *y) {
  extern __shared__ _Float16 w[];
  int t = threadIdx.x;
  for (int i = 0; i < 2; ++i) {
    int e = i * 256 + t, n = e / 8, k = (e % 8) * 8;
    *(half8 *)&w[n * LD + k] = *(const half8 *)&W[n * K + k];
  }
  __syncthreads();
  float s = 0;
  for (int k = 0; k < 16; k += 8) s += (float)(*(half8 *)&w[t % 64 * LD + k])[0];
  y[t] = s;
}
