// The attention of the evaluation as kernels of our own, without its softmax: o = (q k^T) v, so that sums of small whole
// numbers are exact. A workgroup of four waves has 64 queries and 64 columns of the values; tiles, lanes and LDS
// layouts are those of IREE's schedules, the address arithmetic is the compiler's.
#include "../../../packages/amdgcn/test/emulate/hip/common.h"

typedef float f4 __attribute__((ext_vector_type(4)));
typedef _Float16 h4 __attribute__((ext_vector_type(4)));

// N elements that lie side by side, aligned as one: what the compiler knows better of the address it may use.
template <typename T, int N> struct Run {
  typedef T type __attribute__((ext_vector_type(N), aligned(sizeof(T))));
};

// Where element (row, column) of a tile lies, and how many elements stay together.
template <int COLUMNS, int PAD> struct Padded {
  static constexpr int pitch = COLUMNS + PAD, together = 8;
  static DEVICE u32 at(u32 row, u32 column) { return row * pitch + column; }
};

// IREE's xor_shuffle<COLUMNS, WIDTH>, of the flat offset as IREE computes it.
template <int COLUMNS, int WIDTH> struct Shuffled {
  static constexpr int pitch = COLUMNS, together = WIDTH;
  static DEVICE u32 at(u32 row, u32 column) {
    u32 offset = row * COLUMNS + column, start = offset - offset % WIDTH;
    u32 group = start % COLUMNS / WIDTH, phase = start / COLUMNS % (COLUMNS / WIDTH);
    return offset + ((group ^ phase) * WIDTH - start % COLUMNS);
  }
};

// A tile of ROWS x COLUMNS out of rows of `stride` elements, 16 bytes per thread at a time, along rows.
template <typename At, int ROWS, int COLUMNS, typename T>
DEVICE void copy(T *lds, const T *from, int stride) {
  constexpr int run = 16 / sizeof(T), lanes = COLUMNS / run, step = 256 / lanes;
  constexpr int part = At::together < run ? At::together : run;
#pragma unroll
  for (int i = 0; i < ROWS; i += step) {
    u32 row = i + item() / lanes, column = item() % lanes * run;
    typename Run<T, run>::type x = *(const typename Run<T, run>::type *)&from[row * stride + column];
#pragma unroll
    for (int k = 0; k < run; k += part) {
      typename Run<T, part>::type y;
#pragma unroll
      for (int e = 0; e < part; e++) y[e] = x[k + e];
      *(typename Run<T, part>::type *)&lds[At::at(row, column + k)] = y;
    }
  }
}

// f32: 16 keys per iteration, scores through LDS.
template <int HEAD, typename AtQ, typename AtK, typename AtV, typename AtP>
DEVICE void words(float *q, float *k, float *v, float *p, const float *query, const float *key, const float *value,
                  float *out, int keys) {
  u32 wave = item() / 64, r = item() % 16, g = item() % 64 / 16;
  copy<AtQ, 64, HEAD>(q, query, HEAD);
  barrier();
  float a[HEAD / 4];
#pragma unroll
  for (int b = 0; b < HEAD / 4; b++) a[b] = q[AtQ::at(16 * wave + r, 4 * b + g)];
  f4 sum[4] = {};
  for (int first = 0; first < keys; first += 16) {
    barrier();
    copy<AtK, 16, HEAD>(k, key + first * HEAD, HEAD);
    copy<AtV, 16, 64>(v, value + first * HEAD, HEAD);
    barrier();
    f4 score = {};
#pragma unroll
    for (int b = 0; b < HEAD / 4; b++)
      score = __builtin_amdgcn_mfma_f32_16x16x4f32(a[b], k[AtK::at(r, 4 * b + g)], score, 0, 0, 0);
#pragma unroll
    for (int j = 0; j < 4; j++) p[AtP::at(16 * wave + 4 * g + j, r)] = score[j];
    barrier();
#pragma unroll
    for (int b = 0; b < 4; b++) {
      float x = p[AtP::at(16 * wave + r, 4 * b + g)];
#pragma unroll
      for (int n = 0; n < 4; n++)
        sum[n] = __builtin_amdgcn_mfma_f32_16x16x4f32(x, v[AtV::at(4 * b + g, 16 * n + r)], sum[n], 0, 0, 0);
    }
  }
#pragma unroll
  for (int n = 0; n < 4; n++)
#pragma unroll
    for (int j = 0; j < 4; j++) out[(16 * wave + 4 * g + j) * HEAD + 16 * n + r] = sum[n][j];
}

