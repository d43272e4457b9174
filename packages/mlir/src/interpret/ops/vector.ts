/** `vector`: arithmetic of a lane on its own registers, and its loads and stores. */
import type { Value } from '../../ir/ir.ts';
import { load, lowerLoad, lowerStore, prepareAccess, store } from '../access.ts';
import { elementCount, type LowerOperation, type Lowering } from '../lowering.ts';
import { checkExact, FLOATS, ternary } from './elementwise.ts';
import { loadBits, storeBits } from '../packed.ts';
import { gathers } from './gather.ts';
import { positions } from './positions.ts';
import { rearrangements } from './rearrange.ts';
import { scans } from './scan.ts';
import { masks } from './vector-masks.ts';
import { takes } from '../take.ts';

/** Lane by lane through bits: element sizes may differ, the first element has the low bits. */
const bitcast = takes(1, 1, ([source, result], lowering, op) => {
  const from = lowering.element(source.type);
  const to = lowering.element(result.type);
  if (from === undefined || to === undefined) return;
  const [count, wanted] = [elementCount(source.type), elementCount(result.type)];
  if (count * from.width !== wanted * to.width) {
    const [bits, found] = [wanted * to.width, count * from.width].map((width) => `${width} bits`);
    return lowering.mismatch(bits ?? '', found ?? '');
  }
  const view = new DataView(new ArrayBuffer(Math.ceil((count * from.width) / 8)));
  const [input, output] = lowering.slots(source, result);
  lowering.emit((wave) => {
    const values = wave.values(input);
    const out = wave.values(output);
    for (let lane = 0; lane < wave.lanes; lane++) {
      for (let i = 0; i < count; i++) {
        storeBits(view, i * from.width, from, values[i * wave.lanes + lane] ?? 0);
      }
      for (let i = 0; i < wanted; i++) {
        out[i * wave.lanes + lane] = loadBits(view, i * to.width, to);
      }
    }
    if (!to.float) checkExact(wave, out, op.name);
  });
});

const step = takes(0, 1, ([result], lowering) => {
  const to = lowering.data(result);
  lowering.emit((wave) => {
    const out = wave.values(to);
    for (let i = 0; i < out.length; i++) out[i] = Math.floor(i / wave.lanes);
  });
});

const maskedLoad = takes(1, 1, ([base, result], lowering, op) => {
  const [mask, passThrough] = op.operands.slice(-2);
  if (mask === undefined || passThrough === undefined) return;
  if (!haveMask(lowering, mask, result, passThrough)) return;
  const prepared = prepareAccess(op, lowering, base, op.operands.slice(1, -2), result, 'read');
  if (prepared === undefined) return;
  const access = { ...prepared, elementMask: lowering.data(mask) };
  const [other, to] = lowering.slots(passThrough, result);
  lowering.emit((wave) => {
    const out = wave.values(to);
    out.set(wave.values(other));
    load(wave, access, out);
  });
});

const maskedStore = takes(1, 0, ([base], lowering, op) => {
  const [mask, value] = op.operands.slice(-2);
  if (mask === undefined || value === undefined) return;
  if (!haveMask(lowering, mask, value)) return;
  const prepared = prepareAccess(op, lowering, base, op.operands.slice(1, -2), value, 'write');
  if (prepared === undefined) return;
  const access = { ...prepared, elementMask: lowering.data(mask) };
  const from = lowering.data(value);
  lowering.emit((wave) => store(wave, access, wave.values(from)));
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
  'vector.bitcast': bitcast,
  'vector.step': step,
  'vector.fma': ternary(
    (_op, _operand, { round }) =>
      (a, b, c) =>
        round(a * b + c),
    FLOATS,
  ),
};
