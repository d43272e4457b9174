/**
 * Values that are the same memory: what views, loops, conditions and selections connect.
 *
 *     %v = memref.subview %a ...                               %v and %a
 *     scf.for ... iter_args(%x = %a, %y = %b) { scf.yield %y, %x }      %a, %b, %x, %y and the results of the loop
 */
import type { Operation, Value } from '../ir/ir.ts';

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
  if (op === undefined || op.regions.length + op.operands.length === 0) return undefined;
  const [body, second] = op.regions.map(({ blocks }) => blocks[0]);
  const yielded = body?.operations.at(-1)?.operands ?? [];
  const again = second?.operations.at(-1)?.operands ?? [];
  const some = (...values: readonly (Value | undefined)[]): readonly Value[] =>
    values.filter((one) => one !== undefined);
  const isArgument = value.definition === undefined;
  switch (op.name) {
    case 'scf.for': {
      const i = isArgument ? (body?.arguments.indexOf(value) ?? 0) - 1 : op.results.indexOf(value);
      return some(op.operands[i + 3], yielded[i]);
    }
    case 'scf.if': {
      const i = op.results.indexOf(value);
      return some(yielded[i], again[i]);
    }
    case 'scf.while': {
      const first = body?.arguments.indexOf(value) ?? -1;
      if (first >= 0) return some(op.operands[first], again[first]);
      const i = isArgument ? (second?.arguments.indexOf(value) ?? 0) : op.results.indexOf(value);
      return some(yielded[i + 1]);
    }
    case 'arith.select':
      return some(op.operands[1], op.operands[2]);
    default:
      return undefined;
  }
}
