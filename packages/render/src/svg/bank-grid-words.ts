/**
 * The words that an access uses, at their positions in a grid of banks by rows of shared memory.
 *
 *     64 banks, lane 5 at byte 336 with 16 bytes     row 1 (bytes 256 to 511), banks 20, 21, 22, 23
 *
 * An explanation looks at the first word of each lane's vector; the others follow from it. With `steps: 'together'` and
 * `'serial'` words are compared at the same place of the vector only, so a bank serves at step k the slots that bank `bank -
 * k` serves at the first. With `'whole'` an explanation has all words itself.
 */
import {
  greatestOf,
  type AccessExplanation,
  type BankRequest,
  opcodeAt,
  opcodeNumber,
  type WordRequest,
} from '@ldscope/core';

/** One 4-byte word that lanes of a phase access. */
export interface GridWord {
  readonly addressBytes: number;
  readonly bank: number;
  /** `floor(addressBytes / (4 * banks))`. */
  readonly row: number;
  /** Phases that access it; one, unless phases were merged. */
  readonly phases: readonly number[];
  /** Lanes that access it, ascending. */
  readonly lanes: readonly number[];
  /** Slots that its bank serves one after another when this word is due. */
  readonly slots: number;
  /** True when one slot serves several of its lanes: broadcast, or writes to different bytes. */
  readonly shared: boolean;
}

/** A misaligned access is served one lane per cycle, and no conflict is counted. */
export function isServedLaneByLane({ addressBytes, rule }: AccessExplanation): boolean {
  return addressBytes.some(
    (address) => address !== undefined && address % rule.alignmentBytes !== 0,
  );
}

/** The words of every phase, phase by phase, then by address. */
export function gridWords(explanation: AccessExplanation): GridWord[] {
  const { phases, rule, banksPerLane } = explanation;
  const unaligned = isServedLaneByLane(explanation);
  const width = widthOf(explanation);
  const steps = rule.steps === 'whole' ? 1 : banksPerLane;
  return phases.flatMap((phase) => {
    const byAddress = new Map<number, GridWord>();
    for (const request of phase.banks) {
      for (const word of request.words) {
        const own = unaligned ? word.lanes.length : wordSlots(word, request, explanation, width);
        for (let step = 0; step < steps; step++) {
          const addressBytes = word.addressBytes + 4 * step;
          const index = addressBytes / 4;
          const one: GridWord = {
            addressBytes,
            bank: index % rule.banks,
            row: Math.floor(index / rule.banks),
            phases: [phase.index],
            lanes: word.lanes,
            slots: unaligned ? 1 : request.slots,
            shared: own < word.lanes.length,
          };
          const known = byAddress.get(addressBytes);
          byAddress.set(addressBytes, known === undefined ? one : joined(known, one));
        }
      }
    }
    return [...byAddress.values()].sort((a, b) => a.addressBytes - b.addressBytes);
  });
}

/** The words of several phases, each word once. */
export function joinPhases(words: readonly GridWord[]): GridWord[] {
  const byAddress = new Map<number, GridWord>();
  for (const word of words) {
    const known = byAddress.get(word.addressBytes);
    byAddress.set(word.addressBytes, known === undefined ? word : joined(known, word));
  }
  return [...byAddress.values()].sort((a, b) => a.addressBytes - b.addressBytes);
}

/** By bank: the most slots that it serves at any step of the words. */
export function slotsByBank(words: readonly GridWord[], banks: number): number[] {
  const slots = Array.from({ length: banks }, () => 0);
  for (const word of words) slots[word.bank] = Math.max(slots[word.bank] ?? 0, word.slots);
  return slots;
}

function joined(one: GridWord, other: GridWord): GridWord {
  return {
    ...one,
    phases: ascending([...one.phases, ...other.phases]),
    lanes: ascending([...one.lanes, ...other.lanes]),
    slots: Math.max(one.slots, other.slots),
    shared: one.shared || other.shared,
  };
}

const ascending = (list: readonly number[]): number[] => [...new Set(list)].sort((a, b) => a - b);

/** Slots that one word takes of those of its bank. */
function wordSlots(
  { lanes }: WordRequest,
  bank: BankRequest,
  { rule, addressBytes }: AccessExplanation,
  width: number,
): number {
  switch (rule.slots) {
    case 'distinct-words':
    case 'none':
      return 1;
    case 'each-lane':
      return lanes.length;
    case 'same-element':
      return bank.slots === 1 ? 1 : lanes.length;
    case 'disjoint-bytes': {
      const perUnit = new Map<number, number>();
      for (const lane of lanes) {
        const unit = Math.floor((addressBytes[lane] ?? 0) / width);
        perUnit.set(unit, (perUnit.get(unit) ?? 0) + 1);
      }
      return greatestOf(perUnit.values());
    }
  }
}

function widthOf({ opcode, banksPerLane }: AccessExplanation): number {
  const number = opcodeNumber(opcode);
  return number === undefined ? 4 * banksPerLane : opcodeAt(number).widthBytes;
}
