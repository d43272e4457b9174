/**
 * Steps for operations that do the same to every element of every lane: floats rounded to their type, integers on
 * doubles while they are exact and on whole numbers (`wide.ts`) where they are not.
 */
import { messages } from '@ldscope/core';
import type { Operation } from '../../ir/ir.ts';
import { integerOf } from '../attributes.ts';
import type { ElementType } from '../element-type.ts';
import type { LowerOperation, Lowering } from '../lowering.ts';
import { elementCount, isMemory } from '../value-types.ts';
import { isActive } from '../registers.ts';
import { takes } from '../take.ts';
import type { Wave } from '../wave.ts';
import { failWide, readWide, writeWide } from '../wide.ts';
import { type FloatOperation, floatPredicates } from './floats.ts';
import {
  cut,
  type IntegerOperation,
  integerPredicates,
  rangeOf,
  unsignedFloat,
  signed,
} from './integers.ts';

/** Rows of a table as operations of a dialect. */
export function named<T>(
  prefix: string,
  rows: Readonly<Record<string, T>>,
  emit: (row: T) => LowerOperation,
): Readonly<Record<string, LowerOperation>> {
  return Object.fromEntries(Object.entries(rows).map(([name, row]) => [prefix + name, emit(row)]));
}

type Count = 1 | 2 | 3;

/** The types of an operation's operands and results. `index` and pointers are integers. */
interface Kinds {
  readonly operand: 'integer' | 'float';
  readonly result: 'integer' | 'float';
  /** The result has another type than the operands. */
  readonly converts?: true;
}

interface Prepared {
  /** Data slots of the operands, and of the result. */
  readonly slots: readonly number[];
  readonly to: number;
  readonly operand: ElementType;
  readonly result: ElementType;
}

/** Checks an operation against what it should be; reports what does not fit. */
function prepare(
  op: Operation,
  lowering: Lowering,
  count: Count,
  kinds: Kinds,
): Prepared | undefined {
  const operands = op.operands.slice(0, count);
  const [result] = op.results;
  if (operands.length < count) return lowering.lacks('operand', operands.length, count);
  if (result === undefined) return lowering.lacks('result', 0, 1);
  const values = [...operands, result];
  if (values.some(({ type }) => isMemory(type)))
    return lowering.mismatch('a scalar or a vector', 'a memref');
  const elements = operands.map(({ type }) => lowering.element(type));
  const [operand] = elements;
  const resultElement = lowering.element(result.type);
  if (operand === undefined || resultElement === undefined) return undefined;
  const other = elements.find((element) => element?.name !== operand.name);
  if (other !== undefined) return lowering.mismatch(`operands of type ${operand.name}`, other.name);
  if (operand.float !== (kinds.operand === 'float'))
    return lowering.mismatch(`an operand of kind ${kinds.operand}`, operand.name);
  if (resultElement.float !== (kinds.result === 'float'))
    return lowering.mismatch(`a result of kind ${kinds.result}`, resultElement.name);
  if (kinds.converts !== true && operand.name !== resultElement.name)
    return lowering.mismatch(`a result of type ${operand.name}`, resultElement.name);
  const counts = values.map(({ type }) => elementCount(type));
  if (counts.some((each) => each !== counts[0]))
    return lowering.mismatch(`${counts.at(-1)} elements`, counts.slice(0, -1).join(' and '));
  const slots = operands.map((value) => lowering.data(value));
  return { slots, to: lowering.data(result), operand, result: resultElement };
}

const FLOATS: Kinds = { operand: 'float', result: 'float' };
const INTEGERS: Kinds = { operand: 'integer', result: 'integer' };

/** Floats to floats of the same type, or to what `kinds` says. */
export const floats =
  (count: Count, apply: FloatOperation, kinds = FLOATS): LowerOperation =>
  (op, lowering) => {
    const prepared = prepare(op, lowering, count, kinds);
    if (prepared === undefined) return;
    const { slots, to, result } = prepared;
    const [first = 0, second = first, third = second] = slots;
    lowering.emit((wave) => {
      const [x, y, z] = [wave.values(first), wave.values(second), wave.values(third)];
      const out = wave.values(to);
      for (let i = 0; i < out.length; i++) {
        out[i] = result.round(apply(x[i] ?? 0, y[i] ?? 0, z[i] ?? 0));
      }
    });
  };

/** A float as another type of float. */
export const floatCast = floats(1, (a) => a, { ...FLOATS, converts: true });

