/**
 * Integer arithmetic of the `llvm` dialect: on doubles while they are exact, on `bigint` where they are not.
 *
 * Each operation is known twice. `fast` works on doubles and gives NaN where a double is not enough (see
 * `integers.ts`); `exact` then says it for whole numbers, and the result is taken modulo the width. Poison (overflow
 * with `nsw`, shifts by the width or more) has any value; it is that of the operation without the flag, or 0.
 */
import { messages } from '@ldscope/core';
import type { Operation } from '../../ir/ir.ts';
import { resolveType } from '../../ir/types.ts';
import { integerOf } from '../attributes.ts';
import type { ElementType } from '../elements.ts';
import * as integers from '../integers.ts';
import { elementCount, type LowerOperation, type Lowering } from '../lowering.ts';
import { isActive } from '../registers.ts';
import type { Wave } from '../wave.ts';
import { pointerSpace, scalarOf } from './types.ts';
import { failWide, readWide, writeWide } from './wide.ts';
import { takes } from '../take.ts';

type Fast = (a: number, b: number, width: number) => number;
/** Operands are signed; `width` is that of the operands. */
type Exact = (a: bigint, b: bigint, width: number) => bigint;

const unsignedBig = (value: bigint, width: number): bigint => BigInt.asUintN(width, value);

/** An integer of the interpreter as a number of its type: an i1 is 0 or -1. */
const signedBig = (value: bigint, width: number): bigint => BigInt.asIntN(width, value);

/** Slots and element of an operation whose operands and result have as many integers; reports others. */
function integerSlots(
  op: Operation,
  lowering: Lowering,
  operands: number,
  sameResult: boolean,
):
  | {
      readonly slots: readonly number[];
      readonly to: number;
      readonly element: ElementType;
      readonly result: ElementType;
    }
  | undefined {
  const [first] = op.operands;
  const [result] = op.results;
  if (first === undefined || result === undefined || op.operands.length !== operands) {
    const what = `it needs ${operands} operands and a result`;
    return lowering.malformed(what);
  }
  const scalars = [...op.operands, result].map(({ type }) => scalarOf(type));
  const [element, into] = [scalars[0]?.element, scalars.at(-1)?.element];
  if (element === undefined || into === undefined || element.float || into.float) {
    const kind = resolveType(first.type).kind;
    return lowering.mismatch('integers of up to 64 bits', kind);
  }
  const alike = scalars.slice(0, sameResult ? undefined : -1);
  const other = alike.find((scalar) => scalar?.element.name !== element.name);
  if (other !== undefined || scalars.some((scalar) => scalar?.count !== scalars[0]?.count)) {
    const found = other?.element.name ?? 'another number of elements';
    return lowering.mismatch(`operands of type ${element.name}`, found);
  }
  const slots = op.operands.map((operand) => lowering.data(operand));
  return { slots, to: lowering.data(result), element, result: into };
}

/** Two integers of a type give one of the same type. */
const binary =
  (fast: Fast, exact: Exact): LowerOperation =>
  (op, lowering) => {
    const prepared = integerSlots(op, lowering, 2, true);
    if (prepared === undefined) return;
    const { slots, to, element } = prepared;
    const [left = 0, right = 0] = slots;
    const { width } = element;
    lowering.emit((wave) => {
      const [x, y, out] = [wave.values(left), wave.values(right), wave.values(to)];
      for (let i = 0; i < out.length; i++) {
        const value = fast(x[i] ?? 0, y[i] ?? 0, width);
        out[i] = value;
        if (value !== value) exactly(wave, left, right, to, i, width, exact, op.name);
      }
    });
  };

/** The long way for one place; lanes that are not active need no value. */
function exactly(
  wave: Wave,
  left: number,
  right: number,
  to: number,
  at: number,
  width: number,
  exact: Exact,
  name: string,
): void {
  if (!isActive(wave.mask, at % wave.lanes)) return;
  const [a, b] = [readWide(wave, left, at), readWide(wave, right, at)];
  if (a === undefined || b === undefined) failWide(wave, name);
  else writeWide(wave, to, at, BigInt.asIntN(width, exact(a, b, width)));
}

