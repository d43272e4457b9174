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
import type { Environment } from '../../state/environment.ts';
import type { Group, Step, Warp } from '@ldscope/simt';
import { changesNothing } from '../../rows/facts.ts';
import type { Code } from '../code.ts';
import { BlockMemory, type UnknownBytes } from './block-memory.ts';
import { CallLabels } from './calls.ts';
import { DroppedAccesses } from './dropped.ts';
import { type Followed, FollowedWarps } from './followed.ts';
import { Guards } from './guards.ts';
import { MemorySteps } from './memory-steps.ts';
import { NumberedEffects } from './numbered.ts';
import { Reductions } from './reductions.ts';
import { RegisterSteps } from './register-steps.ts';

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
  readonly #effects: NumberedEffects;
  readonly #memory: BlockMemory;
  readonly #warps: FollowedWarps;
  readonly #guards: Guards;
  readonly #calls: CallLabels;
  readonly #reductions: Reductions;
  readonly #dropped: DroppedAccesses;
  readonly #registerSteps: RegisterSteps;
  readonly #memorySteps: MemorySteps;

  constructor(context: UnknownContext) {
    const { code, environment, sources, specialLabels } = context;
    const { findings } = environment;
    const effects = new NumberedEffects(code);
    const memory = new BlockMemory(context);
    const warps = new FollowedWarps(code, effects, memory, specialLabels);
    const guards = new Guards(context, effects);
    const dropped = new DroppedAccesses(findings, sources);
    this.#context = context;
    this.#effects = effects;
    this.#memory = memory;
    this.#warps = warps;
    this.#guards = guards;
    this.#calls = new CallLabels(code, effects, sources);
    this.#reductions = new Reductions(effects);
    this.#dropped = dropped;
    this.#registerSteps = new RegisterSteps(warps, guards, dropped, context);
    this.#memorySteps = new MemorySteps({ environment, sources, effects, warps, memory, dropped });
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
    this.#registerSteps.begin();
    this.#memorySteps.skipped = skipped;
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
    const effects = this.#effects.of(number);
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
    const effects = this.#effects.of(number);
    if (instruction === undefined || effects === undefined || changesNothing(instruction))
      return step;
    const touched = this.#effects.touchedBy(number);
    if (touched === 'others')
      return this.#memorySteps.wrapOther(number, instruction, effects, step);
    if (touched.length > 0)
      return this.#memorySteps.wrap(number, instruction, effects, touched, step);
    return this.#registerSteps.wrap(number, instruction, effects, step);
  }
}
