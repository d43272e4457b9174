/** `vector`: arithmetic of a lane on its own registers, and its loads and stores. */
import { messages } from '@ldscope/core';
import type { Operation, Value } from '../../ir/ir.ts';
import { load, lowerLoad, lowerStore, prepareAccess, store } from '../access.ts';
import { integersOf, wordsOf } from '../attributes.ts';
import { elementNameOf } from '../elements.ts';
import { elementCount, isMemory, type LowerOperation, type Lowering } from '../lowering.ts';
import { type Combine, combinerOf } from '../reduce.ts';
import type { Wave } from '../wave.ts';
import { checkExact, FLOATS, ternary } from './elementwise.ts';
import { rearrangements, shapeOf } from './rearrange.ts';

/** Lane by lane through bytes: element sizes may differ. */
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
  if (from.width !== 8 * from.bytes || to.width !== 8 * to.bytes) {
    lowering.report(messages.execute.unsupported(op.name, 'elements that are not whole bytes'));
    return;
  }
  const view = new DataView(new ArrayBuffer(Math.max(count * from.bytes, wanted * to.bytes)));
  const [input, output] = [lowering.data(source), lowering.data(result)];
  lowering.emit((wave) => {
    const values = wave.values(input);
    const out = wave.values(output);
    for (let lane = 0; lane < wave.lanes; lane++) {
      for (let i = 0; i < count; i++) {
        from.store(view, i * from.bytes, values[i * wave.lanes + lane] ?? 0);
      }
      for (let i = 0; i < wanted; i++) out[i * wave.lanes + lane] = to.load(view, i * to.bytes);
    }
    if (!to.float) checkExact(wave, out, op.name);
  });
};

/** Element after element, from the accumulator if there is one. */
const reduction: LowerOperation = (op, lowering) => {
  const [vector, start] = op.operands;
  const [result] = op.results;
  const kind = /(\w+)\W*$/.exec(wordsOf(op, 'kind'))?.[1] ?? '';
  const element = result && lowering.element(op, result.type);
  if (vector === undefined || result === undefined || element === undefined) return;
  const combine: Combine | undefined = combinerOf(kind, element);
  if (combine === undefined || elementNameOf(vector) !== element.name || isMemory(vector.type)) {
    lowering.report(messages.execute.unsupported(op.name, `<${kind}> of this type`));
    return;
  }
  const [from, to] = [lowering.data(vector), lowering.data(result)];
  const initial = start === undefined ? undefined : lowering.data(start);
  const count = elementCount(vector.type);
  lowering.emit((wave) => {
    const values = wave.values(from);
    const out = wave.values(to);
    const before = initial === undefined ? undefined : wave.values(initial);
    for (let lane = 0; lane < wave.lanes; lane++) {
      const [first, rest] = before === undefined ? [values, 1] : [before, 0];
      let sum = first[lane] ?? 0;
      for (let i = rest; i < count; i++) sum = combine(sum, values[i * wave.lanes + lane] ?? 0);
      out[lane] = sum;
    }
    if (!element.float) checkExact(wave, out, op.name);
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

/** A rank-1 mask of the first n elements. */
const createMask =
  (
    sizes: (op: Operation, lowering: Lowering) => (wave: Wave, lane: number) => number,
  ): LowerOperation =>
  (op, lowering) => {
    const [result] = op.results;
    if (result === undefined || shapeOf(result).length !== 1) {
      lowering.report(messages.execute.unsupported(op.name, 'a mask of more than one dimension'));
      return;
    }
    const to = lowering.data(result);
    const sizeOf = sizes(op, lowering);
    lowering.emit((wave) => {
      const out = wave.values(to);
      for (let i = 0; i < out.length; i++) {
        out[i] = Number(Math.floor(i / wave.lanes) < sizeOf(wave, i % wave.lanes));
      }
    });
  };

const maskedLoad: LowerOperation = (op, lowering) => {
  const [base] = op.operands;
  const [mask, passThrough] = op.operands.slice(-2);
  const [result] = op.results;
  if (base === undefined || mask === undefined || passThrough === undefined) return;
  if (result === undefined || !masks(op, lowering, mask, result, passThrough)) return;
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
  if (!masks(op, lowering, mask, value)) return;
  const prepared = prepareAccess(op, lowering, base, op.operands.slice(1, -2), value, 'write');
  if (prepared === undefined) return;
  const access = { ...prepared, elementMask: lowering.data(mask) };
  const from = lowering.data(value);
  lowering.emit((wave) => store(wave, access, wave.values(from)));
};

/** True when a mask has an element for each one of the data; reports when it has not. */
function masks(
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
  ...rearrangements,
  'vector.load': lowerLoad,
  'vector.store': lowerStore,
  'vector.maskedload': maskedLoad,
  'vector.maskedstore': maskedStore,
  'vector.bitcast': bitcast,
  'vector.reduction': reduction,
  'vector.step': step,
  'vector.create_mask': createMask((op, lowering) => {
    const [size] = op.operands;
    const slot = size === undefined ? 0 : lowering.data(size);
    return (wave, lane) => wave.values(slot)[lane] ?? 0;
  }),
  'vector.constant_mask': createMask((op) => {
    const [size = 0] = integersOf(op, 'mask_dim_sizes');
    return () => size;
  }),
  'vector.fma': ternary(
    (_op, _operand, { round }) =>
      (a, b, c) =>
        round(a * b + c),
    FLOATS,
  ),
};
