/**
 * Steps of floats: each lane on its own, in the bits of its words.
 *
 *     FFMA R4, -R2, R3, 1      FSETP.GEU.AND P0, PT, |R3|, +INF, PT      DADD R4, R2, R6      F2I.FTZ.U32.TRUNC.NTZ R5, R4
 *
 * Forms that round other than to the nearest have no step, except conversions of integers. `MUFU.RCP`
 * is the nearest float to the reciprocal: chips may give its neighbour, which divisions of integers correct. The bits of NaN are not those of
 * this machine: results that are NaN are not known.
 */
import {
  asF32,
  asF64,
  bits32,
  flush32,
  high64,
  low64,
  round32Down,
  round32Up,
  round32Zero,
  roundEven,
} from '@ldscope/core/arithmetic';
import { comparing, COMPARISONS } from './comparisons.ts';
import { computes } from './roles.ts';
import type { Maker } from './sources.ts';

/** `FADD.FTZ`: subnormal numbers are zeros. */
const flushIf = (isFlushed: boolean): ((value: number) => number) =>
  isFlushed ? flush32 : (value) => value;

/** Floats of 32 bits in, one out. */
export const single = (
  count: number,
  allowed: readonly string[],
  compute: (values: readonly number[]) => number,
): Maker =>
  computes(`w${' f'.repeat(count)}`, ['FTZ', ...allowed], (has) => {
    const flush = flushIf(has('FTZ'));
    return (bits) => {
      const value = compute(bits.map((one) => flush(asF32(one))));
      return Number.isNaN(value) ? undefined : bits32(flush(value));
    };
  });

export const double = (count: number, compute: (values: readonly number[]) => number): Maker =>
  computes(`W${' F'.repeat(count)}`, [], () => (bits) => {
    const value = compute(doublesIn(bits, count));
    return Number.isNaN(value) ? undefined : wordsOf(value);
  });

const wordsOf = (value: number): readonly [number, number] => [low64(value), high64(value)];
const doublesIn = (bits: readonly number[], count: number): number[] =>
  Array.from({ length: count }, (_, i) => asF64(bits[2 * i] ?? 0, bits[2 * i + 1] ?? 0));

/** A comparison of floats; those with a `U` hold for NaN as well. */
function floatComparison(name: string): ((a: number, b: number) => boolean) | undefined {
  const isOpen = (a: number, b: number): boolean => Number.isNaN(a) || Number.isNaN(b);
  if (name === 'NAN') return isOpen;
  if (name === 'NUM') return (a, b) => !isOpen(a, b);
  const [, how = '', orOpen] = /^([LG][TE]|EQ|NE)(U?)$/.exec(name) ?? [];
  const compare = COMPARISONS.get(how);
  return compare && ((a, b) => (isOpen(a, b) ? orOpen === 'U' : compare(a, b)));
}

/** `FSETP.GEU.AND P0, P1, R2, R3, P2`; `DSETP` of doubles. */
export const compareFloats =
  (isDouble: boolean): Maker =>
  (operands, [how = '', ...others]) => {
    const compare = floatComparison(how);
    if (compare === undefined) return undefined;
    const flush = flushIf(others.includes('FTZ'));
    const roles = isDouble ? 'p p F F b' : 'p p f f b';
    return comparing(roles, ['FTZ'], (bits) => {
      const [x = 0, y = 0] = isDouble ? doublesIn(bits, 2) : bits.map((one) => flush(asF32(one)));
      return compare(x, y);
    })(operands, others);
  };

/** `FSEL R0, R1, R2, P0`: bits as they are. */
export const chooseFloat: Maker = computes(
  'w f f b',
  [],
  () =>
    ([x, y, first]) =>
      first === 1 ? x : y,
);

/** `FMNMX R0, R1, R2, PT`: the lesser one. */
export const extremeFloat: Maker = computes('w f f b', ['FTZ'], (has) => ([x = 0, y = 0, by]) => {
  const [m, n] = [asF32(x), asF32(y)];
  if (Number.isNaN(m) || Number.isNaN(n)) return undefined;
  const least = m < n || (m === n && x < y) ? x : y;
  const found = (by === 1) === (least === x) ? x : y;
  return has('FTZ') ? bits32(flush32(asF32(found))) : found;
});

const ROUNDS: Readonly<Record<string, (value: number) => number>> = {
  RP: round32Up,
  RM: round32Down,
  RZ: round32Zero,
};

/** `I2F.U32.RP R2, R3`, `I2FP.F32.S32 R2, R3`: of 32 bits. */
export const fromInteger: Maker = (operands, modifiers) => {
  const isDouble = modifiers.includes('F64');
  const round = ROUNDS[modifiers.find((name) => name in ROUNDS) ?? ''] ?? Math.fround;
  const allowed = ['U32', 'S32', 'F32', 'F64', ...Object.keys(ROUNDS)];
  return computes(isDouble ? 'W a' : 'w a', allowed, (has) => ([x = 0]) => {
    const value = has('U32') ? x >>> 0 : x;
    return isDouble ? wordsOf(value) : bits32(round(value));
  })(operands, modifiers);
};

const WHOLES: Readonly<Record<string, (value: number) => number>> = {
  TRUNC: Math.trunc,
  FLOOR: Math.floor,
  CEIL: Math.ceil,
};

/** `F2I.FTZ.U32.TRUNC.NTZ R2, R3`: what is too large becomes the largest; NaN is not known. */
export const toInteger: Maker = (operands, modifiers) => {
  const isDouble = modifiers.includes('F64');
  const round = WHOLES[modifiers.find((name) => name in WHOLES) ?? ''] ?? roundEven;
  const allowed = ['FTZ', 'NTZ', 'U32', 'S32', 'F64', ...Object.keys(WHOLES)];
  return computes(isDouble ? 'w F' : 'w f', allowed, (has) => (bits) => {
    const [value = NaN] = isDouble ? doublesIn(bits, 1) : bits.map(asF32);
    const [least, most] = has('U32') ? [0, 2 ** 32 - 1] : [-(2 ** 31), 2 ** 31 - 1];
    return Number.isNaN(value) ? undefined : Math.min(Math.max(round(value), least), most) | 0;
  })(operands, modifiers);
};

const widened = computes(
  'W f',
  ['F64', 'F32'],
  () =>
    ([x = 0]) =>
      wordsOf(asF32(x)),
);
const narrowed = computes(
  'w F',
  ['F64', 'F32'],
  () => (bits) => bits32(Math.fround(doublesIn(bits, 1)[0] ?? 0)),
);

/** `F2F.F64.F32 R2, R4`, `F2F.F32.F64 R2, R4`. */
export const toOtherFloat: Maker = (operands, modifiers) => {
  const names = modifiers.join('.');
  if (names === 'F64.F32') return widened(operands, modifiers);
  return names === 'F32.F64' ? narrowed(operands, modifiers) : undefined;
};
