/**
 * Strongly connected components of a graph, and the loops among them: sets of nodes that can reach themselves again.
 *
 *     0 -> 1 -> 2 -> 1, 2 -> 3           components [0], [1, 2], [3]          loops [1, 2]
 *     0 -> 2, 1 -> 2 -> 1, 2 -> 3        the same: not entered at its first node
 *
 * Source: R. Tarjan, Depth-first search and linear graph algorithms, 1972; loops inside of loops as by B. Steensgaard, Sequentializing
 * program dependence graphs for irreducible programs, 1993: what is left of a component without the node by which it is entered.
 */
import { append } from './groups.ts';

/** Strongly connected components in topological order, each in the order in which its nodes are found; without recursion. */
export function components<Node extends {}>(
  nodes: Iterable<Node>,
  successors: (node: Node) => readonly Node[],
): readonly (readonly Node[])[] {
  const index = new Map<Node, number>();
  const low = new Map<Node, number>();
  const open: Node[] = [];
  const isOpen = new Set<Node>();
  const parts: Node[][] = [];
  for (const root of nodes) {
    if (index.has(root)) continue;
    const path: { readonly node: Node; readonly next: readonly Node[]; at: number }[] = [];
    const enter = (node: Node): void => {
      low.set(node, index.size);
      index.set(node, index.size);
      open.push(node);
      isOpen.add(node);
      path.push({ node, next: successors(node), at: 0 });
    };
    const lower = (node: Node, to = 0): void => {
      if (to < (low.get(node) ?? 0)) low.set(node, to);
    };
    enter(root);
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const { node, next } = top;
      const other = next[top.at++];
      if (other !== undefined) {
        if (!index.has(other)) enter(other);
        else if (isOpen.has(other)) lower(node, index.get(other));
        continue;
      }
      path.pop();
      const parent = path.at(-1);
      if (parent !== undefined) lower(parent.node, low.get(node));
      if (low.get(node) !== index.get(node)) continue;
      const part = open.splice(open.lastIndexOf(node));
      for (const member of part) isOpen.delete(member);
      parts.push(part);
    }
  }
  return parts.toReversed();
}

/** Loops inside of each other, at most: deeper ones are part of those around them. */
const DEEPEST = 64;

/** The loops of code whose nodes are numbers in the order of its text: members of each, ascending, a loop before those inside of it. */
export function loopsOf(
  nodes: Iterable<number>,
  successors: (node: number) => readonly number[],
): readonly (readonly number[])[] {
  const all = [...nodes];
  let [first, last] = [Infinity, -Infinity];
  for (const node of all)
    for (const next of successors(node))
      if (next <= node) [first, last] = [Math.min(first, next), Math.max(last, node)];
  if (last < first) return [];
  const after = new Map<number, readonly number[]>();
  const before = new Map<number, number[]>();
  for (const node of all) {
    const next = successors(node);
    after.set(node, next);
    for (const one of next) append(before, one, node);
  }
  /** Where a loop is entered: the first of its nodes with a way from outside. */
  const headOf = (loop: readonly number[]): number | undefined => {
    const inside = new Set(loop);
    const isEntry = (node: number): boolean =>
      before.get(node)?.some((from) => !inside.has(from)) === true;
    return loop.find(isEntry) ?? loop[0];
  };
  // A loop begins where its branches go back to, at the earliest, and ends with the last of them.
  let regions = [all.filter((node) => node >= first && node <= last)];
  const loops: (readonly number[])[] = [];
  for (let level = 0; level < DEEPEST && regions.length > 0; level++) {
    const inner: number[][] = [];
    for (const region of regions) {
      const inside = new Set(region);
      const within = (node: number): readonly number[] =>
        (after.get(node) ?? []).filter((next) => inside.has(next));
      for (const part of components(region, within)) {
        const [only = NaN] = part;
        if (part.length === 1 && !within(only).includes(only)) continue;
        const loop = part.toSorted((a, b) => a - b);
        loops.push(loop);
        const head = headOf(loop);
        inner.push(loop.filter((node) => node !== head));
      }
    }
    regions = inner;
  }
  return loops;
}
