/**
 * The instructions by which a block's accesses to shared memory depend on its index in the grid: recorded while the block is
 * executed, and replayed with the index of another block to see whether that makes the same accesses.
 *
 *     mov.u32 %r1, %ctaid.x            recorded: r1 is marked
 *     add.s32 %r2, %r1, %r9            recorded, with the value of r9, which is not marked; r2 is marked
 *     setp.lt.s32 %p1, %r2, %r8        recorded
 *     @%p1 bra DONE                    recorded with the lanes that went: they have to be the same
 *     cp.async.cg [%r4], [%rd6], 16, %r5       r5 is marked: recorded with the bytes of each lane
 *
 * Only instructions of the slice for shared memory are looked at. A replay executes the recorded instructions, the registers
 * that are not marked put in place before, and compares *signs*: lanes that take part, addresses in shared memory, the
 * operands of barriers and copies. It proves, it does not guess: all of them in the other block either are computed from
 * values that are not marked, or were compared.
 *
 * Values are not followed through memory of the block: a block that stores a marked value there has no sound tape
 * (`isSound`). LIMITATION. Blocks of a class are taken to store into the regions that the executed one stores into.
 */
import type { Group, Step, Warp } from '../../state/warp.ts';
import type { Part } from './parts.ts';
import { putInputs, Reel } from './reel.ts';

/** Entries of a block at most: more of them are not worth replaying. */
const MOST_ENTRIES = 2 ** 16;
/** Instructions that are replayed for one class at most. */
const MOST_REPLAYED = 2 ** 24;

export interface TapeCode {
  readonly partOf: (number: number) => Part | undefined;
  readonly widthOf: (place: number) => number;
  /** Makes the step of an instruction for replays, which change nothing but the warp and what they read. */
  readonly replayStep: (number: number) => Step | undefined;
  /** A warp for replays: of a block by its place among those that are executed together, and its number there. */
  readonly replayWarp: (block: number, index: number) => Warp;
  /** The places of special registers that depend on the place of the block. */
  readonly marked: readonly number[];
}

export class Tape {
  readonly #code: TapeCode;
  readonly #parts: (Part | 'nothing' | undefined)[] = [];
  /** By block, then by warp. */
  #reels: Reel[][] = [];
  readonly #warps: Warp[][] = [];
  #isRecording = false;
  #entries = 0;
  /** The tape has everything that a comparison needs. */
  isSound = true;

  constructor(code: TapeCode) {
    this.#code = code;
  }

  /** Records from here on, of the warps of blocks. */
  begin(blocks: readonly (readonly Warp[])[]): void {
    const { marked, widthOf } = this.#code;
    this.#reels = blocks.map((warps) => warps.map(({ live }) => new Reel(live, marked, widthOf)));
    this.#isRecording = true;
    this.#entries = 0;
    this.isSound = true;
  }

  end(): void {
    this.#isRecording = false;
  }

  /** Called before each instruction with the lanes that pass its guard, which it returns. */
  visit(warp: Warp, group: Group, number: number, active: number): number {
    if (!this.#isRecording || !this.isSound) return active;
    const part = this.#partOf(number);
    const reel = this.#reels[warp.block]?.[warp.index];
    if (part !== undefined && reel !== undefined)
      this.#record(reel, part, number, warp, group.mask, active);
    return active;
  }

  #partOf(number: number): Part | undefined {
    const known = this.#parts[number];
    if (known !== undefined) return known === 'nothing' ? undefined : known;
    const part = this.#code.partOf(number);
    this.#parts[number] = part ?? 'nothing';
    return part;
  }

  #record(reel: Reel, part: Part, number: number, warp: Warp, mask: number, active: number): void {
    const { isWanted, isReplayed, needs, reads, writes, guard, comparesNeeds } = part;
    const isCompared = reel.marksAny(needs);
    if (isCompared) {
      const sign = part.sign(warp, active);
      this.#add(reel, { kind: 'sign', number, mask, sign }, warp, needs);
      if (comparesNeeds && active === reel.lanes) reel.unmark(needs);
      else if (guard !== undefined && mask === reel.lanes) reel.unmark([guard]);
    }
    if (!isWanted) return;
    const isWhole = active === reel.lanes && (guard === undefined || !reel.marks(guard));
    // Compared registers are the same in the lanes that take part.
    const open = isCompared && comparesNeeds ? reads.filter((one) => !needs.includes(one)) : reads;
    const isMarked = reel.marksAny(open) || (!isWhole && reel.marksAny(writes));
    if (isMarked && !isReplayed) this.isSound = false;
    if (isMarked)
      this.#add(reel, { kind: 'step', number, mask, sign: [] }, warp, [
        ...reads,
        ...(isWhole ? [] : writes),
      ]);
    reel.write(writes, isMarked, isWhole);
  }

  #add(reel: Reel, entry: Parameters<Reel['add']>[0], warp: Warp, inputs: readonly number[]): void {
    if (++this.#entries > MOST_ENTRIES) this.isSound = false;
    if (this.isSound) reel.add(entry, warp, inputs);
  }

  /** Blocks, or clusters of them, that can be replayed against the last recording. */
  get capacity(): number {
    return this.isSound ? Math.floor(MOST_REPLAYED / Math.max(1, this.#entries)) : 0;
  }

  /** True when nothing depends on the block's index. */
  get isEmpty(): boolean {
    return this.isSound && this.#entries === 0;
  }

  /**
   * True when other blocks make the accesses of the recorded ones; `fill` fills the special registers of a warp of the block
   * at an index.
   */
  replays(fill: (warp: Warp, block: number) => void): boolean {
    return this.#reels.every((reels, block) =>
      reels.every((reel, index) => this.#replays(reel, block, index, fill)),
    );
  }

  #replays(
    { entries }: Reel,
    block: number,
    index: number,
    fill: (warp: Warp, block: number) => void,
  ): boolean {
    if (entries.length === 0) return true;
    const warps = (this.#warps[block] ??= []);
    const warp = (warps[index] ??= this.#code.replayWarp(block, index));
    fill(warp, block);
    return entries.every((entry) => {
      putInputs(warp, entry);
      const { kind, number, mask, sign } = entry;
      const part = this.#partOf(number);
      const active = part === undefined ? mask : activeOf(warp, part, mask);
      if (kind === 'sign') {
        const own = part?.sign(warp, active) ?? [];
        return own.length === sign.length && own.every((value, at) => value === sign[at]);
      }
      const step = this.#code.replayStep(number);
      if (step === undefined) return false;
      if (active !== 0) step(warp, active);
      return warp.failure === undefined;
    });
  }
}

/** The lanes of a mask that the guard of an instruction lets through. */
function activeOf(warp: Warp, { guard, isNegated }: Part, mask: number): number {
  if (guard === undefined) return mask;
  const bits = warp.i[guard] ?? 0;
  return mask & (isNegated ? ~bits : bits);
}
