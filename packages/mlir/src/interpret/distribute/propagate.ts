/**
 * Finds the layout of every vector of a kernel, from those that its `to_layout` operations ask for.
 *
 *     %r = vector.transfer_read ...                      layout of %a, by going back
 *     %a = iree_vector_ext.to_layout %r to layout(#L)    #L: an anchor
 *     %t = vector.transpose %a, [1, 0]                   #L permuted, by going forward
 *
 * As upstream does it: candidates go forward from the anchors, and the first one of a value is its layout; then
 * operands without one get, from the last operation to the first, what the operation needs. An operand that has
 * another one is converted where it is used (`rewrite.ts`).
 */
import { append, type NestedLayout, sameNestedLayout } from '@ldscope/core';
import type { Operation, Region, Value } from '../../ir/ir.ts';
import { resolveType } from '../../ir/types.ts';
import { walk } from '../../ir/walk.ts';
import { anchorOf, forwardLayouts, operandLayouts } from './rules.ts';

/** Candidates of one value; upstream keeps as many. */
const MOST_CANDIDATES = 4;

interface Use {
  readonly op: Operation;
  readonly operand: number;
}

export function propagateLayouts(
  kernel: Operation,
  subgroupSize: number,
): ReadonlyMap<Value, NestedLayout> {
  const candidates = new Map<Value, NestedLayout[]>();
  const pending: Value[] = [];
  const uses = usesOf(kernel);
  const parents = parentsOf(kernel);

  const add = (value: Value | undefined, layout: NestedLayout | undefined): void => {
    if (value === undefined || layout === undefined || !isDistributable(value)) return;
    const known = candidates.get(value) ?? [];
    if (known.length >= MOST_CANDIDATES || known.some((other) => sameNestedLayout(other, layout)))
      return;
    candidates.set(value, [...known, layout]);
    pending.push(value);
  };

  for (const op of walk([kernel])) {
    if (op.name === 'iree_vector_ext.to_layout') add(op.results[0], anchorOf(op));
  }
  for (let next = pending.shift(); next !== undefined; next = pending.shift()) {
    const value = next;
    for (const layout of candidates.get(value) ?? []) {
      const layoutOf = (other: Value): NestedLayout | undefined =>
        other === value ? layout : candidates.get(other)?.[0];
      for (const { op, operand } of uses.get(value) ?? []) {
        for (const target of passedTo(op, operand, parents.get(op))) add(target, layout);
        const found = forwardLayouts(op, operand, layoutOf, subgroupSize);
        for (const [i, one] of found.entries()) add(op.results[i], one);
      }
    }
  }
  const layouts = new Map<Value, NestedLayout>();
  for (const [value, [first]] of candidates) if (first !== undefined) layouts.set(value, first);
  for (const region of kernel.regions) goBack(region, layouts, kernel);
  return layouts;
}

/** Vectors of rank 0 and scalars are the same in all lanes. */
function isDistributable(value: Value): boolean {
  const type = resolveType(value.type);
  return type.kind === 'vector' && type.shape.length > 0;
}

function usesOf(kernel: Operation): Map<Value, Use[]> {
  const uses = new Map<Value, Use[]>();
  for (const op of walk([kernel])) {
    for (const [operand, value] of op.operands.entries()) append(uses, value, { op, operand });
  }
  return uses;
}

export function parentsOf(kernel: Operation): Map<Operation, Operation> {
  const parents = new Map<Operation, Operation>();
  for (const op of walk([kernel])) {
    for (const region of op.regions) {
      for (const block of region.blocks) {
        for (const inner of block.operations) parents.set(inner, op);
      }
    }
  }
  return parents;
}

/** Values that an operand becomes by control flow: arguments and results of loops, results of conditions. */
function passedTo(
  op: Operation,
  operand: number,
  parent: Operation | undefined,
): (Value | undefined)[] {
  if (op.name === 'scf.for' && operand >= 3) {
    return [op.regions[0]?.blocks[0]?.arguments[operand - 2], op.results[operand - 3]];
  }
  if (op.name !== 'scf.yield' || parent === undefined) return [];
  const result = parent.results[operand];
  if (parent.name === 'scf.for') {
    return [parent.regions[0]?.blocks[0]?.arguments[operand + 1], result];
  }
  return parent.name === 'scf.if' ? [result] : [];
}

function goBack(region: Region, layouts: Map<Value, NestedLayout>, parent: Operation): void {
  const require = (value: Value | undefined, layout: NestedLayout | undefined): void => {
    if (value === undefined || layout === undefined || !isDistributable(value)) return;
    if (!layouts.has(value)) layouts.set(value, layout);
  };
  for (const block of region.blocks) {
    for (const op of block.operations.toReversed()) {
      if (op.name === 'scf.yield') {
        for (const [i, value] of op.operands.entries()) {
          const result = parent.results[i];
          require(value, result && layouts.get(result));
        }
        continue;
      }
      if (op.name === 'scf.for') {
        for (const [i, result] of op.results.entries()) {
          const layout = layouts.get(result);
          require(op.regions[0]?.blocks[0]?.arguments[i + 1], layout);
          require(op.operands[i + 3], layout);
        }
      }
      for (const inner of op.regions) goBack(inner, layouts, op);
      if (op.name === 'scf.for') {
        for (const [i, init] of op.operands.slice(3).entries()) {
          const argument = op.regions[0]?.blocks[0]?.arguments[i + 1];
          require(init, argument && layouts.get(argument));
          require(op.results[i], argument && layouts.get(argument));
        }
      }
      const needed = operandLayouts(op, (value) => layouts.get(value));
      for (const [i, layout] of needed.entries()) require(op.operands[i], layout);
      // Before GPUVectorAlloc: a vector without another layout is read in this one, without shared memory.
      if (op.name === 'iree_vector_ext.to_layout') require(op.operands[0], anchorOf(op));
    }
  }
}
