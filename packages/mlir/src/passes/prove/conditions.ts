/** The conditions under which a lane reaches an operation: the operands of the branches and loops around it. */
import type { Operation, Value } from '../../ir/ir.ts';
import { factsOf, isIsolated } from '../../rows/facts.ts';
import { boundCount } from '../../rows/regions.ts';

/** The operands that decide which lanes are in the regions of an operation; `undefined` where something else does. */
function decidingOf(op: Operation): readonly Value[] | undefined {
  const { control } = factsOf(op);
  if (control === 'if') return op.operands;
  return control === 'for' ? op.operands.slice(0, boundCount(op)) : undefined;
}

/** The deciding operands of nested operations; `undefined` where something else decides. */
export function conditionsOf(around: readonly Operation[]): readonly Value[] | undefined {
  const found: Value[] = [];
  for (const op of around) {
    if (op.regions.some(({ blocks }) => blocks.length > 1)) return undefined;
    if (isIsolated(op)) continue;
    const deciding = decidingOf(op);
    if (deciding === undefined) return undefined;
    for (const each of deciding) found.push(each);
  }
  return found;
}
