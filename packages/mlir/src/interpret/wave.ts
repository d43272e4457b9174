/**
 * One wave while it executes: a program counter, a lane mask, and a register for each SSA value.
 *
 * A step is a closure made from one operation; it reads and writes the wave. Control flow is structured:
 * steps that open and close regions set `pc` and `mask`, so a wave can stop at a barrier anywhere and go
 * on later. LIMITATION: branches between blocks (`cf`) are not executed.
 */
import type { Message } from '@ldscope/core';
import { fullMask, type LaneMask, type MemRefRegister } from './registers.ts';
import type { AsyncCopy, Workgroup } from './workgroup.ts';

export type Step = (wave: Wave) => void;

export type WaveState = 'running' | 'barrier' | 'ended' | 'failed';

export class Wave {
  readonly lanes: number;
  /** Counted through the launch. */
  readonly number: number;
  /** Counted in its workgroup. */
  readonly index: number;
  readonly workgroup: Workgroup;
  /** Work-item coordinates of each lane. */
  readonly threadIds: readonly [Float64Array, Float64Array, Float64Array];
  /** Values of scalars and vectors, by data slot. */
  readonly data: Float64Array[];
  /** Values of memrefs, by memref slot. */
  readonly memrefs: (MemRefRegister | undefined)[];
  /** Masks that control operations saved, by mask slot. */
  readonly masks: LaneMask[] = [];

  state: WaveState = 'running';
  pc = 0;
  /** Operations executed so far. */
  steps = 0;
  mask: LaneMask;
  /** The lanes that the wave began with. */
  readonly startMask: LaneMask;
  /** Memory instructions so far; orders the accesses of the wave. */
  order = 0;
  /** Barriers passed. */
  barriers = 0;
  /** Loads in flight, oldest first, for `memory_counter_wait`. */
  readonly loads: (AsyncCopy | undefined)[] = [];
  failure: Message | undefined;

  constructor(
    workgroup: Workgroup,
    index: number,
    lanes: number,
    active: number,
    threadIds: readonly [Float64Array, Float64Array, Float64Array],
    dataSizes: readonly number[],
    memrefSlots: number,
  ) {
    this.workgroup = workgroup;
    this.index = index;
    this.number = workgroup.number * workgroup.waveCount + index;
    this.lanes = lanes;
    this.startMask = fullMask(active);
    this.mask = this.startMask;
    this.threadIds = threadIds;
    this.data = dataSizes.map((size) => new Float64Array(size * lanes));
    this.memrefs = Array.from({ length: memrefSlots }, () => undefined);
  }

  /** The data of a slot; a slot that no step has made is a mistake of the lowering. */
  values(slot: number): Float64Array {
    const values = this.data[slot];
    if (values === undefined) throw new RangeError(`wave has no data slot ${slot}`);
    return values;
  }

  memref(slot: number): MemRefRegister {
    const memref = this.memrefs[slot];
    if (memref === undefined)
      throw new RangeError(`memref slot ${slot} is read before it is written`);
    return memref;
  }

  /** Stops the wave, and with it the launch. */
  fail(message: Message): void {
    if (this.state === 'failed') return;
    this.state = 'failed';
    this.failure = message;
  }
}
