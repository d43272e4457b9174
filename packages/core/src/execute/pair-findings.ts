/**
 * Hazards of a launch, once for each pair of sites, with how often and where first.
 *
 * The *first* access of a pair is the one that the program has first, the *second* the one that is reported: the read
 * of "write, then read with no barrier between". The same two sites may make two pairs, one each way round a loop.
 */
import { type LdsObject, objectAt } from '../access/lds-object.ts';
import type { Direction } from '../access/opcode.ts';
import type { Message } from '../base/diagnostic.ts';
import type { Hazard, HazardWitness } from '../report/report.ts';

/** What must come between the two accesses of a pair. */
export const needs = { wait: 1, barrier: 2 } as const;

/** The first time that something was seen, of different waves where it ever was. Bytes are counted from the begin of LDS. */
export type Witness = Omit<HazardWitness, 'buffer'>;

/**
 * `unfinished-write`: the first access is a store or an atomic that its wave had not waited for at the last barrier, or when it made a
 * copy. `unfinished-read`: it is such a read, or one by a unit that may still go on. `unfenced-write`: it is a store that no fence has made visible to the proxy of the second.
 * `unordered-lanes`: both are of one wave, whose lanes may go apart.
 */
export type HazardKind =
  | 'unordered'
  | 'unfinished-copy'
  | 'unfinished-write'
  | 'unfinished-read'
  | 'unfenced-write'
  | 'unordered-lanes'
  | 'colliding-lanes'
  | 'uninitialized';

interface Seen {
  readonly kind: HazardKind;
  /** Site of the second access. */
  readonly site: number;
  /** Site of the first access; -1 where there is none. */
  readonly other: number;
  /** A set of `needs`. */
  missing: number;
  /** Executions of the second access. */
  count: number;
}

/** A byte where lanes of one store meet, and the one that has overwritten the other. */
export interface LaneMeeting {
  readonly byte: number;
  readonly lane: number;
  readonly otherLane: number;
}

/** The wave of an access. */
type Accessing = Pick<Witness, 'workgroup' | 'wave'>;

export interface SeenHazard extends Seen {
  readonly witness: Witness;
}

/** A hazard of one access. */
const alone = (site: number): Omit<Seen, 'kind'> => ({ site, other: -1, missing: 0, count: 1 });

/** Whether accesses of different waves meet. */
const isOfTwoWaves = ({ wave, otherWave = wave }: Pick<Witness, 'wave' | 'otherWave'>): boolean =>
  wave !== otherWave;

/** Hazards as they are reported: those of different waves, then those of one. */
export function inReportOrder(hazards: readonly Hazard[]): readonly Hazard[] {
  const isFirst = ({ witness }: Hazard): boolean => witness !== undefined && isOfTwoWaves(witness);
  return [...hazards.filter(isFirst), ...hazards.filter((hazard) => !isFirst(hazard))];
}

export class PairFindings {
  readonly #seen = new Map<string, Seen & { witness: Witness }>();

  /** The hazards so far, in the order of their sites. */
  get all(): readonly SeenHazard[] {
    return [...this.#seen.values()].sort((a, b) => a.site - b.site || a.other - b.other);
  }

  /** Adds hazards of later workgroups. */
  take(hazards: readonly SeenHazard[]): void {
    for (const { witness, ...hazard } of hazards) this.add(hazard, () => witness);
  }

  /** How often each has been seen so far, for `repeat`. */
  counts(): ReadonlyMap<string, number> {
    return new Map([...this.#seen].map(([key, { count }]) => [key, count]));
  }

  /** Counts what has been seen since then `times` more often. */
  repeat(since: ReadonlyMap<string, number>, times: number): void {
    for (const [key, seen] of this.#seen)
      seen.count += times * (seen.count - (since.get(key) ?? 0));
  }

  /** Lanes of one store have written different values to a byte. */
  collide(site: number, { workgroup, wave }: Accessing, meeting: LaneMeeting): void {
    const witness = { workgroup, bytes: 1, wave, otherWave: wave, ...meeting };
    this.add({ ...alone(site), kind: 'colliding-lanes' }, () => witness);
  }

  /** A load or an atomic comes to bytes that nothing has written. */
  readUnwritten(site: number, witness: Witness): void {
    this.add({ ...alone(site), kind: 'uninitialized' }, () => witness);
  }

  /** Counts a hazard; the witness is made the first time. */
  add(hazard: Seen, witness: () => Witness): void {
    const key = `${hazard.kind} ${hazard.site} ${hazard.other}`;
    const seen = this.#seen.get(key);
    if (seen === undefined) {
      this.#seen.set(key, { ...hazard, witness: witness() });
      return;
    }
    seen.count += hazard.count;
    seen.missing |= hazard.missing;
    if (isOfTwoWaves(seen.witness)) return;
    const other = witness();
    if (isOfTwoWaves(other)) seen.witness = other;
  }
}

/** What an access does, in messages. */
export const directionVerbs: Readonly<Record<Direction, string>> = {
  read: 'reads',
  write: 'writes',
  atomic: 'updates',
  async: 'copies to',
};

/** A hazard as the report has it: `messageOf` words it by what the second and the first access do. */
export function reportedHazard(
  hazard: SeenHazard,
  directionOf: (site: number) => Direction | undefined,
  messageOf: (hazard: SeenHazard, second: Direction, first: Direction) => Message,
  allocations: readonly LdsObject[],
  locate: (site: number) => Hazard['location'],
): Hazard {
  const { site, other, count, witness } = hazard;
  const { byte, ...rest } = witness;
  const place = objectAt(allocations, byte) ?? { name: '', offset: 0 };
  const [second = 'read', first = 'write'] = [directionOf(site), directionOf(other)];
  return {
    ...messageOf(hazard, second, first),
    location: locate(site),
    count,
    ...(other < 0 ? {} : { other: { access: first, location: locate(other) } }),
    witness: { ...rest, buffer: place.name, byte: byte - place.offset },
  };
}
