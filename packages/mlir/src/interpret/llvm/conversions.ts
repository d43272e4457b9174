/**
 * `builtin.unrealized_conversion_cast`: values between two dialects while a module is lowered step by step.
 *
 *     memref<32x64xf16, 3> -> !llvm.struct<(ptr<3>, ptr<3>, i64, array<2 x i64>, array<2 x i64>)>
 *
 * A memref becomes its descriptor or its pointer and the reverse; numbers keep their bits (`index` is `i64`, small
 * floats are integers of their width in the `llvm` dialect).
 */
import { messages } from '@ldscope/core';
import type { Operation, Value } from '../../ir/ir.ts';
import type { Type } from '../../ir/types.ts';
import type { LowerOperation, Lowering } from '../lowering.ts';
import { elementCount, isMemory } from '../value-types.ts';
import { allocationBase, denseStrides, memrefType, stridesOf, uniform } from '../ops/memref.ts';
import { isActive, type MemRefRegister } from '../registers.ts';
import type { Wave } from '../wave.ts';
import { resourceView } from './through-pointer.ts';
import { eachMemory, isFlat } from './pointers.ts';
import {
  bitsOf,
  memberOf,
  pointerSpace,
  registersOf,
  RESOURCE_REGISTERS,
  scalarOf,
} from './types.ts';
import { bitMove } from './bits.ts';
import { copyRegisters } from '../wide.ts';
import { takes } from '../take.ts';

const conversion = takes(1, 1, ([source, result], lowering, op) => {
  if (op.operands.length !== 1) return lowering.unsupported('several values');
  const [from, into] = [isMemory(source.type), isMemory(result.type)];
  if (from && into) lowering.emitView(source, result, (view) => view);
  else if (from) toPointer(op, lowering, source, result);
  else if (into) toMemref(op, lowering, source, result);
  else moveBits(lowering, source, result);
});

function moveBits(lowering: Lowering, source: Value, result: Value): void {
  const [from, into] = [scalarOf(source.type), scalarOf(result.type)];
  const [slot, to] = lowering.slots(source, result);
  const [wanted, found] = [elementCount(result.type), elementCount(source.type)];
  if (from?.element.float === into?.element.float && wanted === found) {
    lowering.emit((wave) => copyRegisters(wave, slot, 0, to, 0, wanted));
    return;
  }
  if (from === undefined || into === undefined || bitsOf(from) !== bitsOf(into))
    return lowering.unsupported('these types');
  const move = bitMove(from, into);
  lowering.emit((wave) => {
    for (let lane = 0; lane < wave.lanes; lane++) {
      if (isActive(wave.mask, lane)) move(wave, slot, to, lane);
    }
  });
}

/** Registers of a memref's descriptor, or of its bare pointer. */
interface Form {
  readonly space: number;
  /** Registers of a pointer. */
  readonly pointer: number;
  /** Dimensions; `undefined` for a bare pointer. */
  readonly rank: number | undefined;
}

function formOf(type: Type): Form | undefined {
  const bare = pointerSpace(type);
  if (bare !== undefined) return { space: bare, pointer: registersOf(type), rank: undefined };
  const [first, second] = [memberOf(type, 0), memberOf(type, 1)];
  const space = first && pointerSpace(first.type);
  if (space === undefined || second === undefined || pointerSpace(second.type) !== space) {
    return undefined;
  }
  const pointer = registersOf(second.type);
  const rank = (registersOf(type) - 2 * pointer - 1) / 2;
  return Number.isInteger(rank) ? { space, pointer, rank } : undefined;
}