/** `cmpf` and `fcmp`. */
export const compareFloats: LowerOperation = (op, lowering) => {
  const holds = floatPredicates[integerOf(op, 'predicate') ?? -1];
  if (holds === undefined) return lowering.malformed('it has no predicate');
  floats(2, holds, { operand: 'float', result: 'integer', converts: true })(op, lowering);
};

/** Integers to integers of the same type, or to what `kinds` says. */
export const integers =
  (count: Count, { fast, exact, divides }: IntegerOperation, kinds = INTEGERS): LowerOperation =>
  (op, lowering) => {
    const prepared = prepare(op, lowering, count, kinds);
    if (prepared === undefined) return;
    const { slots, to, operand, result } = prepared;
    const { width } = operand;
    const [left = 0, right = left] = slots;
    if (divides === true) refuseZeros(lowering, right, op.name);
    lowering.emit((wave) => {
      const [x, y, out] = [wave.values(left), wave.values(right), wave.values(to)];
      for (let i = 0; i < out.length; i++) {
        const value = fast(x[i] ?? 0, y[i] ?? 0, width, result);
        out[i] = value;
        if (value === value || !isActive(wave.mask, i % wave.lanes)) continue;
        const [a, b] = [readWide(wave, left, i), readWide(wave, right, i)];
        if (a === undefined || b === undefined) return failWide(wave, op.name);
        writeWide(wave, to, i, cut(exact(a, b, width), result.width));
      }
    });
  };

/** Stops a wave where an active lane divides by zero. */
function refuseZeros(lowering: Lowering, divisor: number, name: string): void {
  lowering.emit((wave) => {
    const values = wave.values(divisor);
    for (let i = 0; i < values.length; i++) {
      if (values[i] === 0 && isActive(wave.mask, i % wave.lanes))
        return wave.fail(messages.execute.divisionByZero(name));
    }
  });
}

/** `cmpi` and `icmp`. */
export const compareIntegers: LowerOperation = (op, lowering) => {
  const holds = integerPredicates[integerOf(op, 'predicate') ?? -1];
  if (holds === undefined) return lowering.malformed('it has no predicate');
  integers(2, holds, { ...INTEGERS, converts: true })(op, lowering);
};

/** An integer as one of another width. */
const integerCast = (
  fast: (value: number, width: number) => number,
  exact: (value: bigint, width: number) => bigint,
): LowerOperation => {
  const row: IntegerOperation = {
    fast: (a, _b, width, result) => {
      const value = fast(a, width);
      return value === value ? result.round(value) : NaN;
    },
    exact: (a, _b, width) => exact(a, width),
  };
  return integers(1, row, { ...INTEGERS, converts: true });
};

/** The other bits are copies of the sign, or 0; cut to fewer bits, both are the same. */
export const extendSigned = integerCast(signed, (a, width) => BigInt.asIntN(width, a));
export const extendUnsigned = integerCast(
  (a, width) => (a >= 0 || width <= 52 ? unsignedFloat(a, width) : NaN),
  (a, width) => BigInt.asUintN(width, a),
);
export const truncate = integerCast(
  (a) => a,
  (a) => a,
);

/** An integer as the nearest float. */
export const integerToFloat =
  (isSigned: boolean): LowerOperation =>
  (op, lowering) => {
    const kinds = { operand: 'integer', result: 'float', converts: true } as const;
    const prepared = prepare(op, lowering, 1, kinds);
    if (prepared === undefined) return;
    const { slots, to, operand, result } = prepared;
    const [from = 0] = slots;
    const { width } = operand;
    lowering.emit((wave) => {
      const [x, out] = [wave.values(from), wave.values(to)];
      for (let i = 0; i < out.length; i++) {
        const value = x[i] ?? 0;
        if (value === value && (isSigned || value >= 0 || width <= 53)) {
          out[i] = result.round(isSigned ? signed(value, width) : unsignedFloat(value, width));
          continue;
        }
        if (!isActive(wave.mask, i % wave.lanes)) continue;
        const whole = readWide(wave, from, i);
        if (whole === undefined) return failWide(wave, op.name);
        const number = isSigned ? whole : BigInt.asUintN(width, whole);
        out[i] = result.round(result.width === 64 ? Number(number) : sticky(number));
      }
    });
  };

/** A double that rounds to a float like the whole number itself: what is cut off leaves a trace in the last bit. */
function sticky(value: bigint): number {
  const magnitude = value < 0n ? -value : value;
  const excess = magnitude.toString(2).length - 52;
  if (excess <= 0) return Number(value);
  const kept = magnitude >> BigInt(excess);
  const lost = kept << BigInt(excess) === magnitude ? 0n : 1n;
  return (value < 0n ? -1 : 1) * Number((kept << 1n) | lost) * 2 ** (excess - 1);
}

