/** `vector` operations of one lane, and its loads and stores, against plain arrays. */
import { product } from '@ldscope/core';
import { describe, expect, it } from 'vitest';
import { combined, reductions } from '../oracle/integers.ts';
import { range } from '../table.ts';
import { rows } from '../../../../test/rows.ts';
import { executed, inLanes, kernelOf, lanes, ofPairs } from './harness.ts';

/** The vector `first + 0, first + 1, ...` of a shape, in each lane, as `%v`. */
function counted(shape: readonly number[]): string {
  const count = product(shape);
  return `%steps = vector.step : vector<${count}xindex>
    %firsts = vector.broadcast %a : index to vector<${count}xindex>
    %flat = arith.addi %steps, %firsts : vector<${count}xindex>
    %v = vector.shape_cast %flat : vector<${count}xindex> to vector<${shape.join('x')}xindex>`;
}

/** Elements of the last vector that a body makes from `%v`, for the lane with `%a` = 100. */
const elements = (shape: readonly number[], body: string, count: number): number[] =>
  range(count, (element) => {
    const text = `${counted(shape)}
      ${body}
      %all = vector.shape_cast %w : ${/vector<[^>]*>\s*$/.exec(body)?.[0]?.trim()} to vector<${count}xindex>
      %r = vector.extract %all[${element}] : index from vector<${count}xindex>`;
    return inLanes(text, 'index', [100])[0] ?? Number.NaN;
  });

describe('rearranging a vector', () => {
  // `V` is the type of `%v`, of the shape in front; the elements of `%w` behind.
  const cases = rows`
    a strided slice                  | 4x4   | %w = vector.extract_strided_slice %v {offsets = [1, 2], sizes = [2, 2], strides = [1, 1]} : V to vector<2x2xindex> | 6 7 10 11
    a slice of leading dimensions    | 4x2   | %w = vector.extract_strided_slice %v {offsets = [2], sizes = [2], strides = [1]} : V to vector<2x2xindex> | 4 5 6 7
    an inserted slice                | 2x4   | %p = vector.extract_strided_slice %v {offsets = [0, 0], sizes = [1, 2], strides = [1, 1]} : V to vector<1x2xindex> \n %w = vector.insert_strided_slice %p, %v {offsets = [1, 2], strides = [1, 1]} : vector<1x2xindex> into V | 0 1 2 3 4 5 0 1
    an extracted row                 | 3x2   | %p = vector.extract %v[2] : vector<2xindex> from V \n %w = vector.broadcast %p : vector<2xindex> to vector<2xindex> | 4 5
    an inserted row                  | 3x2   | %p = vector.extract %v[0] : vector<2xindex> from V \n %w = vector.insert %p, %v [1] : vector<2xindex> into V | 0 1 0 1 4 5
    a transpose                      | 2x3   | %w = vector.transpose %v, [1, 0] : V to vector<3x2xindex> | 0 3 1 4 2 5
    a transpose of three dimensions  | 2x2x2 | %w = vector.transpose %v, [2, 0, 1] : V to vector<2x2x2xindex> | 0 2 4 6 1 3 5 7
    a broadcast of rows              | 2     | %w = vector.broadcast %v : V to vector<3x2xindex> | 0 1 0 1 0 1
    a stretched dimension            | 2x1   | %w = vector.broadcast %v : V to vector<2x3xindex> | 0 0 0 1 1 1
    an interleave                    | 3     | %u = vector.shuffle %v, %v [2, 1, 0] : V, V \n %w = vector.interleave %v, %u : V -> vector<6xindex> | 0 2 1 1 2 0
    a shuffle of two                 | 3     | %u = vector.interleave %v, %v : V -> vector<6xindex> \n %s = vector.shuffle %v, %u [8, 0, 2, 3] : V, vector<6xindex> \n %w = vector.shape_cast %s : vector<4xindex> to vector<4xindex> | 2 0 2 0
  `;

  it.each(cases)('%s of %s', (_name, shape = '', body = '', wanted = '') => {
    const numbers = wanted.split(' ').map((value) => Number(value) + 100);
    const text = body.replaceAll(/\bV\b/g, `vector<${shape}xindex>`);
    expect(elements(shape.split('x').map(Number), text, numbers.length)).toEqual(numbers);
  });

  it('makes vectors of scalars and takes them apart', () => {
    const body = `%b = arith.addi %a, %c1 : index
      %v = vector.from_elements %a, %b, %a : vector<3xindex>
      %x:3 = vector.to_elements %v : vector<3xindex>
      %s = arith.muli %x#0, %x#1 : index
      %r = arith.addi %s, %x#2 : index`;
    expect(inLanes(body)).toEqual(lanes.map((a) => a * (a + 1) + a));
  });

  it('reads the bytes of a vector as other elements', () => {
    const values = lanes.map((lane) => lane * 0x01010101 - 7);
    const body = `%v = vector.broadcast %a : i32 to vector<1xi32>
      %h = vector.bitcast %v : vector<1xi32> to vector<2xi16>
      %low = vector.extract %h[0] : i16 from vector<2xi16>
      %high = vector.extract %h[1] : i16 from vector<2xi16>
      %r = arith.xori %low, %high : i16`;
    const wanted = values.map((value) => ((value ^ (value >> 16)) << 16) >> 16);
    expect(inLanes(body, 'i32', values, 'i16')).toEqual(wanted);
  });
});

