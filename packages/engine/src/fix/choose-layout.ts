/**
 * Chooses layouts of a buffer: the answers of the search that have fewer conflicts.
 *
 * Accesses keep their width, so answers that cut vectors are left out.
 */
import {
  type Answer,
  greatestOf,
  legalityFaults,
  makeCounter,
  opcodeAt,
  optimalityText,
  placeElements,
  type Problem,
  type Result,
  type SearchOptions,
  searchLayouts,
  success,
  sum,
  type TileLayout,
} from '@ldscope/core';
import type { Choice } from './subject.ts';

/** The accesses of a buffer on chips that access it in the same way. */
export interface Asked {
  readonly problem: Problem;
  /** Under the present layout, where it makes accesses narrower. */
  readonly nowProblem?: Problem | undefined;
}

/** Layouts for all chips at once that are better than `now`, the best first. */
export function chooseLayouts(
  asked: readonly Asked[],
  options: Pick<SearchOptions, 'obstacleTo' | 'notation'> & { readonly now: TileLayout },
): Result<readonly Choice[]> {
  const answers: Answer[] = [];
  let least = 0;
  for (const { problem, nowProblem } of asked) {
    const found = searchLayouts(problem, { ...options, nowProblem });
    if (!found.ok) return found;
    const { now, front, others } = found.value;
    least += sum(now.cost.conflictCycles);
    const widthBytes = greatestOf(problem.accesses.map(({ op }) => opcodeAt(op).widthBytes));
    answers.push(...[...front, ...others].filter((answer) => answer.widthBytes === widthBytes));
  }
  const problems = asked.map(({ problem }) => problem);
  const choices = answers.flatMap((answer) =>
    [answer, ...answer.alternatives].flatMap(({ layout, cost }) => {
      const isOne = problems.length === 1;
      const conflicts = isOne ? sum(cost.conflictCycles) : conflictsOnAll(problems, layout);
      const optimality = isOne || conflicts === 0 ? argumentOf(answer) : '';
      return conflicts === undefined ? [] : [{ layout, conflicts, optimality }];
    }),
  );
  return success(choices.filter(({ conflicts }) => conflicts < least));
}

/** Conflict cycles where chips access the buffer differently; `undefined` where the layout is not legal on one. */
function conflictsOnAll(problems: readonly Problem[], layout: TileLayout): number | undefined {
  let all = 0;
  for (const problem of problems) {
    const offsets = placeElements(layout);
    if (legalityFaults(problem, layout, offsets).length > 0) return undefined;
    const counts = makeCounter(problem).count(offsets).flat();
    all += sum(counts.map(({ conflicts }) => conflicts));
  }
  return all;
}

/** Why nothing better is known, in a sentence. */
function argumentOf({ certificate }: Answer): string {
  const { optimality } = certificate;
  if (optimality === undefined)
    return 'not the fewest conflicts, but the fewest that can be written';
  return optimalityText(optimality);
}
