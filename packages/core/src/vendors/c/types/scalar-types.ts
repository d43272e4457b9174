/**
 * The types that have a name without a definition: those of C, of `<cstdint>`, and what HIP, CK and their like call theirs.
 *
 *     unsigned long long    u64          index_t (CK)    i32          half2 (HIP)    two f16, aligned to 4
 *
 * Source of vectors: HIP's `amd_hip_vector_types.h`, where two and four elements are as aligned as they are large.
 */
import { arrayOf, type CType, type ScalarFormat, type ScalarType } from './c-type.ts';

const scalar = (format: ScalarFormat): ScalarType => {
  const bytes = Number(/\d+$/.exec(format)?.[0] ?? 8) / 8;
  return { kind: 'scalar', format, isBool: false, bytes, alignment: bytes };
};

const bool: ScalarType = { ...scalar('u8'), isBool: true };

const NAMES: Readonly<Record<ScalarFormat, string>> = {
  i8: 'int8_t',
  u8: 'uint8_t uchar byte __nv_fp8_e4m3 __nv_fp8_e5m2',
  i16: 'int16_t',
  u16: 'uint16_t ushort',
  i32: 'int32_t index_t',
  u32: 'uint32_t uint',
  i64: 'int64_t long_index_t ptrdiff_t ssize_t intptr_t',
  u64: 'uint64_t size_t uintptr_t ulong',
  f16: 'half __half half_t fp16_t _Float16 __fp16',
  bf16: 'bfloat16 bf16_t bhalf_t __bf16 bfloat16_t hip_bfloat16 __hip_bfloat16 __nv_bfloat16 nv_bfloat16',
  f32: 'float float_t fp32_t',
  f64: 'double double_t fp64_t',
};

const formats = Object.keys(NAMES) as readonly ScalarFormat[];

/** By the name of a vector's element. */
const VECTOR_ELEMENTS: Readonly<Record<string, ScalarFormat>> = {
  char: 'i8',
  uchar: 'u8',
  short: 'i16',
  ushort: 'u16',
  int: 'i32',
  uint: 'u32',
  long: 'i64',
  ulong: 'u64',
  longlong: 'i64',
  ulonglong: 'u64',
  half: 'f16',
  float: 'f32',
  double: 'f64',
};

function vectors(): [string, CType][] {
  return Object.entries(VECTOR_ELEMENTS).flatMap(([name, format]) => {
    const element = scalar(format);
    // HIP and CUDA align four elements of 8 bytes differently.
    const counts = name === 'half' ? [2] : element.bytes === 8 ? [1, 2, 3] : [1, 2, 3, 4];
    return counts.map((count): [string, CType] => {
      const alignment = count === 3 ? element.bytes : element.bytes * count;
      return [`${name}${count}`, arrayOf(element, count, alignment)];
    });
  });
}

/** Names of two elements of a format. */
function pairs(format: ScalarFormat, names: string): [string, CType][] {
  const element = scalar(format);
  return names.split(' ').map((name) => [name, arrayOf(element, 2, element.bytes * 2)]);
}

/** Types of one name. */
export const namedTypes: ReadonlyMap<string, CType> = new Map<string, CType>([
  ...formats.flatMap((format) =>
    NAMES[format].split(' ').map((name): [string, CType] => [name, scalar(format)]),
  ),
  ...vectors(),
  ...pairs('f16', '__half2'),
  ...pairs('bf16', '__nv_bfloat162 nv_bfloat162 __hip_bfloat162'),
  ['bool', bool],
  ['_Bool', bool],
  ['dim3', arrayOf(scalar('u32'), 3)],
]);

/** Words that make a type together, in any order. */
const WORDS = new Set(['signed', 'unsigned', 'char', 'short', 'int', 'long', '__int64']);

export const isTypeWord = (text: string): boolean => WORDS.has(text);

/** The type of words such as `unsigned long long`; `undefined` where C has none. */
export function integerOfWords(words: readonly string[]): ScalarType | undefined {
  const count = (word: string): number => words.filter((one) => one === word).length;
  const isUnsigned = count('unsigned') === 1;
  const [chars, shorts, longs] = [count('char'), count('short'), count('long')];
  const isSound =
    words.every(isTypeWord) &&
    count('signed') + count('unsigned') <= 1 &&
    count('int') <= 1 &&
    chars + shorts <= 1 &&
    longs <= 2 &&
    (chars === 0 || count('int') + longs === 0) &&
    (shorts === 0 || longs === 0);
  if (!isSound) return undefined;
  const bits = chars > 0 ? 8 : shorts > 0 ? 16 : longs > 0 ? 64 : 32;
  const format = formats.find((one) => one === `${isUnsigned ? 'u' : 'i'}${bits}`);
  return format === undefined ? undefined : scalar(format);
}
