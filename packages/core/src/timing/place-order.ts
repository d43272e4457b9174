/**
 * The accesses of a schedule to one place in LDS that no barrier and no token keeps in order, and by when the others have to be
 * complete.
 *
 *     wave 0   ds_write t    ds_read t            wave 1 may read t before wave 0 has written it, and wave 0 write the next
 *     wave 1   ds_write t    ds_read t            round while wave 1 still reads: two races
 *
 *     wave 0   ds_write t    sbarrier    ds_read t    sbarrier       none; the write is due at the first barrier, the
 *     wave 1   ds_write t    sbarrier    ds_read t    sbarrier       read at the second
 *
 * Every wave has a clock: for each other wave the last barrier or signal of it that is certain to be behind. An access is ordered
 * before those of waves whose clocks have passed it. It is then *due* at the barrier or signal that the clock has: a wait before
 * that has to make it certain (`check-waits.ts`).
 *
 * An await makes certain as many signals as tokens were taken for sure: by its own wave, and by others before what it knows. Where
 * several waves signal one token, an await makes those certain that the others together cannot have given; pairs that would be in
 * order had it waited for all signals so far are not judged.
 *
 * Writes to a place that nothing reads in between are parts of it, by whichever wave; each wave writes and reads its own
 * part of what one operation moves. LIMITATION: a program that overwrites what nobody has read is taken for one that fills parts.
 */
import { type LdsKind, ldsKindOf } from './lds-dues.ts';
import type { TimedInstruction, TimedProgram, WaveStream } from './program.ts';

/** Two accesses of different waves to one place, of which one writes, and which nothing keeps in order. */
export interface PlaceRace {
  readonly place: string;
  /** Instructions, the first of several that one line repeats; `first` comes first in the program. */
  readonly first: number;
  readonly second: number;
  readonly kinds: readonly [first: LdsKind, second: LdsKind];
  /** The waves of the first time it was seen. */
  readonly waves: readonly [first: number, second: number];
}

export interface PlaceOrder {
  readonly races: readonly PlaceRace[];
  /** Pairs whose order depends on which of several signals an await has taken. */
  readonly notJudged: readonly PlaceRace[];
  /** By wave: the position of the barrier or signal by which the access at a position has to be complete. */
  readonly dues: readonly ReadonlyMap<number, number>[];
}

/** The order of the accesses of one workgroup to the places of a schedule. */
export function placeOrder(
  { instructions, privatePlaces }: TimedProgram,
  streams: readonly WaveStream[],
): PlaceOrder {
  const shared = instructions.map(({ places = [] }) =>
    places.filter((place) => privatePlaces?.has(place) !== true),
  );
  const run = (believes: boolean): Run => {
    const made = new Run(instructions, shared, streams, believes);
    made.follow();
    return made;
  };
  const certain = run(false);
  if (!certain.hasSharedSignals) {
    return { races: [...certain.races.values()], notJudged: [], dues: certain.dues };
  }
  const { races } = run(true);
  const notJudged = [...certain.races].filter(([key]) => !races.has(key)).map(([, race]) => race);
  return { races: [...races.values()], notJudged, dues: certain.dues };
}

/** The accesses of one wave to a place, of one kind. */
class Accesses {
  latest = -1;
  /** By instruction: its last position, and the generation of the place then. */
  readonly last = new Map<number, { position: number; generation: number }>();
  /** Accesses that some wave may not know to be complete, in order. */
  pending: number[] = [];

  add(instruction: number, position: number, generation: number): void {
    this.latest = position;
    this.last.set(instruction, { position, generation });
    this.pending.push(position);
  }
}

interface Place {
  /** Grows with each write behind a read. */
  generation: number;
  wasRead: boolean;
  readonly byWave: readonly Readonly<Record<LdsKind, Accesses>>[];
}

interface Wave {
  readonly number: number;
  readonly stream: Uint32Array;
  position: number;
  /** Grows when the wave goes back in the program. */
  round: number;
  atBarrier: boolean;
  /** By wave: the position of its last barrier or signal that is behind for certain; -1 where there is none. */
  clock: Int32Array;
  readonly due: Map<number, number>;
}

/** The signals and awaits of a token. */
interface Token {
  available: number;
  /** By wave: the clock of each of its signals, with its own position in it. */
  readonly signals: readonly Int32Array[][];
  /** By wave: the positions of its awaits. */
  readonly awaits: readonly number[][];
}

