/** Steps of integer arithmetic and predicates: each lane on its own. */
import { greatestOf, leastOf } from '@ldscope/core';
import { truthTable } from '../../isa/helpers.ts';
import { behind } from '../operands.ts';
import { comparing, COMPARISONS, extended } from './comparisons.ts';
import { funnel, highOf, lowOf, product, shiftedOut, sumOf, termOf, wide } from './integer.ts';
import { computes } from './roles.ts';
import { each, isNegative, type Maker, only, pairOf, target } from './sources.ts';

export const add = computes('r T C', ['X', 'U32', 'S32'], () => sumOf);

/** `IADD.64 R2, R4, -R6`: pairs. */
export const addPairs: Maker = (operands, modifiers) => {
  const [to, a, b] = operands;
  const register = target(to);
  if (register === undefined || operands.length !== 3 || !only(modifiers, ['64'])) return undefined;
  const [isMinus, isAlsoMinus] = [isNegative(a), isNegative(b)];
  return each([...pairOf(a), ...pairOf(b)], [register, behind(register, 1)], [], (values) => {
    const [low = 0, high = 0, low2 = 0, high2 = 0] = values;
    const [x, y] = [wide(low, high), wide(low2, high2)];
    const sum = (isMinus ? -x : x) + (isAlsoMinus ? -y : y);
    return [lowOf(sum), highOf(sum)];
  });
};

const PRODUCT = ['MOV', 'SHL', 'IADD', 'U32', 'X'];

const lowProduct = computes(
  's a a a C',
  PRODUCT,
  () =>
    ([x = 0, y = 0, z = 0, carry = 0]) =>
      (Math.imul(x, y) + z + carry) | 0,
);
/** The carry out of a signed product is not known. */
const wideProduct = computes('R a a A C', [...PRODUCT, 'WIDE'], (has) => (values) => {
  const [x = 0, y = 0, low = 0, high = 0, carry = 0] = values;
  const whole = product(x, y, !has('U32')) + wide(low, high) + BigInt(carry);
  return [lowOf(whole), highOf(whole), has('U32') ? Number((whole >> 64n) & 1n) : undefined];
});
const highProduct = computes('r a a A C', [...PRODUCT, 'HI'], (has) => (values) => {
  const [x = 0, y = 0, low = 0, high = 0, carry = 0] = values;
  return highOf(product(x, y, !has('U32')) + wide(low, high) + BigInt(carry));
});

export const multiplyAdd: Maker = (operands, of) =>
  (of.includes('WIDE') ? wideProduct : of.includes('HI') ? highProduct : lowProduct)(operands, of);

export const logic = computes('r a a a k ?', ['LUT'], () => ([x = 0, y = 0, z = 0, table = 0]) => {
  const value = truthTable(x, y, z, table);
  return [value, Number(value !== 0)];
});

const SHIFTS = ['L', 'R', 'W', 'HI', 'U32', 'S32', 'U64', 'S64'];
export const shift = computes('s a a a *', SHIFTS, (has) => {
  const of = {
    left: has('L'),
    high: has('HI'),
    isSigned: has('S32', 'S64'),
    isLong: has('U64', 'S64'),
    wraps: has('W'),
  };
  return ([x = 0, y = 0, z = 0]) => funnel(x, y, z, of);
});

const shiftedSum = (x: number, y: number, carry: number): readonly [number, number?] =>
  sumOf([termOf(x, false), y, carry]);
const lowScaledAdd = computes(
  'r a t k C',
  ['X', 'SX32'],
  () =>
    ([x = 0, y = 0, by = 0, carry = 0]) =>
      shiftedSum(x << by, y, carry),
);
// The bits shifted out of a negated register differ from those of its words.
const highScaledAdd = computes('r m t a k C', ['HI', 'X'], () => (values) => {
  const [x = 0, y = 0, above = 0, by = 0, carry = 0] = values;
  return shiftedSum(shiftedOut(x, above, by), y, carry);
});
const signedScaledAdd = computes('r m t k C', ['HI', 'X', 'SX32'], () => (values) => {
  const [x = 0, y = 0, by = 0, carry = 0] = values;
  return shiftedSum(shiftedOut(x, x >> 31, by), y, carry);
});

/** `LEA R2, R4, R6, 0x2`; the upper word of a sum of pairs with `HI`, whose first term has one word with `SX32`. */
export const scaledAdd: Maker = (operands, of) => {
  if (!of.includes('HI')) return lowScaledAdd(operands, of);
  return (of.includes('SX32') ? signedScaledAdd : highScaledAdd)(operands, of);
};

/** `ISETP.GT.AND P0, PT, R2, R4, PT`; of pairs with `S64`; the upper words of pairs with `EX`, where those of the lower ones are known. */
export const setPredicate: Maker = (operands, [how = '', ...others]) => {
  const compare = COMPARISONS.get(how);
  if (compare === undefined) return undefined;
  const is = (name: string): boolean => others.includes(name);
  if (is('U64') || is('S64'))
    return comparing('p p P P b', ['U64', 'S64'], (values) => {
      const [low = 0, high = 0, low2 = 0, high2 = 0] = values;
      const [x, y] = [wide(low, high), wide(low2, high2)];
      return is('S64') ? compare(BigInt.asIntN(64, x), BigInt.asIntN(64, y)) : compare(x, y);
    })(operands, others);
  const roles = is('EX') ? 'p p a a b b' : 'p p a a b';
  return comparing(roles, ['U32', 'S32', 'EX'], ([x = 0, y = 0, , low]) => {
    const [m, n] = is('U32') ? [x >>> 0, y >>> 0] : [x, y];
    return is('EX') ? extended(how, m, n, low === 1) : compare(m, n);
  })(operands, others);
};

export const predicateLogic = computes('p p b b b k k', ['LUT'], () => (values) => {
  const [x = 0, y = 0, z = 0, one = 0, other = 0] = values;
  const index = 4 * x + 2 * y + z;
  return [(one >>> index) & 1, (other >>> index) & 1];
});

/** An instruction with words as sources and a word as its result. */
export const simple = (
  count: number,
  allowed: readonly string[],
  compute: (values: readonly number[], modifiers: readonly string[]) => number,
): Maker => {
  const roles = `w${' a'.repeat(count)} *`;
  return (operands, modifiers) =>
    computes(roles, allowed, () => (values) => compute(values, modifiers))(operands, modifiers);
};

/** The least or greatest of words, by a predicate at the end; `adds`: the first two are one sum. */
export const extreme = (count: number, adds = false): Maker =>
  computes(`s${' a'.repeat(count)} b`, ['U32', 'S32'], (has) => (values) => {
    const [a = 0, b = 0, ...rest] = values.slice(0, count);
    const list = adds ? [(a + b) | 0, ...rest] : [a, b, ...rest];
    const ordered = list.map((value) => (has('U32') ? value >>> 0 : value));
    return (values[count] === 1 ? leastOf(ordered) : greatestOf(ordered)) | 0;
  });

export const select = computes(
  'w a a b',
  [],
  () =>
    ([x, y, first]) =>
      first === 1 ? x : y,
);
