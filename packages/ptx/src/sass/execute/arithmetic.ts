/** Steps of integer arithmetic and predicates: each lane on its own. */
import { greatestOf, leastOf } from '@ldscope/core';
import { comparing, COMPARISONS, extended } from './comparisons.ts';
import { funnel, highOf, lowOf, product, shiftedOut, sumOf, termOf, wide } from './integer.ts';
import { truthTable } from '../../isa/helpers.ts';
import { behind, type SassOperand } from '../operands.ts';
import {
  bit,
  carriesIn,
  each,
  isNegative,
  isNever,
  type Maker,
  only,
  resultsOf,
  type Source,
  target,
  targetPredicate,
  term,
  upper,
  word,
} from './sources.ts';

export const add: Maker = (operands, modifiers) => {
  const found = resultsOf(operands);
  if (found === undefined || !only(modifiers, ['X', 'U32', 'S32'])) return undefined;
  const { register, predicates, rest } = found;
  const count = rest.findIndex(({ kind }) => kind === 'predicate');
  const terms = count < 0 ? rest : rest.slice(0, count);
  const carries = count < 0 ? [] : carriesIn(rest.slice(count), modifiers);
  if (carries === undefined || predicates.length > 1) return undefined;
  const negative = terms.map(isNegative);
  return each([...terms.map(term), ...carries], [register], predicates, (values, results) => {
    const { word: sum, carry } = sumOf(
      values.map((value, i) => (i < terms.length ? termOf(value, negative[i] ?? false) : value)),
    );
    [results[0], results[1]] = [sum, carry];
    return predicates.length === 0 || carry <= 1;
  });
};

/** `IADD.64 R2, R4, -R6`: pairs. */
export const addPairs: Maker = (operands, modifiers) => {
  const [to, a, b] = operands;
  const register = target(to);
  if (register === undefined || operands.length !== 3 || !only(modifiers, ['64'])) return undefined;
  const sources = [a, b].flatMap((operand) => pairOf(operand));
  const negative = [a, b].map(isNegative);
  return each(sources, [register, register + 1], [], (values, results) => {
    const [low = 0, high = 0, low2 = 0, high2 = 0] = values;
    const [x, y] = [wide(low, high), wide(low2, high2)];
    const sum = (negative[0] === true ? -x : x) + (negative[1] === true ? -y : y);
    [results[0], results[1]] = [lowOf(sum), highOf(sum)];
  });
};

/** Both words of a pair without its sign; the upper word of a constant repeats its sign. */
function pairOf(operand: SassOperand | undefined): readonly (Source | undefined)[] {
  if (operand?.kind === 'constant')
    return [word(operand), word({ kind: 'constant', value: operand.value >> 31 })];
  if (operand?.kind !== 'register' && operand?.kind !== 'bank') return [undefined];
  if (operand.change !== 'none' && operand.change !== 'negative') return [undefined];
  const plain = { ...operand, change: 'none' } as const;
  return [word(plain), upper(plain)];
}

export const multiplyAdd: Maker = (operands, modifiers) => {
  const found = resultsOf(operands);
  const allowed = ['MOV', 'SHL', 'IADD', 'U32', 'WIDE', 'HI', 'X'];
  if (found === undefined || !only(modifiers, allowed)) return undefined;
  const { register, predicates, rest } = found;
  const [a, b, c, ...others] = rest;
  const carries = carriesIn(others, modifiers);
  if (carries === undefined) return undefined;
  const isSigned = !modifiers.includes('U32');
  const isWide = modifiers.includes('WIDE');
  if (!isWide && !modifiers.includes('HI')) {
    if (predicates.length > 0) return undefined;
    return each([word(a), word(b), word(c), ...carries], [register], [], (values, results) => {
      const [x = 0, y = 0, z = 0, carry = 0] = values;
      results[0] = (Math.imul(x, y) + z + carry) | 0;
    });
  }
  if (predicates.length > 1) return undefined;
  const words = isWide ? [register, behind(register, 1)] : [register];
  const sources = [word(a), word(b), word(c), upper(c), ...carries];
  return each(
    sources,
    words,
    predicates,
    ([x = 0, y = 0, low = 0, high = 0, carry = 0], results) => {
      const whole = product(x, y, isSigned) + wide(low, high) + BigInt(carry);
      if (isWide) [results[0], results[1]] = [lowOf(whole), highOf(whole)];
      else results[0] = highOf(whole);
      if (predicates.length === 0) return true;
      results[2] = Number((whole >> 64n) & 1n);
      return isWide && !isSigned;
    },
  );
};

