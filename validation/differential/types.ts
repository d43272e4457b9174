/** The types of the generated kernels: their C names, widths, and constants that arithmetic finds hard. */
import type { Choices } from './random.ts';

export const integerTypes = ['u8', 'i8', 'u16', 'i16', 'u32', 'i32', 'u64', 'i64'] as const;
export const floatTypes = ['f16', 'f32', 'f64'] as const;
export const types = [...integerTypes, ...floatTypes] as const;

export type IntegerType = (typeof integerTypes)[number];
export type FloatType = (typeof floatTypes)[number];
export type Type = IntegerType | FloatType;

export const isFloat = (type: Type): type is FloatType => type.startsWith('f');
export const bitsOf = (type: Type): number => Number(type.slice(1));

/** Bit patterns of floats at the ends of their range, and around them. */
const floatPatterns: Readonly<Record<FloatType, readonly string[]>> = {
  f16: '0x0000 0x8000 0x3c00 0xbc00 0x0001 0x83ff 0x0400 0x7bff 0x7c00 0xfc00 0x7e00 0x3555 0x4248'.split(
    ' ',
  ),
  f32: (
    '0x00000000 0x80000000 0x3f800000 0xbf800001 0x00000001 0x807fffff 0x00800000 ' +
    '0x7f7fffff 0x7f800000 0xff800000 0x7fc00000 0x4b000001 0x40490fdb 0x2f000000'
  ).split(' '),
  f64: (
    '0x0000000000000000 0x8000000000000000 0x3ff0000000000000 0xbff0000000000001 0x0000000000000001 ' +
    '0x800fffffffffffff 0x0010000000000000 0x7fefffffffffffff 0x7ff0000000000000 0xfff0000000000000 ' +
    '0x7ff8000000000000 0x400921fb54442d18 0x36a0000000000001 0x3ca0000000000000'
  ).split(' '),
};

/** Numbers around powers of two. */
const integerPatterns = (
  '0 1 2 3 7 31 32 64 100 127 128 255 256 0x7fff 0x8000 0xffff 0x10000 0x7fffffff ' +
  '0x80000000 0xffffffff 0x100000000 0x7fffffffffffffff 0x8000000000000000 0xffffffffffffffff'
)
  .split(' ')
  .map(BigInt);

/** A constant as C text. */
export function constant(type: Type, { below, once, pick, word }: Choices): string {
  if (isFloat(type)) {
    if (once(2)) return `${type}bits(${pick(floatPatterns[type])}${type === 'f64' ? 'ull' : 'u'})`;
    return `(${type})(${(below(2001) - 1000) / pick([1, 3, 8, 1000])})`;
  }
  const bits = once(2)
    ? pick(integerPatterns)
    : ((BigInt(word()) << 32n) | BigInt(word())) >> BigInt(below(64));
  return `(${type})0x${BigInt.asUintN(bitsOf(type), bits).toString(16)}ull`;
}
