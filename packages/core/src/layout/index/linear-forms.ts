/**
 * Index maps as matrices over GF(2): a value is an XOR of contributions of the bits of the index.
 *
 *     k of length 32          columns 1 2 4 8 16     (bits of k)
 *     k / 8                   columns 0 0 0 1 2
 *     k / 8 * 8 + k % 8       columns 1 2 4 8 16     the two supports are disjoint: a sum is an XOR
 *
 * An operation that is not linear gives `nonlinear`, and so does everything that uses it. What comes out is
 * exact; it is not complete: a sum whose carries happen to cancel is not recognised.
 */
import { affineLanes } from '../../gf2/affine-lanes.ts';
import { apply } from '../../gf2/gf2.ts';
import type { Arithmetic } from './arithmetic.ts';

/** `origin ^ columns[0] if input bit 0 ^ columns[1] if input bit 1 ^ ...`, in 31 bits. */
export interface LinearForm {
  readonly origin: number;
  /** One for each bit of all inputs together. */
  readonly columns: readonly number[];
}

export type MaybeLinear = LinearForm | 'nonlinear';

const nonlinear = 'nonlinear';

/** The arithmetic on forms over some number of input bits. */
export function linearForms(inputBits: number): Arithmetic<MaybeLinear> {
  const constant = (value: number): MaybeLinear =>
    value < 0 ? nonlinear : { origin: value, columns: Array.from({ length: inputBits }, () => 0) };
  const math: Arithmetic<MaybeLinear> = {
    constant,
    add(a, b) {
      if (a === nonlinear || b === nonlinear) return nonlinear;
      return (support(a) & support(b)) === 0 ? combine(a, b) : nonlinear;
    },
    scale(a, factor) {
      if (a === nonlinear || factor < 0) return nonlinear;
      let sum: MaybeLinear = constant(0);
      for (let bit = 0; 2 ** bit <= factor; bit++) {
        if (Math.floor(factor / 2 ** bit) % 2 === 1) sum = math.add(sum, shifted(a, bit));
      }
      return sum;
    },
    quotient(a, divisor) {
      if (a === nonlinear) return nonlinear;
      if (support(a) < divisor) return constant(0);
      const bits = log2(divisor);
      return bits === undefined ? nonlinear : each(a, (vector) => vector >>> bits);
    },
    remainder(a, divisor) {
      if (a === nonlinear || support(a) < divisor) return a;
      return log2(divisor) === undefined ? nonlinear : each(a, (vector) => vector & (divisor - 1));
    },
    xor: (a, b) => (a === nonlinear || b === nonlinear ? nonlinear : combine(a, b)),
    lookUp(a, table) {
      if (a === nonlinear) return nonlinear;
      const size = 2 ** (32 - Math.clz32(support(a)));
      if (table.length < size) return nonlinear;
      const lanes = affineLanes(table.slice(0, size));
      if (lanes === undefined) return nonlinear;
      const image = each(a, (vector) => apply(lanes.columns, vector));
      return { origin: image.origin ^ lanes.origin, columns: image.columns };
    },
  };
  return math;
}

/** Input bits `first` to `first + bits - 1` as a number. */
export function inputForm(inputBits: number, first: number, bits: number): LinearForm {
  const columns = Array.from({ length: inputBits }, (_, i) =>
    i >= first && i < first + bits ? 2 ** (i - first) : 0,
  );
  return { origin: 0, columns };
}

/** log2 of a power of two; `undefined` for any other number. */
export function log2(value: number): number | undefined {
  const bits = Math.log2(value);
  return Number.isInteger(bits) ? bits : undefined;
}

/** All bits that a form can set. */
function support({ origin, columns }: LinearForm): number {
  return columns.reduce((bits, column) => bits | column, origin);
}

function each({ origin, columns }: LinearForm, map: (vector: number) => number): LinearForm {
  return { origin: map(origin), columns: columns.map((column) => map(column)) };
}

function combine(a: LinearForm, b: LinearForm): LinearForm {
  return {
    origin: a.origin ^ b.origin,
    columns: a.columns.map((column, i) => column ^ (b.columns[i] ?? 0)),
  };
}

function shifted(a: LinearForm, bits: number): MaybeLinear {
  if (support(a) * 2 ** bits >= 2 ** 31) return nonlinear;
  return each(a, (vector) => vector << bits);
}
