/** `arith`: constants, integers, floats, comparisons, casts. Semantics: MLIR "arith" dialect reference. */
import { messages } from '@ldscope/core';
import type { Operation } from '../../ir/ir.ts';
import { attributeOf, integerOf } from '../attributes.ts';
import * as integers from '../integers.ts';
import { wrap } from '../integers.ts';
import { elementCount, type LowerOperation, type Lowering } from '../lowering.ts';
import { isActive } from '../registers.ts';
import { type Binary, binary, type Make, type Unary, unary } from './elementwise.ts';

const constant: LowerOperation = (op, lowering) => {
  const [result] = op.results;
  if (result === undefined) return;
  const values = constantValues(op);
  const element = lowering.element(op, result.type);
  if (values === undefined || element === undefined) {
    lowering.report(messages.execute.unsupported(op.name, 'this value'));
    return;
  }
  const count = elementCount(result.type);
  if (values.length !== 1 && values.length !== count) {
    lowering.report(
      messages.execute.typeMismatch(op.name, `${count} elements`, `${values.length} of them`),
    );
    return;
  }
  const slot = lowering.data(result);
  const elements = Array.from({ length: count }, (_, i) =>
    element.round(values[values.length === 1 ? 0 : i] ?? 0),
  );
  lowering.emit((wave) => {
    const out = wave.values(slot);
    for (const [i, value] of elements.entries()) {
      out.fill(value, i * wave.lanes, (i + 1) * wave.lanes);
    }
  });
};

/** The numbers of a constant's value: one for a scalar or a splat. */
function constantValues(op: Operation): number[] | undefined {
  const value = attributeOf(op, 'value');
  switch (value?.kind) {
    case 'integer':
      return [Number(value.value)];
    case 'float':
      return [value.value];
    case 'bool':
      return [value.value ? 1 : 0];
    case 'dense':
      return value.values?.map(Number);
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
  );

const float = (apply: Binary): LowerOperation =>
  binary(
    (_op, _operand, { round }) =>
      (a, b) =>
        round(apply(a, b)),
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
          if (values[i] === 0 && isActive(wave.mask, i % wave.lanes)) {
            wave.fail(messages.execute.divisionByZero(op.name));
            return;
          }
        }
      });
    }
    divide(op, lowering);
  };
};

const PREDICATES: readonly Binary[] = [
  (a, b) => Number(a === b),
  (a, b) => Number(a !== b),
  (a, b) => Number(a < b),
  (a, b) => Number(a <= b),
  (a, b) => Number(a > b),
  (a, b) => Number(a >= b),
  (a, b) => Number(integers.compareUnsigned(a, b) < 0),
  (a, b) => Number(integers.compareUnsigned(a, b) <= 0),
  (a, b) => Number(integers.compareUnsigned(a, b) > 0),
  (a, b) => Number(integers.compareUnsigned(a, b) >= 0),
];

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

const compare = (predicates: readonly Binary[]): LowerOperation =>
  binary((op) => predicates[integerOf(op, 'predicate') ?? -1]);

const select: LowerOperation = (op, lowering) => {
  const [condition, whenTrue, whenFalse] = op.operands;
  const [result] = op.results;
  if (condition === undefined || whenTrue === undefined || whenFalse === undefined) return;
  if (result === undefined || !isData(op, lowering)) return;
  const slots = [condition, whenTrue, whenFalse, result].map((value) => lowering.data(value));
  const [c = 0, t = 0, f = 0, to = 0] = slots;
  const scalar = elementCount(condition.type) === 1;
  lowering.emit((wave) => {
    const conditions = wave.values(c);
    const [x, y, out] = [wave.values(t), wave.values(f), wave.values(to)];
    for (let i = 0; i < out.length; i++) {
      const chosen = conditions[scalar ? i % wave.lanes : i] !== 0;
      out[i] = (chosen ? x[i] : y[i]) ?? 0;
    }
  });
};

function isData(op: Operation, lowering: Lowering): boolean {
  const [result] = op.results;
  return result !== undefined && lowering.element(op, result.type) !== undefined;
}

const cast = (make: Make<Unary>): LowerOperation => unary(make);

