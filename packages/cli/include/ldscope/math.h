// The functions that clang's HIP headers call for mathematics, `__ocml_*`: ROCm has them as bitcode, this has their definitions
// where ROCm is not installed.
//
// What the target has as an instruction, or LLVM expands, is that. The others are reductions of the argument and series, computed in
// double. Tests compare them with the host as floats, to 3e-6, for arguments from 0.1 to 8; more is not promised. Results differ from
// ROCm's, and so do counts of vector instructions: accesses that do not depend on them do not.
#pragma once

#define LDSCOPE_MATH extern "C" __device__ __forceinline__ __attribute__((const))
namespace ldscope {
#define LDSCOPE_FUNCTION __device__ __forceinline__ static constexpr
constexpr double pi = 3.14159265358979323846, ln2High = 0x1.62e42fefa39efp-1, ln2Low = 0x1.abc9e3b39803fp-56;
constexpr double infinity = __builtin_inf(), notNumber = __builtin_nan("");

// e^r for |r| < 0.35, 2^k folded in: Taylor to the 13th power.
__device__ static inline double exp(double x) {
  if (x > 709.79) return infinity;
  if (x < -745.2) return 0;
  double k = __builtin_rint(x / ln2High);
  double r = __builtin_fma(-k, ln2Low, __builtin_fma(-k, ln2High, x));
  double sum = 1;
  for (int i = 13; i > 0; i--) sum = __builtin_fma(sum, r / i, 1.0);
  return __builtin_ldexp(sum, static_cast<int>(k));
}
// log of a mantissa in [sqrt(1/2), sqrt(2)) by 2 artanh((m-1)/(m+1)), exponent apart.
__device__ static inline double log(double x) {
  if (!(x > 0)) return x == 0 ? -infinity : notNumber;
  if (x == infinity) return x;
  int exponent = __builtin_amdgcn_frexp_exp(x);
  double m = __builtin_amdgcn_frexp_mant(x);
  if (m < 0.70710678118654752) {
    m *= 2;
    exponent--;
  }
  double s = (m - 1) / (m + 1), square = s * s, sum = 0;
  for (int i = 21; i > 0; i -= 2) sum = __builtin_fma(sum, square, 1.0 / i);
  return __builtin_fma(static_cast<double>(exponent), ln2High, 2 * s * sum + exponent * ln2Low);
}
// The quarter of the circle that x is in, and what is left of it, in [-pi/4, pi/4].
__device__ static inline int quarter(double x, double &rest) {
  double k = __builtin_rint(x * (2 / pi));
  rest = __builtin_fma(-k, 0x1.1a62633145c07p-54, __builtin_fma(-k, 0x1.921fb54442d18p+0, x));
  return static_cast<int>(static_cast<long long>(k) & 3);
}
__device__ static inline double sin_of_rest(double r) {
  double square = r * r, sum = 1;
  for (int i = 16; i > 0; i -= 2) sum = __builtin_fma(-sum, square / (i * (i + 1)), 1.0);
  return r * sum;
}
__device__ static inline double cos_of_rest(double r) {
  double square = r * r, sum = 1;
  for (int i = 17; i > 0; i -= 2) sum = __builtin_fma(-sum, square / (i * (i + 1)), 1.0);
  return sum;
}
__device__ static inline double sin(double x) {
  double r;
  int q = quarter(x, r);
  double value = q & 1 ? cos_of_rest(r) : sin_of_rest(r);
  return q & 2 ? -value : value;
}
__device__ static inline double cos(double x) {
  double r;
  int q = quarter(x, r);
  double value = q & 1 ? sin_of_rest(r) : cos_of_rest(r);
  return q == 1 || q == 2 ? -value : value;
}
// Halved twice by atan x = 2 atan(x / (1 + sqrt(1 + x^2))), then a series.
__device__ static inline double atan(double x) {
  double a = __builtin_fabs(x);
  bool large = a > 1;
  if (large) a = 1 / a;
  for (int i = 0; i < 2; i++) a = a / (1 + __builtin_sqrt(__builtin_fma(a, a, 1.0)));
  double square = a * a, sum = 0;
  for (int i = 25; i > 0; i -= 2) sum = __builtin_fma(-sum, square, 1.0 / i);
  double value = 4 * a * sum;
  return __builtin_copysign(large ? pi / 2 - value : value, x);
}
__device__ static inline double atan2(double y, double x) {
  if (x == 0 && y == 0) return __builtin_copysign(__builtin_signbit(x) ? pi : 0.0, y);
  double value = x == 0 ? pi / 2 : atan(__builtin_fabs(y / x));
  return __builtin_copysign(x < 0 ? pi - value : value, y);
}
__device__ static inline double pow(double x, double y) {
  if (y == 0 || x == 1) return 1;
  double a = __builtin_fabs(x);
  bool whole = __builtin_trunc(y) == y;
  bool odd = whole && __builtin_trunc(y / 2) * 2 != y;
  if (x < 0 && !whole) return notNumber;
  double value = a == 0 ? (y > 0 ? 0 : infinity) : exp(y * log(a));
  return odd ? __builtin_copysign(value, x) : value;
}
__device__ static inline double expm1(double x) {
  if (__builtin_fabs(x) > 0.35) return exp(x) - 1;
  double sum = 1;
  for (int i = 15; i > 1; i--) sum = __builtin_fma(sum, x / i, 1.0);
  return x * sum;
}
__device__ static inline double log1p(double x) {
  double u = 1 + x;
  return u == 1 ? x : log(u) * x / (u - 1);
}
__device__ static inline double tanh(double x) {
  double a = __builtin_fabs(x);
  if (a > 20) return __builtin_copysign(1.0, x);
  double e = expm1(2 * a);
  return __builtin_copysign(e / (e + 2), x);
}
__device__ static inline double sinh(double x) {
  double e = expm1(__builtin_fabs(x));
  return __builtin_copysign((e + e / (e + 1)) / 2, x);
}
__device__ static inline double cosh(double x) { return (exp(x) + exp(-x)) / 2; }
__device__ static inline double cbrt(double x) {
  double a = __builtin_fabs(x);
  if (a == 0 || a == infinity) return x;
  double root = exp(log(a) / 3);
  root -= (root * root * root - a) / (3 * root * root);
  return __builtin_copysign(root, x);
}
// The series of erf below 3, the continued fraction of erfc from there on.
__device__ static inline double erfc_of_large(double x) {
  double fraction = 0;
  for (int i = 60; i > 0; i--) fraction = i / 2.0 / (x + fraction);
  return exp(-x * x) / __builtin_sqrt(pi) / (x + fraction);
}
__device__ static inline double erf(double x) {
  double a = __builtin_fabs(x);
  if (a >= 3) return __builtin_copysign(a > 6 ? 1 : 1 - erfc_of_large(a), x);
  double term = x, sum = x;
  for (int i = 1; i < 60; i++) {
    term *= -x * x / i;
    sum += term / (2 * i + 1);
  }
  return 2 / __builtin_sqrt(pi) * sum;
}
__device__ static inline double erfc(double x) { return x >= 3 ? erfc_of_large(x) : 1 - erf(x); }
// Lanczos's approximation, g = 7.
__device__ static inline double lgamma(double x) {
  constexpr double series[] = {0.99999999999980993, 676.5203681218851,     -1259.1392167224028,
                               771.32342877765313,  -176.61502916214059,   12.507343278686905,
                               -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7};
  if (x < 0.5) return log(pi / __builtin_fabs(sin(pi * x))) - lgamma(1 - x);
  double sum = series[0];
  for (int i = 1; i < 9; i++) sum += series[i] / (x - 1 + i);
  double t = x + 6.5;
  return 0.91893853320467274 + (x - 0.5) * log(t) - t + log(sum);
}
__device__ static inline double tgamma(double x) {
  return x < 0.5 ? pi / (sin(pi * x) * exp(lgamma(1 - x))) : exp(lgamma(x));
}
__device__ static inline double fmod(double x, double y) {
  double a = __builtin_fabs(x), b = __builtin_fabs(y);
  if (!(a < infinity) || !(b > 0)) return notNumber;
  for (int i = 0; a >= b && i < 2100; i++) {
    double part = __builtin_ldexp(b, __builtin_amdgcn_frexp_exp(a) - __builtin_amdgcn_frexp_exp(b));
    a -= part > a ? part / 2 : part;
  }
  return __builtin_copysign(a, x);
}
__device__ static inline double round(double x) {
  return __builtin_copysign(__builtin_floor(__builtin_fabs(x) + (__builtin_fabs(x) < 0x1p52 ? 0.5 : 0)), x);
}
#undef LDSCOPE_FUNCTION
} // namespace ldscope

