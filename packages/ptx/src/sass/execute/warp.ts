/**
 * A warp that executes SASS: that of all instruction sets, whose registers also tell in which lanes they are known.
 *
 *     R4      words by lane, and a bit per lane that says whether the word is known
 *     P0      a bit per lane, and one that says whether it is known
 *
 * Registers of the warp are kept by lane as well: each lane has the values written while it was active.
 */
import { eachLane, Warp } from '@ldscope/simt';
import { ordinaryRegisters } from '../../state/register-memory.ts';
import {
  isTrue,
  isZero,
  LANE_REGISTERS,
  PREDICATES,
  PT,
  REGISTERS,
  type SassPredicate,
} from '../operands.ts';
import type { WarpSurroundings } from './launch.ts';
import { Meetings } from './meetings.ts';
import type { BlockState } from './state.ts';

/** Places in the file of a warp: 32 words per register, bits of predicates, lanes where these are known, lanes where registers are. */
export const BITS = 32 * REGISTERS;
const BITS_KNOWN = BITS + PREDICATES;
const KNOWN = BITS_KNOWN + PREDICATES;

export class SassWarp extends Warp {
  readonly words = this.i.subarray(0, BITS);
  readonly bits = this.i.subarray(BITS, BITS_KNOWN);
  readonly bitsKnown = this.i.subarray(BITS_KNOWN, KNOWN);
  readonly known = this.i.subarray(KNOWN, KNOWN + REGISTERS);
  readonly meetings = new Meetings(this);
  /** Which of its lanes are together depends on time. */
  isUncertain = false;
  /** The result of the last reduction at a barrier; `undefined` where it is not known. */
  reduced: number | undefined;
  readonly around: WarpSurroundings;
  /** What it acts on. */
  readonly home: BlockState;

  /** Only zeros and always-true predicates are known. `index`: in its block. */
  constructor(number: number, index: number, around: WarpSurroundings, home: BlockState) {
    super(number, index, 0, 0, ordinaryRegisters(KNOWN + REGISTERS), around.mask, 0);
    this.around = around;
    this.home = home;
    for (let register = 0; register < REGISTERS; register++)
      if (isZero(register)) this.known[register] = -1;
    for (let predicate = PT; predicate < PREDICATES; predicate += PT + 1) {
      this.bits[predicate] = -1;
      this.bitsKnown[predicate] = -1;
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

  /** The lanes of a mask get one word; `undefined` where it is not known. */
  put(register: number, mask: number, word: number | undefined): void {
    eachLane(mask, (lane) => this.setWord(register, lane, word ?? 0));
    this.wrote(register, mask, word === undefined ? 0 : mask);
  }

  /** The lanes of a mask where a predicate, or its opposite, holds; `undefined` where it is not known in one of them. */
  lanesOf({ number, negated }: SassPredicate, mask: number): number | undefined {
    if ((mask & ~(this.bitsKnown[number] ?? 0)) !== 0) return undefined;
    const bits = this.bits[number] ?? 0;
    return mask & (negated ? ~bits : bits);
  }

  wrotePredicate(predicate: number, mask: number, known: number, bits: number): void {
    if (isTrue(predicate)) return;
    const others = predicate < PT ? ~mask : 0;
    this.bitsKnown[predicate] = ((this.bitsKnown[predicate] ?? 0) & others) | (known & mask);
    this.bits[predicate] = ((this.bits[predicate] ?? 0) & ~mask) | (bits & mask);
  }
}
