// CK Tile's bank-conflict tutorials as kernels of our own: a matrix x of m x k goes through LDS, 64 x 32 elements at
// a time, and comes out as y, its transpose. A workgroup of four waves has 64 rows and walks along k.
//
//     x --distribution--> registers --map--> LDS --map--> registers --distribution--> y
//
// A map says where an element lies, a distribution which elements a lane has. Maps that promise eight elements
// along k in one piece are accessed by vectors of 16 bytes, whose alignment is asserted with them, as CK does with
// the guaranteed vector length of a descriptor. The others are accessed element by element, and what the compiler
// makes of that is its own.
#pragma once
#include "../emulate/hip/common.h"

constexpr int TILE_M = 64;
constexpr int TILE_K = 32;
// Packs are of eight elements, in fp32 as well.
constexpr int PACK = 8;
#ifdef __gfx950__
constexpr int CHIP_BANKS = 64;
#else
constexpr int CHIP_BANKS = 32;
#endif

// Maps: the place of (m, k) in LDS, in elements.

template <int PITCH> struct RowMajor {
  static constexpr int elements = TILE_M * PITCH;
  static constexpr bool packed = false;
  static DEVICE int at(int m, int k) { return m * PITCH + k; }
};

struct ColumnMajor {
  static constexpr int elements = TILE_M * TILE_K;
  static constexpr bool packed = false;
  static DEVICE int at(int m, int k) { return m + k * TILE_M; }
};

// As many rows as fit side by side in all banks are a layer; its packs change places by the number of the layer.
template <typename T, int BANKS, int PITCH = TILE_K> struct Swapped {
  static constexpr int fitting = BANKS * 4 / (TILE_K * int(sizeof(T)));
  static constexpr int rows = fitting < 1 ? 1 : fitting;
  static constexpr int packs = TILE_K / PACK * rows;
  static constexpr int elements = TILE_M * PITCH;
  static constexpr bool packed = true;
  static DEVICE int at(int m, int k) {
    int layer = m / rows;
    int pack = m % rows * (TILE_K / PACK) + k / PACK;
    return layer * rows * PITCH + (pack ^ layer % packs) * PACK + k % PACK;
  }
};

// Distributions: element i of a run, of which each lane has one (fp32: two). A run is 16 bytes along k or along m.

struct Place {
  int m, k;
};

// Four (fp32: eight) lanes to a row: global loads, LDS writes.
template <typename T> struct ByRows {
  static constexpr int run = 16 / sizeof(T), lanes = TILE_K / run, runs = TILE_M * TILE_K / 256 / run;
  static constexpr bool along_k = true;
  static DEVICE Place of(int wave, int lane, int r, int i) {
    return {(4 * r + wave) * (64 / lanes) + lane / lanes, lane % lanes * run + i};
  }
};

// Eight (fp32: sixteen) lanes to a column.
template <typename T> struct ByColumns {
  static constexpr int run = 16 / sizeof(T), lanes = TILE_M / run, runs = TILE_M * TILE_K / 256 / run;
  static constexpr bool along_k = false;
  static DEVICE Place of(int wave, int lane, int r, int i) {
    return {lane % lanes * run + i, (4 * r + wave) * (64 / lanes) + lane / lanes};
  }
};

// A lane to a row: the wave has a pack of each.
struct AlongPacks {
  static constexpr int runs = 1;
  static constexpr bool along_k = true;
  static DEVICE Place of(int wave, int lane, int, int i) { return {lane, wave * PACK + i}; }
};

// Eight rows of a column.
struct AcrossPacks {
  static constexpr int runs = 1;
  static constexpr bool along_k = false;
  static DEVICE Place of(int wave, int lane, int, int i) { return {lane / 8 * 8 + i, wave * 8 + lane % 8}; }
};

template <typename T> using Vector = T __attribute__((ext_vector_type(16 / sizeof(T))));
using Words = u32 __attribute__((ext_vector_type(4)));

// A buffer of so many elements: what lies beyond reads as zero and is not written.
template <typename T> DEVICE inline __amdgpu_buffer_rsrc_t buffer(const T *start, int elements) {
  return __builtin_amdgcn_make_buffer_rsrc((void *)start, 0, elements * int(sizeof(T)), 0x00027000);
}

template <typename T, typename MAP, typename READ> DEVICE inline void transpose(const T *x, T *y, int m, int k) {
  using Write = ByRows<T>;
  constexpr int N = 16 / sizeof(T);
  SHARED T array[MAP::elements];
  // Through a pointer: the alignment of a vector at `&array[i]` would be that of the array's elements.
  T *lds = array;
  // As CK has it. The compiler no longer knows that there are four waves, and proves less of the distances in LDS.
  int wave = __builtin_amdgcn_readfirstlane(item() / 64);
  int first = group() * TILE_M;
  for (int block = 0; block < k; block += TILE_K) {
    auto source = buffer(x + first * k + block, (TILE_M - 1) * k + TILE_K);
    Vector<T> tile[Write::runs];
    for (int r = 0; r < Write::runs; r++) {
      auto [row, column] = Write::of(wave, lane(), r, 0);
      Words words = __builtin_amdgcn_raw_buffer_load_b128(source, (row * k + column) * int(sizeof(T)), 0, 0);
      tile[r] = __builtin_bit_cast(Vector<T>, words);
    }
    for (int r = 0; r < Write::runs; r++) {
      auto [row, column] = Write::of(wave, lane(), r, 0);
      if constexpr (MAP::packed) *(Vector<T> *)&lds[MAP::at(row, column)] = tile[r];
      else for (int i = 0; i < N; i++) lds[MAP::at(row, column + i)] = tile[r][i];
    }
    barrier();
    Vector<T> turned[READ::runs];
    for (int r = 0; r < READ::runs; r++) {
      auto [row, column] = READ::of(wave, lane(), r, 0);
      if constexpr (MAP::packed && READ::along_k) turned[r] = *(Vector<T> *)&lds[MAP::at(row, column)];
      else for (int i = 0; i < N; i++) {
        auto [row, column] = READ::of(wave, lane(), r, i);
        turned[r][i] = lds[MAP::at(row, column)];
      }
    }
    barrier();
    auto target = buffer(y + block * m + first, (TILE_K - 1) * m + TILE_M);
    for (int r = 0; r < READ::runs; r++) {
      auto [row, column] = READ::of(wave, lane(), r, 0);
      if constexpr (!READ::along_k) {
        Words words = __builtin_bit_cast(Words, turned[r]);
        __builtin_amdgcn_raw_buffer_store_b128(words, target, (column * m + row) * int(sizeof(T)), 0, 0);
      } else for (int i = 0; i < N; i++) {
        T element = turned[r][i];
        u16 bits = __builtin_bit_cast(u16, element);
        __builtin_amdgcn_raw_buffer_store_b16(bits, target, ((column + i) * m + row) * int(sizeof(T)), 0, 0);
      }
    }
  }
}

// The kernel is told its workgroup size, as CK's are by their launch bounds.
#define TUTORIAL(NAME, T, ...) \
  __attribute__((amdgpu_flat_work_group_size(1, 256))) KERNEL NAME(const T *x, T *y, int m, int k) { \
    transpose<T, __VA_ARGS__>(x, y, m, k); \
  }

typedef _Float16 half;
