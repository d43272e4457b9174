
#include <hip/hip_runtime.h>
extern "C" __global__ void plane(float *out, int n) {
  __shared__ float tile[32][33];
  tile[threadIdx.y][threadIdx.x] = n;
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
extern "C" __global__ void cube(float *out, int n) {
  __shared__ float tile[8][8][16];
  tile[threadIdx.z][threadIdx.y][threadIdx.x] = n;
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x][threadIdx.y][threadIdx.z];
}
extern "C" __global__ void __launch_bounds__(256) bounded(float *out, int n) {
  __shared__ float tile[256];
  tile[threadIdx.x] = n;
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x ^ 1];
}
extern "C" __global__ void __launch_bounds__(256) wide(float *out, int n) {
  __shared__ float tile[4096];
  tile[threadIdx.x + 64 * threadIdx.y] = n;
  __syncthreads();
  out[threadIdx.x] = tile[64 * threadIdx.x + threadIdx.y];
}
extern "C" __global__ void one(float *out, int n) {
  __shared__ float tile[1024];
  tile[threadIdx.x] = n;
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x];
}
extern "C" __global__ void sized(float *out, int n) {
  __shared__ float tile[1024];
  tile[threadIdx.x] = n;
  __syncthreads();
  out[threadIdx.x] = tile[blockDim.x - 1 - threadIdx.x];
}
