/** `builtin.unrealized_conversion_cast`: memrefs as descriptors and pointers of the `llvm` dialect, and numbers as their bits. */
import { expect, it } from 'vitest';
import { range } from '../table.ts';
import { numbersIn, rows } from '../../../../test/rows.ts';
import { codes, executed, FAT, inLanes, kernelOf, LDS } from './harness.ts';

const cast = 'builtin.unrealized_conversion_cast';
const described = (space: string, other = space): string =>
  `!llvm.struct<(ptr${space}, ptr${other}, i64, array<2 x i64>, array<2 x i64>)>`;

const whole = 'memref<16x32xi32>';
const thirds = (space = '', offset = ', offset: 68'): string =>
  `memref<4x16xi32, strided<[96, 1]${offset}>${space}>`;
const any = (space = ''): string => `memref<?x?xi32, strided<[?, ?], offset: ?>${space}>`;
const every = `%v = memref.subview %in[2, 4] [4, 16] [3, 1] : ${whole} to ${thirds()}`;
const fat = `%n = arith.constant 800 : i64
  %b = amdgpu.fat_raw_buffer_cast %in validBytes(%n) : ${whole} to memref<16x32xi32, ${FAT}>
  %v = memref.subview %b[2, 4] [4, 16] [3, 1] : memref<16x32xi32, ${FAT}> to ${thirds(`, ${FAT}`)}`;
/** The resource begins at element 68 and has room for 100 more; the view begins at its element 32. */
const moved = `%n = arith.constant 400 : i64
  %p = memref.subview %in[2, 4] [12, 16] [1, 1] : ${whole} to memref<12x16xi32, strided<[32, 1], offset: 68>>
  %b = amdgpu.fat_raw_buffer_cast %p validBytes(%n) resetOffset : memref<12x16xi32, strided<[32, 1], offset: 68>> to memref<12x16xi32, strided<[32, 1]>, ${FAT}>
  %v = memref.subview %b[1, 0] [4, 16] [1, 1] : memref<12x16xi32, strided<[32, 1]>, ${FAT}> to memref<4x16xi32, strided<[32, 1], offset: 32>, ${FAT}>`;
/** Behind another buffer, from its third row on. */
const shared = `%pad = memref.alloc() : memref<4xi32, ${LDS}>
  %m = memref.alloc() : memref<8x16xi32, ${LDS}>
  memref.store %one, %pad[%c0] : memref<4xi32, ${LDS}>
  %below = arith.addi %row, %c4 : index
  %later = arith.addi %number, %sixtyfour : i32
  memref.store %number, %m[%row, %column] : memref<8x16xi32, ${LDS}>
  memref.store %later, %m[%below, %column] : memref<8x16xi32, ${LDS}>
  gpu.barrier
  %v = memref.subview %m[2, 0] [4, 16] [1, 1] : memref<8x16xi32, ${LDS}> to memref<4x16xi32, strided<[16, 1], offset: 32>, ${LDS}>`;

const kernel = (make: string, view: string, form: string, back: string): string =>
  kernelOf(`(%in: ${whole}, %out: memref<64xi32>)
  %one = arith.constant 1 : i32
  %sixtyfour = arith.constant 64 : i32
  %number = arith.index_cast %x : index to i32
  %row = arith.divui %x, %c16 : index
  %column = arith.remui %x, %c16 : index
  ${make}
  %s = ${cast} %v : ${view} to ${form}
  %w = ${cast} %s : ${form} to ${back}
  %e = memref.load %w[%row, %column] : ${back}
  %height = memref.dim %w, %c0 : ${back}
  %width = memref.dim %w, %c1 : ${back}
  %size = arith.muli %height, %c1000 : index
  %sum = arith.addi %size, %width : index
  %plus = arith.index_cast %sum : index to i32
  %r = arith.addi %e, %plus : i32
  memref.store %r, %out[%x] : memref<64xi32>`);

/** What makes each view, and its type. */
const views: Readonly<Record<string, readonly [make: string, type: string]>> = {
  'every third row': [every, thirds()],
  'a resource': [fat, thirds(`, ${FAT}`)],
  'a moved resource': [moved, `memref<4x16xi32, strided<[32, 1], offset: 32>, ${FAT}>`],
  'LDS': [shared, `memref<4x16xi32, strided<[16, 1], offset: 32>, ${LDS}>`],
};