const minMax = {
  maximum: (a: number, b: number): number => Math.max(a, b),
  minimum: (a: number, b: number): number => Math.min(a, b),
  /** The other operand when one is NaN. */
  maxnum: (a: number, b: number): number =>
    Number.isNaN(a) ? b : Number.isNaN(b) ? a : Math.max(a, b),
  minnum: (a: number, b: number): number =>
    Number.isNaN(a) ? b : Number.isNaN(b) ? a : Math.min(a, b),
};

const smaller = (order: (a: number, b: number) => number) => (a: number, b: number) =>
  order(a, b) <= 0 ? a : b;
const signedOrder = (a: number, b: number): number => a - b;

export const arith: Readonly<Record<string, LowerOperation>> = {
  'arith.constant': constant,
  'arith.select': select,
  'arith.addi': integer((a, b, width) => wrap(a + b, width)),
  'arith.subi': integer((a, b, width) => wrap(a - b, width)),
  'arith.muli': integer(integers.multiply),
  'arith.andi': integer((a, b) => integers.bitwise('and', a, b)),
  'arith.ori': integer((a, b) => integers.bitwise('or', a, b)),
  'arith.xori': integer((a, b) => integers.bitwise('xor', a, b)),
  'arith.shli': integer(integers.shiftLeft),
  'arith.shrsi': integer(integers.shiftRightSigned),
  'arith.shrui': integer(integers.shiftRightUnsigned),
  'arith.divsi': division(integers.divideSigned),
  'arith.remsi': division((a, b) => integers.remainderSigned(a, b)),
  'arith.divui': division(integers.divideUnsigned),
  'arith.remui': division(integers.remainderUnsigned),
  'arith.floordivsi': division((a, b, width) => wrap(Math.floor(a / b), width)),
  'arith.ceildivsi': division((a, b, width) => wrap(Math.ceil(a / b) + 0, width)),
  'arith.ceildivui': division((a, b, width) =>
    wrap(Math.ceil(integers.unsigned(a, width) / integers.unsigned(b, width)), width),
  ),
  'arith.minsi': integer(smaller(signedOrder)),
  'arith.maxsi': integer(smaller((a, b) => b - a)),
  'arith.minui': integer(smaller(integers.compareUnsigned)),
  'arith.maxui': integer(smaller((a, b) => integers.compareUnsigned(b, a))),
  'arith.cmpi': compare(PREDICATES),
  'arith.cmpf': compare(FLOAT_PREDICATES),
  'arith.addf': float((a, b) => a + b),
  'arith.subf': float((a, b) => a - b),
  'arith.mulf': float((a, b) => a * b),
  'arith.divf': float((a, b) => a / b),
  'arith.remf': float((a, b) => a % b),
  'arith.maximumf': float(minMax.maximum),
  'arith.minimumf': float(minMax.minimum),
  'arith.maxnumf': float(minMax.maxnum),
  'arith.minnumf': float(minMax.minnum),
  'arith.negf': unary(() => (a) => -a),
  'arith.index_cast': cast((_op, _from, to) => to.round),
  'arith.index_castui': cast((_op, from, to) => (a) => to.round(integers.unsigned(a, from.width))),
  'arith.extsi': cast((_op, from) => (a) => (from.width === 1 ? -a : a)),
  'arith.extui': cast((_op, from) => (a) => integers.unsigned(a, from.width)),
  'arith.trunci': cast((_op, _from, to) => (a) => truncate(a, to.width)),
  'arith.extf': cast(() => (a) => a),
  'arith.truncf': cast((_op, _from, to) => to.round),
  'arith.sitofp': cast((_op, from, to) => (a) => to.round(from.width === 1 ? -a : a)),
  'arith.uitofp': cast((_op, from, to) => (a) => to.round(integers.unsigned(a, from.width))),
  'arith.fptosi': cast((_op, _from, to) => (a) => to.round(Math.trunc(a))),
  'arith.fptoui': cast((_op, _from, to) => (a) => to.round(Math.trunc(a))),
  'arith.bitcast': cast((_op, from, to) => {
    if (from.bytes !== to.bytes) return undefined;
    const view = new DataView(new ArrayBuffer(8));
    return (a) => {
      from.store(view, 0, a);
      return to.load(view, 0);
    };
  }),
};

/** The low bits of a value that may be wider than 32 bits. */
function truncate(value: number, width: number): number {
  if (width > 32 || value === (value | 0)) return wrap(value, width);
  return wrap(Number(BigInt.asIntN(32, BigInt(value))), width);
}
