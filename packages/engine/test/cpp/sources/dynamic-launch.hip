#include <hip/hip_runtime.h>
// launch: grid=1,block=32x32,lds=4096
// observed: t element=4 widest=4 pitch=128 bytes=4096
template <int BM, int BK> __global__ void k(float *out, const float *in) {
  extern __shared__ float t[];
  int x = threadIdx.x, y = threadIdx.y;
  t[y * BK + x] = in[y * BK + x];
  __syncthreads();
  out[y * BK + x] = t[x * BK + y];
}
template <int BM, int BK> void launch(float *out, const float *in) {
  size_t bytes = BM * BK * sizeof(float);
  k<BM, BK><<<dim3(1), dim3(32, 32), bytes>>>(out, in);
}
void run(float *out, const float *in) { launch<32, 32>(out, in); }
