// What is before the kernels: one text that the compiler takes for a chip and for the host.
//
// Nothing in it is undefined in C++: shifts are masked, divisors are checked, floats become integers only where they
// fit. NaNs are made equal wherever their bits are looked at, since chips and hosts differ in sign and payload.
#ifdef __AMDGCN__
#define KERNEL extern "C" __attribute__((global)) void
#define DEVICE __attribute__((device)) static inline
#define CALLED __attribute__((device)) __attribute__((noinline))
#define SHARED __attribute__((shared))
#else
#define DEVICE static inline
#define CALLED __attribute__((noinline))
#endif
typedef unsigned char u8; typedef signed char i8;
typedef unsigned short u16; typedef short i16;
typedef unsigned int u32; typedef int i32;
typedef unsigned long long u64; typedef long long i64;
typedef _Float16 f16; typedef float f32; typedef double f64;

DEVICE u16 bitsOf(f16 x) { return x != x ? (u16)0x7e00 : __builtin_bit_cast(u16, x); }
DEVICE f16 f16bits(u16 b) { f16 x = __builtin_bit_cast(f16, b); return x != x ? __builtin_bit_cast(f16, (u16)0x7e00) : x; }
DEVICE f16 least(f16 a, f16 b) { return a < b ? a : b; }
DEVICE f16 most(f16 a, f16 b) { return a > b ? a : b; }
DEVICE f16 absolute(f16 a) { return a < 0 ? -a : a == 0 ? (f16)0 : a; }
DEVICE f16 signedAs(f16 a, bool negative) { return negative ? -absolute(a) : absolute(a); }
DEVICE f16 scaled(f16 a, i32 n) { return (f16)__builtin_ldexpf((f32)a, n < -40 ? -40 : n > 40 ? 40 : n); }
DEVICE u32 bitsOf(f32 x) { return x != x ? (u32)0x7fc00000 : __builtin_bit_cast(u32, x); }
DEVICE f32 f32bits(u32 b) { f32 x = __builtin_bit_cast(f32, b); return x != x ? __builtin_bit_cast(f32, (u32)0x7fc00000) : x; }
DEVICE f32 least(f32 a, f32 b) { return a < b ? a : b; }
DEVICE f32 most(f32 a, f32 b) { return a > b ? a : b; }
DEVICE f32 absolute(f32 a) { return __builtin_fabsf(a); }
DEVICE f32 signedAs(f32 a, bool negative) { return __builtin_copysignf(a, negative ? (f32)-1 : (f32)1); }
DEVICE f32 scaled(f32 a, i32 n) { return __builtin_ldexpf(a, n); }
DEVICE u64 bitsOf(f64 x) { return x != x ? (u64)0x7ff8000000000000ull : __builtin_bit_cast(u64, x); }
DEVICE f64 f64bits(u64 b) { f64 x = __builtin_bit_cast(f64, b); return x != x ? __builtin_bit_cast(f64, (u64)0x7ff8000000000000ull) : x; }
DEVICE f64 least(f64 a, f64 b) { return a < b ? a : b; }
DEVICE f64 most(f64 a, f64 b) { return a > b ? a : b; }
DEVICE f64 absolute(f64 a) { return __builtin_fabs(a); }
DEVICE f64 signedAs(f64 a, bool negative) { return __builtin_copysign(a, negative ? (f64)-1 : (f64)1); }
DEVICE f64 scaled(f64 a, i32 n) { return __builtin_ldexp(a, n); }

#ifdef __AMDGCN__
DEVICE f16 fused(f16 a, f16 b, f16 c) { return __builtin_fmaf16(a, b, c); }
#else
// 64 bits of mantissa hold the sum exactly, or the result overflows.
f16 fused(f16 a, f16 b, f16 c) { return (f16)((long double)a * b + c); }
#endif
DEVICE f32 fused(f32 a, f32 b, f32 c) { return __builtin_fmaf(a, b, c); }
DEVICE f64 fused(f64 a, f64 b, f64 c) { return __builtin_fma(a, b, c); }

DEVICE f32 floorOf(f32 a) { return __builtin_floorf(a); }
DEVICE f64 floorOf(f64 a) { return __builtin_floor(a); }
DEVICE f16 floorOf(f16 a) { return (f16)__builtin_floorf((f32)a); }
DEVICE f32 ceilOf(f32 a) { return __builtin_ceilf(a); }
DEVICE f64 ceilOf(f64 a) { return __builtin_ceil(a); }
DEVICE f16 ceilOf(f16 a) { return (f16)__builtin_ceilf((f32)a); }
DEVICE f32 truncOf(f32 a) { return __builtin_truncf(a); }
DEVICE f64 truncOf(f64 a) { return __builtin_trunc(a); }
DEVICE f16 truncOf(f16 a) { return (f16)__builtin_truncf((f32)a); }
DEVICE f32 rintOf(f32 a) { return __builtin_rintf(a); }
DEVICE f64 rintOf(f64 a) { return __builtin_rint(a); }
DEVICE f16 rintOf(f16 a) { return (f16)__builtin_rintf((f32)a); }
DEVICE f16 root(f16 a) { return (f16)__builtin_sqrtf((f32)absolute(a)); }
DEVICE f32 root(f32 a) { return __builtin_sqrtf(absolute(a)); }
DEVICE f64 root(f64 a) { return __builtin_sqrt(absolute(a)); }

