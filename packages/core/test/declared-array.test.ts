/** A layout in C as its author declares the array, with what compilers refuse of it. */
import { expect, test } from 'vitest';
import { asDeclared } from '@ldscope/core';

test('C for an array that CUDA refuses with its size says so', () => {
  const text = '__shared__ half tile[128][129];';
  expect(asDeclared(text, { type: 'float' })).toBe('__shared__ float tile[128][129];');
  expect(asDeclared(text, { type: 'float', staticBytes: 49_152 })).toBe(
    '// more than 49152 B, which CUDA refuses: declare extern __shared__, and give the bytes in the launch\n' +
      '__shared__ float tile[128][129];',
  );
});
