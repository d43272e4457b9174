/**
 * Loads and stores through pointers, whole, masked, and of bytes.
 *
 *     %p = llvm.getelementptr %tile[%i] : (!llvm.ptr<3>, i64) -> !llvm.ptr<3>, f16
 *     %v = llvm.load %p : !llvm.ptr<3> -> vector<8xf16>          one read of 16 bytes per lane at tile + 2 i
 */
import { integerElement } from '../elements.ts';
import type { Operation, Value } from '../../ir/ir.ts';
import { constantOf } from '../../rows/facts.ts';
import { integerOf } from '../attributes.ts';

import type { LowerOperation, Lowering } from '../lowering.ts';
import { maskedInstruction } from '../element-masks.ts';
import { elementCount } from '../value-types.ts';
import {
  loadThrough,
  pointerTo,
  prepareAccess,
  prepareAccesses,
  storeThrough,
} from './through-pointer.ts';
import { type Scalars, scalarOf } from './types.ts';
import { copyRegisters } from '../wide.ts';
import { takes } from '../take.ts';

const BYTE = integerElement(8);

const load = takes(1, 1, ([pointer, result], lowering, op) => {
  const at = pointerTo(op, lowering, pointer);
  const accesses = at && prepareAccesses(op, lowering, at.space, result.type, 'read');
  if (at === undefined || accesses === undefined) return;
  const to = lowering.data(result);
  lowering.emit((wave) => loadThrough(wave, at, accesses, to));
});

const store = takes(2, 0, ([value, pointer], lowering, op) => {
  const at = pointerTo(op, lowering, pointer);
  const accesses = at && prepareAccesses(op, lowering, at.space, value.type, 'write');
  if (at === undefined || accesses === undefined) return;
  const from = lowering.data(value);
  lowering.emit((wave) => storeThrough(wave, at, accesses, from));
});

/** `llvm.intr.masked.load(pointer, mask, otherwise)` and `masked.store(value, pointer, mask)`. */
const maskedLoad = takes(2, 1, ([pointer, mask, result], lowering, op) => {
  const otherwise = op.operands[2];
  const at = pointerTo(op, lowering, pointer);
  if (at === undefined || !fitsMask(lowering, mask, result)) return;
  if (otherwise !== undefined && !fitsMask(lowering, mask, otherwise)) return;
  const count = elementCount(result.type);
  const instruction = maskedInstruction(mask, count);
  const accesses = prepareAccesses(op, lowering, at.space, result.type, 'read', instruction);
  if (accesses === undefined) return;
  const [wanted, to] = lowering.slots(mask, result);
  const other = otherwise === undefined ? undefined : lowering.data(otherwise);
  lowering.emit((wave) => {
    if (other === undefined) wave.values(to).fill(0);
    else copyRegisters(wave, other, 0, to, 0, count);
    loadThrough(wave, at, accesses, to, wave.values(wanted));
  });
});

const maskedStore = takes(3, 0, ([value, pointer, mask], lowering, op) => {
  const at = pointerTo(op, lowering, pointer);
  if (at === undefined || !fitsMask(lowering, mask, value)) return;
  const instruction = maskedInstruction(mask, elementCount(value.type));
  const accesses = prepareAccesses(op, lowering, at.space, value.type, 'write', instruction);
  if (accesses === undefined) return;
  const [from, wanted] = lowering.slots(value, mask);
  lowering.emit((wave) => storeThrough(wave, at, accesses, from, wave.values(wanted)));
});

function fitsMask(lowering: Lowering, mask: Value, value: Value): boolean {
  if (elementCount(mask.type) === elementCount(value.type) && scalarOf(value.type)) return true;
  lowering.mismatch('a mask for its vector', 'another');
  return false;
}

/** Bytes that one `memcpy` or `memset` moves in a lane. */
const MOST_COPIED = 4096;

/** The bytes that an operation moves in a lane; reports what is not a constant, or too many. */
function lengthOf(op: Operation, lowering: Lowering): Scalars | undefined {
  const [, , size] = op.operands;
  const length = integerOf(op, 'len') ?? (size && constantOf(size));
  if (length === undefined || !(length >= 0 && length <= MOST_COPIED) || BYTE === undefined)
    return lowering.unsupported('this length');
  return { element: BYTE, count: length };
}

/** `memcpy` and `memmove` of a constant length: one read and one write of the bytes. */
const copyMemory = takes(2, 0, ([to, from], lowering, op) => {
  const bytes = lengthOf(op, lowering);
  const [into, source] = [pointerTo(op, lowering, to), pointerTo(op, lowering, from)];
  if (bytes === undefined || into === undefined || source === undefined) return;
  if (bytes.count === 0) return lowering.emit(() => {});
  const reads = prepareAccess(op, lowering, source.space, bytes, 'read');
  const writes = prepareAccess(op, lowering, into.space, bytes, 'write');
  if (reads === undefined || writes === undefined) return;
  const buffer = lowering.newData(bytes.count);
  lowering.emit((wave) => {
    loadThrough(wave, source, [reads], buffer);
    if (wave.state === 'running') storeThrough(wave, into, [writes], buffer);
  });
});

const setMemory = takes(2, 0, ([to, value], lowering, op) => {
  const bytes = lengthOf(op, lowering);
  const into = pointerTo(op, lowering, to);
  if (bytes === undefined || into === undefined) return;
  if (bytes.count === 0) return lowering.emit(() => {});
  const writes = prepareAccess(op, lowering, into.space, bytes, 'write');
  if (writes === undefined) return;
  const from = lowering.data(value);
  const buffer = lowering.newData(bytes.count);
  lowering.emit((wave) => {
    for (let i = 0; i < bytes.count; i++) copyRegisters(wave, from, 0, buffer, i, 1);
    storeThrough(wave, into, [writes], buffer);
  });
});

export const llvmMemory: Readonly<Record<string, LowerOperation>> = {
  'llvm.load': load,
  'llvm.store': store,
  'llvm.intr.masked.load': maskedLoad,
  'llvm.intr.masked.store': maskedStore,
  'llvm.intr.memcpy': copyMemory,
  'llvm.intr.memcpy.inline': copyMemory,
  'llvm.intr.memmove': copyMemory,
  'llvm.intr.memset': setMemory,
  'llvm.intr.memset.inline': setMemory,
};