// An instruction or an expansion of LLVM's in float; `f64` where double has it too.
#define LDSCOPE_DIRECT(name, builtin)                                                                      \
  LDSCOPE_MATH float __ocml_##name##_f32(float x) { return builtin##f(x); }                                \
  LDSCOPE_MATH double __ocml_##name##_f64(double x) { return builtin(x); }                                 \
  LDSCOPE_MATH _Float16 __ocml_##name##_f16(_Float16 x) { return builtin##f16(x); }
LDSCOPE_DIRECT(fabs, __builtin_fabs)
LDSCOPE_DIRECT(floor, __builtin_floor)
LDSCOPE_DIRECT(ceil, __builtin_ceil)
LDSCOPE_DIRECT(trunc, __builtin_trunc)
LDSCOPE_DIRECT(rint, __builtin_rint)
LDSCOPE_DIRECT(sqrt, __builtin_sqrt)
#undef LDSCOPE_DIRECT

#define LDSCOPE_SINGLE(name, single, twice)                                                                \
  LDSCOPE_MATH float __ocml_##name##_f32(float x) { return single(x); }                                    \
  LDSCOPE_MATH double __ocml_##name##_f64(double x) { return twice; }
LDSCOPE_SINGLE(exp, __builtin_expf, ldscope::exp(x))
LDSCOPE_SINGLE(exp2, __builtin_exp2f, ldscope::exp(x *ldscope::ln2High))
LDSCOPE_SINGLE(exp10, __builtin_exp10f, ldscope::exp(x * 2.30258509299404568402))
LDSCOPE_SINGLE(log, __builtin_logf, ldscope::log(x))
LDSCOPE_SINGLE(log2, __builtin_log2f, ldscope::log(x) * 1.44269504088896340736)
LDSCOPE_SINGLE(log10, __builtin_log10f, ldscope::log(x) * 0.43429448190325182765)
LDSCOPE_SINGLE(sin, __builtin_sinf, ldscope::sin(x))
LDSCOPE_SINGLE(cos, __builtin_cosf, ldscope::cos(x))
LDSCOPE_SINGLE(rsqrt, __builtin_amdgcn_rsqf, 1 / __builtin_sqrt(x))
LDSCOPE_SINGLE(nearbyint, __builtin_rintf, __builtin_rint(x))
#undef LDSCOPE_SINGLE

