
#include <hip/hip_runtime.h>
#include <vector>

template <int pad> __global__ void transpose(float *out, const float *in, int n) {
  __shared__ float tile[32][32 + pad];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  tile[threadIdx.y][threadIdx.x] = in[y * n + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x, y = blockIdx.x * 32 + threadIdx.y;
  out[y * n + x] = tile[threadIdx.x][threadIdx.y];
}

int main() {
  std::vector<float> host(64 * 64);
  float *in, *out;
  if (hipMalloc(&in, 4 * host.size()) != hipSuccess || hipMalloc(&out, 4 * host.size()) != hipSuccess) return 1;
  hipMemcpy(in, host.data(), 4 * host.size(), hipMemcpyHostToDevice);
  transpose<PAD><<<dim3(2, 2), dim3(32, 32)>>>(out, in, 64);
  hipLaunchKernelGGL(transpose<PAD>, dim3(2, 2), dim3(32, 32), 0, 0, out, in, 64);
  return hipGetLastError() != hipSuccess;
}
