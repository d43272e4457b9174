/**
 * Floats of the `llvm` dialect: arithmetic, comparisons, conversions, and the math that `math` is lowered to, as
 * intrinsics or as functions of AMD's and NVIDIA's device libraries.
 *
 * Everything is computed in double precision and rounded to the type, as `arith` and `math` are: a kernel gives the
 * same bits before and after its lowering. Hardware's approximations differ in the last bits.
 */
import type { ElementType } from '../elements.ts';
import * as integers from '../integers.ts';
import { elementCount, type LowerOperation } from '../lowering.ts';
import { arith } from '../ops/arith.ts';
import { FLOATS, ternary, unary } from '../ops/elementwise.ts';
import { math } from '../ops/math.ts';
import { isActive } from '../registers.ts';
import { scalarOf } from './types.ts';
import { failWide, readWide, writeWide } from './wide.ts';
import { takes } from '../take.ts';

const one = (apply: (a: number) => number): LowerOperation =>
  unary(
    (_op, _operand, { round }) =>
      (a) =>
        round(apply(a)),
    FLOATS,
  );
const three = (apply: (a: number, b: number, c: number) => number): LowerOperation =>
  ternary(
    (_op, _operand, { round }) =>
      (a, b, c) =>
        round(apply(a, b, c)),
    FLOATS,
  );

/** The operation of another dialect that means the same. */
const like =
  (known: LowerOperation | undefined): LowerOperation =>
  (op, lowering) =>
    known?.(op, lowering);

/** A double that rounds to a float like the whole number itself: what is cut off leaves a trace in the last bit. */
function sticky(value: bigint): number {
  const magnitude = value < 0n ? -value : value;
  const excess = magnitude.toString(2).length - 52;
  if (excess <= 0) return Number(value);
  const kept = magnitude >> BigInt(excess);
  const lost = kept << BigInt(excess) === magnitude ? 0n : 1n;
  return (value < 0n ? -1 : 1) * Number((kept << 1n) | lost) * 2 ** (excess - 1);
}

/** An integer as a float; wide ones exactly rounded too. */
const fromInteger = (signed: boolean): LowerOperation =>
  takes(1, 1, ([source, result], lowering, op) => {
    const [from, into] = [scalarOf(source.type), scalarOf(result.type)];
    if (from?.element.float !== false || into?.element.float !== true || from.count !== into.count)
      return lowering.mismatch('integers to floats', 'other types');
    const [slot, to] = lowering.slots(source, result);
    const { width } = from.element;
    const { round, width: target } = into.element;
    lowering.emit((wave) => {
      const [x, out] = [wave.values(slot), wave.values(to)];
      for (let i = 0; i < out.length; i++) {
        const value = x[i] ?? 0;
        const wide = value !== value || (!signed && value < 0 && width > 53);
        if (!wide) {
          out[i] = round(
            signed ? integers.signed(value, width) : integers.unsignedFloat(value, width),
          );
          continue;
        }
        if (!isActive(wave.mask, i % wave.lanes)) continue;
        const whole = readWide(wave, slot, i);
        if (whole === undefined) {
          failWide(wave, op.name);
          return;
        }
        const number = signed ? whole : BigInt.asUintN(width, whole);
        out[i] = round(target === 64 ? Number(number) : sticky(number));
      }
    });
  });

/** A float as an integer, toward zero. What does not fit is poison: it wraps here, or saturates where asked. */
const toInteger = (signed: boolean, saturates: boolean): LowerOperation =>
  takes(1, 1, ([source, result], lowering) => {
    const [from, into] = [scalarOf(source.type), scalarOf(result.type)];
    if (from?.element.float !== true || into?.element.float !== false || from.count !== into.count)
      return lowering.mismatch('floats to integers', 'other types');
    const [slot, to] = lowering.slots(source, result);
    const { width } = into.element;
    const least = signed ? -(2n ** BigInt(width - 1)) : 0n;
    const most = signed ? 2n ** BigInt(width - 1) - 1n : 2n ** BigInt(width) - 1n;
    lowering.emit((wave) => {
      const [x, out] = [wave.values(slot), wave.values(to)];
      for (let i = 0; i < out.length; i++) {
        const value = Math.trunc(x[i] ?? 0);
        if (width <= 53 && Number(least) <= value && value <= Number(most)) {
          out[i] = integers.wrap(value, width);
          continue;
        }
        if (Number.isNaN(value) || !(saturates || Number.isFinite(value))) {
          out[i] = 0;
          continue;
        }
        const whole = Number.isFinite(value) ? BigInt(value) : value < 0 ? least : most;
        const clamped = whole < least ? least : whole > most ? most : whole;
        const cut = BigInt.asIntN(width, saturates ? clamped : whole);
        writeWide(wave, to, i, width === 1 ? cut & 1n : cut);
      }
    });
  });

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

