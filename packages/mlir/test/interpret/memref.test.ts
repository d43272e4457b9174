/** `memref` views: the same memory seen through other sizes, strides and types. */
import { describe, expect, it } from 'vitest';
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

const whole = 'memref<64x64xi32>';
const cell = 'memref<4xi32, #gpu.address_space<private>>';
const gaps = `memref<8x8xi32, strided<[9, 1]>, ${LDS}>`;
const cut = 'memref<1x8xi32, strided<[64, 2], offset: ?>>';
const [every2, every6] = [
  'memref<30x30xi32, strided<[128, 2], offset: 132>>',
  'memref<10x10xi32, strided<[384, 2], offset: 262>>',
];

const views: readonly (readonly [string, string, (lane: number) => number])[] = [
  [
    'subview with an offset of each lane',
    `%v = memref.subview %in[%x, 3] [1, 8] [1, 2] : ${whole} to ${cut}
     %r = memref.load %v[%c0, %c2] : ${cut}`,
    (lane) => 64 * lane + 3 + 4,
  ],
  [
    'subview of a subview, with strides',
    `%u = memref.subview %in[2, 4] [30, 30] [2, 2] : ${whole} to ${every2}
     %v = memref.subview %u[1, 1] [10, 10] [3, 1] : ${every2} to ${every6}
     %r = memref.load %v[%c2, %c3] : ${every6}`,
    () => 64 * (2 + 2 * (1 + 3 * 2)) + 4 + 2 * (1 + 3),
  ],
  [
    'rank-reducing subview',
    `%v = memref.subview %in[5, 0] [1, 64] [1, 1] : ${whole} to memref<64xi32, strided<[1], offset: 320>>
     %r = memref.load %v[%x] : memref<64xi32, strided<[1], offset: 320>>`,
    (lane) => 320 + lane,
  ],
  [
    'reinterpret_cast counts from the allocation, not from the view',
    `%u = memref.subview %in[7, 7] [2, 2] [1, 1] : ${whole} to memref<2x2xi32, strided<[64, 1], offset: 455>>
     %v = memref.reinterpret_cast %u to offset: [%c3], sizes: [64], strides: [2] : memref<2x2xi32, strided<[64, 1], offset: 455>> to memref<64xi32, strided<[2], offset: ?>>
     %r = memref.load %v[%x] : memref<64xi32, strided<[2], offset: ?>>`,
    (lane) => 3 + 2 * lane,
  ],
  [
    'reinterpret_cast with a dynamic stride',
    `%v = memref.reinterpret_cast %in to offset: [0], sizes: [10, 64], strides: [%c3, 1] : ${whole} to memref<10x64xi32, strided<[?, 1]>>
     %r = memref.load %v[%c2, %x] : memref<10x64xi32, strided<[?, 1]>>`,
    (lane) => 6 + lane,
  ],
  [
    'collapse_shape and expand_shape',
    `%u = memref.collapse_shape %in [[0, 1]] : ${whole} into memref<4096xi32>
     %v = memref.expand_shape %u [[0, 1, 2]] output_shape [2, 32, 64] : memref<4096xi32> into memref<2x32x64xi32>
     %r = memref.load %v[%c1, %c2, %x] : memref<2x32x64xi32>`,
    (lane) => 2048 + 128 + lane,
  ],
  [
    'cast to dynamic sizes, and dim',
    `%v = memref.cast %in : ${whole} to memref<?x?xi32>
     %d = memref.dim %v, %c1 : memref<?x?xi32>
     %s = arith.addi %d, %x : index
     %r = arith.index_cast %s : index to i32`,
    (lane) => 64 + lane,
  ],
  [
    'private memory, one for each lane',
    `%p = memref.alloca() : ${cell}
     memref.store %i, %p[%c2] : ${cell}
     %r = memref.load %p[%c2] : ${cell}`,
    (lane) => lane,
  ],
  [
    'a workgroup global by its name, twice the same',
    `%g = memref.get_global @shared : memref<64xi32, ${LDS}>
     memref.store %i, %g[%x] : memref<64xi32, ${LDS}>
     gpu.barrier
     %h = memref.get_global @shared : memref<64xi32, ${LDS}>
     %m = affine.apply affine_map<()[s0] -> (63 - s0)>()[%x]
     %r = memref.load %h[%m] : memref<64xi32, ${LDS}>`,
    (lane) => 63 - lane,
  ],
  [
    'view of bytes as another type',
    `%b = memref.alloc() : memref<512xi8, ${LDS}>
     %v = memref.view %b[%c256][] : memref<512xi8, ${LDS}> to memref<64xi32, ${LDS}>
     memref.store %i, %v[%x] : memref<64xi32, ${LDS}>
     gpu.barrier
     %at = affine.apply affine_map<()[s0] -> (s0 * 4 + 256)>()[%x]
     %byte = memref.load %b[%at] : memref<512xi8, ${LDS}>
     %r = arith.extsi %byte : i8 to i32`,
    (lane) => lane,
  ],
  [
    'rows with gaps',
    `%t = memref.alloc() : ${gaps}
     %row = affine.apply affine_map<()[s0] -> (s0 floordiv 8)>()[%x]
     %column = affine.apply affine_map<()[s0] -> (s0 mod 8)>()[%x]
     memref.store %i, %t[%row, %column] : ${gaps}
     gpu.barrier
     %r = memref.load %t[%column, %row] : ${gaps}`,
    (lane) => 8 * (lane % 8) + Math.floor(lane / 8),
  ],
];

describe('views', () => {
  it.each(views)('%s', (_name, body, wanted) => {
    expect(lanesOf(body)).toEqual(lanes.map(wanted));
  });

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
