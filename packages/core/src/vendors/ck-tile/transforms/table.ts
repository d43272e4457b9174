/**
 * What each kind of transform does: a row per kind.
 *
 *     row        upper           lower
 *     xor        (u0, u1)        (u0, u1 ^ u0 % n1)
 *     merge      u               (u / (n1 n2), u / n2 % n1, u % n2)   the first lower is never reduced
 *     embed      (u0, u1, ...)   u0 c0 + u1 c1 + ...
 *
 * `lower` is the only statement of the map: evaluation, formula and GF(2) matrix are `lower` over different
 * arithmetics. Semantics: CK `core/algorithm/coordinate_transform.hpp`.
 */
import { greatestOf, gcd, product } from '../../../base/numbers.ts';
import type { Arithmetic } from '../../../layout/index/arithmetic.ts';
import type { Transform, TransformKind } from './transform.ts';
import { known, NO_VECTOR, type VectorSafety } from './vector-safety.ts';

/** The requirements of a transform on a dimension below it. */
interface Need {
  readonly length: number;
  /** `equal`: exactly this length. `reach`: no index at or beyond it is touched. */
  readonly as: 'equal' | 'reach';
}

export interface TransformRow<T extends Transform> {
  readonly upperLengths: (t: T) => readonly number[];
  /** One per lower dimension; `undefined` where any length will do. */
  readonly needs: (t: T) => readonly (Need | undefined)[];
  readonly lower: <V>(t: T, upper: readonly V[], math: Arithmetic<V>) => readonly V[];
  /** False for upper indices that have no element below; absent when all have one. */
  readonly valid?: (t: T, upper: readonly number[]) => boolean;
  /** True when a step of the upper index moves the lower one by an amount that depends on the step alone. */
  readonly uniform: boolean;
  /** Section "vector-safety propagation": what is known above from what is known below. */
  readonly vectors: (t: T, below: readonly VectorSafety[]) => readonly VectorSafety[];
  /** The arguments of `make_<kind>_transform` in C++; numbers and lists of numbers. */
  readonly cpp: (t: T) => readonly (number | readonly number[])[];
}

type Of<K extends TransformKind> = Extract<Transform, { kind: K }>;
type Table = { readonly [K in TransformKind]: TransformRow<Of<K>> };

const equal = (length: number): Need => ({ length, as: 'equal' });
const reach = (length: number): Need => ({ length, as: 'reach' });
/** Row-major strides of packed lengths: `(2, 3, 4)` gives `(12, 4, 1)`. */
const packedStrides = (lengths: readonly number[]): number[] =>
  lengths.map((_, i) => product(lengths.slice(i + 1)));

/** An operand that the kind always has. */
export function at<V>(list: readonly V[], i: number): V {
  const value = list[i];
  if (value === undefined) throw new RangeError(`a transform has no index ${i}`);
  return value;
}

function weighted<V>(upper: readonly V[], weights: readonly number[], math: Arithmetic<V>): V {
  let total = math.constant(0);
  for (const [i, weight] of weights.entries()) {
    total = math.add(total, math.scale(at(upper, i), weight));
  }
  return total;
}

/** The two that pad on one side differ from `pad` in their arguments only. */
const shiftedBack = <V>(upper: readonly V[], left: number, math: Arithmetic<V>): readonly V[] => [
  left === 0 ? at(upper, 0) : math.add(at(upper, 0), math.constant(-left)),
];

const copied = (_: unknown, below: readonly VectorSafety[]): readonly VectorSafety[] => below;
const lost = (): readonly VectorSafety[] => [NO_VECTOR];

function shiftRow(direction: 1 | -1): TransformRow<Of<'cyclic_shift' | 'inverse_cyclic_shift'>> {
  return {
    upperLengths: (t) => t.lengths,
    needs: (t) => [undefined, equal(t.lengths[1])],
    lower(t, upper, math) {
      const [, length] = t.lengths;
      const [first, second] = [at(upper, 0), at(upper, 1)];
      const steps = direction === 1 ? first : math.scale(math.remainder(first, length), -1);
      const moved = math.add(second, steps);
      const positive = direction === 1 ? moved : math.add(moved, math.constant(length));
      return [first, math.remainder(positive, length)];
    },
    uniform: false,
    vectors: copied,
    cpp: (t) => [t.lengths],
  };
}

