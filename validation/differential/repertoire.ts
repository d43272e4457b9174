/**
 * Operations of kernels for RDNA beside those of every kernel: packed halves, dot products, sums of absolute differences,
 * saturation, IEEE minimum, and forms that compilers make one instruction of.
 *
 *     u32 dotBytes(u32 a, u32 b, u32 c)      v_dot4_u32_u8 on the chip, a loop over bytes on the host
 *
 * The host's side is C over bytes and halves; nothing of it comes from the emulator. Where the chip's rounding is not
 * stated (sums of products of floats) operands are small whole numbers, which every order and rounding gives exactly.
 */
import type { Choices } from './random.ts';
import { type FloatType, type IntegerType, isFloat } from './types.ts';

/** Name, body for the chip, body for the host; all take three words and give one. */
const builtins: readonly (readonly [string, string, string])[] = [
  [
    'differenceHalves',
    '__builtin_amdgcn_sad_u16(a, b, c)',
    'c + apart(a & 65535, b & 65535) + apart(a >> 16, b >> 16)',
  ],
  ['differenceHigh', '__builtin_amdgcn_sad_hi_u8(a, b, c)', 'c + (difference(a, b, 0) << 16)'],
  [
    'differenceMasked',
    '__builtin_amdgcn_msad_u8(a, b, c)',
    'overBytes(a, b, c, [](i32 x, i32 y) { return y == 0 ? 0 : x < y ? y - x : x - y; })',
  ],
  ['averages', '__builtin_amdgcn_lerp(a, b, c)', 'averagesOf(a, b, c)'],
  [
    'alignedBytes',
    '__builtin_amdgcn_alignbyte(a, b, c & 3)',
    '(u32)(((u64)a << 32 | b) >> 8 * (c & 3))',
  ],
  [
    'dotBytes',
    '__builtin_amdgcn_udot4(a, b, c, false)',
    'overBytes(a, b, c, [](i32 x, i32 y) { return x * y; })',
  ],
  [
    'dotNibbles',
    '__builtin_amdgcn_udot8(a, b, c, false)',
    'overNibbles(a, b, c, [](i32 x, i32 y) { return x * y; })',
  ],
  [
    'dotSigned',
    '(u32)__builtin_amdgcn_sudot4(true, (i32)a, true, (i32)b, (i32)c, false)',
    'overBytes(a, b, c, [](i32 x, i32 y) { return (i8)x * (i8)y; })',
  ],
  [
    'dotMixed',
    '(u32)__builtin_amdgcn_sudot4(false, (i32)a, true, (i32)b, (i32)c, false)',
    'overBytes(a, b, c, [](i32 x, i32 y) { return x * (i8)y; })',
  ],
  [
    'dotMixedNibbles',
    '(u32)__builtin_amdgcn_sudot8(true, (i32)a, false, (i32)b, (i32)c, false)',
    'overNibbles(a, b, c, [](i32 x, i32 y) { return (x ^ 8) * y - 8 * y; })',
  ],
  [
    'dotHalves',
    '(u32)__builtin_amdgcn_fdot2(smallHalves(a), smallHalves(b), (f32)(c & 255), false)',
    '(a & 15) * (b & 15) + (a >> 4 & 15) * (b >> 4 & 15) + (c & 255)',
  ],
  [
    'clampedPair',
    '__builtin_bit_cast(u32, __builtin_amdgcn_cvt_pk_u16(a, b)) ^ c',
    '(least(a, 65535u) | least(b, 65535u) << 16) ^ c',
  ],
  [
    'clampedSigned',
    '__builtin_bit_cast(u32, __builtin_amdgcn_cvt_pk_i16((i32)a, (i32)b)) ^ c',
    '((u32)(u16)most(least((i32)a, 32767), -32768) | (u32)(u16)most(least((i32)b, 32767), -32768) << 16) ^ c',
  ],
  [
    'withByte',
    '(u32)__builtin_amdgcn_cvt_pk_u8_f32((f32)(a & 255), b & 3, c)',
    '(c & ~(255u << 8 * (b & 3))) | (a & 255) << 8 * (b & 3)',
  ],
];

