/**
 * Which values are to be promoted to shared memory: from the operations that ask for it back to those that load.
 *
 *     %read = vector.transfer_read ...                                                    derived_thread_config
 *     %sum  = arith.mulf %read, %other                                                    derived_thread_config
 *     %out  = iree_vector_ext.to_layout %sum ... {shared_memory_conversion = derived_thread_config}
 *
 * A promotion goes through element-wise operations, transpositions, reshapes, broadcasts, layouts and what loops and
 * conditions hand on. A value that two uses want promoted differently is not promoted (`overdefined`).
 * Source: iree-org/iree @b48a5955 `GPUPromotionAnalysis.cpp`.
 */
import type { Attribute } from '../../../ir/types.ts';
import { resolveAttribute } from '../../../ir/types.ts';
import type { Operation, Value } from '../../../ir/ir.ts';
import { isElementwise } from '../../../rows/facts.ts';
import { printAttribute } from '../../../text/print-types.ts';
import { inflows } from '../../memory-groups.ts';
import { operationsIn, type Rewriter } from '../../rewriter.ts';

export const toLayout = 'iree_vector_ext.to_layout';
export const conversionAttribute = 'shared_memory_conversion';

const passing: ReadonlySet<string> = new Set([
  'vector.broadcast',
  'vector.shape_cast',
  'vector.transpose',
  toLayout,
]);

type Lattice = { readonly promotion: Attribute } | 'overdefined';

/** The promotion of each value that has exactly one. */
export function promotionTypes(func: Operation, rewriter: Rewriter): ReadonlyMap<Value, Attribute> {
  const lattices = new Map<Value, Lattice>();
  const pending: Value[] = [];
  const meet = (value: Value, lattice: Lattice): void => {
    const old = lattices.get(value);
    const met = old === undefined ? lattice : meetOf(old, lattice);
    if (old === met) return;
    lattices.set(value, met);
    pending.push(value);
  };
  for (const op of operationsIn(func.regions)) {
    const promotion = op.name === toLayout ? op.attributes.get(conversionAttribute) : undefined;
    const [input] = op.operands;
    if (promotion !== undefined && input !== undefined) meet(input, { promotion });
  }
  for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
    const lattice = lattices.get(value);
    if (lattice === undefined) continue;
    for (const source of sourcesOf(value, rewriter)) meet(source, lattice);
  }
  const found = new Map<Value, Attribute>();
  for (const [value, lattice] of lattices) {
    if (lattice !== 'overdefined') found.set(value, lattice.promotion);
  }
  return found;
}

/** The values whose promotion is that of this one. */
function sourcesOf(value: Value, rewriter: Rewriter): readonly Value[] {
  const { definition } = value;
  // Loops and conditions hand values on; a selection is element-wise like others.
  const handed = definition?.name === 'arith.select' ? undefined : inflows(value, rewriter.ownerOf);
  if (handed !== undefined) return handed;
  if (definition === undefined) return [];
  const asks = definition.name === toLayout && definition.attributes.has(conversionAttribute);
  if (asks || !(passing.has(definition.name) || isElementwise(definition))) return [];
  return definition.operands;
}

function meetOf(a: Lattice, b: Lattice): Lattice {
  if (a === 'overdefined' || b === 'overdefined') return 'overdefined';
  return promotionText(a.promotion) === promotionText(b.promotion) ? a : 'overdefined';
}

/** An attribute as text, without aliases. */
export function promotionText(attribute: Attribute): string {
  return printAttribute(resolveAttribute(attribute));
}
