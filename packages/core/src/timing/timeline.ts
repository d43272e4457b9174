/**
 * What a simulated compute unit did, instruction by instruction: a row is one execution, in order of issue.
 *
 *     wave 2, instruction 17 (ds_read_b128)   ready 400   issue 412   begin 412   end 428   done 476
 *                                             stalled for 12 cycles by the LDS queue
 *
 * `ready` is when the wave had turned to it, `issue` when it left the wave, `begin` to `end` when it kept its unit
 * busy, `done` when its result was there. All are cycles from the start.
 */
import type { Unit } from './program.ts';

/** Why an instruction could not issue when its wave turned to it; the last reason that went away. */
export const stallReasons = [
  'none',
  'vmcnt',
  'lgkmcnt',
  'barrier',
  'await',
  'result',
  'mfma',
  'valu',
  'lds queue',
  'vmem queue',
  'turn',
] as const;

export type StallReason = (typeof stallReasons)[number];

/** Which wave had which instruction in flight from which cycle to which, in typed arrays of `count` rows. */
export interface Timeline {
  readonly cycles: number;
  readonly waves: readonly TimelineWave[];
  readonly count: number;
  readonly wave: Uint16Array;
  readonly instruction: Uint32Array;
  /** Position in the wave's stream. */
  readonly position: Uint32Array;
  readonly ready: Float64Array;
  readonly issue: Float64Array;
  readonly begin: Float64Array;
  readonly end: Float64Array;
  readonly done: Float64Array;
  /** Index into `stallReasons`. */
  readonly reason: Uint8Array;
  /** The simulation ended because waves wait for what never comes. */
  readonly deadlock?: readonly Waiting[];
  /** It was cut off at the limit of cycles. */
  readonly cutOff?: boolean;
}

interface TimelineWave {
  readonly workgroup: number;
  readonly simd: number;
  /** Executed instructions of its stream. */
  readonly executed: number;
}

/** A wave that cannot go on. */
export interface Waiting {
  readonly wave: number;
  readonly instruction: number;
  readonly reason: StallReason;
  /** Waves that it waits for. */
  readonly waitsFor: readonly number[];
}

/** Which row of a picture a unit is: units of a SIMD, of a pair of SIMDs, of the compute unit. */
export function scopeOf(unit: Unit): 'simd' | 'pair' | 'unit' | undefined {
  switch (unit) {
    case 'lds':
      return 'pair';
    case 'vmem':
    case 'smem':
      return 'unit';
    case 'wait':
    case 'barrier':
      return undefined;
    default:
      return 'simd';
  }
}

/** Collects rows in typed arrays. */
export class TimelineBuilder {
  #count = 0;
  #wave = new Uint16Array(4096);
  #reason = new Uint8Array(4096);
  #instruction = new Uint32Array(4096);
  #position = new Uint32Array(4096);
  #times = new Float64Array(5 * 4096);

  add(
    wave: number,
    instruction: number,
    position: number,
    ready: number,
    issue: number,
    begin: number,
    end: number,
    done: number,
    reason: number,
  ): void {
    if (this.#count === this.#wave.length) this.#grow();
    const at = this.#count++;
    this.#wave[at] = wave;
    this.#reason[at] = reason;
    this.#instruction[at] = instruction;
    this.#position[at] = position;
    const times = this.#times;
    times[5 * at] = ready;
    times[5 * at + 1] = issue;
    times[5 * at + 2] = begin;
    times[5 * at + 3] = end;
    times[5 * at + 4] = done;
  }

  finish(rest: Pick<Timeline, 'cycles' | 'waves' | 'deadlock' | 'cutOff'>): Timeline {
    const count = this.#count;
    const column = (offset: number): Float64Array =>
      Float64Array.from({ length: count }, (_, row) => this.#times[5 * row + offset] ?? 0);
    return {
      ...rest,
      count,
      wave: this.#wave.slice(0, count),
      reason: this.#reason.slice(0, count),
      instruction: this.#instruction.slice(0, count),
      position: this.#position.slice(0, count),
      ready: column(0),
      issue: column(1),
      begin: column(2),
      end: column(3),
      done: column(4),
    };
  }

  #grow(): void {
    const size = 2 * this.#count;
    const grown = {
      wave: new Uint16Array(size),
      reason: new Uint8Array(size),
      instruction: new Uint32Array(size),
      position: new Uint32Array(size),
      times: new Float64Array(5 * size),
    };
    grown.wave.set(this.#wave);
    grown.reason.set(this.#reason);
    grown.instruction.set(this.#instruction);
    grown.position.set(this.#position);
    grown.times.set(this.#times);
    this.#wave = grown.wave;
    this.#reason = grown.reason;
    this.#instruction = grown.instruction;
    this.#position = grown.position;
    this.#times = grown.times;
  }
}
