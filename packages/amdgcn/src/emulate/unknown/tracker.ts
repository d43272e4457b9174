/**
 * Execution with unknown values: which registers, LDS words and memory words depend on unknown inputs.
 *
 *     s_load_dword s4, s[0:1], 0x18     s4 depends on argument n; that of s_memtime on the clock, whatever is given
 *     v_mul_lo_u32 v1, s4, v0           v1 as well, in the lanes that are active
 *     ds_write_b32 v1, v2               its address is unknown: reported, not counted
 *     ds_write_b32 v0, v1               counted; the LDS words depend on n
 *
 * Lanes of vector registers and bits of scalars are unknown one by one (`registers.ts`, `values.ts`). An unknown branch goes
 * where `Decisions` of core say, so that a loop is executed once; lanes behind an unknown mask are taken to stay active, and
 * a loop that waits for all of them to leave is left after one turn. Steps are wrapped, so a launch with all its arguments
 * pays nothing, unless addresses depend on values that no launch determines (`unpredictable.ts`).
 *
 * LIMITATIONS. 29 sources are told apart, the rest share one name. A store to an unknown place is dropped: it is taken not
 * to reach memory that the kernel knows, except for private memory.
 */
import { messages } from '@ldscope/core';
import { factsOf } from '../../isa/facts.ts';
import type { Instruction } from '../../text/program.ts';
import type { Preloaded } from '../initial.ts';
import type { Step, Wave } from '../../state/wave.ts';
import { onRegisters } from './arithmetic.ts';
import { onBranch, onExecBranch, onJump, onSkip } from './control.ts';
import { onLds } from './lds.ts';
import { onMemory, onScalarMemory } from './memory.ts';
import type { OpenBranch } from '../options.ts';
import { type UnknownContext, UnknownState } from './state.ts';
import { effectsOf, shortName } from './unexecuted.ts';
import { onUnpredictable, unpredictable } from './unpredictable.ts';

export class UnknownTracker {
  readonly #state: UnknownState;

  constructor(context: UnknownContext) {
    this.#state = new UnknownState(context);
  }

  /** Begins a workgroup, on the paths of a pass. */
  begin(pass: number, waves: readonly Wave[], preloaded: readonly (readonly Preloaded[])[]): void {
    this.#state.begin(pass, waves, preloaded);
  }

  /** Paths were chosen that may not occur in any launch. */
  get hasDecided(): boolean {
    return this.#state.hasDecided;
  }

  /** A wave continued against its known values. */
  get hasChosen(): boolean {
    return this.#state.hasChosen;
  }

  /** Branches that unknown values decide. */
  get openBranches(): readonly OpenBranch[] {
    return this.#state.openBranches;
  }

  /** True when another pass may reach new instructions. */
  get hasPlan(): boolean {
    return this.#state.decisions.hasPlan;
  }

  /** Words of the arguments that were read and belong to no argument of the metadata. */
  get nameless(): ReadonlySet<string> {
    return this.#state.nameless;
  }

  /** LDS instructions with executions that were not recorded, and why. */
  get dropped(): ReadonlyMap<number, string> {
    return this.#state.dropped;
  }

  /** The step that also follows unknown values; made for `Code.wrap`. */
  wrap(number: number, step: Step | undefined): Step | undefined {
    const state = this.#state;
    const instruction = state.program.instructions[number];
    if (instruction === undefined) return undefined;
    if (step === undefined) return onUnexecuted(state, number, instruction);
    const open = unpredictable(instruction, state.environment.target);
    if (open !== undefined) return onUnpredictable(state, number, open, step);
    const unit = state.code.classOf(number);
    if (unit === 'LDS') return onLds(state, number, instruction, step);
    if (unit === 'VMEM') return onMemory(state, number, instruction, step);
    if (unit === 'SMEM') return onScalarMemory(state, instruction, number, step);
    const { control, condition } = factsOf(instruction, state.environment.target);
    if (control === 'jump' || control === 'far-call')
      return onJump(state, number, instruction, step);
    if (control === 'skip') return onSkip(state, number, instruction, step);
    if (condition === undefined) return onRegisters(state, number, instruction, step);
    if (condition === 'never') return step;
    return condition.asks === 'exec'
      ? onExecBranch(state, number, instruction, condition.taken, step)
      : onBranch(state, number, instruction, condition, step);
  }
}

/** An instruction that cannot be executed: its results become unknown. */
function onUnexecuted(state: UnknownState, number: number, instruction: Instruction): Step {
  const { mnemonic } = instruction;
  const line = state.lineOf(number);
  const place = line === undefined ? '' : ` in line ${line}`;
  const source = `the result of ${shortName(mnemonic)}${place}`;
  const bit = state.sources.bit(source);
  const { reads, writes, ends, writesLds, masks, branch, orders } = effectsOf(
    instruction,
    state.code.use(number),
  );
  const target = branch === undefined ? undefined : state.program.labels.get(branch);
  const { findings, lds } = state.environment;
  return (wave) => {
    if (orders && !ends) {
      findings.problem(number, messages.emulate.openHazards(shortName(mnemonic)));
      wave.isUnordered = true;
      findings.hidesHazards = true;
      lds.hideHazards();
    }
    state.hasChosen = true;
    state.drop(number, 'that cannot be executed');
    if (masks) findings.problem(number, messages.emulate.unknownMask(shortName(mnemonic), source));
    if (target !== undefined)
      findings.problem(number, messages.emulate.unknownBranch(shortName(mnemonic), source));
    const { registers } = state.of(wave);
    const labels = bit | registers.labelsOf(reads);
    registers.mark(writes, labels, wave);
    if (writesLds) state.lds.spread(labels);
    if (ends) wave.status = 'ended';
    if (target !== undefined) wave.pc = state.decisions.next(wave.index, number, target);
  };
}
