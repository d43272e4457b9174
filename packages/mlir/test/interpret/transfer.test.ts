/** `vector.transfer_read` and `transfer_write`, element by element against the definition of their maps. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { product } from '@ldscope/core';
import { forAll } from '../../../../test/for-all.ts';
import { codes, executed, kernelOf, LDS, opcodesOf, runClean } from './harness.ts';
import { indicesOf } from './layouts.ts';
import { range } from '../table.ts';

const BUFFER = 4096;

/** A transfer of random shape: memref sizes and strides, and for each dimension of the vector where it moves. */
interface Shape {
  readonly sizes: readonly number[];
  readonly strides: readonly number[];
  /** By vector dimension: memref dimension, or -1 for a broadcast. */
  readonly dimensions: readonly number[];
  readonly vector: readonly number[];
  readonly inBounds: boolean;
  readonly masked: boolean;
}

const shapes = (broadcasts: boolean): fc.Arbitrary<Shape> =>
  fc
    .integer({ min: 1, max: 3 })
    .chain((rank) =>
      fc.record({
        sizes: fc.array(fc.integer({ min: 1, max: 5 }), { minLength: rank, maxLength: rank }),
        gap: fc.integer({ min: 0, max: 2 }),
        inner: fc.constantFrom(1, 1, 2),
        moved: fc.shuffledSubarray(range(rank), { minLength: 1 }),
        extra: fc.integer({ min: 0, max: broadcasts ? 1 : 0 }),
        where: fc.nat(3),
        vector: fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 4, maxLength: 4 }),
        inBounds: fc.boolean(),
        masked: fc.boolean(),
      }),
    )
    .map(({ sizes, gap, inner, moved, extra, where, vector, inBounds, masked }) => {
      const strides: number[] = [];
      let stride = inner;
      for (const size of sizes.toReversed()) {
        strides.unshift(stride);
        stride *= size + gap;
      }
      const dimensions = extra === 1 ? moved.toSpliced(where % (moved.length + 1), 0, -1) : moved;
      const extents = dimensions.map((dimension, d) =>
        inBounds && dimension >= 0
          ? Math.min(vector[d] ?? 1, sizes[dimension] ?? 1)
          : (vector[d] ?? 1),
      );
      return { sizes, strides, dimensions, vector: extents, inBounds, masked };
    });

/** Vector dimensions that move, in the order of memory: the dimensions of the mask. */
const moving = ({ dimensions }: Shape): number[] =>
  dimensions
    .flatMap((dimension, d) => (dimension >= 0 ? [d] : []))
    .sort((a, b) => (dimensions[a] ?? 0) - (dimensions[b] ?? 0));

function parts(shape: Shape): {
  readonly type: string;
  readonly vectorType: string;
  readonly maskType: string;
  readonly map: string;
  readonly mask: string;
} {
  const { sizes, strides, dimensions, vector, inBounds } = shape;
  const dims = sizes.map((_, i) => `d${i}`).join(', ');
  const results = dimensions.map((dimension) => (dimension < 0 ? '0' : `d${dimension}`)).join(', ');
  const flags = dimensions.map((dimension) => inBounds || dimension < 0).join(', ');
  const maskShape = moving(shape).map((d) => vector[d] ?? 1);
  const count = product(maskShape);
  return {
    type: `memref<${sizes.join('x')}xi32, strided<[${strides.join(', ')}], offset: ?>>`,
    vectorType: `vector<${vector.join('x')}xi32>`,
    maskType: `vector<${maskShape.join('x')}xi1>`,
    map: `{permutation_map = affine_map<(${dims}) -> (${results})>, in_bounds = [${flags}]}`,
    // Bit i of the mask is set where the lane's number plus 3 i leaves 0 or 1 modulo 3.
    mask: `%ms = vector.step : vector<${count}xindex>
      %mt = arith.constant dense<5> : vector<${count}xindex>
      %mu = arith.muli %ms, %mt : vector<${count}xindex>
      %ml = vector.broadcast %x : index to vector<${count}xindex>
      %mv = arith.addi %mu, %ml : vector<${count}xindex>
      %m3 = arith.constant dense<3> : vector<${count}xindex>
      %m2 = arith.constant dense<2> : vector<${count}xindex>
      %mw = arith.remui %mv, %m3 : vector<${count}xindex>
      %mf = arith.cmpi ult, %mw, %m2 : vector<${count}xindex>
      %mask = vector.shape_cast %mf : vector<${count}xi1> to vector<${maskShape.join('x')}xi1>`,
  };
}

/** The element of the buffer that an element of a lane's vector is; `undefined` for padding. */
function elementAt(shape: Shape, lane: number, index: readonly number[]): number | undefined {
  const { sizes, strides, dimensions, vector, inBounds, masked } = shape;
  const order = moving(shape);
  let bit = 0;
  for (const d of order) bit = bit * (vector[d] ?? 1) + (index[d] ?? 0);
  if (masked && (5 * bit + lane) % 3 >= 2) return undefined;
  let at = lane * 61;
  for (const [p, size] of sizes.entries()) {
    const d = dimensions.indexOf(p);
    const start = inBounds ? 0 : lane % 2;
    const position = start + (d < 0 ? 0 : (index[d] ?? 0));
    if (d >= 0 && position >= size) return undefined;
    at += position * (strides[p] ?? 0);
  }
  return at;
}

/** Start of a lane: an odd lane begins at 1 in every dimension where that may leave the bounds. */
const start = ({ inBounds }: Shape): string =>
  inBounds
    ? '%at = arith.constant 0 : index'
    : `%two = arith.constant 2 : index
      %at = arith.remui %x, %two : index`;

