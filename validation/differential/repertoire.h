// Operations of kernels for RDNA behind those of prelude.h: packed halves, dot products, sums of absolute differences, saturation,
// IEEE minimum, and forms that compilers make one instruction of. First what is the same on both sides, then the chip's and the host's.
//
// The host's side is C over bytes and halves; nothing of it comes from the emulator. Where the chip's rounding is not
// stated (sums of products of floats) operands are small whole numbers, which every order and rounding gives exactly.
typedef f16 h2 __attribute__((ext_vector_type(2)));
typedef u16 w2 __attribute__((ext_vector_type(2)));
typedef i16 s2 __attribute__((ext_vector_type(2)));
DEVICE h2 asHalves(u32 a) { return h2{f16bits((u16)a), f16bits((u16)(a >> 16))}; }
DEVICE w2 asWhole(u32 a) { return __builtin_bit_cast(w2, a); }
DEVICE s2 asSigned(u32 a) { return __builtin_bit_cast(s2, a); }
DEVICE u32 halves(h2 a) { return (u32)bitsOf(a.x) | (u32)bitsOf(a.y) << 16; }

DEVICE f16 numberBelow(f16 a, f16 b) { f16 r = __builtin_elementwise_minnum(a, b); return r == 0 ? (f16)0 : r; }
DEVICE f16 numberAbove(f16 a, f16 b) { f16 r = __builtin_elementwise_maxnum(a, b); return r == 0 ? (f16)0 : r; }
DEVICE f16 minimumOf(f16 a, f16 b) { return __builtin_elementwise_minimum(a, b); }
DEVICE f16 maximumOf(f16 a, f16 b) { return __builtin_elementwise_maximum(a, b); }
DEVICE f32 numberBelow(f32 a, f32 b) { f32 r = __builtin_elementwise_minnum(a, b); return r == 0 ? (f32)0 : r; }
DEVICE f32 numberAbove(f32 a, f32 b) { f32 r = __builtin_elementwise_maxnum(a, b); return r == 0 ? (f32)0 : r; }
DEVICE f32 minimumOf(f32 a, f32 b) { return __builtin_elementwise_minimum(a, b); }
DEVICE f32 maximumOf(f32 a, f32 b) { return __builtin_elementwise_maximum(a, b); }
DEVICE f64 numberBelow(f64 a, f64 b) { f64 r = __builtin_elementwise_minnum(a, b); return r == 0 ? (f64)0 : r; }
DEVICE f64 numberAbove(f64 a, f64 b) { f64 r = __builtin_elementwise_maxnum(a, b); return r == 0 ? (f64)0 : r; }
DEVICE f64 minimumOf(f64 a, f64 b) { return __builtin_elementwise_minimum(a, b); }
DEVICE f64 maximumOf(f64 a, f64 b) { return __builtin_elementwise_maximum(a, b); }
DEVICE f32 mantissa(f32 a) { int n; return __builtin_isfinite(a) ? __builtin_frexpf(a, &n) : a; }
DEVICE f64 mantissa(f64 a) { int n; return __builtin_isfinite(a) ? __builtin_frexp(a, &n) : a; }
DEVICE f16 mantissa(f16 a) { return __builtin_elementwise_floor(a); }
DEVICE f32 exponent(f32 a) { int n = 0; return __builtin_isfinite(a) ? (__builtin_frexpf(a, &n), (f32)n) : a; }
DEVICE f64 exponent(f64 a) { int n = 0; return __builtin_isfinite(a) ? (__builtin_frexp(a, &n), (f64)n) : a; }
DEVICE f16 exponent(f16 a) { return __builtin_elementwise_trunc(a); }
DEVICE u32 chosenBits(u32 a, u32 b, u32 c) { return (a & b) | (~a & c); }
DEVICE u32 xorOfThree(u32 a, u32 b, u32 c) { return a ^ b ^ c; }
DEVICE u32 orOfThree(u32 a, u32 b, u32 c) { return a | b | c; }
DEVICE u32 maskedOr(u32 a, u32 b, u32 c) { return (a & b) | c; }
DEVICE u32 shiftedSum(u32 a, u32 b, u32 c) { return (a << (b & 31)) + c; }
DEVICE u32 sumShifted(u32 a, u32 b, u32 c) { return (a + b) << (c & 31); }
DEVICE u32 shiftedOr(u32 a, u32 b, u32 c) { return (a << (b & 31)) | c; }
DEVICE u32 xorSum(u32 a, u32 b, u32 c) { return (a ^ b) + c; }
DEVICE u32 middle(u32 a, u32 b, u32 c) { return most(least(a, b), least(most(a, b), c)); }
DEVICE u32 middleSigned(u32 a, u32 b, u32 c) { return (u32)most(least((i32)a, (i32)b), least(most((i32)a, (i32)b), (i32)c)); }
DEVICE u32 leastOfThree(u32 a, u32 b, u32 c) { return least(least(a, b), c); }
DEVICE u32 mostOfThreeSigned(u32 a, u32 b, u32 c) { return (u32)most(most((i32)a, (i32)b), (i32)c); }
DEVICE u32 raised(u32 a, u32 b, u32 c) { return most(least(a, b), c); }
DEVICE u32 loweredSigned(u32 a, u32 b, u32 c) { return (u32)least(most((i32)a, (i32)b), (i32)c); }
DEVICE u32 product24(u32 a, u32 b, u32 c) { return (a & 0xffffff) * (b & 0xffffff) + c; }
DEVICE u32 productSigned24(u32 a, u32 b, u32 c) { return (u32)(((i32)(a << 8) >> 8) * ((i32)(b << 8) >> 8)) + c; }
DEVICE u32 productHalves(u32 a, u32 b, u32 c) { return (u32)((i32)(i16)a * (i32)(i16)b) + c; }
DEVICE u32 rotated(u32 a, u32 b, u32 c) { return __builtin_rotateleft32(a, b & 31) ^ c; }
DEVICE u32 saturated(u32 a, u32 b, u32 c) { return __builtin_elementwise_add_sat(a, b) ^ __builtin_elementwise_sub_sat(b, c); }
DEVICE u32 saturatedSigned(u32 a, u32 b, u32 c) { return (u32)(__builtin_elementwise_add_sat((i32)a, (i32)b) ^ __builtin_elementwise_sub_sat((i32)b, (i32)c)); }
DEVICE u32 saturatedHalves(u32 a, u32 b, u32 c) { return (u32)__builtin_elementwise_add_sat((u16)a, (u16)b) | (u32)(u16)__builtin_elementwise_sub_sat((i16)b, (i16)c) << 16; }
DEVICE u32 positive(u32 a, u32 b, u32 c) { return (u32)__builtin_elementwise_abs((i32)a) + __builtin_elementwise_abs((i32)(b - c)); }
DEVICE u32 field64(u32 a, u32 b, u32 c) { return (u32)(((u64)a << 32 | b) >> (c & 63)); }
DEVICE u32 classes(u32 a, u32 b, u32 c) { return (__builtin_isfpclass(f32bits(a), 0x264) ? 1u : 0u) | (__builtin_isfpclass(f16bits((u16)b), 0x198) ? 2u : 0u) | (__builtin_isfpclass(f64bits((u64)c << 32 | a), 0x0a3) ? 4u : 0u); }
DEVICE u32 packed0(u32 a, u32 b, u32 c) { return halves(asHalves(a) + asHalves(b)) ^ c; }
DEVICE u32 packedWhole0(u32 a, u32 b, u32 c) { return __builtin_bit_cast(u32, asWhole(a) + asWhole(b)) ^ c; }
DEVICE u32 packed1(u32 a, u32 b, u32 c) { return halves(asHalves(a) - asHalves(b)) ^ c; }
DEVICE u32 packedWhole1(u32 a, u32 b, u32 c) { return __builtin_bit_cast(u32, asWhole(a) - asWhole(b)) ^ c; }
DEVICE u32 packed2(u32 a, u32 b, u32 c) { return halves(asHalves(a) * asHalves(b)) ^ c; }
DEVICE u32 packedWhole2(u32 a, u32 b, u32 c) { return __builtin_bit_cast(u32, asWhole(a) * asWhole(b)) ^ c; }
DEVICE u32 packedSum(u32 a, u32 b, u32 c) { return __builtin_bit_cast(u32, asWhole(a) * asWhole(b) + asWhole(c)); }
DEVICE u32 packedLeft(u32 a, u32 b, u32 c) { return __builtin_bit_cast(u32, asWhole(a) << (asWhole(b) & 15)) ^ c; }
DEVICE u32 packedRight(u32 a, u32 b, u32 c) { return __builtin_bit_cast(u32, asWhole(a) >> (asWhole(b) & 15)) ^ c; }
DEVICE u32 packedRightSigned(u32 a, u32 b, u32 c) { return __builtin_bit_cast(u32, asSigned(a) >> (asSigned(b) & 15)) ^ c; }
DEVICE u32 packedLeast(u32 a, u32 b, u32 c) { return __builtin_bit_cast(u32, __builtin_elementwise_min(asWhole(a), asWhole(b))) ^ __builtin_bit_cast(u32, __builtin_elementwise_max(asSigned(b), asSigned(c))); }
DEVICE u32 packedMost(u32 a, u32 b, u32 c) { return __builtin_bit_cast(u32, __builtin_elementwise_max(asWhole(a), asWhole(b))) ^ __builtin_bit_cast(u32, __builtin_elementwise_min(asSigned(b), asSigned(c))); }
#ifdef __AMDGCN__
template <typename T> DEVICE T addTaken(T *place, T value) { return __hip_atomic_fetch_add(place, value, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT); }
template <typename T> DEVICE T subTaken(T *place, T value) { return __hip_atomic_fetch_sub(place, value, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT); }
template <typename T> DEVICE T andTaken(T *place, T value) { return __hip_atomic_fetch_and(place, value, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT); }
template <typename T> DEVICE T orTaken(T *place, T value) { return __hip_atomic_fetch_or(place, value, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT); }
template <typename T> DEVICE T xorTaken(T *place, T value) { return __hip_atomic_fetch_xor(place, value, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT); }
template <typename T> DEVICE T minTaken(T *place, T value) { return __hip_atomic_fetch_min(place, value, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT); }
template <typename T> DEVICE T maxTaken(T *place, T value) { return __hip_atomic_fetch_max(place, value, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT); }
template <typename T> DEVICE T exchangeTaken(T *place, T value) { return __hip_atomic_exchange(place, value, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT); }
template <typename T> DEVICE T replaced(T *place, T old, T value) { __hip_atomic_compare_exchange_strong(place, &old, value, __ATOMIC_RELAXED, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT); return old; }
DEVICE h2 smallHalves(u32 a) { return h2{(f16)(u16)(a & 15), (f16)(u16)(a >> 4 & 15)}; }
DEVICE u32 packedFused(u32 a, u32 b, u32 c) { return halves(__builtin_elementwise_fma(asHalves(a), asHalves(b), asHalves(c))); }
DEVICE u32 differenceHalves(u32 a, u32 b, u32 c) { return __builtin_amdgcn_sad_u16(a, b, c); }
DEVICE u32 differenceHigh(u32 a, u32 b, u32 c) { return __builtin_amdgcn_sad_hi_u8(a, b, c); }
DEVICE u32 differenceMasked(u32 a, u32 b, u32 c) { return __builtin_amdgcn_msad_u8(a, b, c); }
DEVICE u32 averages(u32 a, u32 b, u32 c) { return __builtin_amdgcn_lerp(a, b, c); }
DEVICE u32 alignedBytes(u32 a, u32 b, u32 c) { return __builtin_amdgcn_alignbyte(a, b, c & 3); }
DEVICE u32 dotBytes(u32 a, u32 b, u32 c) { return __builtin_amdgcn_udot4(a, b, c, false); }
DEVICE u32 dotNibbles(u32 a, u32 b, u32 c) { return __builtin_amdgcn_udot8(a, b, c, false); }
DEVICE u32 dotSigned(u32 a, u32 b, u32 c) { return (u32)__builtin_amdgcn_sudot4(true, (i32)a, true, (i32)b, (i32)c, false); }
DEVICE u32 dotMixed(u32 a, u32 b, u32 c) { return (u32)__builtin_amdgcn_sudot4(false, (i32)a, true, (i32)b, (i32)c, false); }
DEVICE u32 dotMixedNibbles(u32 a, u32 b, u32 c) { return (u32)__builtin_amdgcn_sudot8(true, (i32)a, false, (i32)b, (i32)c, false); }
DEVICE u32 dotHalves(u32 a, u32 b, u32 c) { return (u32)__builtin_amdgcn_fdot2(smallHalves(a), smallHalves(b), (f32)(c & 255), false); }
DEVICE u32 clampedPair(u32 a, u32 b, u32 c) { return __builtin_bit_cast(u32, __builtin_amdgcn_cvt_pk_u16(a, b)) ^ c; }
DEVICE u32 clampedSigned(u32 a, u32 b, u32 c) { return __builtin_bit_cast(u32, __builtin_amdgcn_cvt_pk_i16((i32)a, (i32)b)) ^ c; }
DEVICE u32 withByte(u32 a, u32 b, u32 c) { return (u32)__builtin_amdgcn_cvt_pk_u8_f32((f32)(a & 255), b & 3, c); }
#else
template <typename T> T addTaken(T *place, T value) { T old = *place; host_add(place, value); return old; }
template <typename T> T subTaken(T *place, T value) { T old = *place; host_sub(place, value); return old; }
template <typename T> T andTaken(T *place, T value) { T old = *place; host_and(place, value); return old; }
template <typename T> T orTaken(T *place, T value) { T old = *place; host_or(place, value); return old; }
template <typename T> T xorTaken(T *place, T value) { T old = *place; host_xor(place, value); return old; }
template <typename T> T minTaken(T *place, T value) { T old = *place; host_min(place, value); return old; }
template <typename T> T maxTaken(T *place, T value) { T old = *place; host_max(place, value); return old; }
template <typename T> T exchangeTaken(T *place, T value) { T old = *place; *place = value; return old; }
template <typename T> T replaced(T *place, T old, T value) { T was = *place; if (was == old) *place = value; return was; }
DEVICE u32 packedFused(u32 a, u32 b, u32 c) {
  h2 x = asHalves(a), y = asHalves(b), z = asHalves(c); return halves(h2{fused(x.x, y.x, z.x), fused(x.y, y.y, z.y)});
}
DEVICE u32 apart(u32 a, u32 b) { return a < b ? b - a : a - b; }
template <typename F> u32 overBytes(u32 a, u32 b, u32 c, F of) { for (u32 i = 0; i < 32; i += 8) c += (u32)of((i32)(a >> i & 255), (i32)(b >> i & 255)); return c; }
template <typename F> u32 overNibbles(u32 a, u32 b, u32 c, F of) { for (u32 i = 0; i < 32; i += 4) c += (u32)of((i32)(a >> i & 15), (i32)(b >> i & 15)); return c; }
DEVICE u32 averagesOf(u32 a, u32 b, u32 c) { u32 r = 0; for (u32 i = 0; i < 32; i += 8) r |= (((a >> i & 255) + (b >> i & 255) + (c >> i & 1)) >> 1) << i; return r; }
DEVICE u32 differenceHalves(u32 a, u32 b, u32 c) { return c + apart(a & 65535, b & 65535) + apart(a >> 16, b >> 16); }
DEVICE u32 differenceHigh(u32 a, u32 b, u32 c) { return c + (difference(a, b, 0) << 16); }
DEVICE u32 differenceMasked(u32 a, u32 b, u32 c) { return overBytes(a, b, c, [](i32 x, i32 y) { return y == 0 ? 0 : x < y ? y - x : x - y; }); }
DEVICE u32 averages(u32 a, u32 b, u32 c) { return averagesOf(a, b, c); }
DEVICE u32 alignedBytes(u32 a, u32 b, u32 c) { return (u32)(((u64)a << 32 | b) >> 8 * (c & 3)); }
DEVICE u32 dotBytes(u32 a, u32 b, u32 c) { return overBytes(a, b, c, [](i32 x, i32 y) { return x * y; }); }
DEVICE u32 dotNibbles(u32 a, u32 b, u32 c) { return overNibbles(a, b, c, [](i32 x, i32 y) { return x * y; }); }
DEVICE u32 dotSigned(u32 a, u32 b, u32 c) { return overBytes(a, b, c, [](i32 x, i32 y) { return (i8)x * (i8)y; }); }
DEVICE u32 dotMixed(u32 a, u32 b, u32 c) { return overBytes(a, b, c, [](i32 x, i32 y) { return x * (i8)y; }); }
DEVICE u32 dotMixedNibbles(u32 a, u32 b, u32 c) { return overNibbles(a, b, c, [](i32 x, i32 y) { return (x ^ 8) * y - 8 * y; }); }
DEVICE u32 dotHalves(u32 a, u32 b, u32 c) { return (a & 15) * (b & 15) + (a >> 4 & 15) * (b >> 4 & 15) + (c & 255); }
DEVICE u32 clampedPair(u32 a, u32 b, u32 c) { return (least(a, 65535u) | least(b, 65535u) << 16) ^ c; }
DEVICE u32 clampedSigned(u32 a, u32 b, u32 c) { return ((u32)(u16)most(least((i32)a, 32767), -32768) | (u32)(u16)most(least((i32)b, 32767), -32768) << 16) ^ c; }
DEVICE u32 withByte(u32 a, u32 b, u32 c) { return (c & ~(255u << 8 * (b & 3))) | (a & 255) << 8 * (b & 3); }
#endif
