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
import { elementCount, isMemory, type LowerOperation, type Lowering } from '../lowering.ts';
import { combinerOf } from '../reduce.ts';
import { isActive } from '../registers.ts';
import type { Wave } from '../wave.ts';
import { bitMove, losesBits } from './bits.ts';
import { memberOf, scalarOf } from './types.ts';
import { copyPlace, copyRegisters, requireIntegers, writeWide } from './wide.ts';

const constant: LowerOperation = (op, lowering) => {
  const [result] = op.results;
  const attribute = attributeOf(op, 'value');
  if (result === undefined || attribute === undefined) return;
  const numbers = constantNumbers(attribute);
  const count = elementCount(result.type);
  const scalar = scalarOf(result.type);
  if (numbers === undefined || isMemory(result.type)) {
    lowering.report(messages.execute.unsupported(op.name, 'this value'));
    return;
  }
  if (numbers.length !== 1 && numbers.length !== count) {
    const found = `${numbers.length} of them`;
    lowering.report(messages.execute.typeMismatch(op.name, `${count} elements`, found));
    return;
  }
  const to = lowering.data(result);
  const values = numbers.map((value) => asRegister(value, scalar?.element));
  lowering.emit((wave) => {
    for (let register = 0; register < count; register++) {
      const value = values[values.length === 1 ? 0 : register] ?? 0;
      const start = register * wave.lanes;
      if (typeof value === 'number') wave.values(to).fill(value, start, start + wave.lanes);
      else for (let lane = 0; lane < wave.lanes; lane++) writeWide(wave, to, start + lane, value);
    }
  });
};

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

const zero: LowerOperation = (op, lowering) => {
  const [result] = op.results;
  if (result === undefined) return;
  const to = lowering.data(result);
  lowering.emit((wave) => {
    wave.values(to).fill(0);
  });
};

/** Registers of the part of a value at a position; reports a position that does not exist. */
function partOf(
  op: Operation,
  lowering: Lowering,
  type: Type,
): { readonly register: number; readonly type: Type } | undefined {
  let part = { register: 0, type };
  for (const index of integersOf(op, 'position')) {
    const member = memberOf(part.type, index ?? -1);
    if (member === undefined) {
      lowering.report(messages.execute.malformed(op.name, 'its position is outside of the value'));
      return undefined;
    }
    part = { register: part.register + member.register, type: member.type };
  }
  return part;
}

const extractValue: LowerOperation = (op, lowering) => {
  const [container] = op.operands;
  const [result] = op.results;
  const part = container && partOf(op, lowering, container.type);
  if (container === undefined || result === undefined || part === undefined) return;
  if (!requireLike(op, lowering, part.type, result.type)) return;
  const [from, to] = [lowering.data(container), lowering.data(result)];
  const count = elementCount(result.type);
  lowering.emit((wave) => copyRegisters(wave, from, part.register, to, 0, count));
};

const insertValue: LowerOperation = (op, lowering) => {
  const [container, value] = op.operands;
  const [result] = op.results;
  const part = container && partOf(op, lowering, container.type);
  if (container === undefined || value === undefined || result === undefined) return;
  if (part === undefined || !requireLike(op, lowering, part.type, value.type)) return;
  if (!requireLike(op, lowering, container.type, result.type)) return;
  const [from, inner, to] = [container, value, result].map((each) => lowering.data(each));
  const [all, count] = [elementCount(result.type), elementCount(value.type)];
  lowering.emit((wave) => {
    copyRegisters(wave, from ?? 0, 0, to ?? 0, 0, all);
    copyRegisters(wave, inner ?? 0, 0, to ?? 0, part.register, count);
  });
};

/** Types whose registers mean the same; reports others. */
function requireLike(op: Operation, lowering: Lowering, wanted: Type, found: Type): boolean {
  const [a, b] = [resolveType(wanted), resolveType(found)];
  const [left, right] = [scalarOf(a), scalarOf(b)];
  const alike =
    left === undefined || right === undefined
      ? left === right && elementCount(a) === elementCount(b)
      : left.element.name === right.element.name && left.count === right.count;
  if (alike && !isMemory(a) && !isMemory(b)) return true;
  lowering.report(messages.execute.typeMismatch(op.name, 'values of one type', 'different ones'));
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
    wave.fail(messages.execute.malformed(name, 'its position is outside of the vector'));
    return undefined;
  }
  return positions;
}

const extractElement: LowerOperation = (op, lowering) => {
  const [vector, position] = op.operands;
  const [result] = op.results;
  const element = vector && memberOf(vector.type, 0);
  if (vector === undefined || position === undefined || result === undefined) return;
  if (element === undefined || scalarOf(position.type)?.count !== 1) {
    lowering.report(messages.execute.typeMismatch(op.name, 'a vector and a position', 'others'));
    return;
  }
  if (!requireLike(op, lowering, element.type, result.type)) return;
  const [from, at, to] = [lowering.data(vector), lowering.data(position), lowering.data(result)];
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
};

const insertElement: LowerOperation = (op, lowering) => {
  const [vector, value, position] = op.operands;
  const [result] = op.results;
  const element = vector && memberOf(vector.type, 0);
  if (vector === undefined || value === undefined || position === undefined) return;
  if (result === undefined || element === undefined || scalarOf(position.type)?.count !== 1) {
    lowering.report(messages.execute.typeMismatch(op.name, 'a vector and a position', 'others'));
    return;
  }
  if (!requireLike(op, lowering, element.type, value.type)) return;
  if (!requireLike(op, lowering, vector.type, result.type)) return;
  const slots = [vector, value, position, result].map((each) => lowering.data(each));
  const [into = 0, from = 0, at = 0, to = 0] = slots;
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
};

