/**
 * Loads and stores through pointers, whole, masked, and of bytes.
 *
 *     %p = llvm.getelementptr %tile[%i] : (!llvm.ptr<3>, i64) -> !llvm.ptr<3>, f16
 *     %v = llvm.load %p : !llvm.ptr<3> -> vector<8xf16>          one read of 16 bytes per lane at tile + 2 i
 */
import type { Value } from '../../ir/ir.ts';
import { integerOf } from '../attributes.ts';
import { elementType, type ElementType } from '../elements.ts';
import { elementCount, type LowerOperation, type Lowering } from '../lowering.ts';
import { constantOf } from './addresses.ts';
import {
  accessedSpace,
  loadPiece,
  prepareAccess,
  prepareAccesses,
  storePiece,
  throughPointer,
} from './through-pointer.ts';
import { scalarOf } from './types.ts';
import { copyRegisters } from '../wide.ts';
import { takes } from '../take.ts';

const BYTE: ElementType | undefined = elementType({
  kind: 'integer',
  width: 8,
  signedness: 'signless',
});

const load = takes(1, 1, ([pointer, result], lowering, op) => {
  const space = accessedSpace(lowering, pointer);
  if (space === undefined) return;
  const accesses = prepareAccesses(op, lowering, space, result.type, 'read');
  if (accesses === undefined) return;
  const [slot, to] = lowering.slots(pointer, result);
  lowering.emit((wave) => {
    for (const access of accesses) {
      throughPointer(wave, lowering, access, space, slot, op.name, (operation, view, bytes) =>
        loadPiece(wave, access, operation, view, bytes, to),
      );
    }
  });
});

const store = takes(2, 0, ([value, pointer], lowering, op) => {
  const space = accessedSpace(lowering, pointer);
  if (space === undefined) return;
  const accesses = prepareAccesses(op, lowering, space, value.type, 'write');
  if (accesses === undefined) return;
  const [from, slot] = lowering.slots(value, pointer);
  lowering.emit((wave) => {
    for (const access of accesses) {
      throughPointer(wave, lowering, access, space, slot, op.name, (operation, view, bytes) =>
        storePiece(wave, access, operation, view, bytes, from),
      );
    }
  });
});

/** `llvm.intr.masked.load(pointer, mask, otherwise)` and `masked.store(value, pointer, mask)`. */
const maskedLoad = takes(2, 1, ([pointer, mask, result], lowering, op) => {
  const otherwise = op.operands[2];
  const space = accessedSpace(lowering, pointer);
  if (space === undefined || !fitsMask(lowering, mask, result)) return;
  if (otherwise !== undefined && !fitsMask(lowering, mask, otherwise)) return;
  const accesses = prepareAccesses(op, lowering, space, result.type, 'read');
  if (accesses === undefined) return;
  const [slot, wanted, to] = lowering.slots(pointer, mask, result);
  const other = otherwise === undefined ? undefined : lowering.data(otherwise);
  const count = elementCount(result.type);
  lowering.emit((wave) => {
    if (other === undefined) wave.values(to).fill(0);
    else copyRegisters(wave, other, 0, to, 0, count);
    for (const access of accesses) {
      throughPointer(wave, lowering, access, space, slot, op.name, (operation, view, bytes) =>
        loadPiece(wave, access, operation, view, bytes, to, wave.values(wanted)),
      );
    }
  });
});

const maskedStore = takes(3, 0, ([value, pointer, mask], lowering, op) => {
  const space = accessedSpace(lowering, pointer);
  if (space === undefined || !fitsMask(lowering, mask, value)) return;
  const accesses = prepareAccesses(op, lowering, space, value.type, 'write');
  if (accesses === undefined) return;
  const [from, slot, wanted] = lowering.slots(value, pointer, mask);
  lowering.emit((wave) => {
    for (const access of accesses) {
      throughPointer(wave, lowering, access, space, slot, op.name, (operation, view, bytes) =>
        storePiece(wave, access, operation, view, bytes, from, wave.values(wanted)),
      );
    }
  });
});

function fitsMask(lowering: Lowering, mask: Value, value: Value): boolean {
  if (elementCount(mask.type) === elementCount(value.type) && scalarOf(value.type)) return true;
  lowering.mismatch('a mask for its vector', 'another');
  return false;
}

/** Bytes that one `memcpy` or `memset` moves in a lane. */
const MOST_COPIED = 4096;

/** `memcpy` and `memmove` of a constant length: one read and one write of the bytes. */
const copyMemory = takes(2, 0, ([to, from], lowering, op) => {
  const size = op.operands[2];
  const length = integerOf(op, 'len') ?? (size && constantOf(size));
  const spaces = [to, from].map((pointer) => pointer && accessedSpace(lowering, pointer));
  const [into, source] = spaces;
  if (into === undefined || source === undefined) return;
  if (length === undefined || !(length >= 0 && length <= MOST_COPIED) || BYTE === undefined)
    return lowering.unsupported('this length');
  if (length === 0) {
    lowering.emit(() => {});
    return;
  }
  const scalars = { element: BYTE, count: length };
  const leaf = { register: 0, offsetBytes: 0 };
  const reads = prepareAccess(op, lowering, source, scalars, 'read', leaf);
  const writes = prepareAccess(op, lowering, into, scalars, 'write', leaf);
  if (reads === undefined || writes === undefined) return;
  const [target, origin] = lowering.slots(to, from);
  const buffer = lowering.newData(length);
  lowering.emit((wave) => {
    throughPointer(wave, lowering, reads, source, origin, op.name, (operation, view, bytes) =>
      loadPiece(wave, reads, operation, view, bytes, buffer),
    );
    if (wave.state !== 'running') return;
    throughPointer(wave, lowering, writes, into, target, op.name, (operation, view, bytes) =>
      storePiece(wave, writes, operation, view, bytes, buffer),
    );
  });
});

const setMemory = takes(2, 0, ([to, value], lowering, op) => {
  const size = op.operands[2];
  const length = integerOf(op, 'len') ?? (size && constantOf(size));
  const into = accessedSpace(lowering, to);
  if (into === undefined) return;
  if (length === undefined || !(length >= 1 && length <= MOST_COPIED) || BYTE === undefined)
    return lowering.unsupported('this length');
  const leaf = { register: 0, offsetBytes: 0 };
  const writes = prepareAccess(op, lowering, into, { element: BYTE, count: length }, 'write', leaf);
  if (writes === undefined) return;
  const [target, from] = lowering.slots(to, value);
  const buffer = lowering.newData(length);
  lowering.emit((wave) => {
    for (let i = 0; i < length; i++) copyRegisters(wave, from, 0, buffer, i, 1);
    throughPointer(wave, lowering, writes, into, target, op.name, (operation, view, bytes) =>
      storePiece(wave, writes, operation, view, bytes, buffer),
    );
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