describe('reductions', () => {
  const b = lanes.map((lane) => (lane * 37) % 19);

  it.each(reductions)('%s', (kind) => {
    const body = `%e = arith.subi %a, %b : i32
      %v = vector.from_elements %a, %b, %e : vector<3xi32>
      %r = vector.reduction <${kind}>, %v : vector<3xi32> into i32`;
    const wanted = lanes.map((a, i) =>
      [b[i] ?? 0, a - (b[i] ?? 0)].reduce((x, y) => combined(kind, x, y), a),
    );
    expect(ofPairs(body, 'i32', [lanes, b])).toEqual(wanted);
  });

  it('begins with the accumulator', () => {
    // In f16, 2048 + 1 is 2048: the order shows.
    const body = `%v = arith.constant dense<1.0> : vector<4xf16>
      %r = vector.reduction <add>, %v, %a : vector<4xf16> into f16`;
    expect(inLanes(body, 'f16', [2048])).toEqual([2048]);
  });

  it.each([
    ['maxnumf', [1, 3]],
    ['maximumf', [NaN, 3]],
  ])('passes over NaN only where the operation says so: %s', (kind, wanted) => {
    const body = `%one = arith.constant 1.0 : f32
      %v = vector.from_elements %a, %one : vector<2xf32>
      %r = vector.reduction <${kind}>, %v : vector<2xf32> into f32`;
    expect(inLanes(body, 'f32', [NaN, 3])).toEqual(wanted);
  });
});

describe('masks', () => {
  it('loads and stores wanted elements only, and nothing beyond the end', () => {
    // Lane l moves its elements below 1 + (l mod 3) of four; the last lanes would leave the buffers.
    const { out } = executed(
      kernelOf(`(%in: memref<256xi32>, %out: memref<256xi32>)
      %first = affine.apply affine_map<()[s0] -> (s0 * 4 + 1)>()[%x]
        %count = affine.apply affine_map<()[s0] -> (s0 mod 3 + 1)>()[%x]
        %mask = vector.create_mask %count : vector<4xi1>
        %old = arith.constant dense<-1> : vector<4xi32>
        %v = vector.maskedload %in[%first], %mask, %old : memref<256xi32>, vector<4xi1>, vector<4xi32> into vector<4xi32>
        vector.maskedstore %out[%first], %mask, %v : memref<256xi32>, vector<4xi1>, vector<4xi32>`),
      [range(256), range(256, () => 7)],
    );
    const wanted = range(256, (at) => {
      const lane = (at - 1) >> 2;
      return at > 0 && at - 1 - 4 * lane < (lane % 3) + 1 ? at : 7;
    });
    expect(out).toEqual(wanted);
  });

  it('keeps what the mask leaves out', () => {
    const body = `%c = arith.constant dense<[10, 20, 30, 40]> : vector<4xi32>
      %m = vector.constant_mask [2] : vector<4xi1>
      %z = arith.constant dense<0> : vector<4xi32>
      %s = arith.select %m, %c, %z : vector<4xi1>, vector<4xi32>
      %r = vector.reduction <add>, %s : vector<4xi32> into i32`;
    expect(inLanes(body, 'i32', [0])).toEqual([30]);
  });
});
