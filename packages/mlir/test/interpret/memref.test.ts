/** `memref` views: the same memory seen through other sizes, strides and types. */
import { describe, expect, it } from 'vitest';
import { textsWith } from '../../../../test/texts.ts';
import { range } from '../table.ts';
import { codes, executed, kernelOf, lanes, LDS, run, runClean } from './harness.ts';

/** `%in` has 64 rows of 64 elements, each its number; `%i` is the lane as i32, and `%r` is stored to `%out[%x]`. */
const lanesOf = (body: string): readonly number[] =>
  executed(
    `memref.global "private" @shared : memref<64xi32, ${LDS}>
    ${kernelOf(`(%in: memref<64x64xi32>, %out: memref<64xi32>)
      %i = arith.index_cast %x : index to i32
      ${body}
      memref.store %r, %out[%x] : memref<64xi32>`)}`,
    [range(4096)],
  ).out;

const views: Readonly<Record<string, (lane: number) => number>> = {
  'subview with an offset of each lane': (lane) => 64 * lane + 3 + 4,
  'subview of a subview, with strides': () => 64 * (2 + 2 * (1 + 3 * 2)) + 4 + 2 * (1 + 3),
  'rank-reducing subview': (lane) => 320 + lane,
  'reinterpret_cast counts from the allocation, not from the view': (lane) => 3 + 2 * lane,
  'reinterpret_cast with a dynamic stride': (lane) => 6 + lane,
  'collapse_shape and expand_shape': (lane) => 2048 + 128 + lane,
  'cast to dynamic sizes, and dim': (lane) => 64 + lane,
  'private memory, one for each lane': (lane) => lane,
  'a workgroup global by its name, twice the same': (lane) => 63 - lane,
  'view of bytes as another type': (lane) => lane,
  'rows with gaps': (lane) => 8 * (lane % 8) + Math.floor(lane / 8),
};

describe('views', () => {
  it.each(textsWith(new URL('memref.mlir', import.meta.url), views))(
    '%s',
    (_name, body, wanted) => {
      expect(lanesOf(body)).toEqual(lanes.map(wanted));
    },
  );

  it('gives LDS objects places of their own, with gaps where rows have gaps', () => {
    const gap = `memref<2x2xf32, strided<[5, 1]>, ${LDS}>`;
    const { traces, execution } = runClean(
      kernelOf(`%zero = arith.constant 0.0 : f32
        %a = memref.alloc() : memref<3xf32, ${LDS}>
        %b = memref.alloc() {alignment = 64 : i64} : ${gap}
        %c = memref.alloc() : memref<1xf32, ${LDS}>
        memref.store %zero, %a[%c0] : memref<3xf32, ${LDS}>
        memref.store %zero, %b[%c0, %c0] : ${gap}
        memref.store %zero, %c[%c0] : memref<1xf32, ${LDS}>`),
    );
    expect(range(3, (row) => traces[0]?.addressBytes[row * 64])).toEqual([0, 64, 96]);
    expect(execution.kernel.ldsBytes).toBe(100);
  });

  it('reads an element that lies across two pages of a large buffer', () => {
    const { out } = executed(
      kernelOf(`(%bytes: memref<131072xi8>, %out: memref<64xi32>)
      %v = memref.view %bytes[%c65534][] : memref<131072xi8> to memref<1xi32>
        %n = arith.constant 305419896 : i32
        memref.store %n, %v[%c0] : memref<1xi32>
        %r = memref.load %v[%c0] : memref<1xi32>
        memref.store %r, %out[%x] : memref<64xi32>`),
    );
    expect(new Set(out)).toEqual(new Set([305419896]));
  });

  it('stops at a negative index', () => {
    const text = kernelOf(`%neg = arith.constant -1 : index
      %t = memref.alloc() : memref<64x4xf32, ${LDS}>
      %v = memref.load %t[%neg, %c0] : memref<64x4xf32, ${LDS}>`);
    expect(codes(text)).toEqual(['execute/lds-out-of-range']);
  });

  it('names the byte and the lane that leave a buffer', () => {
    const text = kernelOf(`%t = memref.alloc() : memref<63xf32, ${LDS}>
      %v = memref.load %t[%x] : memref<63xf32, ${LDS}>`);
    expect(run(text).diagnostics.map(({ message }) => message)).toEqual([
      'memref.load touches byte 255 of a buffer of 252 bytes (lane 63 of wave 0, workgroup 0,0,0)',
    ]);
  });
});
