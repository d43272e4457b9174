// Floating point of every width. Products and sums are not fused unless the code says so.
#include "common.h"
#pragma clang fp contract(off)

DEVICE double exponential(double x) {
  double n = __builtin_rint(x * 1.4426950408889634);
  double r = __builtin_fma(n, -0.6931471805599453, x);
  r = __builtin_fma(n, -2.3190468138462996e-17, r);
  double sum = 1;
  for (int k = 14; k > 0; k--) sum = sum * r / k + 1;
  return __builtin_ldexp(sum, (int)n);
}

DEVICE double sine(double x) {
  double n = __builtin_rint(x * 0.3183098861837907);
  double r = __builtin_fma(n, -3.141592653589793, x), square = r * r, term = r, sum = r;
  for (int k = 1; k < 12; k++) {
    term = -term * square / ((2 * k) * (2 * k + 1));
    sum += term;
  }
  return (i64)n & 1 ? -sum : sum;
}

KERNEL series(const double *x, double *out) {
  int t = item(), n = size();
  double a = x[t];
  out[t] = exponential(a);
  out[n + t] = sine(a);
  double guess = 1;
  for (int i = 0; i < 30; i++) guess = 0.5 * (guess + (a * a + 1) / guess);
  out[2 * n + t] = guess;
}

KERNEL doubles(const double *x, const double *y, double *out) {
  int t = item(), n = size();
  double a = x[t], b = y[t];
  out[t] = a + b;
  out[n + t] = a * b - b;
  out[2 * n + t] = a / b;
  out[3 * n + t] = __builtin_sqrt(__builtin_fabs(a));
  out[4 * n + t] = __builtin_fma(a, b, -a);
  out[5 * n + t] = __builtin_floor(a) + 2 * __builtin_ceil(b);
  out[6 * n + t] = __builtin_trunc(a) - __builtin_rint(b);
  out[7 * n + t] = __builtin_fmin(a, b) + 3 * __builtin_fmax(a, 0.5);
  out[8 * n + t] = __builtin_copysign(a, b);
  out[9 * n + t] = a < b ? a : b >= 0 ? -b : 1 / a;
  out[10 * n + t] = __builtin_ldexp(a, t - 32);
  out[11 * n + t] = (double)(float)a + (float)b;
}

KERNEL inverse(const double *x, double *y) {
  // Each lane inverts a 4x4 matrix by elimination with pivots.
  double a[4][8];
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 8; j++) a[i][j] = j < 4 ? x[16 * item() + 4 * i + j] : j - 4 == i;
  for (int c = 0; c < 4; c++) {
    int p = c;
    for (int i = c + 1; i < 4; i++)
      if (__builtin_fabs(a[i][c]) > __builtin_fabs(a[p][c])) p = i;
    for (int j = 0; j < 8; j++) {
      double swap = a[c][j];
      a[c][j] = a[p][j];
      a[p][j] = swap;
    }
    double scale = 1 / a[c][c];
    for (int j = 0; j < 8; j++) a[c][j] *= scale;
    for (int i = 0; i < 4; i++) {
      double by = a[i][c];
      if (i != c)
        for (int j = 0; j < 8; j++) a[i][j] -= by * a[c][j];
    }
  }
  for (int i = 0; i < 16; i++) y[16 * item() + i] = a[i >> 2][4 + (i & 3)];
}

KERNEL singles(const float *x, const float *y, float *out) {
  int t = item(), n = size();
  float a = x[t], b = y[t];
  out[t] = a + b * 3;
  out[n + t] = a / b;
  out[2 * n + t] = __builtin_sqrtf(__builtin_fabsf(a));
  out[3 * n + t] = __builtin_fmaf(a, b, a);
  out[4 * n + t] = __builtin_floorf(a) + __builtin_ceilf(b);
  out[5 * n + t] = __builtin_truncf(a) - __builtin_rintf(b);
  out[6 * n + t] = __builtin_fminf(a, b) * __builtin_fmaxf(a, -2);
  out[7 * n + t] = __builtin_fminf(__builtin_fmaxf(a, -1), 1);
  out[8 * n + t] = __builtin_copysignf(b, a);
  out[9 * n + t] = __builtin_ldexpf(a, t - 30);
  out[10 * n + t] = __builtin_fmodf(a, b);
  out[11 * n + t] = __builtin_roundf(a) + __builtin_fabsf(b);
  out[12 * n + t] = __builtin_isnan(a / (b - b)) + 2 * __builtin_isinf(1 / (a - a)) + 4 * __builtin_signbit(a);
}

KERNEL natives(const float *x, float *out) {
  int t = item(), n = size();
  float a = x[t];
  out[t] = __builtin_exp2f(a);
  out[n + t] = __builtin_log2f(__builtin_fabsf(a));
  out[2 * n + t] = __builtin_sinf(a);
  out[3 * n + t] = __builtin_cosf(a);
  out[4 * n + t] = __builtin_expf(a);
  out[5 * n + t] = __builtin_logf(__builtin_fabsf(a));
  out[6 * n + t] = __builtin_amdgcn_rcpf(a);
  out[7 * n + t] = __builtin_amdgcn_rsqf(__builtin_fabsf(a));
  out[8 * n + t] = __builtin_amdgcn_fractf(a);
  out[9 * n + t] = __builtin_amdgcn_frexp_mantf(a) + __builtin_amdgcn_frexp_expf(a);
  out[10 * n + t] = __builtin_amdgcn_fmed3f(a, 1, -1);
}

