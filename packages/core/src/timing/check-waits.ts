/**
 * Judges every wait of a program: what it waits for, whether anything needs that, and the deepest value that is safe.
 *
 *     ds_read a; ds_read b; s_waitcnt lgkmcnt(0); use a; s_waitcnt lgkmcnt(0); use b
 *                           needed: a. lgkmcnt(1) is enough, it over-waits by one
 *     ds_write x; s_waitcnt lgkmcnt(9)
 *                           redundant: at most 1 is in flight, a wait for 9 never waits
 *
 * A program is followed in the order in which each wave executed it, so counts are exact whatever the timing. Needed is:
 * a register that a load has yet to write, when it is read or written; LDS operations that are due at a barrier or signal
 * (`lds-dues.ts`, of a schedule `place-order.ts`); direct-to-LDS copies of a wave when it reads them itself.
 *
 * A schedule may leave out what a load fills. Then nothing is known to need it, and its waits are not judged:
 *
 *     ds_read_b128; s_waitcnt lgkmcnt(0); MFMA A, B, C      not judged: the read may be of A, of B or of neither
 *
 * Where a schedule lacks the barrier between two accesses, a wait for one of them is not judged either: the barrier needs it.
 *
 * LIMITATION: what other workgroups see of global memory is not judged.
 */
import { type Dues, ldsDues, ldsKindOf } from './lds-dues.ts';
import { placeOrder, type PlaceRace, representatives } from './place-order.ts';
import type { TimedInstruction, TimedProgram, WaitCounter, WaveStream } from './program.ts';

export type WaitVerdict =
  /** Something needs it, and a larger value would not do. */
  | 'needed'
  /** Something needs it, but a larger value would do. */
  | 'over-waits'
  /** The counter is never above the value. */
  | 'redundant'
  /** It waits, but nothing up to the next wait needs what it waits for. */
  | 'not needed'
  /** Its need cannot be known: a load names no register, or a register is read that nothing loads. */
  | 'not judged';

export interface JudgedWait {
  readonly instruction: number;
  readonly counter: WaitCounter;
  readonly value: number;
  readonly verdict: WaitVerdict;
  readonly executions: number;
  /** Operations in flight when it is reached, at most. */
  readonly inFlight: number;
  /** The largest value that every execution can have; absent when nothing needs the wait. */
  readonly deepest?: number | undefined;
  /** The first need of it: the operation in flight and the instruction that needs it. */
  readonly need?: { readonly operation: number; readonly by: number } | undefined;
  /** Why it is not judged: the operation without a name, or the instruction that reads a register that nothing loads. */
  readonly because?: Doubt;
}

/** Why a wait cannot be judged; instructions by number. */
export type Doubt =
  | { readonly kind: 'unnamed'; readonly instruction: number }
  | { readonly kind: 'unloaded'; readonly instruction: number }
  /** The operation that it waits for lacks a barrier before this one. */
  | { readonly kind: 'unordered'; readonly instruction: number };

/** A register or LDS operation that is used before a wait makes it certain. */
export interface MissingWait {
  readonly instruction: number;
  /** The operation in flight. */
  readonly operation: number;
  readonly counter: WaitCounter;
  /** The value that would do, in front of the instruction. */
  readonly value: number;
  readonly executions: number;
}

/** A verdict on every wait of a program, and the waits and barriers that it lacks. */
export interface WaitReport {
  readonly waits: readonly JudgedWait[];
  readonly missing: readonly MissingWait[];
  /** Of a schedule: accesses of different waves to one place that no barrier and no token keeps in order. */
  readonly races: readonly PlaceRace[];
  /** Races whose order depends on which of several signals an await has taken. */
  readonly notJudged: readonly PlaceRace[];
}

/** Judges every wait of a program, of all waves together: a wait is needed when one execution needs it. */
export function checkWaits(program: TimedProgram): WaitReport {
  const checker = new Checker(program.instructions);
  const hasPlaces = program.instructions.some(({ places }) => places !== undefined);
  const workgroups = new Set(program.streams.map(({ workgroup }) => workgroup));
  for (const workgroup of workgroups) {
    const streams = program.streams.filter((stream) => stream.workgroup === workgroup);
    const { dues, races, notJudged } = hasPlaces
      ? placeOrder(program, streams)
      : { dues: ldsDues(program.instructions, streams), races: [], notJudged: [] };
    checker.setRaces(races, notJudged);
    for (const [i, stream] of streams.entries()) checker.follow(stream, dues[i] ?? new Map());
  }
  return checker.report();
}

/** An operation in flight. */
interface Operation {
  readonly instruction: number;
  readonly ordered: boolean;
  /** The position of the barrier or signal by which it has to be complete. */
  readonly due: number | undefined;
  /** The bytes that a direct-to-LDS copy writes. */
  readonly copied: Region | undefined;
  /** A wait has made it certain. */
  settled: boolean;
  /** A wait for it is missing, and that was said. */
  missed: boolean;
}

