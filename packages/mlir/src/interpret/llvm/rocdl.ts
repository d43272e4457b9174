/** `rocdl`: who a lane is, buffers with a resource, and loads that go to LDS without passing registers. */
import { integerElement } from '../elements.ts';
import { messages } from '@ldscope/core';
import type { Operation, Value } from '../../ir/ir.ts';
import { constantOf } from '../../rows/facts.ts';
import { integerOf } from '../attributes.ts';
import type { WaitsFor } from '../hazards/copies.ts';

import type { LowerOperation, Lowering } from '../lowering.ts';
import { asyncInstruction, type CopyOperation, copyToLds, slotsFrom } from '../ops/amdgpu.ts';
import { firstLane, type MemRefRegister } from '../registers.ts';
import type { Wave } from '../wave.ts';
import { loadPiece, prepareAccess, resourceView, storePiece } from './through-pointer.ts';
import { eachMemory, isFlat, viewOf } from './pointers.ts';
import { pointerSpace, registersOf, RESOURCE_REGISTERS, scalarOf } from './types.ts';
import { takes } from '../take.ts';

const BYTE = integerElement(8);
const MOST_VALID = 2 ** 32 - 1;

/** A pointer with bounds: loads beyond give 0, stores are dropped. */
const makeResource = takes(4, 1, ([base, stride, valid, flags, result], lowering) => {
  const space = pointerSpace(result.type);
  const flat = pointerSpace(base.type);
  if ((space !== 7 && space !== 8) || flat === undefined || !isFlat(flat))
    return lowering.unsupported('these types of pointer');
  const parts = [base, stride, valid, flags].map((value) => lowering.data(value));
  const to = lowering.data(result);
  lowering.emit((wave) => {
    const { lanes } = wave;
    const out = wave.values(to);
    for (const [i, slot] of parts.entries())
      out.set(wave.values(slot).subarray(0, lanes), i * lanes);
    for (let lane = 2 * lanes; lane < 3 * lanes; lane++) {
      const bytes = out[lane] ?? 0;
      out[lane] = bytes < 0 ? bytes + 2 ** 32 : Math.min(bytes, MOST_VALID);
    }
    if (registersOf(result.type) > RESOURCE_REGISTERS) out.fill(0, RESOURCE_REGISTERS * lanes);
  });
});

/** The bytes that a wave accesses in a buffer; `undefined` after a failure. */
export type BufferView = (wave: Wave) => MemRefRegister | undefined;

/** The operands of a buffer access: resource, offset of each lane, offset of the wave. */
export function resourceOperands(
  op: Operation,
  lowering: Lowering,
  [resource, offset, waveOffset]: readonly (Value | undefined)[],
): BufferView | undefined {
  if (resource === undefined || offset === undefined || waveOffset === undefined) return undefined;
  if (pointerSpace(resource.type) !== 8)
    return lowering.mismatch('a buffer resource', 'another value');
  const [from, each, all] = lowering.slots(resource, offset, waveOffset);
  return (wave) => {
    const offsets = wave.values(each).slice();
    const shift = wave.values(all);
    for (let lane = 0; lane < wave.lanes; lane++) {
      offsets[lane] = ((offsets[lane] ?? 0) >>> 0) + ((shift[lane] ?? 0) >>> 0);
    }
    return BYTE && resourceView(wave, lowering, from, offsets, BYTE, op.name);
  };
}

/** Emits a step that moves a value between its slot and a buffer. */
function emitBufferAccess(
  op: Operation,
  lowering: Lowering,
  value: Value,
  operands: readonly Value[],
  direction: 'read' | 'write',
): void {
  const scalars = scalarOf(value.type);
  const at = resourceOperands(op, lowering, operands);
  if (at === undefined) return;
  const piece = scalars && prepareAccess(op, lowering, 8, scalars, direction);
  const access = piece?.global;
  if (piece === undefined || access === undefined)
    return lowering.unsupported('a value of this type');
  const slot = lowering.data(value);
  const move = direction === 'read' ? loadPiece : storePiece;
  lowering.emit((wave) => {
    const view = at(wave);
    if (view === undefined) return;
    const typed = { ...view, element: piece.element };
    move(wave, piece, { access, view: typed, addresses: view.offsetBytes }, slot);
  });
}

const bufferLoad = takes(0, 1, ([result], lowering, op) =>
  emitBufferAccess(op, lowering, result, op.operands, 'read'),
);

const bufferStore = takes(1, 0, ([value], lowering, op) =>
  emitBufferAccess(op, lowering, value, op.operands.slice(1), 'write'),
);

