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
import { type Decisions, messages, type Sources } from '@ldscope/core';
import type { Environment } from '../../state/environment.ts';
import type { Group, Warp } from '@ldscope/simt';
import { factsOf } from '../../rows/facts.ts';
import type { Code } from '../code.ts';
import { BranchRegions } from './branch-regions.ts';
import type { Followed } from './followed.ts';
import type { NumberedEffects } from './numbered.ts';

export interface GuardsContext {
  readonly code: Code;
  readonly environment: Environment;
  readonly sources: Sources;
  readonly decisions: Decisions;
  /** By instruction: how often it was executed, on all ways together. */
  readonly executions: Float64Array;
}

/** The condition of a guard: a version of a predicate, and whether lanes are active where it holds. */
interface Asked {
  readonly asks: string;
  readonly holdsWhenTaken: boolean;
}

export class Guards {
  readonly #context: GuardsContext;
  readonly #effects: NumberedEffects;
  readonly #regions: BranchRegions;
  /** The first branch and the first guard that depend on the same sources. */
  readonly #branches = new Map<string, number>();
  readonly #guards = new Map<string, number>();

  constructor(context: GuardsContext, effects: NumberedEffects) {
    this.#context = context;
    this.#effects = effects;
    this.#regions = new BranchRegions(context.code, effects);
  }

  /** Paths were chosen that may not occur in any launch. */
  get hasDecided(): boolean {
    return this.#branches.size > 0 || this.#guards.size > 0;
  }

  /** The lanes that execute an instruction, of those that pass its guard. */
  lanesOf(warp: Warp, followed: Followed, group: Group, number: number, active: number): number {
    const { code } = this.#context;
    followed.assumed = 0;
    const guard = code.guards[number] ?? -1;
    const instruction = code.instructions[number];
    if (guard < 0 || instruction === undefined) return active;
    const register = this.#effects.numberOf(guard);
    const unknown = (followed.registers.lanes[register] ?? 0) & group.mask;
    if (unknown === 0) return active;
    const labels = followed.registers.labelsOf(register, unknown);
    const known = active & ~unknown;
    const { opcode } = instruction;
    const { control } = factsOf(instruction);
    if (control === 'branch') {
      const taken = this.#decide(warp, followed, number, labels);
      followed.regions.open(number, this.#regions.of(number), group.frame, unknown, labels);
      return taken ? known | unknown : known;
    }
    if (control === 'trap' || control === 'break') return known;
    if (control === 'return' || control === 'exit') {
      this.#report(number, opcode, labels);
      return known;
    }
    if (this.#isTaken(followed, this.#askedBy(followed, number)) === false) return known;
    followed.assumed = unknown;
    followed.assumedLabels = labels;
    if (this.#effects.touchedBy(number).length > 0) this.#report(number, opcode, labels);
    return known | unknown;
  }

  /** Chooses an unknown entry of a table: one that leads to unexecuted instructions, else the first. */
  chooseEntry(warp: Warp, followed: Followed, number: number, lanes: number): void {
    const { code, environment, executions, sources } = this.#context;
    const control = code.controls[number];
    if (control?.kind !== 'table' || control.place === undefined) return;
    const register = this.#effects.numberOf(control.place);
    const unknown = (followed.registers.lanes[register] ?? 0) & lanes;
    if (unknown === 0) return;
    const labels = followed.registers.labelsOf(register, unknown);
    const said = sources.describe(labels);
    environment.findings.problem(number, messages.ptx.unknownBranch(said));
    this.#branches.set(said, number);
    const { frame } = warp.group;
    followed.regions.open(number, this.#regions.of(number), frame, unknown, labels);
    const fresh = control.targets.findIndex((target) => executions[target] === 0);
    for (let lane = 0; lane < 32; lane++)
      if ((unknown >>> lane) & 1) warp.i[control.place + lane] = Math.max(0, fresh);
  }

  #askedBy({ registers }: Followed, number: number): Asked {
    const { guards, negated } = this.#context.code;
    const version = registers.versions[this.#effects.numberOf(guards[number] ?? -1)] ?? 0;
    return {
      asks: `v${Math.abs(version)}`,
      holdsWhenTaken: version > 0 !== (negated[number] === 1),
    };
  }

  /** The outcome of a guard that the chosen path implies; `undefined` where it is open. */
  #isTaken({ facts }: Followed, { asks, holdsWhenTaken }: Asked): boolean | undefined {
    const fact = facts.get(asks);
    return fact === undefined ? undefined : fact === holdsWhenTaken;
  }

  /** The direction of lanes with an unknown guard; reported once per source. */
  #decide(warp: Warp, followed: Followed, number: number, labels: number): boolean {
    const { code, decisions, environment, sources } = this.#context;
    const said = sources.describe(labels);
    const place = this.#branches.get(said) ?? number;
    this.#branches.set(said, place);
    environment.findings.problem(place, messages.ptx.unknownBranch(said));
    const control = code.controls[number];
    const target = control?.kind === 'branch' ? control.target : number + 1;
    const asked = this.#askedBy(followed, number);
    const answer = this.#isTaken(followed, asked);
    const taken = decisions.next(warp.index, number, target, asked, answer) === target;
    followed.facts.set(asked.asks, taken === asked.holdsWhenTaken);
    return taken;
  }

  #report(number: number, opcode: string, labels: number): void {
    const { code, environment, sources } = this.#context;
    const said = sources.describe(labels);
    const place = this.#guards.get(said) ?? number;
    this.#guards.set(said, place);
    if (place !== number) return;
    const text = `@${code.negated[number] === 1 ? '!' : ''}p ${opcode}`;
    environment.findings.problem(number, messages.ptx.unknownGuard(text, said));
  }
}