/** Division: a zero divisor of an active lane is reported. */
const division =
  (fast: Fast, exact: Exact): LowerOperation =>
  (op, lowering) => {
    const [, divisor] = op.operands;
    const divide = binary(
      (a, b, width) => (b === 0 ? 0 : fast(a, b, width)),
      (a, b, width) => (b === 0n ? 0n : exact(a, b, width)),
    );
    if (divisor !== undefined) {
      const slot = lowering.data(divisor);
      lowering.emit((wave) => {
        const values = wave.values(slot);
        for (let i = 0; i < values.length; i++) {
          if (values[i] !== 0 || !isActive(wave.mask, i % wave.lanes)) continue;
          return wave.fail(messages.execute.divisionByZero(op.name));
        }
      });
    }
    divide(op, lowering);
  };

/** NaN stays NaN where a comparison would hide it. */
const knowing =
  (fast: Fast): Fast =>
  (a, b, width) =>
    a === a && b === b ? fast(a, b, width) : NaN;

const choice = (
  order: (a: number, b: number, width: number) => number,
  exactOrder: (a: bigint, b: bigint, width: number) => bigint,
  sign: 1 | -1,
): LowerOperation =>
  binary(
    knowing((a, b, width) => (sign * order(a, b, width) <= 0 ? a : b)),
    (a, b, width) => (BigInt(sign) * exactOrder(a, b, width) <= 0n ? a : b),
  );

const signedOrder = (a: number, b: number, width: number): number =>
  integers.signed(a, width) - integers.signed(b, width);
const signedOrderBig: Exact = (a, b, width) => signedBig(a, width) - signedBig(b, width);
const unsignedOrderBig: Exact = (a, b, width) => unsignedBig(a, width) - unsignedBig(b, width);

/** `eq, ne, slt, sle, sgt, sge, ult, ule, ugt, uge` of the sign of a comparison. */
const PREDICATES: readonly ((order: number) => boolean)[] = [
  (order) => order === 0,
  (order) => order !== 0,
  (order) => order < 0,
  (order) => order <= 0,
  (order) => order > 0,
  (order) => order >= 0,
  (order) => order < 0,
  (order) => order <= 0,
  (order) => order > 0,
  (order) => order >= 0,
];
const FIRST_UNSIGNED = 6;

/** `llvm.icmp`, of integers or of pointers. */
const compare: LowerOperation = (op, lowering) => {
  const predicate = integerOf(op, 'predicate') ?? -1;
  const holds = PREDICATES[predicate];
  const prepared = integerSlots(op, lowering, 2, false);
  if (prepared === undefined) return;
  if (holds === undefined) return lowering.malformed('it has no predicate');
  const { slots, to, element } = prepared;
  const [left = 0, right = 0] = slots;
  const { width } = element;
  const unsigned = predicate >= FIRST_UNSIGNED;
  const order = unsigned ? integers.compareUnsigned : signedOrder;
  const exactOrder = unsigned ? unsignedOrderBig : signedOrderBig;
  lowering.emit((wave) => {
    const [x, y, out] = [wave.values(left), wave.values(right), wave.values(to)];
    for (let i = 0; i < out.length; i++) {
      const [a = 0, b = 0] = [x[i], y[i]];
      if (a === a && b === b) {
        out[i] = Number(holds(order(a, b, width)));
        continue;
      }
      if (!isActive(wave.mask, i % wave.lanes)) continue;
      const [p, q] = [readWide(wave, left, i), readWide(wave, right, i)];
      if (p === undefined || q === undefined) {
        failWide(wave, op.name);
        return;
      }
      out[i] = Number(holds(Number(exactOrder(p, q, width))));
    }
  });
};

/** One integer to another width. */
const cast =
  (
    fast: (a: number, from: number, to: ElementType) => number,
    exact: (a: bigint, from: number) => bigint,
  ): LowerOperation =>
  (op, lowering) => {
    const prepared = integerSlots(op, lowering, 1, false);
    if (prepared === undefined) return;
    const { slots, to, element, result } = prepared;
    const [from = 0] = slots;
    lowering.emit((wave) => {
      const [x, out] = [wave.values(from), wave.values(to)];
      for (let i = 0; i < out.length; i++) {
        const value = fast(x[i] ?? 0, element.width, result);
        out[i] = value;
        if (x[i] !== x[i] || value !== value) {
          if (!isActive(wave.mask, i % wave.lanes)) continue;
          const source = readWide(wave, from, i);
          if (source === undefined) {
            failWide(wave, op.name);
            return;
          }
          writeWide(wave, to, i, BigInt.asIntN(result.width, exact(source, element.width)));
          if (result.width === 1) out[i] = Math.abs(out[i] ?? 0);
        }
      }
    });
  };

