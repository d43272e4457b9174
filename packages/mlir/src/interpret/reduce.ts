/** Reductions by the name that `vector.reduction` and `gpu.subgroup_reduce` give them. */
import type { ElementType } from './elements.ts';
import * as integers from './integers.ts';

export type Combine = (a: number, b: number) => number;

/** How two elements of a type become one; `undefined` for a name that does not suit the type. */
export function combinerOf(
  kind: string,
  { float, width, round }: ElementType,
): Combine | undefined {
  if (!float) return integerCombiner(kind, width);
  const apply = floatCombiners[kind];
  return apply && ((a, b) => round(apply(a, b)));
}

const floatCombiners: Readonly<Record<string, Combine>> = {
  add: (a, b) => a + b,
  mul: (a, b) => a * b,
  minimumf: Math.min,
  maximumf: Math.max,
  minnumf: (a, b) => (Number.isNaN(a) ? b : Number.isNaN(b) ? a : Math.min(a, b)),
  maxnumf: (a, b) => (Number.isNaN(a) ? b : Number.isNaN(b) ? a : Math.max(a, b)),
};

function integerCombiner(kind: string, width: number): Combine | undefined {
  switch (kind) {
    case 'add':
      return (a, b) => integers.add(a, b, width);
    case 'mul':
      return (a, b) => integers.multiply(a, b, width);
    case 'and':
    case 'or':
    case 'xor':
      return (a, b) => integers.bitwise(kind, a, b);
    case 'minsi':
      return (a, b) => (integers.signed(a, width) <= integers.signed(b, width) ? a : b);
    case 'maxsi':
      return (a, b) => (integers.signed(a, width) >= integers.signed(b, width) ? a : b);
    case 'minui':
      return (a, b) => (integers.compareUnsigned(a, b) <= 0 ? a : b);
    case 'maxui':
      return (a, b) => (integers.compareUnsigned(a, b) >= 0 ? a : b);
    default:
      return undefined;
  }
}
