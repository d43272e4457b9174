/** What lanes of a warp get of each other. */
import { expect, test } from 'vitest';
import { kernel, run, words } from './harness.ts';

test.each([
  ['add.s32', (a: number, b: number) => (a + b) | 0],
  ['and.b32', (a: number, b: number) => a & b],
  ['or.b32', (a: number, b: number) => a | b],
  ['xor.b32', (a: number, b: number) => a ^ b],
  ['min.s32', (a: number, b: number) => Math.min(a, b)],
  ['max.s32', (a: number, b: number) => Math.max(a, b)],
  ['min.u32', (a: number, b: number) => Math.min(a >>> 0, b >>> 0) | 0],
  ['max.u32', (a: number, b: number) => Math.max(a >>> 0, b >>> 0) | 0],
])('redux.sync.%s', (name, of) => {
  const reduction = kernel(
    ['p0', 'p1'],
    `${words(['p0', 'p1'])}
  ld.global.u32 %r1, [%rd0];
  redux.sync.${name} %r2, %r1, -1;
  st.global.u32 [%rd1], %r2;
  ret;`,
  );
  const values = Int32Array.from({ length: 32 }, (_, lane) => Math.imul(lane - 13, 0x6789abcd) | 6);
  const result = new Int32Array(32);
  expect(run(reduction, [values, result]).codes).toEqual([]);
  expect(result).toEqual(new Int32Array(32).fill(values.reduce((a, b) => of(a, b))));
});
