/**
 * `barrier.cluster`: all threads of a cluster arrive, and continue once every live thread has.
 *
 *     barrier.cluster.arrive.release    the thread arrives, and continues
 *     barrier.cluster.wait.acquire      it waits until every thread has arrived as often
 *
 * Source: PTX ISA 9.0, 9.7.13.4.
 */
import { Published } from '../state/order.ts';
import { goOn, type Group, split, type Warp } from '@ldscope/simt';
import type { Code } from './code.ts';

export class ClusterBarrier {
  readonly #warps: readonly Warp[];
  readonly #code: Code;
  /** Arrivals of each lane, by warp. */
  readonly #arrivals: readonly Int32Array[];
  /** Phases that are complete. */
  #phase = 0;
  #waiting: { readonly warp: Warp; readonly group: Group; readonly arrivals: number }[] = [];
  /** The clocks of the threads that have arrived, by the parity of their phase. */
  readonly #published = [new Published(), new Published()];

  /** `warps`: those of all blocks. */
  constructor(warps: readonly Warp[], code: Code) {
    this.#warps = warps;
    this.#code = code;
    this.#arrivals = warps.map(() => new Int32Array(32));
  }

  arrive(warp: Warp, group: Group, active: number): undefined {
    const arrivals = this.#arrivals[this.#warps.indexOf(warp)];
    for (let lane = 0; lane < 32; lane++)
      if (arrivals !== undefined && (active >>> lane) & 1)
        arrivals[lane] = (arrivals[lane] ?? 0) + 1;
    const phase = this.#published[this.#phase & 1];
    if (active !== 0 && phase !== undefined) this.#code.environment.order?.release(warp, phase);
    goOn(this.#code, group);
    this.ended();
    return undefined;
  }

  wait(warp: Warp, group: Group, active: number): undefined {
    if (active === 0) return goOn(this.#code, group);
    split(this.#code, warp, group, active, group.pc + 1);
    const arrivals = this.#arrivals[this.#warps.indexOf(warp)] ?? new Int32Array(32);
    let most = 0;
    for (let lane = 0; lane < 32; lane++)
      if ((group.mask >>> lane) & 1) most = Math.max(most, arrivals[lane] ?? 0);
    goOn(this.#code, group);
    if (most <= this.#phase) {
      this.#learn(warp, most);
      return undefined;
    }
    group.state = 'cluster';
    this.#waiting.push({ warp, group, arrivals: most });
    return undefined;
  }

  /** Checks again whether all have arrived: ended lanes are not waited for. */
  ended(): void {
    let least = Infinity;
    for (const [index, { live }] of this.#warps.entries()) {
      for (let lane = 0; lane < 32; lane++)
        if ((live >>> lane) & 1) least = Math.min(least, this.#arrivals[index]?.[lane] ?? 0);
    }
    if (least === Infinity || least <= this.#phase) return;
    this.#phase = least;
    this.#published[least & 1]?.clear();
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const one of waiting) {
      if (one.arrivals <= least) {
        one.group.state = 'ready';
        this.#learn(one.warp, one.arrivals);
      } else this.#waiting.push(one);
    }
  }

  /** A warp has waited for a phase, counted from 1. */
  #learn(warp: Warp, phase: number): void {
    const published = this.#published[(phase - 1) & 1];
    if (published !== undefined) this.#code.environment.order?.acquire(warp, published);
  }
}
