/**
 * Detects a deadlock: every warp tests a barrier in shared memory again and again, and none changes.
 *
 *     warp 0   try_wait (no) -> bra -> try_wait (no) -> ...       warp 1   try_wait (no) -> ...       no arrival, no byte
 *
 * The limit of rounds is high, since a loop may count its tests and then leave.
 */
import { countOnes, messages } from '@ldscope/core';
import { endOpenPhase, lacking } from '../isa/async/mbarrier.ts';
import type { Environment } from '../state/environment.ts';
import type { Failure, Warp } from '@ldscope/simt';

/** Rounds in which all wait and nothing changes. */
const MOST_ROUNDS = 2000;

export class Patience {
  readonly #warps: readonly Warp[];
  readonly #environment: Environment;
  #changes = -1;
  #rounds = 0;

  constructor(warps: readonly Warp[], environment: Environment) {
    this.#warps = warps;
    this.#environment = environment;
  }

  /** Checks the warps after each has had a turn; returns a failure when they have waited long enough. */
  afterRound(): Failure | undefined {
    const { changes } = this.#environment;
    const waits = this.#warps.every(
      ({ waitsFor, groups }) =>
        waitsFor !== undefined || groups.every(({ state }) => state !== 'ready'),
    );
    this.#rounds = waits && changes === this.#changes ? this.#rounds + 1 : 0;
    this.#changes = changes;
    if (this.#rounds < MOST_ROUNDS) return undefined;
    const waiting = this.#warps.filter(({ waitsFor }) => waitsFor !== undefined);
    const ended = waiting.map(
      ({ rank, waitsFor }) =>
        waitsFor !== undefined && endOpenPhase(this.#environment, rank, waitsFor),
    );
    if (ended.includes(true)) return undefined;
    const [first] = waiting;
    if (first?.waitsFor === undefined) return undefined;
    const threads = waiting.reduce((sum, { group }) => sum + countOnes(group.mask), 0);
    const { openArrivals } = this.#environment;
    const number = first.group.pc - 1;
    if (openArrivals !== undefined)
      return { number, message: messages.ptx.phaseUnknown(threads, first.waitsFor, openArrivals) };
    const { arrivals, bytes } = lacking(this.#environment, first.rank, first.waitsFor);
    return {
      number,
      message: messages.ptx.phaseNeverCompletes(threads, first.waitsFor, arrivals, bytes),
    };
  }
}
