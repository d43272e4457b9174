#include <hip/hip_runtime.h>
template <int N> __device__ int fill(int k) {
  static __shared__ int scratch[N];
  scratch[threadIdx.x % N] = k; __syncthreads(); return scratch[k % N];
}
extern __shared__ float grown[];
__global__ void several(int *out, int k) {
  __shared__ int tile[16][17];
  tile[threadIdx.x / 16][threadIdx.x % 16] = k; __syncthreads(); k += tile[threadIdx.x % 16][threadIdx.x / 16];
  grown[threadIdx.x] = k; __syncthreads(); k += grown[63 - threadIdx.x];
  k += fill<64>(threadIdx.x) + fill<32>(threadIdx.x);
  { __shared__ int scratch[8];
    scratch[threadIdx.x % 8] = k; __syncthreads(); k += scratch[7 - threadIdx.x % 8]; }
  out[threadIdx.x] = k;
}
