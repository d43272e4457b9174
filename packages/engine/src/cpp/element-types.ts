/** Bytes of built-in types of CUDA, HIP and OpenCL, by the words that declare them: `unsigned short` 2, `float4` 16, `__nv_bfloat16` 2. */
import { type CType, integerOfWords, namedTypes } from '@ldscope/core';

/** `undefined` for other types. */
export function elementTypeOf(type: string): CType | undefined {
  const name = type.replace(/^(?:::)?std::/, '').trim();
  return namedTypes.get(name) ?? integerOfWords(name.split(/\s+/));
}

/** `undefined` for other types, and for `long`, which has 4 bytes on some systems and 8 on others. */
export function elementBytesOf(type: string): number | undefined {
  const longs = type.match(/\bu?long\d?\b/g) ?? [];
  return longs.length === 1 ? undefined : elementTypeOf(type)?.bytes;
}
