/**
 * Steps that compute registers from registers, and the labels of their results.
 *
 *     mad.lo.s32 %r2, %r1, %r3, 4     r2 is unknown in the lanes in which r1 or r3 is
 *     shfl.sync.bfly.b32 ...          in all lanes where any source is unknown, or any lane is elsewhere on an unknown way
 *     mbarrier.try_wait ...           once the arrivals depend on a source, so do all waits
 */
import type { Sources } from '@ldscope/core';
import type { Environment } from '../../state/environment.ts';
import type { Step } from '../../state/warp.ts';
import { textOf } from '../../isa/memory/context.ts';
import { isOfBarrier } from '../../rows/facts.ts';
import type { Instruction } from '../../text/program.ts';

import type { DroppedAccesses } from './dropped.ts';
import type { Effects } from './effects.ts';
import type { FollowedWarps } from './followed.ts';
import type { Guards } from './guards.ts';
import { SOURCES } from './labels.ts';

export class RegisterSteps {
  readonly #warps: FollowedWarps;
  readonly #guards: Guards;
  readonly #dropped: DroppedAccesses;
  readonly #environment: Environment;
  readonly #sources: Sources;
  /** The labels of the arrivals that barriers in memory wait for. */
  #arrivals = 0;

  constructor(
    warps: FollowedWarps,
    guards: Guards,
    dropped: DroppedAccesses,
    { environment, sources }: { readonly environment: Environment; readonly sources: Sources },
  ) {
    this.#warps = warps;
    this.#guards = guards;
    this.#dropped = dropped;
    this.#environment = environment;
    this.#sources = sources;
  }

  /** Begins a block. */
  begin(): void {
    this.#arrivals = 0;
  }

  /** The step of an instruction that also tracks unknown values. */
  wrap(number: number, instruction: Instruction, effects: Effects, step: Step): Step {
    const isExchange = effects.lanes !== 'own';
    // The value that a lane gets from others depends on which of them are at the instruction.
    const countsLanes = effects.lanes === 'cross';
    const isBarrier = isOfBarrier(instruction);
    const isComputed = !isExchange && !isBarrier;
    return (warp, mask) => {
      const followed = this.#warps.of(warp);
      const gathered = followed.gather(effects, mask);
      const unknownPlace = isBarrier ? followed.addressLabels(effects, mask) : 0;
      if (unknownPlace !== 0) {
        this.#dropped.add(number, textOf(instruction), unknownPlace);
        this.#environment.openArrivals ??= this.#sources.describe(unknownPlace);
        followed.write(effects, mask, { ...gathered, lanes: -1 });
        return;
      }
      if (isBarrier) {
        // A phase ends when others have arrived as often as its count.
        if (gathered.lanes !== 0) this.#arrivals |= gathered.labels & SOURCES;
        gathered.lanes = this.#arrivals === 0 ? 0 : -1;
        gathered.labels |= this.#arrivals;
      }
      if (isExchange && gathered.lanes !== 0) gathered.lanes = -1;
      if (countsLanes && followed.regions.hasLanes(mask)) {
        gathered.lanes = -1;
        gathered.labels |= followed.regions.labelsOf(mask);
      }
      const version = isComputed ? followed.versionOf(effects) : undefined;
      // On a chosen path a phase may have other arrivals than in any launch.
      const { findings } = this.#environment;
      findings.muted = isBarrier && (this.#guards.hasDecided || followed.assumed !== 0);
      step(warp, mask);
      findings.muted = false;
      followed.write(effects, mask, gathered, version);
    };
  }
}
