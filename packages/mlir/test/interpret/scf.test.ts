/** `scf` on lanes that go different ways, against one plain loop for each lane. */
import { describe, expect, it } from 'vitest';
import { codes, perLane } from './harness.ts';

const lanes = Array.from({ length: 64 }, (_, i) => i);
const scrambled = lanes.map((lane) => (lane * 29 + 5) % 17);

const constants = `%c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index`;

/** Runs a body on `%a` = lane and `%b` = a number below 17. */
function result(body: string): number[] {
  return perLane({
    inputs: [
      ['index', lanes],
      ['index', scrambled],
    ],
    result: 'index',
    body: `${constants}\n${body}`,
  });
}

const each = (model: (a: number, b: number) => number): number[] =>
  lanes.map((a, i) => model(a, scrambled[i] ?? 0));

describe('scf.for', () => {
  it('runs as often as each lane wants', () => {
    const found = result(`%c1000 = arith.constant 1000 : index
    %r = scf.for %k = %b to %a step %c3 iter_args(%s = %c1) -> (index) {
      %t = arith.muli %s, %c2 : index
      %m = arith.addi %t, %k : index
      %n = arith.remui %m, %c1000 : index
      scf.yield %n : index
    }`);
    const wanted = each((a, b) => {
      let s = 1;
      for (let k = b; k < a; k += 3) s = (2 * s + k) % 1000;
      return s;
    });
    expect(found).toEqual(wanted);
  });

  it('passes swapped values on all at once', () => {
    const found =
      result(`%z:2 = scf.for %k = %c0 to %b step %c1 iter_args(%p = %a, %q = %c3) -> (index, index) {
      scf.yield %q, %p : index, index
    }
    %t = arith.muli %z#0, %c2 : index
    %r = arith.subi %t, %z#1 : index`);
    expect(found).toEqual(each((a, b) => (b % 2 === 0 ? 2 * a - 3 : 6 - a)));
  });

  it('rotates vectors and memrefs', () => {
    const found = result(`%m0 = memref.alloc() : memref<64xindex, #gpu.address_space<workgroup>>
      %m1 = memref.alloc() : memref<64xindex, #gpu.address_space<workgroup>>
      memref.store %c2, %m0[%a] : memref<64xindex, #gpu.address_space<workgroup>>
      memref.store %c3, %m1[%a] : memref<64xindex, #gpu.address_space<workgroup>>
      %s:3 = scf.for %k = %c0 to %c3 step %c1 iter_args(%p = %m0, %q = %m1, %sum = %c0)
          -> (memref<64xindex, #gpu.address_space<workgroup>>, memref<64xindex, #gpu.address_space<workgroup>>, index) {
        %e = memref.load %p[%a] : memref<64xindex, #gpu.address_space<workgroup>>
        %tens = affine.apply affine_map<(d0)[s0] -> (d0 * 10 + s0)>(%sum)[%e]
        scf.yield %q, %p, %tens : memref<64xindex, #gpu.address_space<workgroup>>, memref<64xindex, #gpu.address_space<workgroup>>, index
      }
      %last = memref.load %s#0[%a] : memref<64xindex, #gpu.address_space<workgroup>>
      %r = affine.apply affine_map<(d0)[s0] -> (d0 * 10 + s0)>(%s#2)[%last]`);
    expect(found).toEqual(each(() => 2323));
  });

  it('keeps what a lane had when it left an inner loop', () => {
    const found = result(`%r = scf.for %k = %c0 to %c3 step %c1 iter_args(%s = %c0) -> (index) {
      %inner = scf.for %l = %k to %b step %c2 iter_args(%t = %s) -> (index) {
        %u = arith.addi %t, %l : index
        scf.yield %u : index
      }
      scf.yield %inner : index
    }`);
    const wanted = each((_a, b) => {
      let s = 0;
      for (let k = 0; k < 3; k++) for (let l = k; l < b; l += 2) s += l;
      return s;
    });
    expect(found).toEqual(wanted);
  });
});

