/**
 * What has to be known for lanes to go on: predicates that decide where lanes go, and words that the whole warp has.
 *
 *     BRA P1, L      P1 is not known in lane 5: `NotKnown` ends the execution at this instruction
 */
import { laneOf, lanesWith } from '@ldscope/simt';
import type { SassOperand, SassPredicate } from '../operands.ts';
import type { SassWarp } from './warp.ts';

/** Something that decides ways or accesses is not known. */
export class NotKnown extends Error {
  readonly index: number;

  constructor(index: number) {
    super(`instruction ${index}`);
    this.index = index;
  }
}

/** Lanes of a mask where all of some predicates hold; throws `NotKnown` where one that matters is not known. */
export function lanesWhere(
  warp: SassWarp,
  at: number,
  predicates: readonly SassPredicate[],
  mask: number,
): number {
  let lanes = mask;
  for (const predicate of predicates) {
    const own = warp.lanesOf(predicate, lanes);
    if (own === undefined) throw new NotKnown(at);
    lanes = own;
  }
  return lanes;
}

/** The word of a constant, or of a register in which all lanes of a mask have one; throws `NotKnown` where that is not known. */
export function oneWord(warp: SassWarp, at: number, operand: SassOperand, mask: number): number {
  if (operand.kind === 'constant') return operand.value;
  if (operand.kind !== 'register') throw new NotKnown(at);
  const { number, change } = operand;
  const word = warp.word(number, laneOf(mask));
  const same = lanesWith((own: SassWarp, lane) => own.word(number, lane), warp, mask, word);
  if ((mask & ~(same & (warp.known[number] ?? 0))) !== 0) throw new NotKnown(at);
  if (change !== 'none' && change !== 'inverted') throw new NotKnown(at);
  return change === 'inverted' ? ~word : word;
}

/** Nothing is known about the results of an instruction in some lanes. */
export function forget(
  warp: SassWarp,
  { words, bits }: { readonly words: readonly number[]; readonly bits: readonly number[] },
  mask: number,
): void {
  for (const register of words) warp.wrote(register, mask, 0);
  for (const predicate of bits) warp.wrotePredicate(predicate, mask, 0, 0);
}
