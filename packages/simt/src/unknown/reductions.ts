/**
 * A reduction at a barrier: all threads get the reduction of all predicates.
 *
 *     bar.red.popc.u32 %r1, 0, %p1     p1 unknown in one lane of one warp: r1 is unknown in all lanes of the block
 *
 * Warps come one after another: those that came before the first unknown predicate wait for it with their results.
 */
import type { Followed } from './followed.ts';
import { SOURCES } from './labels.ts';
import type { UnknownProgram } from './program.ts';

interface Reduction {
  /** The labels of the predicates of the warps that have arrived. */
  labels: number;
  /** Functions that mark the results of those warps. */
  readonly waiting: (() => void)[];
}

export class Reductions {
  readonly #program: UnknownProgram;
  /** By `bar.red`: registers of results that wait for its predicates, and the labels of these. */
  readonly #reductions = new Map<number, Reduction>();

  constructor(program: UnknownProgram) {
    this.#program = program;
  }

  /** Begins a block. */
  begin(): void {
    this.#reductions.clear();
  }

  /** Lanes of a warp come to a `bar.red`, whose result goes to the register at a place. */
  reduce(followed: Followed, number: number, lanes: number, target: number): void {
    const effects = this.#program.effectsOf(number);
    if (effects === undefined) return;
    const { registers, regions } = followed;
    const gathered = followed.gather(effects, lanes);
    const register = this.#program.numberOf(target);
    const state = this.#reductions.get(number) ?? { labels: 0, waiting: [] };
    this.#reductions.set(number, state);
    const write = (): void => {
      registers.write(register, lanes, state.labels === 0 ? 0 : lanes, state.labels);
      registers.fresh(register);
    };
    if (gathered.lanes !== 0) state.labels |= gathered.labels & SOURCES;
    if (followed.assumed !== 0) state.labels |= followed.assumedLabels;
    state.labels |= regions.labels;
    state.waiting.push(write);
    for (const one of state.labels === 0 ? [write] : state.waiting) one();
  }
}
