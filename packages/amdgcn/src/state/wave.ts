/**
 * The registers of one wave, laid out for loops over lanes.
 *
 * Vector registers are rows of 64 lanes in one block, seen as u32, i32 and f32; a step gets *row offsets* into it:
 *
 *     row of v0   offset 0           rows 0-255    v0 .. v255
 *     row of v1   offset 64          rows 256-511  a0 .. a255
 *     ...                            rows 512-     scratch rows: scalars spread over lanes, modified sources
 *
 * so `v_add_f32 v2, s0, v1` is `for l: F[2*64+l] = F[scratch+l] + F[1*64+l]`. A 64-bit value is two rows, low
 * first. Scalar registers have the numbers of the machine encoding of CDNA: s0-s101, flat_scratch 102-103, xnack_mask
 * 104-105 (RDNA: s102-s105), vcc 106-107, ttmp0-15 108-123, m0 124, exec 126-127.
 *
 * A wave of 32 lanes (RDNA) has the same rows; its lanes are the first 32, and exec_hi is 0 throughout, so that a loop over
 * 64 lanes that asks exec does not touch the others. Masks of lanes are one scalar there, not a pair: vcc_hi and the scalar
 * behind a mask are registers like any other.
 */
import { hasLane, type Message } from '@ldscope/core';
import type { WaveSize } from './target.ts';
import { Waits } from './waits.ts';

export const LANES = 64;
export const VGPRS = 256;
/** First row of the accumulators. */
export const AGPR_ROW = 256;
/** First scratch row. */
const SCRATCH_ROW = 512;
const SCRATCH_ROWS = 48;
export const ROWS = SCRATCH_ROW + SCRATCH_ROWS;

export const VCC = 106;
export const M0 = 124;
export const EXEC = 126;
/** `null`: reads as 0; words written there (up to 16) are dropped. */
export const NULL = 128;
export const NULL_WORDS = 16;
export const SCALARS = NULL + NULL_WORDS;
/** The number under which the scalar condition code is in a `RegisterUse`; it is not in the scalar file. */
export const SCC_NUMBER = 253;

/** Rounding to nearest, denormals kept, DX10 clamp and IEEE mode: the mode that compilers set. */
export const USUAL_MODE = 0x3f0;

/** `gave-way`: another wave runs next, since this one waits for a value that others write. */
export type WaveStatus = 'running' | 'gave-way' | 'barrier' | 'ended' | 'failed';

/** Vector registers as u32, i32 and f32 of one buffer. */
export interface VectorRegisters {
  readonly u: Uint32Array;
  readonly i: Int32Array;
  readonly f: Float32Array;
}

/** The registers of a wave. */
export interface WaveRegisters extends VectorRegisters {
  readonly s: Uint32Array;
  /** Where they begin in the memory of compiled code, in bytes; -1 where it does not see them. */
  readonly base: number;
}

/** Registers in the memory of compiled code: vector registers, then scalars. */
export function registersAt(buffer: ArrayBuffer, base: number): WaveRegisters {
  return { ...viewsOf(buffer, base), base };
}

/** Registers that are seen by TypeScript alone. */
export const ordinaryRegisters = (): WaveRegisters => ({
  ...viewsOf(new ArrayBuffer(4 * (LANES * ROWS + SCALARS)), 0),
  base: -1,
});

function viewsOf(buffer: ArrayBuffer, at: number): Omit<WaveRegisters, 'base'> {
  const words = LANES * ROWS;
  return {
    u: new Uint32Array(buffer, at, words),
    i: new Int32Array(buffer, at, words),
    f: new Float32Array(buffer, at, words),
    s: new Uint32Array(buffer, at + 4 * words, SCALARS),
  };
}

export class Wave implements WaveRegisters {
  readonly u: Uint32Array;
  readonly i: Int32Array;
  readonly f: Float32Array;
  readonly s: Uint32Array;
  readonly base: number;
  scc = 0;
  /** HW_REG_MODE: rounding f32 0-1, f16/f64 2-3; denormals f32 4-5, f16/f64 6-7; DX10 clamp 8, IEEE 9, FP16_OVFL 23. */
  mode = USUAL_MODE;
  /** Set by `s_set_gpr_idx_*`: which operands are moved by M0 (bits 0-2 sources, 3 destination); 0 is off. */
  indexing = 0;
  /** Set by `s_setvskip`: vector instructions have no effect. */
  skipsVector = false;
  /** Number of the next instruction. */
  pc = 0;
  status: WaveStatus = 'running';
  /** Where the private memory of the wave begins, where the hardware sets it up without a register (RDNA). */
  privateBase = 0;
  /** Counted through the launch, and in its workgroup. */
  readonly number: number;
  readonly index: number;
  /** Memory instructions so far; orders the accesses of the wave. */
  order = 0;
  /** Executions of loads that loops repeat until another wave has stored. */
  polls = 0;
  /**
   * An unknown instruction may have waited for its operations, or synchronized it with others: its hazards are not known.
   */
  isUnordered = false;
  /** It has polled for long, and gave way. */
  isWaiting = false;
  /** Barriers come to: one more than passed while it waits, or between the two halves of a split barrier. */
  signals = 0;
  /** Barriers passed. */
  barriers = 0;
  /** The waves of the workgroup, this one among them. */
  peers: readonly Wave[] = [this];
  /** Instructions executed. */
  steps = 0;
  /** Lanes. */
  readonly size: WaveSize;
  /** Loads and stores in flight. */
  readonly waits: Waits;
  failure: Message | undefined;

  /** `registers` may be those of a wave that has ended. */
  constructor(
    number: number,
    index: number,
    waits = new Waits(),
    { u, i, f, s, base }: WaveRegisters = ordinaryRegisters(),
    size: WaveSize = 64,
  ) {
    this.u = u.fill(0);
    this.i = i;
    this.f = f;
    this.s = s.fill(0);
    this.base = base;
    this.number = number;
    this.index = index;
    this.waits = waits;
    this.s[EXEC] = 0xffffffff;
    this.s[EXEC + 1] = size === 64 ? 0xffffffff : 0;
    this.size = size;
  }

  /** A scalar pair as one unsigned number; exact up to 53 bits, which holds for addresses. */
  wide(index: number): number {
    return (this.s[index] ?? 0) + (this.s[index + 1] ?? 0) * 2 ** 32;
  }

  /** True for a lane that exec has. */
  isActive(lane: number): boolean {
    return hasLane(this.s[EXEC] ?? 0, this.s[EXEC + 1] ?? 0, lane);
  }

  /** True when a mask of lanes, by its first scalar, has none: what `vccz` and `execz` are. */
  isZeroMask(index: number): boolean {
    return this.s[index] === 0 && (this.size === 32 || this.s[index + 1] === 0);
  }

  /** Writes a scalar pair; the words are taken modulo 2^32. */
  setPair(index: number, low: number, high: number): void {
    this.s[index] = low;
    this.s[index + 1] = high;
  }

  /** True when no other wave has come to a barrier as often as this one. */
  isFirstSignal(): boolean {
    return this.peers.every((peer) => peer === this || peer.signals < this.signals);
  }

  /** Stops the wave, and with it the launch. */
  fail(message: Message): void {
    if (this.status === 'failed') return;
    this.status = 'failed';
    this.failure = message;
  }
}

/** One instruction made ready: it reads and writes the wave, and moves `pc` when it branches. */
export type Step = (wave: Wave) => void;
