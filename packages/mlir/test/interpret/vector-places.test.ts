/** `vector` operations whose places are data: positions, indices, masks. Against plain arrays. */
import { product } from '@ldscope/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codes, decode, encode, perLane, runClean } from './harness.ts';

const lanes = Array.from({ length: 64 }, (_, i) => i);

/** `%v`: the elements `100 * lane + 0, 1, ...` of a shape. */
const counted = (shape: readonly number[]): string => {
  const count = product(shape);
  return `%hundred = arith.constant 100 : index
    %base = arith.muli %a, %hundred : index
    %steps = vector.step : vector<${count}xindex>
    %firsts = vector.broadcast %base : index to vector<${count}xindex>
    %flat = arith.addi %steps, %firsts : vector<${count}xindex>
    %v = vector.shape_cast %flat : vector<${count}xindex> to vector<${shape.join('x')}xindex>`;
};

/** The sum of a vector's elements, each times its place. */
const weighted = (name: string, shape: readonly number[]): string => {
  const count = product(shape);
  const type = `vector<${shape.join('x')}xindex>`;
  return `%all = vector.shape_cast %${name} : ${type} to vector<${count}xindex>
    %weights = vector.step : vector<${count}xindex>
    %terms = arith.muli %all, %weights : vector<${count}xindex>
    %r = vector.reduction <add>, %terms : vector<${count}xindex> into index`;
};

describe('positions', () => {
  const shapes = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 3 });

  it('extract and insert parts where each lane wants them', () => {
    fc.assert(
      fc.property(shapes, fc.nat(3), fc.nat(7), (shape, length, choice) => {
        const rank = Math.min(shape.length, length + 1);
        const rest = shape.slice(rank);
        // Bit i of the choice: is position i a number, or does each lane have its own?
        const fixed = shape.slice(0, rank).map((_, i) => (choice >> i) % 2 === 1);
        const place = (lane: number, i: number): number =>
          fixed[i] === true ? (i + 1) % (shape[i] ?? 1) : (lane + i) % (shape[i] ?? 1);
        const names = fixed.map((known, i) => (known ? `${place(0, i)}` : `%p${i}`));
        const values = fixed.map(
          (_, i) => `%k${i} = arith.constant ${i} : index
            %j${i} = arith.addi %a, %k${i} : index
            %n${i} = arith.constant ${shape[i]} : index
            %p${i} = arith.remui %j${i}, %n${i} : index`,
        );
        const whole = `vector<${shape.join('x')}xindex>`;
        const part = rest.length === 0 ? 'index' : `vector<${rest.join('x')}xindex>`;
        const body = `${counted(shape)}
          ${values.join('\n')}
          %e = vector.extract %v[${names.join(', ')}] : ${part} from ${whole}
          %z = arith.constant ${rest.length === 0 ? '7 : index' : `dense<7> : ${part}`}
          %f = arith.addi %e, %z : ${part}
          %w = vector.insert %f, %v[${names.join(', ')}] : ${part} into ${whole}
          ${weighted('w', shape)}`;
        const found = perLane({ inputs: [['index', lanes]], result: 'index', body });
        const pitches = shape.map((_, i) => product(shape.slice(i + 1)));
        const wanted = lanes.map((lane) => {
          const all = Array.from({ length: product(shape) }, (_, i) => 100 * lane + i);
          const start = fixed.reduce((sum, _, i) => sum + place(lane, i) * (pitches[i] ?? 1), 0);
          for (let i = 0; i < product(rest); i++) all[start + i] = (all[start + i] ?? 0) + 7;
          return all.reduce((sum, value, i) => sum + i * value, 0);
        });
        expect(found).toEqual(wanted);
      }),
      { numRuns: 40 },
    );
  });

  it('take elements apart by even and odd numbers', () => {
    const body = `${counted([3, 4])}
      %even, %odd = vector.deinterleave %v : vector<3x4xindex> -> vector<3x2xindex>
      %d = arith.subi %odd, %even : vector<3x2xindex>
      %two = arith.addi %d, %even : vector<3x2xindex>
      ${weighted('two', [3, 2])}`;
    const found = perLane({ inputs: [['index', lanes]], result: 'index', body });
    const odd = [1, 3, 5, 7, 9, 11];
    expect(found).toEqual(
      lanes.map((lane) => odd.reduce((sum, value, i) => sum + i * (100 * lane + value), 0)),
    );
  });

  it('stop outside of the vector', () => {
    const text = `func.func @k() attributes {gpu.known_block_size = array<i32: 64, 1, 1>} {
      %x = gpu.thread_id x
      %v = arith.constant dense<1.0> : vector<2x4xf32>
      %e = vector.extract %v[1, %x] : f32 from vector<2x4xf32>
      return
    }`;
    expect(codes(text)).toEqual(['execute/malformed']);
  });
});

