/**
 * The workgroups of a launch that make the same accesses to LDS as an executed one: a tape, and the state that its replays
 * run on.
 *
 * Replays read global memory and change nothing: their registers, findings and recorder are their own.
 */
import { type Extent, Findings, Lds } from '@ldscope/core';
import { Tape } from '@ldscope/simt';
import type { Program } from '../text/program.ts';
import { type Environment, Recorder } from '../state/environment.ts';
import { codeOf } from '../state/target.ts';
import { SCALAR_ID, Waits } from '../state/waits.ts';
import { type Step, Wave } from '../state/wave.ts';
import { Code } from './code.ts';
import { initialise, type Surroundings } from './initial.ts';
import { partOf, putRegister, takeRegister, type Value } from './parts.ts';
import type { KernelSlice } from './slice.ts';

/** A wave has all its lanes; which of them take part is in exec. */
const ALL = -1;

export class Alike {
  readonly #tape: Tape<Wave, Value>;
  readonly #around: Surroundings;
  readonly #idScalars: readonly number[];
  readonly #findings = new Findings();
  /** A wave that is filled for its scalars. */
  readonly #fresh: Wave;

  constructor(
    program: Program,
    slice: KernelSlice,
    around: Surroundings,
    environment: Environment,
    symbol: (name: string) => number | undefined,
  ) {
    this.#around = around;
    const { waveSize, target, memory } = environment;
    const counters = codeOf(target).counters.value;
    const makeWave = (index: number): Wave => {
      const wave = new Wave(index, index, new Waits(() => {}, counters), undefined, waveSize);
      initialise(wave, around, [0, 0, 0]);
      return wave;
    };
    this.#fresh = makeWave(0);
    this.#idScalars = this.#changingScalars();
    const quiet: Environment = {
      ...environment,
      memory,
      lds: new Lds(around.shape.ldsBytes, 4),
      recorder: new Recorder(() => ({ id: '' }), waveSize),
      global: undefined,
      log: undefined,
      findings: this.#findings,
      sliced: environment.sliced && { ...environment.sliced, wants: () => true },
    };
    const code = new Code(program, quiet, symbol);
    this.#tape = new Tape({
      partOf: (number) => {
        const instruction = program.instructions[number];
        return instruction && partOf(instruction, number, slice, around.shape.privateBytes > 0);
      },
      marked: this.#idScalars.map((scalar) => SCALAR_ID + scalar),
      take: takeRegister,
      put: putRegister,
      lanesOf: () => ALL,
      modeOf: ({ mode }) => mode,
      replay: (wave, number, _, mode) => {
        wave.mode = mode;
        wave.pc = number + 1;
        const step = code.compile(number) ? code.steps[number] : undefined;
        step?.(wave);
        return step !== undefined && wave.status === 'running';
      },
      unitOf: (_, index) => makeWave(index),
    });
  }

  /** Records from here on, of as many waves. */
  begin(waves: number): void {
    this.#tape.begin([Array.from({ length: waves }, () => ALL)]);
  }

  end(): void {
    this.#tape.end();
  }

  /** The step of an instruction that is also recorded. */
  wrap(number: number, step: Step): Step {
    const tape = this.#tape;
    if (!tape.watches(number)) return step;
    return (wave) => {
      tape.record(wave, 0, wave.index, number, ALL, ALL);
      step(wave);
    };
  }

  /** The workgroups among some that make the accesses of the recorded one. */
  of(numbers: readonly number[], coordinates: (number: number) => Extent): readonly number[] {
    const tape = this.#tape;
    if (tape.isEmpty) return numbers;
    if (tape.capacity < numbers.length) return [];
    return numbers.filter((number) => this.#isAlike(coordinates(number)));
  }

  #isAlike(ids: Extent): boolean {
    const before = this.#findings.problems.length;
    const scalars = this.#scalarsOf(ids);
    const isSame = this.#tape.replays((wave) => {
      wave.waits.waitAll();
      for (const scalar of this.#idScalars) wave.s[scalar] = scalars[scalar] ?? 0;
    });
    // Errors are reported when the workgroup itself is executed.
    return isSame && this.#findings.problems.length === before;
  }

  #scalarsOf(ids: Extent): Uint32Array {
    initialise(this.#fresh, this.#around, ids);
    return this.#fresh.s;
  }

  /** Scalars whose initial value differs between workgroups. */
  #changingScalars(): number[] {
    const zero = this.#scalarsOf([0, 0, 0]).slice();
    const changing = new Set<number>();
    for (const ids of [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ] as const) {
      for (const [scalar, value] of this.#scalarsOf(ids).entries())
        if (value !== zero[scalar]) changing.add(scalar);
    }
    return [...changing];
  }
}