/** A mask entry of -1 asks for any value. */
const shuffleVector: LowerOperation = (op, lowering) => {
  const [first, second] = op.operands;
  const [result] = op.results;
  const mask = integersOf(op, 'mask');
  if (first === undefined || second === undefined || result === undefined) return;
  const [a, b, r] = [first, second, result].map(({ type }) => scalarOf(type));
  const count = a?.count ?? 0;
  const names = new Set([a, b, r].map((scalar) => scalar?.element.name));
  const outside = mask.some((i) => i === undefined || i < -1 || i >= count + (b?.count ?? 0));
  if (a === undefined || names.size > 1 || outside || mask.length !== r?.count) {
    lowering.report(messages.execute.unsupported(op.name, 'this form'));
    return;
  }
  const [left, right, to] = [lowering.data(first), lowering.data(second), lowering.data(result)];
  lowering.emit((wave) => {
    for (let i = 0; i < mask.length; i++) {
      const from = Math.max(0, mask[i] ?? 0);
      if (from < count) copyRegisters(wave, left, from, to, i, 1);
      else copyRegisters(wave, right, from - count, to, i, 1);
    }
  });
};

const select: LowerOperation = (op, lowering) => {
  const [condition, yes, no] = op.operands;
  const [result] = op.results;
  if (condition === undefined || yes === undefined || no === undefined) return;
  if (result === undefined || !requireLike(op, lowering, yes.type, no.type)) return;
  if (!requireLike(op, lowering, yes.type, result.type)) return;
  const conditions = elementCount(condition.type);
  const count = elementCount(result.type);
  if (conditions !== 1 && conditions !== count) {
    lowering.report(messages.execute.typeMismatch(op.name, 'as many conditions', 'others'));
    return;
  }
  const slots = [condition, yes, no, result].map((each) => lowering.data(each));
  const [by = 0, whenTrue = 0, whenFalse = 0, to = 0] = slots;
  lowering.emit((wave) => {
    const [c, x, y, out] = [by, whenTrue, whenFalse, to].map((slot) => wave.values(slot));
    if (c === undefined || x === undefined || y === undefined || out === undefined) return;
    const wide = wave.wide[whenTrue] !== undefined || wave.wide[whenFalse] !== undefined;
    for (let i = 0; i < out.length; i++) {
      const holds = c[conditions === 1 ? i % wave.lanes : i] !== 0;
      if (wide) copyPlace(wave, holds ? whenTrue : whenFalse, i, to, i);
      else out[i] = (holds ? x[i] : y[i]) ?? 0;
    }
  });
};

/** The same registers under another name. */
const same: LowerOperation = (op, lowering) => {
  const [source] = op.operands;
  const [result] = op.results;
  if (source === undefined || result === undefined) return;
  if (!requireLike(op, lowering, source.type, result.type)) return;
  const [from, to] = [lowering.data(source), lowering.data(result)];
  const count = elementCount(result.type);
  lowering.emit((wave) => copyRegisters(wave, from, 0, to, 0, count));
};

const bitcast: LowerOperation = (op, lowering) => {
  const [source] = op.operands;
  const [result] = op.results;
  if (source === undefined || result === undefined) return;
  const [from, into] = [scalarOf(source.type), scalarOf(result.type)];
  const bits = (scalar: typeof from): number => (scalar ? scalar.count * scalar.element.width : 0);
  if (from === undefined || into === undefined || bits(from) !== bits(into)) {
    const wanted = `${bits(into)} bits`;
    lowering.report(messages.execute.typeMismatch(op.name, wanted, `${bits(from)} bits`));
    return;
  }
  const [slot, to] = [lowering.data(source), lowering.data(result)];
  const move = bitMove(from, into);
  lowering.emit((wave) => {
    for (let lane = 0; lane < wave.lanes; lane++) {
      if (isActive(wave.mask, lane)) move(wave, slot, to, lane);
    }
    if (!into.element.float) {
      if (into.element.width > 32) requireIntegers(wave, to, op.name);
    } else if (!from.element.float && losesBits(wave, slot, from, to, into)) {
      wave.fail(messages.execute.unsupported(op.name, 'a NaN that carries bits'));
    }
  });
};

/** `llvm.intr.vector.reduce.<kind>`; `fadd` and `fmul` begin with their first operand. */
const reduce =
  (kind: string, starts: boolean): LowerOperation =>
  (op, lowering) => {
    const vector = op.operands[starts ? 1 : 0];
    const start: Value | undefined = starts ? op.operands[0] : undefined;
    const [result] = op.results;
    const scalar = vector && scalarOf(vector.type);
    if (vector === undefined || result === undefined || (starts && start === undefined)) return;
    const combine = scalar && combinerOf(kind, scalar.element);
    if (scalar === undefined || combine === undefined || elementCount(result.type) !== 1) {
      lowering.report(messages.execute.unsupported(op.name, 'this type'));
      return;
    }
    const [from, to] = [lowering.data(vector), lowering.data(result)];
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
  };

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

const nothing: LowerOperation = () => {};

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
  'llvm.bitcast': bitcast,
  'llvm.intr.assume': nothing,
  'llvm.intr.lifetime.start': nothing,
  'llvm.intr.lifetime.end': nothing,
  'llvm.intr.sideeffect': nothing,
  'llvm.intr.donothing': nothing,
};
