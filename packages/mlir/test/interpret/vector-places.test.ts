/** `vector` operations whose places are data: positions, indices, masks. Against plain arrays. */
import { product } from '@ldscope/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { forAll } from '../../../../test/for-all.ts';
import { range } from '../table.ts';
import { codes, executed, inLanes, kernelOf, lanes } from './harness.ts';

/** `%v`: the elements `100 * lane + 0, 1, ...` of a shape. */
const counted = (shape: readonly number[]): string => {
  const count = product(shape);
  return `%base = arith.muli %a, %c100 : index
    %steps = vector.step : vector<${count}xindex>
    %firsts = vector.broadcast %base : index to vector<${count}xindex>
    %flat = arith.addi %steps, %firsts : vector<${count}xindex>
    %v = vector.shape_cast %flat : vector<${count}xindex> to vector<${shape.join('x')}xindex>`;
};

/** The sum of a vector's elements, each times its place. */
const weighted = (name: string, shape: readonly number[]): string => {
  const flat = `vector<${product(shape)}xindex>`;
  return `%all = vector.shape_cast %${name} : vector<${shape.join('x')}xindex> to ${flat}
    %weights = vector.step : ${flat}
    %terms = arith.muli %all, %weights : ${flat}
    %r = vector.reduction <add>, %terms : ${flat} into index`;
};

const sumOf = (values: readonly number[]): number =>
  values.reduce((sum, value, i) => sum + i * value, 0);

describe('positions', () => {
  const shapes = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 3 });

  it('extract and insert parts where each lane wants them', () => {
    forAll([shapes, fc.nat(3), fc.nat(7)], 40, (shape, length, choice) => {
      const rank = Math.min(shape.length, length + 1);
      const rest = shape.slice(rank);
      // Bit i of the choice: is position i a number, or does each lane have its own?
      const fixed = shape.slice(0, rank).map((_, i) => (choice >> i) % 2 === 1);
      const place = (lane: number, i: number): number =>
        ((fixed[i] === true ? 1 : lane) + i) % (shape[i] ?? 1);
      const names = fixed.map((known, i) => (known ? place(0, i) : `%p${i}`)).join(', ');
      const values = fixed.map(
        (_, i) => `%j${i} = arith.addi %a, %c${i} : index
            %p${i} = arith.remui %j${i}, %c${shape[i]} : index`,
      );
      const whole = `vector<${shape.join('x')}xindex>`;
      const part = rest.length === 0 ? 'index' : `vector<${rest.join('x')}xindex>`;
      const body = `${counted(shape)}
          ${values.join('\n')}
          %e = vector.extract %v[${names}] : ${part} from ${whole}
          %z = arith.constant ${rest.length === 0 ? '7 : index' : `dense<7> : ${part}`}
          %f = arith.addi %e, %z : ${part}
          %w = vector.insert %f, %v[${names}] : ${part} into ${whole}
          ${weighted('w', shape)}`;
      const wanted = lanes.map((lane) => {
        const all = range(product(shape), (i) => 100 * lane + i);
        const start = fixed.reduce(
          (sum, _, i) => sum + place(lane, i) * product(shape.slice(i + 1)),
          0,
        );
        for (let i = 0; i < product(rest); i++) all[start + i] = (all[start + i] ?? 0) + 7;
        return sumOf(all);
      });
      expect(inLanes(body)).toEqual(wanted);
    });
  });

  it('take elements apart by even and odd numbers', () => {
    const body = `${counted([3, 4])}
      %even, %odd = vector.deinterleave %v : vector<3x4xindex> -> vector<3x2xindex>
      %d = arith.subi %odd, %even : vector<3x2xindex>
      %two = arith.addi %d, %even : vector<3x2xindex>
      ${weighted('two', [3, 2])}`;
    const odd = [1, 3, 5, 7, 9, 11];
    expect(inLanes(body)).toEqual(
      lanes.map((lane) => sumOf(odd.map((value) => 100 * lane + value))),
    );
  });

  it('stop outside of the vector', () => {
    const text = kernelOf(`%v = arith.constant dense<1.0> : vector<2x4xf32>
      %e = vector.extract %v[1, %x] : f32 from vector<2x4xf32>`);
    expect(codes(text)).toEqual(['execute/malformed']);
  });
});

