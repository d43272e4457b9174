/** The conditions under which a lane reaches an operation: the operands of the branches and loops around it. */
import type { Operation, Value } from '../../ir/ir.ts';
import { isIsolated } from '../../rows/facts.ts';

/** How many of their first operands decide which lanes are in the regions of an operation. */
const deciding: Readonly<Record<string, number>> = { 'scf.if': 1, 'scf.for': 3 };

/** The deciding operands of nested operations; `undefined` where something else decides. */
export function conditionsOf(around: readonly Operation[]): readonly Value[] | undefined {
  const found: Value[] = [];
  for (const op of around) {
    if (op.regions.some(({ blocks }) => blocks.length > 1)) return undefined;
    if (isIsolated(op)) continue;
    const count = deciding[op.name];
    if (count === undefined) return undefined;
    for (const each of op.operands.slice(0, count)) found.push(each);
  }
  return found;
}
