#include <hip/hip_runtime.h>
// launch: grid=1,block=32x32,lds=4096
// observed: t element=4 widest=4 pitch=128 bytes=4096
constexpr int BK = 32;
__global__ void k(float *out, const float *in) {
  extern __shared__ float t[];
  int x = threadIdx.x, y = threadIdx.y;
  t[y * BK + x] = in[y * BK + x];
  __syncthreads();
  out[y * BK + x] = t[x * BK + y];
}
__global__ void other(float *out) {
  extern __shared__ float own[];
  own[threadIdx.x] = 1;
  out[threadIdx.x] = own[31 - threadIdx.x];
}
enum Attribute { AttributeMaxDynamicSharedMemorySize };
template <class F> void hipFuncSetAttribute(F, Attribute, int);
void allocate(float **, size_t);
void run(float *out, const float *in, size_t given) {
  const size_t bytes = 32 * BK * sizeof(float), copied = 32 * BK * sizeof(float);
  float *scratch;
  allocate(&scratch, copied);
  hipFuncSetAttribute(k, AttributeMaxDynamicSharedMemorySize, 4 * 32 * BK);
  k<<<dim3(1), dim3(32, 32), bytes>>>(out, in);
  k<<<dim3(1), dim3(32, 32), copied>>>(out, in);
  k<<<dim3(1), dim3(32, 32), 4096>>>(out, in);
  k<<<dim3(1), dim3(32, 32), given>>>(out, in);
  hipLaunchKernelGGL(k, dim3(1), dim3(32, 32), 32 * BK * sizeof(float), 0, out, in);
  other<<<dim3(1), dim3(32), 4096>>>(out);
}
