/**
 * Values of the `llvm` dialect as registers: constants, parts of aggregates and vectors, choices, bits read as another
 * type. All of it moves registers, with the halves of wide integers.
 *
 * `undef`, `poison` and `freeze` have any value; here it is 0.
 */
import { messages } from '@ldscope/core';
import { type Attribute, resolveAttribute, resolveType, type Type } from '../../ir/types.ts';
import type { Operation, Value } from '../../ir/ir.ts';
import { attributeOf, integersOf } from '../attributes.ts';
import type { ElementType } from '../elements.ts';
import { type LowerOperation, type Lowering, nothing } from '../lowering.ts';
import { elementCount, isMemory } from '../value-types.ts';
import { combinerOf } from '../reduce.ts';
import { isActive } from '../registers.ts';
import type { Wave } from '../wave.ts';
import { bitMove, losesBits } from './bits.ts';
import { bitsOf, memberOf, scalarOf } from './types.ts';
import { copyPlace, copyRegisters, requireIntegers, writeWide } from '../wide.ts';
import { takes } from '../take.ts';

export const constant = takes(0, 1, ([result], lowering, op) => {
  const attribute = attributeOf(op, 'value');
  const numbers = attribute && constantNumbers(attribute);
  const count = elementCount(result.type);
  const scalar = scalarOf(result.type);
  if (numbers === undefined || isMemory(result.type)) return lowering.unsupported('this value');
  if (numbers.length !== 1 && numbers.length !== count)
    return lowering.mismatch(`${count} elements`, `${numbers.length} of them`);
  const to = lowering.data(result);
  const values = numbers.map((value) => asRegister(value, scalar?.element));
  if (scalar?.element.float === false && values.some((value) => value !== value))
    return lowering.unsupported('this value');
  lowering.emit((wave) => {
    for (let register = 0; register < count; register++) {
      const value = values[values.length === 1 ? 0 : register] ?? 0;
      const start = register * wave.lanes;
      if (typeof value === 'number') wave.values(to).fill(value, start, start + wave.lanes);
      else for (let lane = 0; lane < wave.lanes; lane++) writeWide(wave, to, start + lane, value);
    }
  });
});

/** The numbers of an attribute; one for a scalar or a splat. */
export function constantNumbers(attribute: Attribute): (number | bigint)[] | undefined {
  const value = resolveAttribute(attribute);
  switch (value.kind) {
    case 'integer':
    case 'float':
      return [value.value];
    case 'bool':
      return [value.value ? 1 : 0];
    case 'dense':
    case 'dense_array':
      return value.values?.map((element) => (typeof element === 'boolean' ? +element : element));
    case 'array': {
      const parts = value.elements.map((element) => constantNumbers(element));
      return parts.every((part) => part !== undefined) ? parts.flat() : undefined;
    }
    case 'string':
      return [...value.value].map((character) => character.charCodeAt(0));
    default:
      return undefined;
  }
}

function asRegister(value: number | bigint, element: ElementType | undefined): number | bigint {
  if (element?.float === true) return element.round(Number(value));
  if (typeof value === 'number') return element === undefined ? value : element.round(value);
  const width = element?.width ?? 64;
  const cut = width === 1 ? value & 1n : BigInt.asIntN(width, value);
  return Number.isSafeInteger(Number(cut)) ? Number(cut) : cut;
}

const zero = takes(0, 1, ([result], lowering) => {
  lowering.emitFill(result, 0);
});

/** Registers of the part of a value at a position; reports a position that does not exist. */
function partOf(
  op: Operation,
  lowering: Lowering,
  type: Type,
): { readonly register: number; readonly type: Type } | undefined {
  let part = { register: 0, type };
  for (const index of integersOf(op, 'position')) {
    const member = memberOf(part.type, index ?? -1);
    if (member === undefined) return lowering.malformed('its position is outside of the value');
    part = { register: part.register + member.register, type: member.type };
  }
  return part;
}

const extractValue = takes(1, 1, ([container, result], lowering, op) => {
  const part = partOf(op, lowering, container.type);
  if (part === undefined) return;
  if (!requireLike(lowering, part.type, result.type)) return;
  const [from, to] = lowering.slots(container, result);
  const count = elementCount(result.type);
  lowering.emit((wave) => copyRegisters(wave, from, part.register, to, 0, count));
});

const insertValue = takes(2, 1, ([container, value, result], lowering, op) => {
  const part = partOf(op, lowering, container.type);
  if (part === undefined || !requireLike(lowering, part.type, value.type)) return;
  if (!requireLike(lowering, container.type, result.type)) return;
  const [from, inner, to] = lowering.slots(container, value, result);
  const [all, count] = [elementCount(result.type), elementCount(value.type)];
  lowering.emit((wave) => {
    copyRegisters(wave, from, 0, to, 0, all);
    copyRegisters(wave, inner, 0, to, part.register, count);
  });
});