function toPointer(op: Operation, lowering: Lowering, source: Value, result: Value): void {
  const form = formOf(result.type);
  if (form === undefined) return lowering.unsupported('these types');
  const { space, pointer, rank } = form;
  const [from, to] = [lowering.memref(source), lowering.data(result)];
  lowering.emit((wave) => {
    const view = wave.memref(from);
    const starts = startOf(wave, lowering, view, space);
    if (starts === undefined)
      return wave.fail(messages.execute.unsupported(op.name, 'a pointer to this memory'));
    const out = wave.values(to);
    const { lanes } = wave;
    const base = allocationBase(view, lanes);
    const bytes = rank === undefined ? view.offsetBytes : base;
    writePointer(out, 0, wave, view, bytes, starts, space);
    if (rank === undefined) return;
    writePointer(out, pointer * lanes, wave, view, bytes, starts, space);
    const numbers = 2 * pointer * lanes;
    for (let lane = 0; lane < lanes; lane++) {
      const shift = (view.offsetBytes[lane] ?? 0) - (base[lane] ?? 0);
      out[numbers + lane] = shift / view.element.pitchBytes;
    }
    for (const [i, size] of [...view.sizes, ...view.strides].entries()) {
      out.fill(size, numbers + (i + 1) * lanes, numbers + (i + 2) * lanes);
    }
  });
}

/** The address of byte 0 of a view's memory; `undefined` when pointers of the space do not lead there. */
function startOf(
  wave: Wave,
  lowering: Lowering,
  { memory }: MemRefRegister,
  space: number,
): number | undefined {
  if (memory.space === 'lds') return space === 3 ? 0 : undefined;
  if (memory.space !== 'global') return undefined;
  return isFlat(space) || space === 7 ? lowering.pointers.addressOf(wave, memory) : undefined;
}

function writePointer(
  out: Float64Array,
  at: number,
  { lanes }: Wave,
  view: MemRefRegister,
  bytes: Float64Array,
  start: number,
  space: number,
): void {
  const resource = space === 7 ? (view.baseBytes ?? new Float64Array(lanes)) : undefined;
  for (let lane = 0; lane < lanes; lane++) {
    const byte = bytes[lane] ?? 0;
    if (resource === undefined) {
      out[at + lane] = start + byte;
      continue;
    }
    const base = resource[lane] ?? 0;
    out[at + lane] = start + base;
    out[at + 2 * lanes + lane] = view.validBytes ?? 2 ** 32 - 1;
    out[at + RESOURCE_REGISTERS * lanes + lane] = byte - base;
  }
}

function toMemref(op: Operation, lowering: Lowering, source: Value, result: Value): void {
  const form = formOf(source.type);
  const type = memrefType(result);
  const element = lowering.element(result.type);
  const dimensions = type?.shape;
  if (element === undefined) return;
  const known = form?.rank === undefined || form.rank === dimensions?.length;
  if (form === undefined || form.space === 8 || type === undefined || !known)
    return lowering.unsupported('these types');
  const { space, pointer, rank } = form;
  const [slot, to] = [lowering.data(source), lowering.memref(result)];
  lowering.emit((wave) => {
    const { lanes } = wave;
    const values = wave.values(slot);
    const aligned = rank === undefined ? 0 : pointer * lanes;
    const numbers = 2 * pointer * lanes;
    const entry = (i: number): number =>
      rank === undefined ? NaN : uniform(wave, values.subarray(numbers + i * lanes));
    const sizes = (dimensions ?? []).map((size, i) => size ?? entry(1 + i));
    const dense = denseStrides(sizes);
    const strides = stridesOf(
      type,
      rank === undefined || type.layout === undefined
        ? dense
        : dense.map((_, i) => entry(1 + rank + i)),
    );
    const at = aligned + (space === 7 ? RESOURCE_REGISTERS * lanes : 0);
    const addresses = new Float64Array(lanes);
    for (let lane = 0; lane < lanes; lane++) {
      const shift = rank === undefined ? 0 : (values[numbers + lane] ?? 0);
      addresses[lane] = (values[at + lane] ?? 0) + shift * element.pitchBytes;
    }
    const use = (view: MemRefRegister): void => {
      wave.memrefs[to] = { ...view, element, sizes, strides };
    };
    if (space === 7) {
      const view = resourceView(wave, lowering, slot, addresses, element, op.name);
      if (view !== undefined) use(view);
      return;
    }
    const { pointers, lds } = lowering;
    let memories = 0;
    eachMemory(wave, pointers, lds.objects, space, addresses, element, op.name, (view) => {
      use(view);
      memories++;
    });
    if (memories > 1) {
      wave.fail(messages.execute.unsupported(op.name, 'a memref that differs between lanes'));
    }
  });
}

export const conversions: Readonly<Record<string, LowerOperation>> = {
  'builtin.unrealized_conversion_cast': conversion,
};
