/**
 * Floats of the `llvm` dialect: rows of `arithmetic/floats.ts` by its names, some of them as intrinsics.
 */
import {
  compareFloats,
  floatCast,
  floats,
  floatToInteger,
  integerToFloat,
} from '../arithmetic/elementwise.ts';
import { sharedMath } from '../../rows/library.ts';
import type { ElementType } from '../elements.ts';
import type { LowerOperation } from '../lowering.ts';
import { elementCount } from '../value-types.ts';
import { arith } from '../ops/arith.ts';
import { takes } from '../take.ts';
import { scalarOf } from './types.ts';

const SMALLEST_NORMAL: Readonly<Record<string, number>> = {
  f16: 2 ** -14,
  bf16: 2 ** -126,
  f32: 2 ** -126,
  f64: 2 ** -1022,
};

/** `class` of `llvm.intr.is.fpclass`: bits for kinds of numbers. */
function isClass(value: number, bits: number, { name }: ElementType): boolean {
  const negative = value < 0 || Object.is(value, -0);
  if (Number.isNaN(value)) return (bits & 3) !== 0;
  if (!Number.isFinite(value)) return (bits & (negative ? 4 : 512)) !== 0;
  if (value === 0) return (bits & (negative ? 32 : 64)) !== 0;
  const subnormal = Math.abs(value) < (SMALLEST_NORMAL[name] ?? 0);
  if (subnormal) return (bits & (negative ? 16 : 128)) !== 0;
  return (bits & (negative ? 8 : 256)) !== 0;
}

const fpClass = takes(1, 1, ([source, result], lowering, op) => {
  const scalar = scalarOf(source.type);
  const bits = op.attributes.get('bit');
  if (bits?.kind !== 'integer') return;
  if (scalar?.element.float !== true || elementCount(result.type) !== scalar.count)
    return lowering.mismatch('a float', 'another type');
  const [from, to] = lowering.slots(source, result);
  const wanted = Number(bits.value);
  lowering.emit((wave) => {
    const [x, out] = [wave.values(from), wave.values(to)];
    for (let i = 0; i < out.length; i++) {
      out[i] = Number(isClass(x[i] ?? 0, wanted, scalar.element));
    }
  });
});

/** `ldexp(a, n)` and `powi(a, n)`: a float and an integer. */
const withInteger = (apply: (a: number, n: number) => number): LowerOperation =>
  takes(2, 1, ([a, n, result], lowering) => {
    const [left, right] = [scalarOf(a.type), scalarOf(n.type)];
    const count = elementCount(result.type);
    if (left?.element.float !== true || right?.element.float !== false || left.count !== count)
      return lowering.mismatch('a float and an integer', 'others');
    const [from, by, to] = lowering.slots(a, n, result);
    const scalar = right.count === 1;
    lowering.emit((wave) => {
      const [x, y, out] = [wave.values(from), wave.values(by), wave.values(to)];
      for (let i = 0; i < out.length; i++) {
        const exponent = y[scalar ? i % wave.lanes : i] ?? 0;
        out[i] = left.element.round(apply(x[i] ?? 0, exponent));
      }
    });
  });

/** `a * 2^n` in three steps: the powers of doubles reach from -1074 to 1023, and n is up to 2097. */
function scale(a: number, n: number): number {
  const bounded = Math.max(-2200, Math.min(2200, n));
  const third = Math.trunc(bounded / 3);
  return a * 2 ** third * 2 ** third * 2 ** (bounded - 2 * third);
}

const intrinsics: Readonly<Record<string, string>> = {
  ...sharedMath,
  roundeven: 'math.roundeven',
  nearbyint: 'math.roundeven',
  fmuladd: 'math.fma',
  maximum: 'arith.maximumf',
  minimum: 'arith.minimumf',
  maxnum: 'arith.maxnumf',
  minnum: 'arith.minnumf',
};
const instructions: Readonly<Record<string, string>> = {
  'llvm.fadd': 'arith.addf',
  'llvm.fsub': 'arith.subf',
  'llvm.fmul': 'arith.mulf',
  'llvm.fdiv': 'arith.divf',
  'llvm.frem': 'arith.remf',
  'llvm.fneg': 'arith.negf',
  'rocdl.rsq': 'math.rsqrt',
  'rocdl.sqrt': 'math.sqrt',
  'rocdl.exp2': 'math.exp2',
  'rocdl.log': 'math.log2',
  'rocdl.tanh': 'math.tanh',
};

/** Rows of `arith` and `math` under other names. */
const like = (
  prefix: string,
  names: Readonly<Record<string, string>>,
): Readonly<Record<string, LowerOperation>> =>
  Object.fromEntries(
    Object.entries(names).flatMap(([name, known]) => {
      const lower = arith[known];
      return lower === undefined ? [] : [[prefix + name, lower]];
    }),
  );

export const llvmFloats: Readonly<Record<string, LowerOperation>> = {
  ...like('llvm.intr.', intrinsics),
  ...like('', instructions),
  'llvm.fcmp': compareFloats,
  'llvm.fpext': floatCast,
  'llvm.fptrunc': floatCast,
  'llvm.sitofp': integerToFloat(true),
  'llvm.uitofp': integerToFloat(false),
  'llvm.fptosi': floatToInteger(true),
  'llvm.fptoui': floatToInteger(false),
  'llvm.intr.fptosi.sat': floatToInteger(true, true),
  'llvm.intr.fptoui.sat': floatToInteger(false, true),
  'llvm.intr.canonicalize': floats(1, (a) => a),
  'llvm.intr.ldexp': withInteger(scale),
  'llvm.intr.powi': withInteger((a, n) => a ** n),
  'llvm.intr.is.fpclass': fpClass,
  'rocdl.rcp': floats(1, (a) => 1 / a),
  'rocdl.sin': floats(1, (a) => Math.sin(2 * Math.PI * a)),
  'rocdl.cos': floats(1, (a) => Math.cos(2 * Math.PI * a)),
  'rocdl.fmed3': floats(3, (a, b, c) => Math.max(Math.min(a, b), Math.min(Math.max(a, b), c))),
};