/** Bytes of LDS, of a schedule its places. */
interface Region {
  readonly bytes: readonly [from: number, to: number];
  readonly places?: readonly string[] | undefined;
}

function overlap(a: Region, b: Region): boolean {
  if (a.places !== undefined) return a.places.some((place) => b.places?.includes(place));
  return a.bytes[0] < b.bytes[1] && b.bytes[0] < a.bytes[1];
}

/** The last wait that could have been for an operation, with the state of its counter then. */
interface OpenWait {
  readonly judged: Judged;
  /** In flight when it was reached, oldest first. */
  readonly queue: readonly Operation[];
  readonly value: number;
}

interface Judged {
  readonly instruction: number;
  readonly counter: WaitCounter;
  readonly value: number;
  executions: number;
  inFlight: number;
  deepest: number | undefined;
  doubt: Doubt | undefined;
  need: { readonly operation: number; readonly by: number } | undefined;
}

const counters: readonly WaitCounter[] = ['vmcnt', 'lgkmcnt'];

class Checker {
  readonly #instructions: readonly TimedInstruction[];
  readonly #judged = new Map<string, Judged>();
  readonly #missing = new Map<string, { -readonly [Key in keyof MissingWait]: MissingWait[Key] }>();
  readonly #races: PlaceRace[] = [];
  readonly #notJudged: PlaceRace[] = [];
  /** By the first instruction of a line, one before which it lacks a barrier. */
  readonly #unordered = new Map<number, number>();
  readonly #lines: readonly number[];
  #queues: Record<WaitCounter, Operation[]> = { vmcnt: [], lgkmcnt: [] };
  #open: Record<WaitCounter, OpenWait | undefined> = { vmcnt: undefined, lgkmcnt: undefined };
  #writers = new Map<number, { readonly operation: Operation; readonly counter: WaitCounter }[]>();

  constructor(instructions: readonly TimedInstruction[]) {
    this.#instructions = instructions;
    this.#lines = representatives(instructions);
  }

  setRaces(races: readonly PlaceRace[], notJudged: readonly PlaceRace[]): void {
    for (const each of races) this.#races.push(each);
    for (const each of notJudged) this.#notJudged.push(each);
    for (const { first, second } of [...races, ...notJudged]) {
      this.#unordered.set(first, second);
    }
  }

  follow(stream: WaveStream, dues: Dues): void {
    this.#queues = { vmcnt: [], lgkmcnt: [] };
    this.#open = { vmcnt: undefined, lgkmcnt: undefined };
    this.#writers = new Map();
    for (let position = 0; position < stream.instruction.length; position++) {
      const number = stream.instruction[position] ?? 0;
      const instruction = this.#instructions[number];
      if (instruction === undefined) continue;
      this.#use(number, instruction);
      if (instruction.unit === 'barrier' || instruction.signals !== undefined)
        this.#requireDue(number, position);
      const { places } = instruction;
      const bytes = [stream.ldsFrom[position] ?? 0, stream.ldsTo[position] ?? 0] as const;
      if (instruction.unloaded === true) this.#doubtOpen(number);
      if (ldsKindOf(instruction) === 'read') this.#requireCopied(number, { bytes, places });
      if (instruction.until !== undefined) this.#wait(number, instruction.until);
      if (instruction.counts === undefined) continue;
      const copied = instruction.memory === 'to-lds' ? { bytes, places } : undefined;
      this.#start(number, instruction, dues.get(position), copied);
    }
  }

  report(): WaitReport {
    const waits = [...this.#judged.values()].map((judged): JudgedWait => {
      const { deepest, need, doubt, ...rest } = judged;
      const verdict = verdictOf(judged);
      return {
        ...rest,
        verdict,
        ...(verdict === 'not judged' && doubt !== undefined ? { because: doubt } : {}),
        deepest,
        need,
      };
    });
    const order = (a: { instruction: number }, b: { instruction: number }): number =>
      a.instruction - b.instruction;
    return {
      waits: waits.sort(order),
      missing: [...this.#missing.values()].sort(order),
      races: this.#races,
      notJudged: this.#notJudged,
    };
  }

