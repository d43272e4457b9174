/**
 * Hazards of a launch, once for each pair of sites, with how often and where first.
 *
 * The *first* access of a pair is the one that the program has first, the *second* the one that is reported: the read
 * of "write, then read with no barrier between". The same two sites may make two pairs, one each way round a loop.
 */
import { type Direction, type Hazard, type Message, messages } from '@ldscope/core';

/** What must come between the two accesses of a pair. */
export const needs = { wait: 1, barrier: 2 } as const;

/** The first time that something was seen. Bytes are counted from the begin of LDS. */
export interface Witness {
  readonly workgroup: readonly [number, number, number];
  readonly byte: number;
  /** Bytes of LDS that this execution of the second access has in common with others. */
  readonly bytes: number;
  readonly wave: number;
  readonly lane: number;
  readonly otherWave?: number;
  readonly otherLane?: number;
}

type HazardKind = 'unordered' | 'unfinished-copy' | 'colliding-lanes' | 'uninitialized';

interface Seen {
  readonly kind: HazardKind;
  /** Of the second access. */
  readonly site: number;
  /** Of the first access; -1 where there is none. */
  readonly other: number;
  /** A set of `needs`. */
  missing: number;
  /** Executions of the second access. */
  count: number;
}

export interface SeenHazard extends Seen {
  readonly witness: Witness;
}

export class Findings {
  readonly #seen = new Map<string, SeenHazard>();

  /** The hazards so far, in the order of their sites. */
  get all(): readonly SeenHazard[] {
    return [...this.#seen.values()].sort((a, b) => a.site - b.site || a.other - b.other);
  }

  /** Counts a hazard; the witness is asked for the first time. */
  add(hazard: Seen, witness: () => Witness): void {
    const key = `${hazard.kind} ${hazard.site} ${hazard.other}`;
    const seen = this.#seen.get(key);
    if (seen === undefined) {
      this.#seen.set(key, { ...hazard, witness: witness() });
      return;
    }
    seen.count += hazard.count;
    seen.missing |= hazard.missing;
  }
}

/** An allocation in LDS. */
interface Allocation {
  readonly name: string;
  readonly offset: number;
  readonly bytes: number;
}

/** A hazard as the report has it. */
export function reportedHazard(
  hazard: SeenHazard,
  directions: readonly Direction[],
  allocations: readonly Allocation[],
  locate: (site: number) => Hazard['location'],
): Hazard {
  const { site, other, count, witness } = hazard;
  const { byte, ...rest } = witness;
  const place = allocations.find(
    ({ offset, bytes }) => byte >= offset && byte < offset + bytes,
  ) ?? { name: '', offset: 0 };
  const [second = 'read', first = 'write'] = [directions[site], directions[other]];
  return {
    ...messageOf(hazard, second, first),
    location: locate(site),
    count,
    ...(other < 0 ? {} : { other: { access: first, location: locate(other) } }),
    witness: { ...rest, buffer: place.name, byte: byte - place.offset },
  };
}

const verbs: Readonly<Record<Direction, string>> = {
  read: 'reads',
  write: 'writes',
  atomic: 'updates',
  async: 'copies to',
};

function messageOf(hazard: SeenHazard, second: Direction, first: Direction): Message {
  const { missing, witness } = hazard;
  switch (hazard.kind) {
    case 'unordered': {
      const same = second === 'write' && first === 'write';
      return messages.hazard.unordered(
        verbs[second],
        same ? `${verbs[first]} with other values` : verbs[first],
      );
    }
    case 'unfinished-copy':
      return messages.hazard.copyInFlight(
        second === 'read',
        (missing & needs.wait) !== 0,
        (missing & needs.barrier) !== 0,
      );
    case 'colliding-lanes':
      return messages.hazard.collidingLanes();
    case 'uninitialized':
      return messages.hazard.uninitialized(witness.bytes);
  }
}
