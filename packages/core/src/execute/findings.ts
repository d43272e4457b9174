/**
 * What executing shows: hazards, counted by instruction and kind, and diagnostics, the first of each kind at an
 * instruction.
 */
import type { Message } from '../base/diagnostic.ts';

export interface SeenHazard {
  /** Number of the instruction. */
  readonly number: number;
  readonly message: Message;
  count: number;
}

export interface SeenProblem {
  readonly number: number;
  readonly message: Message;
}

/** Messages by code and instruction; looked up without making a key, since wild loops ask for every lane. */
class Seen<T> {
  readonly #byCode = new Map<string, Map<number, T>>();

  get(code: string, number: number): T | undefined {
    return this.#byCode.get(code)?.get(number);
  }

  set(code: string, number: number, value: T): void {
    const numbers = this.#byCode.get(code) ?? new Map<number, T>();
    this.#byCode.set(code, numbers.set(number, value));
  }

  /** By codes, and those of a code by instructions, both in the order in which they came. */
  asSeen(): T[] {
    return [...this.#byCode.values()].flatMap((numbers) => [...numbers.values()]);
  }

  /** In the order of the instructions. */
  all(order: (value: T) => number): T[] {
    return this.asSeen().sort((a, b) => order(a) - order(b));
  }
}

export class Findings {
  /** Problems are not kept: what executes has made-up addresses. */
  muted = false;
  /** Hazards are not kept: what was executed may have kept accesses in order. */
  hidesHazards = false;
  /** How often a problem came up again: each is a slow lane of an access that goes nowhere. */
  repeats = 0;
  readonly #hazards = new Seen<SeenHazard>();
  readonly #problems = new Seen<SeenProblem>();

  get hazards(): readonly SeenHazard[] {
    return this.#hazards.all(({ number }) => number);
  }

  get problems(): readonly SeenProblem[] {
    return this.#problems.all(({ number }) => number);
  }

  /** The hazards for `take`. */
  leave(): readonly SeenHazard[] {
    return this.#hazards.asSeen();
  }

  /** Adds what later workgroups have left. */
  take(hazards: readonly SeenHazard[]): void {
    for (const hazard of hazards) {
      const seen = this.#hazards.get(hazard.message.code, hazard.number);
      if (seen !== undefined) seen.count += hazard.count;
      else this.#hazards.set(hazard.message.code, hazard.number, { ...hazard });
    }
  }

  hazard(number: number, message: Message): void {
    if (this.hidesHazards) return;
    const seen = this.#hazards.get(message.code, number);
    if (seen === undefined) this.#hazards.set(message.code, number, { number, message, count: 1 });
    else seen.count++;
  }

  problem(number: number, message: Message): void {
    if (this.hasProblem(number, message.code)) return;
    this.#problems.set(message.code, number, { number, message });
  }

  /** True when an instruction has a problem of a kind already, or when none is kept: saves making the message. */
  hasProblem(number: number, code: string): boolean {
    const known = this.muted || this.#problems.get(code, number) !== undefined;
    if (known) this.repeats++;
    return known;
  }
}
