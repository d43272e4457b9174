/**
 * Steps that compute registers from registers, and what their results depend on.
 *
 *     mad.lo.s32 %r2, %r1, %r3, 4     r2 is unknown in the lanes in which r1 or r3 is
 *     shfl.sync.bfly.b32 ...          in all lanes where any source is unknown, or any lane is elsewhere on an unknown way
 *     mbarrier.try_wait ...           once the arrivals depend on something, whatever waits does as well
 */
import type { Findings } from '@ldscope/core';
import type { Step } from '../../state/warp.ts';
import { textOf } from '../../isa/memory/context.ts';
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
  readonly #findings: Findings;
  /** What the arrivals that barriers in memory wait for depend on. */
  #arrivals = 0;

  constructor(warps: FollowedWarps, guards: Guards, dropped: DroppedAccesses, findings: Findings) {
    this.#warps = warps;
    this.#guards = guards;
    this.#dropped = dropped;
    this.#findings = findings;
  }

  /** Begins a block. */
  begin(): void {
    this.#arrivals = 0;
  }

  /** The step of an instruction that also follows unknown values. */
  wrap(number: number, instruction: Instruction, effects: Effects, step: Step): Step {
    const { opcode } = instruction;
    const isExchange = effects.isMixed;
    // What a lane gets from others depends on which of them are here.
    const countsLanes = isExchange && !/mma|^movmatrix$/.test(opcode);
    const isComputed = !isExchange && opcode !== 'mbarrier';
    return (warp, mask) => {
      const followed = this.#warps.of(warp);
      const gathered = followed.gather(effects, mask);
      const unknownPlace = followed.addressLabels(effects, mask);
      if (unknownPlace !== 0) {
        this.#dropped.add(number, textOf(instruction), unknownPlace);
        followed.write(effects, mask, { ...gathered, lanes: -1 });
        return;
      }
      if (opcode === 'mbarrier') {
        // A phase ends when others have arrived, as often as somebody said.
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
      // On a way that was chosen a phase may have other arrivals than on any that a launch takes.
      this.#findings.muted =
        opcode === 'mbarrier' && (this.#guards.hasDecided || followed.assumed !== 0);
      step(warp, mask);
      this.#findings.muted = false;
      followed.write(effects, mask, gathered, version);
    };
  }
}
