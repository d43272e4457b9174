/** `vector`: arithmetic of a lane on its own registers, and its loads and stores. */
import { messages } from '@ldscope/core';
import type { Operation, Value } from '../../ir/ir.ts';
import { load, lowerLoad, lowerStore, prepareAccess, store } from '../access.ts';
import { elementCount, type LowerOperation, type Lowering } from '../lowering.ts';
import { checkExact, FLOATS, ternary } from './elementwise.ts';
import { loadBits, storeBits } from '../packed.ts';
import { gathers } from './gather.ts';
import { positions } from './positions.ts';
import { rearrangements } from './rearrange.ts';
import { scans } from './scan.ts';
import { masks } from './vector-masks.ts';

/** Lane by lane through bits: element sizes may differ, the first element has the low bits. */
const bitcast: LowerOperation = (op, lowering) => {
  const [source] = op.operands;
  const [result] = op.results;
  if (source === undefined || result === undefined) return;
  const from = lowering.element(op, source.type);
  const to = lowering.element(op, result.type);
  if (from === undefined || to === undefined) return;
  const [count, wanted] = [elementCount(source.type), elementCount(result.type)];
  if (count * from.width !== wanted * to.width) {
    const [bits, found] = [wanted * to.width, count * from.width].map((width) => `${width} bits`);
    lowering.report(messages.execute.typeMismatch(op.name, bits ?? '', found ?? ''));
    return;
  }
  const view = new DataView(new ArrayBuffer(Math.ceil((count * from.width) / 8)));
  const [input, output] = [lowering.data(source), lowering.data(result)];
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
};

const step: LowerOperation = (op, lowering) => {
  const [result] = op.results;
  if (result === undefined) return;
  const to = lowering.data(result);
  lowering.emit((wave) => {
    const out = wave.values(to);
    for (let i = 0; i < out.length; i++) out[i] = Math.floor(i / wave.lanes);
  });
};

const maskedLoad: LowerOperation = (op, lowering) => {
  const [base] = op.operands;
  const [mask, passThrough] = op.operands.slice(-2);
  const [result] = op.results;
  if (base === undefined || mask === undefined || passThrough === undefined) return;
  if (result === undefined || !haveMask(op, lowering, mask, result, passThrough)) return;
  const prepared = prepareAccess(op, lowering, base, op.operands.slice(1, -2), result, 'read');
  if (prepared === undefined) return;
  const access = { ...prepared, elementMask: lowering.data(mask) };
  const [other, to] = [lowering.data(passThrough), lowering.data(result)];
  lowering.emit((wave) => {
    const out = wave.values(to);
    out.set(wave.values(other));
    load(wave, access, out);
  });
};

const maskedStore: LowerOperation = (op, lowering) => {
  const [base] = op.operands;
  const [mask, value] = op.operands.slice(-2);
  if (base === undefined || mask === undefined || value === undefined) return;
  if (!haveMask(op, lowering, mask, value)) return;
  const prepared = prepareAccess(op, lowering, base, op.operands.slice(1, -2), value, 'write');
  if (prepared === undefined) return;
  const access = { ...prepared, elementMask: lowering.data(mask) };
  const from = lowering.data(value);
  lowering.emit((wave) => store(wave, access, wave.values(from)));
};

/** True when a mask has an element for each one of the data; reports when it has not. */
function haveMask(
  op: Operation,
  lowering: Lowering,
  mask: Value,
  data: Value,
  other: Value = data,
): boolean {
  const wanted = elementCount(data.type);
  const found = [elementCount(mask.type), elementCount(other.type)];
  if (found.every((count) => count === wanted)) return true;
  const counts = found.map((count) => `${count}`).join(' and ');
  lowering.report(messages.execute.typeMismatch(op.name, `${wanted} elements`, counts));
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
