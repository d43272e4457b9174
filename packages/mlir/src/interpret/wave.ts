/**
 * One wave while it executes: a program counter, a lane mask, and a register for each SSA value.
 *
 * A step is a closure made from one operation; it reads and writes the wave. Steps of regions and branches
 * set `pc` and `mask`, so a wave can stop at a barrier anywhere and go on later.
 */
import type { Message } from '@ldscope/core';
import type { FlowState } from './flow/flow-state.ts';
import type { Memory } from './memory.ts';
import type { AccessingWave } from './hazards/accessing-wave.ts';
import type { AsyncCopy } from './hazards/copies.ts';
import { LdsFlight } from './hazards/lds-flight.ts';
import { fullMask, type LaneMask, type MemRefRegister } from './registers.ts';
import type { Workgroup } from './workgroup.ts';

/** More than a kernel has operations. */
const MOST_STEPS = 2 ** 24;

export type Step = (wave: Wave) => void;

export type WaveState = 'running' | 'barrier' | 'ended' | 'failed';

export class Wave implements AccessingWave {
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
  /** Functions with branches, by their number. */
  readonly flows: (FlowState | undefined)[] = [];
  /** Private memory that pointers lead to, lane after lane; made when it is used. */
  scratch: Memory | undefined;
  /** Bits of 64-bit integers that a double cannot hold, by data slot (see `llvm/wide.ts`). */
  readonly wide: (Int32Array | undefined)[] = [];

  state: WaveState = 'running';
  pc = 0;
  /** Operations executed so far. */
  steps = 0;
  /** No other wave may have its turn: in the middle of an atomic that is several steps. */
  indivisible = false;
  /** Jumps back so far: rounds of loops. */
  rounds = 0;
  mask: LaneMask;
  /** The lanes that have not returned from the kernel. */
  live: LaneMask;
  /** Memory instructions so far; orders the accesses of the wave. */
  order = 0;
  /** Barriers passed. */
  barriers = 0;
  readonly flight: LdsFlight | undefined;
  /** Loads in flight, oldest first, for `memory_counter_wait`. */
  readonly loads: (AsyncCopy | undefined)[] = [];
  /** The last copy of each group of copies, for waits that count groups. */
  readonly copyGroups: (AsyncCopy | undefined)[] = [];
  failure: Message | undefined;

  constructor(
    workgroup: Workgroup,
    index: number,
    lanes: number,
    active: number,
    threadIds: readonly [Float64Array, Float64Array, Float64Array],
    data: Float64Array[],
    memrefSlots: number,
  ) {
    this.workgroup = workgroup;
    this.index = index;
    this.number = workgroup.number * workgroup.waveCount + index;
    this.lanes = lanes;
    this.mask = fullMask(active);
    this.live = this.mask;
    this.threadIds = threadIds;
    this.flight = workgroup.hasRawBarriers ? new LdsFlight() : undefined;
    this.data = data;
    this.memrefs = Array.from({ length: memrefSlots }, () => undefined);
  }

  /** How far it is in the program; comparable with waves that go round the same loops as often. */
  get position(): number {
    return this.rounds * MOST_STEPS + this.pc;
  }

  /** The epoch whose barrier tells other waves that this one has waited now. */
  get epoch(): number {
    return this.flight?.isSignalled === true ? this.barriers + 1 : this.barriers;
  }

  passBarrier(): void {
    this.barriers++;
    this.flight?.pass();
    this.state = 'running';
  }

  /** The data of a slot; a slot that no step has made is a mistake of the lowering. */
  values(slot: number): Float64Array {
    const values = this.data[slot];
    if (values === undefined) throw new RangeError(`wave has no data slot ${slot}`);
    return values;
  }

  /** The bits of a slot's wide integers: low and high half of each element of each lane. */
  wideValues(slot: number): Int32Array {
    return (this.wide[slot] ??= new Int32Array(2 * this.values(slot).length));
  }

  memref(slot: number): MemRefRegister {
    const memref = this.memrefs[slot];
    if (memref === undefined)
      throw new RangeError(`memref slot ${slot} is read before it is written`);
    return memref;
  }

  /** A lane, for diagnostics. */
  laneName(lane: number): string {
    return `lane ${lane} of wave ${this.index}, workgroup ${this.workgroup.ids.join(',')}`;
  }

  /** Goes on after a failure that the launch does not stop for. */
  resume(): void {
    this.state = 'running';
    this.failure = undefined;
  }

  /** Stops the wave, and with it the launch. */
  fail(message: Message): undefined {
    if (this.state === 'failed') return;
    this.state = 'failed';
    this.failure = message;
  }
}

/** True when all lanes of the wave are active, as operations on the whole wave need. */
export function isWhole(wave: Wave): boolean {
  const full = fullMask(wave.lanes);
  return wave.mask.low === full.low && wave.mask.high === full.high;
}
