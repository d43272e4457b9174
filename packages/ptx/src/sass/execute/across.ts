/**
 * Steps in which lanes see each other: those that execute the instruction together.
 *
 *     VOTE.ANY R4, PT, P1          the lanes where P1 holds      SHFL.UP P0, R3, R2, 0x1, RZ      R2 of the lane before
 *     MATCH.ANY R4, R3             the lanes with the same word  REDUX.MAX.S32 UR4, R3            the greatest word
 *
 * A result is unknown where a word of a lane that it depends on is. Source: PTX ISA 9.0, 9.7.9 and 9.7.13, whose instructions these are.
 */
import { eachLane } from '@ldscope/simt';
import { bit, type Maker, only, operationOf, target, targetPredicate, word } from './sources.ts';

/** A register of the warp from a register of lanes: the value that all of them have. */
export const toWarp: Maker = (operands) => {
  const register = target(operands[0]);
  const from = operands[1];
  if (operands.length !== 2 || register === undefined || from?.kind !== 'register')
    return undefined;
  const source = word(from);
  return operationOf([source], [register], [], (registers, mask, around) => {
    const known = source?.known(registers, around) ?? 0;
    let value: number | undefined;
    let isOne = (mask & ~known) === 0;
    eachLane(mask, (lane) => {
      const own = source?.read(registers, lane, around) ?? 0;
      value ??= own;
      isOne &&= own === value;
      registers.setWord(register, lane, own);
    });
    registers.wrote(register, mask, isOne ? mask : 0);
  });
};

/** The lanes where a predicate holds, and whether it does in any, all, or the same in all. */
export const vote: Maker = (operands, modifiers) => {
  const [how = ''] = modifiers;
  const last = operands.at(-1);
  const register = target(operands[0]);
  const decided = targetPredicate(operands[register === undefined ? 0 : 1]);
  if (last?.kind !== 'predicate' || decided === undefined) return undefined;
  if (operands.length !== (register === undefined ? 2 : 3)) return undefined;
  if (how !== 'ANY' && how !== 'ALL' && how !== 'EQ') return undefined;
  const words = register === undefined ? [] : [register];
  return operationOf([bit(last)], words, [decided], (registers, mask) => {
    const isKnown = ((registers.bitsKnown[last.number] ?? 0) & mask) === mask;
    const ballot = registers.holds(last.number, last.negated) & mask;
    const holds = how === 'ANY' ? ballot !== 0 : ballot === mask || (how === 'EQ' && ballot === 0);
    if (register !== undefined) {
      eachLane(mask, (lane) => registers.setWord(register, lane, ballot));
      registers.wrote(register, mask, isKnown ? mask : 0);
    }
    registers.wrotePredicate(decided, mask, isKnown ? mask : 0, holds ? -1 : 0);
  });
};

/** The lanes that have the same word. */
export const match: Maker = (operands, modifiers) => {
  const register = target(operands[0]);
  const source = word(operands[1]);
  if (register === undefined || source === undefined || operands.length !== 2) return undefined;
  if (!only(modifiers, ['ANY'])) return undefined;
  return operationOf([source], [register], [], (registers, mask, around) => {
    const isKnown = (mask & ~source.known(registers, around)) === 0;
    const lanes = new Map<number, number>();
    eachLane(mask, (lane) => {
      const value = source.read(registers, lane, around);
      lanes.set(value, (lanes.get(value) ?? 0) | (1 << lane));
    });
    for (const same of lanes.values())
      eachLane(same, (lane) => registers.setWord(register, lane, same));
    registers.wrote(register, mask, isKnown ? mask : 0);
  });
};

const SHUFFLES: Readonly<
  Record<string, (lane: number, by: number, first: number, free: number) => number>
> = {
  IDX: (_lane, by, first, free) => first | (by & free),
  UP: (lane, by) => lane - by,
  DOWN: (lane, by) => lane + by,
  BFLY: (lane, by) => lane ^ by,
};

