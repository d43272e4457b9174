// The built-in functions of OpenCL C that kernels with local memory use, for a compiler without ROCm's library: ids, barriers, and
// mathematics of one float. clang declares the built-ins; these are definitions. Sizes come from the hidden arguments, see
// ldscope/identity.h.
#pragma once

#define LDSCOPE_FUNCTION inline __attribute__((overloadable, always_inline, const))
#define LDSCOPE_BY_DIMENSION(name, X, Y, Z)                                                                \
  LDSCOPE_FUNCTION size_t name(uint dimension) { return dimension == 0 ? X : dimension == 1 ? Y : dimension == 2 ? Z : 0; }
LDSCOPE_BY_DIMENSION(get_local_id, __builtin_amdgcn_workitem_id_x(), __builtin_amdgcn_workitem_id_y(),
                     __builtin_amdgcn_workitem_id_z())
LDSCOPE_BY_DIMENSION(get_group_id, __builtin_amdgcn_workgroup_id_x(), __builtin_amdgcn_workgroup_id_y(),
                     __builtin_amdgcn_workgroup_id_z())
LDSCOPE_BY_DIMENSION(get_local_size, __builtin_amdgcn_workgroup_size_x(), __builtin_amdgcn_workgroup_size_y(),
                     __builtin_amdgcn_workgroup_size_z())
#undef LDSCOPE_BY_DIMENSION
LDSCOPE_FUNCTION size_t get_num_groups(uint dimension) {
  return dimension < 3 ? ((const __constant uint *)__builtin_amdgcn_implicitarg_ptr())[dimension] : 1;
}
LDSCOPE_FUNCTION size_t get_global_size(uint dimension) { return get_num_groups(dimension) * get_local_size(dimension); }
LDSCOPE_FUNCTION size_t get_global_id(uint dimension) {
  return get_group_id(dimension) * get_local_size(dimension) + get_local_id(dimension);
}
LDSCOPE_FUNCTION size_t get_global_offset(uint dimension) { return 0; }
LDSCOPE_FUNCTION uint get_work_dim() { return 3; }

inline __attribute__((overloadable, always_inline, convergent)) void barrier(cl_mem_fence_flags flags) {
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
  __builtin_amdgcn_s_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
}
inline __attribute__((overloadable, always_inline, convergent)) void work_group_barrier(cl_mem_fence_flags flags) {
  barrier(flags);
}
inline __attribute__((overloadable, always_inline)) void mem_fence(cl_mem_fence_flags flags) {
  __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, "workgroup");
}

#define LDSCOPE_FLOAT(name, value)                                                                         \
  LDSCOPE_FUNCTION float name(float x) { return value; }
