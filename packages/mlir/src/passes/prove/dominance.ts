/**
 * Which blocks of a region are on every way to a block: what a value must be defined in to be there.
 *
 *     ^a -> ^b, ^c     ^b -> ^d     ^c -> ^d          a dominates all, b and c only themselves
 */
import type { Block, Region } from '../../ir/ir.ts';

/** By block, the blocks that dominate it, itself included. Blocks that nothing reaches are dominated by all. */
export function dominatorsOf({ blocks }: Region): ReadonlyMap<Block, ReadonlySet<Block>> {
  const [entry] = blocks;
  const sources = new Map<Block, Block[]>(blocks.map((block) => [block, []]));
  for (const block of blocks) {
    for (const op of block.operations) {
      for (const { block: label } of op.successors) {
        const target = blocks.find((one) => one.label === label);
        if (target !== undefined) sources.get(target)?.push(block);
      }
    }
  }
  const dominators = new Map<Block, Set<Block>>(
    blocks.map((block) => [block, new Set(block === entry ? [block] : blocks)]),
  );
  for (let changed = true; changed;) {
    changed = false;
    for (const block of blocks) {
      if (block === entry) continue;
      const own = dominators.get(block);
      const before = (sources.get(block) ?? []).flatMap((source) => dominators.get(source) ?? []);
      for (const one of own ?? []) {
        if (one === block || before.every((set) => set.has(one))) continue;
        own?.delete(one);
        changed = true;
      }
    }
  }
  return dominators;
}
