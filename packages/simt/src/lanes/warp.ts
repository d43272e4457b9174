/**
 * One warp: its registers, and the groups that its lanes have split into.
 *
 * Lanes at one instruction with one history of calls are a *group*. A branch on which lanes differ makes two; groups that
 * meet are one again. Which group goes first, `order.ts` says.
 */
import type { Message } from '@ldscope/core';

/** The registers of a warp, as typed arrays over one memory. */
export interface WarpRegisters {
  readonly i: Int32Array;
  readonly u: Uint32Array;
  readonly f: Float32Array;
  readonly d: Float64Array;
  /** Where they are in the memory of compiled code, in bytes; -1 where that does not see them. */
  readonly base: number;
}

/** A call that has not returned. */
export interface Frame {
  readonly outer: Frame | undefined;
  /** The instruction of the call; execution goes on behind it. */
  readonly call: number;
  /** The place of the call among those that groups wait for (`order.ts`). */
  readonly order: number;
  /** The number of the function that was called. */
  readonly callee: number;
  /** Where its variables begin in local memory, in bytes. */
  readonly base: number;
  /** Calls around it. */
  readonly depth: number;
  /** Bytes of local memory that lanes had taken with `alloca` before the call. */
  readonly stack: Int32Array;
  /** Registers of the function as an earlier call of it left them, where it calls itself. */
  readonly saved: Int32Array | undefined;
}

export interface Group {
  pc: number;
  /** Where it waits for others of the warp: the lowest goes first. */
  order: number;
  /** Its lanes, bit by bit. */
  mask: number;
  frame: Frame | undefined;
  state: 'ready' | 'barrier' | 'warp' | 'warpgroup' | 'cluster';
  /** The lanes that it waits for at a barrier of the warp. */
  members?: number;
  /** The instruction that it comes back for, once other warps have had their turn. */
  turnAt?: number | undefined;
}

export class Warp implements WarpRegisters {
  readonly i: Int32Array;
  readonly u: Uint32Array;
  readonly f: Float32Array;
  readonly d: Float64Array;
  readonly base: number;
  /** The carry of each lane. */
  carry = 0;
  /** Counted through the launch, and in its block. */
  readonly number: number;
  readonly index: number;
  /** Of its block in the cluster. */
  readonly rank: number;
  /** Of its block among those that are executed together. */
  readonly block: number;
  /** Memory instructions so far; orders the accesses of the warp. */
  order = 0;
  /** Barriers of the whole block that it has passed. */
  barriers = 0;
  steps = 0;
  /** Lanes that have not ended. */
  live: number;
  groups: Group[];
  /** Atomics and loads of shared data since a group other than the first had a turn. */
  polls = 0;
  /** The same since the warp had a turn. */
  spins = 0;
  /** The group that is executed. */
  group: Group;
  /** Another warp is to go on. */
  hasTurned = false;
  failure: Message | undefined;
  /** The barrier in shared memory whose phase the last step found incomplete: the warp gives way. */
  waitsFor: number | undefined;
  /** Private memory of the lanes: `localBytes` of each. */
  local: Uint8Array;
  localBytes: number;
  /** The end of the lanes' `alloca` memory in their local memory; 0 for lanes without any. */
  readonly stack = new Int32Array(32);

  constructor(
    number: number,
    index: number,
    rank: number,
    block: number,
    { i, u, f, d, base }: WarpRegisters,
    mask: number,
    entry: number,
  ) {
    this.i = i.fill(0);
    this.u = u;
    this.f = f;
    this.d = d;
    this.base = base;
    this.number = number;
    this.index = index;
    this.rank = rank;
    this.block = block;
    this.live = mask;
    this.group = { pc: entry, order: 0, mask, frame: undefined, state: 'ready' };
    this.groups = [this.group];
    this.local = new Uint8Array(0);
    this.localBytes = 0;
    this.waitsFor = undefined;
  }

  /** Where variables of the function that is executed begin in local memory. */
  get frameBase(): number {
    return this.group.frame?.base ?? 0;
  }

  /** Gives each lane `bytes` bytes of private memory; its contents stay. */
  reserve(bytes: number): void {
    if (bytes <= this.localBytes) return;
    const grown = Math.max(bytes, 2 * this.localBytes, 256);
    const local = new Uint8Array(grown * 32);
    for (let lane = 0; lane < 32; lane++) {
      const from = lane * this.localBytes;
      local.set(this.local.subarray(from, from + this.localBytes), lane * grown);
    }
    this.local = local;
    this.localBytes = grown;
  }

  fail(message: Message): void {
    this.failure ??= message;
  }
}

/** One instruction made ready, executed for the lanes of a mask. */
export type Step<W extends Warp = Warp> = (warp: W, mask: number) => void;