DEVICE u8 quotient(u8 a, u8 b) { return b == 0 ? a : (u8)(a / b); }
DEVICE u8 remainder(u8 a, u8 b) { return b == 0 ? a : (u8)(a % b); }
DEVICE u8 least(u8 a, u8 b) { return a < b ? a : b; }
DEVICE u8 most(u8 a, u8 b) { return a > b ? a : b; }
DEVICE u8 left(u8 a, u32 n) { return (u8)(a << (n & 7)); }
DEVICE u8 right(u8 a, u32 n) { return (u8)(a >> (n & 7)); }
template <typename F> DEVICE u8 to_u8(F x) { return x > (F)-1 && x < (F)256.0 ? (u8)x : (u8)0; }

DEVICE i8 quotient(i8 a, i8 b) { return b == 0 || b == (i8)-1 ? a : (i8)(a / b); }
DEVICE i8 remainder(i8 a, i8 b) { return b == 0 || b == (i8)-1 ? a : (i8)(a % b); }
DEVICE i8 least(i8 a, i8 b) { return a < b ? a : b; }
DEVICE i8 most(i8 a, i8 b) { return a > b ? a : b; }
DEVICE i8 left(i8 a, u32 n) { return (i8)(a << (n & 7)); }
DEVICE i8 right(i8 a, u32 n) { return (i8)(a >> (n & 7)); }
template <typename F> DEVICE i8 to_i8(F x) { return x > (F)-128.0 && x < (F)128.0 ? (i8)x : (i8)0; }

DEVICE u16 quotient(u16 a, u16 b) { return b == 0 ? a : (u16)(a / b); }
DEVICE u16 remainder(u16 a, u16 b) { return b == 0 ? a : (u16)(a % b); }
DEVICE u16 least(u16 a, u16 b) { return a < b ? a : b; }
DEVICE u16 most(u16 a, u16 b) { return a > b ? a : b; }
DEVICE u16 left(u16 a, u32 n) { return (u16)(a << (n & 15)); }
DEVICE u16 right(u16 a, u32 n) { return (u16)(a >> (n & 15)); }
template <typename F> DEVICE u16 to_u16(F x) { return x > (F)-1 && x < (F)65536.0 ? (u16)x : (u16)0; }

DEVICE i16 quotient(i16 a, i16 b) { return b == 0 || b == (i16)-1 ? a : (i16)(a / b); }
DEVICE i16 remainder(i16 a, i16 b) { return b == 0 || b == (i16)-1 ? a : (i16)(a % b); }
DEVICE i16 least(i16 a, i16 b) { return a < b ? a : b; }
DEVICE i16 most(i16 a, i16 b) { return a > b ? a : b; }
DEVICE i16 left(i16 a, u32 n) { return (i16)(a << (n & 15)); }
DEVICE i16 right(i16 a, u32 n) { return (i16)(a >> (n & 15)); }
template <typename F> DEVICE i16 to_i16(F x) { return x > (F)-32768.0 && x < (F)32768.0 ? (i16)x : (i16)0; }

DEVICE u32 quotient(u32 a, u32 b) { return b == 0 ? a : (u32)(a / b); }
DEVICE u32 remainder(u32 a, u32 b) { return b == 0 ? a : (u32)(a % b); }
DEVICE u32 least(u32 a, u32 b) { return a < b ? a : b; }
DEVICE u32 most(u32 a, u32 b) { return a > b ? a : b; }
DEVICE u32 left(u32 a, u32 n) { return (u32)(a << (n & 31)); }
DEVICE u32 right(u32 a, u32 n) { return (u32)(a >> (n & 31)); }
template <typename F> DEVICE u32 to_u32(F x) { return x > (F)-1 && x < (F)4294967296.0 ? (u32)x : (u32)0; }

DEVICE i32 quotient(i32 a, i32 b) { return b == 0 || b == (i32)-1 ? a : (i32)(a / b); }
DEVICE i32 remainder(i32 a, i32 b) { return b == 0 || b == (i32)-1 ? a : (i32)(a % b); }
DEVICE i32 least(i32 a, i32 b) { return a < b ? a : b; }
DEVICE i32 most(i32 a, i32 b) { return a > b ? a : b; }
DEVICE i32 left(i32 a, u32 n) { return (i32)(a << (n & 31)); }
DEVICE i32 right(i32 a, u32 n) { return (i32)(a >> (n & 31)); }
template <typename F> DEVICE i32 to_i32(F x) { return x > (F)-2147483648.0 && x < (F)2147483648.0 ? (i32)x : (i32)0; }

