/**
 * Registers and predicates of the lanes of a warp, as far as they are known.
 *
 *     R4      words by lane, and a bit per lane that says whether the word is known
 *     P0      a bit per lane, and one that says whether it is known
 *
 * Registers of the warp are kept by lane as well: each lane has the values written while it was active.
 */
import { isTrue, isZero, LANE_REGISTERS, PREDICATES, PT, REGISTERS } from '../operands.ts';

export class LaneRegisters {
  /** 32 words per register. */
  readonly words = new Int32Array(32 * REGISTERS);
  readonly known = new Int32Array(REGISTERS);
  readonly bits = new Int32Array(PREDICATES);
  readonly bitsKnown = new Int32Array(PREDICATES);

  /** Only zeros and always-true predicates are known. */
  constructor() {
    for (let number = 0; number < REGISTERS; number++) if (isZero(number)) this.known[number] = -1;
    for (let number = PT; number < PREDICATES; number += PT + 1) {
      this.bits[number] = -1;
      this.bitsKnown[number] = -1;
    }
  }

  word(register: number, lane: number): number {
    return this.words[32 * register + lane] ?? 0;
  }

  /** Words were written in the lanes of a mask, and are known in those of another. */
  wrote(register: number, mask: number, known: number): void {
    if (isZero(register)) return;
    // Other lanes share a register of the warp: its value there depends on which lanes come first.
    const before = register < LANE_REGISTERS ? (this.known[register] ?? 0) & ~mask : 0;
    this.known[register] = before | (known & mask);
  }

  setWord(register: number, lane: number, value: number): void {
    if (!isZero(register)) this.words[32 * register + lane] = value;
  }

  /** The lanes of a mask where a predicate, or its opposite, holds; and those where that is known. */
  holds(predicate: number, negated: boolean): number {
    const bits = this.bits[predicate] ?? 0;
    return negated ? ~bits : bits;
  }

  wrotePredicate(predicate: number, mask: number, known: number, bits: number): void {
    if (isTrue(predicate)) return;
    const others = predicate < PT ? ~mask : 0;
    this.bitsKnown[predicate] = ((this.bitsKnown[predicate] ?? 0) & others) | (known & mask);
    this.bits[predicate] = ((this.bits[predicate] ?? 0) & ~mask) | (bits & mask);
  }
}
