/** `vector` operations of one lane, and its loads and stores, against plain arrays. */
import { describe, expect, it } from 'vitest';
import { codes, decode, encode, perLane, runClean } from './harness.ts';

const lanes = Array.from({ length: 64 }, (_, i) => i);

/** The vector `first + 0, first + 1, ...` of a shape, in each lane, as `%v`. */
function counted(shape: readonly number[]): string {
  const count = shape.reduce((product, size) => product * size, 1);
  return `%steps = vector.step : vector<${count}xindex>
    %firsts = vector.broadcast %a : index to vector<${count}xindex>
    %flat = arith.addi %steps, %firsts : vector<${count}xindex>
    %v = vector.shape_cast %flat : vector<${count}xindex> to vector<${shape.join('x')}xindex>`;
}

/** Elements of the last vector that a body makes from `%v`, for the lane with `%a` = 100. */
function elements(shape: readonly number[], body: string, count: number): number[] {
  return Array.from({ length: count }, (_, element) => {
    const text = `${counted(shape)}
      ${body}
      %all = vector.shape_cast %w : ${/vector<[^>]*>\s*$/.exec(body)?.[0]?.trim()} to vector<${count}xindex>
      %r = vector.extract %all[${element}] : index from vector<${count}xindex>`;
    return perLane({ inputs: [['index', [100]]], result: 'index', body: text })[0] ?? Number.NaN;
  });
}

const plus100 = (values: readonly number[]): number[] => values.map((value) => value + 100);

describe('rearranging a vector', () => {
  const cases: readonly (readonly [string, readonly number[], string, readonly number[]])[] = [
    [
      'a strided slice',
      [4, 4],
      '%w = vector.extract_strided_slice %v {offsets = [1, 2], sizes = [2, 2], strides = [1, 1]} : vector<4x4xindex> to vector<2x2xindex>',
      [6, 7, 10, 11],
    ],
    [
      'a slice of leading dimensions',
      [4, 2],
      '%w = vector.extract_strided_slice %v {offsets = [2], sizes = [2], strides = [1]} : vector<4x2xindex> to vector<2x2xindex>',
      [4, 5, 6, 7],
    ],
    [
      'an inserted slice',
      [2, 4],
      `%p = vector.extract_strided_slice %v {offsets = [0, 0], sizes = [1, 2], strides = [1, 1]} : vector<2x4xindex> to vector<1x2xindex>
       %w = vector.insert_strided_slice %p, %v {offsets = [1, 2], strides = [1, 1]} : vector<1x2xindex> into vector<2x4xindex>`,
      [0, 1, 2, 3, 4, 5, 0, 1],
    ],
    [
      'an extracted row',
      [3, 2],
      `%p = vector.extract %v[2] : vector<2xindex> from vector<3x2xindex>
       %w = vector.broadcast %p : vector<2xindex> to vector<2xindex>`,
      [4, 5],
    ],
    [
      'an inserted row',
      [3, 2],
      `%p = vector.extract %v[0] : vector<2xindex> from vector<3x2xindex>
       %w = vector.insert %p, %v [1] : vector<2xindex> into vector<3x2xindex>`,
      [0, 1, 0, 1, 4, 5],
    ],
    [
      'a transpose',
      [2, 3],
      '%w = vector.transpose %v, [1, 0] : vector<2x3xindex> to vector<3x2xindex>',
      [0, 3, 1, 4, 2, 5],
    ],
    [
      'a transpose of three dimensions',
      [2, 2, 2],
      '%w = vector.transpose %v, [2, 0, 1] : vector<2x2x2xindex> to vector<2x2x2xindex>',
      [0, 2, 4, 6, 1, 3, 5, 7],
    ],
    [
      'a broadcast of rows',
      [2],
      '%w = vector.broadcast %v : vector<2xindex> to vector<3x2xindex>',
      [0, 1, 0, 1, 0, 1],
    ],
    [
      'a stretched dimension',
      [2, 1],
      '%w = vector.broadcast %v : vector<2x1xindex> to vector<2x3xindex>',
      [0, 0, 0, 1, 1, 1],
    ],
    [
      'an interleave',
      [3],
      '%w = vector.interleave %v, %v : vector<3xindex> -> vector<6xindex>',
      [0, 0, 1, 1, 2, 2],
    ],
  ];

  it.each(cases)('%s', (_name, shape, body, wanted) => {
    expect(elements(shape, body, wanted.length)).toEqual(plus100(wanted));
  });

  it('shuffles two vectors', () => {
    const body = `%u = arith.addi %v, %v : vector<3xindex>
      %s = vector.shuffle %v, %u [5, 0, 2, 3] : vector<3xindex>, vector<3xindex>
      %w = vector.shape_cast %s : vector<4xindex> to vector<4xindex>`;
    expect(elements([3], body, 4)).toEqual([204, 100, 102, 200]);
  });

  it('takes and puts an element at a place that differs between lanes', () => {
    const body = `${counted([4])}
      %four = arith.constant 4 : index
      %at = arith.remui %a, %four : index
      %e = vector.extract %v[%at] : index from vector<4xindex>
      %zero = arith.constant 0 : index
      %w = vector.insert %zero, %v [%at] : index into vector<4xindex>
      %s = vector.reduction <add>, %w : vector<4xindex> into index
      %r = arith.addi %e, %s : index`;
    const found = perLane({ inputs: [['index', lanes]], result: 'index', body });
    expect(found).toEqual(lanes.map((a) => 4 * a + 6));
  });

  it('stops at a place outside of the vector', () => {
    const text = `func.func @k() attributes {gpu.known_block_size = array<i32: 64, 1, 1>} {
      %x = gpu.thread_id x
      %v = vector.step : vector<4xindex>
      %e = vector.extract %v[%x] : index from vector<4xindex>
      return
    }`;
    expect(codes(text)).toEqual(['execute/malformed']);
  });

  it('makes vectors of scalars and takes them apart', () => {
    const body = `%one = arith.constant 1 : index
      %b = arith.addi %a, %one : index
      %v = vector.from_elements %a, %b, %a : vector<3xindex>
      %x:3 = vector.to_elements %v : vector<3xindex>
      %s = arith.muli %x#0, %x#1 : index
      %r = arith.addi %s, %x#2 : index`;
    const found = perLane({ inputs: [['index', lanes]], result: 'index', body });
    expect(found).toEqual(lanes.map((a) => a * (a + 1) + a));
  });

  it('reads the bytes of a vector as other elements', () => {
    const values = lanes.map((lane) => lane * 0x01010101 - 7);
    const body = `%v = vector.broadcast %a : i32 to vector<1xi32>
      %h = vector.bitcast %v : vector<1xi32> to vector<2xi16>
      %low = vector.extract %h[0] : i16 from vector<2xi16>
      %high = vector.extract %h[1] : i16 from vector<2xi16>
      %r = arith.xori %low, %high : i16`;
    const found = perLane({ inputs: [['i32', values]], result: 'i16', body });
    expect(found).toEqual(values.map((value) => ((value ^ (value >> 16)) << 16) >> 16));
  });
});

