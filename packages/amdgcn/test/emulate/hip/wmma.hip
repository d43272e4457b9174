// WMMA of RDNA by its builtins, in waves of WAVE lanes: a wave multiplies A by B and adds C, from and to row-major arrays.
#include "common.h"
#define LANES_OF_A (WAVE == 32 ? 8 : 4)
typedef float fd __attribute__((ext_vector_type(256 / WAVE)));
typedef int id __attribute__((ext_vector_type(256 / WAVE)));
typedef int i4 __attribute__((ext_vector_type(4)));
typedef int i2 __attribute__((ext_vector_type(2)));
typedef _Float16 h16 __attribute__((ext_vector_type(16)));
typedef _Float16 h8 __attribute__((ext_vector_type(8)));
typedef _Float16 h4 __attribute__((ext_vector_type(4)));
typedef short s16 __attribute__((ext_vector_type(16)));
typedef short s8 __attribute__((ext_vector_type(8)));
typedef short s4 __attribute__((ext_vector_type(4)));
#define JOIN2(a, b, c) a##b##c
#define JOIN(a, b, c) JOIN2(a, b, c)

#ifdef GFX12
// Lanes share k: chunks of four, a group of 16 lanes after the other.
typedef _Float16 ha __attribute__((ext_vector_type(256 / WAVE)));
typedef short sa __attribute__((ext_vector_type(256 / WAVE)));
typedef _Float16 hd __attribute__((ext_vector_type(256 / WAVE)));
DEVICE inline int kOf(int e) { return (item() >> 4) * 4 + (e & 3) + (e >> 2) * (WAVE / 4); }
DEVICE inline int rowOf(int r) { return 8 * ((item() >> 4) & 1) + 4 * (item() >> 5) + r; }
#define WMMA(name) JOIN(__builtin_amdgcn_wmma_##name##_w, WAVE, _gfx12)
#else
// Lanes hold all k, with copies 16 lanes apart.
typedef _Float16 ha __attribute__((ext_vector_type(16)));
typedef short sa __attribute__((ext_vector_type(16)));
typedef _Float16 hd __attribute__((ext_vector_type(512 / WAVE)));
DEVICE inline int kOf(int e) { return e; }
DEVICE inline int rowOf(int r) { return WAVE / 16 * r + (item() >> 4); }
#define WMMA(name) JOIN(__builtin_amdgcn_wmma_##name##_w, WAVE, )
#endif

template <typename V, typename T> DEVICE inline V loadA(const T *a) {
  V v;
  for (int e = 0; e < int(sizeof(V) / sizeof(T)); e++) v[e] = a[(item() & 15) * 16 + kOf(e)];
  return v;
}
template <typename V, typename T> DEVICE inline V loadB(const T *b) {
  V v;
  for (int e = 0; e < int(sizeof(V) / sizeof(T)); e++) v[e] = b[kOf(e) * 16 + (item() & 15)];
  return v;
}
template <typename V, typename T> DEVICE inline V load(const T *c) {
  V v;
  for (int r = 0; r < 256 / WAVE; r++) v[r] = c[rowOf(r) * 16 + (item() & 15)];
  return v;
}
template <typename V, typename T> DEVICE inline void store(T *c, V v) {
  for (int r = 0; r < 256 / WAVE; r++) c[rowOf(r) * 16 + (item() & 15)] = v[r];
}

KERNEL f32_f16(const _Float16 *a, const _Float16 *b, float *c) {
  store(c, WMMA(f32_16x16x16_f16)(loadA<ha>(a), loadB<ha>(b), load<fd>(c)));
}

KERNEL f32_bf16(const short *a, const short *b, float *c) {
  store(c, WMMA(f32_16x16x16_bf16)(loadA<sa>(a), loadB<sa>(b), load<fd>(c)));
}

KERNEL f16_f16(const _Float16 *a, const _Float16 *b, _Float16 *c) {
#ifdef GFX12
  store(c, WMMA(f16_16x16x16_f16)(loadA<ha>(a), loadB<ha>(b), load<hd>(c)));
#else
  // C and D in the upper halves.
  hd d = {};
  for (int r = 0; r < 256 / WAVE; r++) d[2 * r + 1] = c[rowOf(r) * 16 + (item() & 15)];
  d = WMMA(f16_16x16x16_f16)(loadA<ha>(a), loadB<ha>(b), d, true);
  for (int r = 0; r < 256 / WAVE; r++) c[rowOf(r) * 16 + (item() & 15)] = d[2 * r + 1];
#endif
}

// Bytes of a row of A, and of a column of B that is stored as a row: k that a lane holds follow each other.
#ifdef GFX12
typedef int bytes __attribute__((ext_vector_type(2)));
DEVICE inline int word(const int *x, int n) {
  int g = item() >> 4;
  return x[(item() & 15) * 4 + (WAVE == 32 ? 2 * g + n : 2 * (g & 1) + (g >> 1))];
}
#if WAVE == 32
#define BYTES(x) (i2){word(x, 0), word(x, 1)}
#else
#define BYTES(x) word(x, 0)
#endif
#else
#define BYTES(x) (*(const i4 *)(x + (item() & 15) * 4))
#endif

KERNEL i32_iu8(const int *a, const int *b, int *c) {
  store(c, WMMA(i32_16x16x16_iu8)(true, BYTES(a), false, BYTES(b), load<id>(c), false));
}

#ifdef GFX12
KERNEL f32_fp8_bf8(const int *a, const int *b, float *c) {
  store(c, WMMA(f32_16x16x16_fp8_bf8)(BYTES(a), BYTES(b), load<fd>(c)));
}

// Two of each four k, 0 and 3 of them: a lane has 8 k for each 4 elements.
KERNEL sparse_f16(const _Float16 *a, const _Float16 *b, float *c) {
  typedef _Float16 hb __attribute__((ext_vector_type(512 / WAVE)));
  ha x;
  hb y;
  for (int e = 0; e < 512 / WAVE; e++) {
    int k = 8 * (item() >> 4) + (e & 7) + (e >> 3) * 16;
    y[e] = b[k * 16 + (item() & 15)];
    if ((e & 3) == 0) x[e / 2] = a[(item() & 15) * 32 + k];
    if ((e & 3) == 3) x[e / 2] = a[(item() & 15) * 32 + k];
  }
  short index = 0xcccc;
  store(c, JOIN(__builtin_amdgcn_swmmac_f32_16x16x32_f16_w, WAVE, )(x, y, load<fd>(c), index));
}
#endif
