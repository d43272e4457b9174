/**
 * The order in which a wave runs the blocks of a function, so that lanes that part meet again as soon as they can.
 *
 * Each block gets a position; of all groups of lanes that wait, the one at the lowest position runs next. Loops
 * are contiguous, and a jump back goes to a position of its own behind the loop: the lanes of one iteration are
 * together before the next begins, and no lane goes on behind the loop while others are in it.
 *
 *     ^entry -> ^head -> ^body -> ^head         positions   0 entry   1 head   2 body   3 head again   4 exit
 *                   \-> ^exit
 *
 * Such an order is Bourdoncle's weak topological order ("Efficient chaotic iteration strategies with widenings",
 * 1993): strongly connected parts in topological order, and inside each the same without the edges to its head.
 *
 * Invariant: an edge leads to a higher position, from a head's second position to its first apart. So where a
 * part has one entry, a block runs only when no other lane of its iteration can still reach it, which is
 * reconvergence at the immediate post-dominator. LIMITATION: a part with several entries (irreducible) runs
 * right, but lanes may meet later than they could.
 */
import { components } from '@ldscope/core';
import type { Block, Operation, Region, Value } from '../../ir/ir.ts';

/** A loop: blocks that reach each other. */
export interface FlowLoop {
  readonly head: Block;
  readonly blocks: ReadonlySet<Block>;
  /** Where lanes wait that jump back to the head. */
  again: number;
  /** Values that are defined inside and used outside. */
  readonly escaping: Set<Value>;
}

export interface FlowGraph {
  /** The block of each position; a head has two. */
  readonly positions: readonly Block[];
  readonly positionOf: ReadonlyMap<Block, number>;
  /** Loops around a block, the innermost first. */
  readonly loopsOf: ReadonlyMap<Block, readonly FlowLoop[]>;
}

/** Loops inside loops. */
const DEEPEST = 64;

/** The graph of a region's blocks that its entry reaches; `undefined` when its loops are too deep. */
export function flowGraph(region: Region): FlowGraph | undefined {
  const [entry] = region.blocks;
  if (entry === undefined) return undefined;
  const next = successorsOf(region);
  const visited = visitingOrder(next);
  const preorder = discoveryOrder(entry, next);
  const positions: Block[] = [];
  const positionOf = new Map<Block, number>();
  const loopsOf = new Map<Block, FlowLoop[]>();
  if (!place([...preorder.keys()], [], 0)) return undefined;
  const graph = { positions, positionOf, loopsOf };
  findEscaping(graph);
  return graph;

  function place(blocks: readonly Block[], removed: readonly Block[], depth: number): boolean {
    if (depth > DEEPEST) return false;
    const inside = new Set(blocks);
    for (const block of removed) inside.delete(block);
    const within = (block: Block): readonly Block[] =>
      (visited.get(block) ?? []).filter((one) => inside.has(one));
    for (const part of components(blocks, within)) {
      const [first] = part;
      if (first === undefined) continue;
      if (part.length === 1 && !(next.get(first) ?? []).includes(first)) {
        positionOf.set(first, positions.push(first) - 1);
        continue;
      }
      const head = part.reduce((a, b) => ((preorder.get(b) ?? 0) < (preorder.get(a) ?? 0) ? b : a));
      const loop: FlowLoop = { head, blocks: new Set(part), again: 0, escaping: new Set() };
      for (const block of part) loopsOf.set(block, [loop, ...(loopsOf.get(block) ?? [])]);
      positionOf.set(head, positions.push(head) - 1);
      const rest = part.filter((block) => block !== head);
      if (!place(rest, [...removed, head], depth + 1)) return false;
      loop.again = positions.push(head) - 1;
    }
    return true;
  }
}

/** The position that an edge leads to. */
export function edgeTarget(graph: FlowGraph, from: Block, to: Block): number {
  const loop = graph.loopsOf.get(from)?.find(({ head }) => head === to);
  return loop?.again ?? graph.positionOf.get(to) ?? 0;
}

/** The loops that an edge leaves, the innermost first. */
export function loopsLeft(graph: FlowGraph, from: Block, to: Block): readonly FlowLoop[] {
  return (graph.loopsOf.get(from) ?? []).filter(({ blocks }) => !blocks.has(to));
}

/** The block that a terminator names; `undefined` when there is none. */
export function blockNamed(region: Region, label: string): Block | undefined {
  return region.blocks.find((block) => block.label === label);
}

function successorsOf(region: Region): Map<Block, Block[]> {
  const named = new Map(region.blocks.map((block) => [block.label, block]));
  return new Map(
    region.blocks.map((block) => {
      const successors = block.operations.at(-1)?.successors ?? [];
      const blocks = successors.flatMap(({ block: label }) => named.get(label) ?? []);
      return [block, [...new Set(blocks)]];
    }),
  );
}

/**
 * Successors in the order that a search takes them. The successor taken last comes first in topological order: blocks that
 * leave the function, so that lanes which return early do not wait; then the first successor.
 */
function visitingOrder(next: Edges): Edges {
  const goesOn = (block: Block): boolean => (next.get(block) ?? []).length > 0;
  return new Map(
    [...next].map(([block, successors]) => {
      const reversed = successors.toReversed();
      const last = reversed.filter((successor) => !goesOn(successor));
      return [block, [...reversed.filter(goesOn), ...last]];
    }),
  );
}

type Edges = ReadonlyMap<Block, readonly Block[]>;

/** Blocks that `entry` reaches with their number in depth-first order. */
function discoveryOrder(entry: Block, next: Edges): Map<Block, number> {
  const order = new Map<Block, number>();
  const pending = [entry];
  for (let block = pending.pop(); block !== undefined; block = pending.pop()) {
    if (order.has(block)) continue;
    order.set(block, order.size);
    for (const each of (next.get(block) ?? []).toReversed()) pending.push(each);
  }
  return order;
}

/** Fills the values that leave each loop without being passed on by a branch. */
function findEscaping({ positionOf, loopsOf }: FlowGraph): void {
  const home = new Map<Value, Block>();
  for (const block of positionOf.keys()) {
    if (!loopsOf.has(block)) continue;
    for (const value of block.arguments) home.set(value, block);
    for (const op of block.operations) for (const value of op.results) home.set(value, block);
  }
  if (home.size === 0) return;
  for (const block of positionOf.keys()) {
    for (const value of usedIn(block.operations)) {
      const from = home.get(value);
      if (from === undefined || from === block) continue;
      for (const loop of loopsOf.get(from) ?? []) {
        if (!loop.blocks.has(block)) loop.escaping.add(value);
      }
    }
  }
}

/** Operands of operations, and of those inside of them. */
function* usedIn(operations: readonly Operation[]): Generator<Value> {
  for (const op of operations) {
    yield* op.operands;
    for (const { operands } of op.successors) yield* operands;
    for (const region of op.regions) {
      for (const block of region.blocks) yield* usedIn(block.operations);
    }
  }
}
