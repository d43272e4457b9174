// CUDA sources for AMD chips: CUDA's names for what HIP calls the same, as far as kernels and their host code use them.
#pragma once
#include <hip/hip_runtime.h>

#ifndef LDSCOPE_CALLS
#error "a CUDA source is translated with ldscope's own headers; hipify it for ROCm's"
#endif
#define LDSCOPE_CUDA(name) hipError_t cuda##name(...);
LDSCOPE_CALLS(LDSCOPE_CUDA)
#undef LDSCOPE_CUDA
const char *cudaGetErrorString(hipError_t);
const char *cudaGetErrorName(hipError_t);

using cudaError_t = hipError_t;
using cudaMemcpyKind = hipMemcpyKind;
using cudaStream_t = hipStream_t;
using cudaEvent_t = hipEvent_t;
using cudaDeviceProp = hipDeviceProp_t;
using cudaFuncAttributes = hipFuncAttributes;
#define cudaSuccess hipSuccess
#define cudaMemcpyHostToHost hipMemcpyHostToHost
#define cudaMemcpyHostToDevice hipMemcpyHostToDevice
#define cudaMemcpyDeviceToHost hipMemcpyDeviceToHost
#define cudaMemcpyDeviceToDevice hipMemcpyDeviceToDevice
#define cudaMemcpyDefault hipMemcpyDefault
#define cudaFuncCachePreferShared hipFuncCachePreferShared
#define cudaFuncCachePreferL1 hipFuncCachePreferL1
#define cudaFuncAttributeMaxDynamicSharedMemorySize hipFuncAttributeMaxDynamicSharedMemorySize
#define cudaFuncAttributePreferredSharedMemoryCarveout hipFuncAttributePreferredSharedMemoryCarveout
#define cudaSharedMemBankSizeFourByte hipSharedMemBankSizeFourByte
#define cudaSharedMemBankSizeEightByte hipSharedMemBankSizeEightByte
#define cudaStreamNonBlocking hipStreamNonBlocking
#define cudaEventDisableTiming hipEventDisableTiming
#define cudaHostAllocDefault hipHostMallocDefault
#define cudaMemAttachGlobal hipMemAttachGlobal
