/**
 * The buffers of a kernel that an access may touch, in any workgroup: found by the views and pointers that lead to it.
 *
 *     %v = memref.subview %arg2[...]     vector.store %x, %v[...]       argument 2
 *     %p = llvm.load %table              llvm.store %x, %p              nobody knows
 */
import type { Operation, Value } from '../../ir/ir.ts';
import { factsOf } from '../../rows/facts.ts';
import type { Index } from '../../rows/row.ts';
import { UNKNOWN } from '../../rows/templates.ts';
import { integerOf } from '../attributes.ts';
import { pointerSpace } from '../llvm/types.ts';
import { accessOf } from '../unknown/accesses.ts';
import { isMemory } from '../value-types.ts';
import type { FlowingOperation } from './slice.ts';

/** Rules by which a result is in the memory of the first operand. */
const LEADS_ON: ReadonlySet<Index> = new Set<Index>(['same', 'pointer']);

const isAddress = ({ type }: Value): boolean => isMemory(type) || pointerSpace(type) !== undefined;

export class BufferRoots {
  readonly #parameters: ReadonlySet<Value>;
  readonly #sources = new Map<Value, Value[]>();

  constructor(kernel: Operation, flows: readonly FlowingOperation[]) {
    this.#parameters = new Set(kernel.regions[0]?.blocks[0]?.arguments);
    for (const { flow } of flows) {
      if (flow.kind !== 'control') continue;
      for (const [target, sources] of flow.moves) {
        if (typeof target !== 'object') continue;
        const known = this.#sources.get(target) ?? [];
        this.#sources.set(target, [
          ...known,
          ...sources.flatMap((source) => (typeof source === 'object' ? source : [])),
        ]);
      }
    }
  }

  /** The buffers that the operations access in global memory; `undefined` where one of them may lead anywhere. */
  of(accesses: readonly Operation[]): ReadonlySet<unknown> | undefined {
    const roots = new Set<unknown>();
    const seen = new Set<Value>();
    const open = accesses.flatMap((op) =>
      (accessOf(op)?.places ?? []).flatMap(({ base, space }) =>
        space === 'global' || pointerSpace(base.type) === 0 ? base : [],
      ),
    );
    for (const value of open) {
      if (seen.has(value)) continue;
      seen.add(value);
      const next = this.#step(value, roots);
      if (next === undefined) return undefined;
      for (const each of next) open.push(each);
    }
    return roots;
  }

  /** Where a pointer comes from; what has no source is a root. */
  #step(value: Value, roots: Set<unknown>): readonly Value[] | undefined {
    const { definition: op } = value;
    const { effect, index } = op === undefined ? UNKNOWN : factsOf(op);
    if (this.#parameters.has(value)) roots.add(value);
    else if (effect === 'allocation' || effect === 'symbol') roots.add(op);
    else if (effect === 'binding') roots.add(op && integerOf(op, 'binding'));
    else {
      const carried = this.#sources.get(value);
      if (carried !== undefined || op === undefined) return carried;
      if (index === 'choice') return op.operands.slice(1).filter(isAddress);
      const [first] = effect === 'view' || LEADS_ON.has(index) ? op.operands : [];
      return first !== undefined && isAddress(first) ? [first] : undefined;
    }
    return [];
  }
}
