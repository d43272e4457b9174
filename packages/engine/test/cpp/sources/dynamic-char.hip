#include <hip/hip_runtime.h>
// launch: grid=1,block=256,lds=12288
// observed: a element=2 widest=4 bytes=12288
// observed: b element=4 widest=4 bytes=12288
constexpr int BM = 64, BK = 32;
extern "C" __global__ void k(float *out, const _Float16 *in) {
  extern __shared__ __attribute__((aligned(16))) unsigned char raw[];
  auto *a = reinterpret_cast<_Float16 *>(raw);
  float *b = (float *)(raw + BM * BK * sizeof(_Float16));
  int t = threadIdx.x;
  for (int i = t; i < BM * BK; i += 256) {
    a[i / BK * BK + i % BK] = in[i];
    b[i / BK * BK + i % BK] = (float)in[i];
  }
  __syncthreads();
  out[t] = (float)a[t % 64 * BK + t / 64] + b[t % 64 * BK + t / 64];
}
