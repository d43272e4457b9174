// The runtime's functions, as far as a compiler of device code has to know them: host code is read and not translated, so none has
// a body. Each takes whatever it is given.
#pragma once
#include <cstddef>
#include "identity.h"

enum hipError_t { hipSuccess = 0, hipErrorInvalidValue = 1, hipErrorOutOfMemory = 2, hipErrorNotReady = 600, hipErrorUnknown = 999 };
enum hipMemcpyKind {
  hipMemcpyHostToHost,
  hipMemcpyHostToDevice,
  hipMemcpyDeviceToHost,
  hipMemcpyDeviceToDevice,
  hipMemcpyDefault
};
enum hipFuncCache_t { hipFuncCachePreferNone, hipFuncCachePreferShared, hipFuncCachePreferL1, hipFuncCachePreferEqual };
enum hipSharedMemConfig { hipSharedMemBankSizeDefault, hipSharedMemBankSizeFourByte, hipSharedMemBankSizeEightByte };
enum hipFuncAttribute { hipFuncAttributeMaxDynamicSharedMemorySize = 8, hipFuncAttributePreferredSharedMemoryCarveout };
enum hipDeviceAttribute_t {
  hipDeviceAttributeMaxThreadsPerBlock,
  hipDeviceAttributeMaxSharedMemoryPerBlock,
  hipDeviceAttributeMultiprocessorCount,
  hipDeviceAttributeWarpSize,
  hipDeviceAttributeClockRate,
  hipDeviceAttributeWallClockRate,
  hipDeviceAttributeManagedMemory,
  hipDeviceAttributeCooperativeLaunch
};
enum hipStreamCaptureMode { hipStreamCaptureModeGlobal, hipStreamCaptureModeThreadLocal, hipStreamCaptureModeRelaxed };
// A number, and as in HIP also the null stream.
#define hipStreamDefault 0
enum { hipStreamNonBlocking = 1, hipEventDefault = 0, hipEventDisableTiming = 2 };
enum { hipHostMallocDefault, hipHostMallocPortable, hipHostMallocMapped, hipMemAttachGlobal = 1 };

struct ldscopeStream;
struct ldscopeEvent;
using hipStream_t = ldscopeStream *;
using hipEvent_t = ldscopeEvent *;
using hipModule_t = void *;
using hipFunction_t = void *;
using hipGraph_t = void *;
using hipGraphExec_t = void *;
using hipDevice_t = int;
using hipDeviceptr_t = void *;

struct hipDeviceProp_t {
  char name[256], gcnArchName[256];
  int major, minor, warpSize, multiProcessorCount, maxThreadsPerBlock, maxThreadsPerMultiProcessor, regsPerBlock;
  int clockRate, memoryClockRate, memoryBusWidth, l2CacheSize, integrated, concurrentKernels, canMapHostMemory;
  int cooperativeLaunch, managedMemory, pciBusID, pciDeviceID, pciDomainID, maxGridSize[3], maxThreadsDim[3];
  std::size_t totalGlobalMem, totalConstMem, sharedMemPerBlock, sharedMemPerMultiprocessor, maxSharedMemoryPerMultiProcessor;
};
struct hipFuncAttributes {
  int binaryVersion, maxThreadsPerBlock, numRegs, maxDynamicSharedSizeBytes;
  std::size_t sharedSizeBytes, constSizeBytes, localSizeBytes;
};

// The functions, by their names without prefix.
#define LDSCOPE_CALLS(CALL)                                                                             \
  CALL(Malloc) CALL(MallocManaged) CALL(MallocAsync) CALL(MallocPitch) CALL(HostMalloc) CALL(HostAlloc) \
  CALL(MallocHost) CALL(Free) CALL(FreeAsync) CALL(HostFree) CALL(FreeHost) CALL(Memcpy)                \
  CALL(MemcpyAsync) CALL(Memcpy2D) CALL(Memcpy2DAsync) CALL(Memset) CALL(MemsetAsync) CALL(Memset2D)    \
  CALL(MemcpyToSymbol) CALL(MemcpyToSymbolAsync) CALL(MemcpyFromSymbol) CALL(MemGetInfo)                \
  CALL(MemPrefetchAsync) CALL(MemAdvise) CALL(GetSymbolAddress) CALL(GetSymbolSize) CALL(HostRegister)  \
  CALL(HostUnregister) CALL(HostGetDevicePointer) CALL(DeviceSynchronize) CALL(DeviceReset)             \
  CALL(DeviceGetAttribute) CALL(DeviceSetCacheConfig) CALL(DeviceSetLimit) CALL(DeviceGetLimit)         \
  CALL(DeviceSetSharedMemConfig) CALL(DeviceCanAccessPeer) CALL(DeviceEnablePeerAccess)                 \
  CALL(DeviceGetStreamPriorityRange) CALL(DriverGetVersion) CALL(RuntimeGetVersion) CALL(SetDevice)     \
  CALL(GetDevice) CALL(GetDeviceCount) CALL(GetDeviceProperties) CALL(SetDeviceFlags)                   \
  CALL(GetLastError) CALL(PeekAtLastError) CALL(StreamCreate) CALL(StreamCreateWithFlags)               \
  CALL(StreamCreateWithPriority) CALL(StreamDestroy) CALL(StreamSynchronize) CALL(StreamWaitEvent)      \
  CALL(StreamQuery) CALL(StreamBeginCapture) CALL(StreamEndCapture) CALL(EventCreate)                   \
  CALL(EventCreateWithFlags) CALL(EventRecord) CALL(EventSynchronize) CALL(EventElapsedTime)            \
  CALL(EventDestroy) CALL(EventQuery) CALL(FuncSetCacheConfig) CALL(FuncSetAttribute)                   \
  CALL(FuncGetAttributes) CALL(FuncSetSharedMemConfig) CALL(OccupancyMaxActiveBlocksPerMultiprocessor)  \
  CALL(OccupancyMaxPotentialBlockSize) CALL(LaunchKernel) CALL(LaunchCooperativeKernel)                 \
  CALL(ModuleLoad) CALL(ModuleGetFunction) CALL(ModuleLaunchKernel) CALL(ModuleUnload)                  \
  CALL(GraphCreate) CALL(GraphInstantiate) CALL(GraphLaunch) CALL(GraphDestroy) CALL(GraphExecDestroy)  \
  CALL(LaunchHostFunc) CALL(PointerGetAttributes) CALL(ExtMallocWithFlags) CALL(Init)                  \
  CALL(DeviceDisablePeerAccess)

#define LDSCOPE_HIP(name) hipError_t hip##name(...);
LDSCOPE_CALLS(LDSCOPE_HIP)
#undef LDSCOPE_HIP
const char *hipGetErrorString(hipError_t);
const char *hipGetErrorName(hipError_t);

unsigned __hipPushCallConfiguration(dim3 grid, dim3 block, std::size_t dynamicBytes = 0, hipStream_t stream = nullptr);
#define hipLaunchKernelGGL(kernel, grid, block, bytes, stream, ...) (kernel)<<<(grid), (block), (bytes), (stream)>>>(__VA_ARGS__)