const extendSigned = cast(
  (a, from, to) => to.round(integers.signed(a, from)),
  (a, from) => signedBig(a, from),
);
const extendUnsigned = cast(
  (a, from, to) => to.round(integers.unsigned(a, from)),
  (a, from) => unsignedBig(a, from),
);
const truncate = cast(
  (a, _from, to) => to.round(a),
  (a) => a,
);

/** `intrinsic(a, b) -> { value, overflow }`. */
const withOverflow = (apply: Exact, signed: boolean): LowerOperation =>
  takes(2, 1, ([a, b, result], lowering, op) => {
    const element = scalarOf(a.type)?.element;
    const count = elementCount(a.type);
    if (element === undefined || element.float || elementCount(result.type) !== 2 * count)
      return lowering.unsupported('this form');
    const [left, right, to] = lowering.slots(a, b, result);
    const { width } = element;
    const cut = signed ? signedBig : unsignedBig;
    lowering.emit((wave) => {
      const places = count * wave.lanes;
      for (let i = 0; i < places; i++) {
        if (!isActive(wave.mask, i % wave.lanes)) continue;
        const [x, y] = [readWide(wave, left, i), readWide(wave, right, i)];
        if (x === undefined || y === undefined) {
          failWide(wave, op.name);
          return;
        }
        const value = apply(cut(x, width), cut(y, width), width);
        writeWide(wave, to, i, BigInt.asIntN(width, value));
        wave.values(to)[places + i] = Number(cut(value, width) !== value);
      }
    });
  });

/** Saturating arithmetic. */
const saturating = (apply: Exact, signed: boolean): LowerOperation => {
  const exact: Exact = (a, b, width) => {
    const cut = signed ? signedBig : unsignedBig;
    const value = apply(cut(a, width), cut(b, width), width);
    const least = signed ? -(2n ** BigInt(width - 1)) : 0n;
    const most = signed ? 2n ** BigInt(width - 1) - 1n : 2n ** BigInt(width) - 1n;
    return value < least ? least : value > most ? most : value;
  };
  return binary(overBig(exact), exact);
};

/** A fast way that goes over `bigint`, for what is rare. */
const overBig =
  (exact: Exact): Fast =>
  (a, b, width) => {
    if (!Number.isSafeInteger(a) || !Number.isSafeInteger(b)) return NaN;
    const value = integers.wide(exact(BigInt(a), BigInt(b), width), width);
    return width === 1 ? Math.abs(value) : value;
  };

const bits = (apply: (value: bigint, width: number) => bigint): LowerOperation => {
  const exact: Exact = (a, _b, width) => apply(unsignedBig(a, width), width);
  const twice = binary(overBig(exact), exact);
  // The second operand of ctlz and cttz says whether zero is poison: an attribute here.
  return takes(1, 0, ([operand], lowering, op) => {
    twice({ ...op, operands: [operand, operand] }, lowering);
  });
};

function countOnes(value: bigint): bigint {
  let count = 0n;
  for (let rest = value; rest > 0n; rest >>= 1n) count += rest & 1n;
  return count;
}

const bitLength = (value: bigint): number => (value === 0n ? 0 : value.toString(2).length);

function reversed(value: bigint, width: number, group: number): bigint {
  let result = 0n;
  const mask = (1n << BigInt(group)) - 1n;
  for (let at = 0; at < width; at += group) {
    result = (result << BigInt(group)) | ((value >> BigInt(at)) & mask);
  }
  return result;
}

/** `fshl(a, b, n)`: the high half of `a:b` shifted left by n modulo the width. */
const funnel =
  (left: boolean): LowerOperation =>
  (op, lowering) => {
    const prepared = integerSlots(op, lowering, 3, true);
    if (prepared === undefined) return;
    const { slots, to, element } = prepared;
    const [first = 0, second = 0, by = 0] = slots;
    const { width } = element;
    lowering.emit((wave) => {
      for (let i = 0; i < wave.values(to).length; i++) {
        if (!isActive(wave.mask, i % wave.lanes)) continue;
        const [a, b, n] = [first, second, by].map((slot) => readWide(wave, slot, i));
        if (a === undefined || b === undefined || n === undefined) {
          failWide(wave, op.name);
          return;
        }
        const all = (unsignedBig(a, width) << BigInt(width)) | unsignedBig(b, width);
        const shift = unsignedBig(n, width) % BigInt(width);
        const value = left ? all >> (BigInt(width) - shift) : all >> shift;
        writeWide(wave, to, i, BigInt.asIntN(width, value));
      }
    });
  };

