/**
 * Steps in which lanes see each other: those that execute the instruction together.
 *
 *     VOTE.ANY R4, PT, P1          the lanes where P1 holds      SHFL.UP P0, R3, R2, 0x1, RZ      R2 of the lane before
 *     MATCH.ANY R4, R3             the lanes with the same word  REDUX.MAX.S32 UR4, R3            the greatest word
 *
 * A result is unknown where a word of a lane that it depends on is. Source: PTX ISA 9.0, 9.7.9 and 9.7.13, whose instructions these are.
 */
import { eachLane, laneOf } from '@ldscope/simt';
import { reductionOf, shuffled } from '../../isa/exchange.ts';
import { bit, type Maker, only, operationOf, target, targetPredicate, word } from './sources.ts';

/** A register of the warp from a register of lanes: the value that all of them have. */
export const toWarp: Maker = (operands) => {
  const register = target(operands[0]);
  const from = operands[1];
  if (operands.length !== 2 || register === undefined || from?.kind !== 'register')
    return undefined;
  const source = word(from);
  return operationOf([source], [register], [], (warp, mask) => {
    const known = source?.known(warp) ?? 0;
    let value: number | undefined;
    let isOne = (mask & ~known) === 0;
    eachLane(mask, (lane) => {
      const own = source?.read(warp, lane) ?? 0;
      value ??= own;
      isOne &&= own === value;
      warp.setWord(register, lane, own);
    });
    warp.wrote(register, mask, isOne ? mask : 0);
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
  return operationOf([bit(last)], words, [decided], (warp, mask) => {
    const ballot = warp.lanesOf(last, mask);
    const holds = how === 'ANY' ? ballot !== 0 : ballot === mask || (how === 'EQ' && ballot === 0);
    if (register !== undefined) warp.put(register, mask, ballot);
    warp.wrotePredicate(decided, mask, ballot === undefined ? 0 : mask, holds ? -1 : 0);
  });
};

/** The lanes that have the same word. */
export const match: Maker = (operands, modifiers) => {
  const register = target(operands[0]);
  const source = word(operands[1]);
  if (register === undefined || source === undefined || operands.length !== 2) return undefined;
  if (!only(modifiers, ['ANY'])) return undefined;
  return operationOf([source], [register], [], (warp, mask) => {
    const isKnown = (mask & ~source.known(warp)) === 0;
    const lanes = new Map<number, number>();
    eachLane(mask, (lane) => {
      const value = source.read(warp, lane);
      lanes.set(value, (lanes.get(value) ?? 0) | (1 << lane));
    });
    for (const same of lanes.values()) eachLane(same, (lane) => warp.setWord(register, lane, same));
    warp.wrote(register, mask, isKnown ? mask : 0);
  });
};

/** A word of another lane: `SHFL.IDX P0, R3, R2, R4, 0x1f`; of its own where the other is outside of its segment. */
export const shuffle: Maker = (operands, modifiers) => {
  const [how = ''] = modifiers;
  const inside = targetPredicate(operands[0]);
  const register = target(operands[1]);
  const [source, by, clamp] = [word(operands[2]), word(operands[3]), word(operands[4])];
  if (inside === undefined || register === undefined) return undefined;
  if (!['IDX', 'UP', 'DOWN', 'BFLY'].includes(how)) return undefined;
  if (source === undefined || by === undefined || clamp === undefined) return undefined;
  const mode = how.toLowerCase();
  return operationOf([source, by, clamp], [register], [inside], (warp, mask) => {
    const known = source.known(warp) & mask;
    const placed = by.known(warp) & clamp.known(warp) & mask;
    const words = Array.from({ length: 32 }, (_, lane) => source.read(warp, lane));
    let [found, bits] = [0, 0];
    eachLane(placed, (lane) => {
      const [from, isInside] = shuffled(mode, lane, by.read(warp, lane), clamp.read(warp, lane));
      if (isInside) bits |= 1 << lane;
      const place = isInside ? from : lane;
      if (((known >>> place) & 1) === 0) return;
      warp.setWord(register, lane, words[place] ?? 0);
      found |= 1 << lane;
    });
    warp.wrote(register, mask, found);
    warp.wrotePredicate(inside, mask, placed, bits);
  });
};

/** One word of those of all lanes: `REDUX R` is their conjunction. */
export const reduce: Maker = (operands, modifiers) => {
  const register = target(operands[0]);
  const source = word(operands[1]);
  const how = modifiers.find((name) => name !== 'S32')?.toLowerCase() ?? 'and';
  const join = reductionOf(how === 'sum' ? 'add' : how, modifiers.includes('S32') ? 's32' : 'u32');
  if (register === undefined || source === undefined || join === undefined) return undefined;
  return operationOf([source], [register], [], (warp, mask) => {
    let all: number | undefined;
    eachLane(mask, (lane) => {
      const own = source.read(warp, lane);
      all = all === undefined ? own : join(all, own);
    });
    warp.put(register, mask, (mask & ~source.known(warp)) === 0 ? all : undefined);
  });
};

/** `ELECT P0, R4, PT`: the first lane. */
export const elect: Maker = (operands) => {
  const leader = targetPredicate(operands[0]);
  const register = target(operands[1]);
  const among = operands[2];
  if (leader === undefined || register === undefined || among?.kind !== 'predicate')
    return undefined;
  return operationOf([bit(among)], [register], [leader], (warp, mask) => {
    const lanes = warp.lanesOf(among, mask);
    const first = lanes === undefined ? 0 : lanes & -lanes;
    warp.put(register, mask, first === 0 ? undefined : laneOf(first));
    warp.wrotePredicate(leader, mask, lanes === undefined ? 0 : mask, first);
  });
};
