// The basics of cooperative groups: a block, a grid (its ids), tiles of a wave, the active lanes of a wave.
#pragma once
#include "lanes.h"

namespace cooperative_groups {
#define LDSCOPE_FUNCTION __device__ __forceinline__
class thread_block {
public:
  LDSCOPE_FUNCTION static void sync() { __syncthreads(); }
  LDSCOPE_FUNCTION static unsigned thread_rank() {
    return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  }
  LDSCOPE_FUNCTION static unsigned size() { return blockDim.x * blockDim.y * blockDim.z; }
  LDSCOPE_FUNCTION static unsigned num_threads() { return size(); }
  LDSCOPE_FUNCTION static dim3 group_index() { return blockIdx; }
  LDSCOPE_FUNCTION static dim3 thread_index() { return threadIdx; }
  LDSCOPE_FUNCTION static dim3 group_dim() { return blockDim; }
};
LDSCOPE_FUNCTION thread_block this_thread_block() { return {}; }

class grid_group {
public:
  LDSCOPE_FUNCTION static unsigned long long block_rank() {
    return (static_cast<unsigned long long>(blockIdx.z) * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  }
  LDSCOPE_FUNCTION static unsigned long long thread_rank() {
    return block_rank() * thread_block::size() + thread_block::thread_rank();
  }
  LDSCOPE_FUNCTION static unsigned long long size() {
    return static_cast<unsigned long long>(gridDim.x) * gridDim.y * gridDim.z * thread_block::size();
  }
  // Declared and not defined: a barrier of the grid is the runtime's.
  __device__ static void sync();
};
LDSCOPE_FUNCTION grid_group this_grid() { return {}; }

template <unsigned width, class Parent = void> class thread_block_tile {
public:
  LDSCOPE_FUNCTION thread_block_tile() {}
  template <class Other> LDSCOPE_FUNCTION thread_block_tile(const thread_block_tile<width, Other> &) {}
  LDSCOPE_FUNCTION static void sync() { __syncwarp(); }
  LDSCOPE_FUNCTION static unsigned thread_rank() { return thread_block::thread_rank() & (width - 1); }
  LDSCOPE_FUNCTION static unsigned meta_group_rank() { return thread_block::thread_rank() / width; }
  LDSCOPE_FUNCTION static unsigned meta_group_size() { return (thread_block::size() + width - 1) / width; }
  LDSCOPE_FUNCTION static constexpr unsigned size() { return width; }
  LDSCOPE_FUNCTION static constexpr unsigned num_threads() { return width; }
  template <class T> LDSCOPE_FUNCTION static T shfl(T value, int lane) { return __shfl(value, lane, width); }
  template <class T> LDSCOPE_FUNCTION static T shfl_up(T value, unsigned delta) { return __shfl_up(value, delta, width); }
  template <class T> LDSCOPE_FUNCTION static T shfl_down(T value, unsigned delta) { return __shfl_down(value, delta, width); }
  template <class T> LDSCOPE_FUNCTION static T shfl_xor(T value, unsigned mask) { return __shfl_xor(value, mask, width); }
  LDSCOPE_FUNCTION static unsigned long long ballot(int predicate) {
    unsigned long long all = __ballot(predicate) >> (__lane_id() & ~(width - 1));
    return width == 64 ? all : all & ((1ull << (width & 63)) - 1);
  }
  LDSCOPE_FUNCTION static int any(int predicate) { return ballot(predicate) != 0; }
  LDSCOPE_FUNCTION static int all(int predicate) { return ballot(predicate) == ballot(1); }
};
template <unsigned width, class Parent>
LDSCOPE_FUNCTION thread_block_tile<width, Parent> tiled_partition(const Parent &) {
  return {};
}

class coalesced_group {
  unsigned long long mask = __activemask();

public:
  LDSCOPE_FUNCTION coalesced_group() {}
  LDSCOPE_FUNCTION unsigned size() const { return __popcll(mask); }
  LDSCOPE_FUNCTION unsigned num_threads() const { return size(); }
  LDSCOPE_FUNCTION unsigned thread_rank() const { return __popcll(mask & ((1ull << __lane_id()) - 1)); }
  LDSCOPE_FUNCTION void sync() const { __syncwarp(); }
  template <class T> LDSCOPE_FUNCTION T shfl(T value, int rank) const {
    unsigned long long rest = mask;
    for (int i = 0; i < rank; i++) rest &= rest - 1;
    return __shfl(value, __ffsll(rest) - 1);
  }
};
LDSCOPE_FUNCTION coalesced_group coalesced_threads() { return {}; }

template <class Group> LDSCOPE_FUNCTION void sync(const Group &group) { group.sync(); }
#undef LDSCOPE_FUNCTION
} // namespace cooperative_groups