/** Registers a copy to LDS; `undefined` for sizes that hardware has not. */
function prepareCopy(
  op: Operation,
  lowering: Lowering,
  buffer: boolean,
  bytes: number | undefined,
  waitsFor: WaitsFor,
): CopyOperation | undefined {
  const opcode = bytes === undefined ? undefined : asyncInstruction(buffer, bytes);
  if (bytes === undefined || opcode === undefined) {
    const { noTransfer, unsupported } = messages.execute;
    return lowering.refuse(
      bytes === undefined
        ? unsupported(op.name, 'a transfer of unknown size')
        : noTransfer(op.name, bytes),
    );
  }
  const site = lowering.site(op, 'async', bytes, { opcode });
  const globalSource = lowering.globalSource(op, 'load', bytes, opcode);
  return { name: op.name, site, globalSource, bytes, waitsFor };
}

/** Copies to LDS from where the pointer of the first active lane leads. */
function copyAt(
  wave: Wave,
  lowering: Lowering,
  copy: CopyOperation,
  input: MemRefRegister,
  target: number,
  offset: number,
): void {
  if (BYTE === undefined) return;
  const base = (wave.values(target)[Math.max(0, firstLane(wave.mask))] ?? 0) + offset;
  const places = new Float64Array(wave.lanes).fill(base);
  const output = viewOf(wave, wave.workgroup.lds, lowering.lds.objects, BYTE, places);
  const sources = input.offsetBytes.map((byte) => byte + offset);
  copyToLds(wave, copy, input, sources, output, slotsFrom(wave, base, copy.bytes));
}

/** A number that an operation has, or that its intrinsic gets as an operand. */
function immediateOf(op: Operation, name: string, at: number): number | undefined {
  const operand = op.operands[at];
  return integerOf(op, name) ?? (operand && constantOf(operand));
}

/**
 * `load.to.lds`, `global.load.lds` and their asynchronous forms, which the compiler does not follow: the immediate offset counts on
 * both sides.
 */
const loadToLds = (waitsFor: WaitsFor): LowerOperation =>
  takes(2, 0, ([source, target], lowering, op) => {
    const space = pointerSpace(source.type);
    const isSource = space !== undefined && (isFlat(space) || space === 7);
    if (!isSource || pointerSpace(target.type) !== 3)
      return lowering.mismatch('a copy into LDS', 'another direction');
    const copy = prepareCopy(op, lowering, space === 7, immediateOf(op, 'size', 2), waitsFor);
    if (copy === undefined) return;
    const offset = immediateOf(op, 'offset', 3) ?? 0;
    const [from, to] = lowering.slots(source, target);
    lowering.emit((wave) => {
      if (BYTE === undefined) return;
      if (space === 7) {
        const offsets = wave.values(from).subarray(RESOURCE_REGISTERS * wave.lanes);
        const view = resourceView(wave, lowering, from, offsets, BYTE, op.name);
        if (view !== undefined) copyAt(wave, lowering, copy, view, to, offset);
        return;
      }
      const addresses = wave.values(from);
      const { pointers, lds } = lowering;
      eachMemory(wave, pointers, lds.objects, space, addresses, BYTE, op.name, (view) => {
        if (view.memory.space === 'global') copyAt(wave, lowering, copy, view, to, offset);
        else wave.fail(messages.execute.unsupported(op.name, 'a source outside of global memory'));
      });
    });
  });

/** `raw.ptr.buffer.load.lds(resource, target, size, offset, wave offset, immediate, aux)`. */
const bufferLoadToLds =
  (waitsFor: WaitsFor): LowerOperation =>
  (op, lowering) => {
    const [resource, target, size, offset, waveOffset, immediate] = op.operands;
    const at = resourceOperands(op, lowering, [resource, offset, waveOffset]);
    if (target === undefined || size === undefined || at === undefined) return;
    const copy = prepareCopy(op, lowering, true, constantOf(size), waitsFor);
    const shift = immediate === undefined ? 0 : constantOf(immediate);
    if (copy === undefined) return;
    if (shift === undefined || pointerSpace(target.type) !== 3)
      return lowering.unsupported('this form');
    const to = lowering.data(target);
    lowering.emit((wave) => {
      const view = at(wave);
      if (view !== undefined) copyAt(wave, lowering, copy, view, to, shift);
    });
  };

export const rocdl: Readonly<Record<string, LowerOperation>> = {
  'rocdl.make.buffer.rsrc': makeResource,
  'rocdl.raw.ptr.buffer.load': bufferLoad,
  'rocdl.raw.ptr.buffer.store': bufferStore,
  'rocdl.raw.ptr.buffer.load.lds': bufferLoadToLds('compiler'),
  'rocdl.load.to.lds': loadToLds('compiler'),
  'rocdl.global.load.lds': loadToLds('compiler'),
  'rocdl.raw.ptr.buffer.load.async.lds': bufferLoadToLds('program'),
  'rocdl.load.async.to.lds': loadToLds('program'),
  'rocdl.global.load.async.lds': loadToLds('program'),
};
