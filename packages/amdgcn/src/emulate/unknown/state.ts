/**
 * The unknown values during the execution of a workgroup, and the reports about them: shared by all wrapped steps.
 *
 * A label is a bit of one of 30 sources (`Sources`); a value depends on the sources whose bits it has.
 */
import { type Asked, type Decisions, messages, Sources } from '@ldscope/core';
import { SOURCE_BITS, WordLabels } from '@ldscope/simt';
import type { Instruction, Program } from '../../text/program.ts';
import { type KernelArguments, NAMELESS } from '../arguments.ts';
import type { Code } from '../code.ts';
import type { Environment } from '../../state/environment.ts';
import type { Preloaded } from '../initial.ts';
import type { OpenBranch } from '../options.ts';
import { LdsUnknowns } from './words.ts';
import { UnknownRegisters } from './registers.ts';
import { SHARED_APERTURE } from '../../state/scalars.ts';
import { SCALAR_ID } from '../../state/waits.ts';
import type { Step, Wave } from '../../state/wave.ts';

/** The state that is tracked for one wave of the workgroup. */
export interface Followed {
  readonly registers: UnknownRegisters;
  /** How often exec was set from known values alone. */
  epoch: number;
  /** By branch on exec: the epoch of its last visit. */
  readonly visits: Map<number, number>;
  /** The outcomes of comparisons of unknown values that the chosen paths imply. */
  readonly facts: Map<string, boolean>;
}

/** Words of memory that are not given, apart from the arguments. */
export interface UnknownWords {
  readonly base: number;
  readonly bytes: number;
  readonly label: string;
}

export interface UnknownContext {
  readonly program: Program;
  readonly code: Code;
  readonly environment: Environment;
  readonly given: KernelArguments;
  readonly unknownWords: readonly UnknownWords[];
  readonly executions: Float64Array;
  readonly decisions: Decisions;
  readonly lineOf: (number: number) => number | undefined;
}

/** Where a flat address is in LDS; `undefined` for one of other memory. */
function ldsAddress(address: number): number | undefined {
  return Math.floor(address / 2 ** 32) === SHARED_APERTURE ? address % 2 ** 32 : undefined;
}

export class UnknownState {
  readonly code: Code;
  readonly environment: Environment;
  readonly given: KernelArguments;
  readonly decisions: Decisions;
  readonly lds: LdsUnknowns;
  readonly sources = new Sources(SOURCE_BITS);
  /** How often each instruction was executed. */
  readonly executions: Float64Array;
  /** Steps that follow what is unknown, by instruction: those of the part of the kernel that is executed. */
  readonly transfers = new Map<number, Step>();
  readonly memory = new WordLabels();
  /** Labels of stores that may have gone anywhere in private memory. */
  privateLabels = 0;
  /** Words of the arguments that were read and belong to no argument of the metadata. */
  readonly nameless = new Set<string>();
  /** LDS instructions with executions that were not recorded, and why. */
  readonly dropped = new Map<number, string>();
  readonly #context: UnknownContext;
  #waves: Followed[] = [];
  /** By source: the first branch, and the first mask. */
  readonly #branches = new Map<string, number>();
  readonly #masks = new Map<string, number>();

  constructor(context: UnknownContext) {
    this.#context = context;
    this.code = context.code;
    this.environment = context.environment;
    this.given = context.given;
    this.decisions = context.decisions;
    this.executions = context.executions;
    this.lds = new LdsUnknowns(context.environment.lds.bytes, context.environment.target);
  }

  get program(): Program {
    return this.#context.program;
  }

  /** Paths were chosen that may not occur in any launch. */
  get hasDecided(): boolean {
    return this.#branches.size > 0;
  }

  /** A wave continued against its known values: by a branch, a skip of no lanes, or an instruction that is not executed. */
  hasChosen = false;

