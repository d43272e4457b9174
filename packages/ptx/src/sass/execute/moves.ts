/** Steps that bring words and predicates from elsewhere: the launch, constants, predicates as a word. */
import { toHalf } from '@ldscope/core/arithmetic';
import { isZero, LANE_REGISTERS, PT, type SassOperand } from '../operands.ts';
import { bit, each, type Maker, only, operationOf, target, upper, word } from './sources.ts';

/** Words of the bank: one, two, or a part of one. */
export const loadBank: Maker = (operands, modifiers) => {
  const register = target(operands[0]);
  if (register === undefined || !only(modifiers, ['64', 'U32', ...NARROW])) return undefined;
  const isPair = modifiers.includes('64');
  const narrow = modifiers.find((name) => NARROW.includes(name)) ?? 'U32';
  const free = 32 - Number(narrow.slice(1));
  const isSigned = narrow.startsWith('S');
  return each(
    isPair ? [word(operands[1]), upper(operands[1])] : [word(operands[1])],
    isPair ? [register, register + 1] : [register],
    [],
    (values, results) => {
      for (const [i, value] of values.entries())
        results[i] = isSigned ? (value << free) >> free : ((value << free) >>> free) | 0;
    },
  );
};
const NARROW = ['U8', 'S8', 'U16', 'S16'];

export const special: Maker = (operands) => {
  const register = target(operands[0]);
  const from = operands[1];
  if (register === undefined || from?.kind !== 'special') return undefined;
  const { name } = from;
  return operationOf([], [register], [], (warp, mask) => {
    let known = 0;
    for (let lane = 0; lane < 32; lane++) {
      const value = warp.around.special(name, lane);
      if (value === undefined || ((mask >>> lane) & 1) === 0) continue;
      warp.setWord(register, lane, value);
      known |= 1 << lane;
    }
    warp.wrote(register, mask, known);
  });
};

/** `CS2R R4, SRZ`: two zeros. */
export const clear: Maker = (operands, modifiers) => {
  const register = target(operands[0]);
  const from = operands[1];
  if (register === undefined || from?.kind !== 'special' || from.name !== 'SRZ') return undefined;
  const words = modifiers.includes('32') ? [register] : [register, register + 1];
  return each([], words, [], (_, results) => {
    results.fill(0);
  });
};

/** `HFMA2 R3, -RZ, RZ, 0, 5.96e-08`: two halves that nothing is added to, the upper one first. */
export const halves: Maker = (operands, modifiers) => {
  const register = target(operands[0]);
  const [, a, b, high, low] = operands;
  const isNothing = (operand: SassOperand | undefined): boolean =>
    operand?.kind === 'register' && isZero(operand.number);
  if (register === undefined || !isNothing(a) || !isNothing(b)) return undefined;
  if (!only(modifiers, ['MMA'])) return undefined;
  if (high?.kind !== 'float' || low?.kind !== 'float') return undefined;
  const value = (toHalf(high.value) << 16) | toHalf(low.value);
  return each([], [register], [], (_, results) => {
    results[0] = value;
  });
};

/** Predicates as bits of a word, and back. */
export const packPredicates: Maker = (operands, modifiers) => {
  const register = target(operands[0]);
  const [, , a, mask] = operands;
  if (register === undefined || mask?.kind !== 'constant' || modifiers.length > 0) return undefined;
  const base = register < LANE_REGISTERS ? 0 : PT + 1;
  const numbers = Array.from({ length: PT }, (_, i) => i).filter((i) => (mask.value >>> i) & 1);
  const bits = numbers.map((number) =>
    bit({ kind: 'predicate', number: base + number, negated: false }),
  );
  return each([word(a), ...bits], [register], [], ([x = 0, ...set], results) => {
    let value = x & ~mask.value;
    for (const [i, number] of numbers.entries()) value |= (set[i] ?? 0) << number;
    results[0] = value;
  });
};

export const unpackPredicates: Maker = (operands, modifiers) => {
  const [, a, mask] = operands;
  if (mask?.kind !== 'constant' || a?.kind !== 'register' || modifiers.length > 0) return undefined;
  const base = a.number < LANE_REGISTERS ? 0 : PT + 1;
  const numbers = Array.from({ length: PT }, (_, i) => i).filter((i) => (mask.value >>> i) & 1);
  return each(
    [word(a)],
    [],
    numbers.map((number) => base + number),
    ([x = 0], results) => {
      for (const [i, number] of numbers.entries()) results[i] = (x >>> number) & 1;
    },
  );
};
