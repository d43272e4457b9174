/** The operations on distributed vectors that are not what they are on the vectors of a lane. */
import { isDistributed } from '../../rows/facts.ts';
import type { LowerOperation } from '../lowering.ts';
import { contractions } from '../ops/contract.ts';
import { gathers } from '../ops/gather.ts';
import { innerTiles } from '../ops/inner-tiled.ts';
import { transfer } from '../ops/transfer.ts';
import { renames } from './exchange.ts';
import { leaves } from './leaves.ts';

/** By name; each of them finds its layouts in its attributes. */
export const distributedOperations: ReadonlyMap<string, LowerOperation> = new Map(
  [contractions, gathers, innerTiles, leaves, renames, transfer].flatMap((group) =>
    Object.entries(group),
  ),
);

/** The operations that are executed, with the forms that distributed vectors need. */
export function withDistributed(
  executable: ReadonlyMap<string, LowerOperation>,
): ReadonlyMap<string, LowerOperation> {
  const all = new Map(executable);
  for (const [name, lower] of distributedOperations) {
    const plain = executable.get(name);
    all.set(name, (op, lowering) => {
      if (plain === undefined || isDistributed(op)) lower(op, lowering);
      else plain(op, lowering);
    });
  }
  return all;
}
