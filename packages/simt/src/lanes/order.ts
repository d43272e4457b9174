/**
 * The order in which groups of a warp wait for each other, so that lanes meet again where hardware makes them meet.
 *
 *     0: header   1: body, lanes that are in the loop   2: latch   3: behind the loop
 *
 * Instructions are numbered so that each path through the function ascends: blocks in topological order, the blocks of a
 * loop one after another. The group with the lowest number goes first. A group that jumps back waits at the *latch*, which
 * comes behind all blocks of the loop, until the others of its iteration arrive or have left; a group that has left waits
 * behind it. So lanes meet at the immediate post-dominator of the branch that parted them, as compilers of NVIDIA place
 * convergence barriers, and never wait for a lane that cannot come.
 *
 * LIMITATIONS. Loops with several entries take the first in the text as their header.
 */
import { components, leastOf } from '@ldscope/core';

export interface Order {
  /** By instruction of the function. */
  readonly numbers: Float64Array;
  /** The order at which a group waits that goes from one instruction to another. */
  readonly of: (from: number, to: number) => number;
}

/** `successors` of an instruction, by number; an instruction that ends its thread has none. */
export function orderOf(count: number, successors: (number: number) => readonly number[]): Order {
  const blocks = blocksOf(count, successors);
  const starts = new Map(blocks.map((block, index) => [block.start, index]));
  const edges = blocks.map(({ end }) =>
    successors(end - 1).flatMap((target) => starts.get(target) ?? []),
  );
  const numbers = new Float64Array(count);
  /** By first instruction of a header: its latch. */
  const latches = new Map<number, number>();
  let next = 0;
  /** An item to number: the blocks of a region, one block, or a latch. */
  type Work =
    | { readonly region: readonly number[]; readonly without: ReadonlySet<number> }
    | { readonly block: number }
    | { readonly latch: number };
  const work: Work[] = [{ region: [...blocks.keys()], without: new Set() }];
  for (let item = work.pop(); item !== undefined; item = work.pop()) {
    if ('latch' in item) {
      latches.set(blocks[item.latch]?.start ?? 0, next++);
      continue;
    }
    if ('block' in item) {
      const { start = 0, end = 0 } = blocks[item.block] ?? {};
      for (let number = start; number < end; number++) numbers[number] = next++;
      continue;
    }
    const { region, without } = item;
    const inside = new Set(region);
    const to = (block: number): number[] =>
      (edges[block] ?? []).filter((target) => inside.has(target) && !without.has(target));
    const parts: Work[][] = [];
    // The stack is last in, first out, so the first item is pushed last.
    for (const component of components(region, to).toReversed()) {
      const [only] = component;
      if (component.length === 1 && only !== undefined && !to(only).includes(only)) {
        parts.push([{ block: only }]);
        continue;
      }
      const header = headerOf(component, region, edges, without);
      const rest = component.filter((block) => block !== header);
      parts.push([
        { block: header },
        { region: rest, without: new Set([...without, header]) },
        { latch: header },
      ]);
    }
    for (const part of parts) work.push(...part.toReversed());
  }
  const of = (from: number, to: number): number => {
    const [here = 0, there = 0] = [numbers[from], numbers[to]];
    const latch = latches.get(to);
    return latch !== undefined && here >= there && here < latch ? latch : there;
  };
  return { numbers, of };
}

interface Block {
  readonly start: number;
  readonly end: number;
}

function blocksOf(count: number, successors: (number: number) => readonly number[]): Block[] {
  const leads = new Uint8Array(count + 1);
  leads[0] = 1;
  for (let number = 0; number < count; number++) {
    const next = successors(number);
    if (next.length === 1 && next[0] === number + 1) continue;
    leads[number + 1] = 1;
    for (const target of next) leads[target] = 1;
  }
  const blocks: Block[] = [];
  let start = 0;
  for (let number = 1; number <= count; number++) {
    if (number < count && leads[number] !== 1) continue;
    if (number > start) blocks.push({ start, end: number });
    start = number;
  }
  return blocks;
}

/** The block by which a loop is entered: one with a way from outside, the first in the text. */
function headerOf(
  component: readonly number[],
  region: readonly number[],
  edges: readonly (readonly number[])[],
  without: ReadonlySet<number>,
): number {
  const inside = new Set(component);
  const entered = new Set<number>();
  for (const block of [...region, ...without]) {
    if (inside.has(block)) continue;
    for (const target of edges[block] ?? []) if (inside.has(target)) entered.add(target);
  }
  const candidates = component.filter((block) => block === 0 || entered.has(block));
  return leastOf(candidates.length > 0 ? candidates : component);
}
