// What CK Tile's headers need of HIP to be compiled for the host alone: declarations, of which nothing is called.
#pragma once
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <ostream>
#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __launch_bounds__(...)
static constexpr int warpSize = 64;
struct dim3 {
  unsigned x, y, z;
  __host__ __device__ constexpr dim3(unsigned a = 1, unsigned b = 1, unsigned c = 1)
      : x(a), y(b), z(c) {}
};
struct uint2 { unsigned x, y; };
struct uint4 { unsigned x, y, z, w; };
__host__ __device__ inline uint2 make_uint2(unsigned x, unsigned y) { return {x, y}; }
extern "C" __device__ float __ocml_exp_f32(float);
extern "C" __device__ float __ocml_exp2_f32(float);
extern "C" __device__ float __ocml_log_f32(float);
extern "C" __device__ float exp2f(float);
extern "C" __device__ float __logf(float);
namespace std {
__host__ __device__ float expf(float);
__host__ __device__ float logf(float);
__host__ __device__ float powf(float, float);
}
__device__ int __clz(int);
__device__ unsigned __lane_id();
__device__ unsigned __umulhi(unsigned, unsigned);
template <typename T> __device__ T atomicCAS(T*, T, T);
template <typename T> __device__ T atomicAdd(T*, T);
template <typename T> __device__ T atomicMax(T*, T);
template <typename T> __device__ T __shfl(T, int);
template <typename T> __device__ T __shfl_up(T, unsigned);
template <typename T> __device__ T __shfl_down(T, unsigned);
__device__ void __syncthreads();
using hipError_t = int;
using hipStream_t = void*;
struct Index { unsigned x, y, z; };
static constexpr Index threadIdx{}, blockIdx{}, blockDim{}, gridDim{};
// The runtime that a compiled HIP program registers itself with.
extern "C" inline void** __hipRegisterFatBinary(void*) { return nullptr; }
extern "C" inline void __hipUnregisterFatBinary(void**) {}
