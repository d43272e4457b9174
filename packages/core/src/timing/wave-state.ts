/**
 * A wave on its SIMD: where it is in its stream, what it waits for, and when its operations in flight complete.
 *
 *     vmcnt     loads that were issued, done at 700 and 730      s_waitcnt vmcnt(1)     not before 700
 */
import type { TimedInstruction, WaitCounter, WaveStream } from './program.ts';

/** SIMDs of a compute unit; two share a way to LDS. */
export const SIMDS = 4;

/** One counter of a wave: when each operation in flight completes, oldest first. */
class InFlight {
  #done: number[] = [];
  #head = 0;
  /** When the last of those that keep their order completes. */
  #ordered = 0;
  /** Scalar loads complete in any order: their times are not sorted. */
  #sorted = true;

  /** Adds an operation and says when it completes: in order, not before an older one. */
  push(done: number, ordered: boolean): number {
    const at = ordered ? Math.max(done, this.#ordered) : done;
    if (ordered) this.#ordered = at;
    if (at < (this.#done.at(-1) ?? 0)) this.#sorted = false;
    this.#done.push(at);
    return at;
  }

  /** When at most `left` are in flight, as things are now. */
  whenAtMost(left: number, now: number): number {
    this.#forget(now);
    const remaining = this.#done.length - this.#head;
    if (remaining <= left) return 0;
    return this.#done[this.#done.length - 1 - left] ?? 0;
  }

  #forget(now: number): void {
    if (!this.#sorted) {
      this.#done = this.#done.slice(this.#head).sort((a, b) => a - b);
      this.#head = 0;
      this.#sorted = true;
    }
    while (this.#head < this.#done.length && (this.#done[this.#head] ?? 0) <= now) this.#head++;
    if (this.#head < 1024) return;
    this.#done = this.#done.slice(this.#head);
    this.#head = 0;
  }
}

export class WaveState {
  readonly stream: WaveStream;
  readonly simd: number;
  readonly number: number;
  position = 0;
  /** When it turned to its next instruction. */
  ready = 0;
  priority = 0;
  readonly registers: Float64Array;
  /** When the accumulator form of a result may be read. */
  readonly forwarded: Float64Array;
  readonly vmcnt = new InFlight();
  readonly lgkmcnt = new InFlight();
  arrived: number | undefined;
  /** What is known about the next issue: when nothing holds it up but its turn, and the turn after that. */
  able = 0;
  earliest = 0;
  /** The queue between SIMDs that it goes to: 0 and 1 are LDS of the pairs, 2 is vector memory; -1 for none. */
  queue = -1;
  reason = 0;

  constructor(stream: WaveStream, number: number, registers: number) {
    this.stream = stream;
    this.number = number;
    this.simd = number % SIMDS;
    this.registers = new Float64Array(registers);
    this.forwarded = new Float64Array(registers);
  }

  counter(name: WaitCounter): InFlight {
    return name === 'vmcnt' ? this.vmcnt : this.lgkmcnt;
  }
}

/** A wave cannot issue before `time`; the reason that holds longest is kept. */
export function hold(wave: WaveState, time: number, reason: number): void {
  if (time <= wave.earliest) return;
  wave.earliest = time;
  wave.reason = reason;
}

/** The queue between SIMDs that a unit has: 0 and 1 for LDS of the pairs, 2 for vector memory; -1 for none. */
export function queueOf(unit: TimedInstruction['unit'], simd: number): number {
  if (unit === 'lds') return simd >> 1;
  return unit === 'vmem' ? SIMDS / 2 : -1;
}

/** True when another wave waits for the same queue, could go as soon, and comes first there. */
export function goesFirst(other: WaveState, wave: WaveState): boolean {
  if (other === wave || other.able > wave.earliest) return false;
  if (other.priority !== wave.priority) return other.priority > wave.priority;
  return other.ready < wave.ready || (other.ready === wave.ready && other.number < wave.number);
}

/** True when the first issues before the second: the earlier, then by priority, then by age. */
export function isBefore(a: WaveState, b: WaveState): boolean {
  if (a.earliest !== b.earliest) return a.earliest < b.earliest;
  if (a.priority !== b.priority) return a.priority > b.priority;
  return a.ready < b.ready || (a.ready === b.ready && a.number < b.number);
}
