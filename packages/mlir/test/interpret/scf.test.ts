/** `scf` on lanes that go different ways, against one plain loop for each lane. */
import { expect, it } from 'vitest';
import { range } from '../table.ts';
import { codes, kernelOf, lanes, LDS, ofPairs } from './harness.ts';

const scrambled = lanes.map((lane) => (lane * 29 + 5) % 17);
const TILE = `memref<64xindex, ${LDS}>`;

/** `scf.if` on the bits of `%a` from bit n down: the square of `value` and these bits. */
const split = (n: number, value: number): string =>
  n < 0
    ? `%x${value} = arith.constant ${value * value} : index\nscf.yield %x${value} : index`
    : `%y${n}_${value} = scf.if %p${n} -> (index) {
         ${split(n - 1, value + (1 << n))}
       } else {
         ${split(n - 1, value)}
       }
       scf.yield %y${n}_${value} : index`;

/** A body from `%a`, the lane, and `%b`, a number below 17, to `%r`; and what that is. */
const cases: readonly (readonly [string, string, (a: number, b: number) => number])[] = [
  [
    'for: runs as often as each lane has to',
    `%r = scf.for %k = %b to %a step %c3 iter_args(%s = %c1) -> (index) {
       %t = arith.muli %s, %c2 : index
       %m = arith.addi %t, %k : index
       %n = arith.remui %m, %c1000 : index
       scf.yield %n : index
     }`,
    (a, b) => {
      let s = 1;
      for (let k = b; k < a; k += 3) s = (2 * s + k) % 1000;
      return s;
    },
  ],
  [
    'for: passes swapped values on all at once',
    `%z:2 = scf.for %k = %c0 to %b step %c1 iter_args(%p = %a, %q = %c3) -> (index, index) {
       scf.yield %q, %p : index, index
     }
     %t = arith.muli %z#0, %c2 : index
     %r = arith.subi %t, %z#1 : index`,
    (a, b) => (b % 2 === 0 ? 2 * a - 3 : 6 - a),
  ],
  [
    'for: rotates memrefs',
    `%m0 = memref.alloc() : ${TILE}
     %m1 = memref.alloc() : ${TILE}
     memref.store %c2, %m0[%a] : ${TILE}
     memref.store %c3, %m1[%a] : ${TILE}
     %s:3 = scf.for %k = %c0 to %c3 step %c1 iter_args(%p = %m0, %q = %m1, %sum = %c0) -> (${TILE}, ${TILE}, index) {
       %e = memref.load %p[%a] : ${TILE}
       %tens = affine.apply affine_map<(d0)[s0] -> (d0 * 10 + s0)>(%sum)[%e]
       scf.yield %q, %p, %tens : ${TILE}, ${TILE}, index
     }
     %last = memref.load %s#0[%a] : ${TILE}
     %r = affine.apply affine_map<(d0)[s0] -> (d0 * 10 + s0)>(%s#2)[%last]`,
    () => 2323,
  ],
  [
    'for: keeps what a lane had when it left an inner loop',
    `%r = scf.for %k = %c0 to %c3 step %c1 iter_args(%s = %c0) -> (index) {
       %inner = scf.for %l = %k to %b step %c2 iter_args(%t = %s) -> (index) {
         %u = arith.addi %t, %l : index
         scf.yield %u : index
       }
       scf.yield %inner : index
     }`,
    (_a, b) => {
      let s = 0;
      for (let k = 0; k < 3; k++) for (let l = k; l < b; l += 2) s += l;
      return s;
    },
  ],
  [
    'if: takes both sides apart, three deep',
    `${range(3, (n) => `%e${n} = arith.andi %a, %c${1 << n} : index\n%p${n} = arith.cmpi ne, %e${n}, %c0 : index`).join('\n')}
     ${split(2, 0)
       .replace('%y2_0 =', '%r =')
       .replace(/scf\.yield %y2_0 : index$/, '')}`,
    (a) => (a % 8) ** 2,
  ],
  [
    'if: leaves a store out for lanes that do not take part',
    `%m = memref.alloc() : ${TILE}
     memref.store %c0, %m[%a] : ${TILE}
     %odd = arith.remui %a, %c2 : index
     %p = arith.cmpi eq, %odd, %c1 : index
     scf.if %p {
       memref.store %b, %m[%a] : ${TILE}
     }
     %r = memref.load %m[%a] : ${TILE}`,
    (a, b) => (a % 2 === 1 ? b : 0),
  ],
  [
    'while: ends for each lane at its own time',
    `%w:2 = scf.while (%x = %a, %n = %c0) : (index, index) -> (index, index) {
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
     %r = arith.addi %w#0, %w#1 : index`,
    (a) => {
      let [x, n] = [a, 0];
      for (; x > 1; n++) x = x % 2 === 1 ? 3 * x + 1 : x / 2;
      return x + n;
    },
  ],
];

it.each(cases)('scf.%s', (_name, body, model) => {
  const found = ofPairs(body, 'index', [lanes, scrambled]);
  expect(found).toEqual(lanes.map((a, i) => model(a, scrambled[i] ?? 0)));
});

const endless = (body: string): string => `scf.while : () -> () {
    %t = arith.constant true
    scf.condition(%t)
  } do {
    ${body}
    scf.yield
  }`;

it.each([
  ['a step of zero', 'scf.for %k = %c0 to %c3 step %c0 { }', 'malformed'],
  ['a step that is zero in one lane', 'scf.for %k = %c0 to %c3 step %x { }', 'malformed'],
  ['no end and a barrier', endless('gpu.barrier'), 'too-many-steps'],
])('a loop with %s is refused', (_name, body, code) => {
  expect(codes(kernelOf(body), { maxSteps: 10_000 })).toEqual([`execute/${code}`]);
});