export const logic: Maker = (operands, modifiers) => {
  const found = resultsOf(operands);
  if (found === undefined || !only(modifiers, ['LUT'])) return undefined;
  const { register, predicates, rest } = found;
  const [a, b, c, table, or] = rest;
  if (table?.kind !== 'constant' || predicates.length > 1) return undefined;
  if (or !== undefined && !isNever(or)) return undefined;
  return each(
    [word(a), word(b), word(c)],
    [register],
    predicates,
    ([x = 0, y = 0, z = 0], results) => {
      const value = truthTable(x, y, z, table.value);
      [results[0], results[1]] = [value, Number(value !== 0)];
    },
  );
};

export const shift: Maker = (operands, modifiers) => {
  const found = resultsOf(operands);
  const allowed = ['L', 'R', 'W', 'HI', 'U32', 'S32', 'U64', 'S64'];
  if (found === undefined || !only(modifiers, allowed)) return undefined;
  const [low, amount, high] = found.rest;
  const has = (name: string): boolean => modifiers.includes(name);
  const of = {
    left: has('L'),
    high: has('HI'),
    isSigned: has('S32') || has('S64'),
    isLong: has('U64') || has('S64'),
    wraps: has('W'),
  };
  return each(
    [word(low), word(amount), word(high)],
    [found.register],
    [],
    ([x = 0, y = 0, z = 0], results) => {
      results[0] = funnel(x, y, z, of);
    },
  );
};

export const scaledAdd: Maker = (operands, modifiers) => {
  const found = resultsOf(operands);
  if (found === undefined || !only(modifiers, ['HI', 'X', 'SX32'])) return undefined;
  const { register, predicates, rest } = found;
  const isHigh = modifiers.includes('HI');
  const isExtended = modifiers.includes('SX32');
  const hasUpper = isHigh && !isExtended;
  const [a, b] = rest;
  const c = hasUpper ? rest[2] : undefined;
  const amount = rest[hasUpper ? 3 : 2];
  const carries = carriesIn(rest.slice(hasUpper ? 4 : 3), modifiers);
  if (amount?.kind !== 'constant' || carries === undefined || predicates.length > 1)
    return undefined;
  // The bits shifted out of a negated register differ from those of its words.
  if (isHigh && isNegative(a)) return undefined;
  const shiftBy = amount.value;
  const negative = isNegative(b);
  const sources = [word(a), term(b), ...(hasUpper ? [word(c)] : []), ...carries];
  return each(sources, [register], predicates, (values, results) => {
    const [x = 0, y = 0] = values;
    const above = hasUpper ? (values[2] ?? 0) : isExtended ? x >> 31 : 0;
    const carry = values[hasUpper ? 3 : 2] ?? 0;
    const moved = isHigh ? shiftedOut(x, above, shiftBy) : x << shiftBy;
    const sum = sumOf([termOf(moved, false), termOf(y, negative), carry]);
    [results[0], results[1]] = [sum.word, sum.carry];
    return predicates.length === 0 || sum.carry <= 1;
  });
};

