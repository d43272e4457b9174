/**
 * Values that are the same memory: what views, loops, conditions and selections connect.
 *
 *     %v = memref.subview %a ...                               %v and %a
 *     scf.for ... iter_args(%x = %a, %y = %b) { scf.yield %y, %x }      %a, %b, %x, %y and the results of the loop
 */
import type { Operation, Value } from '../ir/ir.ts';
import { factsOf } from '../rows/facts.ts';
import { passedBy } from '../rows/regions.ts';

/** Groups by union-find; `isMember` says which values are memory that counts. */
export class MemoryGroups {
  readonly #parents = new Map<Value, Value>();
  readonly #isMember: (value: Value) => boolean;

  constructor(isMember: (value: Value) => boolean) {
    this.#isMember = isMember;
  }

  /** Adds a value, connected with what control flow makes it of. */
  enter(value: Value, ownerOf: (argument: Value) => Operation | undefined): void {
    if (!this.#isMember(value)) return;
    this.find(value);
    for (const source of inflows(value, ownerOf) ?? []) this.join(source, value);
  }

  join(a: Value | undefined, b: Value | undefined): void {
    if (a === undefined || b === undefined || !this.#isMember(a) || !this.#isMember(b)) return;
    const [one, other] = [this.find(a), this.find(b)];
    if (one !== other) this.#parents.set(other, one);
  }

  /** The value that stands for a group. */
  find(value: Value): Value {
    let root = value;
    for (;;) {
      const parent = this.#parents.get(root);
      if (parent === undefined) this.#parents.set(root, root);
      if (parent === undefined || parent === root) break;
      root = parent;
    }
    this.#parents.set(value, root);
    return root;
  }

  members(key: Value): readonly Value[] {
    return [...this.#parents.keys()].filter((value) => this.find(value) === key);
  }
}

/** The memrefs that a value may be, where control flow decides; `undefined` when it is defined once. */
export function inflows(
  value: Value,
  ownerOf: (argument: Value) => Operation | undefined,
): readonly Value[] | undefined {
  const op = value.definition ?? ownerOf(value);
  if (op === undefined) return undefined;
  if (factsOf(op).index === 'choice') return op.operands.slice(1);
  return passedBy(op).find(([target]) => target === value)?.[1];
}
