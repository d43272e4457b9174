/** Steps for operations that do the same to every element of every lane. */
import { messages } from '@ldscope/core';
import type { Operation } from '../../ir/ir.ts';
import { elementCount, type LowerOperation, type Lowering } from '../lowering.ts';
import type { ElementType } from '../elements.ts';
import { isActive } from '../registers.ts';
import type { Wave } from '../wave.ts';

export type Unary = (a: number) => number;
export type Binary = (a: number, b: number) => number;
export type Ternary = (a: number, b: number, c: number) => number;

/**
 * Makes the function for an operation, from the element types of its operand and result. `undefined`
 * after a report when the types do not suit.
 */
export type Make<F> = (op: Operation, operand: ElementType, result: ElementType) => F | undefined;

/** Elementwise operations of one operand. */
export function unary(make: Make<Unary>): LowerOperation {
  return (op, lowering) => {
    const shapes = prepare(op, lowering, 1);
    const apply = shapes && make(op, shapes.operand, shapes.result);
    const [a] = op.operands;
    const [result] = op.results;
    if (apply === undefined || a === undefined || result === undefined) return;
    const [from, to] = [lowering.data(a), lowering.data(result)];
    const exact = shapes?.result.float === false;
    lowering.emit((wave) => {
      const x = wave.values(from);
      const out = wave.values(to);
      for (let i = 0; i < out.length; i++) out[i] = apply(x[i] ?? 0);
      if (exact) checkExact(wave, out, op.name);
    });
  };
}

/** Elementwise operations of two operands of one type. */
export function binary(make: Make<Binary>): LowerOperation {
  return (op, lowering) => {
    const shapes = prepare(op, lowering, 2);
    const apply = shapes && make(op, shapes.operand, shapes.result);
    const [a, b] = op.operands;
    const [result] = op.results;
    if (apply === undefined || a === undefined || b === undefined || result === undefined) return;
    const [left, right, to] = [lowering.data(a), lowering.data(b), lowering.data(result)];
    const exact = shapes?.result.float === false;
    lowering.emit((wave) => {
      const x = wave.values(left);
      const y = wave.values(right);
      const out = wave.values(to);
      for (let i = 0; i < out.length; i++) out[i] = apply(x[i] ?? 0, y[i] ?? 0);
      if (exact) checkExact(wave, out, op.name);
    });
  };
}

/** Elementwise operations of three operands of one type. */
export function ternary(make: Make<Ternary>): LowerOperation {
  return (op, lowering) => {
    const shapes = prepare(op, lowering, 3);
    const apply = shapes && make(op, shapes.operand, shapes.result);
    const slots = op.operands.map((operand) => lowering.data(operand));
    const [result] = op.results;
    if (apply === undefined || result === undefined) return;
    const [first = 0, second = 0, third = 0] = slots;
    const to = lowering.data(result);
    lowering.emit((wave) => {
      const x = wave.values(first);
      const y = wave.values(second);
      const z = wave.values(third);
      const out = wave.values(to);
      for (let i = 0; i < out.length; i++) out[i] = apply(x[i] ?? 0, y[i] ?? 0, z[i] ?? 0);
    });
  };
}

function prepare(
  op: Operation,
  lowering: Lowering,
  operands: number,
): { operand: ElementType; result: ElementType } | undefined {
  const [first] = op.operands;
  const [result] = op.results;
  if (first === undefined || result === undefined || op.operands.length !== operands) {
    lowering.report(
      messages.execute.malformed(op.name, `it needs ${operands} operands and a result`),
    );
    return undefined;
  }
  const counts = [...op.operands, result].map((value) => elementCount(value.type));
  if (counts.some((count) => count !== counts[0])) {
    lowering.report(
      messages.execute.typeMismatch(
        op.name,
        `${counts.at(-1)} elements`,
        counts.slice(0, -1).join(' and '),
      ),
    );
    return undefined;
  }
  const operandType = lowering.element(op, first.type);
  const resultType = lowering.element(op, result.type);
  return operandType && resultType && { operand: operandType, result: resultType };
}

/** Integers beyond 53 bits show up as NaN; active lanes must not have any. */
export function checkExact(wave: Wave, out: Float64Array, name: string): void {
  for (let i = 0; i < out.length; i++) {
    const value = out[i] ?? 0;
    if (value === value || !isActive(wave.mask, i % wave.lanes)) continue;
    wave.fail(messages.execute.unsupported(name, 'an integer beyond 53 bits'));
    return;
  }
}
