/** What `compare` says of kernels with accesses that are not counted: equal sums are no equality. */
import { expect, it } from 'vitest';
import { analyzeKernels, compareKernels } from '../src/index.ts';

const kernel = (...lines: readonly string[]): string => `
func.func @k(%n: index, %x: f32) {
  %c32 = arith.constant 32 : index
  %t = gpu.thread_id x
  %row = arith.remui %t, %c32 : index
  %half = arith.divui %t, %c32 : index
  %p = arith.muli %t, %n : index
  %m = memref.alloc() : memref<64x32xf32, 3>
  ${lines.join('\n  ')}
  return
}`;
const STRIDED = 'memref.store %x, %m[%t, %half] : memref<64x32xf32, 3>';
const FREE = 'memref.store %x, %m[%half, %row] : memref<64x32xf32, 3>';
const UNKNOWN = 'memref.store %x, %m[%p, %half] : memref<64x32xf32, 3>';

function verdict(before: string, after: string): string | undefined {
  const [own, other] = [before, after].map((text) =>
    analyzeKernels(text, { machine: 'gfx942', launch: 'block=64' }).map((analyzed) => ({
      analyzed,
    })),
  );
  return compareKernels(own ?? [], other ?? []).comparisons[0]?.verdict;
}

it.each([
  ['the same', [STRIDED], [STRIDED], 'equal'],
  ['no access at all', [], [], 'equal'],
  ['another one', [STRIDED], [FREE], 'fewer'],
  ['an access that is not counted, before and after', [UNKNOWN], [UNKNOWN], 'unknown'],
  ['one beside what is the same', [STRIDED, UNKNOWN], [STRIDED, UNKNOWN], 'unknown'],
  ['one that is new', [STRIDED], [STRIDED, UNKNOWN], 'unknown'],
  ['one that is gone', [FREE, UNKNOWN], [FREE], 'unknown'],
  ['one beside fewer conflicts', [STRIDED, UNKNOWN], [FREE, UNKNOWN], 'fewer'],
])('%s', (_what, before, after, expected) => {
  expect(verdict(kernel(...before), kernel(...after))).toBe(expected);
});
