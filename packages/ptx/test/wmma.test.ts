/**
 * `wmma` of f64: what is loaded, multiplied and stored is what plain loops compute, however matrices lie in memory; of bits:
 * they are combined as the instruction says.
 */
import { expect, test } from 'vitest';
import { kernel, run } from './harness.ts';

const LAYOUTS = ['row', 'col'] as const;
const PITCH = 10;

test.each(LAYOUTS.flatMap((a) => LAYOUTS.map((b) => [a, b] as const)))(
  'a product of f64, A by %s and B by %s',
  (layoutA, layoutB) => {
    const shape = 'm8n8k4';
    const text = kernel(
      ['a', 'b', 'c', 'd'],
      `
  ld.param.u64 %rd1, [a];
  ld.param.u64 %rd2, [b];
  ld.param.u64 %rd3, [c];
  ld.param.u64 %rd4, [d];
  mov.u32 %r1, ${PITCH};
  wmma.load.a.sync.aligned.${layoutA}.${shape}.f64 {%fd1}, [%rd1], %r1;
  wmma.load.b.sync.aligned.${layoutB}.${shape}.f64 {%fd2}, [%rd2], %r1;
  wmma.load.c.sync.aligned.row.${shape}.f64 {%fd3, %fd4}, [%rd3], %r1;
  wmma.mma.sync.aligned.${layoutA}.${layoutB}.${shape}.f64.f64.f64.f64.rn {%fd5, %fd6}, {%fd1}, {%fd2}, {%fd3, %fd4};
  wmma.store.d.sync.aligned.col.${shape}.f64 [%rd4], {%fd5, %fd6}, %r1;
  ret;`,
    );
    const numbers = (factor: number): Float64Array =>
      Float64Array.from({ length: 8 * PITCH }, (_, at) => ((at * factor) % 31) / 7 - 2);
    const [a, b, c, d] = [numbers(5), numbers(11), numbers(17), new Float64Array(8 * PITCH)];
    expect(run(text, [a, b, c, d]).codes).toEqual([]);
    const at = (layout: string, row: number, column: number): number =>
      layout === 'row' ? row * PITCH + column : column * PITCH + row;
    for (let row = 0; row < 8; row++) {
      for (let column = 0; column < 8; column++) {
        let sum = c[row * PITCH + column] ?? 0;
        for (let k = 0; k < 4; k++)
          sum += (a[at(layoutA, row, k)] ?? 0) * (b[at(layoutB, k, column)] ?? 0);
        expect(d[column * PITCH + row]).toBeCloseTo(sum, 12);
      }
    }
  },
);

test.each([
  ['and', -1, -1, 128],
  ['and', -1, 0, 0],
  ['xor', -1, -1, 0],
  ['xor', -1, 0, 128],
])('a product of bits by %s, of %i and %i', (by, a, b, count) => {
  const text = kernel(
    ['d'],
    `
  ld.param.u64 %rd1, [d];
  mov.b32 %r1, ${a};
  mov.b32 %r2, ${b};
  mov.b32 %r3, 7;
  wmma.mma.${by}.popc.sync.aligned.row.col.m8n8k128.s32.b1.b1.s32 {%r4, %r5}, {%r1}, {%r2}, {%r3, %r3};
  wmma.store.d.sync.aligned.row.m8n8k128.s32 [%rd1], {%r4, %r5}, 8;
  ret;`,
  );
  const d = new Int32Array(64);
  expect(run(text, [d]).codes).toEqual([]);
  expect(d).toEqual(new Int32Array(64).fill(count + 7));
});
