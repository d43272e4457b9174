/**
 * Everything that may touch the memory of an allocation: users of it, of views of it, and of what loops and conditions
 * make of it.
 *
 *     %v = memref.subview %m ...; scf.for ... iter_args(%b = %v) { vector.load %b[...] }     vector.load, scf.for, subview
 *
 * An operation with regions hands on to all its memrefs: more than is true, never less.
 */
import type { Operation, Value } from '../../../ir/ir.ts';
import { memrefOf } from '../../memref-types.ts';
import { factsOf } from '../../../rows/facts.ts';
import type { Rewriter } from '../../rewriter.ts';

export interface DerivedUse {
  readonly user: Operation;
  /** The memref that it uses. */
  readonly memref: Value;
}

export function derivedUses(root: Value, rewriter: Rewriter): DerivedUse[] {
  const uses: DerivedUse[] = [];
  const seen = new Set<Value>();
  const pending = [root];
  for (let memref = pending.pop(); memref !== undefined; memref = pending.pop()) {
    if (seen.has(memref)) continue;
    seen.add(memref);
    for (const user of rewriter.usersOf(memref)) {
      uses.push({ user, memref });
      const parent = factsOf(user).control === 'yield' ? rewriter.parentOf(user) : undefined;
      for (const op of parent === undefined ? [user] : [user, parent]) {
        const inner = op.regions.flatMap(({ blocks }) =>
          blocks.flatMap((block) => block.arguments),
        );
        pending.push(...[...op.results, ...inner].filter((one) => memrefOf(one) !== undefined));
      }
    }
  }
  return uses;
}

/** True for a direct copy into the memref: its layout is the hardware's. The source is the first operand. */
export function isDirectCopyInto({ user, memref }: DerivedUse): boolean {
  return factsOf(user).effect === 'direct copy' && user.operands.lastIndexOf(memref) > 0;
}
