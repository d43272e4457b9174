/** `vector`: arithmetic of a lane on its own registers, and its loads and stores. */
import type { Value } from '../../ir/ir.ts';
import { load, lowerLoad, lowerStore, prepareAccess, reachOf, store } from '../access.ts';
import { maskedInstruction } from '../element-masks.ts';
import type { LowerOperation, Lowering } from '../lowering.ts';
import { elementCount } from '../value-types.ts';
import { floats } from '../arithmetic/elementwise.ts';
import { floatOperations } from '../arithmetic/floats.ts';
import { bitcast } from '../llvm/values.ts';
import { gathers } from './gather.ts';
import { positions } from './positions.ts';
import { rearrangements } from './rearrange.ts';
import { scans } from './scan.ts';
import { masks } from './vector-masks.ts';
import { takes } from '../take.ts';

const step = takes(0, 1, ([result], lowering) => {
  const to = lowering.data(result);
  lowering.emit((wave) => {
    const out = wave.values(to);
    for (let i = 0; i < out.length; i++) out[i] = Math.floor(i / wave.lanes);
  });
});

const maskedLoad = takes(1, 1, ([base, result], lowering, op) => {
  const [mask, passThrough] = op.operands.slice(-2);
  if (mask === undefined || passThrough === undefined) return lowering.unsupported('this form');
  if (!haveMask(lowering, mask, result, passThrough)) return;
  const indices = op.operands.slice(1, -2);
  const instruction = maskedInstruction(mask, elementCount(result.type));
  const prepared = prepareAccess(op, lowering, base, indices, result, 'read', instruction);
  if (prepared === undefined) return;
  const access = { ...prepared, elementMask: lowering.data(mask) };
  const [other, to] = lowering.slots(passThrough, result);
  lowering.emit((wave) => {
    const out = wave.values(to);
    out.set(wave.values(other));
    load(wave, reachOf(wave, access), out);
  });
});

const maskedStore = takes(1, 0, ([base], lowering, op) => {
  const [mask, value] = op.operands.slice(-2);
  if (mask === undefined || value === undefined) return lowering.unsupported('this form');
  if (!haveMask(lowering, mask, value)) return;
  const indices = op.operands.slice(1, -2);
  const instruction = maskedInstruction(mask, elementCount(value.type));
  const prepared = prepareAccess(op, lowering, base, indices, value, 'write', instruction);
  if (prepared === undefined) return;
  const access = { ...prepared, elementMask: lowering.data(mask) };
  const from = lowering.data(value);
  lowering.emit((wave) => store(wave, reachOf(wave, access), wave.values(from)));
});

/** True when a mask has an element for each one of the data; reports when it has not. */
function haveMask(lowering: Lowering, mask: Value, data: Value, other: Value = data): boolean {
  const wanted = elementCount(data.type);
  const found = [elementCount(mask.type), elementCount(other.type)];
  if (found.every((count) => count === wanted)) return true;
  const counts = found.map((count) => `${count}`).join(' and ');
  lowering.mismatch(`${wanted} elements`, counts);
  return false;
}

export const vector: Readonly<Record<string, LowerOperation>> = {
  ...gathers,
  ...masks,
  ...positions,
  ...rearrangements,
  ...scans,
  'vector.load': lowerLoad,
  'vector.store': lowerStore,
  'vector.maskedload': maskedLoad,
  'vector.maskedstore': maskedStore,
  'vector.bitcast': bitcast(false),
  'vector.step': step,
  'vector.fma': floats(3, floatOperations[3]['math.fma']),
};