/** A word of another lane: `SHFL.IDX P0, R3, R2, R4, 0x1f`; of its own where the other is outside of its segment. */
export const shuffle: Maker = (operands, modifiers) => {
  const [how = ''] = modifiers;
  const inside = targetPredicate(operands[0]);
  const register = target(operands[1]);
  const move = SHUFFLES[how];
  const [source, by, clamp] = [word(operands[2]), word(operands[3]), word(operands[4])];
  if (inside === undefined || register === undefined || move === undefined) return undefined;
  if (source === undefined || by === undefined || clamp === undefined) return undefined;
  return operationOf([source, by, clamp], [register], [inside], (registers, mask, around) => {
    const known = source.known(registers, around) & mask;
    const placed = by.known(registers, around) & clamp.known(registers, around) & mask;
    const words = Array.from({ length: 32 }, (_, lane) => source.read(registers, lane, around));
    let [found, bits] = [0, 0];
    eachLane(placed, (lane) => {
      const bounds = clamp.read(registers, lane, around);
      const segment = (bounds >>> 8) & 31;
      const last = (lane & segment) | (bounds & ~segment & 31);
      const from = move(lane, by.read(registers, lane, around) & 31, lane & segment, ~segment & 31);
      const isInside = how === 'UP' ? from >= last : from <= last;
      if (isInside) bits |= 1 << lane;
      const place = isInside ? from : lane;
      if (((known >>> place) & 1) === 0) return;
      registers.setWord(register, lane, words[place] ?? 0);
      found |= 1 << lane;
    });
    registers.wrote(register, mask, found);
    registers.wrotePredicate(inside, mask, placed, bits);
  });
};

const REDUCTIONS: Readonly<Record<string, (a: number, b: number, isSigned: boolean) => number>> = {
  AND: (a, b) => a & b,
  OR: (a, b) => a | b,
  XOR: (a, b) => a ^ b,
  SUM: (a, b) => (a + b) | 0,
  MIN: (a, b, isSigned) => ((isSigned ? a < b : a >>> 0 < b >>> 0) ? a : b),
  MAX: (a, b, isSigned) => ((isSigned ? a > b : a >>> 0 > b >>> 0) ? a : b),
};

/** One word of those of all lanes: `REDUX R` is their conjunction. */
export const reduce: Maker = (operands, modifiers) => {
  const register = target(operands[0]);
  const source = word(operands[1]);
  const isSigned = modifiers.includes('S32');
  const how = modifiers.find((name) => name !== 'S32') ?? 'AND';
  const join = REDUCTIONS[how];
  if (register === undefined || source === undefined || join === undefined) return undefined;
  return operationOf([source], [register], [], (registers, mask, around) => {
    const isKnown = (mask & ~source.known(registers, around)) === 0;
    let all: number | undefined;
    eachLane(mask, (lane) => {
      const own = source.read(registers, lane, around);
      all = all === undefined ? own : join(all, own, isSigned);
    });
    eachLane(mask, (lane) => registers.setWord(register, lane, all ?? 0));
    registers.wrote(register, mask, isKnown ? mask : 0);
  });
};

/** `ELECT P0, R4, PT`: the first lane. */
export const elect: Maker = (operands) => {
  const leader = targetPredicate(operands[0]);
  const register = target(operands[1]);
  const among = operands[2];
  if (leader === undefined || register === undefined || among?.kind !== 'predicate')
    return undefined;
  return operationOf([bit(among)], [register], [leader], (registers, mask) => {
    const isKnown = (mask & ~(registers.bitsKnown[among.number] ?? 0)) === 0;
    const lanes = registers.holds(among.number, among.negated) & mask;
    const first = lanes & -lanes;
    eachLane(mask, (lane) => registers.setWord(register, lane, 31 - Math.clz32(first)));
    registers.wrote(register, mask, isKnown && lanes !== 0 ? mask : 0);
    registers.wrotePredicate(leader, mask, isKnown ? mask : 0, first);
  });
};