describe('indices', () => {
  const COUNT = 5;
  const SIZE = 512;
  const indexOf = (lane: number, i: number): number => (lane * 7 + i * 13) % 300;
  const wants = (lane: number, i: number): boolean => (lane + i) % 3 !== 0;
  const prepared = `%x = gpu.thread_id x upper_bound 64
      %c0 = arith.constant 0 : index
      %first = arith.constant 20 : index
      %steps = vector.step : vector<${COUNT}xindex>
      %lane = vector.broadcast %x : index to vector<${COUNT}xindex>
      %sum = arith.addi %steps, %lane : vector<${COUNT}xindex>
      %three = arith.constant dense<3> : vector<${COUNT}xindex>
      %zeros = arith.constant dense<0> : vector<${COUNT}xindex>
      %rest = arith.remui %sum, %three : vector<${COUNT}xindex>
      %mask = arith.cmpi ne, %rest, %zeros : vector<${COUNT}xindex>
      %seven = arith.constant dense<7> : vector<${COUNT}xindex>
      %thirteen = arith.constant dense<13> : vector<${COUNT}xindex>
      %i0 = arith.muli %lane, %seven : vector<${COUNT}xindex>
      %i1 = arith.muli %steps, %thirteen : vector<${COUNT}xindex>
      %i2 = arith.addi %i0, %i1 : vector<${COUNT}xindex>
      %m = arith.constant dense<300> : vector<${COUNT}xindex>
      %indices = arith.remui %i2, %m : vector<${COUNT}xindex>`;
  const type = `vector<${COUNT}xi32>`;
  const flags = `vector<${COUNT}xi1>`;

  it('gather, and expand what a mask wants', () => {
    const text = `func.func @k(%in: memref<${SIZE}xi32>, %out: memref<64x${2 * COUNT}xi32>) {
      ${prepared}
      %half = arith.constant ${COUNT} : index
      %none = arith.constant dense<-1> : ${type}
      %g = vector.gather %in[%first] [%indices], %mask, %none : memref<${SIZE}xi32>, vector<${COUNT}xindex>, ${flags}, ${type} into ${type}
      %e = vector.expandload %in[%x], %mask, %none : memref<${SIZE}xi32>, ${flags}, ${type} into ${type}
      vector.store %g, %out[%x, %c0] : memref<64x${2 * COUNT}xi32>, ${type}
      vector.store %e, %out[%x, %half] : memref<64x${2 * COUNT}xi32>, ${type}
      return
    }`;
    const data = Array.from({ length: SIZE }, (_, i) => 3 * i + 1);
    const out = new Uint8Array(64 * 2 * COUNT * 4);
    runClean(text, { buffers: new Map([[0, encode('i32', data)]]).set(1, out) });
    const wanted = lanes.flatMap((lane) => {
      let next = lane;
      const gathered = Array.from({ length: COUNT }, (_, i) =>
        wants(lane, i) ? data[20 + indexOf(lane, i)] : -1,
      );
      const expanded = Array.from({ length: COUNT }, (_, i) =>
        wants(lane, i) ? data[next++] : -1,
      );
      return [...gathered, ...expanded];
    });
    expect(decode('i32', out)).toEqual(wanted);
  });

  it('scatter, and store what a mask wants one behind the other', () => {
    const text = `func.func @k(%in: memref<64x${COUNT}xi32>, %out: memref<${SIZE}xi32>, %packed: memref<64x${COUNT}xi32>) {
      ${prepared}
      %v = vector.load %in[%x, %c0] : memref<64x${COUNT}xi32>, ${type}
      vector.scatter %out[%first] [%indices], %mask, %v : memref<${SIZE}xi32>, vector<${COUNT}xindex>, ${flags}, ${type}
      vector.compressstore %packed[%x, %c0], %mask, %v : memref<64x${COUNT}xi32>, ${flags}, ${type}
      return
    }`;
    const data = Array.from({ length: 64 * COUNT }, (_, i) => i + 1);
    const [out, packed] = [new Uint8Array(4 * SIZE), new Uint8Array(64 * COUNT * 4)];
    runClean(text, {
      buffers: new Map([
        [0, encode('i32', data)],
        [1, out],
        [2, packed],
      ]),
    });
    const scattered = Array.from({ length: SIZE }, () => 0);
    for (let i = 0; i < COUNT; i++) {
      for (const lane of lanes) {
        if (wants(lane, i)) scattered[20 + indexOf(lane, i)] = data[lane * COUNT + i] ?? 0;
      }
    }
    expect(decode('i32', out)).toEqual(scattered);
    const compressed = lanes.flatMap((lane) => {
      const wanted = data.slice(lane * COUNT, (lane + 1) * COUNT).filter((_, i) => wants(lane, i));
      return [...wanted, ...Array.from({ length: COUNT - wanted.length }, () => 0)];
    });
    expect(decode('i32', packed)).toEqual(compressed);
  });
});