  /** Registers that an instruction touches have to be certain. */
  #use(number: number, { reads, writes, accumulator = [] }: TimedInstruction): void {
    for (const list of [reads, accumulator, writes]) {
      for (const register of list) {
        const writers = this.#writers.get(register);
        if (writers === undefined) continue;
        for (const { operation, counter } of writers) {
          // Loads of one counter write in order.
          const overtakes =
            list === writes && this.#instructions[number]?.counts?.includes(counter) === true;
          if (!overtakes || !operation.ordered) this.#require(number, operation, counter);
        }
        this.#writers.delete(register);
      }
    }
  }

  #requireDue(by: number, position: number): void {
    this.#requireIf(by, ({ due }) => due !== undefined && due <= position);
  }

  #requireCopied(by: number, read: Region): void {
    this.#requireIf(by, ({ copied }) => copied !== undefined && overlap(copied, read));
  }

  /** Requires what is in flight, and what the last wait has made certain. */
  #requireIf(by: number, isNeeded: (operation: Operation) => boolean): void {
    for (const counter of counters) {
      const settled = this.#open[counter]?.queue.filter((operation) => operation.settled) ?? [];
      for (const operation of [...settled, ...this.#queues[counter]]) {
        if (isNeeded(operation)) this.#require(by, operation, counter);
      }
    }
  }

  /** An operation has to be complete here: by the last wait, or else a wait is missing. */
  #require(by: number, operation: Operation, counter: WaitCounter): void {
    const open = this.#open[counter];
    if (operation.missed) return;
    if (!operation.settled) {
      operation.missed = true;
      const queue = this.#queues[counter];
      const at = queue.indexOf(operation);
      if (at < 0) return;
      const ordered = queue.every((one) => one.ordered);
      const value = ordered ? queue.length - 1 - at : 0;
      const key = `${by} ${operation.instruction}`;
      const known = this.#missing.get(key);
      if (known === undefined) {
        const { instruction } = operation;
        this.#missing.set(key, {
          instruction: by,
          operation: instruction,
          counter,
          value,
          executions: 1,
        });
      } else {
        known.executions++;
        known.value = Math.min(known.value, value);
      }
      return;
    }
    const at = open?.queue.indexOf(operation) ?? -1;
    if (open === undefined || at < 0) return;
    const ordered = open.queue.every((one) => one.ordered);
    const deepest = ordered ? open.queue.length - 1 - at : 0;
    const { judged } = open;
    if (judged.deepest !== undefined && judged.deepest <= deepest) return;
    judged.deepest = deepest;
    judged.need = { operation: operation.instruction, by };
  }

  #wait(number: number, until: Readonly<Partial<Record<WaitCounter, number>>>): void {
    for (const counter of counters) {
      const value = until[counter];
      if (value === undefined) continue;
      const queue = this.#queues[counter];
      const key = `${number} ${counter}`;
      const judged = this.#judged.get(key) ?? {
        instruction: number,
        counter,
        value,
        executions: 0,
        inFlight: 0,
        deepest: undefined,
        doubt: undefined,
        need: undefined,
      };
      this.#judged.set(key, judged);
      judged.executions++;
      judged.inFlight = Math.max(judged.inFlight, queue.length);
      if (queue.length <= value) continue;
      const ordered = queue.every((one) => one.ordered);
      const done = ordered || value === 0 ? queue.length - value : 0;
      this.#open[counter] = { judged, queue: [...queue], value };
      const unnamed = queue
        .slice(0, done)
        .find(({ instruction }) => this.#instructions[instruction]?.unnamed === true);
      if (unnamed !== undefined && judged.doubt?.kind !== 'unnamed')
        judged.doubt = { kind: 'unnamed', instruction: unnamed.instruction };
      for (const operation of queue.splice(0, done)) {
        operation.settled = true;
        const second = this.#unordered.get(this.#lines[operation.instruction] ?? -1);
        if (second !== undefined) judged.doubt ??= { kind: 'unordered', instruction: second };
      }
    }
  }

  /** The last waits may have been for a register that nothing loads. */
  #doubtOpen(by: number): void {
    for (const counter of counters) {
      const open = this.#open[counter];
      const loads = open?.queue.some(
        ({ settled, instruction }) => settled && this.#instructions[instruction]?.memory === 'load',
      );
      if (open !== undefined && loads === true) {
        open.judged.doubt ??= { kind: 'unloaded', instruction: by };
      }
    }
  }

  #start(
    number: number,
    { counts = [], unit, writes }: TimedInstruction,
    due: number | undefined,
    copied: Operation['copied'],
  ): void {
    for (const counter of counts) {
      const operation: Operation = {
        instruction: number,
        ordered: unit !== 'smem',
        due,
        copied,
        settled: false,
        missed: false,
      };
      this.#queues[counter].push(operation);
      for (const register of writes) {
        const writers = this.#writers.get(register) ?? [];
        writers.push({ operation, counter });
        this.#writers.set(register, writers);
      }
    }
  }
}

function verdictOf({ value, inFlight, deepest, doubt }: Judged): WaitVerdict {
  if (inFlight <= value) return 'redundant';
  if (deepest === undefined) return doubt === undefined ? 'not needed' : 'not judged';
  if (deepest <= value) return 'needed';
  // Of two loads the one without a name, or without its barrier, may be needed as well.
  return doubt === undefined || doubt.kind === 'unloaded' ? 'over-waits' : 'not judged';
}
