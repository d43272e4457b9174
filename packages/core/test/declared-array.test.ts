/** A layout in C as its author declares the array, with what compilers refuse of it. */
import { expect, test } from 'vitest';
import { asDeclared, cTypeOf } from '@ldscope/core';
import { elementTypes } from '../src/vendors/c/parse.ts';

test('C for an array that CUDA refuses with its size says so', () => {
  const text = '__shared__ half tile[128][129];';
  expect(asDeclared(text, { type: 'float' })).toBe('__shared__ float tile[128][129];');
  expect(asDeclared(text, { type: 'float', staticBytes: 49_152 })).toBe(
    '// more than 49152 B, which CUDA refuses: declare extern __shared__, and give the bytes in the launch\n' +
      '__shared__ float tile[128][129];',
  );
});

test.each([
  ...['f64', 'i64', 'u64', 'si64', 'ui64', 'index'].map((name) => [name, 8] as const),
  ...['f32', 'xf32', 'tf32', 'i32', 's32', 'u32', 'ui32', 'si32'].map((name) => [name, 4] as const),
  ...['f16', 'bf16', 'i16', 'u16', 'ui16', 'si16'].map((name) => [name, 2] as const),
  ...['f8', 'bf8', 'i8', 'u8', 'ui8', 'si8', 'f8E4M3FN', 'f4', 'f6'].map(
    (name) => [name, 1] as const,
  ),
])('an element of %s has a type of C of %i B', (name, bytes) => {
  for (const isNvidia of [false, true]) expect(elementTypes[cTypeOf(name, isNvidia)]).toBe(bytes);
});
