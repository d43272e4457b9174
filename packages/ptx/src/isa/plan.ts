/**
 * The rows that steps execute, so that compiled code (`vector/`) can do the same in vectors.
 *
 * A step that something is put around is another step, and has no plans.
 */
import type { Step } from '@ldscope/simt';
import type { Source, Target } from './generate.ts';
import type { Row } from './row.ts';

/** A row with its operands. */
export interface Plan {
  readonly row: Row;
  readonly sources: readonly Source[];
  readonly target: Target | undefined;
  /** The second predicate of `setp`. */
  readonly second: { readonly text: string; readonly target: Target } | undefined;
}

const plans = new WeakMap<Step, readonly Plan[]>();

/** A step that executes plans one after another. */
export function planned(step: Step, of: readonly Plan[]): Step {
  plans.set(step, of);
  return step;
}

/** The plans of a step, in order; `undefined` for a step without plans. */
export const plansOf = (step: Step): readonly Plan[] | undefined => plans.get(step);

/** Steps one after another as one. */
export function inOrder(steps: readonly Step[]): Step {
  const step: Step = (warp, mask) => {
    for (const one of steps) one(warp, mask);
  };
  const all = steps.map(plansOf);
  return all.every((one) => one !== undefined) ? planned(step, all.flat()) : step;
}