/** Types whose registers mean the same; reports others. */
function requireLike(lowering: Lowering, wanted: Type, found: Type): boolean {
  const [a, b] = [resolveType(wanted), resolveType(found)];
  const [left, right] = [scalarOf(a), scalarOf(b)];
  const alike =
    left === undefined || right === undefined
      ? left === right && elementCount(a) === elementCount(b)
      : left.element.name === right.element.name && left.count === right.count;
  if (alike && !isMemory(a) && !isMemory(b)) return true;
  lowering.mismatch('values of one type', 'different ones');
  return false;
}

/** The position of an element for each lane; `undefined` after a position of an active lane that does not exist. */
function positionsOf(
  wave: Wave,
  slot: number,
  count: number,
  name: string,
): Float64Array | undefined {
  const positions = wave.values(slot);
  for (let lane = 0; lane < wave.lanes; lane++) {
    const position = positions[lane] ?? 0;
    if (!isActive(wave.mask, lane) || (position >= 0 && position < count)) continue;
    return wave.fail(messages.execute.malformed(name, 'its position is outside of the vector'));
  }
  return positions;
}

const extractElement = takes(2, 1, ([vector, position, result], lowering, op) => {
  const element = memberOf(vector.type, 0);
  if (element === undefined || scalarOf(position.type)?.count !== 1)
    return lowering.mismatch('a vector and a position', 'others');
  if (!requireLike(lowering, element.type, result.type)) return;
  const [from, at, to] = lowering.slots(vector, position, result);
  const count = elementCount(vector.type);
  lowering.emit((wave) => {
    const positions = positionsOf(wave, at, count, op.name);
    if (positions === undefined) return;
    for (let lane = 0; lane < wave.lanes; lane++) {
      if (isActive(wave.mask, lane)) {
        copyPlace(wave, from, (positions[lane] ?? 0) * wave.lanes + lane, to, lane);
      }
    }
  });
});

const insertElement = takes(3, 0, ([vector, value, position], lowering, op) => {
  const result = op.results[0];
  const element = memberOf(vector.type, 0);
  if (result === undefined || element === undefined || scalarOf(position.type)?.count !== 1)
    return lowering.mismatch('a vector and a position', 'others');
  if (!requireLike(lowering, element.type, value.type)) return;
  if (!requireLike(lowering, vector.type, result.type)) return;
  const [into, from, at, to] = lowering.slots(vector, value, position, result);
  const count = elementCount(vector.type);
  lowering.emit((wave) => {
    const positions = positionsOf(wave, at, count, op.name);
    if (positions === undefined) return;
    copyRegisters(wave, into, 0, to, 0, count);
    for (let lane = 0; lane < wave.lanes; lane++) {
      if (isActive(wave.mask, lane)) {
        copyPlace(wave, from, lane, to, (positions[lane] ?? 0) * wave.lanes + lane);
      }
    }
  });
});

/** A mask entry of -1 asks for any value. */
const shuffleVector = takes(2, 1, ([first, second, result], lowering, op) => {
  const mask = integersOf(op, 'mask');
  const [a, b, r] = [first, second, result].map(({ type }) => scalarOf(type));
  const count = a?.count ?? 0;
  const names = new Set([a, b, r].map((scalar) => scalar?.element.name));
  const outside = mask.some((i) => i === undefined || i < -1 || i >= count + (b?.count ?? 0));
  if (a === undefined || names.size > 1 || outside || mask.length !== r?.count)
    return lowering.unsupported('this form');
  const [left, right, to] = lowering.slots(first, second, result);
  lowering.emit((wave) => {
    for (let i = 0; i < mask.length; i++) {
      const from = Math.max(0, mask[i] ?? 0);
      if (from < count) copyRegisters(wave, left, from, to, i, 1);
      else copyRegisters(wave, right, from - count, to, i, 1);
    }
  });
});

export const select = takes(3, 1, ([condition, yes, no, result], lowering) => {
  if (!requireLike(lowering, yes.type, no.type)) return;
  if (!requireLike(lowering, yes.type, result.type)) return;
  const conditions = elementCount(condition.type);
  const count = elementCount(result.type);
  if (conditions !== 1 && conditions !== count)
    return lowering.mismatch('as many conditions', 'others');
  const [by, whenTrue, whenFalse, to] = lowering.slots(condition, yes, no, result);
  lowering.emit((wave) => {
    const [c, out] = [wave.values(by), wave.values(to)];
    const [x, y] = [wave.values(whenTrue), wave.values(whenFalse)];
    const wide = wave.wide[whenTrue] !== undefined || wave.wide[whenFalse] !== undefined;
    for (let i = 0; i < out.length; i++) {
      const holds = c[conditions === 1 ? i % wave.lanes : i] !== 0;
      if (wide) copyPlace(wave, holds ? whenTrue : whenFalse, i, to, i);
      else out[i] = (holds ? x[i] : y[i]) ?? 0;
    }
  });
});

