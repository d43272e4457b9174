/**
 * Which way an unknown branch goes, so that everything is executed and loops end.
 *
 *     loop: ...                    where accesses are left to execute that the other way does not lead to;
 *       s_cbranch_scc0 exit        with such accesses on both ways, where nothing was executed yet;
 *       ...                        else the way that is nearer to the end of the kernel
 *       s_branch loop
 *     exit: s_endpgm
 *
 * The way out of a loop is nearer to the end than the way round, wherever its code lies: the way round comes back to the
 * branch. A branch that is visited again and again in spite of that goes both ways in turn; then every way that leads out is
 * tried at last. The waves of a workgroup decide alike, by how often each has been at the branch, so that they meet at barriers.
 */
import type { FlowGraph } from './flow-graph.ts';

/** Visits of a branch by a wave that look for code that was not executed. */
const CURIOUS = 4;
/** Visits after which a branch goes its ways in turn. */
const PATIENT = 32;

export class Decisions {
  readonly #executions: Float64Array;
  readonly #graph: FlowGraph;
  /** By pass: the way taken at the n-th visit of a branch, by its number. Later workgroups follow it. */
  readonly #passes: Map<number, number[]>[] = [];
  #taken = new Map<number, number[]>();
  readonly #visits = new Map<string, number>();

  /** `executions`: how often each instruction was executed so far, on all ways together. */
  constructor(executions: Float64Array, graph: FlowGraph) {
    this.#executions = executions;
    this.#graph = graph;
  }

  begin(pass: number): void {
    this.#taken = this.#passes[pass] ?? new Map<number, number[]>();
    this.#passes[pass] = this.#taken;
    this.#visits.clear();
  }

  /** The next instruction of a wave at a branch to `target`. */
  next(wave: number, branch: number, target: number): number {
    const key = `${wave} ${branch}`;
    const visit = this.#visits.get(key) ?? 0;
    this.#visits.set(key, visit + 1);
    const taken = this.#taken.get(branch) ?? [];
    this.#taken.set(branch, taken);
    const decided = taken[visit];
    if (decided !== undefined) return decided;
    const chosen = this.#choose(visit, branch, target);
    taken[visit] = chosen;
    return chosen;
  }

  #choose(visit: number, branch: number, target: number): number {
    const following = branch + 1;
    const graph = this.#graph;
    const out = graph.distanceToEnd(target) < graph.distanceToEnd(following) ? target : following;
    const round = out === target ? following : target;
    if (visit >= PATIENT) return visit % 2 === 1 ? round : out;
    if (visit >= CURIOUS) return out;
    const left = graph.leadsToUnexecuted(following, branch, this.#executions);
    const right = graph.leadsToUnexecuted(target, branch, this.#executions);
    if (left !== right) return left ? following : target;
    if (!left) return out;
    if (this.#executions[following] === 0) return following;
    return this.#executions[target] === 0 ? target : out;
  }
}
