/**
 * The parts of an execution that depend on the timing of waves: loops that wait for values of other waves, and counts that
 * differ between two executions, the second with the last wave first.
 *
 *     lds.observed: a poll got what wave 1 wrote     its loop spins: its accesses are not counted
 *     a loop polls global memory                     the same: the writer may be in another workgroup
 *     32 executions in one order, 48 in the other    counts of that instruction are of one schedule
 */
import type { FlagSites, Hazard, Lds } from '@ldscope/core';
import { dsPlaces } from '../isa/ds/ds.ts';
import { factsOf } from '../isa/facts.ts';
import type { Instruction } from '../text/program.ts';
import type { Code } from './code.ts';
import type { Execution } from './options.ts';
import { type LoopCode, Spins } from './spins.ts';

export class TimingDependence {
  readonly #code: Code;
  readonly #loops: LoopCode;
  readonly #spins: Spins;
  readonly #lds: Lds;
  #memoryPolls: readonly number[] | undefined;

  constructor(code: Code, loops: LoopCode, lds: Lds) {
    this.#code = code;
    this.#loops = loops;
    this.#spins = new Spins(loops);
    this.#lds = lds;
  }

  /** The facts that LDS needs to find the order that flags give accesses. */
  get flags(): FlagSites {
    return {
      returns: (number) => this.#givesValue(number),
      polls: (number) => this.#spins.polls(number),
      isInOrder: (number) => this.#code.classOf(number) === 'LDS',
    };
  }

  /** Instructions by which loops may wait for other waves. */
  get polls(): readonly number[] {
    return this.#loops.reached.filter((number) => {
      if (!this.#spins.isInLoop(number)) return false;
      const unit = this.#code.classOf(number);
      const isLoad = unit === 'LDS' || unit === 'VMEM' || unit === 'SMEM';
      return isLoad && this.#givesValue(number) && this.#spins.polls(number);
    });
  }

  /** Instructions that write LDS. */
  get writes(): readonly number[] {
    return this.#loops.reached.filter((number) => {
      const instruction = this.#instruction(number);
      return instruction !== undefined && dsPlaces(instruction)?.writes === true;
    });
  }

  /** Waves may hand data over by LDS alone: some read a value that others update, or repeat a load. */
  get mayHandOver(): boolean {
    return this.#loops.reached.some((number) => {
      const instruction = this.#instruction(number);
      const { reads, writes } = (instruction && dsPlaces(instruction)) ?? {};
      if (reads !== true) return false;
      return writes === true ? this.#givesValue(number) : this.#spins.decides(number);
    });
  }

  /** Waves have handed data over; another schedule shows whether that orders their accesses. */
  get hasHandedOver(): boolean {
    return [...this.#lds.observed].some(
      (number) =>
        this.#spins.decides(number) ||
        (this.#lds.directionOf(number) === 'atomic' && this.#givesValue(number)),
    );
  }

  /** Instructions that loops wait for. */
  spins(executions: Float64Array, waves: number): readonly number[] {
    if (waves < 2) return [];
    const inLds = [...this.#lds.observed].filter((number) => this.#spins.decides(number));
    this.#memoryPolls ??= this.#findMemoryPolls();
    const inMemory = this.#memoryPolls.filter((number) => executions[number] !== 0);
    return [...new Set([...inLds, ...inMemory])].sort((a, b) => a - b);
  }

  /** Instructions by which loops may wait for values in global memory. */
  #findMemoryPolls(): readonly number[] {
    return this.#loops.reached.filter((number) => {
      if (!this.#spins.isInLoop(number)) return false;
      const unit = this.#code.classOf(number);
      if ((unit !== 'VMEM' && unit !== 'SMEM') || !this.#givesValue(number)) return false;
      // An atomic is tried again where another wave was faster.
      const instruction = this.#instruction(number);
      const { retries } = instruction ? factsOf(instruction, this.#loops.mode.target) : {};
      return retries === true ? this.#spins.decides(number) : this.#spins.polls(number);
    });
  }

  /** Instructions of loops that wait for some of their number. */
  spinning(spins: readonly number[]): ReadonlySet<number> {
    return this.#spins.decidedBy(spins);
  }

  #instruction(number: number): Instruction | undefined {
    return this.#loops.program.instructions[number];
  }

  #givesValue(number: number): boolean {
    const { rows = [], scalars = [] } = this.#code.use(number)?.writes ?? {};
    return rows.length + scalars.length > 0;
  }
}

/** Memory instructions that two executions count differently. */
export function scheduled(
  one: Float64Array,
  other: Float64Array,
  isMemory: (number: number) => boolean,
): readonly number[] {
  return [...one.keys()].filter((number) => one[number] !== other[number] && isMemory(number));
}

/** Hazards of an execution with the pairs that only another one shows. */
export function withOtherPairs(
  hazards: readonly Hazard[],
  other: Execution | undefined,
): readonly Hazard[] {
  if (other === undefined) return hazards;
  const keyOf = ({ code, location, other: first }: Hazard): string =>
    JSON.stringify([code, location, first?.location]);
  const known = new Set(hazards.map(keyOf));
  const more = other.hazards.filter((one) => one.other !== undefined && !known.has(keyOf(one)));
  return [...hazards, ...more];
}
