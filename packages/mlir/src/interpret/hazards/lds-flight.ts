/**
 * The LDS operations of a wave that are in flight, in kernels with barriers that do not wait (`rocdl.s.barrier`).
 *
 *     %v = memref.load %lds[%i]      operation 1 of the wave, in flight
 *     rocdl.s.barrier                still in flight: another wave may overwrite the bytes first
 *     %w = arith.addf %v, %v         in flight: LLVM moves the addition, and the wait before it, behind the barrier
 *     memref.store %w, %out[%j]      done: the store cannot move there, and requires the value
 *
 * LDS completes the operations of a wave in order, so that a number says which of them are done. A fence, a wait (`ds(0)`,
 * `lgkmcnt`) and an operation with an effect that depends on a loaded value settle; `rocdl.sched.barrier 0` keeps what uses
 * a value before it. What values depend on is followed by data slot while the kernel is executed.
 *
 * A counter counts instructions: those that the report counts of each operation. An operation is in flight as long as one of
 * them may be, and one that has no count, such as a masked vector, may be any number: nothing before it is claimed to be in
 * flight.
 *
 * LIMITATION. A compiler may make one instruction of two operations.
 */
import type { InFlight } from '@ldscope/core';

/** An operation of an earlier epoch that its wave had not waited for at the barrier. */
export interface LateAccess extends InFlight {
  /** Its number among the operations of its wave, from 1. */
  readonly number: number;
  settledAfter: number | undefined;
}

export class LdsFlight {
  /** Operations so far. */
  #issued = 0;
  /** By operation: instructions up to its last one. */
  readonly #instructions: number[] = [0];
  /** Operations that are done. */
  done = 0;
  /** The last operation whose value some other operation has used. */
  #used = 0;
  /** Operations that were done when the wave signalled the barrier that it has not passed yet. */
  #signalled: number | undefined;
  #late: LateAccess[] = [];
  /** By data slot: the operation that its value depends on. */
  readonly #neededBy: number[] = [];

  get issued(): number {
    return this.#issued;
  }

  /** The wave begins an operation of a number of instructions. */
  issue(instructions: number): void {
    this.#instructions.push(this.#instructionsSoFar + instructions);
    this.#issued++;
  }

  get #instructionsSoFar(): number {
    return this.#instructions[this.#issued] ?? 0;
  }

  /** Operations that were done when the wave came to its barrier. */
  get doneBefore(): number {
    return this.#signalled ?? this.done;
  }

  /** True between the two halves of a barrier. */
  get isSignalled(): boolean {
    return this.#signalled !== undefined;
  }

  /** The first half of a barrier: the wave does not tell others what it waits for from here on. */
  signal(): void {
    this.#signalled ??= this.done;
  }

  pass(): void {
    this.#signalled = undefined;
  }

  /** Waits until at most `left` instructions are in flight. */
  settle(left: number, epoch: number): void {
    const finished = this.#instructionsSoFar - left;
    let number = this.#issued;
    while (number > this.done && (this.#instructions[number] ?? 0) > finished) number--;
    this.#settleUpTo(number, epoch);
  }

  /** Waits for what some operation has used. */
  settleUsed(epoch: number): void {
    this.#settleUpTo(this.#used, epoch);
  }

  /** Waits for what values depend on. */
  settleFor(slots: readonly number[], epoch: number): void {
    this.#settleUpTo(this.#neededFor(slots), epoch);
  }

  keep(access: LateAccess): void {
    this.#late.push(access);
  }

  /** Values depend on what others depend on. */
  derive(results: readonly number[], operands: readonly number[]): void {
    const needed = this.#neededFor(operands);
    if (needed > this.#used) this.#used = needed;
    for (const slot of results) this.#neededBy[slot] = needed;
  }

  /** Values are what the last operation has loaded. */
  load(results: readonly number[]): void {
    for (const slot of results) this.#neededBy[slot] = this.#issued;
  }

  /** Values are passed on, all at once. */
  move(pairs: readonly (readonly [from: number, to: number])[]): void {
    const needed = pairs.map(([from]) => this.#neededBy[from] ?? 0);
    for (const [i, [, to]] of pairs.entries()) this.#neededBy[to] = needed[i] ?? 0;
  }

  #neededFor(slots: readonly number[]): number {
    let needed = 0;
    for (const slot of slots) needed = Math.max(needed, this.#neededBy[slot] ?? 0);
    return needed;
  }

  #settleUpTo(number: number, epoch: number): void {
    if (number <= this.done) return;
    this.done = number;
    for (const access of this.#late) if (access.number <= number) access.settledAfter = epoch;
    this.#late = this.#late.filter(({ settledAfter }) => settledAfter === undefined);
  }
}