/** `ISETP.GT.AND P0, PT, R2, R4, PT`; of pairs with `S64`; the upper words of pairs with `EX`, where those of the lower ones are known. */
export const setPredicate: Maker = (operands, [how = '', ...others]) => {
  const compare = COMPARISONS.get(how);
  const [, , a, b, , lower] = operands;
  const is = (...names: readonly string[]): boolean => names.some((name) => others.includes(name));
  if (compare === undefined) return undefined;
  if (!only(others, ['U32', 'S32', 'U64', 'S64', 'AND', 'OR', 'XOR', 'EX'])) return undefined;
  if (is('U64', 'S64')) {
    if (is('EX') || isNegative(a) || isNegative(b)) return undefined;
    return comparing(operands, others, [...pairOf(a), ...pairOf(b)], (values) => {
      const [low = 0, high = 0, low2 = 0, high2 = 0] = values;
      const [x, y] = [wide(low, high), wide(low2, high2)];
      return is('S64') ? compare(BigInt.asIntN(64, x), BigInt.asIntN(64, y)) : compare(x, y);
    });
  }
  const sources = [word(a), word(b), ...(is('EX') ? [bit(lower)] : [])];
  return comparing(operands, others, sources, ([x = 0, y = 0, low = 0]) => {
    const [m, n] = is('U32') ? [x >>> 0, y >>> 0] : [x, y];
    return is('EX') ? extended(how, m, n, low === 1) : compare(m, n);
  });
};

export const predicateLogic: Maker = (operands, modifiers) => {
  const [first, second, a, b, c, one, other] = operands;
  const [p, q] = [targetPredicate(first), targetPredicate(second)];
  if (!only(modifiers, ['LUT']) || p === undefined || q === undefined) return undefined;
  if (one?.kind !== 'constant' || other?.kind !== 'constant') return undefined;
  return each([bit(a), bit(b), bit(c)], [], [p, q], ([x = 0, y = 0, z = 0], results) => {
    const index = 4 * x + 2 * y + z;
    [results[0], results[1]] = [(one.value >>> index) & 1, (other.value >>> index) & 1];
  });
};

/** An instruction with words as sources and a word as its result. */
export const simple =
  (
    count: number,
    allowed: readonly string[],
    compute: (values: readonly number[], modifiers: readonly string[]) => number,
  ): Maker =>
  (operands, modifiers) => {
    const register = target(operands[0]);
    if (register === undefined || operands.length < count + 1 || !only(modifiers, allowed))
      return undefined;
    return each(
      operands.slice(1, count + 1).map((operand) => word(operand)),
      [register],
      [],
      (values, results) => {
        results[0] = compute(values, modifiers);
      },
    );
  };

/** The least or greatest of words, by a predicate at the end; `adds`: the first two are one sum. */
export const extreme =
  (count: number, adds = false): Maker =>
  (operands, modifiers) => {
    const found = resultsOf(operands);
    if (found?.predicates.length !== 0 || found.rest.length !== count + 1) return undefined;
    if (!only(modifiers, ['U32', 'S32'])) return undefined;
    const { register, rest: sources } = found;
    const isSigned = !modifiers.includes('U32');
    const words = sources.slice(0, count).map((operand) => word(operand));
    return each([bit(sources[count]), ...words], [register], [], (values, results) => {
      const [isLeast = 0, ...given] = values;
      const [a = 0, b = 0, ...rest] = given;
      const list = adds ? [(a + b) | 0, ...rest] : given;
      const ordered = list.map((value) => (isSigned ? value : value >>> 0));
      results[0] = (isLeast === 1 ? leastOf(ordered) : greatestOf(ordered)) | 0;
    });
  };

export const select: Maker = (operands, modifiers) => {
  const register = target(operands[0]);
  if (register === undefined || modifiers.length > 0) return undefined;
  return each(
    [word(operands[1]), word(operands[2]), bit(operands[3])],
    [register],
    [],
    ([x = 0, y = 0, first = 0], results) => {
      results[0] = first === 1 ? x : y;
    },
  );
};
