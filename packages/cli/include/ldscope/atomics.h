// Atomic operations, relaxed, for all of the device (`_system`: for everybody), as HIP has them.
#pragma once

#define LDSCOPE_ATOMIC(Name, T, Operation)                                                                 \
  __device__ __forceinline__ T atomic##Name(T *address, T value) {                                         \
    return __hip_atomic_fetch_##Operation(address, value, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);     \
  }                                                                                                        \
  __device__ __forceinline__ T atomic##Name##_system(T *address, T value) {                                \
    return __hip_atomic_fetch_##Operation(address, value, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_SYSTEM);    \
  }                                                                                                        \
  __device__ __forceinline__ T atomic##Name##_block(T *address, T value) {                                 \
    return __hip_atomic_fetch_##Operation(address, value, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_WORKGROUP); \
  }
#define LDSCOPE_ATOMICS(T)                                                                                 \
  LDSCOPE_ATOMIC(Add, T, add)                                                                              \
  LDSCOPE_ATOMIC(Min, T, min)                                                                              \
  LDSCOPE_ATOMIC(Max, T, max)                                                                              \
  __device__ __forceinline__ T atomicExch(T *address, T value) {                                           \
    return __hip_atomic_exchange(address, value, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);              \
  }                                                                                                        \
  __device__ __forceinline__ T atomicSub(T *address, T value) { return atomicAdd(address, -value); }
#define LDSCOPE_ATOMIC_BITS(T)                                                                             \
  LDSCOPE_ATOMICS(T)                                                                                       \
  LDSCOPE_ATOMIC(And, T, and)                                                                              \
  LDSCOPE_ATOMIC(Or, T, or)                                                                                \
  LDSCOPE_ATOMIC(Xor, T, xor)                                                                              \
  __device__ __forceinline__ T atomicCAS(T *address, T expected, T value) {                                \
    __hip_atomic_compare_exchange_strong(address, &expected, value, __ATOMIC_RELAXED, __ATOMIC_RELAXED,    \
                                         __HIP_MEMORY_SCOPE_AGENT);                                        \
    return expected;                                                                                       \
  }
LDSCOPE_ATOMIC_BITS(int)
LDSCOPE_ATOMIC_BITS(unsigned)
LDSCOPE_ATOMIC_BITS(unsigned long)
LDSCOPE_ATOMIC_BITS(unsigned long long)
LDSCOPE_ATOMIC_BITS(long long)
LDSCOPE_ATOMICS(float)
LDSCOPE_ATOMICS(double)
#undef LDSCOPE_ATOMIC
#undef LDSCOPE_ATOMICS
#undef LDSCOPE_ATOMIC_BITS

__device__ __forceinline__ unsigned atomicInc(unsigned *address, unsigned limit) {
  return __builtin_amdgcn_atomic_inc32(address, limit, __ATOMIC_RELAXED, "agent");
}
__device__ __forceinline__ unsigned atomicDec(unsigned *address, unsigned limit) {
  return __builtin_amdgcn_atomic_dec32(address, limit, __ATOMIC_RELAXED, "agent");
}
// The instruction of the hardware, where `atomicAdd` may be a loop of compare and swap.
#define LDSCOPE_ATOMIC_UNSAFE(T)                                                                           \
  __device__ __forceinline__ T unsafeAtomicAdd(T *address, T value) {                                      \
    [[clang::atomic(no_remote_memory, no_fine_grained_memory, ignore_denormal_mode)]] {                        \
      return __hip_atomic_fetch_add(address, value, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);           \
    }                                                                                                      \
  }                                                                                                        \
  __device__ __forceinline__ T safeAtomicAdd(T *address, T value) { return atomicAdd(address, value); }
LDSCOPE_ATOMIC_UNSAFE(float)
LDSCOPE_ATOMIC_UNSAFE(double)
#undef LDSCOPE_ATOMIC_UNSAFE