/** `a * 2^n` in two steps: 2^n alone may be beyond a double. */
function scale(a: number, n: number): number {
  const bounded = Math.max(-2200, Math.min(2200, n));
  const half = Math.trunc(bounded / 2);
  return a * 2 ** half * 2 ** (bounded - half);
}

const mathIntrinsics: Readonly<Record<string, string>> = {
  fabs: 'absf',
  ceil: 'ceil',
  floor: 'floor',
  trunc: 'trunc',
  round: 'round',
  roundeven: 'roundeven',
  rint: 'roundeven',
  nearbyint: 'roundeven',
  sqrt: 'sqrt',
  exp: 'exp',
  exp2: 'exp2',
  log: 'log',
  log2: 'log2',
  log10: 'log10',
  sin: 'sin',
  cos: 'cos',
  tan: 'tan',
  tanh: 'tanh',
  atan: 'atan',
  atan2: 'atan2',
  pow: 'powf',
  copysign: 'copysign',
  fma: 'fma',
  fmuladd: 'fma',
};

/** Names of `math` in the device libraries: `__ocml_exp2_f32`, `__nv_exp2f`. */
const libraryNames: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['exp', 'exp2', 'expm1', 'log', 'log2', 'log10', 'log1p', 'sin', 'cos', 'tan'].map((name) => [
      name,
      name,
    ]),
  ),
  tanh: 'tanh',
  atan: 'atan',
  atan2: 'atan2',
  pow: 'powf',
  sqrt: 'sqrt',
  rsqrt: 'rsqrt',
  fabs: 'absf',
  ceil: 'ceil',
  floor: 'floor',
  trunc: 'trunc',
  round: 'round',
  rint: 'roundeven',
  copysign: 'copysign',
  fma: 'fma',
  fmod: '',
};

/** What a function of a device library does; `undefined` for one that we do not know. */
export function libraryFunction(name: string): LowerOperation | undefined {
  const found = /^__ocml_(?:native_)?(\w+?)_f(?:16|32|64)$|^__nv_(?:fast_)?(\w+?)f?$/.exec(name);
  const short = found?.[1] ?? found?.[2] ?? '';
  const exact = Object.hasOwn(libraryNames, short) ? libraryNames[short] : undefined;
  if (exact === undefined) return undefined;
  return exact === '' ? arith['arith.remf'] : math[`math.${exact}`];
}

const negate: LowerOperation = one((a) => -a);

export const llvmFloats: Readonly<Record<string, LowerOperation>> = {
  ...Object.fromEntries(
    Object.entries(mathIntrinsics).map(([name, known]) => [
      `llvm.intr.${name}`,
      like(math[`math.${known}`]),
    ]),
  ),
  'llvm.fadd': like(arith['arith.addf']),
  'llvm.fsub': like(arith['arith.subf']),
  'llvm.fmul': like(arith['arith.mulf']),
  'llvm.fdiv': like(arith['arith.divf']),
  'llvm.frem': like(arith['arith.remf']),
  'llvm.fneg': negate,
  'llvm.fcmp': like(arith['arith.cmpf']),
  'llvm.fpext': like(arith['arith.extf']),
  'llvm.fptrunc': like(arith['arith.truncf']),
  'llvm.sitofp': fromInteger(true),
  'llvm.uitofp': fromInteger(false),
  'llvm.fptosi': toInteger(true, false),
  'llvm.fptoui': toInteger(false, false),
  'llvm.intr.fptosi.sat': toInteger(true, true),
  'llvm.intr.fptoui.sat': toInteger(false, true),
  'llvm.intr.maximum': like(arith['arith.maximumf']),
  'llvm.intr.minimum': like(arith['arith.minimumf']),
  'llvm.intr.maxnum': like(arith['arith.maxnumf']),
  'llvm.intr.minnum': like(arith['arith.minnumf']),
  'llvm.intr.canonicalize': one((a) => a),
  'llvm.intr.ldexp': withInteger(scale),
  'llvm.intr.powi': withInteger((a, n) => a ** n),
  'llvm.intr.is.fpclass': fpClass,
  'rocdl.rcp': one((a) => 1 / a),
  'rocdl.rsq': one((a) => 1 / Math.sqrt(a)),
  'rocdl.sqrt': one(Math.sqrt),
  'rocdl.exp2': one((a) => 2 ** a),
  'rocdl.log': one(Math.log2),
  'rocdl.tanh': one(Math.tanh),
  'rocdl.sin': one((a) => Math.sin(2 * Math.PI * a)),
  'rocdl.cos': one((a) => Math.cos(2 * Math.PI * a)),
  'rocdl.fmed3': three((a, b, c) => median(a, b, c)),
};

function median(a: number, b: number, c: number): number {
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
}
