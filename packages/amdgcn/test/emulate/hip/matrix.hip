// Matrix instructions by their builtins: a wave multiplies A by B and adds C, from and to plain row-major arrays.
#include "common.h"
typedef float f4 __attribute__((ext_vector_type(4)));
typedef float f16v __attribute__((ext_vector_type(16)));
typedef double d4 __attribute__((ext_vector_type(4)));
typedef int i4 __attribute__((ext_vector_type(4)));
typedef int i8v __attribute__((ext_vector_type(8)));
typedef int i2 __attribute__((ext_vector_type(2)));
typedef _Float16 h4 __attribute__((ext_vector_type(4)));
typedef _Float16 h8 __attribute__((ext_vector_type(8)));
typedef short s4 __attribute__((ext_vector_type(4)));

// A 16x16 result: lane l holds rows 4 (l / 16) + i of column l % 16.
template <typename V, typename T> DEVICE inline V load16(const T *c) {
  V v;
  for (int i = 0; i < 4; i++) v[i] = c[(4 * (item() >> 4) + i) * 16 + (item() & 15)];
  return v;
}
template <typename V, typename T> DEVICE inline void store16(T *c, V v) {
  for (int i = 0; i < 4; i++) c[(4 * (item() >> 4) + i) * 16 + (item() & 15)] = v[i];
}

KERNEL f32_16(const float *a, const float *b, float *c) {
  int m = item() & 15, k = item() >> 4;
  store16(c, __builtin_amdgcn_mfma_f32_16x16x4f32(a[m * 4 + k], b[k * 16 + m], load16<f4>(c), 0, 0, 0));
}

KERNEL f16_16(const _Float16 *a, const _Float16 *b, float *c) {
  int m = item() & 15, k = 4 * (item() >> 4);
  h4 x, y;
  for (int i = 0; i < 4; i++) x[i] = a[m * 16 + k + i], y[i] = b[(k + i) * 16 + m];
  store16(c, __builtin_amdgcn_mfma_f32_16x16x16f16(x, y, load16<f4>(c), 0, 0, 0));
}

KERNEL f16_32(const _Float16 *a, const _Float16 *b, float *c) {
  // 32x32 and 8 deep, through LDS and in a loop over 64 of depth.
  SHARED _Float16 x[32][72], y[64][40];
  for (int i = item(); i < 2048; i += 64) {
    x[i >> 6][i & 63] = a[i];
    y[i >> 5][i & 31] = b[i];
  }
  barrier();
  f16v sum = {};
  int m = item() & 31;
  for (int k = 4 * (item() >> 5); k < 64; k += 8) {
    h4 p = *(h4 *)&x[m][k], q;
    for (int i = 0; i < 4; i++) q[i] = y[k + i][m];
    sum = __builtin_amdgcn_mfma_f32_32x32x8f16(p, q, sum, 0, 0, 0);
  }
  for (int i = 0; i < 16; i++) c[(8 * (i >> 2) + 4 * (item() >> 5) + (i & 3)) * 32 + m] = sum[i];
}

KERNEL bf16_16(const short *a, const short *b, float *c) {
  int m = item() & 15, k = 4 * (item() >> 4);
  s4 x, y;
  for (int i = 0; i < 4; i++) x[i] = a[m * 16 + k + i], y[i] = b[(k + i) * 16 + m];
  store16(c, __builtin_amdgcn_mfma_f32_16x16x16bf16_1k(x, y, load16<f4>(c), 0, 0, 0));
}

KERNEL f64_16(const double *a, const double *b, double *c) {
  // Rows of f64 results are l / 16 + 4 i.
  int m = item() & 15, k = item() >> 4;
  d4 v;
  for (int i = 0; i < 4; i++) v[i] = c[(k + 4 * i) * 16 + m];
  v = __builtin_amdgcn_mfma_f64_16x16x4f64(a[m * 4 + k], b[k * 16 + m], v, 0, 0, 0);
  for (int i = 0; i < 4; i++) c[(k + 4 * i) * 16 + m] = v[i];
}

KERNEL i8_16(const signed char *a, const signed char *b, int *c) {
#ifdef __gfx90a__
  const int bytes = 4;
  int x = 0, y = 0;
#else
  const int bytes = 8;
  i64 x = 0, y = 0;
#endif
  i4 v = load16<i4>(c);
  int m = item() & 15;
  for (int k = bytes * (item() >> 4); k < 32; k += 4 * bytes) {
    x = 0, y = 0;
    for (int i = 0; i < bytes; i++) {
      x |= (decltype(x))(u8)a[m * 32 + k + i] << (8 * i);
      y |= (decltype(y))(u8)b[(k + i) * 16 + m] << (8 * i);
    }
#ifdef __gfx90a__
    v = __builtin_amdgcn_mfma_i32_16x16x16i8(x, y, v, 0, 0, 0);
#else
    v = __builtin_amdgcn_mfma_i32_16x16x32_i8(x, y, v, 0, 0, 0);
#endif
  }
  store16(c, v);
}

#if defined(__gfx942__) || defined(__gfx950__)
KERNEL fp8_16(const u8 *a, const u8 *b, float *c) {
  int m = item() & 15, k = 8 * (item() >> 4);
  i64 x = 0, y = 0;
  for (int i = 0; i < 8; i++) {
    x |= (i64)a[m * 32 + k + i] << (8 * i);
    y |= (i64)b[(k + i) * 16 + m] << (8 * i);
  }
  store16(c, __builtin_amdgcn_mfma_f32_16x16x32_fp8_bf8(x, y, load16<f4>(c), 0, 0, 0));
}

KERNEL sparse_16(const _Float16 *a, const int *indices, const _Float16 *b, float *c) {
  // A has 16 of 32 elements in a row, two of each four; an index says which.
  int m = item() & 15, k = item() >> 4;
  h4 x;
  h8 y;
  for (int i = 0; i < 4; i++) x[i] = a[m * 16 + 4 * k + i];
  for (int i = 0; i < 8; i++) y[i] = b[(8 * k + i) * 16 + m];
  store16(c, __builtin_amdgcn_smfmac_f32_16x16x32_f16(x, y, load16<f4>(c), indices[item()], 0, 0));
}
#endif

#ifdef __gfx950__
KERNEL f16_deep(const _Float16 *a, const _Float16 *b, float *c) {
  int m = item() & 15, k = 8 * (item() >> 4);
  h8 x, y;
  for (int i = 0; i < 8; i++) x[i] = a[m * 32 + k + i], y[i] = b[(k + i) * 16 + m];
  store16(c, __builtin_amdgcn_mfma_f32_16x16x32_f16(x, y, load16<f4>(c), 0, 0, 0));
}

KERNEL scaled_16(const u8 *a, const u8 *b, const u8 *scales, float *c) {
  // fp8 in blocks of 32 with a scale each; B has one scale for all.
  // A lane has 16 consecutive k of the first half of the depth, and 16 of the second.
  int m = item() & 15;
  union { u8 bytes[32]; i8v words; } x, y;
  for (int i = 0; i < 32; i++) {
    int k = 64 * (i >> 4) + 16 * (item() >> 4) + (i & 15);
    x.bytes[i] = a[m * 128 + k];
    y.bytes[i] = b[k * 16 + m];
  }
  int scale = scales[m * 4 + (item() >> 4)];
  store16(c, __builtin_amdgcn_mfma_scale_f32_16x16x128_f8f6f4(x.words, y.words, load16<f4>(c), 0, 0, 0, scale, 0, 128));
}
#endif
