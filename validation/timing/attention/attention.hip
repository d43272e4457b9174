// Attention of one head with 128 columns (or HEAD_COLUMNS), for the question whether conflicts matter: o = softmax(q k^T) v, with sums that
// are divided in the end and no running maximum (the inputs are small). A workgroup of four waves has 64 queries and 64
// columns of v. Tiles and lanes are those of the evaluation of the swizzling talk; how LDS is laid out is a parameter.
#include "../../../packages/amdgcn/test/emulate/hip/common.h"

#ifndef HEAD_COLUMNS
#define HEAD_COLUMNS 128
#endif
constexpr int HEAD = HEAD_COLUMNS, COLUMNS = 64, QUERIES = 64, THREADS = 256;
constexpr float SCALE = 0.125f;

typedef float float4_ __attribute__((ext_vector_type(4)));
typedef _Float16 half4_ __attribute__((ext_vector_type(4)));

// `count` neighbours in memory, aligned as one element is: how far they are aligned is for the compiler to find.
template <typename T, int count> struct Neighbours {
  typedef T vector __attribute__((ext_vector_type(count), aligned(sizeof(T))));
};

// Layouts: where an element of a tile lies, how long a row is, and how many elements stay neighbours.
template <int columns, int pad> struct Rows {
  static constexpr int length = columns + pad, whole = 8;
  static DEVICE u32 place(u32 row, u32 column) { return row * length + column; }
};
template <int columns, int unit> struct Xor {
  static constexpr int length = columns, whole = unit;
  static DEVICE u32 place(u32 row, u32 column) {
    u32 units = columns / unit, flat = row * columns + column / unit * unit;
    return row * columns + ((flat % columns / unit) ^ (flat / columns % units)) * unit + column % unit;
  }
};

// All threads copy a tile to LDS, 16 bytes each at a time.
template <typename Layout, int rows, int columns, typename T>
DEVICE void stage(T *tile, const T *memory, int pitch) {
  constexpr int vector = 16 / sizeof(T), perRow = columns / vector;
  constexpr int piece = Layout::whole < vector ? Layout::whole : vector;
#pragma unroll
  for (int first = 0; first < rows; first += THREADS / perRow) {
    u32 row = first + item() / perRow, column = item() % perRow * vector;
    typename Neighbours<T, vector>::vector all =
        *(const typename Neighbours<T, vector>::vector *)&memory[row * pitch + column];
#pragma unroll
    for (int k = 0; k < vector; k += piece) {
      typename Neighbours<T, piece>::vector some;
#pragma unroll
      for (int e = 0; e < piece; e++) some[e] = all[k + e];
      *(typename Neighbours<T, piece>::vector *)&tile[Layout::place(row, column + k)] = some;
    }
  }
}

// The sums of a wave's 16 queries, of which each group of 16 lanes has a part, and the result.
DEVICE void finish(float *out, float *sums, float own, const float4_ (&o)[4], u32 wave, u32 group16, u32 lane16) {
  sums[64 * wave + 16 * group16 + lane16] = own;
  barrier();
#pragma unroll
  for (int j = 0; j < 4; j++) {
    float sum = 0;
#pragma unroll
    for (int g = 0; g < 4; g++) sum += sums[64 * wave + 16 * g + 4 * group16 + j];
#pragma unroll
    for (int n = 0; n < 4; n++) out[(16 * wave + 4 * group16 + j) * HEAD + 16 * n + lane16] = o[n][j] / sum;
  }
}

// f32: 16 keys at a time; the scores change lanes through LDS.
template <typename Q, typename K, typename V, typename P>
DEVICE void attendWords(const float *query, const float *key, const float *value, float *out, int keys) {
  SHARED float q[QUERIES * Q::length], k[16 * K::length], v[16 * V::length], p[QUERIES * P::length], sums[256];
  u32 wave = item() / 64, lane16 = item() % 16, group16 = item() % 64 / 16;
  stage<Q, QUERIES, HEAD>(q, query, HEAD);
  barrier();
  float mine[HEAD / 4], own = 0;
#pragma unroll
  for (int b = 0; b < HEAD / 4; b++) mine[b] = q[Q::place(16 * wave + lane16, 4 * b + group16)];
  float4_ o[4] = {};
  for (int first = 0; first < keys; first += 16) {
    barrier();
    stage<K, 16, HEAD>(k, key + first * HEAD, HEAD);
    stage<V, 16, COLUMNS>(v, value + first * HEAD, HEAD);
    barrier();
    float4_ score = {};
#pragma unroll
    for (int b = 0; b < HEAD / 4; b++)
      score = __builtin_amdgcn_mfma_f32_16x16x4f32(mine[b], k[K::place(lane16, 4 * b + group16)], score, 0, 0, 0);
#pragma unroll
    for (int j = 0; j < 4; j++)
      p[P::place(16 * wave + 4 * group16 + j, lane16)] = __builtin_amdgcn_exp2f(score[j] * SCALE);
    barrier();
#pragma unroll
    for (int b = 0; b < 4; b++) {
      float x = p[P::place(16 * wave + lane16, 4 * b + group16)];
      own += x;
#pragma unroll
      for (int n = 0; n < 4; n++)
        o[n] = __builtin_amdgcn_mfma_f32_16x16x4f32(x, v[V::place(4 * b + group16, 16 * n + lane16)], o[n], 0, 0, 0);
    }
  }
  finish(out, sums, own, o, wave, group16, lane16);
}

