/** `memref` views: the same memory seen through other sizes, strides and types. */
import { describe, expect, it } from 'vitest';
import { codes, decode, encode, run, runClean } from './harness.ts';

const LDS = '#gpu.address_space<workgroup>';
const counted = encode(
  'i32',
  Array.from({ length: 4096 }, (_, i) => i),
);

/** Executes a body with `%x` = lane and `%in : memref<64x64xi32>`; gives what it stores to `%out[%x]`. */
function lanesOf(body: string): number[] {
  const text = `
    memref.global "private" @shared : memref<64xi32, ${LDS}>
    func.func @k(%in: memref<64x64xi32>, %out: memref<64xi32>) {
      %x = gpu.thread_id x upper_bound 64
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %c3 = arith.constant 3 : index
      ${body}
      memref.store %r, %out[%x] : memref<64xi32>
      return
    }`;
  const out = new Uint8Array(256);
  runClean(text, {
    buffers: new Map([
      [0, counted],
      [1, out],
    ]),
  });
  return decode('i32', out);
}

const lanes = Array.from({ length: 64 }, (_, i) => i);

const views: readonly (readonly [string, string, (lane: number) => number])[] = [
  [
    'subview with an offset of each lane',
    `%v = memref.subview %in[%x, 3] [1, 8] [1, 2] : memref<64x64xi32> to memref<1x8xi32, strided<[64, 2], offset: ?>>
     %r = memref.load %v[%c0, %c2] : memref<1x8xi32, strided<[64, 2], offset: ?>>`,
    (lane) => 64 * lane + 3 + 4,
  ],
  [
    'subview of a subview, with strides',
    `%u = memref.subview %in[2, 4] [30, 30] [2, 2] : memref<64x64xi32> to memref<30x30xi32, strided<[128, 2], offset: 132>>
     %v = memref.subview %u[1, 1] [10, 10] [3, 1] : memref<30x30xi32, strided<[128, 2], offset: 132>> to memref<10x10xi32, strided<[384, 2], offset: 262>>
     %r = memref.load %v[%c2, %c3] : memref<10x10xi32, strided<[384, 2], offset: 262>>`,
    () => 64 * (2 + 2 * (1 + 3 * 2)) + 4 + 2 * (1 + 3),
  ],
  [
    'rank-reducing subview',
    `%v = memref.subview %in[5, 0] [1, 64] [1, 1] : memref<64x64xi32> to memref<64xi32, strided<[1], offset: 320>>
     %r = memref.load %v[%x] : memref<64xi32, strided<[1], offset: 320>>`,
    (lane) => 320 + lane,
  ],
  [
    'reinterpret_cast counts from the allocation, not from the view',
    `%u = memref.subview %in[7, 7] [2, 2] [1, 1] : memref<64x64xi32> to memref<2x2xi32, strided<[64, 1], offset: 455>>
     %v = memref.reinterpret_cast %u to offset: [%c3], sizes: [64], strides: [2] : memref<2x2xi32, strided<[64, 1], offset: 455>> to memref<64xi32, strided<[2], offset: ?>>
     %r = memref.load %v[%x] : memref<64xi32, strided<[2], offset: ?>>`,
    (lane) => 3 + 2 * lane,
  ],
  [
    'reinterpret_cast with a dynamic stride',
    `%v = memref.reinterpret_cast %in to offset: [0], sizes: [10, 64], strides: [%c3, 1] : memref<64x64xi32> to memref<10x64xi32, strided<[?, 1]>>
     %r = memref.load %v[%c2, %x] : memref<10x64xi32, strided<[?, 1]>>`,
    (lane) => 6 + lane,
  ],
  [
    'collapse_shape and expand_shape',
    `%u = memref.collapse_shape %in [[0, 1]] : memref<64x64xi32> into memref<4096xi32>
     %v = memref.expand_shape %u [[0, 1, 2]] output_shape [2, 32, 64] : memref<4096xi32> into memref<2x32x64xi32>
     %r = memref.load %v[%c1, %c2, %x] : memref<2x32x64xi32>`,
    (lane) => 2048 + 128 + lane,
  ],
  [
    'cast to dynamic sizes, and dim',
    `%v = memref.cast %in : memref<64x64xi32> to memref<?x?xi32>
     %d = memref.dim %v, %c1 : memref<?x?xi32>
     %s = arith.addi %d, %x : index
     %r = arith.index_cast %s : index to i32`,
    (lane) => 64 + lane,
  ],
  [
    'private memory, one for each lane',
    `%p = memref.alloca() : memref<4xi32, #gpu.address_space<private>>
     %i = arith.index_cast %x : index to i32
     memref.store %i, %p[%c2] : memref<4xi32, #gpu.address_space<private>>
     %r = memref.load %p[%c2] : memref<4xi32, #gpu.address_space<private>>`,
    (lane) => lane,
  ],
  [
    'a workgroup global by its name, twice the same',
    `%g = memref.get_global @shared : memref<64xi32, ${LDS}>
     %i = arith.index_cast %x : index to i32
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
     %c256 = arith.constant 256 : index
     %v = memref.view %b[%c256][] : memref<512xi8, ${LDS}> to memref<64xi32, ${LDS}>
     %i = arith.index_cast %x : index to i32
     memref.store %i, %v[%x] : memref<64xi32, ${LDS}>
     gpu.barrier
     %at = affine.apply affine_map<()[s0] -> (s0 * 4 + 256)>()[%x]
     %byte = memref.load %b[%at] : memref<512xi8, ${LDS}>
     %r = arith.extsi %byte : i8 to i32`,
    (lane) => lane,
  ],
  [
    'rows with gaps',
    `%t = memref.alloc() : memref<8x8xi32, strided<[9, 1]>, ${LDS}>
     %row = affine.apply affine_map<()[s0] -> (s0 floordiv 8)>()[%x]
     %column = affine.apply affine_map<()[s0] -> (s0 mod 8)>()[%x]
     %i = arith.index_cast %x : index to i32
     memref.store %i, %t[%row, %column] : memref<8x8xi32, strided<[9, 1]>, ${LDS}>
     gpu.barrier
     %r = memref.load %t[%column, %row] : memref<8x8xi32, strided<[9, 1]>, ${LDS}>`,
    (lane) => 8 * (lane % 8) + Math.floor(lane / 8),
  ],
];