const view = (shape: Shape, buffer: string, type: string): string => `
      %pitch = arith.constant 61 : index
      %first = arith.muli %x, %pitch : index
      %view = memref.reinterpret_cast ${buffer} to offset: [%first], sizes: [${shape.sizes.join(', ')}], strides: [${shape.strides.join(', ')}] : memref<${BUFFER}xi32> to ${type}`;

it('transfer_read gives each lane the elements that its map names', () => {
  forAll([shapes(true)], 120, (shape) => {
    const { type, vectorType, maskType, map, mask } = parts(shape);
    const count = product(shape.vector);
    const at = shape.sizes.map(() => '%at').join(', ');
    const text = kernelOf(`(%in: memref<${BUFFER}xi32>, %out: memref<64x${count}xi32>)
      ${start(shape)}
          ${view(shape, '%in', type)}
          ${shape.masked ? mask : ''}
          %pad = arith.constant -1 : i32
          %v = vector.transfer_read %view[${at}], %pad${shape.masked ? ', %mask' : ''} ${map} : ${type}, ${vectorType}
          %flat = vector.shape_cast %v : ${vectorType} to vector<${count}xi32>
          %zero = arith.constant 0 : index
          vector.store %flat, %out[%x, %zero] : memref<64x${count}xi32>, vector<${count}xi32>`);
    expect(maskType).toMatch(/^vector/);
    const data = range(BUFFER, (i) => i + 1000);
    const { out } = executed(text, [data]);
    const wanted = range(64, (lane) =>
      indicesOf(shape.vector).map((index) => {
        const element = elementAt(shape, lane, index);
        return element === undefined ? -1 : element + 1000;
      }),
    );
    expect(out).toEqual(wanted.flat());
  });
});

it('transfer_write changes the elements that its map names, and no others', () => {
  forAll([shapes(false)], 120, (shape) => {
    const { type, vectorType, map, mask } = parts(shape);
    const count = product(shape.vector);
    const at = shape.sizes.map(() => '%at').join(', ');
    // Lanes are 61 elements apart; to keep them from overlapping only every fourth one writes.
    const text = kernelOf(`(%in: memref<64x${count}xi32>, %out: memref<${BUFFER}xi32>)
      ${start(shape)}
          ${view(shape, '%out', type)}
          ${shape.masked ? mask : ''}
          %zero = arith.constant 0 : index
          %four = arith.constant 5 : index
          %rest = arith.remui %x, %four : index
          %p = arith.cmpi eq, %rest, %zero : index
          scf.if %p {
            %flat = vector.load %in[%x, %zero] : memref<64x${count}xi32>, vector<${count}xi32>
            %v = vector.shape_cast %flat : vector<${count}xi32> to ${vectorType}
            vector.transfer_write %v, %view[${at}]${shape.masked ? ', %mask' : ''} ${map} : ${vectorType}, ${type}
          }`);
    const data = range(64 * count, (i) => i + 1000);
    const { out } = executed(text, [data]);
    const wanted = range(BUFFER, () => 0);
    for (let lane = 0; lane < 64; lane += 5) {
      for (const [i, index] of indicesOf(shape.vector).entries()) {
        const element = elementAt(shape, lane, index);
        if (element !== undefined) wanted[element] = lane * count + i + 1000;
      }
    }
    expect(out).toEqual(wanted);
  });
});

describe('the accesses of a transfer', () => {
  const names = (type: string, vector: string, map: string): string[] => {
    const { traces } = runClean(
      kernelOf(`%row = arith.muli %x, %c0 : index
      %m = memref.alloc() : memref<${type}, ${LDS}>
      %v = arith.constant dense<1.0> : vector<${vector}xf16>
      vector.transfer_write %v, %m[%row, %c0] {permutation_map = ${map}, in_bounds = [true, true]} : vector<${vector}xf16>, memref<${type}, ${LDS}>`),
    );
    return opcodesOf(traces);
  };

  it.each([
    ['rows of 8', '8x64xf16', '2x8', '(d0, d1) -> (d0, d1)', 'ds_write_b128', 2],
    ['rows of 8 at 8 bytes', '8x68xf16', '2x8', '(d0, d1) -> (d0, d1)', 'ds_write2_b64', 4],
    ['a transpose', '8x64xf16', '8x2', '(d0, d1) -> (d1, d0)', 'ds_write_b128', 2],
    ['columns', '8x64xf16', '4x1', '(d0, d1) -> (d0, d1)', 'ds_write_b16', 4],
  ])('%s', (_name, type, vector, map, name, rows) => {
    const found = names(type, vector, `affine_map<${map}>`);
    expect(new Set(found)).toEqual(new Set([name]));
    expect(found).toHaveLength(rows);
  });

  it('are none for lanes that are outside', () => {
    const { traces } = runClean(
      kernelOf(`%m = memref.alloc() : memref<48xf32, ${LDS}>
      %v = arith.constant dense<1.0> : vector<1xf32>
      vector.transfer_write %v, %m[%x] : vector<1xf32>, memref<48xf32, ${LDS}>`),
    );
    expect([...(traces[0]?.activeMask ?? [])]).toEqual([0xffffffff, 0xffff]);
  });

  it('stop where a transfer that promised to stay inside does not', () => {
    const text = kernelOf(`%m = memref.alloc() : memref<48xf32, ${LDS}>
      %v = arith.constant dense<1.0> : vector<1xf32>
      vector.transfer_write %v, %m[%x] {in_bounds = [true]} : vector<1xf32>, memref<48xf32, ${LDS}>`);
    expect(codes(text)).toEqual(['execute/lds-out-of-range']);
  });
});
