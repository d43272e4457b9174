// Brain floats: 16 bits of a float, rounded to the nearest even, over the compiler's `__bf16`.
#pragma once
#include "vectors.h"

struct __hip_bfloat16 {
  __bf16 data;
  __hip_bfloat16() = default;
  template <class T, ldscope::If<(__is_arithmetic(T) || __is_same(T, __bf16))> = 0>
  __host__ __device__ constexpr __hip_bfloat16(T value)
      : data(static_cast<__bf16>(static_cast<float>(value))) {}
  __host__ __device__ constexpr operator float() const { return static_cast<float>(data); }
#define LDSCOPE_OPERATOR(op)                                                                               \
  __host__ __device__ constexpr __hip_bfloat16 &operator op##=(__hip_bfloat16 right) {                     \
    return *this = __hip_bfloat16(static_cast<float>(data) op static_cast<float>(right.data));             \
  }                                                                                                        \
  friend __host__ __device__ constexpr __hip_bfloat16 operator op(__hip_bfloat16 left, __hip_bfloat16 right) { \
    return left op## = right;                                                                              \
  }
  LDSCOPE_OPERATOR(+)
  LDSCOPE_OPERATOR(-)
  LDSCOPE_OPERATOR(*)
  LDSCOPE_OPERATOR(/)
#undef LDSCOPE_OPERATOR
};
using hip_bfloat16 = __hip_bfloat16;
using __hip_bfloat162 = ldscope::Vector<__hip_bfloat16, 2>;
struct __hip_bfloat16_raw {
  unsigned short x;
};

#define LDSCOPE_FUNCTION __host__ __device__ __forceinline__
LDSCOPE_FUNCTION __hip_bfloat16 __float2bfloat16(float x) { return __hip_bfloat16(x); }
LDSCOPE_FUNCTION float __bfloat162float(__hip_bfloat16 x) { return x; }
LDSCOPE_FUNCTION __hip_bfloat162 __floats2bfloat162_rn(float x, float y) { return {__hip_bfloat16(x), __hip_bfloat16(y)}; }
LDSCOPE_FUNCTION __hip_bfloat162 __float22bfloat162_rn(float2 v) { return __floats2bfloat162_rn(v.x, v.y); }
LDSCOPE_FUNCTION float2 __bfloat1622float2(__hip_bfloat162 v) { return {static_cast<float>(v.x), static_cast<float>(v.y)}; }
LDSCOPE_FUNCTION __hip_bfloat162 __bfloat162bfloat162(__hip_bfloat16 x) { return {x, x}; }
LDSCOPE_FUNCTION __hip_bfloat162 __halves2bfloat162(__hip_bfloat16 x, __hip_bfloat16 y) { return {x, y}; }
LDSCOPE_FUNCTION unsigned short __bfloat16_as_ushort(__hip_bfloat16 x) { return __builtin_bit_cast(unsigned short, x.data); }
LDSCOPE_FUNCTION __hip_bfloat16 __ushort_as_bfloat16(unsigned short x) { return __hip_bfloat16(__builtin_bit_cast(__bf16, x)); }
LDSCOPE_FUNCTION __hip_bfloat16 __hadd(__hip_bfloat16 a, __hip_bfloat16 b) { return a + b; }
LDSCOPE_FUNCTION __hip_bfloat16 __hsub(__hip_bfloat16 a, __hip_bfloat16 b) { return a - b; }
LDSCOPE_FUNCTION __hip_bfloat16 __hmul(__hip_bfloat16 a, __hip_bfloat16 b) { return a * b; }
LDSCOPE_FUNCTION __hip_bfloat16 __hfma(__hip_bfloat16 a, __hip_bfloat16 b, __hip_bfloat16 c) {
  return __hip_bfloat16(__builtin_fmaf(a, b, c));
}
LDSCOPE_FUNCTION __hip_bfloat162 __hadd2(__hip_bfloat162 a, __hip_bfloat162 b) { return a + b; }
LDSCOPE_FUNCTION __hip_bfloat162 __hsub2(__hip_bfloat162 a, __hip_bfloat162 b) { return a - b; }
LDSCOPE_FUNCTION __hip_bfloat162 __hmul2(__hip_bfloat162 a, __hip_bfloat162 b) { return a * b; }
LDSCOPE_FUNCTION __hip_bfloat162 __hfma2(__hip_bfloat162 a, __hip_bfloat162 b, __hip_bfloat162 c) {
  return {__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)};
}
#undef LDSCOPE_FUNCTION