/** A float as an integer, toward zero. A value that does not fit is poison: it wraps here, or saturates if requested. */
export const floatToInteger =
  (isSigned: boolean, saturates = false): LowerOperation =>
  (op, lowering) => {
    const kinds = { operand: 'float', result: 'integer', converts: true } as const;
    const prepared = prepare(op, lowering, 1, kinds);
    if (prepared === undefined) return;
    const { slots, to, result } = prepared;
    const [from = 0] = slots;
    const { width } = result;
    const [least, most] = rangeOf(width, isSigned);
    lowering.emit((wave) => {
      const [x, out] = [wave.values(from), wave.values(to)];
      for (let i = 0; i < out.length; i++) {
        const value = Math.trunc(x[i] ?? 0);
        if (width <= 53 && Number(least) <= value && value <= Number(most)) {
          out[i] = result.round(value);
        } else if (Number.isNaN(value) || !(saturates || Number.isFinite(value))) {
          out[i] = 0;
        } else {
          const whole = Number.isFinite(value) ? BigInt(value) : value < 0 ? least : most;
          const clamped = whole < least ? least : whole > most ? most : whole;
          writeWide(wave, to, i, cut(saturates ? clamped : whole, width));
        }
      }
    });
  };

/** Calls `put` for each place of the active lanes, with the whole numbers that some slots have there. */
function eachExact(
  wave: Wave,
  slots: readonly number[],
  places: number,
  name: string,
  put: (values: readonly bigint[], at: number) => void,
): void {
  for (let at = 0; at < places; at++) {
    if (!isActive(wave.mask, at % wave.lanes)) continue;
    const values = slots.flatMap((slot) => readWide(wave, slot, at) ?? []);
    if (values.length < slots.length) return failWide(wave, name);
    put(values, at);
  }
}

/** Three integers of a type give one: on whole numbers always. */
export const threeIntegers =
  (apply: (values: readonly bigint[], width: number) => bigint): LowerOperation =>
  (op, lowering) => {
    const prepared = prepare(op, lowering, 3, INTEGERS);
    if (prepared === undefined) return;
    const { slots, to, operand } = prepared;
    lowering.emit((wave) =>
      eachExact(wave, slots, wave.values(to).length, op.name, (values, at) =>
        writeWide(wave, to, at, cut(apply(values, operand.width), operand.width)),
      ),
    );
  };

/**
 * Two integers give a number that may need more bits: its low bits, and behind them in the same struct whether they
 * are all (`with.overflow`), or as another result the bits above them (`_extended`).
 */
export const wholeResult = (
  apply: (a: bigint, b: bigint) => bigint,
  isSigned: boolean,
  extended: boolean,
): LowerOperation =>
  takes(2, 1, ([a, b, low], lowering, op) => {
    const element = lowering.element(a.type);
    const high = extended ? op.results[1] : low;
    const over = high && (extended ? lowering.element(high.type) : element);
    if (element === undefined || high === undefined || over === undefined) return;
    const count = elementCount(a.type);
    const counts = [b, low, high].map(({ type }) => elementCount(type));
    const wanted = extended ? [count, count, count] : [count, 2 * count, 2 * count];
    if (element.float || counts.join() !== wanted.join()) return lowering.unsupported('this form');
    const [left, right, to, above] = lowering.slots(a, b, low, high);
    const { width } = element;
    const read = isSigned ? BigInt.asIntN : BigInt.asUintN;
    lowering.emit((wave) => {
      const places = count * wave.lanes;
      eachExact(wave, [left, right], places, op.name, ([x = 0n, y = 0n], at) => {
        const value = apply(read(width, x), read(width, y));
        writeWide(wave, to, at, cut(value, width));
        if (extended) writeWide(wave, above, at, cut(value >> BigInt(width), over.width));
        else wave.values(to)[places + at] = Number(read(width, value) !== value);
      });
    });
  });

/** Integers beyond 53 bits are not exact any more; active lanes must not have any. */
export function checkExact(wave: Wave, out: Float64Array, name: string): void {
  for (let i = 0; i < out.length; i++) {
    const value = out[i] ?? 0;
    if (value <= Number.MAX_SAFE_INTEGER && value >= -Number.MAX_SAFE_INTEGER) continue;
    if (isActive(wave.mask, i % wave.lanes)) return failWide(wave, name);
  }
}