describe('reductions', () => {
  const vector =
    '%e = arith.subi %a, %b : i32\n%v = vector.from_elements %a, %b, %e : vector<3xi32>';
  const b = lanes.map((lane) => (lane * 37) % 19);
  const models: Readonly<Record<string, (x: number, y: number) => number>> = {
    add: (x, y) => (x + y) | 0,
    mul: Math.imul,
    and: (x, y) => x & y,
    or: (x, y) => x | y,
    xor: (x, y) => x ^ y,
    minsi: Math.min,
    maxsi: Math.max,
    minui: (x, y) => (x >>> 0 < y >>> 0 ? x : y),
    maxui: (x, y) => (x >>> 0 > y >>> 0 ? x : y),
  };

  it.each(Object.keys(models))('%s', (kind) => {
    const combine = models[kind] ?? Math.min;
    const found = perLane({
      inputs: [
        ['i32', lanes],
        ['i32', b],
      ],
      result: 'i32',
      body: `${vector}\n%r = vector.reduction <${kind}>, %v : vector<3xi32> into i32`,
    });
    const wanted = lanes.map((a, i) => {
      const other = b[i] ?? 0;
      return [other, a - other].reduce((x, y) => combine(x, y), a);
    });
    expect(found).toEqual(wanted);
  });

  it('begins with the accumulator', () => {
    // In f16, 2048 + 1 is 2048: the order shows.
    const found = perLane({
      inputs: [['f16', [2048]]],
      result: 'f16',
      body: `%one = arith.constant 1.0 : f16
        %v = vector.broadcast %one : f16 to vector<4xf16>
        %r = vector.reduction <add>, %v, %a : vector<4xf16> into f16`,
    });
    expect(found).toEqual([2048]);
  });

  it('passes over NaN only where the operation says so', () => {
    const reduce = (kind: string): number[] =>
      perLane({
        inputs: [['f32', [NaN, 3]]],
        result: 'f32',
        body: `%one = arith.constant 1.0 : f32
          %v = vector.from_elements %a, %one : vector<2xf32>
          %r = vector.reduction <${kind}>, %v : vector<2xf32> into f32`,
      });
    expect(reduce('maxnumf')).toEqual([1, 3]);
    expect(reduce('maximumf')).toEqual([NaN, 3]);
  });
});

describe('masks', () => {
  const values = Array.from({ length: 256 }, (_, i) => i);

  it('loads and stores wanted elements only, and nothing beyond the end', () => {
    // Lane l moves its elements below 2 + (l mod 3) of four; the last lanes would leave the buffers.
    const text = `func.func @k(%in: memref<256xi32>, %out: memref<256xi32>) {
      %x = gpu.thread_id x upper_bound 64
      %first = affine.apply affine_map<()[s0] -> (s0 * 4 + 1)>()[%x]
      %count = affine.apply affine_map<()[s0] -> (s0 mod 3 + 1)>()[%x]
      %mask = vector.create_mask %count : vector<4xi1>
      %old = arith.constant dense<-1> : vector<4xi32>
      %v = vector.maskedload %in[%first], %mask, %old : memref<256xi32>, vector<4xi1>, vector<4xi32> into vector<4xi32>
      vector.maskedstore %out[%first], %mask, %v : memref<256xi32>, vector<4xi1>, vector<4xi32>
      return
    }`;
    const out = encode(
      'i32',
      values.map(() => 7),
    );
    runClean(text, {
      buffers: new Map([
        [0, encode('i32', values)],
        [1, out],
      ]),
    });
    const wanted = values.map((at) => {
      const lane = (at - 1) >> 2;
      const element = at - 1 - 4 * lane;
      return at > 0 && element < (lane % 3) + 1 ? at : 7;
    });
    expect(decode('i32', out)).toEqual(wanted);
  });

  it('keeps what the mask leaves out', () => {
    const body = `%c = arith.constant dense<[10, 20, 30, 40]> : vector<4xi32>
      %m = vector.constant_mask [2] : vector<4xi1>
      %z = arith.constant dense<0> : vector<4xi32>
      %s = arith.select %m, %c, %z : vector<4xi1>, vector<4xi32>
      %r = vector.reduction <add>, %s : vector<4xi32> into i32`;
    expect(perLane({ inputs: [['i32', [0]]], result: 'i32', body })).toEqual([30]);
  });
});
