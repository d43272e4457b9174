/** `arith`: constants, integers, floats, comparisons, casts. Semantics: MLIR "arith" dialect reference. */
import { messages } from '@ldscope/core';
import type { Operation } from '../../ir/ir.ts';
import { attributeOf, integerOf } from '../attributes.ts';
import * as integers from '../integers.ts';
import { elementCount, isMemory, type LowerOperation } from '../lowering.ts';
import { isActive } from '../registers.ts';
import {
  type Binary,
  binary,
  FLOATS,
  INTEGERS,
  type Kind,
  type Make,
  type Unary,
  unary,
} from './elementwise.ts';
import { takes } from '../take.ts';

const constant = takes(0, 1, ([result], lowering, op) => {
  const values = constantValues(op);
  const element = lowering.element(result.type);
  if (values === undefined || element === undefined || isMemory(result.type))
    return lowering.unsupported('this value');
  const count = elementCount(result.type);
  if (values.length !== 1 && values.length !== count)
    return lowering.mismatch(`${count} elements`, `${values.length} of them`);
  const slot = lowering.data(result);
  const elements = values.map((value) =>
    typeof value === 'bigint' && !element.float
      ? integers.wide(value, element.width)
      : element.round(Number(value)),
  );
  if (!element.float && !elements.every(Number.isSafeInteger))
    return lowering.unsupported('an integer beyond 53 bits');
  lowering.emit((wave) => {
    const out = wave.values(slot);
    for (let i = 0; i < count; i++) {
      out.fill(elements[elements.length === 1 ? 0 : i] ?? 0, i * wave.lanes, (i + 1) * wave.lanes);
    }
  });
});

/** The numbers of a constant's value: one for a scalar or a splat. */
function constantValues(op: Operation): (number | bigint)[] | undefined {
  const value = attributeOf(op, 'value');
  switch (value?.kind) {
    case 'integer':
      return [value.value];
    case 'float':
      return [value.value];
    case 'bool':
      return [value.value ? 1 : 0];
    case 'dense':
      return value.values?.map((element) => (typeof element === 'boolean' ? +element : element));
    default:
      return undefined;
  }
}

/** Integer operations of two operands; the function gets the width of the result. */
const integer = (apply: (a: number, b: number, width: number) => number): LowerOperation =>
  binary(
    (_op, _operand, { width }) =>
      (a, b) =>
        apply(a, b, width),
    INTEGERS,
  );

const float = (apply: Binary): LowerOperation =>
  binary(
    (_op, _operand, { round }) =>
      (a, b) =>
        round(apply(a, b)),
    FLOATS,
  );

/** Division checks active lanes for a zero divisor first. */
const division = (apply: (a: number, b: number, width: number) => number): LowerOperation => {
  const divide = integer((a, b, width) => (b === 0 ? 0 : apply(a, b, width)));
  return (op, lowering) => {
    const divisor = op.operands[1];
    if (divisor !== undefined) {
      const slot = lowering.data(divisor);
      lowering.emit((wave) => {
        const values = wave.values(slot);
        for (let i = 0; i < values.length; i++) {
          if (values[i] === 0 && isActive(wave.mask, i % wave.lanes))
            return wave.fail(messages.execute.divisionByZero(op.name));
        }
      });
    }
    divide(op, lowering);
  };
};

/** `eq, ne, slt, sle, sgt, sge, ult, ule, ugt, uge`; signed ones see an i1 as 0 or -1. */
const PREDICATES: readonly ((a: number, b: number, width: number) => boolean)[] = [
  (a, b) => a === b,
  (a, b) => a !== b,
  (a, b, width) => signedOrder(a, b, width) < 0,
  (a, b, width) => signedOrder(a, b, width) <= 0,
  (a, b, width) => signedOrder(a, b, width) > 0,
  (a, b, width) => signedOrder(a, b, width) >= 0,
  (a, b) => integers.compareUnsigned(a, b) < 0,
  (a, b) => integers.compareUnsigned(a, b) <= 0,
  (a, b) => integers.compareUnsigned(a, b) > 0,
  (a, b) => integers.compareUnsigned(a, b) >= 0,
];

const compareIntegers = binary(
  (op, { width }) => {
    const holds = PREDICATES[integerOf(op, 'predicate') ?? -1];
    return holds && ((a, b) => Number(holds(a, b, width)));
  },
  { operand: 'integer', result: 'integer', converts: true },
);

const unordered = (a: number, b: number): boolean => Number.isNaN(a) || Number.isNaN(b);

/** `false, oeq, ogt, oge, olt, ole, one, ord, ueq, ugt, uge, ult, ule, une, uno, true`. */
const FLOAT_PREDICATES: readonly Binary[] = [
  () => 0,
  (a, b) => Number(a === b),
  (a, b) => Number(a > b),
  (a, b) => Number(a >= b),
  (a, b) => Number(a < b),
  (a, b) => Number(a <= b),
  (a, b) => Number(!unordered(a, b) && a !== b),
  (a, b) => Number(!unordered(a, b)),
  (a, b) => Number(unordered(a, b) || a === b),
  (a, b) => Number(!(a <= b)),
  (a, b) => Number(!(a < b)),
  (a, b) => Number(!(a >= b)),
  (a, b) => Number(!(a > b)),
  (a, b) => Number(a !== b),
  (a, b) => Number(unordered(a, b)),
  () => 1,
];

const compareFloats = binary((op) => FLOAT_PREDICATES[integerOf(op, 'predicate') ?? -1], {
  operand: 'float',
  result: 'integer',
  converts: true,
});

