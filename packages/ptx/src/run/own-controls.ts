/**
 * The warps of a block of PTX: the run loop of all instruction sets (`BlockRun`), with calls, traps, warpgroups and barriers of
 * clusters.
 */
import { type Message, messages } from '@ldscope/core';
import {
  Barriers,
  BlockRun,
  goOn,
  type Group,
  split,
  type Visitor,
  type Warp,
} from '@ldscope/simt';
import { Published } from '../state/order.ts';
import type { ClusterBarrier } from './cluster-barrier.ts';
import { enterCall, leaveCall } from './calls.ts';
import type { Code } from './code.ts';
import type { Own } from './controls.ts';
import { callRuntime } from './runtime.ts';
import { arriveInWarpgroup } from './warpgroups.ts';

export class PtxRun extends BlockRun<Own> {
  readonly #code: Code;
  readonly #cluster: ClusterBarrier;

  constructor(
    warps: readonly Warp[],
    code: Code,
    cluster: ClusterBarrier,
    maxSteps: number,
    visitor?: Visitor,
  ) {
    const { environment } = code;
    const barriers = new Barriers(warps, code, {
      point: () => new Published(),
      release: (warp, point) => environment.order?.release(warp, point),
      acquire: (warp, point) => environment.order?.acquire(warp, point),
      meet: (warp, lanes) => environment.shared.passLanes(warp, lanes),
    });
    super({ warps, code, barriers, maxSteps, visitor });
    this.#code = code;
    this.#cluster = cluster;
  }

  protected override executeOwn(
    warp: Warp,
    group: Group,
    own: Own,
    active: number,
  ): Message | undefined {
    const code = this.#code;
    switch (own.kind) {
      case 'trap':
        return active === 0 ? goOn(code, group) : messages.ptx.trap();
      case 'return':
        return this.#return(warp, group, active);
      case 'call':
        return enterCall(code, warp, group, active, own);
      case 'runtime':
        return callRuntime(code, warp, group, active, own);
      case 'cluster':
        return own.waits
          ? this.#cluster.wait(warp, group, active)
          : this.#cluster.arrive(warp, group, active);
      case 'warpgroup':
        return arriveInWarpgroup(code, this.warps, warp, group, active, own.step);
    }
  }

  protected override haveEnded(): void {
    this.#cluster.ended();
  }

  #return(warp: Warp, group: Group, active: number): undefined {
    if (active === 0) return goOn(this.#code, group);
    split(this.#code, warp, group, active, group.pc + 1);
    if (group.frame === undefined) this.exit(warp, group.mask);
    else leaveCall(this.#code, warp, group, group.frame);
    return undefined;
  }
}
