/**
 * Which way an unknown branch goes, so that everything is executed and loops end.
 *
 *     loop: ...                    where accesses are left to execute that the other way does not lead to;
 *       s_cbranch_scc0 exit        with such accesses on both ways, where nothing was executed yet, then one or the
 *       ...                        other; else the way that is nearer to the end of the kernel
 *       s_branch loop
 *     exit: s_endpgm
 *
 * The way out of a loop is nearer to the end than the way round, wherever its code lies: the way round comes back to the
 * branch. A branch that is visited again and again in spite of that goes both ways in turn; then every way that leads out is
 * tried at last. The waves of a workgroup make the same decisions, by how often each has been at the branch, so that they meet at barriers.
 *
 * A wave gets the same answer every time: of two branches that ask whether n is 0, both go the way of the first. Most
 * passes are the same as an earlier one up to the branch whose other way is nearest to what was never executed; where
 * that branch only repeats an answer, the branch that was the first to ask goes the other way.
 */
import type { CodeGraph } from './code-graph.ts';

/** Visits of a branch by a wave that look for code that was not executed. */
const CURIOUS = 4;
/** Visits after which a branch goes its ways in turn. */
const PATIENT = 32;
/** The number of passes without a plan, and the interval of such passes later. */
const FREE = 3;
/** Passes that look for what is behind the other way of a branch. */
const ATTEMPTS = 4;

/** What a branch asks of unknown values. */
export interface Asked {
  readonly asks: string;
  /** Whether that is so where the branch is taken. */
  readonly holdsWhenTaken: boolean;
}

/** A first visit of a branch in a pass. */
interface Decision {
  readonly branch: number;
  readonly way: number;
  readonly other: number;
  readonly asks: string | undefined;
}

export class Decisions {
  readonly #executions: Float64Array;
  readonly #graph: CodeGraph;
  /** By pass: the way taken at the n-th visit of a branch, by its number. Later workgroups follow it. */
  readonly #passes: Map<number, number[]>[] = [];
  #taken = new Map<number, number[]>();
  #pass = 0;
  readonly #visits = new Map<string, number>();
  /** First visits in the order in which waves came to them, by pass. */
  readonly #histories: Decision[][] = [];
  #history: Decision[] = [];
  /** Ways of first visits in this pass, by branch, that lead to what was not executed. */
  #plan = new Map<number, number>();
  readonly #attempted = new Set<Decision>();
  /** How often the other way of a branch was looked for. */
  readonly #attempts = new Map<string, number>();

  /** `executions`: how often each instruction was executed so far, on all ways together. */
  constructor(executions: Float64Array, graph: CodeGraph) {
    this.#executions = executions;
    this.#graph = graph;
  }

  begin(pass: number): void {
    const known = this.#passes[pass];
    this.#pass = pass;
    this.#plan = new Map<number, number>();
    if (known === undefined && pass >= FREE && pass % FREE !== 1) this.#planFor(this.#nearest());
    this.#taken = known ?? new Map<number, number[]>();
    this.#passes[pass] = this.#taken;
    this.#history = [];
    if (known === undefined) this.#histories.push(this.#history);
    this.#visits.clear();
  }

  /** Another pass has something to look for. */
  get hasPlan(): boolean {
    return this.#nearest() !== undefined;
  }

  /** The next instruction of a wave at a branch to `target`; `answer`: whether it is taken, where that is known. */
  next(wave: number, branch: number, target: number, asked?: Asked, answer?: boolean): number {
    const key = `${wave} ${branch}`;
    const visit = this.#visits.get(key) ?? 0;
    this.#visits.set(key, visit + 1);
    const taken = this.#taken.get(branch) ?? [];
    this.#taken.set(branch, taken);
    const decided = taken[visit];
    if (decided !== undefined) return decided;
    const following = branch + 1;
    // A branch that a loop visits again and again does not get the same answer forever.
    const known = answer === undefined || visit >= PATIENT ? undefined : answer;
    const way =
      known === undefined ? this.#choose(visit, branch, target) : known ? target : following;
    taken[visit] = way;
    const other = way === target ? following : target;
    if (visit === 0) this.#history.push({ branch, way, other, asks: asked?.asks });
    return way;
  }

  #choose(visit: number, branch: number, target: number): number {
    const following = branch + 1;
    const graph = this.#graph;
    const planned = visit === 0 ? this.#plan.get(branch) : undefined;
    if (planned !== undefined) return planned;
    const out = graph.distanceToEnd(target) < graph.distanceToEnd(following) ? target : following;
    const round = out === target ? following : target;
    if (visit >= PATIENT) return visit % 2 === 1 ? round : out;
    if (visit >= CURIOUS) return out;
    const left = graph.leadsToUnexecuted(following, branch, this.#executions);
    const right = graph.leadsToUnexecuted(target, branch, this.#executions);
    if (left !== right) return left ? following : target;
    if (!left) return out;
    if (this.#executions[following] === 0) return following;
    if (this.#executions[target] === 0) return target;
    return mixed(branch, this.#pass) ? following : target;
  }

  /** Plans the ways to a branch, and its other way. */
  #planFor(goal: Goal | undefined): void {
    if (goal === undefined) return;
    const { history, at, decision } = goal;
    const { branch, other, asks } = decision;
    const key = `${branch} ${other}`;
    this.#attempts.set(key, (this.#attempts.get(key) ?? 0) + 1);
    this.#attempted.add(decision);
    const first = asks === undefined ? at : history.findIndex((one) => one.asks === asks);
    for (const one of history.slice(0, at))
      if (asks === undefined || one.asks !== asks) this.#plan.set(one.branch, one.way);
    const turned = history[first];
    if (turned !== undefined) this.#plan.set(turned.branch, turned.other);
  }

  /** The first visit of a branch in an earlier pass, the latest, whose other way is nearest to what was not executed. */
  #nearest(): Goal | undefined {
    if (this.#histories.length === 0) return undefined;
    const distances = this.#graph.distancesToUnexecuted(this.#executions);
    let best: Goal | undefined;
    let least = Infinity;
    for (const history of this.#histories) {
      for (const [at, decision] of history.entries()) {
        const { branch, other } = decision;
        const distance = distances[other] ?? Infinity;
        if (distance === Infinity || distance > least || this.#attempted.has(decision)) continue;
        if ((this.#attempts.get(`${branch} ${other}`) ?? 0) >= ATTEMPTS) continue;
        least = distance;
        best = { history, at, decision };
      }
    }
    return best;
  }
}

/** A branch to go another way at, in the decisions of a pass. */
interface Goal {
  readonly history: readonly Decision[];
  readonly at: number;
  readonly decision: Decision;
}

/** A bit of a branch and a pass, so that branches do not change their ways together. */
function mixed(branch: number, pass: number): boolean {
  const word = Math.imul(branch + 1, 0x9e3779b1) ^ Math.imul(pass + 1, 0x85ebca6b);
  return ((Math.imul(word ^ (word >>> 15), 0x2c1b3c6d) >>> 16) & 1) === 0;
}
