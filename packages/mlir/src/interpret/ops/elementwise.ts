/** Steps for operations that do the same to every element of every lane. */
import { messages } from '@ldscope/core';
import type { Operation } from '../../ir/ir.ts';
import { elementCount, isMemory, type LowerOperation, type Lowering } from '../lowering.ts';
import type { ElementType } from '../elements.ts';
import { isActive } from '../registers.ts';
import type { Wave } from '../wave.ts';

export type Unary = (a: number) => number;
export type Binary = (a: number, b: number) => number;
export type Ternary = (a: number, b: number, c: number) => number;

/**
 * Makes the function for an operation, from the element types of its operand and result. `undefined`
 * when it has no such form.
 */
export type Make<F> = (op: Operation, operand: ElementType, result: ElementType) => F | undefined;

/** What an operation takes and gives. `index` is an integer. */
export type Kind = 'integer' | 'float' | 'any';

export interface Kinds {
  readonly operand: Kind;
  readonly result: Kind;
  /** The result has another type than the operands. */
  readonly converts?: boolean;
}

export const INTEGERS: Kinds = { operand: 'integer', result: 'integer' };
export const FLOATS: Kinds = { operand: 'float', result: 'float' };

/** Elementwise operations of one operand. */
export function unary(make: Make<Unary>, kinds: Kinds): LowerOperation {
  return (op, lowering) => {
    const prepared = prepare(op, lowering, make, kinds, 1);
    if (prepared === undefined) return;
    const { apply, slots, to, exact, wide } = prepared;
    const [from = 0] = slots;
    lowering.emit((wave) => {
      const x = wave.values(from);
      if (wide && wave.wide.length > 0) checkExact(wave, x, op.name);
      const out = wave.values(to);
      for (let i = 0; i < out.length; i++) out[i] = apply(x[i] ?? 0);
      if (exact) checkExact(wave, out, op.name);
    });
  };
}

/** Elementwise operations of two operands of one type. */
export function binary(make: Make<Binary>, kinds: Kinds): LowerOperation {
  return (op, lowering) => {
    const prepared = prepare(op, lowering, make, kinds, 2);
    if (prepared === undefined) return;
    const { apply, slots, to, exact, wide } = prepared;
    const [left = 0, right = 0] = slots;
    lowering.emit((wave) => {
      const x = wave.values(left);
      const y = wave.values(right);
      if (wide && wave.wide.length > 0) {
        checkExact(wave, x, op.name);
        checkExact(wave, y, op.name);
      }
      const out = wave.values(to);
      for (let i = 0; i < out.length; i++) out[i] = apply(x[i] ?? 0, y[i] ?? 0);
      if (exact) checkExact(wave, out, op.name);
    });
  };
}

/** Elementwise operations of three operands of one type. */
export function ternary(make: Make<Ternary>, kinds: Kinds): LowerOperation {
  return (op, lowering) => {
    const prepared = prepare(op, lowering, make, kinds, 3);
    if (prepared === undefined) return;
    const { apply, slots, to } = prepared;
    const [first = 0, second = 0, third = 0] = slots;
    lowering.emit((wave) => {
      const x = wave.values(first);
      const y = wave.values(second);
      const z = wave.values(third);
      const out = wave.values(to);
      for (let i = 0; i < out.length; i++) out[i] = apply(x[i] ?? 0, y[i] ?? 0, z[i] ?? 0);
    });
  };
}

interface Prepared<F> {
  readonly apply: F;
  /** Data slots of the operands, and of the result. */
  readonly slots: readonly number[];
  readonly to: number;
  /** The result is an integer, which must stay exact. */
  readonly exact: boolean;
  /** The operands are integers that the `llvm` dialect may have made wider than a double. */
  readonly wide: boolean;
}

/** Checks an operation against what it should be; reports what does not fit. */
function prepare<F>(
  op: Operation,
  lowering: Lowering,
  make: Make<F>,
  kinds: Kinds,
  operands: number,
): Prepared<F> | undefined {
  const [first] = op.operands;
  const [result] = op.results;
  if (first === undefined || result === undefined || op.operands.length !== operands)
    return lowering.malformed(`it needs ${operands} operands and a result`);
  const types = op.operands.map((value) => dataElement(lowering, value.type));
  const resultType = dataElement(lowering, result.type);
  const [operandType] = types;
  if (operandType === undefined || resultType === undefined) return undefined;
  const mismatch = mismatchOf(types, resultType, kinds) ?? countMismatch([...op.operands, result]);
  if (mismatch !== undefined) return lowering.mismatch(...mismatch);
  const apply = make(op, operandType, resultType);
  if (apply === undefined) return lowering.unsupported('this form');
  const slots = op.operands.map((operand) => lowering.data(operand));
  const wide = !operandType.float && operandType.width > 32;
  return { apply, slots, to: lowering.data(result), exact: !resultType.float, wide };
}

/** The element of a scalar or vector; reports what is not one. */
function dataElement(
  lowering: Lowering,
  type: Operation['operands'][number]['type'],
): ElementType | undefined {
  if (!isMemory(type)) return lowering.element(type);
  return lowering.mismatch('a scalar or a vector', 'a memref');
}

type Mismatch = readonly [wanted: string, found: string];

function mismatchOf(
  operands: readonly (ElementType | undefined)[],
  result: ElementType,
  kinds: Kinds,
): Mismatch | undefined {
  const [first] = operands;
  const other = operands.find((operand) => operand?.name !== first?.name);
  if (first === undefined) return undefined;
  if (other !== undefined) return [`operands of type ${first.name}`, other.name];
  if (!isKind(first, kinds.operand)) return [`an operand of kind ${kinds.operand}`, first.name];
  if (!isKind(result, kinds.result)) return [`a result of kind ${kinds.result}`, result.name];
  if (kinds.converts === true || first.name === result.name) return undefined;
  return [`a result of type ${first.name}`, result.name];
}

function isKind(element: ElementType, kind: Kind): boolean {
  return kind === 'any' || element.float === (kind === 'float');
}

function countMismatch(values: Operation['operands']): Mismatch | undefined {
  const counts = values.map((value) => elementCount(value.type));
  if (counts.every((count) => count === counts[0])) return undefined;
  return [`${counts.at(-1)} elements`, counts.slice(0, -1).join(' and ')];
}

/** Integers beyond 53 bits are not exact any more; active lanes must not have any. */
export function checkExact(wave: Wave, out: Float64Array, name: string): void {
  for (let i = 0; i < out.length; i++) {
    const value = out[i] ?? 0;
    if (value <= MOST && value >= -MOST) continue;
    if (!isActive(wave.mask, i % wave.lanes)) continue;
    return wave.fail(messages.execute.unsupported(name, 'an integer beyond 53 bits'));
  }
}

const MOST = Number.MAX_SAFE_INTEGER;
