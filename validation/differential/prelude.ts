/**
 * What is before the kernels: one text that the compiler takes for a chip and for the host.
 *
 * Nothing in it is undefined in C++: shifts are masked, divisors are checked, floats become integers only where they
 * fit. NaNs are made equal wherever their bits are looked at, since chips and hosts differ in sign and payload.
 */
const f16Fma = `
#ifdef __AMDGCN__
DEVICE f16 fused(f16 a, f16 b, f16 c) { return __builtin_fmaf16(a, b, c); }
#else
// 64 bits of mantissa hold the sum exactly, or the result overflows.
f16 fused(f16 a, f16 b, f16 c) { return (f16)((long double)a * b + c); }
#endif
DEVICE f32 fused(f32 a, f32 b, f32 c) { return __builtin_fmaf(a, b, c); }
DEVICE f64 fused(f64 a, f64 b, f64 c) { return __builtin_fma(a, b, c); }`;

/** Functions that exist for each float: the suffix of the builtin, and the integer of the same width. */
const perFloat = ([type, bits, suffix, quiet, top]: readonly string[]): string => `
DEVICE ${bits} bitsOf(${type} x) { return x != x ? (${bits})${quiet} : __builtin_bit_cast(${bits}, x); }
DEVICE ${type} ${type}bits(${bits} b) { ${type} x = __builtin_bit_cast(${type}, b); return x != x ? __builtin_bit_cast(${type}, (${bits})${quiet}) : x; }
DEVICE ${type} least(${type} a, ${type} b) { return a < b ? a : b; }
DEVICE ${type} most(${type} a, ${type} b) { return a > b ? a : b; }
DEVICE ${type} absolute(${type} a) { return ${type === 'f16' ? 'a < 0 ? -a : a == 0 ? (f16)0 : a' : `__builtin_fabs${suffix}(a)`}; }
DEVICE ${type} signedAs(${type} a, bool negative) { return ${type === 'f16' ? 'negative ? -absolute(a) : absolute(a)' : `__builtin_copysign${suffix}(a, negative ? (${type})-1 : (${type})1)`}; }
DEVICE ${type} scaled(${type} a, i32 n) { ${type === 'f16' ? `return (f16)__builtin_ldexpf((f32)a, ${top})` : `return __builtin_ldexp${suffix}(a, ${top})`}; }`;

/** Rounding to integers; those of f16 are exact by way of f32. */
const roundings = ['floor', 'ceil', 'trunc', 'rint']
  .map(
    (name) => `
DEVICE f32 ${name}Of(f32 a) { return __builtin_${name}f(a); }
DEVICE f64 ${name}Of(f64 a) { return __builtin_${name}(a); }
DEVICE f16 ${name}Of(f16 a) { return (f16)__builtin_${name}f((f32)a); }`,
  )
  .join('');

const fits = (type: string, bits: number): string => {
  const [low, high] = type.startsWith('u')
    ? ['x > (F)-1', `x < (F)${2 ** bits}.0`]
    : [`x > (F)-${2 ** (bits - 1)}.0`, `x < (F)${2 ** (bits - 1)}.0`];
  return `template <typename F> DEVICE ${type} to_${type}(F x) { return ${low} && ${high} ? (${type})x : (${type})0; }\n`;
};

const perInteger = (type: string, bits: number): string => {
  const divisor = type.startsWith('u') ? 'b == 0' : `b == 0 || b == (${type})-1`;
  return `
DEVICE ${type} quotient(${type} a, ${type} b) { return ${divisor} ? a : (${type})(a / b); }
DEVICE ${type} remainder(${type} a, ${type} b) { return ${divisor} ? a : (${type})(a % b); }
DEVICE ${type} least(${type} a, ${type} b) { return a < b ? a : b; }
DEVICE ${type} most(${type} a, ${type} b) { return a > b ? a : b; }
DEVICE ${type} left(${type} a, u32 n) { return (${type})(a << (n & ${bits - 1})); }
DEVICE ${type} right(${type} a, u32 n) { return (${type})(a >> (n & ${bits - 1})); }
${fits(type, bits)}`;
};

const integers = ['u8', 'i8', 'u16', 'i16', 'u32', 'i32', 'u64', 'i64'];

export const prelude = `
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
${[
  ['f16', 'u16', 'f16', '0x7e00', 'n < -40 ? -40 : n > 40 ? 40 : n'],
  ['f32', 'u32', 'f', '0x7fc00000', 'n'],
  ['f64', 'u64', '', '0x7ff8000000000000ull', 'n'],
]
  .map(perFloat)
  .join('')}
${f16Fma}
${roundings}
DEVICE f16 root(f16 a) { return (f16)__builtin_sqrtf((f32)absolute(a)); }
DEVICE f32 root(f32 a) { return __builtin_sqrtf(absolute(a)); }
DEVICE f64 root(f64 a) { return __builtin_sqrt(absolute(a)); }
${integers.map((type) => perInteger(type, Number(type.slice(1)))).join('')}
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
`;