KERNEL conversions(const double *x, const i64 *y, i64 *ints, float *floats, double *wide) {
  int t = item(), n = size();
  double a = x[t];
  i64 b = y[t];
  ints[t] = (i64)a;
  ints[n + t] = (int)a;
  ints[2 * n + t] = (i64)(float)a;
  ints[3 * n + t] = (u64)__builtin_fabs(a);
  ints[4 * n + t] = (u32)__builtin_fabs(a);
  ints[5 * n + t] = (short)(float)(a / 1e6) + (signed char)(b >> 3);
  floats[t] = (float)b;
  floats[n + t] = (float)(u64)b;
  floats[2 * n + t] = (float)(int)b;
  floats[3 * n + t] = (float)(u32)b;
  floats[4 * n + t] = (float)(u8)b + (float)(u8)(b >> 8) * 256 + (float)(u8)(b >> 16) * 65536;
  floats[5 * n + t] = (float)(short)b;
  floats[6 * n + t] = (float)a;
  wide[t] = (double)b;
  wide[n + t] = (double)(u64)b;
  wide[2 * n + t] = (double)(int)b;
  wide[3 * n + t] = (double)(u32)b;
  wide[4 * n + t] = (double)(float)a;
}

typedef _Float16 half;
typedef half half2 __attribute__((ext_vector_type(2)));

KERNEL halves(const half2 *x, const half2 *y, half2 *out) {
  int t = item(), n = size();
  half2 a = x[t], b = y[t];
  out[t] = a + b;
  out[n + t] = a * b;
  out[2 * n + t] = a - b.yx;
  out[3 * n + t] = __builtin_elementwise_fma(a, b, -a);
  out[4 * n + t] = __builtin_elementwise_max(a, b) + __builtin_elementwise_min(a.yx, b);
  out[5 * n + t] = a / b;
  out[6 * n + t] = __builtin_elementwise_sqrt(__builtin_elementwise_abs(a));
  out[7 * n + t] = __builtin_elementwise_floor(a) - __builtin_elementwise_trunc(b);
  half2 mixed = {(half)((float)a.x * (float)b.y + (float)a.y), (half)(short)((float)b.x * 8)};
  out[8 * n + t] = mixed;
  half2 chosen = {a.x < b.x ? a.y : b.y, a.x == a.x ? -b.x : a.x};
  out[9 * n + t] = chosen;
  short s = (short)a.x;
  half2 converted = {(half)s, (half)((float)b.y)};
  out[10 * n + t] = converted;
}

KERNEL half_sums(const half *x, float *y, double *z) {
  float sum = 0;
  double wide = 0;
  for (int i = 0; i < 64; i++) {
    sum = __builtin_fmaf((float)x[(item() + i) & 255], (float)x[i], sum);
    wide += (double)x[i] * item();
  }
  y[item()] = sum;
  z[item()] = wide;
}

KERNEL mixed_dots(const half2 *x, const half2 *y, float *out) {
  out[item()] = __builtin_amdgcn_fdot2(x[item()], y[item()], 0.5f, false);
}

typedef __bf16 bf2 __attribute__((ext_vector_type(2)));

KERNEL brains(const bf2 *x, const bf2 *y, bf2 *out, float *wide) {
  int t = item(), n = size();
  bf2 a = x[t], b = y[t];
  out[t] = a + b;
  out[n + t] = a * b;
  bf2 narrow = {(__bf16)((float)a.x * (float)b.y), (__bf16)((float)a.y - 0.1f)};
  out[2 * n + t] = narrow;
  wide[t] = (float)a.x + (float)b.y;
  wide[n + t] = (float)(a.x < b.x ? a.y : b.x);
}

#if defined(__gfx942__) || defined(__gfx950__)
typedef float float2 __attribute__((ext_vector_type(2)));

KERNEL eights(const float *x, u32 *codes, float *back) {
  int t = item(), n = size();
  float a = x[t], b = x[t ^ 1];
  int fp8 = __builtin_amdgcn_cvt_pk_fp8_f32(a, b, 0, false);
  fp8 = __builtin_amdgcn_cvt_pk_fp8_f32(b, -a, fp8, true);
  int bf8 = __builtin_amdgcn_cvt_pk_bf8_f32(a, b, 0, false);
  bf8 = __builtin_amdgcn_cvt_pk_bf8_f32(-b, a, bf8, true);
  int random = __builtin_amdgcn_cvt_sr_fp8_f32(a, t * 0x01234567, 0, 0);
  random = __builtin_amdgcn_cvt_sr_fp8_f32(b, t * 0x07654321, random, 2);
  random = __builtin_amdgcn_cvt_sr_bf8_f32(a, t * 0x01020304, random, 1);
  random = __builtin_amdgcn_cvt_sr_bf8_f32(b, t * 0x04030201, random, 3);
  codes[t] = fp8;
  codes[n + t] = bf8;
  codes[2 * n + t] = random;
  back[t] = __builtin_amdgcn_cvt_f32_fp8(fp8, 0) + __builtin_amdgcn_cvt_f32_bf8(bf8, 1);
  back[n + t] = __builtin_amdgcn_cvt_f32_fp8(fp8, 3) - __builtin_amdgcn_cvt_f32_bf8(bf8, 2);
  float2 p = __builtin_amdgcn_cvt_pk_f32_fp8(fp8, true), q = __builtin_amdgcn_cvt_pk_f32_bf8(bf8, false);
  back[2 * n + t] = p.x + 2 * p.y;
  back[3 * n + t] = q.x - 2 * q.y;
}
#endif
