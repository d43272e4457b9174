/** An execution of accesses alone while it runs: which memories it reads, and what it has left out of them. */
import { LeftOut } from '@ldscope/core';
import type { Memory } from '../memory.ts';
import type { KernelSlice } from './kernel-slice.ts';

/** The parts of an access to global memory that are used. */
interface Traffic {
  readonly direction: 'read' | 'write' | 'atomic';
  readonly isLeftOut: boolean;
}

export class Sliced {
  readonly leftOut = new LeftOut<object>();
  /** LDS and private memory hold what they would in an execution of everything. */
  readonly keepsLds: boolean;
  readonly keepsPrivate: boolean;
  #isLate = false;

  constructor({ wantsMemory }: Pick<KernelSlice, 'wantsMemory'>) {
    this.keepsLds = wantsMemory('lds');
    this.keepsPrivate = wantsMemory('private');
  }

  /** An access to global memory. */
  note({ direction, isLeftOut }: Traffic, { block }: Memory): void {
    if (isLeftOut) {
      if (direction === 'write') this.leftOut.store(block);
      return;
    }
    if (direction !== 'write') this.leftOut.read(block);
    if (direction !== 'read') this.leftOut.write(block);
  }

  /** A copy from global memory is read, perhaps after the time at which it was made. */
  readsLate({ block }: Memory): void {
    this.leftOut.read(block);
    this.#isLate = true;
  }

  get isLate(): boolean {
    return this.#isLate;
  }

  /** Later workgroups have read copies late. */
  takeLate(isLate: boolean): void {
    this.#isLate ||= isLate;
  }

  /** True when the execution may differ from one that computes everything. */
  get isMissed(): boolean {
    return this.leftOut.isMissed || (this.#isLate && this.leftOut.changes(undefined));
  }
}
