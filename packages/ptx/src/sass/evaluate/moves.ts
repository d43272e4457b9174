/** Steps that bring words and predicates from elsewhere: the launch, other lanes, predicates as a word. */
import { toHalf } from '@ldscope/core/arithmetic';
import { isZero, LANE_REGISTERS, PT, type SassOperand } from './operands.ts';
import { bit, each, type Maker, only, target, targetPredicate, upper, word } from './sources.ts';

/** Words of the bank: one, or two. */
export const loadBank: Maker = (operands, modifiers) => {
  const register = target(operands[0]);
  if (register === undefined || !only(modifiers, ['64', 'U32'])) return undefined;
  const isPair = modifiers.includes('64');
  return each(
    isPair ? [word(operands[1]), upper(operands[1])] : [word(operands[1])],
    isPair ? [register, register + 1] : [register],
    [],
    (values, results) => {
      for (const [i, value] of values.entries()) results[i] = value;
    },
  );
};

export const special: Maker = (operands) => {
  const register = target(operands[0]);
  const from = operands[1];
  if (register === undefined || from?.kind !== 'special') return undefined;
  const { name } = from;
  return (registers, mask, around) => {
    let known = 0;
    for (let lane = 0; lane < 32; lane++) {
      const value = around.special(name, lane);
      if (value === undefined || ((mask >>> lane) & 1) === 0) continue;
      registers.setWord(register, lane, value);
      known |= 1 << lane;
    }
    registers.wrote(register, mask, known);
  };
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
export const halves: Maker = (operands) => {
  const register = target(operands[0]);
  const [, a, b, high, low] = operands;
  const isNothing = (operand: SassOperand | undefined): boolean =>
    operand?.kind === 'register' && isZero(operand.number);
  if (register === undefined || !isNothing(a) || !isNothing(b)) return undefined;
  if (high?.kind !== 'float' || low?.kind !== 'float') return undefined;
  const value = (toHalf(high.value) << 16) | toHalf(low.value);
  return each([], [register], [], (_, results) => {
    results[0] = value;
  });
};

/** A register of the warp from a register of lanes: the value that all of them have. */
export const toWarp: Maker = (operands) => {
  const register = target(operands[0]);
  const from = operands[1];
  if (operands.length !== 2 || register === undefined || from?.kind !== 'register')
    return undefined;
  const source = word(from);
  return (registers, mask, around) => {
    const known = source?.known(registers, around) ?? 0;
    let value: number | undefined;
    let isOne = (mask & ~known) === 0;
    for (let lane = 0; lane < 32; lane++) {
      if (((mask >>> lane) & 1) === 0) continue;
      const own = source?.read(registers, lane, around) ?? 0;
      value ??= own;
      isOne &&= own === value;
      registers.setWord(register, lane, own);
    }
    registers.wrote(register, mask, isOne ? mask : 0);
  };
};

/** `VOTE.ANY R4, PT, P1`: the lanes where a predicate holds, and whether it does in any, all, or the same in all. */
export const vote: Maker = (operands, modifiers) => {
  const [how = ''] = modifiers;
  const last = operands.at(-1);
  const register = target(operands[0]);
  const decided = targetPredicate(operands[register === undefined ? 0 : 1]);
  if (last?.kind !== 'predicate' || decided === undefined) return undefined;
  if (operands.length !== (register === undefined ? 2 : 3)) return undefined;
  if (how !== 'ANY' && how !== 'ALL' && how !== 'EQ') return undefined;
  return (registers, mask) => {
    const isKnown = ((registers.bitsKnown[last.number] ?? 0) & mask) === mask;
    const ballot = registers.holds(last.number, last.negated) & mask;
    const holds = how === 'ANY' ? ballot !== 0 : ballot === mask || (how === 'EQ' && ballot === 0);
    if (register !== undefined) {
      for (let lane = 0; lane < 32; lane++)
        if (((mask >>> lane) & 1) === 1) registers.setWord(register, lane, ballot);
      registers.wrote(register, mask, isKnown ? mask : 0);
    }
    registers.wrotePredicate(decided, mask, isKnown ? mask : 0, holds ? -1 : 0);
  };
};

/** `MATCH.ANY R4, R3`: the lanes that have the same word. */
export const match: Maker = (operands, modifiers) => {
  const register = target(operands[0]);
  const from = operands[1];
  const source = word(from);
  if (register === undefined || source === undefined || operands.length !== 2) return undefined;
  if (!only(modifiers, ['ANY'])) return undefined;
  return (registers, mask, around) => {
    const isKnown = (mask & ~source.known(registers, around)) === 0;
    const lanes = new Map<number, number>();
    for (let lane = 0; lane < 32; lane++) {
      if (((mask >>> lane) & 1) === 0) continue;
      const value = source.read(registers, lane, around);
      lanes.set(value, (lanes.get(value) ?? 0) | (1 << lane));
    }
    for (const same of lanes.values())
      for (let lane = 0; lane < 32; lane++)
        if (((same >>> lane) & 1) === 1) registers.setWord(register, lane, same);
    registers.wrote(register, mask, isKnown ? mask : 0);
  };
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