LDSCOPE_FLOAT(sqrt, __builtin_sqrtf(x))
LDSCOPE_FLOAT(native_sqrt, __builtin_sqrtf(x))
LDSCOPE_FLOAT(rsqrt, __builtin_amdgcn_rsqf(x))
LDSCOPE_FLOAT(native_rsqrt, __builtin_amdgcn_rsqf(x))
LDSCOPE_FLOAT(native_recip, __builtin_amdgcn_rcpf(x))
LDSCOPE_FLOAT(fabs, __builtin_fabsf(x))
LDSCOPE_FLOAT(floor, __builtin_floorf(x))
LDSCOPE_FLOAT(ceil, __builtin_ceilf(x))
LDSCOPE_FLOAT(trunc, __builtin_truncf(x))
LDSCOPE_FLOAT(rint, __builtin_rintf(x))
LDSCOPE_FLOAT(exp, __builtin_expf(x))
LDSCOPE_FLOAT(native_exp, __builtin_expf(x))
LDSCOPE_FLOAT(exp2, __builtin_exp2f(x))
LDSCOPE_FLOAT(log, __builtin_logf(x))
LDSCOPE_FLOAT(native_log, __builtin_logf(x))
LDSCOPE_FLOAT(log2, __builtin_log2f(x))
LDSCOPE_FLOAT(sin, __builtin_sinf(x))
LDSCOPE_FLOAT(native_sin, __builtin_sinf(x))
LDSCOPE_FLOAT(cos, __builtin_cosf(x))
LDSCOPE_FLOAT(native_cos, __builtin_cosf(x))
#undef LDSCOPE_FLOAT
LDSCOPE_FUNCTION float fma(float x, float y, float z) { return __builtin_fmaf(x, y, z); }
LDSCOPE_FUNCTION float mad(float x, float y, float z) { return x * y + z; }
LDSCOPE_FUNCTION float fmax(float x, float y) { return __builtin_fmaxf(x, y); }
LDSCOPE_FUNCTION float fmin(float x, float y) { return __builtin_fminf(x, y); }
LDSCOPE_FUNCTION float pow(float x, float y) { return __builtin_exp2f(y * __builtin_log2f(x)); }
LDSCOPE_FUNCTION int mad24(int x, int y, int z) { return ((x << 8) >> 8) * ((y << 8) >> 8) + z; }
LDSCOPE_FUNCTION int mul24(int x, int y) { return ((x << 8) >> 8) * ((y << 8) >> 8); }

#define LDSCOPE_KIND(T)                                                                                    \
  LDSCOPE_FUNCTION T min(T x, T y) { return x < y ? x : y; }                                               \
  LDSCOPE_FUNCTION T max(T x, T y) { return x > y ? x : y; }                                               \
  LDSCOPE_FUNCTION T clamp(T x, T low, T high) { return x < low ? low : x > high ? high : x; }
LDSCOPE_KIND(int)
LDSCOPE_KIND(uint)
LDSCOPE_KIND(float)
#undef LDSCOPE_KIND

#define LDSCOPE_ATOMIC(name, T, Space, Operation)                                                          \
  inline __attribute__((overloadable, always_inline)) T name(volatile Space T *address, T value) {                \
    return Operation(address, value, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);                             \
  }
#define LDSCOPE_ATOMICS(name, Operation)                                                                   \
  LDSCOPE_ATOMIC(name, int, __local, Operation)                                                            \
  LDSCOPE_ATOMIC(name, uint, __local, Operation)                                                           \
  LDSCOPE_ATOMIC(name, int, __global, Operation)                                                           \
  LDSCOPE_ATOMIC(name, uint, __global, Operation)
LDSCOPE_ATOMICS(atomic_add, __scoped_atomic_fetch_add)
LDSCOPE_ATOMICS(atomic_sub, __scoped_atomic_fetch_sub)
LDSCOPE_ATOMICS(atomic_min, __scoped_atomic_fetch_min)
LDSCOPE_ATOMICS(atomic_max, __scoped_atomic_fetch_max)
LDSCOPE_ATOMICS(atomic_and, __scoped_atomic_fetch_and)
LDSCOPE_ATOMICS(atomic_or, __scoped_atomic_fetch_or)
LDSCOPE_ATOMICS(atomic_xor, __scoped_atomic_fetch_xor)
LDSCOPE_ATOMICS(atomic_xchg, __scoped_atomic_exchange_n)
#undef LDSCOPE_ATOMIC
#undef LDSCOPE_ATOMICS
#define LDSCOPE_ATOMIC(Space)                                                                              \
  inline __attribute__((overloadable, always_inline)) int atomic_inc(volatile Space int *address) {               \
    return atomic_add(address, 1);                                                                         \
  }                                                                                                        \
  inline __attribute__((overloadable, always_inline)) uint atomic_inc(volatile Space uint *address) {             \
    return atomic_add(address, 1u);                                                                        \
  }
LDSCOPE_ATOMIC(__local)
LDSCOPE_ATOMIC(__global)
#undef LDSCOPE_ATOMIC
#undef LDSCOPE_FUNCTION
