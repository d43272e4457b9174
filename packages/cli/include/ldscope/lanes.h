// What the lanes of a wave tell each other: shuffles, votes, and the bits of integers.
//
// A shuffle is `ds_bpermute_b32` per word of its value, as in ROCm. `width` is a power of two: lanes of other groups are not read.
// RDNA 3 has it for each half of a wave of 64: what the other half has comes through `v_permlane64_b32`.
#pragma once
#include "identity.h"

__device__ __forceinline__ unsigned __lane_id() {
#if defined(__GFX10__) || defined(__GFX11__) || defined(__GFX12__)
  if (warpSize == 32) return __builtin_amdgcn_mbcnt_lo(~0u, 0);
#endif
  return __builtin_amdgcn_mbcnt_hi(~0u, __builtin_amdgcn_mbcnt_lo(~0u, 0));
}

namespace ldscope {
__device__ __forceinline__ int pull(int lane, int value) {
  int near = __builtin_amdgcn_ds_bpermute(lane << 2, value);
#ifdef __GFX11__
  if (warpSize == 64) {
    int far = __builtin_amdgcn_ds_bpermute(lane << 2, __builtin_amdgcn_permlane64(value));
    return ((lane ^ static_cast<int>(__lane_id())) & 32) != 0 ? far : near;
  }
#endif
  return near;
}
template <class T> __device__ __forceinline__ T from_lane(T value, int lane) {
  constexpr int words = (sizeof(T) + 3) / 4;
  int buffer[words] = {};
  __builtin_memcpy(buffer, &value, sizeof(T));
  for (int i = 0; i < words; i++) buffer[i] = pull(lane, buffer[i]);
  __builtin_memcpy(&value, buffer, sizeof(T));
  return value;
}
} // namespace ldscope

template <class T> __device__ __forceinline__ T __shfl(T value, int lane, int width = warpSize) {
  int self = __lane_id();
  return ldscope::from_lane(value, (self & ~(width - 1)) + (lane & (width - 1)));
}
template <class T> __device__ __forceinline__ T __shfl_up(T value, unsigned delta, int width = warpSize) {
  int self = __lane_id(), other = self - static_cast<int>(delta);
  return ldscope::from_lane(value, other < (self & ~(width - 1)) ? self : other);
}
template <class T> __device__ __forceinline__ T __shfl_down(T value, unsigned delta, int width = warpSize) {
  int self = __lane_id(), other = self + static_cast<int>(delta);
  return ldscope::from_lane(value, (self & (width - 1)) + static_cast<int>(delta) >= width ? self : other);
}
template <class T> __device__ __forceinline__ T __shfl_xor(T value, int mask, int width = warpSize) {
  int self = __lane_id(), other = self ^ mask;
  return ldscope::from_lane(value, other >= ((self + width) & ~(width - 1)) ? self : other);
}
template <class M, class T> __device__ __forceinline__ T __shfl_sync(M, T value, int lane, int width = warpSize) {
  return __shfl(value, lane, width);
}
template <class M, class T>
__device__ __forceinline__ T __shfl_up_sync(M, T value, unsigned delta, int width = warpSize) {
  return __shfl_up(value, delta, width);
}
template <class M, class T>
__device__ __forceinline__ T __shfl_down_sync(M, T value, unsigned delta, int width = warpSize) {
  return __shfl_down(value, delta, width);
}
template <class M, class T> __device__ __forceinline__ T __shfl_xor_sync(M, T value, int mask, int width = warpSize) {
  return __shfl_xor(value, mask, width);
}

__device__ __forceinline__ unsigned long long __ballot(int predicate) {
#if defined(__GFX10__) || defined(__GFX11__) || defined(__GFX12__)
  if (warpSize == 32) return __builtin_amdgcn_ballot_w32(predicate != 0);
#endif
  return __builtin_amdgcn_ballot_w64(predicate != 0);
}
__device__ __forceinline__ unsigned long long __activemask() { return __ballot(1); }
__device__ __forceinline__ int __any(int predicate) { return __ballot(predicate) != 0; }
__device__ __forceinline__ int __all(int predicate) { return __ballot(predicate) == __activemask(); }
template <class M> __device__ __forceinline__ unsigned long long __ballot_sync(M mask, int predicate) {
  return __ballot(predicate) & mask;
}
template <class M> __device__ __forceinline__ int __any_sync(M mask, int predicate) {
  return (__ballot(predicate) & mask) != 0;
}
template <class M> __device__ __forceinline__ int __all_sync(M mask, int predicate) {
  return (__ballot(predicate) & mask) == (__activemask() & mask);
}
__device__ __forceinline__ void __syncwarp(unsigned long long = ~0ull) {
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "wavefront");
  __builtin_amdgcn_wave_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "wavefront");
}
__device__ __forceinline__ int __syncthreads_or(int predicate) {
  __shared__ int any;
  __syncthreads();
  if (threadIdx.x + threadIdx.y + threadIdx.z == 0) any = 0;
  __syncthreads();
  if (predicate) any = 1;
  __syncthreads();
  return any;
}
__device__ __forceinline__ int __syncthreads_and(int predicate) { return !__syncthreads_or(!predicate); }

