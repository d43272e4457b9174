// Who a work-item is: threadIdx, blockIdx, blockDim, gridDim, warpSize, and the barrier of its workgroup.
//
// The ids come in registers, the sizes from the hidden arguments of code object version 5: block counts in three words at 0, block
// sizes in three halves at 12. LLVM's AMDGPU usage, "Code Object V5 Kernel Argument Metadata".
#pragma once

struct dim3 {
  unsigned x, y, z;
  __host__ __device__ constexpr dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1) : x(x), y(y), z(z) {}
};

namespace ldscope {
__device__ __forceinline__ unsigned blocks(int dimension) {
  return ((const __attribute__((address_space(4))) unsigned *)__builtin_amdgcn_implicitarg_ptr())[dimension];
}

// A triple whose members are read when they are asked for.
#define LDSCOPE_TRIPLE(Name, X, Y, Z)                                                                      \
  struct Name {                                                                                            \
    __device__ __forceinline__ static unsigned get_x() { return X; }                                       \
    __device__ __forceinline__ static unsigned get_y() { return Y; }                                       \
    __device__ __forceinline__ static unsigned get_z() { return Z; }                                       \
    __declspec(property(get = get_x)) unsigned x;                                                          \
    __declspec(property(get = get_y)) unsigned y;                                                          \
    __declspec(property(get = get_z)) unsigned z;                                                          \
    __device__ __forceinline__ operator dim3() const { return dim3(get_x(), get_y(), get_z()); }           \
  };
LDSCOPE_TRIPLE(ThreadIdx, __builtin_amdgcn_workitem_id_x(), __builtin_amdgcn_workitem_id_y(),
               __builtin_amdgcn_workitem_id_z())
LDSCOPE_TRIPLE(BlockIdx, __builtin_amdgcn_workgroup_id_x(), __builtin_amdgcn_workgroup_id_y(),
               __builtin_amdgcn_workgroup_id_z())
LDSCOPE_TRIPLE(BlockDim, __builtin_amdgcn_workgroup_size_x(), __builtin_amdgcn_workgroup_size_y(),
               __builtin_amdgcn_workgroup_size_z())
LDSCOPE_TRIPLE(GridDim, ldscope::blocks(0), ldscope::blocks(1), ldscope::blocks(2))
#undef LDSCOPE_TRIPLE
} // namespace ldscope

extern const __device__ __attribute__((weak)) ldscope::ThreadIdx threadIdx;
extern const __device__ __attribute__((weak)) ldscope::BlockIdx blockIdx;
extern const __device__ __attribute__((weak)) ldscope::BlockDim blockDim;
extern const __device__ __attribute__((weak)) ldscope::GridDim gridDim;

#if defined(__GFX10__) || defined(__GFX11__) || defined(__GFX12__)
#ifdef LDSCOPE_WAVE64
static constexpr int warpSize = 64;
#else
static constexpr int warpSize = 32;
#endif
#else
static constexpr int warpSize = 64;
#endif

__device__ __forceinline__ void __syncthreads() {
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
  __builtin_amdgcn_s_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
}
__device__ __forceinline__ void __threadfence_block() { __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, "workgroup"); }
__device__ __forceinline__ void __threadfence() { __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, "agent"); }
__device__ __forceinline__ void __threadfence_system() { __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, ""); }

__device__ __forceinline__ long long clock64() { return static_cast<long long>(__builtin_readcyclecounter()); }
__device__ __forceinline__ long long wall_clock64() { return clock64(); }
__device__ __forceinline__ int clock() { return static_cast<int>(clock64()); }
