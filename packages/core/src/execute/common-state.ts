/** The state of a launch of machine code or PTX that its workgroups share: global memory, and what was found (`spread.ts`). */
import type { Findings, SeenHazard } from './findings.ts';
import type { LeftOut, LeftRegions } from './left-out.ts';
import type { GlobalMemory, LeftMemory, Region } from './memory.ts';

/** What the workgroups of a range leave; plain data. */
export interface LeftCommon {
  readonly hazards: readonly SeenHazard[];
  readonly regions: LeftRegions;
  readonly memory: LeftMemory;
}

interface CommonParts {
  readonly memory: GlobalMemory;
  readonly findings: Findings;
  readonly leftOut: LeftOut;
  /** Memory that is another one in each workgroup. */
  readonly own?: Region | undefined;
}

export class CommonState {
  readonly #parts: CommonParts;

  /** `isRange`: `leave` follows, for which it keeps from here on what is stored. */
  constructor(parts: CommonParts, isRange: boolean) {
    this.#parts = parts;
    if (isRange) parts.memory.keepStores();
  }

  /** No workgroup so far may have read what another one stores, and there is nothing to report but hazards. */
  get isOrdinary(): boolean {
    const { findings, leftOut, own } = this.#parts;
    return findings.problems.length === 0 && !leftOut.isMissed && !leftOut.changes(own);
  }

  leave(): LeftCommon {
    const { memory, findings, leftOut, own } = this.#parts;
    return {
      hazards: findings.leave(),
      regions: leftOut.leave((region) => memory.numberOf(region)),
      memory: memory.leave(own),
    };
  }

  /** Adds what later workgroups have left; false, and nothing is added, where they may have read what is stored here. */
  take({ hazards, regions, memory: left }: LeftCommon): boolean {
    const { memory, findings, leftOut, own } = this.#parts;
    if (!memory.hasRoomFor(left)) return false;
    if (!leftOut.take(regions, (number) => memory.at(number), own)) return false;
    findings.take(hazards);
    memory.take(left);
    return true;
  }
}
