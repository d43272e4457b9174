// out[i] = in[0] + ... + in[i - 1] of 512 words, up and down a tree (Blelloch): strides of 2, 4, 8 ... words, as in the textbooks.
#include <hip/hip_runtime.h>

constexpr int SIZE = 512;

__global__ void __launch_bounds__(SIZE / 2) scan(int *out, const int *in) {
  __shared__ int tree[SIZE];
  int i = threadIdx.x;
  tree[2 * i] = in[2 * i];
  tree[2 * i + 1] = in[2 * i + 1];
  for (int stride = 1; stride < SIZE; stride *= 2) {
    __syncthreads();
    if (i < SIZE / 2 / stride) {
      int left = stride * (2 * i + 1) - 1;
      tree[left + stride] += tree[left];
    }
  }
  __syncthreads();
  if (i == 0) tree[SIZE - 1] = 0;
  for (int stride = SIZE / 2; stride > 0; stride /= 2) {
    __syncthreads();
    if (i < SIZE / 2 / stride) {
      int left = stride * (2 * i + 1) - 1;
      int value = tree[left];
      tree[left] = tree[left + stride];
      tree[left + stride] += value;
    }
  }
  __syncthreads();
  out[2 * i] = tree[2 * i];
  out[2 * i + 1] = tree[2 * i + 1];
}
