/**
 * Which way an unknown branch goes: where nothing was executed before; else out of the loop.
 *
 * The waves of a workgroup decide alike, by how often each has been at the branch, so that they meet at barriers.
 */
export class Decisions {
  readonly #executions: Float64Array;
  /** By pass: the way taken at the n-th visit of a branch, by its number. Later workgroups follow it. */
  readonly #passes: Map<number, number[]>[] = [];
  #taken = new Map<number, number[]>();
  readonly #visits = new Map<string, number>();

  /** `executions`: how often each instruction was executed so far, on all ways together. */
  constructor(executions: Float64Array) {
    this.#executions = executions;
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
    const chosen = this.#choose(branch + 1, target);
    taken[visit] = chosen;
    return chosen;
  }

  #choose(following: number, target: number): number {
    if (this.#executions[following] === 0) return following;
    if (this.#executions[target] === 0) return target;
    // Both were executed: forward, which leaves a loop.
    return Math.max(following, target);
  }
}
