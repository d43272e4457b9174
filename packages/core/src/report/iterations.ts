/**
 * What a site costs from one execution of a wave to the next: in a loop, from iteration to iteration.
 *
 *     for k in 0..4: ds_read_b128 at 64 * (lane ^ k)     iteration 0: 0 conflict   1-3: 24 each
 *
 * The k-th executions of all waves are one entry. Iterations are worth showing only where they differ, which is
 * decided at the end, per execution: waves may leave a loop at different times.
 */

/** Consecutive iterations that cost the same per execution; iterations count from 0. */
export interface IterationCost {
  readonly first: number;
  readonly last: number;
  /** Executions by waves, and their cycles, of all these iterations. */
  readonly executions: number;
  readonly idxActive: number;
  readonly bankConflict: number;
}

/** The sums of each iteration; plain data. */
export interface IterationSums {
  readonly executions: readonly number[];
  readonly idxActive: readonly number[];
  readonly bankConflict: readonly number[];
}

/** Iterations that are told apart: longer loops add the rest to the last one, and are not shown. */
const MOST = 4096;

export class Iterations {
  readonly #executions: number[] = [];
  readonly #idxActive: number[] = [];
  readonly #bankConflict: number[] = [];

  /** Adds cycles to an iteration; `executions` is 0 for the second address of an instruction. */
  add(iteration: number, executions: number, idxActive: number, bankConflict: number): void {
    const k = Math.min(iteration, MOST);
    this.#executions[k] = (this.#executions[k] ?? 0) + executions;
    this.#idxActive[k] = (this.#idxActive[k] ?? 0) + idxActive;
    this.#bankConflict[k] = (this.#bankConflict[k] ?? 0) + bankConflict;
  }

  /** Adds the iterations of later workgroups. */
  take(others: IterationSums): void {
    for (const [k, executions] of others.executions.entries())
      this.add(k, executions, others.idxActive[k] ?? 0, others.bankConflict[k] ?? 0);
  }

  leave(): IterationSums {
    return {
      executions: this.#executions,
      idxActive: this.#idxActive,
      bankConflict: this.#bankConflict,
    };
  }

  /** Runs of equal iterations; `undefined` when all cost the same, or are too many to tell. */
  runs(): readonly IterationCost[] | undefined {
    if (this.#executions.length > MOST) return undefined;
    const runs: IterationCost[] = [];
    for (const [k, executions] of this.#executions.entries()) {
      const idxActive = this.#idxActive[k] ?? 0;
      const bankConflict = this.#bankConflict[k] ?? 0;
      const run = runs.at(-1);
      if (run === undefined || !costsTheSame(run, { executions, idxActive, bankConflict })) {
        runs.push({ first: k, last: k, executions, idxActive, bankConflict });
        continue;
      }
      runs[runs.length - 1] = {
        first: run.first,
        last: k,
        executions: run.executions + executions,
        idxActive: run.idxActive + idxActive,
        bankConflict: run.bankConflict + bankConflict,
      };
    }
    return runs.length > 1 ? runs : undefined;
  }
}

type Cost = Pick<IterationCost, 'executions' | 'idxActive' | 'bankConflict'>;

/** Equal per execution, without dividing. */
function costsTheSame(a: Cost, b: Cost): boolean {
  return (
    a.idxActive * b.executions === b.idxActive * a.executions &&
    a.bankConflict * b.executions === b.bankConflict * a.executions
  );
}