/** Pointers and integers are the same numbers; a pointer to LDS has 32 bits. */
const pointerCast = takes(1, 1, ([source, result], lowering, op) => {
  const pointer = pointerSpace(source.type) ?? pointerSpace(result.type);
  if (pointer === undefined || pointer > 6) return lowering.unsupported('this type of pointer');
  extendUnsigned(op, lowering);
});

const absolute: LowerOperation = bits((value, width) => {
  const signed = BigInt.asIntN(width, value);
  return signed < 0n ? -signed : signed;
});

export const llvmIntegers: Readonly<Record<string, LowerOperation>> = {
  'llvm.add': binary(integers.add, (a, b) => a + b),
  'llvm.sub': binary(integers.subtract, (a, b) => a - b),
  'llvm.mul': binary(integers.multiply, (a, b) => a * b),
  'llvm.and': binary(
    (a, b) => integers.bitwise('and', a, b),
    (a, b) => a & b,
  ),
  'llvm.or': binary(
    (a, b) => integers.bitwise('or', a, b),
    (a, b) => a | b,
  ),
  'llvm.xor': binary(
    (a, b) => integers.bitwise('xor', a, b),
    (a, b) => a ^ b,
  ),
  'llvm.shl': binary(integers.shiftLeft, (a, b, width) => shifted(b, width, (n) => a << n)),
  'llvm.lshr': binary(integers.shiftRightUnsigned, (a, b, width) =>
    shifted(b, width, (n) => unsignedBig(a, width) >> n),
  ),
  'llvm.ashr': binary(integers.shiftRightSigned, (a, b, width) =>
    shifted(b, width, (n) => signedBig(a, width) >> n),
  ),
  'llvm.sdiv': division(
    integers.divideSigned,
    (a, b, width) => signedBig(a, width) / signedBig(b, width),
  ),
  'llvm.srem': division(
    integers.remainderSigned,
    (a, b, width) => signedBig(a, width) % signedBig(b, width),
  ),
  'llvm.udiv': division(
    integers.divideUnsigned,
    (a, b, width) => unsignedBig(a, width) / unsignedBig(b, width),
  ),
  'llvm.urem': division(
    integers.remainderUnsigned,
    (a, b, width) => unsignedBig(a, width) % unsignedBig(b, width),
  ),
  'llvm.icmp': compare,
  'llvm.sext': extendSigned,
  'llvm.zext': extendUnsigned,
  'llvm.trunc': truncate,
  'llvm.ptrtoint': pointerCast,
  'llvm.inttoptr': pointerCast,
  'llvm.intr.smin': choice(signedOrder, signedOrderBig, 1),
  'llvm.intr.smax': choice(signedOrder, signedOrderBig, -1),
  'llvm.intr.umin': choice(integers.compareUnsigned, unsignedOrderBig, 1),
  'llvm.intr.umax': choice(integers.compareUnsigned, unsignedOrderBig, -1),
  'llvm.intr.abs': absolute,
  'llvm.intr.ctpop': bits(countOnes),
  'llvm.intr.ctlz': bits((value, width) => BigInt(width - bitLength(value))),
  'llvm.intr.cttz': bits((value, width) =>
    value === 0n ? BigInt(width) : BigInt(bitLength(value & -value) - 1),
  ),
  'llvm.intr.bitreverse': bits((value, width) => reversed(value, width, 1)),
  'llvm.intr.bswap': bits((value, width) => reversed(value, width, 8)),
  'llvm.intr.fshl': funnel(true),
  'llvm.intr.fshr': funnel(false),
  'llvm.intr.sadd.sat': saturating((a, b) => a + b, true),
  'llvm.intr.uadd.sat': saturating((a, b) => a + b, false),
  'llvm.intr.ssub.sat': saturating((a, b) => a - b, true),
  'llvm.intr.usub.sat': saturating((a, b) => a - b, false),
  'llvm.intr.sadd.with.overflow': withOverflow((a, b) => a + b, true),
  'llvm.intr.uadd.with.overflow': withOverflow((a, b) => a + b, false),
  'llvm.intr.ssub.with.overflow': withOverflow((a, b) => a - b, true),
  'llvm.intr.usub.with.overflow': withOverflow((a, b) => a - b, false),
  'llvm.intr.smul.with.overflow': withOverflow((a, b) => a * b, true),
  'llvm.intr.umul.with.overflow': withOverflow((a, b) => a * b, false),
};

/** A shift by the width or more has any value: 0 here. */
function shifted(by: bigint, width: number, shift: (by: bigint) => bigint): bigint {
  return by < 0n || by >= BigInt(width) ? 0n : shift(by);
}
