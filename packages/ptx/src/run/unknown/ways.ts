/**
 * The ways through a kernel with unknown branches: a block is executed again and again, each time on a way that leads to
 * accesses which were not executed before, and each access is counted on the first way that has it.
 *
 *     if (n > 0) a(); else b();      way 1: a     way 2: b, and what is common is not counted again
 *
 * Later blocks of the launch follow the same ways.
 */
import { CodeGraph, Decisions, messages, Sources } from '@ldscope/core';
import { spaceOf } from '../../isa/memory/context.ts';
import type { Block, Environment } from '../../state/environment.ts';
import { type Failure, SOURCE_BITS, type UnknownBytes, type Warp } from '@ldscope/simt';
import { factsOf, memoryOf } from '../../rows/facts.ts';
import type { Memory } from '../../rows/row.ts';
import type { Instruction } from '../../text/program.ts';
import type { Code } from '../code.ts';
import { UnknownTracker } from './tracker.ts';

/** The most paths that are followed. */
const MOST_WAYS = 48;
/** The most consecutive paths without a new access. */
const MOST_BARREN = 8;
/** All warps on all paths together may take as many steps as this number of warps. */
const BUDGET_WARPS = 4;

/** The inputs that are not given. */
export interface Unknowns {
  readonly bytes: readonly UnknownBytes[];
  /** The source of a special register, in words; `undefined` for a known one. */
  readonly specialLabel: (name: string) => string | undefined;
  readonly hasGlobals: boolean;
}

export interface WaysContext {
  readonly code: Code;
  readonly environment: Environment;
  readonly maxSteps: number;
  readonly isOutOfTime: (() => boolean) | undefined;
}

/** Instructions that are counted when they are executed. */
const ACCESSES: ReadonlySet<Memory> = new Set<Memory>([
  'load',
  'store',
  'atomic',
  'async',
  'copy',
  'matrix-load',
  'matrix-store',
  'tile-load',
  'tile-store',
]);

export class Ways {
  readonly tracker: UnknownTracker;
  readonly #context: WaysContext;
  readonly #executions: Float64Array;
  /** Instructions that are not recorded on a way, by way. */
  readonly #skipped: ReadonlySet<number>[] = [];
  readonly #takesGeneric: boolean;
  #steps = 0;

  constructor(context: WaysContext, { bytes, specialLabel, hasGlobals }: Unknowns) {
    const { code, environment } = context;
    const { instructions } = code;
    this.#context = context;
    this.#executions = new Float64Array(instructions.length);
    this.#takesGeneric = instructions.some(
      (one) => factsOf(one).gives === 'generic-address' && spaceOf(one.modifiers) === 'shared',
    );
    const sources = new Sources(SOURCE_BITS);
    const graph = new CodeGraph({
      count: instructions.length,
      successors: (number) => [...code.successors(number), ...code.calleesOf(number)],
      isEnd: (number) => isEnd(instructions[number], code.isInEntry(number)),
      isWanted: (number) => this.#isShared(number) || isGlobal(instructions[number]),
    });
    this.tracker = new UnknownTracker({
      code,
      environment,
      sources,
      decisions: new Decisions(this.#executions, graph),
      executions: this.#executions,
      bytes,
      hasGlobals,
      specialLabels: (name) => {
        const label = specialLabel(name);
        return label === undefined ? 0 : sources.bit(label);
      },
    });
  }

  /** Executes a block on all its ways; `once` makes its warps and runs them to their end. */
  run(
    block: number,
    blocks: readonly Block[],
    once: (begin: (warps: readonly Warp[]) => void) => Failure | undefined,
  ): Failure | undefined {
    const { maxSteps, isOutOfTime } = this.#context;
    let ended = false;
    let barren = 0;
    let failure: Failure | undefined;
    for (let way = 0; way < MOST_WAYS; way++) {
      const skipped = (this.#skipped[way] ??= new Set(this.#executed()));
      for (const { recorder } of blocks) recorder.skip(skipped);
      const before = this.#executed().length;
      const rows = blocks.map(({ recorder }) => recorder.count);
      const executions = this.#executions.slice();
      let warps: readonly Warp[] = [];
      const stopped = once((made) => {
        warps = made;
        this.tracker.begin(way, made, skipped);
      });
      this.#steps += warps.reduce((sum, { steps }) => sum + steps, 0);
      const isKnown = way + 1 < this.#skipped.length;
      if (stopped === undefined) ended = true;
      else {
        // A path that does not end counts as one that was not followed; without a choice on it, no launch may end.
        for (const [index, { recorder }] of blocks.entries()) recorder.truncate(rows[index] ?? 0);
        this.#executions.set(executions);
        failure ??= stopped;
        if (!this.tracker.hasDecided) break;
      }
      if (this.#steps >= BUDGET_WARPS * maxSteps) {
        failure ??= { number: 0, message: messages.execute.stepBudget(this.#steps) };
        break;
      }
      if (isOutOfTime?.() === true) {
        failure ??= { number: 0, message: messages.execute.timeBudget() };
        break;
      }
      if (isKnown) continue;
      const learned = this.#executed().length > before;
      barren = learned ? 0 : barren + 1;
      const mayLearn = learned || (this.tracker.hasPlan && barren < MOST_BARREN);
      if (block > 0 || !mayLearn || this.notReached().length === 0) break;
    }
    return ended ? undefined : failure;
  }

  #executed(): number[] {
    const numbers: number[] = [];
    for (const [number, count] of this.#executions.entries()) if (count > 0) numbers.push(number);
    return numbers;
  }

  /** Instructions that access shared memory by their own words, in the functions that the kernel calls. */
  #isShared(number: number): boolean {
    const instruction = this.#context.code.instructions[number];
    if (instruction === undefined) return false;
    const memory = memoryOf(instruction);
    const { modifiers } = instruction;
    if (!ACCESSES.has(memory)) return false;
    if (modifiers.some((name) => name.startsWith('shared')) || memory === 'copy') return true;
    return this.#takesGeneric && spaceOf(modifiers) === 'generic';
  }

  /** Instructions on shared memory that no path has reached. */
  notReached(): number[] {
    return [...this.#executions.keys()].filter(
      (number) => this.#executions[number] === 0 && this.#isShared(number),
    );
  }

  /** Why instructions on shared memory have no counts, with those that have. */
  coverage(
    recorded: Iterable<number>,
    uncounted: ReadonlyMap<number, string>,
  ): { readonly instructions: number; readonly reasons: readonly string[] } {
    const { dropped } = this.tracker;
    const missing = new Map<number, string>();
    for (const number of this.notReached()) missing.set(number, 'not reached');
    for (const [number, name] of uncounted) missing.set(number, `of ${name}`);
    for (const [number, why] of dropped) missing.set(number, why);
    const all = new Set([...recorded, ...missing.keys()]);
    return { instructions: all.size, reasons: [...missing.values()] };
  }
}

const isEnd = (instruction: Instruction | undefined, inEntry: boolean): boolean => {
  const control = instruction && factsOf(instruction).control;
  return control === 'exit' || (control === 'return' && inEntry);
};

const isGlobal = (instruction: Instruction | undefined): boolean =>
  instruction !== undefined &&
  ACCESSES.has(memoryOf(instruction)) &&
  (instruction.modifiers.includes('global') || spaceOf(instruction.modifiers) === 'generic');
