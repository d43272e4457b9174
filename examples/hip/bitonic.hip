// out = in, sorted: 512 words by a bitonic network. Partners less than 32 words apart leave every other bank unused: two ways.
#include <hip/hip_runtime.h>

constexpr int SIZE = 512;

__device__ void order(int &low, int &high, bool ascending) {
  int a = low, b = high;
  low = ascending ? min(a, b) : max(a, b);
  high = ascending ? max(a, b) : min(a, b);
}

__global__ void __launch_bounds__(SIZE / 2) bitonic(int *out, const int *in) {
  __shared__ int keys[SIZE];
  int i = threadIdx.x;
  keys[i] = in[i];
  keys[i + SIZE / 2] = in[i + SIZE / 2];
  for (int length = 2; length <= SIZE; length *= 2)
    for (int stride = length / 2; stride > 0; stride /= 2) {
      __syncthreads();
      int at = 2 * i - (i & (stride - 1));
      order(keys[at], keys[at + stride], (at & length) == 0);
    }
  __syncthreads();
  out[i] = keys[i];
  out[i + SIZE / 2] = keys[i + SIZE / 2];
}