/** Name and body, the same on both sides. */
const plain: readonly (readonly [string, string])[] = [
  ['chosenBits', '(a & b) | (~a & c)'],
  ['xorOfThree', 'a ^ b ^ c'],
  ['orOfThree', 'a | b | c'],
  ['maskedOr', '(a & b) | c'],
  ['shiftedSum', '(a << (b & 31)) + c'],
  ['sumShifted', '(a + b) << (c & 31)'],
  ['shiftedOr', '(a << (b & 31)) | c'],
  ['xorSum', '(a ^ b) + c'],
  ['middle', 'most(least(a, b), least(most(a, b), c))'],
  ['middleSigned', '(u32)most(least((i32)a, (i32)b), least(most((i32)a, (i32)b), (i32)c))'],
  ['leastOfThree', 'least(least(a, b), c)'],
  ['mostOfThreeSigned', '(u32)most(most((i32)a, (i32)b), (i32)c)'],
  ['raised', 'most(least(a, b), c)'],
  ['loweredSigned', '(u32)least(most((i32)a, (i32)b), (i32)c)'],
  ['product24', '(a & 0xffffff) * (b & 0xffffff) + c'],
  ['productSigned24', '(u32)(((i32)(a << 8) >> 8) * ((i32)(b << 8) >> 8)) + c'],
  ['productHalves', '(u32)((i32)(i16)a * (i32)(i16)b) + c'],
  ['rotated', '__builtin_rotateleft32(a, b & 31) ^ c'],
  ['saturated', '__builtin_elementwise_add_sat(a, b) ^ __builtin_elementwise_sub_sat(b, c)'],
  [
    'saturatedSigned',
    '(u32)(__builtin_elementwise_add_sat((i32)a, (i32)b) ^ __builtin_elementwise_sub_sat((i32)b, (i32)c))',
  ],
  [
    'saturatedHalves',
    '(u32)__builtin_elementwise_add_sat((u16)a, (u16)b) | (u32)(u16)__builtin_elementwise_sub_sat((i16)b, (i16)c) << 16',
  ],
  ['positive', '(u32)__builtin_elementwise_abs((i32)a) + __builtin_elementwise_abs((i32)(b - c))'],
  ['field64', '(u32)(((u64)a << 32 | b) >> (c & 63))'],
  [
    'classes',
    '(__builtin_isfpclass(f32bits(a), 0x264) ? 1u : 0u) | (__builtin_isfpclass(f16bits((u16)b), 0x198) ? 2u : 0u) | (__builtin_isfpclass(f64bits((u64)c << 32 | a), 0x0a3) ? 4u : 0u)',
  ],
  ...(['+', '-', '*'] as const).flatMap((sign, n) => [
    [`packed${n}`, `halves(asHalves(a) ${sign} asHalves(b)) ^ c`] as const,
    [`packedWhole${n}`, `__builtin_bit_cast(u32, asWhole(a) ${sign} asWhole(b)) ^ c`] as const,
  ]),
  ['packedSum', '__builtin_bit_cast(u32, asWhole(a) * asWhole(b) + asWhole(c))'],
  ['packedLeft', '__builtin_bit_cast(u32, asWhole(a) << (asWhole(b) & 15)) ^ c'],
  ['packedRight', '__builtin_bit_cast(u32, asWhole(a) >> (asWhole(b) & 15)) ^ c'],
  ['packedRightSigned', '__builtin_bit_cast(u32, asSigned(a) >> (asSigned(b) & 15)) ^ c'],
  [
    'packedLeast',
    '__builtin_bit_cast(u32, __builtin_elementwise_min(asWhole(a), asWhole(b))) ^ __builtin_bit_cast(u32, __builtin_elementwise_max(asSigned(b), asSigned(c)))',
  ],
  [
    'packedMost',
    '__builtin_bit_cast(u32, __builtin_elementwise_max(asWhole(a), asWhole(b))) ^ __builtin_bit_cast(u32, __builtin_elementwise_min(asSigned(b), asSigned(c)))',
  ],
];

/** Atomics that give what was there, of one item's own cell. */
export const takings = ['add', 'sub', 'and', 'or', 'xor', 'min', 'max', 'exchange'] as const;

const three = (name: string, body: string): string =>
  `DEVICE u32 ${name}(u32 a, u32 b, u32 c) { return ${body}; }`;

/** On floats: least and most with one answer for zeros of both signs, IEEE minimum and maximum, the parts of a number. */
const perFloat = (type: FloatType): string => `
DEVICE ${type} numberBelow(${type} a, ${type} b) { ${type} r = __builtin_elementwise_minnum(a, b); return r == 0 ? (${type})0 : r; }
DEVICE ${type} numberAbove(${type} a, ${type} b) { ${type} r = __builtin_elementwise_maxnum(a, b); return r == 0 ? (${type})0 : r; }
DEVICE ${type} minimumOf(${type} a, ${type} b) { return __builtin_elementwise_minimum(a, b); }
DEVICE ${type} maximumOf(${type} a, ${type} b) { return __builtin_elementwise_maximum(a, b); }`;