#define LDSCOPE_HALF(name, builtin)                                                                        \
  LDSCOPE_MATH _Float16 __ocml_##name##_f16(_Float16 x) {                                                  \
    return static_cast<_Float16>(builtin(static_cast<float>(x)));                                          \
  }
LDSCOPE_HALF(exp, __builtin_expf)
LDSCOPE_HALF(exp2, __builtin_exp2f)
LDSCOPE_HALF(exp10, __builtin_exp10f)
LDSCOPE_HALF(log, __builtin_logf)
LDSCOPE_HALF(log2, __builtin_log2f)
LDSCOPE_HALF(log10, __builtin_log10f)
LDSCOPE_HALF(sin, __builtin_sinf)
LDSCOPE_HALF(cos, __builtin_cosf)
LDSCOPE_HALF(rsqrt, __builtin_amdgcn_rsqf)
#undef LDSCOPE_HALF

#define LDSCOPE_NATIVE(name, builtin)                                                                      \
  LDSCOPE_MATH float __ocml_native_##name##_f32(float x) { return builtin(x); }
LDSCOPE_NATIVE(exp, __builtin_expf)
LDSCOPE_NATIVE(exp10, __builtin_exp10f)
LDSCOPE_NATIVE(log, __builtin_logf)
LDSCOPE_NATIVE(log2, __builtin_log2f)
LDSCOPE_NATIVE(log10, __builtin_log10f)
LDSCOPE_NATIVE(sin, __builtin_sinf)
LDSCOPE_NATIVE(cos, __builtin_cosf)
LDSCOPE_NATIVE(sqrt, __builtin_sqrtf)
#undef LDSCOPE_NATIVE

