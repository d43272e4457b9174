/**
 * Floating point: f32, f64, halves and pairs of halves. Source: PTX ISA 9.0, 9.7.3, 9.7.4, 9.7.5.
 *
 * Sums and products of f32 are exact in doubles or rounded to odd in them, and the store rounds; `.rz`, `.rm` and `.rp`
 * round within the expression. Approximations (`ex2.approx`, `rcp.approx` and the like) give the nearest float.
 */
import type { Row, RowMaker, RowType } from './row.ts';
import { same } from './row.ts';

/** Numbers of rounding modes, as `core/arithmetic` has them. */
const MODES: Readonly<Record<string, number>> = { rp: 1, rm: 2, rz: 3 };
const ROUND32 = ['', 'round32Up', 'round32Down', 'round32Zero'] as const;

const isHalf = (type: RowType): boolean => type === 'f16' || type === 'bf16';
const isHalves = (type: RowType): boolean =>
  type === 'f16x2' || type === 'bf16x2' || type === 'f32x2';
export const isFloatType = (type: RowType): boolean =>
  type === 'f32' || type === 'f64' || isHalf(type) || isHalves(type);

const modeOf = (modifiers: readonly string[]): number =>
  modifiers.reduce((mode, name) => MODES[name] ?? mode, 0);

/** A row over one number, or over both of a pair. */
function each(type: RowType, n: number, text: string): Row {
  if (!isHalves(type)) return same(type, n, text);
  const half = (part: 'L' | 'H'): string => text.replaceAll(/\b([abc])\b/g, `$1${part}`);
  return same(type, n, `{ rL = ${half('L')}; rH = ${half('H')}; }`);
}

/** `.ftz` and `.sat` around an expression; inputs are flushed by name. */
function dressed(modifiers: readonly string[], type: RowType, n: number, text: string): Row {
  const flushes = modifiers.includes('ftz');
  const [flush, round] =
    isHalf(type) || type === 'f16x2' ? ['flush16', ''] : ['flush32', 'Math.fround'];
  let whole = flushes ? text.replaceAll(/\b([abc])\b/g, `${flush}($1)`) : text;
  if (flushes) whole = `${flush}(${round}(${whole}))`;
  if (modifiers.includes('sat')) whole = `saturate(${whole})`;
  if (modifiers.includes('relu')) whole = `relu(${whole})`;
  return each(type, n, whole);
}

/** Rounds a double to the type under a mode other than to nearest. */
function directed(type: RowType, mode: number, text32: string, text64: string): string {
  return type === 'f64' ? text64 : `${ROUND32[mode]}(${text32})`;
}

const sum =
  (sign: '+' | '-'): RowMaker =>
  (modifiers, type) => {
    const mode = modeOf(modifiers);
    const b = sign === '+' ? 'b' : '-b';
    const text =
      mode === 0 || isHalf(type) || isHalves(type)
        ? `a ${sign} b`
        : directed(type, mode, `sumTo(${mode}, a, ${b})`, `sum64To(${mode}, a, ${b})`);
    return dressed(modifiers, type, 2, text);
  };

const product: RowMaker = (modifiers, type) => {
  const mode = modeOf(modifiers);
  const text = mode === 0 ? 'a * b' : directed(type, mode, 'a * b', `product64To(${mode}, a, b)`);
  return dressed(modifiers, type, 2, text);
};

const fused: RowMaker = (modifiers, type) => {
  const mode = modeOf(modifiers);
  if (type === 'f64') {
    return same(type, 3, mode === 0 ? 'fma64(a, b, c)' : `fma64To(${mode}, a, b, c)`);
  }
  if (mode !== 0)
    return dressed(modifiers, type, 3, directed(type, mode, `fmaTo(${mode}, a, b, c)`, ''));
  // Of halves the product is exact in a double, and the sum rounded to odd is rounded once by the store.
  return dressed(
    modifiers,
    type,
    3,
    isHalf(type) || isHalves(type)
      ? type === 'f32x2'
        ? 'fma(a, b, c)'
        : 'addOdd(a * b, c)'
      : 'fma(a, b, c)',
  );
};

/** `.approx.ftz.f64`: the upper halves of the operand and of the result count; the lower half of the result is 0. */
const coarse = (operation: string): string => `upperHalf(${operation}upperHalf(a))`;

const quotient: RowMaker = (modifiers, type) => {
  const mode = modeOf(modifiers);
  const text =
    mode === 0 ? 'a / b' : directed(type, mode, 'quotientOdd(a, b)', `quotient64To(${mode}, a, b)`);
  return dressed(modifiers, type, 2, text);
};

const root: RowMaker = (modifiers, type) => {
  const mode = modeOf(modifiers);
  const text =
    mode === 0 ? 'Math.sqrt(a)' : directed(type, mode, 'rootOdd(a)', `root64To(${mode}, a)`);
  return dressed(modifiers, type, 1, text);
};

const reciprocal: RowMaker = (modifiers, type) => {
  if (type === 'f64' && modifiers.includes('approx')) return same(type, 1, coarse('1 / '));
  const mode = modeOf(modifiers);
  const text =
    mode === 0 ? '1 / a' : directed(type, mode, 'quotientOdd(1, a)', `quotient64To(${mode}, 1, a)`);
  return dressed(modifiers, type, 1, text);
};

const least =
  (name: 'min' | 'max'): RowMaker =>
  (modifiers, type) => {
    const function_ = modifiers.includes('NaN') ? `${name}NaN` : `${name}Number`;
    if (modifiers.includes('xorsign')) {
      return dressed(modifiers, type, 2, `${function_}(Math.abs(a), Math.abs(b)) * xorSign(a, b)`);
    }
    return dressed(modifiers, type, 2, `${function_}(a, b)`);
  };

const of =
  (text: string): RowMaker =>
  (modifiers, type) =>
    dressed(modifiers, type, 1, text);

/** Rows of floats by opcode. */
export const floatRows: Readonly<Record<string, RowMaker>> = {
  add: sum('+'),
  sub: sum('-'),
  mul: product,
  fma: fused,
  mad: fused,
  div: quotient,
  abs: of('Math.abs(a)'),
  neg: of('-a'),
  min: least('min'),
  max: least('max'),
  rcp: reciprocal,
  sqrt: root,
  rsqrt: (modifiers, type) =>
    type === 'f64' && modifiers.includes('ftz')
      ? same(type, 1, 'upperHalf(1 / Math.sqrt(upperHalf(a)))')
      : dressed(modifiers, type, 1, '1 / Math.sqrt(a)'),
  sin: of('Math.sin(a)'),
  cos: of('Math.cos(a)'),
  lg2: of('Math.log2(a)'),
  ex2: of('2 ** a'),
  tanh: of('Math.tanh(a)'),
  copysign: (_, type) => same(type, 2, 'copySign(a, b)'),
};