/** What is behind `prelude` for these kernels. */
export const repertoire = `
typedef f16 h2 __attribute__((ext_vector_type(2)));
typedef u16 w2 __attribute__((ext_vector_type(2)));
typedef i16 s2 __attribute__((ext_vector_type(2)));
DEVICE h2 asHalves(u32 a) { return h2{f16bits((u16)a), f16bits((u16)(a >> 16))}; }
DEVICE w2 asWhole(u32 a) { return __builtin_bit_cast(w2, a); }
DEVICE s2 asSigned(u32 a) { return __builtin_bit_cast(s2, a); }
DEVICE u32 halves(h2 a) { return (u32)bitsOf(a.x) | (u32)bitsOf(a.y) << 16; }
${(['f16', 'f32', 'f64'] as const).map(perFloat).join('')}
DEVICE f32 mantissa(f32 a) { int n; return __builtin_isfinite(a) ? __builtin_frexpf(a, &n) : a; }
DEVICE f64 mantissa(f64 a) { int n; return __builtin_isfinite(a) ? __builtin_frexp(a, &n) : a; }
DEVICE f16 mantissa(f16 a) { return __builtin_elementwise_floor(a); }
DEVICE f32 exponent(f32 a) { int n = 0; return __builtin_isfinite(a) ? (__builtin_frexpf(a, &n), (f32)n) : a; }
DEVICE f64 exponent(f64 a) { int n = 0; return __builtin_isfinite(a) ? (__builtin_frexp(a, &n), (f64)n) : a; }
DEVICE f16 exponent(f16 a) { return __builtin_elementwise_trunc(a); }
${plain.map(([name, body]) => three(name, body)).join('\n')}
#ifdef __AMDGCN__
${takings.map((name) => `template <typename T> DEVICE T ${name}Taken(T *place, T value) { return __hip_atomic_${name === 'exchange' ? '' : 'fetch_'}${name}(place, value, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT); }`).join('\n')}
template <typename T> DEVICE T replaced(T *place, T old, T value) { __hip_atomic_compare_exchange_strong(place, &old, value, __ATOMIC_RELAXED, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT); return old; }
DEVICE h2 smallHalves(u32 a) { return h2{(f16)(u16)(a & 15), (f16)(u16)(a >> 4 & 15)}; }
DEVICE u32 packedFused(u32 a, u32 b, u32 c) { return halves(__builtin_elementwise_fma(asHalves(a), asHalves(b), asHalves(c))); }
${builtins.map(([name, chip]) => three(name, chip)).join('\n')}
#else
${takings.map((name) => `template <typename T> T ${name}Taken(T *place, T value) { T old = *place; ${name === 'exchange' ? '*place = value' : `host_${name}(place, value)`}; return old; }`).join('\n')}
template <typename T> T replaced(T *place, T old, T value) { T was = *place; if (was == old) *place = value; return was; }
DEVICE u32 packedFused(u32 a, u32 b, u32 c) {
  h2 x = asHalves(a), y = asHalves(b), z = asHalves(c); return halves(h2{fused(x.x, y.x, z.x), fused(x.y, y.y, z.y)});
}
DEVICE u32 apart(u32 a, u32 b) { return a < b ? b - a : a - b; }
template <typename F> u32 overBytes(u32 a, u32 b, u32 c, F of) { for (u32 i = 0; i < 32; i += 8) c += (u32)of((i32)(a >> i & 255), (i32)(b >> i & 255)); return c; }
template <typename F> u32 overNibbles(u32 a, u32 b, u32 c, F of) { for (u32 i = 0; i < 32; i += 4) c += (u32)of((i32)(a >> i & 15), (i32)(b >> i & 15)); return c; }
DEVICE u32 averagesOf(u32 a, u32 b, u32 c) { u32 r = 0; for (u32 i = 0; i < 32; i += 8) r |= (((a >> i & 255) + (b >> i & 255) + (c >> i & 1)) >> 1) << i; return r; }
${builtins.map(([name, , host]) => three(name, host)).join('\n')}
#endif
`;

const names = ['packedFused', ...builtins.map(([name]) => name), ...plain.map(([name]) => name)];

/** A call of one of them as an expression of a type; `word` and `value` make its operands. */
export function repertoireCall(
  type: IntegerType | FloatType,
  { pick }: Choices,
  word: () => string,
  value: () => string,
): string {
  if (!isFloat(type)) return `(${type})${pick(names)}(${word()}, ${word()}, ${word()})`;
  const name = pick([
    'numberBelow',
    'numberAbove',
    'minimumOf',
    'maximumOf',
    'mantissa',
    'exponent',
  ]);
  return name === 'mantissa' || name === 'exponent'
    ? `${name}(${value()})`
    : `${name}(${value()}, ${value()})`;
}