__device__ __forceinline__ int __popc(unsigned x) { return __builtin_popcount(x); }
__device__ __forceinline__ int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
__device__ __forceinline__ int __clz(int x) { return x == 0 ? 32 : __builtin_clz(x); }
__device__ __forceinline__ int __clzll(long long x) { return x == 0 ? 64 : __builtin_clzll(x); }
__device__ __forceinline__ int __ffs(int x) { return __builtin_ffs(x); }
__device__ __forceinline__ int __ffs(unsigned x) { return __builtin_ffs(static_cast<int>(x)); }
__device__ __forceinline__ int __ffsll(long long x) { return __builtin_ffsll(x); }
__device__ __forceinline__ int __ffsll(unsigned long long x) { return __builtin_ffsll(static_cast<long long>(x)); }
__device__ __forceinline__ int __float_as_int(float x) { return __builtin_bit_cast(int, x); }
__device__ __forceinline__ unsigned __float_as_uint(float x) { return __builtin_bit_cast(unsigned, x); }
__device__ __forceinline__ float __int_as_float(int x) { return __builtin_bit_cast(float, x); }
__device__ __forceinline__ float __uint_as_float(unsigned x) { return __builtin_bit_cast(float, x); }
__device__ __forceinline__ long long __double_as_longlong(double x) { return __builtin_bit_cast(long long, x); }
__device__ __forceinline__ double __longlong_as_double(long long x) { return __builtin_bit_cast(double, x); }
__device__ __forceinline__ int __double2hiint(double x) { return (int)(__builtin_bit_cast(unsigned long long, x) >> 32); }
__device__ __forceinline__ int __double2loint(double x) { return (int)__builtin_bit_cast(unsigned long long, x); }
__device__ __forceinline__ unsigned __brev(unsigned x) { return __builtin_bitreverse32(x); }
__device__ __forceinline__ unsigned long long __brevll(unsigned long long x) { return __builtin_bitreverse64(x); }
__device__ __forceinline__ int __mul24(int a, int b) { return ((a << 8) >> 8) * ((b << 8) >> 8); }
__device__ __forceinline__ unsigned __umul24(unsigned a, unsigned b) { return (a & 0xffffff) * (b & 0xffffff); }
__device__ __forceinline__ int __mulhi(int a, int b) { return static_cast<int>((static_cast<long long>(a) * b) >> 32); }
__device__ __forceinline__ unsigned __umulhi(unsigned a, unsigned b) {
  return static_cast<unsigned>((static_cast<unsigned long long>(a) * b) >> 32);
}
__device__ __forceinline__ long long __mul64hi(long long a, long long b) {
  return static_cast<long long>((static_cast<__int128>(a) * b) >> 64);
}
__device__ __forceinline__ unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
  return static_cast<unsigned long long>((static_cast<unsigned __int128>(a) * b) >> 64);
}
__device__ __forceinline__ unsigned __usad(unsigned a, unsigned b, unsigned c) { return (a > b ? a - b : b - a) + c; }
__device__ __forceinline__ unsigned __byte_perm(unsigned a, unsigned b, unsigned selectors) {
  unsigned long long both = static_cast<unsigned long long>(b) << 32 | a;
  unsigned result = 0;
  for (int i = 0; i < 4; i++) {
    unsigned byte = static_cast<unsigned>(both >> (8 * (selectors >> (4 * i) & 7))) & 255;
    result |= (selectors >> (4 * i) & 8 ? (byte & 128 ? 255u : 0u) : byte) << (8 * i);
  }
  return result;
}
__device__ __forceinline__ unsigned __funnelshift_l(unsigned low, unsigned high, unsigned shift) {
  return __builtin_amdgcn_alignbit(high, low, 32 - (shift & 31)) * ((shift & 31) != 0) + high * ((shift & 31) == 0);
}
__device__ __forceinline__ unsigned __funnelshift_r(unsigned low, unsigned high, unsigned shift) {
  return __builtin_amdgcn_alignbit(high, low, shift & 31);
}

template <class T> __device__ __forceinline__ T __ldg(const T *address) { return *address; }