class Run {
  readonly races = new Map<string, PlaceRace>();
  readonly #instructions: readonly TimedInstruction[];
  readonly #shared: readonly (readonly string[])[];
  readonly #representative: readonly number[];
  readonly #waves: readonly Wave[];
  readonly #believes: boolean;
  readonly #places = new Map<string, Place>();
  readonly #tokens = new Map<number, Token>();
  /** By token and wave: how many signals it has in all. */
  readonly #totals = new Map<number, readonly number[]>();

  constructor(
    instructions: readonly TimedInstruction[],
    shared: readonly (readonly string[])[],
    streams: readonly WaveStream[],
    believes: boolean,
  ) {
    this.#instructions = instructions;
    this.#shared = shared;
    this.#representative = representatives(instructions);
    this.#believes = believes;
    this.#waves = streams.map(({ instruction }, number) => ({
      number,
      stream: instruction,
      position: 0,
      round: 0,
      atBarrier: false,
      clock: new Int32Array(streams.length).fill(-1),
      due: new Map(),
    }));
    for (const [token, totals] of countSignals(instructions, streams)) {
      this.#totals.set(token, totals);
    }
  }

  get dues(): readonly ReadonlyMap<number, number>[] {
    return this.#waves.map(({ due }) => due);
  }

  get hasSharedSignals(): boolean {
    return [...this.#totals.values()].some((own) => own.filter((count) => count > 0).length > 1);
  }

  /** Executes the waves side by side, as far as they come. */
  follow(): void {
    for (;;) {
      const next = this.#next();
      if (next !== undefined) this.#step(next);
      else if (!this.#release()) return;
    }
  }

  /** The wave that is least far in the program, of those that can go on. */
  #next(): Wave | undefined {
    let best: Wave | undefined;
    for (const wave of this.#waves) {
      if (wave.atBarrier || wave.position >= wave.stream.length) continue;
      const number = wave.stream[wave.position] ?? 0;
      const awaits = this.#instructions[number]?.awaits;
      if (awaits !== undefined && this.#token(awaits).available === 0) continue;
      if (best === undefined || wave.round < best.round) best = wave;
      else if (wave.round === best.round && number < (best.stream[best.position] ?? 0)) best = wave;
    }
    return best;
  }

  #step(wave: Wave): void {
    const { position, stream, number: own } = wave;
    const number = stream[position] ?? 0;
    const instruction = this.#instructions[number];
    if (instruction?.unit === 'barrier') {
      wave.atBarrier = true;
      return;
    }
    const kind = instruction && ldsKindOf(instruction);
    if (kind !== undefined) {
      for (const place of this.#shared[number] ?? []) this.#access(wave, kind, number, place);
    }
    if (instruction?.signals !== undefined) {
      const token = this.#token(instruction.signals);
      const clock = wave.clock.slice();
      clock[own] = position;
      token.signals[own]?.push(clock);
      token.available++;
    }
    if (instruction?.awaits !== undefined) this.#await(wave, instruction.awaits);
    this.#advance(wave);
  }

  #advance(wave: Wave): void {
    const before = wave.stream[wave.position] ?? 0;
    wave.position++;
    if ((wave.stream[wave.position] ?? Infinity) <= before) wave.round++;
  }

  /** Lets waves go on that all those which have not ended have met at a barrier; false when there are none. */
  #release(): boolean {
    const arrived = this.#waves.filter(({ atBarrier }) => atBarrier);
    const coming = this.#waves.some(
      ({ atBarrier, position, stream }) => !atBarrier && position < stream.length,
    );
    if (arrived.length === 0 || coming) return false;
    const clock = new Int32Array(this.#waves.length).fill(-1);
    for (const wave of this.#waves) {
      join(clock, wave.clock);
      clock[wave.number] = wave.position;
    }
    for (const wave of arrived) {
      wave.clock = clock.slice();
      wave.atBarrier = false;
      this.#advance(wave);
    }
    return true;
  }

  #await(wave: Wave, token: number): void {
    const { signals, awaits } = this.#token(token);
    this.#token(token).available--;
    awaits[wave.number]?.push(wave.position);
    if (this.#believes) {
      for (const given of signals) join(wave.clock, given.at(-1) ?? wave.clock);
      return;
    }
    // The wave itself has given what it has given; others may be ahead.
    const most = (this.#totals.get(token) ?? []).map((total, other) =>
      other === wave.number ? (signals[other]?.length ?? 0) : total,
    );
    const all = most.reduce((sum, count) => sum + count, 0);
    // The awaits that one signal makes certain may make more awaits of other waves certain.
    for (let known = -1; ;) {
      const taken = awaits.reduce((sum, own, other) => {
        if (other === wave.number) return sum + own.length;
        return sum + countBelow(own, wave.clock[other] ?? -1);
      }, 0);
      if (taken === known) return;
      known = taken;
      for (const [other, given] of signals.entries()) {
        const certain = given[taken - (all - (most[other] ?? 0)) - 1];
        if (certain !== undefined) join(wave.clock, certain);
      }
    }
  }

  #access(wave: Wave, kind: LdsKind, number: number, name: string): void {
    const place = this.#place(name);
    if (kind === 'write' && place.wasRead) place.generation++;
    place.wasRead = kind === 'read';
    const second = this.#representative[number] ?? number;
    for (const [other, accesses] of place.byWave.entries()) {
      if (other === wave.number) continue;
      const behind = wave.clock[other] ?? -1;
      const opposite = accesses[kind === 'read' ? 'write' : 'read'];
      this.#requireDue(opposite, other, behind);
      if (opposite.latest >= behind) {
        for (const [first, { position }] of opposite.last) {
          if (position >= behind) this.#found(name, [first, second], [other, wave.number]);
        }
      }
      if (kind === 'read' || accesses.write.latest < behind) continue;
      for (const [first, { position, generation }] of accesses.write.last) {
        if (position >= behind && generation < place.generation && first !== second) {
          this.#found(name, [first, second], [other, wave.number]);
        }
      }
    }
    place.byWave[wave.number]?.[kind].add(second, wave.position, place.generation);
  }

  /** Accesses that a wave knows to be behind have to be complete at the barrier or signal by which it knows. */
  #requireDue(accesses: Accesses, wave: number, behind: number): void {
    const { pending } = accesses;
    const due = this.#waves[wave]?.due;
    let count = 0;
    while (count < pending.length && (pending[count] ?? Infinity) < behind) {
      const position = pending[count++] ?? 0;
      due?.set(position, Math.min(due.get(position) ?? Infinity, behind));
    }
    // An access that all waves know by this barrier or signal, or a later one, cannot be due earlier.
    const isKnown = this.#waves.every(
      ({ number, clock }) => number === wave || (clock[wave] ?? -1) >= behind,
    );
    if (isKnown && count > 0) accesses.pending = pending.slice(count);
  }

  #found(
    place: string,
    [first, second]: readonly [number, number],
    waves: readonly [number, number],
  ): void {
    const key = `${first} ${second} ${place}`;
    if (this.races.has(key)) return;
    const kindOf = (number: number): LdsKind => {
      const instruction = this.#instructions[number];
      return (instruction && ldsKindOf(instruction)) ?? 'read';
    };
    this.races.set(key, { place, first, second, kinds: [kindOf(first), kindOf(second)], waves });
  }

  #place(name: string): Place {
    const known = this.#places.get(name);
    if (known !== undefined) return known;
    const byWave = this.#waves.map(() => ({ read: new Accesses(), write: new Accesses() }));
    const place = { generation: 0, wasRead: false, byWave };
    this.#places.set(name, place);
    return place;
  }

  #token(number: number): Token {
    const known = this.#tokens.get(number);
    if (known !== undefined) return known;
    const token = {
      available: 0,
      signals: this.#waves.map((): Int32Array[] => []),
      awaits: this.#waves.map((): number[] => []),
    };
    this.#tokens.set(number, token);
    return token;
  }
}

/** How many of the numbers, which are in order, are below a limit. */
function countBelow(numbers: readonly number[], limit: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

function join(clock: Int32Array, other: Int32Array): void {
  for (let i = 0; i < clock.length; i++) clock[i] = Math.max(clock[i] ?? -1, other[i] ?? -1);
}

/** By instruction the first one of its line: `8 ds_write_b128 to t` is eight. */
export function representatives(instructions: readonly TimedInstruction[]): readonly number[] {
  const byStart = new Map<number, number>();
  return instructions.map(({ span }, number) => {
    if (span === undefined) return number;
    const known = byStart.get(span.start);
    if (known === undefined) byStart.set(span.start, number);
    return known ?? number;
  });
}

function countSignals(
  instructions: readonly TimedInstruction[],
  streams: readonly WaveStream[],
): Map<number, number[]> {
  const totals = new Map<number, number[]>();
  for (const [wave, { instruction }] of streams.entries()) {
    for (const number of instruction) {
      const token = instructions[number]?.signals;
      if (token === undefined) continue;
      const own = totals.get(token) ?? streams.map(() => 0);
      totals.set(token, own);
      own[wave] = (own[wave] ?? 0) + 1;
    }
  }
  return totals;
}
