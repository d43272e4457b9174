/**
 * Steps of floats: each lane on its own, in the bits of its words.
 *
 *     FFMA R4, -R2, R3, 1      FSETP.GEU.AND P0, PT, |R3|, +INF, PT      DADD R4, R2, R6      F2I.FTZ.U32.TRUNC.NTZ R5, R4
 *
 * Forms that round other than to the nearest have no step, except conversions of integers. `MUFU.RCP`
 * is the nearest float to the reciprocal: chips may give its neighbour, which divisions of integers correct.
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
import { behind, type SassOperand } from '../operands.ts';
import { comparing, COMPARISONS } from './comparisons.ts';
import {
  bit,
  each,
  type Maker,
  only,
  type Operation,
  type Source,
  target,
  word,
} from './sources.ts';

const SIGN = 0x8000_0000 | 0;

/** The bits of a float; of a register, with its sign changed. */
function floatOf(operand: SassOperand | undefined): Source | undefined {
  if (operand?.kind === 'float' || operand?.kind === 'constant') {
    const bits = operand.kind === 'float' ? bits32(operand.value) : operand.value;
    return { reads: [], known: () => -1, read: () => bits };
  }
  const plain = word(operand, true);
  if (plain === undefined || operand === undefined || !('change' in operand)) return undefined;
  return { ...plain, read: (...from) => signed(plain.read(...from), operand.change) };
}

function signed(high: number, change: string): number {
  switch (change) {
    case 'negative':
      return high ^ SIGN;
    case 'absolute':
      return high & ~SIGN;
    case 'negative absolute':
      return high | SIGN;
    default:
      return high;
  }
}

/** Both words of a double, the lower one first; of an operand with one word that is the upper one. */
function doubleOf(operand: SassOperand | undefined): readonly (Source | undefined)[] {
  if (operand?.kind === 'register')
    return [
      word({ ...operand, change: 'none' }),
      floatOf({ ...operand, number: behind(operand.number, 1) }),
    ];
  if (operand?.kind === 'bank')
    return [
      word({ ...operand, change: 'none' }),
      floatOf({ ...operand, offset: operand.offset + 4 }),
    ];
  if (operand?.kind === 'float') {
    const [low, high] = [low64(operand.value), high64(operand.value)];
    return [low, high].map((bits) => ({ reads: [], known: () => -1, read: () => bits }));
  }
  return [word({ kind: 'constant', value: 0 }), floatOf(operand)];
}

/** Floats of 32 bits in, one out; `flushes`: with FTZ subnormal ones are zeros. */
export const single =
  (
    count: number,
    allowed: readonly string[],
    compute: (values: readonly number[]) => number,
  ): Maker =>
  (operands, modifiers) => {
    const register = target(operands[0]);
    if (register === undefined || operands.length !== count + 1) return undefined;
    if (!only(modifiers, ['FTZ', ...allowed])) return undefined;
    const flush = modifiers.includes('FTZ') ? flush32 : (value: number) => value;
    return each(operands.slice(1).map(floatOf), [register], [], (bits, results) => {
      const value = compute(bits.map((one) => flush(asF32(one))));
      results[0] = bits32(flush(value));
      // The bits of NaN are not those of this machine.
      return !Number.isNaN(value);
    });
  };

export const double =
  (count: number, compute: (values: readonly number[]) => number): Maker =>
  (operands, modifiers) => {
    const register = target(operands[0]);
    if (register === undefined || operands.length !== count + 1 || modifiers.length > 0)
      return undefined;
    const sources = operands.slice(1).flatMap(doubleOf);
    return each(sources, pair(register), [], (bits, results) => {
      const value = compute(doublesIn(bits, count));
      [results[0], results[1]] = [low64(value), high64(value)];
      return !Number.isNaN(value);
    });
  };

const pair = (register: number): readonly number[] => [register, behind(register, 1)];

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
    if (compare === undefined || !only(others, ['AND', 'OR', 'XOR', 'FTZ'])) return undefined;
    const flush = others.includes('FTZ') ? flush32 : (value: number) => value;
    const sources = operands
      .slice(2, 4)
      .flatMap((operand) => (isDouble ? doubleOf(operand) : [floatOf(operand)]));
    return comparing(operands, others, sources, (bits) => {
      const [x = 0, y = 0] = isDouble ? doublesIn(bits, 2) : bits.map((one) => flush(asF32(one)));
      return compare(x, y);
    });
  };

