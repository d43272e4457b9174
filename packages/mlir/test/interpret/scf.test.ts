/** `scf` on lanes that go different ways, against one plain loop for each lane. */
import { expect, it } from 'vitest';
import { textsWith } from '../../../../test/texts.ts';
import { codes, kernelOf, lanes, ofPairs } from './harness.ts';

const scrambled = lanes.map((lane) => (lane * 29 + 5) % 17);
/** What `%r` is. */
const models: Readonly<Record<string, (a: number, b: number) => number>> = {
  'for: runs as often as each lane has to': (a, b) => {
    let s = 1;
    for (let k = b; k < a; k += 3) s = (2 * s + k) % 1000;
    return s;
  },
  'for: passes swapped values on all at once': (a, b) => (b % 2 === 0 ? 2 * a - 3 : 6 - a),
  'for: rotates memrefs': () => 2323,
  'for: keeps what a lane had when it left an inner loop': (_a, b) => {
    let s = 0;
    for (let k = 0; k < 3; k++) for (let l = k; l < b; l += 2) s += l;
    return s;
  },
  'if: takes both sides apart, three deep': (a) => (a % 8) ** 2,
  'if: leaves a store out for lanes that do not take part': (a, b) => (a % 2 === 1 ? b : 0),
  'while: ends for each lane at its own time': (a) => {
    let [x, n] = [a, 0];
    for (; x > 1; n++) x = x % 2 === 1 ? 3 * x + 1 : x / 2;
    return x + n;
  },
};

it.each(textsWith(new URL('scf.mlir', import.meta.url), models))('scf.%s', (_name, body, model) => {
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
