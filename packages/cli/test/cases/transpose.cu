#include <cuda_fp16.h>
__global__ void transpose(float *out, const float *in, int n) {
  __shared__ float tile[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  for (int i = 0; i < 32; i += 8) tile[y + i][x] = in[(y + i) * n + x];
  __syncthreads();
  for (int i = 0; i < 32; i += 8) out[(y + i) * n + x] = tile[x][y + i];
}
int main() {
  float *a;
  cudaError_t error = cudaMalloc(&a, 4096);
  transpose<<<dim3(1), dim3(32, 8)>>>(a, a, 32);
  return error != cudaSuccess;
}