// f16: 64 keys per iteration; scores are computed transposed and stay where they are.
template <int HEAD, typename AtQ, typename AtK, typename AtV>
DEVICE void halves(_Float16 *q, _Float16 *k, _Float16 *v, const _Float16 *query, const _Float16 *key,
                   const _Float16 *value, float *out, int keys) {
  typedef Run<_Float16, 8>::type h8;
  u32 wave = item() / 64, r = item() % 16, g = item() % 64 / 16;
  copy<AtQ, 64, HEAD>(q, query, HEAD);
  barrier();
  h8 a[HEAD / 32];
#pragma unroll
  for (int b = 0; b < HEAD / 32; b++) a[b] = *(const h8 *)&q[AtQ::at(16 * wave + r, 32 * b + 8 * g)];
  f4 sum[4] = {};
  for (int first = 0; first < keys; first += 64) {
    barrier();
    copy<AtK, 64, HEAD>(k, key + first * HEAD, HEAD);
    copy<AtV, 64, 64>(v, value + first * HEAD, HEAD);
    barrier();
#pragma unroll
    for (int m = 0; m < 4; m++) {
      f4 score = {};
#pragma unroll
      for (int b = 0; b < HEAD / 32; b++) {
        h8 x = *(const h8 *)&k[AtK::at(16 * m + r, 32 * b + 8 * g)];
        score = __builtin_amdgcn_mfma_f32_16x16x16f16((h4)x.lo, (h4)a[b].lo, score, 0, 0, 0);
        score = __builtin_amdgcn_mfma_f32_16x16x16f16((h4)x.hi, (h4)a[b].hi, score, 0, 0, 0);
      }
      h4 part = __builtin_convertvector(score, h4);
#pragma unroll
      for (int n = 0; n < 4; n++) {
        h4 y;
#pragma unroll
        for (int j = 0; j < 4; j++) y[j] = v[AtV::at(16 * m + 4 * g + j, 16 * n + r)];
        sum[n] = __builtin_amdgcn_mfma_f32_16x16x16f16(part, y, sum[n], 0, 0, 0);
      }
    }
  }
#pragma unroll
  for (int n = 0; n < 4; n++)
#pragma unroll
    for (int j = 0; j < 4; j++) out[(16 * wave + 4 * g + j) * HEAD + 16 * n + r] = sum[n][j];
}

#define WORDS(NAME, HEAD, Q, K, V, P)                                                                                  \
  KERNEL __attribute__((amdgpu_flat_work_group_size(256, 256)))                                                        \
  NAME(const float *query, const float *key, const float *value, float *out, int keys) {                               \
    SHARED float q[64 * Q::pitch], k[16 * K::pitch], v[16 * V::pitch], p[64 * P::pitch];                               \
    int columns = 64 * __builtin_amdgcn_workgroup_id_y(), rows = 64 * group() * HEAD;                                  \
    words<HEAD, Q, K, V, P>(q, k, v, p, query + rows, key, value + columns, out + rows + columns, keys);               \
  }
#define HALVES(NAME, HEAD, Q, K, V)                                                                                    \
  KERNEL __attribute__((amdgpu_flat_work_group_size(256, 256)))                                                        \
  NAME(const _Float16 *query, const _Float16 *key, const _Float16 *value, float *out, int keys) {                      \
    SHARED _Float16 q[64 * Q::pitch], k[64 * K::pitch], v[64 * V::pitch];                                              \
    int columns = 64 * __builtin_amdgcn_workgroup_id_y(), rows = 64 * group() * HEAD;                                  \
    halves<HEAD, Q, K, V>(q, k, v, query + rows, key, value + columns, out + rows + columns, keys);                    \
  }

template <int COLUMNS> using Plain = Padded<COLUMNS, 0>;
template <int COLUMNS> using Pad2 = Padded<COLUMNS, 2>;
template <int COLUMNS> using Pad4 = Padded<COLUMNS, 4>;
template <int COLUMNS> using Xor1 = Shuffled<COLUMNS, 1>;
template <int COLUMNS> using Xor2 = Shuffled<COLUMNS, 2>;
template <int COLUMNS> using Xor8 = Shuffled<COLUMNS, 8>;

WORDS(f32_64_baseline, 64, Plain<64>, Plain<64>, Plain<64>, Plain<16>)
WORDS(f32_64_padding, 64, Pad2<64>, Pad2<64>, Pad2<64>, Pad2<16>)
WORDS(f32_64_swizzle, 64, Xor2<64>, Xor2<64>, Xor2<64>, Xor1<16>)
WORDS(f32_128_baseline, 128, Plain<128>, Plain<128>, Plain<64>, Plain<16>)
WORDS(f32_128_padding, 128, Pad2<128>, Pad2<128>, Pad2<64>, Pad2<16>)
WORDS(f32_128_swizzle, 128, Xor2<128>, Xor2<128>, Xor2<64>, Xor1<16>)
HALVES(f16_64_baseline, 64, Plain<64>, Plain<64>, Plain<64>)
HALVES(f16_64_padding, 64, Pad4<64>, Pad4<64>, Pad4<64>)
HALVES(f16_64_swizzle, 64, Xor8<64>, Xor8<64>, Pad4<64>)
HALVES(f16_64_hinted, 64, Xor8<64>, Xor8<64>, Xor8<64>)
HALVES(f16_128_baseline, 128, Plain<128>, Plain<128>, Plain<64>)
HALVES(f16_128_padding, 128, Pad4<128>, Pad4<128>, Pad4<64>)
HALVES(f16_128_swizzle, 128, Xor8<128>, Xor8<128>, Pad4<64>)
HALVES(f16_128_hinted, 128, Xor8<128>, Xor8<128>, Xor8<64>)