DEVICE u64 quotient(u64 a, u64 b) { return b == 0 ? a : (u64)(a / b); }
DEVICE u64 remainder(u64 a, u64 b) { return b == 0 ? a : (u64)(a % b); }
DEVICE u64 least(u64 a, u64 b) { return a < b ? a : b; }
DEVICE u64 most(u64 a, u64 b) { return a > b ? a : b; }
DEVICE u64 left(u64 a, u32 n) { return (u64)(a << (n & 63)); }
DEVICE u64 right(u64 a, u32 n) { return (u64)(a >> (n & 63)); }
template <typename F> DEVICE u64 to_u64(F x) { return x > (F)-1 && x < (F)18446744073709552000.0 ? (u64)x : (u64)0; }

DEVICE i64 quotient(i64 a, i64 b) { return b == 0 || b == (i64)-1 ? a : (i64)(a / b); }
DEVICE i64 remainder(i64 a, i64 b) { return b == 0 || b == (i64)-1 ? a : (i64)(a % b); }
DEVICE i64 least(i64 a, i64 b) { return a < b ? a : b; }
DEVICE i64 most(i64 a, i64 b) { return a > b ? a : b; }
DEVICE i64 left(i64 a, u32 n) { return (i64)(a << (n & 63)); }
DEVICE i64 right(i64 a, u32 n) { return (i64)(a >> (n & 63)); }
template <typename F> DEVICE i64 to_i64(F x) { return x > (F)-9223372036854776000.0 && x < (F)9223372036854776000.0 ? (i64)x : (i64)0; }

DEVICE u32 leading(u32 a) { return a == 0 ? 32 : __builtin_clz(a); }
DEVICE u32 leading(u64 a) { return a == 0 ? 64 : __builtin_clzll(a); }
DEVICE u32 trailing(u32 a) { return a == 0 ? 32 : __builtin_ctz(a); }
DEVICE u32 trailing(u64 a) { return a == 0 ? 64 : __builtin_ctzll(a); }
DEVICE u32 field(u32 a, u32 at, u32 count) { at &= 31; count &= 31; return (a >> at) & ((1u << count) - 1); }
DEVICE u32 high(u32 a, u32 b) { return (u32)((u64)a * b >> 32); }
DEVICE i32 high(i32 a, i32 b) { return (i32)((i64)a * b >> 32); }
DEVICE u64 high(u64 a, u64 b) { return (u64)((unsigned __int128)a * b >> 64); }
DEVICE i64 high(i64 a, i64 b) { return (i64)((__int128)a * b >> 64); }
DEVICE u32 bytesOf(u32 a, u32 b, u32 select) {
#ifdef __AMDGCN__
  return __builtin_amdgcn_perm(a, b, select & 0x07070707u);
#else
  u64 both = (u64)a << 32 | b; u32 r = 0;
  for (u32 i = 0; i < 4; i++) r |= (u32)(u8)(both >> 8 * (select >> 8 * i & 7)) << 8 * i;
  return r;
#endif
}
DEVICE u32 difference(u32 a, u32 b, u32 c) {
#ifdef __AMDGCN__
  return __builtin_amdgcn_sad_u8(a, b, c);
#else
  for (u32 i = 0; i < 32; i += 8) { i32 d = (i32)(a >> i & 255) - (i32)(b >> i & 255); c += d < 0 ? -d : d; }
  return c;
#endif
}
DEVICE u32 aligned(u32 a, u32 b, u32 n) {
#ifdef __AMDGCN__
  return __builtin_amdgcn_alignbit(a, b, n & 31);
#else
  return (u32)(((u64)a << 32 | b) >> (n & 31));
#endif
}
template <typename T> CALLED void putAt(T *place, T value) { *place = value; }
template <typename T> CALLED T getAt(const T *place) { return *place; }
#ifdef __AMDGCN__
DEVICE void barrier() {
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
  __builtin_amdgcn_s_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
}
#define ATOMIC(name, place, value) (void)__hip_atomic_fetch_##name(place, value, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT)
#define ATOMIC_LOCAL(name, place, value) (void)__hip_atomic_fetch_##name(place, value, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_WORKGROUP)
#else
template <typename T> void host_add(T *p, T v) { *p = *p + v; }
template <typename T> void host_sub(T *p, T v) { *p = *p - v; }
template <typename T> void host_or(T *p, T v) { *p |= v; }
template <typename T> void host_and(T *p, T v) { *p &= v; }
template <typename T> void host_xor(T *p, T v) { *p ^= v; }
template <typename T> void host_min(T *p, T v) { if (v < *p) *p = v; }
template <typename T> void host_max(T *p, T v) { if (v > *p) *p = v; }
#define ATOMIC(name, place, value) host_##name(place, value)
#define ATOMIC_LOCAL ATOMIC
#endif
