/**
 * The buffers of a kernel that an access may touch, in any workgroup: found by the views and pointers that lead to it.
 *
 *     %v = memref.subview %arg2[...]     vector.store %x, %v[...]       argument 2
 *     %p = llvm.load %table              llvm.store %x, %p              nobody knows
 */
import type { Operation, Value } from '../../ir/ir.ts';
import { integerOf } from '../attributes.ts';
import { pointerSpace } from '../llvm/types.ts';
import { accessOf } from '../unknown/accesses.ts';
import { isMemory } from '../value-types.ts';
import type { FlowingOperation } from './slice.ts';

/** Operations whose first operand is the memory that their result is in. */
const LEADS_ON =
  /^memref\.(?:subview|view|cast|memory_space_cast|expand_shape|collapse_shape|reinterpret_cast|assume_alignment|transpose|extract_strided_metadata)$|fat_raw_buffer_cast$|buffer_resource_cast$|swizzle_hint$|padding_hint$|^llvm\.(?:getelementptr|addrspacecast|bitcast)$|^rocdl\.make\.buffer\.rsrc$|^stream\.binding\.subspan$|^builtin\.unrealized_conversion_cast$|^util\.optimization_barrier$/;
const OWN = /^memref\.(?:alloca?|get_global)$|^llvm\.(?:alloca|mlir\.addressof)$/;

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
    if (this.#parameters.has(value) || (op !== undefined && OWN.test(op.name))) {
      roots.add(op === undefined ? value : op);
      return [];
    }
    const carried = this.#sources.get(value);
    if (carried !== undefined) return carried;
    if (op === undefined) return undefined;
    if (op.name === 'hal.interface.binding.subspan') {
      roots.add(integerOf(op, 'binding'));
      return [];
    }
    if (/^(?:arith|llvm)\.select$/.test(op.name)) return op.operands.slice(1).filter(isAddress);
    return LEADS_ON.test(op.name) ? op.operands.slice(0, 1) : undefined;
  }
}