describe('indices', () => {
  const COUNT = 5;
  const SIZE = 512;
  const indexOf = (lane: number, i: number): number => (lane * 7 + i * 13) % 300;
  const wants = (lane: number, i: number): boolean => (lane + i) % 3 !== 0;
  const [N, V, K] = [`vector<${COUNT}xindex>`, `vector<${COUNT}xi32>`, `vector<${COUNT}xi1>`];
  const [all, held] = [`memref<${SIZE}xi32>`, `memref<64x${COUNT}xi32>`];
  const prepared = `%steps = vector.step : ${N}
      %lane = vector.broadcast %x : index to ${N}
      %sum = arith.addi %steps, %lane : ${N}
      %three = arith.constant dense<3> : ${N}
      %zeros = arith.constant dense<0> : ${N}
      %rest = arith.remui %sum, %three : ${N}
      %mask = arith.cmpi ne, %rest, %zeros : ${N}
      %seven = arith.constant dense<7> : ${N}
      %thirteen = arith.constant dense<13> : ${N}
      %i0 = arith.muli %lane, %seven : ${N}
      %i1 = arith.muli %steps, %thirteen : ${N}
      %i2 = arith.addi %i0, %i1 : ${N}
      %m = arith.constant dense<300> : ${N}
      %indices = arith.remui %i2, %m : ${N}`;

  it('gather, and expand what a mask wants', () => {
    const data = range(SIZE, (i) => 3 * i + 1);
    const { outs } = executed(
      kernelOf(`(%in: ${all}, %gathered: ${held}, %expanded: ${held})
      ${prepared}
        %none = arith.constant dense<-1> : ${V}
        %g = vector.gather %in[%c20] [%indices], %mask, %none : ${all}, ${N}, ${K}, ${V} into ${V}
        %e = vector.expandload %in[%x], %mask, %none : ${all}, ${K}, ${V} into ${V}
        vector.store %g, %gathered[%x, %c0] : ${held}, ${V}
        vector.store %e, %expanded[%x, %c0] : ${held}, ${V}`),
      [data],
    );
    const each = (of: (lane: number, i: number) => number | undefined): unknown[] =>
      lanes.flatMap((lane) => range(COUNT, (i) => (wants(lane, i) ? of(lane, i) : -1)));
    expect(outs[1]).toEqual(each((lane, i) => data[20 + indexOf(lane, i)]));
    const before = (lane: number, i: number): number =>
      range(i).filter((one) => wants(lane, one)).length;
    expect(outs[2]).toEqual(each((lane, i) => data[lane + before(lane, i)]));
  });

  it('scatter, and store what a mask wants one behind the other', () => {
    const data = range(64 * COUNT, (i) => i + 1);
    const { outs } = executed(
      kernelOf(`(%in: ${held}, %out: ${all}, %packed: ${held})
      ${prepared}
        %v = vector.load %in[%x, %c0] : ${held}, ${V}
        vector.scatter %out[%c20] [%indices], %mask, %v : ${all}, ${N}, ${K}, ${V}
        vector.compressstore %packed[%x, %c0], %mask, %v : ${held}, ${K}, ${V}`),
      [data],
    );
    const scattered = range(SIZE, () => 0);
    for (let i = 0; i < COUNT; i++)
      for (const lane of lanes)
        if (wants(lane, i)) scattered[20 + indexOf(lane, i)] = data[lane * COUNT + i] ?? 0;
    expect(outs[1]).toEqual(scattered);
    const compressed = lanes.flatMap((lane) => {
      const wanted = data.slice(lane * COUNT, (lane + 1) * COUNT).filter((_, i) => wants(lane, i));
      return [...wanted, ...range(COUNT - wanted.length, () => 0)];
    });
    expect(outs[2]).toEqual(compressed);
  });
});
