/**
 * Execution with unknown values: which registers and words of memory depend on unknown inputs.
 *
 *     ld.param.u32 %r1, [n]          r1 depends on argument n
 *     mad.lo.s32 %r2, %r1, %r3, 4    r2 as well, in all lanes
 *     st.shared.f32 [%r2], %f1       its address is unknown: reported, not counted
 *     st.shared.f32 [%r4], %f2       counted; the words get the sources of %f2
 *
 * Memory behind an unknown pointer is unknown. At an unknown branch the lanes that do not know go one way together
 * (`Decisions` in core), and behind its join everything that its region may have written depends on it (`regions.ts`), so
 * that no address is ever computed from a value of only one path. Lanes of an unknown guard are taken to be active.
 *
 * LIMITATIONS. A store to an unknown address is taken not to reach shared memory or a variable of the module, unless the
 * address is derived from one. A loop whose end is unknown is counted for one iteration.
 */
import { type Decisions, messages, type Sources } from '@ldscope/core';
import {
  BlockMemory,
  DroppedAccesses,
  type Followed,
  FollowedWarps,
  type Group,
  Guards,
  memoryStep,
  type MemoryStepsContext,
  Reductions,
  registerStep,
  type Step,
  type UnknownBytes,
  type Warp,
} from '@ldscope/simt';
import { textOf } from '../../isa/memory/context.ts';
import { changesNothing, isOfBarrier, memoryOf } from '../../rows/facts.ts';
import type { Environment } from '../../state/environment.ts';
import type { Code } from '../code.ts';
import { CallLabels } from './calls.ts';
import { OtherSteps } from './other-steps.ts';
import { PtxProgram } from './program.ts';

export interface UnknownContext {
  readonly code: Code;
  readonly environment: Environment;
  readonly sources: Sources;
  readonly decisions: Decisions;
  /** By instruction: how often it was executed, on all ways together. */
  readonly executions: Float64Array;
  readonly bytes: readonly UnknownBytes[];
  /** The module has variables that kernels may write. */
  readonly hasGlobals: boolean;
  /** The labels of a special register; 0 for a known one. */
  readonly specialLabels: (name: string) => number;
}

export class UnknownTracker {
  /** Instructions that were executed on paths that may not occur in any launch. */
  readonly uncertain = new Set<number>();
  readonly #context: UnknownContext;
  readonly #program: PtxProgram;
  readonly #memory: BlockMemory;
  readonly #warps: FollowedWarps;
  readonly #guards: Guards;
  readonly #calls: CallLabels;
  readonly #reductions: Reductions;
  readonly #dropped: DroppedAccesses;
  readonly #others: OtherSteps;
  readonly #steps: MemoryStepsContext;