describe('scf.if', () => {
  it('takes both sides apart, three deep', () => {
    const bit = (n: number): string => `%m${n} = arith.constant ${1 << n} : index
      %e${n} = arith.andi %a, %m${n} : index
      %p${n} = arith.cmpi ne, %e${n}, %c0 : index`;
    const split = (n: number, value: number): string =>
      n < 0
        ? `%x${value} = arith.constant ${value * value} : index\nscf.yield %x${value} : index`
        : `%y${n}_${value} = scf.if %p${n} -> (index) {
            ${split(n - 1, value + (1 << n))}
          } else {
            ${split(n - 1, value)}
          }
          scf.yield %y${n}_${value} : index`;
    const body = `${[0, 1, 2].map(bit).join('\n')}
      ${split(2, 0)
        .replace('%y2_0 =', '%r =')
        .replace(/scf\.yield %y2_0 : index$/, '')}`;
    expect(result(body)).toEqual(each((a) => (a % 8) ** 2));
  });

  it('leaves a store out for lanes that do not take part', () => {
    const found = result(`%m = memref.alloc() : memref<64xindex, #gpu.address_space<workgroup>>
      memref.store %c0, %m[%a] : memref<64xindex, #gpu.address_space<workgroup>>
      %odd = arith.remui %a, %c2 : index
      %p = arith.cmpi eq, %odd, %c1 : index
      scf.if %p {
        memref.store %b, %m[%a] : memref<64xindex, #gpu.address_space<workgroup>>
      }
      %r = memref.load %m[%a] : memref<64xindex, #gpu.address_space<workgroup>>`);
    expect(found).toEqual(each((a, b) => (a % 2 === 1 ? b : 0)));
  });
});

describe('scf.while', () => {
  it('ends for each lane at its own time', () => {
    const found = result(`%w:2 = scf.while (%x = %a, %n = %c0) : (index, index) -> (index, index) {
      %more = arith.cmpi ugt, %x, %c1 : index
      scf.condition(%more) %x, %n : index, index
    } do {
    ^bb0(%y: index, %m: index):
      %odd = arith.remui %y, %c2 : index
      %isOdd = arith.cmpi eq, %odd, %c1 : index
      %half = arith.divui %y, %c2 : index
      %triple = arith.muli %y, %c3 : index
      %up = arith.addi %triple, %c1 : index
      %next = arith.select %isOdd, %up, %half : index
      %count = arith.addi %m, %c1 : index
      scf.yield %next, %count : index, index
    }
    %r = arith.addi %w#0, %w#1 : index`);
    const wanted = each((a) => {
      let [x, n] = [a, 0];
      for (; x > 1; n++) x = x % 2 === 1 ? 3 * x + 1 : x / 2;
      return x + n;
    });
    expect(found).toEqual(wanted);
  });
});

describe('what a loop cannot be', () => {
  const kernel = (body: string): string => `func.func @k() {
    %a = gpu.thread_id x upper_bound 64
    ${constants}
    ${body}
    return
  }`;

  it.each([
    ['a step of zero', 'scf.for %k = %c0 to %c3 step %c0 { }', 'execute/malformed'],
    ['a step that is zero in one lane', 'scf.for %k = %c0 to %c3 step %a { }', 'execute/malformed'],
    [
      'a loop without end',
      `scf.while : () -> () {
        %t = arith.constant true
        scf.condition(%t)
      } do {
        scf.yield
      }`,
      'execute/too-many-steps',
    ],
    [
      'a loop without end that meets at a barrier',
      `scf.while : () -> () {
        %t = arith.constant true
        scf.condition(%t)
      } do {
        gpu.barrier
        scf.yield
      }`,
      'execute/too-many-steps',
    ],
  ])('%s', (_name, body, code) => {
    expect(codes(kernel(body), { maxSteps: 10_000 })).toEqual([code]);
  });
});
