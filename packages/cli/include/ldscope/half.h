// Half precision: `__half`, `__half2` and their functions, over the compiler's `_Float16`.
#pragma once
#include "vectors.h"

struct __half {
  _Float16 data;
  __half() = default;
  template <class T, ldscope::If<(__is_arithmetic(T) || __is_same(T, _Float16))> = 0>
  __host__ __device__ constexpr __half(T value) : data(static_cast<_Float16>(value)) {}
  template <class T, ldscope::If<(__is_arithmetic(T) || __is_same(T, _Float16))> = 0>
  __host__ __device__ constexpr operator T() const {
    return static_cast<T>(data);
  }
#define LDSCOPE_OPERATOR(op)                                                                               \
  friend __host__ __device__ constexpr __half operator op(__half left, __half right) {                     \
    return __half(static_cast<_Float16>(left.data op right.data));                                         \
  }                                                                                                        \
  __host__ __device__ constexpr __half &operator op##=(__half right) { return *this = *this op right; }
  LDSCOPE_OPERATOR(+)
  LDSCOPE_OPERATOR(-)
  LDSCOPE_OPERATOR(*)
  LDSCOPE_OPERATOR(/)
#undef LDSCOPE_OPERATOR
  __host__ __device__ constexpr __half operator+() const { return *this; }
  __host__ __device__ constexpr __half operator-() const { return __half(static_cast<_Float16>(-data)); }
#define LDSCOPE_OPERATOR(op)                                                                               \
  friend __host__ __device__ constexpr bool operator op(__half left, __half right) { return left.data op right.data; }
  LDSCOPE_OPERATOR(==)
  LDSCOPE_OPERATOR(!=)
  LDSCOPE_OPERATOR(<)
  LDSCOPE_OPERATOR(<=)
  LDSCOPE_OPERATOR(>)
  LDSCOPE_OPERATOR(>=)
#undef LDSCOPE_OPERATOR
};
using half = __half;
using __half2 = ldscope::Vector<__half, 2>;
using half2 = __half2;
struct __half_raw {
  unsigned short x;
};