  constructor(context: UnknownContext) {
    const { code, decisions, environment, executions, sources, specialLabels } = context;
    const { findings } = environment;
    const program = new PtxProgram(code);
    const memory = new BlockMemory(context);
    const warps = new FollowedWarps(program, memory, specialLabels);
    const said = { branch: messages.ptx.unknownBranch, guard: messages.ptx.unknownGuard };
    const guards = new Guards({
      program,
      findings,
      sources,
      decisions,
      executions,
      messages: said,
    });
    const dropped = new DroppedAccesses(findings, sources, (name, what, said) =>
      what === 'address'
        ? messages.ptx.unknownAddress(name, said)
        : messages.ptx.unknownCopy(name, what, said),
    );
    const others = new OtherSteps({
      environment,
      sources,
      program,
      warps,
      memory,
      dropped,
      guards,
    });
    this.#context = context;
    this.#program = program;
    this.#memory = memory;
    this.#warps = warps;
    this.#guards = guards;
    this.#calls = new CallLabels(code, program, sources);
    this.#reductions = new Reductions(program);
    this.#dropped = dropped;
    this.#others = others;
    this.#steps = {
      sources,
      warps,
      memory,
      dropped,
      execute: (number, warp, mask, step, open) => {
        environment.open = open.size ? 'size' : 'nothing';
        environment.hasUnknownData = open.data;
        others.execute(number, warp, mask, step, open.place);
        environment.open = 'nothing';
        environment.hasUnknownData = false;
      },
    };
  }

  /** LDS instructions with executions that were not recorded, and why. */
  get dropped(): ReadonlyMap<number, string> {
    return this.#dropped.reasons;
  }

  /** Paths were chosen that may not occur in any launch. */
  get hasDecided(): boolean {
    return this.#guards.hasDecided;
  }

  get hasPlan(): boolean {
    return this.#context.decisions.hasPlan;
  }

  /** Begins a block, on the paths of a pass; accesses of `skipped` are left out: an earlier path has them. */
  begin(pass: number, warps: readonly Warp[], skipped: ReadonlySet<number>): void {
    this.#context.decisions.begin(pass);
    this.#memory.begin(pass);
    const { environment } = this.#context;
    environment.openPhases.clear();
    environment.openArrivals = undefined;
    this.#reductions.begin();
    this.#others.begin(skipped);
    this.#warps.begin(warps);
  }

  /**
   * Called before each instruction with the lanes that pass its guard; returns the lanes that execute it. Here lanes reach
   * joins, and unknown branches go one way.
   */
  visit(warp: Warp, group: Group, number: number, active: number): number {
    const followed = this.#warps.of(warp);
    followed.regions.arrive(group, number);
    const lanes = this.#guards.lanesOf(warp, followed, group, number, active);
    if (lanes === 0) return 0;
    const { code, executions } = this.#context;
    if (code.controls[number]?.kind === 'table')
      this.#guards.chooseEntry(warp, followed, number, lanes);
    executions[number] = (executions[number] ?? 0) + 1;
    if (followed.assumed !== 0 || followed.regions.hasLanes(lanes)) this.uncertain.add(number);
    this.#onControl(warp, followed, group, number, lanes);
    return lanes;
  }

  /** The effect of control instructions on words and registers: calls copy, barriers reduce, lanes end. */
  #onControl(warp: Warp, followed: Followed, group: Group, number: number, lanes: number): void {
    const control = this.#context.code.controls[number];
    if (control?.kind === 'exit') followed.regions.end(lanes);
    if (control?.kind === 'barrier' && control.reduction !== undefined)
      this.#reductions.reduce(followed, number, lanes, control.reduction.target);
    if (control?.kind !== 'own') return;
    const { own } = control;
    if (own.kind === 'call') this.#calls.call(warp, followed, number, own, lanes);
    if (own.kind === 'warpgroup') this.#onProduct(warp, followed, number, lanes);
    if (own.kind !== 'return') return;
    if (group.frame === undefined) followed.regions.end(lanes);
    else this.#calls.return(followed, group.frame, lanes);
  }

  /** A product of a warpgroup: its matrices in shared memory are unknown as a whole. */
  #onProduct(warp: Warp, followed: Followed, number: number, lanes: number): void {
    const effects = this.#program.effectsOf(number);
    if (effects === undefined) return;
    const { sources } = this.#context;
    const labels = followed.addressLabels(effects, lanes);
    if (labels !== 0) warp.fail(messages.ptx.unknownDescriptor(sources.describe(labels)));
    const result = { lanes: -1, labels: sources.bit('what wgmma multiplies') };
    followed.write(effects, lanes, result);
  }

  /** The step that also tracks unknown values; made for `Code.wrap`. */
  wrap(number: number, step: Step): Step {
    const instruction = this.#context.code.instructions[number];
    const effects = this.#program.effectsOf(number);
    if (instruction === undefined || effects === undefined || changesNothing(instruction))
      return step;
    const memory = memoryOf(instruction);
    const places = this.#program.touchedBy(number);
    if (places === 'others') return this.#others.other(number, instruction, effects, step);
    if (isOfBarrier(instruction)) return this.#others.barrier(number, instruction, effects, step);
    if (places.length === 0) return registerStep(this.#warps, effects, step);
    const { modifiers } = instruction;
    const isArgument =
      memory === 'load' &&
      modifiers.includes('param') &&
      effects.reads.length === 0 &&
      effects.addresses.length === 0;
    const name = textOf(instruction);
    const throughL1 = places.length > 1 && modifiers.includes('ca');
    const sides = this.#others.sidesOf(number, instruction);
    return memoryStep(
      this.#steps,
      { number, name, effects, places, isArgument, ...sides, throughL1 },
      step,
    );
  }
}