const table: Table = {
  pass_through: {
    upperLengths: (t) => [t.length],
    needs: (t) => [equal(t.length)],
    lower: (_, upper) => upper,
    uniform: true,
    vectors: copied,
    cpp: (t) => [t.length],
  },
  pad: {
    upperLengths: (t) => [t.length + t.left + t.right],
    needs: (t) => [equal(t.length)],
    lower: (t, upper, math) => shiftedBack(upper, t.left, math),
    valid: (t, upper) => at(upper, 0) >= t.left && at(upper, 0) < t.length + t.left,
    uniform: true,
    vectors: lost,
    cpp: (t) => [t.length, t.left, t.right],
  },
  left_pad: {
    upperLengths: (t) => [t.length + t.left],
    needs: (t) => [equal(t.length)],
    lower: (t, upper, math) => shiftedBack(upper, t.left, math),
    valid: (t, upper) => at(upper, 0) >= t.left,
    uniform: true,
    vectors: copied,
    cpp: (t) => [t.length, t.left],
  },
  right_pad: {
    upperLengths: (t) => [t.length + t.right],
    needs: (t) => [equal(t.length)],
    lower: (_, upper) => upper,
    valid: (t, upper) => at(upper, 0) < t.length,
    uniform: true,
    vectors: copied,
    cpp: (t) => [t.length, t.right],
  },
  embed: {
    upperLengths: (t) => t.upperLengths,
    needs: (t) => [reach(embedReach(t.upperLengths, t.coefficients))],
    lower: (t, upper, math) => [weighted(upper, t.coefficients, math)],
    uniform: true,
    vectors: (t) => t.upperLengths.map(() => NO_VECTOR),
    cpp: (t) => [t.upperLengths, t.coefficients],
  },
  merge: {
    upperLengths: (t) => [product(t.lowerLengths)],
    needs: (t) => t.lowerLengths.map((length) => equal(length)),
    lower(t, upper, math) {
      const strides = packedStrides(t.lowerLengths);
      return t.lowerLengths.map((length, i) => {
        const number = math.quotient(at(upper, 0), at(strides, i), t.division);
        return i === 0 ? number : math.remainder(number, length, t.division);
      });
    },
    uniform: false,
    vectors: (_, below) => [below.at(-1) ?? NO_VECTOR],
    cpp: (t) => [t.lowerLengths],
  },
  unmerge: {
    upperLengths: (t) => t.upperLengths,
    needs: (t) => [equal(product(t.upperLengths))],
    lower: (t, upper, math) => [weighted(upper, packedStrides(t.upperLengths), math)],
    uniform: true,
    vectors: (t, below) =>
      t.upperLengths.map((length, i) =>
        i === t.upperLengths.length - 1 ? cutTo(at(below, 0), length) : NO_VECTOR,
      ),
    cpp: (t) => [t.upperLengths],
  },
  xor: {
    upperLengths: (t) => t.lengths,
    needs: (t) => [undefined, equal(t.lengths[1])],
    lower(t, upper, math) {
      const [first, second] = [at(upper, 0), at(upper, 1)];
      const key = t.applyModulo ? math.remainder(first, t.lengths[1]) : first;
      return [first, math.xor(second, key)];
    },
    uniform: false,
    vectors: copied,
    cpp: (t) => [t.lengths],
  },
  cyclic_shift: shiftRow(1),
  inverse_cyclic_shift: shiftRow(-1),
  offset: {
    upperLengths: (t) => [t.length],
    needs: (t) => [reach(t.length + t.offset)],
    lower: (t, upper, math) => [math.add(at(upper, 0), math.constant(t.offset))],
    uniform: true,
    vectors: lost,
    cpp: (t) => [t.length, t.offset],
  },
  slice: {
    upperLengths: (t) => [t.end - t.begin],
    needs: (t) => [equal(t.length)],
    lower: (t, upper, math) => [math.add(at(upper, 0), math.constant(t.begin))],
    uniform: true,
    vectors: lost,
    cpp: (t) => [t.length, t.begin, t.end],
  },
  modulo: {
    upperLengths: (t) => [t.length],
    needs: (t) => [reach(Math.min(t.modulus, t.length))],
    lower: (t, upper, math) => [math.remainder(at(upper, 0), t.modulus)],
    uniform: false,
    vectors: lost,
    cpp: (t) => [t.modulus, t.length],
  },
  freeze: {
    upperLengths: () => [],
    needs: (t) => [reach(t.index + 1)],
    lower: (t, _, math) => [math.constant(t.index)],
    uniform: true,
    vectors: () => [],
    cpp: (t) => [t.index],
  },
  insert: {
    upperLengths: (t) => [t.length],
    needs: () => [],
    lower: () => [],
    uniform: true,
    vectors: lost,
    cpp: (t) => [t.length],
  },
  replicate: {
    upperLengths: (t) => t.upperLengths,
    needs: () => [],
    lower: () => [],
    uniform: true,
    vectors: (t) => t.upperLengths.map(() => NO_VECTOR),
    cpp: (t) => [t.upperLengths],
  },
  indexing: {
    upperLengths: (t) => [t.length],
    needs: (t) => [reach(Math.max(0, greatestOf(t.table)) + 1)],
    lower: (t, upper, math) => [math.lookUp(at(upper, 0), t.table)],
    uniform: false,
    vectors: lost,
    cpp: (t) => [t.length, t.table],
  },
};

/** The row of a transform's kind. */
export function rowOf<T extends Transform>(transform: T): TransformRow<T> {
  // The row under a kind is the row for that kind's type; the compiler cannot follow the index.
  return table[transform.kind] as unknown as TransformRow<T>;
}

/** Every kind, in CK's order. */
export const transformKinds = Object.keys(table) as readonly TransformKind[];

/** One more than the largest lower index of an embed. */
export function embedReach(lengths: readonly number[], coefficients: readonly number[]): number {
  return lengths.reduce(
    (sum, length, i) => sum + (length - 1) * Math.max(0, coefficients[i] ?? 0),
    1,
  );
}

/** The last dimension of a split keeps what divides its length. */
function cutTo(below: VectorSafety, length: number): VectorSafety {
  if (!known(below.length)) return { length: below.length, stride: below.stride };
  return { length: gcd(below.length, length), stride: below.stride };
}
