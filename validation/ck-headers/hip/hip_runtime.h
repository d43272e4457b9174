// What CK Tile's headers need of HIP to be compiled for the host alone: declarations, of which nothing is called.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <ostream>
#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __launch_bounds__(...)
#ifndef WAVE_SIZE
#define WAVE_SIZE 64
#endif
static constexpr int warpSize = WAVE_SIZE;
struct dim3 {
  unsigned x, y, z;
  __host__ __device__ constexpr dim3(unsigned a = 1, unsigned b = 1, unsigned c = 1)
      : x(a), y(b), z(c) {}
};
struct uint2 { unsigned x, y; };
struct uint4 { unsigned x, y, z, w; };
__host__ __device__ inline uint2 make_uint2(unsigned x, unsigned y) { return {x, y}; }
extern "C" __device__ float __ocml_exp_f32(float);
#define LDSCOPE_HALF(name) extern "C" __device__ _Float16 __ocml_##name##_f16(_Float16);
LDSCOPE_HALF(ceil) LDSCOPE_HALF(exp) LDSCOPE_HALF(floor) LDSCOPE_HALF(log) LDSCOPE_HALF(sin)
#undef LDSCOPE_HALF
__device__ float powf(float, float);
__device__ float expm1f(float);
using std::isnan;
extern "C" __device__ float __ocml_exp2_f32(float);
extern "C" __device__ float __ocml_log_f32(float);
extern "C" __device__ float exp2f(float);
extern "C" __device__ float __logf(float);
namespace std {
#define LDSCOPE_FLOAT(name) __host__ __device__ float name(float);
LDSCOPE_FLOAT(acosf) LDSCOPE_FLOAT(acoshf) LDSCOPE_FLOAT(asinf) LDSCOPE_FLOAT(asinhf) LDSCOPE_FLOAT(atanf)
LDSCOPE_FLOAT(atanhf) LDSCOPE_FLOAT(ceilf) LDSCOPE_FLOAT(cosf) LDSCOPE_FLOAT(coshf) LDSCOPE_FLOAT(expm1f)
LDSCOPE_FLOAT(floorf) LDSCOPE_FLOAT(sinf) LDSCOPE_FLOAT(sinhf) LDSCOPE_FLOAT(tanf) LDSCOPE_FLOAT(tanhf)
LDSCOPE_FLOAT(sqrtf) LDSCOPE_FLOAT(rintf) LDSCOPE_FLOAT(exp2f) LDSCOPE_FLOAT(log2f)
#undef LDSCOPE_FLOAT
__host__ __device__ float expf(float);
__host__ __device__ float logf(float);
__host__ __device__ float powf(float, float);
}
__device__ int __clz(int);
__device__ unsigned __lane_id();
__device__ unsigned __umulhi(unsigned, unsigned);
template <typename T> __device__ T atomicCAS(T*, T, T);
template <typename T, typename U> __device__ T atomicAdd(T*, U);
template <typename T> __device__ T atomicMax(T*, T);
template <typename T> __device__ T __shfl(T, int);
template <typename T> __device__ T __shfl_up(T, unsigned);
template <typename T> __device__ T __shfl_down(T, unsigned);
__device__ void __syncthreads();
using hipError_t = int;
static constexpr hipError_t hipSuccess = 0;
struct hipDeviceProp_t { int multiProcessorCount, warpSize, sharedMemPerBlock; char gcnArchName[256]; };
inline const char* hipGetErrorString(hipError_t) { return ""; }
inline hipError_t hipGetDevice(int*) { return 0; }
inline hipError_t hipGetDeviceProperties(hipDeviceProp_t*, int) { return 0; }
using hipStream_t = void*;
struct Index { unsigned x, y, z; };
static constexpr Index threadIdx{}, blockIdx{}, blockDim{}, gridDim{};
// The runtime that a compiled HIP program registers itself with.
extern "C" inline void** __hipRegisterFatBinary(void*) { return nullptr; }
extern "C" inline void __hipUnregisterFatBinary(void**) {}