  /** Branches that unknown values decide: the first of each set of sources. */
  get openBranches(): readonly OpenBranch[] {
    return [...this.#branches].map(([sources, number]) => ({ sources, number }));
  }

  /** Begins a workgroup, on the paths of a pass. */
  begin(pass: number, waves: readonly Wave[], preloaded: readonly (readonly Preloaded[])[]): void {
    this.decisions.begin(pass);
    this.lds.reset();
    this.#waves = waves.map((_, index) => {
      const registers = new UnknownRegisters();
      for (const { register, word } of preloaded[index] ?? []) {
        const labels = this.argumentLabels(word);
        registers.writeScalar(SCALAR_ID + register, labels === 0 ? 0 : -1, labels);
        registers.nameArgument(SCALAR_ID + register, word, waves[index]?.s[register] ?? 0);
      }
      return {
        registers,
        epoch: 0,
        visits: new Map<number, number>(),
        facts: new Map<string, boolean>(),
      };
    });
  }

  /** The tracked state of a wave. */
  of(wave: Wave): Followed {
    const followed = this.#waves[wave.index];
    if (followed === undefined) throw new RangeError(`wave ${wave.index} was not begun`);
    return followed;
  }

  /** The source of a word of the argument segment. */
  argumentLabels(word: number): number {
    const index = this.given.unknownWords[word] ?? 0;
    if (index === NAMELESS) {
      const name = `kernarg+${4 * word}`;
      this.nameless.add(name);
      return this.sources.bit(`argument ${name}`);
    }
    const argument = this.given.unknown[index - 1];
    if (argument === undefined) return 0;
    return this.sources.bit(`argument ${argument.name} (offset ${argument.offset})`);
  }

  /** The sources of the word at an address: an argument, or those of the stored value; flat addresses may be in LDS. */
  wordLabels(address: number): number {
    const inLds = ldsAddress(address);
    if (inLds !== undefined) return this.lds.labelsAt(inLds);
    const { segment } = this.given;
    const offset = address - segment.base;
    if (offset >= 0 && offset < segment.bytes) return this.argumentLabels(offset >> 2);
    for (const { base, bytes, label } of this.#context.unknownWords) {
      if (address >= base && address < base + bytes) return this.sources.bit(label);
    }
    return this.memory.at(address, 4);
  }

  /** No word of memory or LDS depends on anything unknown. */
  get isMemoryKnown(): boolean {
    return this.memory.isEmpty && this.lds.isKnown;
  }

  /** Sets the sources of the word at an address; flat addresses may be in LDS. */
  markWord(address: number, labels: number): void {
    const inLds = ldsAddress(address);
    if (inLds !== undefined) this.lds.markRange(inLds, 4, labels);
    else this.memory.put(address, 4, labels);
  }

  /** The source of data loaded through an unknown pointer. */
  contentsOf(labels: number): number {
    return this.sources.bit(`the memory behind ${this.sources.describe(labels)}`);
  }

  /**
   * Reports that the active lanes are unknown. Loops and restored masks have many such places: only the first is reported.
   */
  reportMask(number: number, mnemonic: string, labels: number): void {
    const sources = this.sources.describe(labels);
    const place = this.#masks.get(sources) ?? number;
    this.#masks.set(sources, place);
    if (place !== number) return;
    this.environment.findings.problem(number, messages.emulate.unknownMask(mnemonic, sources));
  }

  /** An access to LDS whose address is unknown is not counted. */
  reportAddress(number: number, mnemonic: string, labels: number): void {
    const sources = this.sources.describe(labels);
    this.drop(number, `whose address depends on ${sources}`);
    this.environment.findings.problem(number, messages.emulate.unknownAddress(mnemonic, sources));
  }

  /** An access to LDS was not recorded: the first reason stays. */
  drop(number: number, reason: string): void {
    if (!this.dropped.has(number)) this.dropped.set(number, reason);
  }

  /**
   * Takes one direction of an unknown branch, and reports it. `asked`: the condition of the branch, and whether it holds
   * when the branch is taken.
   */
  decide(
    wave: Wave,
    number: number,
    mnemonic: string,
    target: number,
    labels: number,
    asked?: Asked,
  ): void {
    this.hasChosen = true;
    const sources = this.sources.describe(labels);
    // Loops with one bound have many branches: only the first is reported.
    const place = this.#branches.get(sources) ?? number;
    this.#branches.set(sources, place);
    const { findings } = this.environment;
    findings.problem(place, messages.emulate.unknownBranch(mnemonic, sources));
    if (asked === undefined) {
      wave.pc = this.decisions.next(wave.index, number, target);
      return;
    }
    const { facts } = this.of(wave);
    const { asks, holdsWhenTaken } = asked;
    const fact = facts.get(asks);
    const answer = fact === undefined ? undefined : fact === holdsWhenTaken;
    wave.pc = this.decisions.next(wave.index, number, target, asked, answer);
    facts.set(asks, (wave.pc === target) === holdsWhenTaken);
  }

  /** Where a branch goes. */
  targetOf({ operands: [operand] }: Instruction): number | undefined {
    return operand?.kind === 'symbol' ? this.program.labels.get(operand.name) : undefined;
  }

  /** Where an instruction is in its source. */
  lineOf(number: number): number | undefined {
    return this.#context.lineOf(number);
  }
}