/** The same registers under another name. */
const same = takes(1, 1, ([source, result], lowering) => {
  if (!requireLike(lowering, source.type, result.type)) return;
  const [from, to] = lowering.slots(source, result);
  const count = elementCount(result.type);
  lowering.emit((wave) => copyRegisters(wave, from, 0, to, 0, count));
});

/** Bits as another type. `strict`: floats must keep those of a NaN. */
export const bitcast = (strict: boolean): LowerOperation =>
  takes(1, 1, ([source, result], lowering, op) => {
    const [from, into] = [scalarOf(source.type), scalarOf(result.type)];
    if (from === undefined || into === undefined || bitsOf(from) !== bitsOf(into)) {
      return lowering.mismatch(`${bitsOf(into)} bits`, `${bitsOf(from)} bits`);
    }
    const [slot, to] = lowering.slots(source, result);
    const move = bitMove(from, into);
    lowering.emit((wave) => {
      for (let lane = 0; lane < wave.lanes; lane++) {
        if (isActive(wave.mask, lane)) move(wave, slot, to, lane);
      }
      if (!into.element.float) {
        if (into.element.width > 32) requireIntegers(wave, to, op.name);
      } else if (strict && !from.element.float && losesBits(wave, slot, from, to, into)) {
        wave.fail(messages.execute.unsupported(op.name, 'a NaN that carries bits'));
      }
    });
  });

/** `llvm.intr.vector.reduce.<kind>`; `fadd` and `fmul` begin with their first operand. */
const reduce = (kind: string, starts: boolean): LowerOperation =>
  takes(0, 1, ([result], lowering, op) => {
    const vector = op.operands[starts ? 1 : 0];
    const start: Value | undefined = starts ? op.operands[0] : undefined;
    const scalar = vector && scalarOf(vector.type);
    if (vector === undefined || (starts && start === undefined)) return;
    const combine = scalar && combinerOf(kind, scalar.element);
    if (scalar === undefined || combine === undefined || elementCount(result.type) !== 1)
      return lowering.unsupported('this type');
    const [from, to] = lowering.slots(vector, result);
    const begin = start === undefined ? undefined : lowering.data(start);
    const { count, element } = scalar;
    lowering.emit((wave) => {
      const [x, out] = [wave.values(from), wave.values(to)];
      for (let lane = 0; lane < wave.lanes; lane++) {
        let sum = begin === undefined ? (x[lane] ?? 0) : (wave.values(begin)[lane] ?? 0);
        for (let i = begin === undefined ? 1 : 0; i < count; i++) {
          sum = combine(sum, x[i * wave.lanes + lane] ?? 0);
        }
        out[lane] = sum;
      }
      if (!element.float && element.width > 32) requireIntegers(wave, to, op.name);
    });
  });

const reductions: Readonly<Record<string, string>> = {
  add: 'add',
  mul: 'mul',
  and: 'and',
  or: 'or',
  xor: 'xor',
  smin: 'minsi',
  smax: 'maxsi',
  umin: 'minui',
  umax: 'maxui',
  fmin: 'minnumf',
  fmax: 'maxnumf',
  fminimum: 'minimumf',
  fmaximum: 'maximumf',
};

export const llvmValues: Readonly<Record<string, LowerOperation>> = {
  ...Object.fromEntries(
    Object.entries(reductions).map(([name, kind]) => [
      `llvm.intr.vector.reduce.${name}`,
      reduce(kind, false),
    ]),
  ),
  'llvm.intr.vector.reduce.fadd': reduce('add', true),
  'llvm.intr.vector.reduce.fmul': reduce('mul', true),
  'llvm.mlir.constant': constant,
  'llvm.mlir.zero': zero,
  'llvm.mlir.undef': zero,
  'llvm.mlir.poison': zero,
  'ub.poison': zero,
  'llvm.freeze': same,
  'llvm.intr.expect': same,
  'llvm.extractvalue': extractValue,
  'llvm.insertvalue': insertValue,
  'llvm.extractelement': extractElement,
  'llvm.insertelement': insertElement,
  'llvm.shufflevector': shuffleVector,
  'llvm.select': select,
  'llvm.bitcast': bitcast(true),
  'llvm.intr.assume': nothing,
  'llvm.intr.lifetime.start': nothing,
  'llvm.intr.lifetime.end': nothing,
  'llvm.intr.sideeffect': nothing,
  'llvm.intr.donothing': nothing,
};
