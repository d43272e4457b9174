/** Components and loops against what reaches what, of all small graphs and of random ones. */
import * as fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { components, loopsOf } from '../src/index.ts';
import { forAll } from '../../../test/for-all.ts';
import { rows } from '../../../test/rows.ts';

/** `0>1 1>2 2>1`: the successors of each node. */
function graphOf(text: string): (node: number) => readonly number[] {
  const edges = text.split(' ').map((edge) => edge.split('>').map(Number));
  return (node) => edges.filter(([from]) => from === node).map(([, to = NaN]) => to);
}

test.each(rows`
  a line                                                 | 0>1 1>2                         |
  to itself                                              | 0>1 1>1 1>2                     | 1
  a loop                                                 | 0>1 1>2 2>1 2>3                 | 1 2
  entered beside its first node                          | 0>2 1>2 2>1 2>3 0>3             | 1 2
  a branch of the way in leaves, too                     | 0>1 0>4 1>3 2>3 3>2 3>4         | 2 3
  two branches back to one node                          | 0>1 1>2 2>1 2>3 3>1 3>4         | 1 2 3
  one inside of the other                                | 0>1 1>2 2>3 3>2 3>1 3>4         | 1 2 3, 2 3
  one inside of the other, entered beside its first node | 0>1 1>3 2>3 3>2 3>4 4>1 4>5     | 1 2 3 4, 2 3
  one behind the other                                   | 0>1 1>0 1>2 2>3 3>2             | 0 1, 2 3
  two ways in                                            | 0>1 0>2 1>2 2>1                 | 1 2
  nodes outside                                          | 0>1 1>0 1>9                     | 0 1
`)('%s', (_, text, loops) => {
  const found = loopsOf(Array(6).keys(), graphOf(text));
  expect(found.map((loop) => loop.join(' ')).join(', ')).toBe(loops);
});

const graph = fc
  .tuple(
    fc.integer({ min: 1, max: 9 }),
    fc.array(fc.tuple(fc.nat({ max: 8 }), fc.nat({ max: 8 })), { maxLength: 16 }),
  )
  .map(([count, edges]) => {
    const next = Array.from({ length: count }, (_, node) => [
      ...new Set(edges.filter(([from, to]) => from === node && to < count).map(([, to]) => to)),
    ]);
    return { count, to: (node: number): readonly number[] => next[node] ?? [] };
  });

/** What a node reaches by one edge or more. */
function reachedFrom(
  node: number,
  to: (node: number) => readonly number[],
  without = new Set<number>(),
): Set<number> {
  const seen = new Set<number>();
  const open = [...to(node)];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    if (seen.has(one) || without.has(one)) continue;
    seen.add(one);
    open.push(...to(one));
  }
  return seen;
}

it('components are nodes that reach each other, in topological order', () => {
  forAll([graph], 500, ({ count, to }) => {
    const parts = components(Array(count).keys(), to);
    const partOf = new Map(parts.flatMap((part, index) => part.map((node) => [node, index])));
    expect([...partOf.keys()].sort()).toEqual([...Array(count).keys()]);
    for (let node = 0; node < count; node++) {
      const reached = reachedFrom(node, to);
      for (const other of reached) {
        const isSame = node === other || reachedFrom(other, to).has(node);
        expect(partOf.get(node) === partOf.get(other)).toBe(isSame);
        expect(partOf.get(node)).toBeLessThanOrEqual(partOf.get(other) ?? -1);
      }
    }
  });
});

it('loops hold exactly the nodes that come back, and each is one inside those around it', () => {
  forAll([graph], 500, ({ count, to }) => {
    const loops = loopsOf(Array(count).keys(), to);
    for (let node = 0; node < count; node++) {
      const comesBack = reachedFrom(node, to).has(node);
      expect(loops.some((loop) => loop.includes(node))).toBe(comesBack);
    }
    for (const loop of loops) {
      const outside = new Set([...Array(count).keys()].filter((node) => !loop.includes(node)));
      for (const node of loop) {
        const reached = reachedFrom(node, to, outside);
        expect(loop.every((other) => reached.has(other))).toBe(true);
      }
    }
    for (const [index, loop] of loops.entries())
      for (const other of loops.slice(0, index)) {
        const shared = loop.filter((node) => other.includes(node)).length;
        expect([0, loop.length]).toContain(shared);
      }
  });
});