/** `FSEL R0, R1, R2, P0`: bits as they are; `FMNMX R0, R1, R2, PT`: the lesser one. */
export const chooseFloat =
  (isExtreme: boolean): Maker =>
  (operands, modifiers) => {
    const register = target(operands[0]);
    if (register === undefined || operands.length !== 4 || !only(modifiers, ['FTZ']))
      return undefined;
    if (modifiers.length > 0 && !isExtreme) return undefined;
    const [, a, b, by] = operands;
    return each(
      [bit(by), floatOf(a), floatOf(b)],
      [register],
      [],
      ([by_ = 0, x = 0, y = 0], results) => {
        const [m, n] = [asF32(x), asF32(y)];
        if (!isExtreme) results[0] = by_ === 1 ? x : y;
        else if (Number.isNaN(m) || Number.isNaN(n)) return false;
        else {
          const least = m < n || (m === n && x < y) ? x : y;
          results[0] = (by_ === 1) === (least === x) ? x : y;
          if (modifiers.includes('FTZ')) results[0] = bits32(flush32(asF32(results[0])));
        }
        return true;
      },
    );
  };

const ROUNDS: Readonly<Record<string, (value: number) => number>> = {
  RP: round32Up,
  RM: round32Down,
  RZ: round32Zero,
};

/** `I2F.U32.RP R2, R3`, `I2FP.F32.S32 R2, R3`: of 32 bits. */
export const fromInteger: Maker = (operands, modifiers) => {
  const register = target(operands[0]);
  const source = word(operands[1]);
  if (register === undefined || operands.length !== 2) return undefined;
  if (!only(modifiers, ['U32', 'S32', 'F32', 'F64', ...Object.keys(ROUNDS)])) return undefined;
  const round = ROUNDS[modifiers.find((name) => name in ROUNDS) ?? ''] ?? Math.fround;
  const isUnsigned = modifiers.includes('U32');
  const isDouble = modifiers.includes('F64');
  return each([source], isDouble ? pair(register) : [register], [], ([x = 0], results) => {
    const value = isUnsigned ? x >>> 0 : x;
    if (isDouble) [results[0], results[1]] = [low64(value), high64(value)];
    else results[0] = bits32(round(value));
  });
};

const WHOLES: Readonly<Record<string, (value: number) => number>> = {
  TRUNC: Math.trunc,
  FLOOR: Math.floor,
  CEIL: Math.ceil,
};

/** `F2I.FTZ.U32.TRUNC.NTZ R2, R3`: what is too large becomes the largest; NaN is not known. */
export const toInteger: Maker = (operands, modifiers) => {
  const register = target(operands[0]);
  if (register === undefined || operands.length !== 2) return undefined;
  if (!only(modifiers, ['FTZ', 'NTZ', 'U32', 'S32', 'F64', ...Object.keys(WHOLES)]))
    return undefined;
  const isDouble = modifiers.includes('F64');
  const round = WHOLES[modifiers.find((name) => name in WHOLES) ?? ''] ?? roundEven;
  const [least, most] = modifiers.includes('U32') ? [0, 2 ** 32 - 1] : [-(2 ** 31), 2 ** 31 - 1];
  const sources = isDouble ? doubleOf(operands[1]) : [floatOf(operands[1])];
  return each(sources, [register], [], (bits, results) => {
    const [value = NaN] = isDouble ? doublesIn(bits, 1) : bits.map(asF32);
    if (Number.isNaN(value)) return false;
    results[0] = Math.min(Math.max(round(value), least), most) | 0;
    return true;
  });
};

/** `F2F.F64.F32 R2, R4`, `F2F.F32.F64 R2, R4`. */
export const toOtherFloat: Maker = (operands, modifiers): Operation | undefined => {
  const register = target(operands[0]);
  const [to, from] = modifiers;
  if (register === undefined || operands.length !== 2 || modifiers.length !== 2) return undefined;
  if (to === 'F64' && from === 'F32')
    return each([floatOf(operands[1])], pair(register), [], ([x = 0], results) => {
      const value = asF32(x);
      [results[0], results[1]] = [low64(value), high64(value)];
    });
  if (to !== 'F32' || from !== 'F64') return undefined;
  return each(doubleOf(operands[1]), [register], [], (bits, results) => {
    results[0] = bits32(Math.fround(doublesIn(bits, 1)[0] ?? 0));
  });
};
