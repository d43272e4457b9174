#include <hip/hip_runtime.h>
// launch: grid=1,block=32x32
// observed: t element=4 widest=4
struct Config { static constexpr int N = 32; enum { LD = 32 }; };
template <typename T> struct K {
  static __device__ void go(T *out, const T *in) {
    __shared__ T t[Config::N][Config::LD];
    t[threadIdx.y][threadIdx.x] = in[threadIdx.y * Config::N + threadIdx.x];
    __syncthreads();
    out[threadIdx.y * Config::N + threadIdx.x] = t[threadIdx.x][threadIdx.y];
  }
};
__global__ void k(float *out, const float *in) { K<float>::go(out, in); }
