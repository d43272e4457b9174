/**
 * Operations on floats, by their names in `arith` and `math`; `llvm`, `rocdl` and device libraries have the same rows by
 * other names.
 *
 * Everything is computed in double precision and rounded to the type: a kernel gives the same bits before and after its
 * lowering. Hardware's approximations differ in the last bits.
 */

/** One to three operands. */
export type FloatOperation = (a: number, b: number, c: number) => number;

function roundEven(value: number): number {
  const rounded = Math.round(value);
  return Math.abs(value % 1) === 0.5 && rounded % 2 !== 0 ? rounded - 1 : rounded;
}

/** The other operand when one is NaN. */
const withoutNaN =
  (apply: FloatOperation): FloatOperation =>
  (a, b) =>
    Number.isNaN(a) ? b : Number.isNaN(b) ? a : apply(a, b, b);

/** By the number of operands. */
export const floatOperations = {
  1: {
    'arith.negf': (a) => -a,
    'math.absf': Math.abs,
    'math.ceil': Math.ceil,
    'math.floor': Math.floor,
    'math.trunc': Math.trunc,
    'math.round': (a) => Math.sign(a) * Math.round(Math.abs(a)),
    'math.roundeven': roundEven,
    'math.sqrt': Math.sqrt,
    'math.rsqrt': (a) => 1 / Math.sqrt(a),
    'math.exp': Math.exp,
    'math.exp2': (a) => 2 ** a,
    'math.expm1': Math.expm1,
    'math.log': Math.log,
    'math.log2': Math.log2,
    'math.log10': Math.log10,
    'math.log1p': Math.log1p,
    'math.sin': Math.sin,
    'math.cos': Math.cos,
    'math.tan': Math.tan,
    'math.tanh': Math.tanh,
    'math.atan': Math.atan,
  },
  2: {
    'arith.addf': (a, b) => a + b,
    'arith.subf': (a, b) => a - b,
    'arith.mulf': (a, b) => a * b,
    'arith.divf': (a, b) => a / b,
    'arith.remf': (a, b) => a % b,
    'arith.maximumf': (a, b) => Math.max(a, b),
    'arith.minimumf': (a, b) => Math.min(a, b),
    'arith.maxnumf': withoutNaN((a, b) => Math.max(a, b)),
    'arith.minnumf': withoutNaN((a, b) => Math.min(a, b)),
    'math.atan2': Math.atan2,
    'math.powf': (a, b) => a ** b,
    'math.copysign': (a, b) => Math.abs(a) * (b < 0 || Object.is(b, -0) ? -1 : 1),
  },
  3: { 'math.fma': (a, b, c) => a * b + c },
} satisfies Readonly<Record<1 | 2 | 3, Readonly<Record<string, FloatOperation>>>>;

const unordered = (a: number, b: number): boolean => Number.isNaN(a) || Number.isNaN(b);

/** `false, oeq, ogt, oge, olt, ole, one, ord, ueq, ugt, uge, ult, ule, une, uno, true`: 1 where it holds. */
export const floatPredicates: readonly FloatOperation[] = [
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