// f16: 64 keys at a time; scores are computed transposed, so that they stay in their lanes.
template <typename Q, typename K, typename V>
DEVICE void attendHalves(const _Float16 *query, const _Float16 *key, const _Float16 *value, float *out, int keys) {
  SHARED _Float16 q[QUERIES * Q::length], k[64 * K::length], v[64 * V::length];
  SHARED float sums[256];
  typedef Neighbours<_Float16, 8>::vector half8_;
  u32 wave = item() / 64, lane16 = item() % 16, group16 = item() % 64 / 16;
  stage<Q, QUERIES, HEAD>(q, query, HEAD);
  barrier();
  half8_ mine[HEAD / 32];
#pragma unroll
  for (int b = 0; b < HEAD / 32; b++) mine[b] = *(const half8_ *)&q[Q::place(16 * wave + lane16, 32 * b + 8 * group16)];
  float4_ o[4] = {};
  float own = 0;
  for (int first = 0; first < keys; first += 64) {
    barrier();
    stage<K, 64, HEAD>(k, key + first * HEAD, HEAD);
    stage<V, 64, COLUMNS>(v, value + first * HEAD, HEAD);
    barrier();
#pragma unroll
    for (int m = 0; m < 4; m++) {
      float4_ score = {};
#pragma unroll
      for (int b = 0; b < HEAD / 32; b++) {
        half8_ x = *(const half8_ *)&k[K::place(16 * m + lane16, 32 * b + 8 * group16)];
        score = __builtin_amdgcn_mfma_f32_16x16x16f16((half4_)x.lo, (half4_)mine[b].lo, score, 0, 0, 0);
        score = __builtin_amdgcn_mfma_f32_16x16x16f16((half4_)x.hi, (half4_)mine[b].hi, score, 0, 0, 0);
      }
      half4_ weight;
#pragma unroll
      for (int j = 0; j < 4; j++) {
        float x = __builtin_amdgcn_exp2f(score[j] * SCALE);
        own += x;
        weight[j] = (_Float16)x;
      }
#pragma unroll
      for (int n = 0; n < 4; n++) {
        half4_ y;
#pragma unroll
        for (int j = 0; j < 4; j++) y[j] = v[V::place(16 * m + 4 * group16 + j, 16 * n + lane16)];
        o[n] = __builtin_amdgcn_mfma_f32_16x16x16f16(weight, y, o[n], 0, 0, 0);
      }
    }
  }
  finish(out, sums, own, o, wave, group16, lane16);
}

#define ATTENTION(NAME, T, ATTEND, ...)                                                                                \
  KERNEL __attribute__((amdgpu_flat_work_group_size(256, 256)))                                                        \
  NAME(const T *query, const T *key, const T *value, float *out, int keys) {                                           \
    int columns = COLUMNS * __builtin_amdgcn_workgroup_id_y(), rows = QUERIES * group() * HEAD;                        \
    ATTEND<__VA_ARGS__>(query + rows, key, value + columns, out + rows + columns, keys);                               \
  }
ATTENTION(f32_plain, float, attendWords, Rows<HEAD, 0>, Rows<HEAD, 0>, Rows<64, 0>, Rows<16, 0>)
ATTENTION(f32_padding, float, attendWords, Rows<HEAD, 2>, Rows<HEAD, 2>, Rows<64, 2>, Rows<16, 2>)
ATTENTION(f32_swizzle, float, attendWords, Xor<HEAD, 2>, Xor<HEAD, 2>, Xor<64, 2>, Xor<16, 1>)
ATTENTION(f16_plain, _Float16, attendHalves, Rows<HEAD, 0>, Rows<HEAD, 0>, Rows<64, 0>)
ATTENTION(f16_padding, _Float16, attendHalves, Rows<HEAD, 4>, Rows<HEAD, 4>, Rows<64, 4>)
ATTENTION(f16_swizzle, _Float16, attendHalves, Xor<HEAD, 8>, Xor<HEAD, 8>, Xor<64, 8>)