#define LDSCOPE_DOUBLE(name, value)                                                                        \
  LDSCOPE_MATH double __ocml_##name##_f64(double x) { return value; }                                      \
  LDSCOPE_MATH float __ocml_##name##_f32(float single) {                                                   \
    double x = single;                                                                                     \
    return static_cast<float>(value);                                                                      \
  }
LDSCOPE_DOUBLE(tan, ldscope::sin(x) / ldscope::cos(x))
LDSCOPE_DOUBLE(asin, ldscope::atan2(x, __builtin_sqrt((1 - x) * (1 + x))))
LDSCOPE_DOUBLE(acos, ldscope::atan2(__builtin_sqrt((1 - x) * (1 + x)), x))
LDSCOPE_DOUBLE(atan, ldscope::atan(x))
LDSCOPE_DOUBLE(sinh, ldscope::sinh(x))
LDSCOPE_DOUBLE(cosh, ldscope::cosh(x))
LDSCOPE_DOUBLE(tanh, ldscope::tanh(x))
LDSCOPE_DOUBLE(asinh, __builtin_copysign(ldscope::log(__builtin_fabs(x) + __builtin_sqrt(x * x + 1)), x))
LDSCOPE_DOUBLE(acosh, ldscope::log(x + __builtin_sqrt(x * x - 1)))
LDSCOPE_DOUBLE(atanh, ldscope::log((1 + x) / (1 - x)) / 2)
LDSCOPE_DOUBLE(sinpi, ldscope::sin(ldscope::pi *x))
LDSCOPE_DOUBLE(cospi, ldscope::cos(ldscope::pi *x))
LDSCOPE_DOUBLE(expm1, ldscope::expm1(x))
LDSCOPE_DOUBLE(log1p, ldscope::log1p(x))
LDSCOPE_DOUBLE(logb, __builtin_amdgcn_frexp_exp(x) - 1.0)
LDSCOPE_DOUBLE(cbrt, ldscope::cbrt(x))
LDSCOPE_DOUBLE(rcbrt, 1 / ldscope::cbrt(x))
LDSCOPE_DOUBLE(erf, ldscope::erf(x))
LDSCOPE_DOUBLE(erfc, ldscope::erfc(x))
LDSCOPE_DOUBLE(ncdf, ldscope::erfc(-x / 1.41421356237309504880) / 2)
LDSCOPE_DOUBLE(lgamma, ldscope::lgamma(x))
LDSCOPE_DOUBLE(tgamma, ldscope::tgamma(x))
LDSCOPE_DOUBLE(round, ldscope::round(x))
#undef LDSCOPE_DOUBLE

#define LDSCOPE_PAIR(name, value)                                                                          \
  LDSCOPE_MATH double __ocml_##name##_f64(double x, double y) { return value; }                            \
  LDSCOPE_MATH float __ocml_##name##_f32(float first, float second) {                                      \
    double x = first, y = second;                                                                          \
    return static_cast<float>(value);                                                                      \
  }
LDSCOPE_PAIR(atan2, ldscope::atan2(x, y))
LDSCOPE_PAIR(fmod, ldscope::fmod(x, y))
LDSCOPE_PAIR(fdim, x > y ? x - y : 0)
LDSCOPE_PAIR(hypot, __builtin_sqrt(__builtin_fma(x, x, y *y)))
LDSCOPE_PAIR(rhypot, 1 / __builtin_sqrt(__builtin_fma(x, x, y *y)))
#undef LDSCOPE_PAIR
LDSCOPE_MATH double __ocml_pow_f64(double x, double y) { return ldscope::pow(x, y); }
LDSCOPE_MATH float __ocml_pow_f32(float x, float y) {
  if (y == 0 || x == 1) return 1;
  bool whole = __builtin_truncf(y) == y;
  if (x < 0 && !whole) return __builtin_nanf("");
  float value = __builtin_exp2f(y * __builtin_log2f(__builtin_fabsf(x)));
  return whole && __builtin_truncf(y / 2) * 2 != y ? __builtin_copysignf(value, x) : value;
}
LDSCOPE_MATH double __ocml_pown_f64(double x, int n) { return ldscope::pow(x, n); }
LDSCOPE_MATH float __ocml_pown_f32(float x, int n) { return __ocml_pow_f32(x, static_cast<float>(n)); }

