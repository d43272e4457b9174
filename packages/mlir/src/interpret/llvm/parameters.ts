/**
 * Parameters of kernels that take pointers. LLVM has two conventions for a memref: its bare pointer, or its descriptor
 * decomposed,
 *
 *     memref<8x16xf32>    (ptr)    or    (ptr, ptr, i64, i64, i64, i64, i64): allocated and aligned pointer, offset,
 *                                        two sizes, two strides
 *
 * where both pointers are one buffer of the launch. The kernel shows it: it puts the parameters back into a
 * descriptor. Of its numbers only those that something reads must be given; the offset is 0 otherwise.
 */
import { append, diagnose, messages } from '@ldscope/core';
import type { Operation, Value } from '../../ir/ir.ts';
import { resolveType } from '../../ir/types.ts';
import { walk } from '../../ir/walk.ts';
import { integersOf, symbolOf } from '../attributes.ts';
import type { Lowering } from '../lowering.ts';
import { allocateGlobals } from './addresses.ts';
import { isFlat } from './pointers.ts';
import { pointerSpace } from './types.ts';

/** True for a pointer to a buffer of the launch. */
export function isPointer(value: Value): boolean {
  const space = pointerSpace(value.type);
  return space !== undefined && isFlat(space);
}

/** The uses of each value inside a function. */
function usesIn(kernel: Operation): Map<Value, Operation[]> {
  const uses = new Map<Value, Operation[]>();
  for (const op of walk([kernel])) {
    for (const value of [...op.operands, ...op.successors.flatMap(({ operands }) => operands)])
      append(uses, value, op);
  }
  return uses;
}

/** Pointers that stand for the same buffer as the pointer before: the second ones of descriptors. */
export function alignedPointers(kernel: Operation): ReadonlySet<Value> {
  const parameters = kernel.regions[0]?.blocks[0]?.arguments ?? [];
  const pointers = parameters.filter(isPointer);
  if (pointers.length === 0) return new Set();
  const uses = usesIn(kernel);
  const pairs: { readonly aligned: Value; readonly shown: boolean }[] = [];
  for (let i = 0; i < parameters.length; i++) {
    const [first, second] = parameters.slice(i, i + 2);
    if (first === undefined || second === undefined) continue;
    const numbers = numbersFrom(parameters, i + 2);
    if (!isPointer(first) || !isPointer(second) || numbers % 2 === 0) continue;
    const inserted =
      isInserted(uses.get(first), first, 0) && isInserted(uses.get(second), second, 1);
    // Where nothing is left of the descriptor, the aligned pointer alone is used.
    if (!inserted && uses.has(first)) continue;
    pairs.push({ aligned: second, shown: inserted || numbers >= 3 });
    i++;
  }
  const all = pairs.length > 1 && 2 * pairs.length === pointers.length;
  return new Set(pairs.filter(({ shown }) => shown || all).map(({ aligned }) => aligned));
}

function numbersFrom(parameters: readonly Value[], start: number): number {
  let count = 0;
  while (isLong(parameters[start + count])) count++;
  return count;
}

function isLong(value: Value | undefined): boolean {
  const type = value && resolveType(value.type);
  return type?.kind === 'integer' && type.width === 64;
}

function isInserted(uses: readonly Operation[] | undefined, value: Value, at: number): boolean {
  return (uses ?? []).some(
    (op) =>
      op.name === 'llvm.insertvalue' &&
      op.operands[1] === value &&
      integersOf(op, 'position').join() === `${at}`,
  );
}

/** True when something reads a parameter; putting it into a descriptor whose part is never read does not. */
export function isRead(kernel: Operation, parameter: Value): boolean {
  const uses = usesIn(kernel);
  const seen = new Set<string>();
  const reads = (value: Value, position: string): boolean => {
    const key = `${value.name}#${value.index} ${position}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return (uses.get(value) ?? []).some((op) => {
      const own = integersOf(op, 'position').join();
      const [result] = op.results;
      if (op.name === 'llvm.insertvalue' && result !== undefined) {
        if (op.operands[1] === value) return reads(result, [own, position].filter(Boolean).join());
        return own !== position && reads(result, position);
      }
      if (op.name === 'llvm.extractvalue' && position !== '') {
        return own === position && result !== undefined && uses.has(result);
      }
      return !(op.name === 'builtin.unrealized_conversion_cast' && isStaticMemref(result));
    });
  };
  return reads(parameter, '');
}

/** A memref whose type says all that a descriptor would. */
function isStaticMemref(value: Value | undefined): boolean {
  const type = value && resolveType(value.type);
  if (type?.kind !== 'memref' || type.shape === undefined) return false;
  const strides = type.layout?.kind === 'strided' ? type.layout.strides : [];
  return ![...type.shape, ...strides].includes(undefined);
}

/** True for the offset of a descriptor, which is 0 unless the launch specifies otherwise. */
export function isOffset(kernel: Operation, position: number): boolean {
  const parameters = kernel.regions[0]?.blocks[0]?.arguments ?? [];
  const before = parameters[position - 1];
  return before !== undefined && alignedPointers(kernel).has(before);
}

/** Gives a pointer parameter the address of its buffer. */
export function lowerPointer(parameter: Value, number: number, lowering: Lowering): void {
  const address = lowering.pointers.bufferAddress(number, lowering.binding(number));
  if (address === undefined) {
    const message = messages.execute.unsupported('a kernel', 'this number of buffers');
    lowering.diagnostics.push(diagnose(message));
    return;
  }
  lowering.emitFill(parameter, address);
}

/** Looks over a kernel and what it calls for what pointers may lead to, before anything is lowered. */
export function preparePointers(kernel: Operation, lowering: Lowering): void {
  const names = new Set<string>();
  const functions = [kernel];
  for (const op of functions) {
    for (const inner of walk([op])) {
      if (inner.name === 'llvm.mlir.addressof')
        names.add(symbolOf(inner.attributes.get('global_name')) ?? '');
      const operand = inner.operands[0];
      const space = operand && pointerSpace(operand.type);
      const toFlat = inner.name === 'llvm.addrspacecast' && space === 3;
      if (toFlat) lowering.pointers.flatLds = true;
      const callee = symbolOf(inner.attributes.get('callee'));
      const called = callee === undefined ? undefined : lowering.symbols.get(callee);
      if (called !== undefined && !functions.includes(called)) functions.push(called);
    }
  }
  allocateGlobals(lowering, names);
}
