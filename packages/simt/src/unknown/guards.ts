/**
 * Unknown guards: the lanes that execute the instruction, and the direction of a branch.
 *
 *     @%p1 bra L1;               all lanes with an unknown guard go one way (`Decisions` in core)
 *     @%p1 st.shared [%r1], 0    they are taken to be active, unless the chosen path implies otherwise
 *     @%p1 exit;                 they stay, and the report says so
 *     brx.idx %r1, table;        they go to an entry that leads to unexecuted instructions, else to the first
 *
 * Each source of a decision is reported once, at its first use.
 */
import type { Decisions, Findings, Message, Sources } from '@ldscope/core';
import type { Group, Warp } from '../lanes/warp.ts';
import { BranchRegions } from './branch-regions.ts';
import type { Followed } from './followed.ts';
import type { UnknownProgram } from './program.ts';

export interface GuardsContext {
  readonly program: UnknownProgram;
  readonly findings: Findings;
  readonly sources: Sources;
  readonly decisions: Decisions;
  /** By instruction: how often it was executed, on all ways together. */
  readonly executions: Float64Array;
  readonly messages: GuardMessages;
}

/** Messages about decisions; `said`: their sources. */
interface GuardMessages {
  readonly branch: (said: string) => Message;
  readonly guard: (text: string, said: string) => Message;
}

/** The condition of a guard: a version of a predicate, and whether lanes are active where it holds. */
interface Asked {
  readonly asks: string;
  readonly holdsWhenTaken: boolean;
}

export class Guards {
  readonly #context: GuardsContext;
  readonly #regions: BranchRegions;
  /** The first branch and the first guard that depend on the same sources. */
  readonly #branches = new Map<string, number>();
  readonly #guards = new Map<string, number>();

  constructor(context: GuardsContext) {
    this.#context = context;
    this.#regions = new BranchRegions(context.program);
  }

  /** Paths were chosen that may not occur in any launch. */
  get hasDecided(): boolean {
    return this.#branches.size > 0 || this.#guards.size > 0;
  }

  /** The lanes that execute an instruction, of those that pass its guard. */
  lanesOf(warp: Warp, followed: Followed, group: Group, number: number, active: number): number {
    const { program } = this.#context;
    followed.assumed = 0;
    const guard = program.guardOf(number);
    if (guard === undefined) return active;
    const { register } = guard;
    const unknown = (followed.registers.lanes[register] ?? 0) & group.mask;
    if (unknown === 0) return active;
    const labels = followed.registers.labelsOf(register, unknown);
    const known = active & ~unknown;
    const going = program.goingOf(number);
    if (going === 'branch') {
      const taken = this.#decide(warp, followed, number, labels);
      followed.regions.open(number, this.#regions.of(number), group.frame, unknown, labels);
      return taken ? known | unknown : known;
    }
    if (going === 'stops') return known;
    if (going === 'return' || going === 'exit') {
      this.#report(number, labels);
      return known;
    }
    if (this.#isTaken(followed, this.#askedBy(followed, number)) === false) return known;
    followed.assumed = unknown;
    followed.assumedLabels = labels;
    if (program.touches(number)) this.#report(number, labels);
    return known | unknown;
  }

  /** Chooses an unknown entry of a table: one that leads to unexecuted instructions, else the first. */
  chooseEntry(warp: Warp, followed: Followed, number: number, lanes: number): void {
    const { program, findings, executions, sources, messages } = this.#context;
    const control = program.controlOf(number);
    if (control?.kind !== 'table' || control.place === undefined) return;
    const register = program.numberOf(control.place);
    const unknown = (followed.registers.lanes[register] ?? 0) & lanes;
    if (unknown === 0) return;
    const labels = followed.registers.labelsOf(register, unknown);
    const said = sources.describe(labels);
    findings.problem(number, messages.branch(said));
    this.#branches.set(said, number);
    const { frame } = warp.group;
    followed.regions.open(number, this.#regions.of(number), frame, unknown, labels);
    const fresh = control.targets.findIndex((target) => executions[target] === 0);
    for (let lane = 0; lane < 32; lane++)
      if ((unknown >>> lane) & 1) warp.i[control.place + lane] = Math.max(0, fresh);
  }

  #askedBy({ registers }: Followed, number: number): Asked {
    const guard = this.#context.program.guardOf(number);
    const version = guard === undefined ? 0 : (registers.versions[guard.register] ?? 0);
    return { asks: `v${Math.abs(version)}`, holdsWhenTaken: version > 0 !== guard?.isNegated };
  }

  /** The outcome of a guard that the chosen path implies; `undefined` where it is open. */
  #isTaken({ facts }: Followed, { asks, holdsWhenTaken }: Asked): boolean | undefined {
    const fact = facts.get(asks);
    return fact === undefined ? undefined : fact === holdsWhenTaken;
  }

  /** The direction of lanes with an unknown guard; reported once per source. */
  #decide(warp: Warp, followed: Followed, number: number, labels: number): boolean {
    const { program, decisions, findings, sources, messages } = this.#context;
    const said = sources.describe(labels);
    const place = this.#branches.get(said) ?? number;
    this.#branches.set(said, place);
    findings.problem(place, messages.branch(said));
    const control = program.controlOf(number);
    const target = control?.kind === 'branch' ? control.target : number + 1;
    const asked = this.#askedBy(followed, number);
    const answer = this.#isTaken(followed, asked);
    const taken = decisions.next(warp.index, number, target, asked, answer) === target;
    followed.facts.set(asked.asks, taken === asked.holdsWhenTaken);
    return taken;
  }

  #report(number: number, labels: number): void {
    const { program, findings, sources, messages } = this.#context;
    const said = sources.describe(labels);
    const place = this.#guards.get(said) ?? number;
    this.#guards.set(said, place);
    if (place !== number) return;
    const negation = program.guardOf(number)?.isNegated === true ? '!' : '';
    const text = `@${negation}p ${program.nameOf(number)}`;
    findings.problem(number, messages.guard(text, said));
  }
}
