/** Steps that bring words and predicates from elsewhere: the launch, constants, predicates as a word. */
import { toHalf } from '@ldscope/core/arithmetic';
import { behind, isZero, LANE_REGISTERS, PT, type SassOperand } from '../operands.ts';
import { computes } from './roles.ts';
import { bit, each, type Maker, only, operationOf, target, word } from './sources.ts';

const NARROW = ['U8', 'S8', 'U16', 'S16'];

/** Words of the bank: one, two, or a part of one. */
export const loadBank: Maker = (operands, modifiers) => {
  const narrow = modifiers.find((name) => NARROW.includes(name)) ?? 'U32';
  const free = 32 - Number(narrow.slice(1));
  const roles = modifiers.includes('64') ? 'W A *' : 'w a *';
  return computes(
    roles,
    ['64', 'U32', ...NARROW],
    () => (values) =>
      values.map((value) =>
        narrow.startsWith('S') ? (value << free) >> free : ((value << free) >>> free) | 0,
      ),
  )(operands, modifiers);
};

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
  const words = modifiers.includes('32') ? [register] : [register, behind(register, 1)];
  return each([], words, [], () => [0, 0]);
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
  return each([], [register], [], () => value);
};

/** The predicates of a mask; `register`: of a warp, or of lanes. */
const predicatesIn = (mask: number, register: number): number[] =>
  Array.from({ length: PT }, (_, i) => i)
    .filter((i) => (mask >>> i) & 1)
    .map((i) => (register < LANE_REGISTERS ? i : PT + 1 + i));

/** Predicates as bits of a word: `P2R R4, PR, R5, 0x7f`. */
export const packPredicates: Maker = (operands, modifiers) => {
  const register = target(operands[0]);
  const [, , a, mask] = operands;
  if (register === undefined || mask?.kind !== 'constant' || modifiers.length > 0) return undefined;
  const numbers = predicatesIn(mask.value, register);
  const bits = numbers.map((number) => bit({ kind: 'predicate', number, negated: false }));
  return each([word(a), ...bits], [register], [], ([x = 0, ...set]) =>
    numbers.reduce((value, number, i) => value | ((set[i] ?? 0) << (number & PT)), x & ~mask.value),
  );
};

/** And back: `R2P PR, R4, 0x7f`. */
export const unpackPredicates: Maker = (operands, modifiers) => {
  const [, a, mask] = operands;
  if (mask?.kind !== 'constant' || a?.kind !== 'register' || modifiers.length > 0) return undefined;
  const numbers = predicatesIn(mask.value, a.number);
  return each([word(a)], [], numbers, ([x = 0]) =>
    numbers.map((number) => (x >>> (number & PT)) & 1),
  );
};
