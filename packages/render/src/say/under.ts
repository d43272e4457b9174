/** Executions of an access as they would be under a layout, and the one of them that conflicts most. */
import {
  type AccessExplanation,
  explainAccess,
  type Problem,
  type ProblemAccess,
  type Target,
  type TileLayout,
  whatIfTrace,
} from '@ldscope/core';

export interface WorstExecution {
  readonly access: ProblemAccess;
  readonly instance: number;
  readonly explanation: AccessExplanation;
}

/** Executions of an access that are looked at for the worst. */
const MOST_INSTANCES = 64;

/** The execution that conflicts most, of some accesses of a buffer; `undefined` where the chip has no rule for them. */
export function worstExecution(
  problem: Problem,
  accesses: readonly ProblemAccess[],
  layout: TileLayout,
  target: Target,
): WorstExecution | undefined {
  let worst: WorstExecution | undefined;
  for (const access of accesses) {
    for (let instance = 0; instance < Math.min(access.instances, MOST_INSTANCES); instance++) {
      const explanation = explainUnder(problem, access, instance, layout, target);
      const most = worst?.explanation.bankConflict ?? -1;
      if (explanation !== undefined && explanation.bankConflict > most) {
        worst = { access, instance, explanation };
      }
    }
  }
  return worst;
}

/**
 * One execution of an access under a layout. Where the layout cuts vectors the accesses are narrower than those of the
 * kernel: then it is that of `cut`, the problem that the layout's figures are of.
 */
export function explainUnder(
  problem: Problem,
  access: ProblemAccess,
  instance: number,
  layout: TileLayout,
  { machine, model }: Target,
  cut: Problem = problem,
): AccessExplanation | undefined {
  const own = cut === problem ? access : cut.accesses.find(({ name }) => name === access.name);
  if (own === undefined) return undefined;
  const trace = whatIfTrace(cut, own, Math.min(instance, own.instances - 1), layout);
  return explainAccess(trace, 0, machine, model);
}