describe('views', () => {
  it.each(views)('%s', (_name, body, wanted) => {
    expect(lanesOf(body)).toEqual(lanes.map(wanted));
  });

  it('gives LDS objects places of their own, with gaps where rows have gaps', () => {
    const text = `func.func @k() {
      %x = gpu.thread_id x upper_bound 64
      %zero = arith.constant 0.0 : f32
      %c0 = arith.constant 0 : index
      %a = memref.alloc() : memref<3xf32, ${LDS}>
      %b = memref.alloc() {alignment = 64 : i64} : memref<2x2xf32, strided<[5, 1]>, ${LDS}>
      %c = memref.alloc() : memref<1xf32, ${LDS}>
      memref.store %zero, %a[%c0] : memref<3xf32, ${LDS}>
      memref.store %zero, %b[%c0, %c0] : memref<2x2xf32, strided<[5, 1]>, ${LDS}>
      memref.store %zero, %c[%c0] : memref<1xf32, ${LDS}>
      return
    }`;
    const { traces, execution } = runClean(text);
    const [trace] = traces;
    const firsts = [0, 1, 2].map((row) => trace?.addressBytes[row * 64]);
    expect(firsts).toEqual([0, 64, 96]);
    expect(execution.kernel.ldsBytes).toBe(100);
  });

  it('reads an element that lies across two pages of a large buffer', () => {
    const text = `func.func @k(%bytes: memref<131072xi8>, %out: memref<64xi32>) {
      %x = gpu.thread_id x upper_bound 64
      %at = arith.constant 65534 : index
      %c0 = arith.constant 0 : index
      %v = memref.view %bytes[%at][] : memref<131072xi8> to memref<1xi32>
      %n = arith.constant 305419896 : i32
      memref.store %n, %v[%c0] : memref<1xi32>
      %r = memref.load %v[%c0] : memref<1xi32>
      memref.store %r, %out[%x] : memref<64xi32>
      return
    }`;
    const out = new Uint8Array(256);
    runClean(text, { buffers: new Map([[1, out]]) });
    expect(new Set(decode('i32', out))).toEqual(new Set([305419896]));
  });

  it.each([
    ['an index of a row too many', '%c64, %c0', 'execute/lds-out-of-range'],
    ['a negative index', '%neg, %c0', 'execute/lds-out-of-range'],
    ['an index of one lane only', '%late, %c0', 'execute/lds-out-of-range'],
  ])('stops at %s', (_name, indices, code) => {
    const text = `func.func @k() {
      %x = gpu.thread_id x upper_bound 64
      %c0 = arith.constant 0 : index
      %c64 = arith.constant 64 : index
      %neg = arith.constant -1 : index
      %late = affine.apply affine_map<()[s0] -> (s0 + s0 floordiv 63)>()[%x]
      %t = memref.alloc() : memref<64x4xf32, ${LDS}>
      %v = memref.load %t[${indices}] : memref<64x4xf32, ${LDS}>
      return
    }`;
    expect(codes(text)).toEqual([code]);
  });

  it('names the byte and the lane that leave a buffer', () => {
    const text = `func.func @k() {
      %x = gpu.thread_id x upper_bound 64
      %t = memref.alloc() : memref<63xf32, ${LDS}>
      %v = memref.load %t[%x] : memref<63xf32, ${LDS}>
      return
    }`;
    expect(run(text).diagnostics.map(({ message }) => message)).toEqual([
      'memref.load touches byte 255 of a buffer of 252 bytes (lane 63 of wave 0, workgroup 0,0,0)',
    ]);
  });
});