// The view, its form, what comes back; its first number, how far rows are apart, and from which number on all are 0.
it.each(rows`
  a descriptor           | every third row  | ${described('')}    | ${any()}                                   | 68, 96, 512
  a pointer              | every third row  | !llvm.ptr           | ${thirds('', '')}                          | 68, 96, 512
  a dense pointer        | every third row  | !llvm.ptr           | memref<4x16xi32>                           | 68, 16, 512
  a descriptor           | a resource       | ${described('<7>')} | ${any(`, ${FAT}`)}                         | 68, 96, 200
  a pointer              | a moved resource | !llvm.ptr<7>        | memref<4x16xi32, strided<[32, 1]>, ${FAT}> | 100, 32, 168
  a descriptor           | a moved resource | ${described('<7>')} | ${any(`, ${FAT}`)}                         | 100, 32, 168
  a descriptor           | LDS              | ${described('<3>')} | ${any(`, ${LDS}`)}                         | 32, 16, 512
  a pointer              | LDS              | !llvm.ptr<3>        | memref<4x16xi32, ${LDS}>                   | 32, 16, 512
`)(
  'a memref that becomes %s of %s comes back as the same view',
  (_name, what = '', form = '', back = '', numbers = '') => {
    const [make, type] = views[what] ?? expect.unreachable(what);
    const [first = 0, pitch = 0, end = 0] = numbersIn(numbers);
    const { out } = executed(kernel(make, type, form, back), [range(512)]);
    const wanted = range(64, (x) => first + pitch * (x >> 4) + (x & 15));
    expect(out).toEqual(wanted.map((i) => 4016 + (i < end ? i : 0)));
  },
);

it('a memref without dimensions keeps its offset', () => {
  const [point, form] = ['memref<i32, strided<[], offset: 40>>', '!llvm.struct<(ptr, ptr, i64)>'];
  const text = kernelOf(`(%in: ${whole}, %out: memref<64xi32>)
    %v = memref.reinterpret_cast %in to offset: [40], sizes: [], strides: [] : ${whole} to ${point}
    %s = ${cast} %v : ${point} to ${form}
    %w = ${cast} %s : ${form} to ${point}
    %e = memref.load %w[] : ${point}
    memref.store %e, %out[%x] : memref<64xi32>`);
  expect(executed(text, [range(512)]).out).toEqual(range(64, () => 40));
});

it('numbers keep their bits', () => {
  const values = [7, 1, -1, 0x3f800000, -0x3fe00000];
  const floats = [...new Float32Array(Int32Array.from(values).buffer)];
  expect(inLanes(`%r = ${cast} %a : i32 to f32`, 'i32', values, 'f32')).toEqual(floats);
  expect(inLanes(`%r = ${cast} %a : index to i64`, 'index', values, 'i64')).toEqual(values);
  expect(inLanes(`%r = ${cast} %a : index to i32`, 'index', values, 'i32')).toEqual(values);
  const high = `%v = ${cast} %a : i32 to vector<2xi16>
    %h = vector.extract %v[1] : i16 from vector<2xi16>
    %r = arith.extsi %h : i16 to i32`;
  expect(inLanes(high, 'i32', values)).toEqual(values.map((value) => value >> 16));
});

it.each(rows`
    several values           | %a:2 = ${cast} %x, %x : index, index to i64, i64
    other bits               | %a = ${cast} %x : index to f32
    LDS by a global pointer  | %m = memref.alloc() : memref<4xi32, ${LDS}> \n %a = ${cast} %m : memref<4xi32, ${LDS}> to !llvm.ptr
    private memory           | %m = memref.alloca() : memref<4xi32, 5> \n %a = ${cast} %m : memref<4xi32, 5> to !llvm.ptr<5>
    a resource               | %a = ${cast} %in : memref<64xi32> to !llvm.ptr<8>
    a memref of a resource   | %a = llvm.mlir.poison : !llvm.ptr<8> \n %b = ${cast} %a : !llvm.ptr<8> to memref<64xi32>
    pointers of two spaces   | %a = ${cast} %in : memref<64xi32> to !llvm.struct<(ptr, ptr<3>, i64, array<1 x i64>, array<1 x i64>)>
    a struct of other words  | %a = ${cast} %in : memref<64xi32> to !llvm.struct<(ptr, ptr, i64, i64)>
    another rank             | %a = ${cast} %in : memref<64xi32> to !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> \n %b = ${cast} %a : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> to memref<8x8xi32>
    two memories at once     | %a = ${cast} %in : memref<64xi32> to !llvm.ptr \n %b = ${cast} %out : memref<64xi32> to !llvm.ptr \n %p = arith.cmpi ult, %x, %c3 : index \n %c = llvm.select %p, %a, %b : i1, !llvm.ptr \n %d = ${cast} %c : !llvm.ptr to memref<64xi32>
  `)('%s: refused', (_name, body) => {
  expect(codes(kernelOf(body, '%in: memref<64xi32>, %out: memref<64xi32>'))).toEqual([
    'execute/unsupported',
  ]);
});