#define LDSCOPE_KIND(T, suffix, f)                                                                         \
  LDSCOPE_MATH T __ocml_fma_##suffix(T x, T y, T z) { return __builtin_fma##f(x, y, z); }                  \
  LDSCOPE_MATH T __ocml_fmax_##suffix(T x, T y) { return __builtin_fmax##f(x, y); }                        \
  LDSCOPE_MATH T __ocml_fmin_##suffix(T x, T y) { return __builtin_fmin##f(x, y); }                        \
  LDSCOPE_MATH int __ocml_isnan_##suffix(T x) { return x != x; }                                           \
  LDSCOPE_MATH int __ocml_isinf_##suffix(T x) { return __builtin_isinf(x); }
LDSCOPE_KIND(float, f32, f)
LDSCOPE_KIND(double, f64, )
LDSCOPE_KIND(_Float16, f16, f16)
#undef LDSCOPE_KIND
#define LDSCOPE_KIND(T, suffix, f)                                                                         \
  LDSCOPE_MATH T __ocml_copysign_##suffix(T x, T y) { return __builtin_copysign##f(x, y); }                \
  LDSCOPE_MATH T __ocml_ldexp_##suffix(T x, int n) { return __builtin_ldexp##f(x, n); }                    \
  LDSCOPE_MATH T __ocml_scalbn_##suffix(T x, int n) { return __builtin_ldexp##f(x, n); }                   \
  LDSCOPE_MATH int __ocml_ilogb_##suffix(T x) { return __builtin_amdgcn_frexp_exp##f(x) - 1; }             \
  LDSCOPE_MATH int __ocml_isfinite_##suffix(T x) { return __builtin_isfinite(x); }                         \
  LDSCOPE_MATH int __ocml_signbit_##suffix(T x) { return __builtin_signbit(x); }                           \
  LDSCOPE_MATH T __ocml_len3_##suffix(T x, T y, T z) { return __builtin_sqrt##f(x * x + y * y + z * z); }  \
  LDSCOPE_MATH T __ocml_rlen3_##suffix(T x, T y, T z) { return 1 / __builtin_sqrt##f(x * x + y * y + z * z); } \
  extern "C" __device__ __forceinline__ T __ocml_sincos_##suffix(T x, __PRIVATE_AS T *cosine) {            \
    *cosine = __ocml_cos_##suffix(x);                                                                      \
    return __ocml_sin_##suffix(x);                                                                         \
  }                                                                                                        \
  extern "C" __device__ __forceinline__ T __ocml_sincospi_##suffix(T x, __PRIVATE_AS T *cosine) {          \
    *cosine = __ocml_cospi_##suffix(x);                                                                    \
    return __ocml_sinpi_##suffix(x);                                                                       \
  }                                                                                                        \
  extern "C" __device__ __forceinline__ T __ocml_modf_##suffix(T x, __PRIVATE_AS T *whole) {               \
    *whole = __builtin_trunc##f(x);                                                                        \
    return x - *whole;                                                                                     \
  }                                                                                                        \
  extern "C" __device__ __forceinline__ T __ocml_frexp_##suffix(T x, __PRIVATE_AS int *exponent) {         \
    *exponent = __builtin_amdgcn_frexp_exp##f(x);                                                          \
    return __builtin_amdgcn_frexp_mant##f(x);                                                              \
  }
#define __PRIVATE_AS __attribute__((opencl_private))
LDSCOPE_KIND(float, f32, f)
LDSCOPE_KIND(double, f64, )
#undef __PRIVATE_AS
#undef LDSCOPE_KIND
#undef LDSCOPE_MATH