#define LDSCOPE_FUNCTION __host__ __device__ __forceinline__
LDSCOPE_FUNCTION __half __float2half(float x) { return __half(x); }
LDSCOPE_FUNCTION __half __float2half_rn(float x) { return __half(x); }
LDSCOPE_FUNCTION float __half2float(__half x) { return static_cast<float>(x.data); }
LDSCOPE_FUNCTION __half __int2half_rn(int x) { return __half(x); }
LDSCOPE_FUNCTION int __half2int_rn(__half x) { return static_cast<int>(__builtin_rintf(static_cast<float>(x.data))); }
LDSCOPE_FUNCTION unsigned short __half_as_ushort(__half x) { return __builtin_bit_cast(unsigned short, x.data); }
LDSCOPE_FUNCTION __half __ushort_as_half(unsigned short x) { return __half(__builtin_bit_cast(_Float16, x)); }
LDSCOPE_FUNCTION __half2 __floats2half2_rn(float x, float y) { return {__half(x), __half(y)}; }
LDSCOPE_FUNCTION __half2 __float2half2_rn(float x) { return {__half(x), __half(x)}; }
LDSCOPE_FUNCTION __half2 __float22half2_rn(float2 v) { return {__half(v.x), __half(v.y)}; }
LDSCOPE_FUNCTION float2 __half22float2(__half2 v) { return {static_cast<float>(v.x), static_cast<float>(v.y)}; }
LDSCOPE_FUNCTION __half2 __halves2half2(__half x, __half y) { return {x, y}; }
LDSCOPE_FUNCTION __half2 __half2half2(__half x) { return {x, x}; }
LDSCOPE_FUNCTION __half2 make_half2(__half x, __half y) { return {x, y}; }
LDSCOPE_FUNCTION __half __low2half(__half2 v) { return v.x; }
LDSCOPE_FUNCTION __half __high2half(__half2 v) { return v.y; }
LDSCOPE_FUNCTION float __low2float(__half2 v) { return v.x; }
LDSCOPE_FUNCTION float __high2float(__half2 v) { return v.y; }
LDSCOPE_FUNCTION __half __hadd(__half a, __half b) { return a + b; }
LDSCOPE_FUNCTION __half __hsub(__half a, __half b) { return a - b; }
LDSCOPE_FUNCTION __half __hmul(__half a, __half b) { return a * b; }
LDSCOPE_FUNCTION __half __hdiv(__half a, __half b) { return a / b; }
LDSCOPE_FUNCTION __half __hneg(__half a) { return -a; }
LDSCOPE_FUNCTION __half __hfma(__half a, __half b, __half c) { return __builtin_fmaf16(a.data, b.data, c.data); }
LDSCOPE_FUNCTION __half __habs(__half a) { return __builtin_fabsf16(a.data); }
LDSCOPE_FUNCTION __half __hmax(__half a, __half b) { return __builtin_fmaxf16(a.data, b.data); }
LDSCOPE_FUNCTION __half __hmin(__half a, __half b) { return __builtin_fminf16(a.data, b.data); }
LDSCOPE_FUNCTION bool __hgt(__half a, __half b) { return a > b; }
LDSCOPE_FUNCTION bool __hge(__half a, __half b) { return a >= b; }
LDSCOPE_FUNCTION bool __hlt(__half a, __half b) { return a < b; }
LDSCOPE_FUNCTION bool __hle(__half a, __half b) { return a <= b; }
LDSCOPE_FUNCTION bool __heq(__half a, __half b) { return a == b; }
LDSCOPE_FUNCTION bool __hisnan(__half a) { return a != a; }
LDSCOPE_FUNCTION __half2 __hadd2(__half2 a, __half2 b) { return a + b; }
LDSCOPE_FUNCTION __half2 __hsub2(__half2 a, __half2 b) { return a - b; }
LDSCOPE_FUNCTION __half2 __hmul2(__half2 a, __half2 b) { return a * b; }
LDSCOPE_FUNCTION __half2 __h2div(__half2 a, __half2 b) { return a / b; }
LDSCOPE_FUNCTION __half2 __hfma2(__half2 a, __half2 b, __half2 c) {
  return {__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)};
}
LDSCOPE_FUNCTION __half2 __hmax2(__half2 a, __half2 b) { return {__hmax(a.x, b.x), __hmax(a.y, b.y)}; }
LDSCOPE_FUNCTION __half2 __hmin2(__half2 a, __half2 b) { return {__hmin(a.x, b.x), __hmin(a.y, b.y)}; }
#define LDSCOPE_OF_FLOAT(name, function)                                                                   \
  LDSCOPE_FUNCTION __half h##name(__half x) { return __half(function(static_cast<float>(x.data))); }       \
  LDSCOPE_FUNCTION __half2 h2##name(__half2 v) { return {h##name(v.x), h##name(v.y)}; }
LDSCOPE_OF_FLOAT(exp, __builtin_expf)
LDSCOPE_OF_FLOAT(exp2, __builtin_exp2f)
LDSCOPE_OF_FLOAT(log, __builtin_logf)
LDSCOPE_OF_FLOAT(log2, __builtin_log2f)
LDSCOPE_OF_FLOAT(sin, __builtin_sinf)
LDSCOPE_OF_FLOAT(cos, __builtin_cosf)
LDSCOPE_OF_FLOAT(sqrt, __builtin_sqrtf)
LDSCOPE_OF_FLOAT(rsqrt, __builtin_amdgcn_rsqf)
LDSCOPE_OF_FLOAT(rcp, __builtin_amdgcn_rcpf)
LDSCOPE_OF_FLOAT(floor, __builtin_floorf)
LDSCOPE_OF_FLOAT(ceil, __builtin_ceilf)
LDSCOPE_OF_FLOAT(rint, __builtin_rintf)
LDSCOPE_OF_FLOAT(trunc, __builtin_truncf)
#undef LDSCOPE_OF_FLOAT

// Two halves at once: an instruction of the hardware.
__device__ __forceinline__ __half2 unsafeAtomicAdd(__half2 *address, __half2 value) {
  typedef _Float16 Pair __attribute__((ext_vector_type(2)));
  Pair before = __builtin_amdgcn_flat_atomic_fadd_v2f16(reinterpret_cast<Pair *>(address),
                                                        Pair{value.x.data, value.y.data});
  return {__half(before.x), __half(before.y)};
}
#undef LDSCOPE_FUNCTION