const select = takes(3, 1, ([condition, whenTrue, whenFalse, result], lowering) => {
  if (lowering.element(result.type) === undefined) return;
  if (isMemory(result.type)) return lowering.unsupported('a choice between memrefs');
  const [conditions, ...counts] = [condition, whenTrue, whenFalse, result].map(({ type }) =>
    elementCount(type),
  );
  const scalar = conditions === 1;
  if (counts.some((count) => count !== counts[0]) || (!scalar && conditions !== counts[0])) {
    const found = `${conditions} conditions for ${counts.join(', ')} elements`;
    return lowering.mismatch('as many of each', found);
  }
  const [c, t, f, to] = lowering.slots(condition, whenTrue, whenFalse, result);
  lowering.emit((wave) => {
    const conditions = wave.values(c);
    const [x, y, out] = [wave.values(t), wave.values(f), wave.values(to)];
    for (let i = 0; i < out.length; i++) {
      const chosen = conditions[scalar ? i % wave.lanes : i] !== 0;
      out[i] = (chosen ? x[i] : y[i]) ?? 0;
    }
  });
});

const cast = (operand: Kind, result: Kind, make: Make<Unary>): LowerOperation =>
  unary(make, { operand, result, converts: true });

const minMax = {
  maximum: (a: number, b: number): number => Math.max(a, b),
  minimum: (a: number, b: number): number => Math.min(a, b),
  /** The other operand when one is NaN. */
  maxnum: (a: number, b: number): number =>
    Number.isNaN(a) ? b : Number.isNaN(b) ? a : Math.max(a, b),
  minnum: (a: number, b: number): number =>
    Number.isNaN(a) ? b : Number.isNaN(b) ? a : Math.min(a, b),
};

const signedOrder = (a: number, b: number, width: number): number =>
  integers.signed(a, width) - integers.signed(b, width);

/** The operand that comes first in an order. */
const smaller =
  (order: (a: number, b: number, width: number) => number) =>
  (a: number, b: number, width: number): number =>
    order(a, b, width) <= 0 ? a : b;

/** Between an index and an integer: cut to fewer bits, or extended. */
const indexCast = (extend: (value: number, width: number) => number): LowerOperation =>
  cast('integer', 'integer', (_op, from, to) =>
    to.width <= from.width ? to.round : (a) => extend(a, from.width),
  );

export const arith: Readonly<Record<string, LowerOperation>> = {
  'arith.constant': constant,
  'arith.select': select,
  'arith.addi': integer(integers.add),
  'arith.subi': integer(integers.subtract),
  'arith.muli': integer(integers.multiply),
  'arith.andi': integer((a, b) => integers.bitwise('and', a, b)),
  'arith.ori': integer((a, b) => integers.bitwise('or', a, b)),
  'arith.xori': integer((a, b) => integers.bitwise('xor', a, b)),
  'arith.shli': integer(integers.shiftLeft),
  'arith.shrsi': integer(integers.shiftRightSigned),
  'arith.shrui': integer(integers.shiftRightUnsigned),
  'arith.divsi': division(integers.divideSigned),
  'arith.remsi': division(integers.remainderSigned),
  'arith.divui': division(integers.divideUnsigned),
  'arith.remui': division(integers.remainderUnsigned),
  'arith.floordivsi': division(integers.floorDivideSigned),
  'arith.ceildivsi': division(integers.ceilDivideSigned),
  'arith.ceildivui': division(integers.ceilDivideUnsigned),
  'arith.minsi': integer(smaller(signedOrder)),
  'arith.maxsi': integer(smaller((a, b, width) => signedOrder(b, a, width))),
  'arith.minui': integer(smaller(integers.compareUnsigned)),
  'arith.maxui': integer(smaller((a, b) => integers.compareUnsigned(b, a))),
  'arith.cmpi': compareIntegers,
  'arith.cmpf': compareFloats,
  'arith.addf': float((a, b) => a + b),
  'arith.subf': float((a, b) => a - b),
  'arith.mulf': float((a, b) => a * b),
  'arith.divf': float((a, b) => a / b),
  'arith.remf': float((a, b) => a % b),
  'arith.maximumf': float(minMax.maximum),
  'arith.minimumf': float(minMax.minimum),
  'arith.maxnumf': float(minMax.maxnum),
  'arith.minnumf': float(minMax.minnum),
  'arith.negf': unary(() => (a) => -a, FLOATS),
  'arith.index_cast': indexCast(integers.signed),
  'arith.index_castui': indexCast(integers.unsigned),
  'arith.extsi': cast(
    'integer',
    'integer',
    (_op, from, to) => (a) => to.round(integers.signed(a, from.width)),
  ),
  'arith.extui': cast(
    'integer',
    'integer',
    (_op, from, to) => (a) => to.round(integers.unsigned(a, from.width)),
  ),
  'arith.trunci': cast('integer', 'integer', (_op, _from, to) => to.round),
  'arith.extf': cast('float', 'float', (_op, _from, to) => to.round),
  'arith.truncf': cast('float', 'float', (_op, _from, to) => to.round),
  'arith.sitofp': cast(
    'integer',
    'float',
    (_op, from, to) => (a) => to.round(integers.signed(a, from.width)),
  ),
  'arith.uitofp': cast(
    'integer',
    'float',
    (_op, from, to) => (a) => to.round(integers.unsignedFloat(a, from.width)),
  ),
  'arith.fptosi': cast('float', 'integer', (_op, _from, to) => (a) => to.round(Math.trunc(a))),
  'arith.fptoui': cast('float', 'integer', (_op, _from, to) => (a) => to.round(Math.trunc(a))),
  'arith.bitcast': cast('any', 'any', (_op, from, to) => {
    if (from.bytes !== to.bytes || from.width !== to.width) return undefined;
    const view = new DataView(new ArrayBuffer(8));
    return (a) => {
      from.store(view, 0, a);
      return to.load(view, 0);
    };
  }),
};
