/**
 * Gives all that is derived of a memref the types that follow from a new one: views are made again, everything else just
 * gets the new operand.
 *
 *     %p = memref.subview %padded ... : ... to memref<4x32x64xf32, strided<[2112, 66, 1]>>
 *     %e = memref.expand_shape %p ... into memref<4x2x16x8x8xf32, strided<[2112, 1056, 66, 8, 1]>>
 *
 * First `propagationFault` says whether every view has a type then; nothing is changed before. Source: iree-org/iree
 * @b48a5955 `Utils.cpp` (canReplaceMemrefUsesAndPropagateType, replaceMemrefUsesAndPropagateType).
 */
import { createOperation } from '../../../ir/build.ts';
import type { Operation, Value } from '../../../ir/ir.ts';
import { type MemRefType, resolveType, type Type } from '../../../ir/types.ts';
import { factsOf } from '../../../rows/facts.ts';
import { memrefOf } from '../../memref-types.ts';
import { resultOf, type Rewriter } from '../../rewriter.ts';
import { isTypedView, viewType } from './view-types.ts';

/** True for an operation that hands values to what is around it: the type of its operand is that of something else. */
function isReturnLike(op: Operation): boolean {
  const { control } = factsOf(op);
  return control === 'return' || control === 'yield';
}

/** The user that cannot follow a change of type; `undefined` when all can. */
export function propagationFault(
  value: Value,
  type: MemRefType,
  rewriter: Rewriter,
): Operation | undefined {
  const pending: [Value, MemRefType][] = [[value, type]];
  for (let entry = pending.pop(); entry !== undefined; entry = pending.pop()) {
    const [original, changed] = entry;
    if (sameType(original.type, changed)) continue;
    for (const user of rewriter.usersOf(original)) {
      if (isReturnLike(user)) return user;
      if (!isTypedView(user)) continue;
      const [result] = user.results;
      const derived = viewType(user, changed);
      if (derived === undefined || result === undefined) return user;
      pending.push([result, derived]);
    }
  }
  return undefined;
}

/** Replaces a memref by one of another type. `propagationFault` has found nothing. */
export function replaceAndPropagate(from: Value, to: Value, rewriter: Rewriter): void {
  const pending: [Value, Value][] = [[from, to]];
  const replaced: Operation[] = [];
  for (let entry = pending.pop(); entry !== undefined; entry = pending.pop()) {
    const [original, replacement] = entry;
    const type = memrefOf(replacement);
    if (type !== undefined && !sameType(original.type, type)) {
      for (const user of rewriter.usersOf(original)) {
        const derived = viewType(user, type);
        const [result] = user.results;
        if (derived === undefined || result === undefined) continue;
        // A cast to the type that its source has now does nothing.
        const isNoCast = user.name === 'memref.cast' && sameType(result.type, derived);
        pending.push([
          result,
          isNoCast ? replacement : remade(user, replacement, derived, rewriter),
        ]);
        replaced.push(user);
      }
    }
    rewriter.replaceAllUses(original, replacement, (user) => !replaced.includes(user));
  }
  for (const user of replaced.toReversed()) {
    if (user.results.every((result) => rewriter.useCount(result) === 0)) rewriter.erase(user);
  }
}

function remade(view: Operation, source: Value, type: MemRefType, rewriter: Rewriter): Value {
  const result = resultOf(view);
  const copy = createOperation(view.name, {
    operands: [source, ...view.operands.slice(1)],
    results: [[result.name, type]],
    attributes: view.attributes,
    syntax: view.syntax === 'generic' ? 'generic' : 'custom',
    span: view.span,
  });
  return resultOf(rewriter.insertBefore(view, copy));
}

/** Whether two types are the same, however aliases spell them. */
function sameType(a: Type, b: Type): boolean {
  const [one, other] = [resolveType(a), resolveType(b)];
  if (one === other) return true;
  return one.kind === 'memref' && other.kind === 'memref' && keyOf(one) === keyOf(other);
}

function keyOf({ layout, ...type }: MemRefType): string {
  const alike = layout === undefined ? {} : { layout: { ...layout, alias: undefined } };
  const plain = (_: string, value: unknown): unknown =>
    typeof value === 'bigint' ? String(value) : value === undefined ? null : value;
  return JSON.stringify({ ...type, shape: type.shape, ...alike }, plain);
}
